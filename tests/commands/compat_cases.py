# SPDX-License-Identifier: MIT
"""compat_cases.py - commands for compat.py, one per line, written by hand.

They run in an empty folder. ../pool has the files of compat_random.py: empty, line, two, seq10
and so on, the sources count (bytes 0 to 255, 16 times), long and short2, and a folder, dir. No
file is called nosuch.
"""

# Standard output and exit status for the source `count`, which never change.
COUNT = "--random-source=../pool/count"
VECTORS = [
    (f"shuf {COUNT} -i 1-10", "1 2 4 3 5 8 7 6 9 10", 0),
    (f"shuf {COUNT} -i 1-10 -n 3", "1 2 4", 0),
    (f"shuf {COUNT} -i 1-1000000 -n 5", "259 774 329226 2061 658193", 0),
    (f"seq 20 | shuf {COUNT} -n 3", "19 7 10", 0),
    (f"seq 20 >20; shuf {COUNT} -n 3 20", "1 3 2", 0),
    (f"shuf {COUNT} -r -n 8 -i 1-6", "1 1 1 2 1 1 3 1", 0),
    (f"seq 52 | shuf {COUNT}", "1 3 5 4 8 10 7 13 15 17 11 20 22 14 25 27 6 30 32 12 35 2 38 40 9"
     " 43 45 28 48 18 51 19 34 46 49 42 23 47 24 52 36 41 21 33 29 26 37 31 50 16 44 39", 0),
    ("printf '\\001\\002' >source; shuf --random-source=source -r -i 0-255", "1 2", 1),
]

BOTH = ["C", "C.UTF-8"]

