# SPDX-License-Identifier: MIT
"""compat_random.py - random commands with --random-source, and the model's predictions.

The seed is fixed, so each run has the same cases. They cover all algorithms of GNU shuf: the
whole order and its beginning, with an array or a map; drawing with replacement; samples of
pipes and large files; and sources that end too early.
"""
import random
import shlex

import gnu_model

LARGE = 8388608  # larger files are sampled, others read completely
NO_LIMIT = 2**64 - 1  # -n with this or more is no limit


class Maker:
    def __init__(self, pool):
        self.pool = pool
        self.dice = dice = random.Random(20240229)
        self.sources = {"count": bytes(range(256)) * 16, "long": dice.randbytes(300000),
                        "zeros": bytes(5000), "ones": b"\xff" * 5000,
                        "digits": b"%d" % dice.randrange(10**4000),
                        "few": bytes(dice.choices((0, 1, 2), (20, 4, 1), k=100000))}
        self.short = [f"short{n}" for n in (0, 1, 2, 3, 4, 7, 8, 9, 20, 60, 200, 1000)]
        self.sources.update((name, dice.randbytes(int(name[5:]))) for name in self.short)
        self.inputs = {"empty": b"", "newline": b"\n", "nul": b"\0", "a": b"a", "line": b"a\n",
                       "two": b"a\nb", "crlf": b"a\r\nb\r\n\r\nc"}
        for n in (2, 3, 10, 52, 255, 256, 257, 1000, 1023, 1024, 1025, 2000):
            self.inputs[f"seq{n}"] = b"".join(b"%d\n" % i for i in range(1, n + 1))
        for i in range(20):
            alphabet = dice.choice((b"ab\n", b"ab\0\n", b"\n\0", bytes(range(256)), b"\n"))
            size = dice.choice((5, 50, 500, 3000))
            self.inputs[f"odd{i}"] = bytes(dice.choices(alphabet, k=dice.randrange(1, size)))
        self.inputs["wide"] = b"\n".join(dice.choice((b"x", b"yz")) * dice.randrange(9000)
                                         for _ in range(60))
        self.inputs["many"] = b"".join(b"%d\n" % i for i in range(140000))
        for name, data in (self.sources | self.inputs).items():
            (pool / name).write_bytes(data)

    def groups(self):
        """Name, number of cases, and the function that makes one."""
        return [("source: ranges", 600, self.range),
                ("source: ranges up to 2^64 - 2 numbers", 500, self.wide_range),
                ("source: sparse ranges, without GNU's fault", 60, self.sparse),
                ("source: -r", 500, self.repeat),
                ("source: -e", 250, self.echo),
                ("source: files", 500, self.file),
                ("source: standard input is a file", 250, self.redirected),
                ("source: pipes", 700, self.pipe),
                ("source: files around 8 MiB", 24, self.large)]

    # ---- parts of a command ----------------------------------------------------------

    def source(self):
        if self.dice.random() < 0.25:
            return self.dice.choice(self.short)
        return self.dice.choice(["long"] * 6 + ["count", "zeros", "ones", "digits", "few"])

    def limit(self, n):
        if self.dice.random() < 0.4:
            return None
        return self.dice.choice((0, 1, 2, 3, n // 2, max(n - 1, 0), n, n + 1, 10 * n, 2**62,
                                 2**63 - 2, 2**63 - 1, 2**64 - 1, 2**64 + 5,
                                 self.dice.randrange(n + 2), self.dice.randrange(n + 2)))

    def options(self, limit, zero, repeat):
        """The options for these values, each in a random form, as lists of words."""
        dice = self.dice
        result = []
        if limit is not None:
            result += dice.choice(([[f"-n{limit}"]], [["-n", f"{limit}"]],
                                   [["--hea", f"{limit}"]], [[f"--head-count={limit}"]],
                                   [[f"-n{limit}"], ["-n+0" + "9" * 20]]))
        if zero:
            result.append([dice.choice(("-z", "--zero-terminated", "--zero"))])
        if repeat:
            result.append([dice.choice(("-r", "--repeat", "--rep"))])
        return result

    def case(self, items, options, limit=None, zero=False, repeat=False, sampled=False,
             before="", after="", source=None, operands=(), output=True):
        """A command, and the output that the model predicts for `items`."""
        dice = self.dice
        source = source or self.source()
        options = options + self.options(limit, zero, repeat)
        options.append([f"--random-source=../pool/{source}"])
        written = output and dice.random() < 0.1
        if written:
            options.append(dice.choice((["-o", "out"], ["--output=out"], ["-oout"])))
        dice.shuffle(options)
        words = [word for option in options for word in option] + list(operands)
        command = " ".join(["fairshuf" if dice.random() < 0.2 else "shuf"]
                           + [shlex.quote(word) for word in words])
        if limit is not None and limit >= NO_LIMIT:
            sampled = False
        outs = []
        for faulty in (False, True) if gnu_model.count(items) >= 131072 else (False,):
            out, _ = gnu_model.shuf(self.sources[source], items, limit, repeat, sampled, faulty)
            outs.append(b"" if written else b"".join(
                (b"%d" % item if isinstance(item, int) else item) + (b"\0" if zero else b"\n")
                for item in out))
        old = "echo old >out; " if written and dice.random() < 0.5 else ""
        return {"command": old + before + command + after, "keeps": written and repeat,
                "right": outs[0], "faulty": outs[-1]}

    # ---- kinds of cases --------------------------------------------------------------

    def range_option(self, lowest, n):
        text = f"{lowest}-{lowest + n - 1}"
        return self.dice.choice(([f"-i{text}"], ["-i", text], [f"--input-range={text}"],
                                 ["--i", text]))

    def range(self):
        dice = self.dice
        n = dice.choice((0, 1, 2, 3, 10, 255, 256, 257, 300, 1000)) + dice.randrange(3)
        lowest = dice.choice((1, 1, 7, 10**6, 2**64 - n - 1 if n else 1))
        return self.case(range(lowest, lowest + n), [self.range_option(lowest, n)],
                         self.limit(n), dice.random() < 0.1)

    def wide_range(self):
        dice = self.dice
        n = dice.choice((2**dice.randrange(17, 65) - dice.randrange(1, 4),
                         dice.randrange(131072, 2**dice.randrange(18, 65))))
        head = min(dice.choice((1, 2, 3, 10, 100, 1000)), n // 32)
        lowest = dice.randrange(2**64 - n)
        return self.case(range(lowest, lowest + n), [self.range_option(lowest, n)], head,
                         output=False)

    def sparse(self):
        """Few of many, with such small integers that places are drawn again."""
        dice = self.dice
        n = dice.choice((131071, 131072, 131073, 140000, 2**20, 2**32, 2**40))
        head = dice.choice((100, 1000, n // 33 if n < 2**20 else 2000))
        if n == 140000 and dice.random() < 0.5:
            items = gnu_model.lines(self.inputs["many"], b"\n")
            return self.case(items, [], head, operands=["../pool/many"], source="few",
                             output=False)
        return self.case(range(n), [self.range_option(0, n)], head, source="few", output=False)

    def repeat(self):
        dice = self.dice
        endless = dice.random() < 0.3
        source = dice.choice(self.short) if endless else None
        limit = None if endless else dice.choice((0, 1, 2, 10, 300))
        if dice.random() < 0.5:
            n = dice.choice((2, 3, 6, 256, 257, 2**16, 2**32 + 1, 2**63, 2**64 - 1))
            lowest = dice.choice((0, 1)) if n < 2**64 - 1 else 1
            return self.case(range(lowest, lowest + n), [self.range_option(lowest, n)], limit,
                             dice.random() < 0.1, True, source=source)
        name = dice.choice([name for name in self.inputs if name != "many"])
        items = gnu_model.lines(self.inputs[name], b"\n")
        if len(items) == 1 and limit is None:
            limit = 5
        operands, before, after = self.ways(name)
        return self.case(items, [], limit, False, True, source=source, operands=operands,
                         before=before, after=after)

    def ways(self, name):
        """A way to give a file to a command: as an operand, by redirection, or by a pipe."""
        path = f"../pool/{name}"
        return self.dice.choice((([path], "", ""), ([], "", f" <{path}"), (["-"], "", f" <{path}"),
                                 ([], f"cat {path} | ", "")))

    def echo(self):
        dice = self.dice
        n = dice.choice((0, 1, 2, 3, 20))
        texts = ["".join(dice.choices("ab \n-'\\é", k=dice.randrange(6))) for _ in range(n)]
        repeat = n > 0 and dice.random() < 0.2
        return self.case([text.encode() for text in texts], [[dice.choice(("-e", "--echo"))]],
                         dice.choice((0, 2, 5)) if repeat else self.limit(n),
                         dice.random() < 0.2, repeat, operands=["--"] + texts)

    def records(self):
        dice = self.dice
        name = dice.choice([name for name in self.inputs if name != "many"])
        zero = dice.random() < 0.3
        return name, gnu_model.lines(self.inputs[name], b"\0" if zero else b"\n"), zero

    def file(self):
        name, items, zero = self.records()
        return self.case(items, [], self.limit(len(items)), zero, operands=[f"../pool/{name}"])

    def redirected(self):
        """The same, also for a file of which another command has already read a line."""
        name, items, zero = self.records()
        before, after = "", f" <../pool/{name}"
        if not zero and self.dice.random() < 0.5 and self.inputs[name].endswith(b"\n"):
            before, after = "{ read -r line; ", "; }" + after
            del items[0]
        return self.case(items, [], self.limit(len(items)), zero, before=before, after=after,
                         operands=self.dice.choice(([], ["-"])))

    def pipe(self):
        name, items, zero = self.records()
        return self.case(items, [], self.limit(len(items)), zero, sampled=True,
                         before=f"cat ../pool/{name} | ", operands=self.dice.choice(([], ["-"])))

    def large(self):
        dice = self.dice
        size = LARGE + dice.choice((-1, 0, 1))
        path = self.pool / f"large{size}"
        line = b"%06d" + b"-" * 993 + b"\n"
        data = b"".join(line % i for i in range(size // 1000 + 1))[:size]
        if not path.exists():
            path.write_bytes(data)
        items = gnu_model.lines(data, b"\n")
        before, after, operands = "", "", [f"../pool/{path.name}"]
        way = dice.randrange(3)
        if way > 0:
            after, operands = f" <{operands[0]}", []
        if way == 2:  # one line less to read
            before, after = "{ read -r line; ", "; }" + after
            del items[0]
        left = size - 1000 * (way == 2)
        return self.case(items, [], dice.choice((1, 2, 10, 1024)), before=before, after=after,
                         source="long", operands=operands, sampled=left > LARGE)
