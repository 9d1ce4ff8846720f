#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzz_records.sh FOLDER [ARGUMENT]... - builds tests/fuzz_records.c with clang's libFuzzer,
# sanitizers and the constants of tests/constants_fuzz.h and `fuzz_args` in tests/meson.build
# in FOLDER, and runs it with the arguments, in the folder where it is called. For example,
# for ten minutes:
#
#     mkdir corpus && scripts/fuzz_records.sh build/fuzz -max_total_time=600 corpus \
#         tests/corpus/records
#
# What is new goes to the first folder of inputs, what fails to a file crash-... here. With
# CHECKS= there are no sanitizers, and it is several times as fast.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
checks=${CHECKS-address,undefined}
constants=$(sed -n '/^fuzz_args/,/]/p' "$top/tests/meson.build" |
    grep -o -e '-DFS_[A-Z_]*=[0-9]\+' | tr '\n' ' ')
flags="-g -UNDEBUG -D_GNU_SOURCE $constants -DFS_CONSTANTS='\"constants_fuzz.h\"'"
for include in tests include src src/records; do
    flags="$flags -I$top/$include"
done
watched="-O1 -fsanitize=fuzzer-no-link${checks:+,$checks} -fno-sanitize-recover=all"
vectors=
[ "$(uname -m)" = x86_64 ] && vectors=-DFS_HAVE_X86_KERNELS=1

# The generator and the walks have tests of their own, and would take most of the time: they
# are compiled for speed, with their vectors.
for source in "$top"/src/*.c "$top"/src/records/*.c; do
    name=$(basename "$source" .c)
    how=$watched
    case $name in
    split_* | *_simd128) continue ;;
    chacha8_*) [ -n "$vectors" ] || continue ;;
    esac
    case $name in
    chacha8_sse2) how='-O2 -msse2' ;;
    chacha8_avx2) how='-O2 -mavx2' ;;
    chacha8_avx512) how='-O2 -mavx512f -mavx512bw -mavx512vl' ;;
    kernels) how="-O2 $vectors" ;;
    chacha8 | rng | key | dice | fisher_yates | derange) how=-O2 ;;
    esac
    echo "clang $flags $how -c $source -o $folder/$name.o"
done | xargs -P 2 -d '\n' -n 1 sh -c
sh -c "clang $flags -O1 -fsanitize=fuzzer${checks:+,$checks} -fno-sanitize-recover=all \
    $top/tests/fuzz_records.c $folder/*.o -pthread -o $folder/fuzz_records"
exec "$folder/fuzz_records" -max_len=512 "$@"
