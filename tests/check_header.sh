#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_header.sh - each public header compiles alone, as C99 and C++11, with gcc and clang,
# and every warning is an error, also those that projects of others switch on.
include=$(dirname "$0")/../include
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wundef"
number=0
failed=0

try() { # compiler, language, standard, more warnings
    for header in fairshuf.h fairshuf_records.h fairaudit.h; do
        number=$((number + 1))
        if echo "#include <$header>" |
            $1 -x $2 -std=$3 $warnings ${4-} -Werror -fsyntax-only -I "$include" -
        then
            echo "ok $number - $header, $1 -std=$3"
        else
            echo "not ok $number - $header, $1 -std=$3"
            failed=1
        fi
    done
}

echo 1..21
try gcc c c99
try gcc c c11
try clang c c99
try g++ c++ c++11 "-Wold-style-cast -Wuseless-cast"
try g++ c++ c++20 "-Wold-style-cast -Wzero-as-null-pointer-constant"
try clang++ c++ c++11 "-Wold-style-cast -Wzero-as-null-pointer-constant"
try clang++ c++ c++20 "-Wold-style-cast"
exit $failed
