#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_portable.sh - the sources compile on systems without Linux and glibc.
#
# This shows that fallbacks exist and compile; check_fallbacks.sh runs them. What needs MPI is
# compiled only if there is an mpicc.
. "$(dirname "$0")/without_linux.sh"
cc=${CC:-gcc}
# Where mpi.h is. Without MPI, the sources that need it are left out.
mpi=$(mpicc -show 2>/dev/null | grep -o -e '-I[^ ]*' | sed 's/^-I/-isystem/')

copy macos "$macos"
copy bsd "$bsd"
[ -n "$mpi" ] || rm -r "$work"/*/src/mpi "$work"/*/tools/mpi

number=0
failed=0
report() { # whether it failed, name of the test
    number=$((number + 1))
    [ "$1" -eq 0 ] || printf 'not '
    echo "ok $number - $2"
    [ "$1" -eq 0 ] || failed=1
}

compile() { # copy, macros that are defined, folders
    cd "$work/$1" && macros=$2
    shift 2
    find "$@" -name '*.c' ! -path '*/x86/*' ! -path '*/arm/*' ! -path '*/wasm/*' |
        xargs -P 2 -n 20 $cc -std=c11 -fsyntax-only -fno-builtin \
            -Werror=implicit-function-declaration $without_linux $macros \
            -D_FILE_OFFSET_BITS=64 -DFAIRAUDIT_VERSION='""' -DFAIRAUDIT_DATADIR='"/"' \
            -Iinclude -I. $mpi >"$work/log" 2>&1
    status=$?
    [ $status -eq 0 ] || grep -e 'error:' -e '^xargs' "$work/log" | sed 's/^/# /;20q'
    return $status
}

asks_system() { # copy, macro of the system: whether random bytes come from getentropy()
    cd "$work/$1" && $cc -std=c11 -S -o - $without_linux "$2" -Iinclude -I. \
        src/bits/entropy.c | grep -q getentropy
}

everything='src cli tools audit'
echo 1..7
compile macos -D__APPLE__ $everything
report $? "all sources compile for macOS"
compile bsd -Dour_OpenBSD $everything
report $? "all sources compile for OpenBSD"
compile bsd "-DFAIR_NO_THREADS -DAUDIT_NO_THREADS" src/base src/bits src/shuffle audit/orders
report $? "the libraries compile for an unknown system without threads"
asks_system macos -D__APPLE__
report $? "random bytes come from the system on macOS"
for system in FreeBSD NetBSD OpenBSD; do
    asks_system bsd -Dour_$system
    report $? "random bytes come from the system on $system"
done
exit $failed
