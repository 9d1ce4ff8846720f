#!/bin/sh
# SPDX-License-Identifier: MIT
# oss_fuzz.sh [TARGET]... - builds the fuzz targets (all of tests/fuzz, or those named) as
# OSS-Fuzz wants it. For each target, the folder $OUT gets
#
#     fuzz_NAME                   the program
#     fuzz_NAME_seed_corpus.zip   tests/corpus/NAME
#     fuzz_NAME.options           options of libFuzzer
#     fuzz_NAME.dict              words, for targets that read options
#
# The build uses $CC, $CFLAGS and $LIB_FUZZING_ENGINE, and the folder $WORK. It needs Meson, and no
# libraries. Only libFuzzer is tested. `make fuzz` uses this script, too.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
: "${OUT:?is not set: the folder for the programs}"
work=${WORK:-$OUT/work}
engine=${LIB_FUZZING_ENGINE:--fsanitize=fuzzer}
case $engine in
*.a) engine="$engine -lc++" ;; # engines are written in C++
esac
mkdir -p "$OUT"

# Meson keeps the compiler and its options. If they have changed, it must start again.
settings="${CC:=clang} ${CFLAGS-} $engine"
if [ "$(cat "$work/settings" 2>/dev/null)" != "$settings" ]; then
    rm -rf "$work"
    CC=$CC meson setup "$work" "$top" -Dfuzz_engine="$engine" -Dtools=false -Dbuildtype=plain \
        -Ddefault_library=static -Db_ndebug=false -Db_lundef=false >"$OUT/build.log" 2>&1 ||
        { cat "$OUT/build.log" >&2; exit 1; }
    echo "$settings" >"$work/settings"
fi
if [ $# = 0 ]; then
    set -- $(ninja -C "$work" -t query fuzzers | sed -n 's|^.*tests/fuzz/fuzz_||p')
fi
ninja -C "$work" $(printf 'tests/fuzz/fuzz_%s ' "$@") >"$OUT/build.log" 2>&1 ||
    { cat "$OUT/build.log" >&2; exit 1; }

# The names of options, shuffles and dice, as their tables have them.
names()
{
    prefix=$1
    shift
    (cd "$top" && sed -n "s/^.*\.name = \"\([a-z0-9-]*\)\",.*/\"$prefix\1\"/p" "$@") | sort -u
}

for name; do
    length=256
    quiet=
    case $name in
    records) length=512 ;;
    exact) length=64 ;;
    args | args_mpi)
        names -- tools/options.c >"$OUT/fuzz_$name.dict"
        quiet=yes
        ;;
    audit_request)
        { names -- audit/command/request/options.c
          names '' audit/catalogue/entries.h audit/catalogue/dice.c; } >"$OUT/fuzz_$name.dict"
        quiet=yes
        ;;
    esac
    {
        printf '[libfuzzer]\nmax_len = %s\n' "$length"
        [ -z "$quiet" ] || echo 'close_fd_mask = 3' # it prints why it refuses an input
        [ ! -f "$OUT/fuzz_$name.dict" ] || echo "dict = fuzz_$name.dict"
    } >"$OUT/fuzz_$name.options"
    cp "$work/tests/fuzz/fuzz_$name" "$OUT/"
    rm -f "$OUT/fuzz_${name}_seed_corpus.zip"
    python3 -m zipfile -c "$OUT/fuzz_${name}_seed_corpus.zip" "$top/tests/corpus/$name/"*
done
