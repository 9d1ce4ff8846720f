#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzz_records.sh FOLDER [ARGUMENT]... - builds tests/records/fuzz_records.c in FOLDER, with
# clang's libFuzzer, sanitizers, and the constants of tests/records/constants_fuzz.h and of
# `fuzz_args` in tests/records/meson.build. Runs it with the arguments, in the current
# folder. For example, for ten minutes:
#
#     mkdir corpus && scripts/fuzz_records.sh build/fuzz -max_total_time=600 corpus \
#         tests/corpus/records
#
# New inputs go to the first folder, inputs that fail to a file crash-... in the current folder.
# With CHECKS= there are no sanitizers, and it is several times as fast.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
checks=${CHECKS-address,undefined}
constants=$(sed -n '/^fuzz_args/,/]/p' "$top/tests/records/meson.build" |
    grep -o -e '-DFS_[A-Z_]*=[0-9]\+' | tr '\n' ' ')
flags="-g -UNDEBUG -D_GNU_SOURCE $constants -DFS_CONSTANTS='\"tests/records/constants_fuzz.h\"'"
flags="$flags -I$top -I$top/include"
watched="-O1 -fsanitize=fuzzer-no-link${checks:+,$checks} -fno-sanitize-recover=all"

# The generator and the walks have tests of their own, and would take most of the time. So they
# are compiled for speed, with vector instructions.
find "$top/src" -name '*.c' | while read -r source; do
    name=$(basename "$source" .c)
    how=$watched
    case $name in
    split_kernels | put_kernels) how="$how -DFS_NO_KERNELS" ;;
    chacha8* | kernels | rng | key | dice | fisher_yates | derange) how=-O2 ;;
    esac
    echo "clang $flags $how -c $source -o $folder/$name.o"
done | xargs -P 2 -d '\n' -n 1 sh -c
sh -c "clang $flags -O1 -fsanitize=fuzzer${checks:+,$checks} -fno-sanitize-recover=all \
    $top/tests/records/fuzz_records.c $folder/*.o -pthread -o $folder/fuzz_records"
exec "$folder/fuzz_records" -max_len=512 "$@"
