# SPDX-License-Identifier: MIT
"""cli_records.py - records of every kind come out complete, in the order of the model.

Records are generated and concatenated, not found by a second parser that might have the same
bugs. There are so many that the ends of buffers (64 KiB, 1 MiB) fall everywhere within them.
"""
import random

from cli_support import SEED, good, one_line, order, ordered, put, run, test

N = 20000
DELIMITERS = (("--delimiter=;", b";"), (r"--delimiter=\t", b"\t"),
              ("--delimiter= ", b" "), (r"--delimiter=\x1e", b"\x1e"),
              (r"--delimiter=\xff", b"\xff"),
              (r"--delimiter=\0", b"\0"), (r"--delimiter=\n", b"\n"),
              ("--delimiter=\n", b"\n"), (r"--delimiter=\r", b"\r"),
              (r"--delimiter=\\", b"\\"), ("-z", b"\0"), ("--delimiter=x", b"x"),
              (b"--delimiter=\xe9", b"\xe9"), ("--lines-per-record=1", b"\n"))


def check(records, *options, missing=b""):
    """Shuffles the records, from a file and from a pipe; also without `missing`, the end of
    the last record."""
    data = b"".join(records)
    put("f", data)
    wanted = ordered(records)
    assert good(SEED, *options, "f") == wanted, options
    assert good(SEED, *options, "--threads=5", "--check", text=data) == wanted, options
    assert wanted.startswith(good(SEED, *options, "f", "-n", len(records) // 3))
    if missing:
        assert data.endswith(missing)
        put("f", data[:-len(missing)])
        assert good(SEED, *options, "f") == wanted, (options, "missing")
        assert good(SEED, *options, text=data[:-len(missing)]) == wanted, options


@test
def lines():
    """lines with all bytes, including NUL and CR; the last newline may be missing"""
    dice = random.Random(1)
    check([dice.randbytes(dice.randint(0, 200)).replace(b"\n", b"") + b"\n"
           for _ in range(N)], missing=b"\n")
    check([b"\0" * dice.randint(0, 3) + b"\n" for _ in range(N)], missing=b"\n")
    check([b"\n"] * N)
    check([b"\n"])
    check([b"x\n"], missing=b"\n")
    check([b"\0\n"], missing=b"\n")
    check([b"x" * 70000 + b"%d\n" % i for i in range(50)], missing=b"\n")


@test
def carriage_returns():
    """CRLF stays; a missing end of the last line becomes a newline, as with GNU shuf"""
    check([b"line %d\r\n" % i for i in range(N)])
    data = [b"a\r\n", b"b\r\n", b"c"]
    assert good(SEED, text=b"".join(data)) == ordered(data[:2] + [b"c\n"])


@test
def delimiters():
    """-z and --delimiter: any byte, written in any way"""
    dice = random.Random(2)
    for option, end in DELIMITERS:
        records = [dice.randbytes(dice.randint(0, 60)).replace(end, b"") + end
                   for _ in range(2000)]
        check(records + [b"end" + end], option, missing=end)
    assert good(SEED, "-z", "-i", "0-5") == ordered([b"%d\0" % i for i in range(6)])
    assert good(SEED, "--delimiter=,", "-e", "a", "b", "") == \
        ordered([b"a,", b"b,", b","])


@test
def fixed():
    """--record-size: any bytes"""
    dice = random.Random(3)
    for size in (1, 2, 3, 8, 100, 511, 4096):
        check([dice.randbytes(size) for _ in range(N if size < 100 else 1000)],
              f"--record-size={size}")
    check([dice.randbytes(70000) for _ in range(40)], "--record-size=70000")
    check([dice.randbytes(2 << 20) for _ in range(5)], "--record-size=2M")
    check([dice.randbytes(4096) for _ in range(5)], "--record-size=4K")
    assert good(SEED, "--record-size=7", text=b"") == b""


@test
def groups():
    """--lines-per-record: FASTQ, and other ends of lines"""
    dice = random.Random(4)

    def read(i):
        length = dice.randint(0, 150)
        bases = bytes(dice.choices(b"ACGT", k=length))
        quality = bytes(dice.choices(b"@+IIJ#", k=length))
        return b"@read%d\n%s\n+\n%s\n" % (i, bases, quality)

    check([read(i) for i in range(N)], "--lines-per-record=4", missing=b"\n")
    check([b"\n\n\n" for _ in range(N)], "--lines-per-record=3")
    check([b"a\0\0b\n%d\0" % i for i in range(N)], "-z", "--lines-per-record=3",
          missing=b"\0")
    check([b"a;%d;" % i for i in range(N)], "--delimiter=;", "--lines-per-record=2",
          missing=b";")
    check([b"x%d\r\ny\r\n" % i for i in range(N)], "--lines-per-record=2")
    check([b"%d\n" % i * 1000 for i in range(100)], "--lines-per-record=1000")


def csv_rows(separator, end):
    dice = random.Random(5)
    plain = b"abc \t'\0\xe9" + b";,".replace(separator, b"")

    def field():
        if dice.random() < 0.5:
            return bytes(dice.choices(plain, k=dice.randint(0, 9)))
        inside = bytes(dice.choices(plain + b'",;\n\r\n', k=dice.randint(0, 30)))
        return b'"' + inside.replace(b'"', b'""') + b'"'

    return [b"%d" % i + separator + separator.join(field() for _ in range(4)) + end
            for i in range(N)]


@test
def csv():
    """--csv: newlines, separators and doubled quotes within quotes; CRLF"""
    check(csv_rows(b",", b"\n"), "--csv", missing=b"\n")
    check(csv_rows(b";", b"\n"), "--csv=;", missing=b"\n")
    check(csv_rows(b"\t", b"\n"), r"--csv=\t", missing=b"\n")
    check(csv_rows(b",", b"\r\n"), "--csv", missing=b"\r\n")
    check([b'""""\n', b'""\n', b'"\n"\n', b'"a""\n""b"\n', b",,\n", b"\n", b'1,"\n\n"\n'],
          "--csv", missing=b"\n")
    check([b'%d,"' % i + b"\n" * 70000 + b'"\n' for i in range(30)], "--csv")


@test
def csv_loose_quotes():
    """--csv: a quote that does not begin a field is an ordinary character"""
    check([b'5" disk,1\n', b'he said "no,2\n', b"x,3\n", b'a,b"\n', b'"q"\n'], "--csv",
          missing=b"\n")


@test
def paragraphs():
    """--paragraphs: empty lines belong to the paragraph before them"""
    dice = random.Random(6)

    def paragraph(i, end):
        body = b"".join(b"x" * dice.randint(1, 60) + end
                        for _ in range(dice.randint(1, 5)))
        return b"%d" % i + body + end * dice.randint(1, 3)

    for end in (b"\n", b"\r\n"):
        records = [paragraph(i, end) for i in range(N)]
        check(records, "--paragraphs")
    records = [b"\n\n\nfirst\n\n", b"second\nline\n\n\n\n", b" \n\n", b"last\n\n"]
    check(records, "--paragraphs", missing=b"\n")
    check(records, "--paragraphs", missing=b"\n\n")
    check([b"only\n\n"], "--paragraphs", missing=b"\n\n")
    assert good("--paragraphs", text=b"") == b""


@test
def headers():
    """--header: the first records stay first, for every kind of record"""
    body = [b"row %d\n" % i for i in range(1000)]
    for number in (0, 1, 2, 30):
        header = b"".join(b"column %d\n" % i for i in range(number))
        option = f"--header={number}"
        wanted = header + ordered(body)
        data = header + b"".join(body)
        assert good(SEED, option, text=data) == wanted
        assert good(SEED, option, "--check", text=data) == wanted
        assert good(SEED, option, "-n0", text=data) == header
        assert good(SEED, option, "-n7", text=data) == \
            b"".join(wanted.splitlines(keepends=True)[:number + 7])
        drawn = good(SEED, option, "-r", "-n5", text=data)
        assert drawn == header + good(SEED, "-r", "-n5", text=b"".join(body))
    rows = [b'%d,"\n"\n' % i for i in range(100)]
    header = b'"a\nb",c\n'
    assert good(SEED, "--header", "--csv", text=header + b"".join(rows)) == \
        header + ordered(rows)
    fixed = [b"%04d" % i for i in range(100)]
    assert good(SEED, "--header=2", "--record-size=4", text=b"HEADHEAD" +
                b"".join(fixed)) == b"HEADHEAD" + ordered(fixed)


@test
def long_headers():
    """a header of many records and much text, and a file that is all header"""
    for number in (5, 200000):
        header = b"".join(b"%d%s\n" % (i, b"h" * (i % 7)) for i in range(number))
        for more in ([], [b"one\n"], [b"one\n", b"two\n"]):
            got = good(SEED, f"--header={number}", text=header + b"".join(more))
            assert got == header + ordered(more)
    assert good(SEED, "--header", text=b"") == b""
    assert good(SEED, "--header", text=b"only") == b"only\n"
    assert good(SEED, "--header=3", "-q", text=b"a\nb") == b"a\nb\n"


@test
def short_headers():
    """fewer records than --header: all are printed, and a note says so"""
    put("f", b"a\nb\n")
    for more in ([], ["--random-source=/dev/zero"], ["-n1"], ["--csv"]):
        for name, text in (("f", b""), ("-", b"a\nb")):
            ended = run("--header=3", *more, name, text=text)
            assert ended.status == 0 and ended.out == b"a\nb\n", ended
            assert one_line(ended.err, "standard input" if name == "-" else "f", "2",
                            "--header=3"), ended
    assert good("--header=2", "f") == b"a\nb\n" and good("--header=2", text=b"") == b""


@test
def headers_of_files():
    """several files with the same header: it is printed once"""
    body = [b"row %d\n" % i for i in range(1000)]
    header = b"name,age\n"
    put("a", header + b"".join(body[:400]))
    put("b", header + b"".join(body[400:]))
    put("c", header)
    put("d", header[:-1])
    wanted = header + ordered(body)
    assert good(SEED, "--header", "a", "b") == wanted
    assert good(SEED, "--header", "c", "a", "d", "b", "c") == wanted
    assert good(SEED, "--header", "a", "b", "--check") == wanted
    assert good(SEED, "--header", "d", "c") == header
    assert len(order(1000)) == 1000
