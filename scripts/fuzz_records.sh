#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzz_records.sh FOLDER [ARGUMENT]... - builds tests/fuzz_records.c with clang's libFuzzer,
# sanitizers and the tiny constants of tests/meson.build in FOLDER, and runs it there with
# the arguments. For example, for ten minutes:
#
#     mkdir corpus && scripts/fuzz_records.sh build/fuzz -max_total_time=600 \
#         "$PWD/corpus" "$PWD/tests/corpus/records"
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
folder=$1
shift
mkdir -p "$folder"
cd "$folder"
tiny=$(sed -n "/^tiny_args/,/]/p" "$top/tests/meson.build" | grep -o -e '-DFS_[A-Z_]*=[0-9]*')
checks=address,undefined
for source in "$top"/src/*.c "$top"/src/records/*.c; do
    name=$(basename "$source" .c)
    case $name in # straight-line code for each size of element: slow to compile
    derange | fisher_yates) level=-O0 ;;
    *) level=-O1 ;;
    esac
    # Kernels for vectors are not used: FS_HAVE_X86_KERNELS is not set.
    case $name in
    *_sse2 | *_avx2 | *_avx512 | *_simd128) continue ;;
    esac
    # shellcheck disable=SC2086 # several options
    clang -g $level -fsanitize=fuzzer-no-link,$checks -fno-sanitize-recover=all -UNDEBUG \
        $tiny -D_GNU_SOURCE -I"$top/include" -I"$top/src" -I"$top/src/records" \
        -c "$source" -o "$name.o"
done
# shellcheck disable=SC2086
clang -g -O1 -fsanitize=fuzzer,$checks -fno-sanitize-recover=all -UNDEBUG $tiny \
    -I"$top/include" -I"$top/src" -I"$top/src/records" "$top/tests/fuzz_records.c" ./*.o \
    -pthread -o fuzz_records
exec ./fuzz_records -max_len=4096 "$@"
