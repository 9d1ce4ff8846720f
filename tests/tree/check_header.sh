#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_header.sh - each public header compiles alone, as C99 and C++11, with gcc and clang,
# without warnings. That of the library for MPI needs MPI. The internal headers compile together, so no two of them use the same name
# for different things.
top=$(cd "$(dirname "$0")/../.." && pwd)
more='-Wconversion -Wshadow -Wcast-align -Wundef'
mpi=$(mpicc -show | grep -o -e '-I[^ ]*' | sed 's/^-I/-isystem/')
number=0
failed=0

result() { # exit status, title
    number=$((number + 1))
    [ "$1" -eq 0 ] || failed=1
    [ "$1" -eq 0 ] || printf 'not '
    echo "ok $number - $2"
}

try() { # compiler, language, standard, more warnings
    for header in fairshuf.h fairshuf_inline.h fairshuf_records.h fairaudit.h fairshuf_mpi.h; do
        echo "#include <$header>" |
            $1 -x $2 -std=$3 -Wall -Wextra -Wpedantic $more $4 -Werror -fsyntax-only $mpi \
                -I "$top/include" -
        result $? "$header, $1 -std=$3"
    done
}

# All internal headers, except those that are included several times with other macros, and
# those for another system.
together() { # compiler
    (cd "$top" && find src -name '*.h') | grep -v -e dice_word -e _wide -e _windows |
        sed 's/.*/#include "&"/' | $1 -x c -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror \
        -Wno-unused-function -fsyntax-only $mpi -I "$top/include" -I "$top" -
    result $? "internal headers together, $1"
}

echo 1..32
try gcc c c99
try gcc c c11
try clang c c99
try g++ c++ c++11 -Wold-style-cast
try g++ c++ c++20 -Wold-style-cast
try clang++ c++ c++11 -Wold-style-cast
together gcc
together clang
exit $failed
