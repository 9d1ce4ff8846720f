#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_header.sh - each public header compiles alone, as C99 and C++11, with gcc and clang,
# and every warning is an error.
include=$(dirname "$0")/../include
number=0
failed=0

try() { # compiler, language, standard
    for header in fairshuf.h fairshuf_records.h fairaudit.h; do
        number=$((number + 1))
        if echo "#include <$header>" |
            $1 -x $2 -std=$3 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$include" -
        then
            echo "ok $number - $header, $1 -std=$3"
        else
            echo "not ok $number - $header, $1 -std=$3"
            failed=1
        fi
    done
}

echo 1..18
try gcc c c99
try gcc c c11
try clang c c99
try g++ c++ c++11
try g++ c++ c++20
try clang++ c++ c++11
exit $failed