# Name, fields of Case (and locales), commands.
GROUPS = [

    ("mistakes in options", {"locales": BOTH}, r"""
shuf -Q
shuf -eQ a
shuf --foo
shuf --foo=bar
shuf --r
shuf --r=5
shuf --h
shuf --he
shuf -n
shuf -en
shuf -i
shuf -o
shuf --head-count
shuf --input-range
shuf --output
shuf --random-source
shuf --ra
shuf --echo=x
shuf --repeat=
shuf --zero-terminated=1
shuf --help=1
shuf --version=1
shuf -i1-2 -i1-2
shuf -i1-2 -i
shuf -i1-2 -ifoo
shuf -o a -o b -i1-2
shuf --random-source=a --random-source=b -i1-2
shuf -e -i1-2
shuf -i1-2 -e
shuf -e -i1-2 a b
shuf -i1-2 a
shuf -i1-2 a b
shuf a b
shuf -n0 a b
shuf ../pool/line nosuch
shuf -i1-2 'a b'
shuf -i1-2 ''
shuf -i1-2 "it's"
shuf -i1-2 -n x -Q
shuf -Q -n x
shuf -n x nosuch
shuf -e -i x
shuf -i0-0 1
shuf --i1-2
shuf --head-countx=1
shuf -- -n1 b
shuf ---
shuf --=3
shuf -é
shuf --é
"""),

    ("numbers", {"locales": BOTH}, r"""
shuf -n abc
shuf -n ''
shuf -n -1
shuf -n 1.5
shuf -n 1k
shuf -n 0x10
shuf -n ' 1' -i5-5
shuf -n '+1' -i5-5
shuf -n '++1' -i5-5
shuf -n '1 ' -i5-5
shuf -n ' +01' -i5-5
shuf -n "$(printf '\t1')" -i5-5
shuf -n 18446744073709551615 -i5-5
shuf -n 18446744073709551616 -i5-5
shuf -n 99999999999999999999999999999 -i5-5
shuf -n 99999999999999999999999999999x -i5-5
shuf -n 99999999999999999999999999999 -n0 -i5-5
shuf -n "it's"
shuf -n "$(printf 'a\nb')"
shuf -n é
shuf -i 5-3
shuf -i 5
shuf -i 5-
shuf -i -5
shuf -i ''
shuf -i -
shuf -i a-b
shuf -i 1-b
shuf -i 1-2-3
shuf -i 1-2x
shuf -i 1x-2
shuf -i 1--2
shuf -i 0x1-0x2
shuf -i 1-2k
shuf -i ' 5- 5'
shuf -i +5-+5
shuf -i '5 -5'
shuf -i '5-5 '
shuf -i 005-5
shuf -i 0-0
shuf -i 1-0
shuf -i 2-0
shuf -i 100-99
shuf -i 100-98
shuf -i 0-18446744073709551615
shuf -i 1-18446744073709551616
shuf -i 18446744073709551616-1
shuf -i 18446744073709551616-18446744073709551616
shuf -i 18446744073709551615-18446744073709551615
shuf -i 18446744073709551615-18446744073709551614
shuf -i 18446744073709551615-0
shuf -n0 -i 0-18446744073709551615
"""),

    ("a bad range is quoted completely", {"status_only": True}, r"""
shuf -i 5-3 2>&1 | grep -x "shuf: invalid input range: '5-3'"; false
shuf -i 1-x 2>&1 | grep -x "shuf: invalid input range: '1-x'"; false
"""),

    ("abbreviations, clusters, order of options", {"sort": True, "locales": BOTH}, r"""
shuf --rep --hea 3 -e a
shuf --re --head=3 -e a
shuf --ra ../pool/long -e a b c
shuf --e a b c
shuf --i 1-5
shuf --i=1-5
shuf --z -e a b
shuf --o out -e a
shuf --outp=out -e a
shuf -ez a b
shuf -ern3 a
shuf -ren 3 a
shuf -zi1-5
shuf -eoout a
shuf a b -e
shuf a -e -n1
shuf a b -e -- -n c
shuf -e -- -n -- c
shuf -e - a
shuf -e a --zero-terminated
shuf ../pool/seq10 -n 20
shuf -i1-5 -n10
shuf -n10 -n3 -n20 -i5-7
shuf -e -e a b
shuf -o out -o out -i1-3
shuf -zz -r -r -n0 -e a
shuf -i1-9 --random-source=../pool/long --random-source=../pool/long
POSIXLY_CORRECT=1 shuf -e a -n1 b
POSIXLY_CORRECT= shuf -e a -n1 b
POSIXLY_CORRECT=1 shuf -n 5 -e a -- b
POSIXLY_CORRECT=1 shuf ../pool/seq10 -n 1
POSIXLY_CORRECT=1 shuf -e a --foo
fairshuf --rep -n 3 -e a
fairshuf -er -n3 a
fairshuf a -e -n1
POSIXLY_CORRECT=1 fairshuf -e a -n1 b
"""),

    ("random orders of the same lines", {"sort": True}, r"""
shuf ../pool/seq10
shuf ../pool/seq2000
shuf ../pool/many
shuf - <../pool/seq10
shuf <../pool/seq52
cat ../pool/seq1000 | shuf
cat ../pool/seq1000 | shuf -n 1000
cat ../pool/seq1000 | shuf -n 1001
cat ../pool/seq1000 | shuf -n 18446744073709551615
shuf -z ../pool/seq10
shuf -z ../pool/odd1
shuf ../pool/odd1
shuf ../pool/odd2
shuf ../pool/odd3
shuf -z ../pool/odd3
shuf ../pool/wide
shuf ../pool/two
shuf ../pool/crlf
shuf ../pool/nul
shuf -z ../pool/newline
cat ../pool/odd4 | shuf
cat ../pool/two | shuf -n 5
shuf -i 1-100
shuf -i 18446744073709551600-18446744073709551615
shuf -z -i 0-20
shuf -e a '' 'b c' "$(printf 'd\ne')"
shuf -z -e a '' 'b c' "$(printf 'd\ne')"
shuf ../pool/seq1000 -o out; cat out
shuf -r -n 5 -e a
shuf -r -n 5 ../pool/line
{ read -r line; shuf; } <../pool/seq10
{ read -r line; shuf -n 100; } <../pool/seq10
shuf -n 2 ../pool/seq1000 | wc -l
shuf -r -n 2000 ../pool/seq3 | sort -u
shuf -n 100000 ../pool/many | sort -u | wc -l
fairshuf ../pool/seq1000
fairshuf -z ../pool/odd3
cat ../pool/seq1000 | fairshuf -n 1001
"""),

    ("samples of around 1024 lines", {}, "\n".join(
        f"seq {lines} | shuf -n {limit} {source}| sort -n | {end}"
        for lines in (1023, 1024, 1025, 3071, 3072, 3073)
        for limit, source, end in ((lines, "", "cksum"), (lines - 1, "", "uniq | wc -l"),
                                   (1024, "", "uniq | wc -l"), (4096, "", "cksum"),
                                   (1025, "--random-source=../pool/long ", "cksum")))),

    ("little or nothing to do", {"locales": BOTH}, r"""
shuf ../pool/empty
shuf </dev/null
shuf /dev/null
shuf /dev/null <&-
shuf -n 5 /dev/null
shuf -n 5 ../pool/empty
shuf -n 0 ../pool/seq10
shuf -n 0 nosuch
shuf -n 0 ../pool/dir
shuf -n 0 <&-
shuf -n 0 -o out
shuf -n 0 -o out nosuch
echo old >out; shuf -n 0 -o out
echo old >out; shuf -o out ../pool/empty
shuf -n 0 -i 1-5
shuf -n 0 -e a b
shuf -n 0 --random-source=nosuch ../pool/seq10
shuf -r -n 0 --random-source=nosuch ../pool/seq10
shuf -r -n 0 --random-source=nosuch nosuch
shuf -r -n 0
shuf -r -n 0 </dev/null
shuf -r -n 0 -i 1-0
shuf -er
shuf -er -n0
shuf -e
shuf -e -n 3
shuf -r </dev/null
shuf -r -n 1 </dev/null
shuf -r ../pool/empty
shuf -i 1-0
shuf -r -i 1-0
shuf -r --random-source=nosuch -i 1-0
shuf -r --random-source=/dev/null -i 1-0
shuf --random-source=nosuch -i 1-0
shuf --random-source=nosuch ../pool/empty
shuf --random-source=nosuch -n 5 ../pool/empty
shuf --random-source=nosuch -n 5 /dev/null
shuf --random-source=nosuch -e
shuf --random-source=nosuch -e a
shuf --random-source=/dev/null -e a
shuf --random-source=/dev/null ../pool/line
shuf --random-source=/dev/null -n 1 ../pool/line
cat ../pool/line | shuf --random-source=/dev/null -n 1
cat ../pool/line | shuf --random-source=/dev/null -n 2
cat ../pool/line | shuf --random-source=/dev/null
shuf -i 7-7
shuf -z -i 1-1
shuf -e ''
shuf -z -e ''
shuf ../pool/a
shuf ../pool/line
shuf ../pool/newline
shuf -z ../pool/a
shuf -z ../pool/nul
shuf -n 1 ../pool/a
printf a | shuf -n 1
fairshuf ../pool/empty
fairshuf -n 0 nosuch
fairshuf -er
fairshuf -r </dev/null
"""),

    ("inputs that fail", {"locales": BOTH}, r"""
shuf nosuch
shuf ./nosuch/x
shuf ../pool/line/x
shuf ''
shuf 'no such'
shuf "it's"
shuf 'a"b'
shuf "a\"b'c"
shuf 'a$b'
shuf 'a\b'
shuf 'a=b'
shuf 'a*'
shuf '#a'
shuf 'a#'
shuf '~'
shuf 'a:b'
shuf 'a{b}'
shuf '{'
shuf 'a!b'
shuf "$(printf 'a\tb')"
shuf "$(printf 'a\nb')"
shuf "$(printf 'a\001b')"
shuf "$(printf 'a\033[0m')"
shuf "$(printf 'a\177')"
shuf nosüch
shuf "$(printf 'n\303')"
shuf "$(printf 'n\303\050')"
shuf "$(printf 'a\302\205b')"
shuf -n 3 nosuch
shuf -r nosuch
shuf ../pool/dir
shuf -n 3 ../pool/dir
shuf -r ../pool/dir
shuf <../pool/dir
shuf <&-
shuf -n 3 <&-
shuf -r <&-
shuf - <&-
shuf ../pool/line <&-
shuf -e a <&-
shuf -i 3-3 <&-
shuf -i 3-3 --random-source=../pool/long <&-
shuf ../pool/line --random-source=../pool/long <&-
shuf -n 3 --random-source=../pool/long <&-
shuf -n 3 --random-source=nosuch <&-
shuf --random-source=nosuch <&-
shuf --random-source=nosuch nosuch2
shuf -n 3 --random-source=nosuch nosuch2
shuf -n 3 --random-source=nosuch ../pool/dir
shuf --random-source=nosuch ../pool/dir
shuf -n 9223372036854775806 --random-source=nosuch ../pool/dir
shuf -n 9223372036854775807 --random-source=nosuch ../pool/dir
shuf -n 9223372036854775808 --random-source=nosuch ../pool/dir
shuf -n 18446744073709551614 --random-source=nosuch ../pool/dir
shuf -n 18446744073709551615 --random-source=nosuch ../pool/dir
shuf -n 18446744073709551616 --random-source=nosuch ../pool/dir
shuf <../pool/line 0>/dev/null
fairshuf nosuch
fairshuf 'no such'
"""),

    ("sources that fail", {"locales": BOTH}, r"""
shuf -i 1-5 --random-source=nosuch
shuf -i 1-5 --random-source=''
shuf -i 1-5 --random-source='no such'
shuf -i 1-5 --random-source=nosüch
shuf -i 1-5 --random-source=-
shuf -i 1-5 --random-source=../pool/dir
shuf -i 1-5 --random-source=/dev/null
shuf -i 1-5 --random-source=/dev/stdin <../pool/count
shuf -i 1-5 --random-source=/dev/stdin </dev/null
cat ../pool/count | shuf -i 1-50 --random-source=/dev/stdin
shuf -i 1-300 --random-source=../pool/short2
shuf -r -i 1-300 --random-source=../pool/short60
shuf -r -i 1-300 --random-source=../pool/short60 2>&1
shuf -r -i 1-9999 --random-source=../pool/dir
cp ../pool/short2 "a b"; shuf -i 1-300 --random-source="a b"; rm "a b"
cp ../pool/short2 "it's"; shuf -i 1-300 --random-source="it's"; rm "it's"
cp ../pool/short2 ü; shuf -i 1-300 --random-source=ü; rm ü
echo old >out; shuf -i 1-300 --random-source=../pool/short2 -o out
echo old >out; shuf -i 1-300 --random-source=nosuch -o out
echo old >out; shuf nosuch -o out
echo old >out; shuf ../pool/dir -o out
echo old >out; shuf -r -i 1-300 --random-source=nosuch -o out
fairshuf -i 1-5 --random-source=nosuch
fairshuf -i 1-5 --random-source=/dev/null
"""),

    ("outputs", {"locales": BOTH}, r"""
shuf -i 3-3 -o out
shuf -i 3-3 -o nosuch/out
shuf -i 3-3 -o ../pool/dir
shuf -i 3-3 -o ''
shuf -i 3-3 -o 'no such/out'
shuf -i 3-3 -o ../pool/line/out
shuf -i 3-3 -o nosüch/out
shuf -r -n 3 -i 3-3 -o out
shuf -r -n 3 -i 3-3 -o nosuch/out
shuf -r -o nosuch/out </dev/null
shuf -i 3-3 --random-source=nosuch -o nosuch/out
shuf nosuch2 -o nosuch/out
shuf -i 3-3 -o /dev/null
shuf -i 3-3 -o /dev/stdout
shuf -i 3-3 -o /dev/stdout | cat
shuf -i 3-3 -o -; cat ./-
echo old >out; chmod 600 out; shuf -i 3-3 -o out
echo old >out; chmod 751 out; shuf -i 3-3 -o out
umask 077; shuf -i 3-3 -o out
echo old >out; ln -s out link; shuf -i 3-3 -o link; cat link
ln -s out link; shuf -i 3-3 -o link
mkfifo pipe; cat pipe & shuf -i 3-3 -o pipe; wait
echo a >out; shuf out -o out; cat out
echo a >out; shuf -o out <out; cat out
echo a >out; shuf -n 1 -o out <out; cat out
shuf -i 3-3 >&-
shuf -i 3-3 -o out >&-
shuf -n 0 >&-
shuf ../pool/empty >&-
shuf --random-source=../pool/long -i 1-99 >&-
shuf -i 3-3 >/dev/full
shuf -i 1-100000 >/dev/full
shuf -r -i 1-9 >/dev/full
shuf -r -n 2 -i 1-9 >/dev/full
shuf -i 3-3 -o /dev/full
shuf -r -i 1-9 -o /dev/full
shuf ../pool/seq2000 >/dev/full
shuf --random-source=../pool/long -i 1-9999 >/dev/full
shuf --random-source=../pool/long -r -i 1-9999 >/dev/full
shuf -n 0 >/dev/full
shuf ../pool/empty >/dev/full
{ shuf -r -i 1-9; echo $? >&2; } | head -n 1 | wc -l
{ shuf -i 1-1000000; echo $? >&2; } | head -n 1 | wc -l
{ shuf ../pool/many; echo $? >&2; } | head -n 1 | wc -l
{ shuf --random-source=/dev/urandom -r -i 1-9; echo $? >&2; } | head -n 1 | wc -l
trap '' PIPE; { shuf -r -i 1-9; echo $? >&2; } | head -n 1 | wc -l
trap '' PIPE; { shuf --random-source=/dev/urandom -r -i 1-9; echo $? >&2; } | head -n 1 | wc -l
"""),

    ("too much for any memory", {"locales": BOTH}, r"""
shuf -i 1-18446744073709551615
shuf -i 0-18446744073709551614
shuf -i 1-18446744073709551615 -n 4000000000000000000
shuf -i 1-18446744073709551615 -n 2 | wc -l
shuf -i 0-18446744073709551614 -n 2 | wc -l
shuf -i 1-18446744073709551615 -r -n 2 | wc -l
shuf -i 1-18446744073709551615 --random-source=/dev/zero
shuf -i 1-18446744073709551615 -n 4000000000000000000 --random-source=/dev/zero
shuf -i 1-18446744073709551615 -n 2 --random-source=/dev/zero
shuf -i 1-18446744073709551615 -r -n 2 --random-source=/dev/zero
echo old >out; shuf -i 1-18446744073709551615 -o out
"""),

    ("--help and --version", {"status_only": True}, r"""
shuf --help
shuf --version
shuf --hel
shuf --v
shuf --help -Q
shuf --version nosuch x
shuf -e a --help
fairshuf --help
fairshuf --version
"""),
]

# A command of ours with several files or other records, and an equivalent one for GNU shuf.
A, B, C = "../pool/seq10", "../pool/seq52", "../pool/seq1000"
LONG = "--random-source=../pool/long"
PAIRS = [(ours.replace("fairshuf ", f"fairshuf {LONG} "),
          command.replace("shuf ", f"shuf {LONG} "))
         for ours, command in [
    (f"fairshuf {A} {B}", f"cat {A} {B} | shuf "),
    (f"fairshuf {A} - {A} <{B}", f"cat {A} {B} {A} | shuf "),
    (f"fairshuf -n 7 {A} {B}", f"cat {A} {B} >f; shuf -n 7 f; rm f"),
    (f"cat {B} | fairshuf -n 7 {A} -", f"cat {A} {B} | shuf -n 7"),
    (f"fairshuf -r -n 7 {A} ../pool/empty {B}", f"cat {A} {B} | shuf -r -n 7"),
    (f"fairshuf {A} ../pool/two {B}", f"(cat {A} ../pool/two; echo; cat {B}) | shuf "),
    (f"fairshuf {A} nosuch {B}", "echo 'fairshuf: nosuch: No such file or directory' >&2; exit 1"),
    (f"fairshuf -n 3 {A} nosuch",
     "echo 'fairshuf: nosuch: No such file or directory' >&2; exit 1"),
    (f"fairshuf --header {C}", f"head -n 1 {C}; tail -n +2 {C} | shuf "),
    (f"fairshuf --header {C} | cat", f"head -n 1 {C}; tail -n +2 {C} | shuf "),
    (f"cat {C} | fairshuf --header -n 9", f"head -n 1 {C}; tail -n +2 {C} | shuf -n 9"),
    (f"fairshuf --header=5 {B}", f"head -n 5 {B}; tail -n +6 {B} | shuf "),
    (f"fairshuf --header=5 {A} {B}",
     f"head -n 5 {A}; (tail -n +6 {A}; tail -n +6 {B}) | shuf "),
    (f"fairshuf --header=52 {B} {B}", f"cat {B}"),
    (f"fairshuf -q --header=60 {B}", f"cat {B}"),
    (f"fairshuf --header -r -n 9 {B}", f"head -n 1 {B}; tail -n +2 {B} | shuf -r -n 9"),
    (f"fairshuf --header -n 0 {B}", f"head -n 1 {B}"),
    (f"fairshuf --header {A} ../pool/many 2>/dev/null", "exit 1"),
    (f"fairshuf --header {A} ../pool/empty", f"head -n 1 {A}; tail -n +2 {A} | shuf "),
    (f"fairshuf --header ../pool/empty {A}", f"head -n 1 {A}; tail -n +2 {A} | shuf "),
    (f"tr '\\n' , <{B} | fairshuf --delimiter=,", f"shuf <{B} | tr '\\n' ,"),
    (f"fairshuf --record-size=1 {B}", f"od -An -v -w1 -to1 {B} | shuf | xargs printf '\\\\%s' |"
     " xargs -0 printf '%b'"),
    ("fairshuf --record-size=7 ../pool/a 2>/dev/null", "exit 1"),
    (f"fairshuf --lines-per-record=4 {C}",
     f"paste - - - - <{C} | shuf | tr '\\t' '\\n'"),
    (f"cat {C} | fairshuf --lines-per-record=4 -n 9",
     f"paste - - - - <{C} | shuf -n 9 | tr '\\t' '\\n'"),
    (f"fairshuf --lines-per-record=3 {A} 2>/dev/null", "exit 1"),
    (f"paste - - <{C} | tr '\\t' ' ' | sed 's/.*/\"&/;s/$/\"/' | tr ' ' '\\n' | fairshuf --csv",
     f"paste - - <{C} | tr '\\t' ' ' | sed 's/.*/\"&/;s/$/\"/' | shuf | tr ' ' '\\n'"),
    (f"sed G {C} | fairshuf --paragraphs", f"shuf {C} | sed G"),
] + [(f"fairshuf {option} {A} 2>/dev/null", "exit 1")
     for option in ("--cycle", "--derange", "--pairs", "--split=a:1,b:1", "--seed=1", "--check",
                    f"--with={A} --output-with=b -o c")]]
