#!/bin/sh
# SPDX-License-Identifier: MIT
# lab_core.sh FOLDER - builds the C core of the web page: FOLDER/lab.wasm, and lab-simd.wasm for
# browsers with vector instructions.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)

# build NAME CROSS-FILE...
build() {
    name=$1
    made=$folder/lab-core-$name
    shift
    test -f "$made/build.ninja" ||
        meson setup "$made" "$root" -Dtools=false "$@"
    ninja -C "$made" lab/core/lab.wasm
}

# quietly NAME CROSS-FILE... - the same; shows the output if it fails.
quietly() {
    build "$@" > "$folder/lab-core.log" 2>&1 || {
        cat "$folder/lab-core.log" >&2
        exit 1
    }
    rm -f "$folder/lab-core.log"
}

# put NAME FILE - copies a module if it has changed, so that nothing is rebuilt needlessly.
put() {
    cmp -s "$folder/lab-core-$1/lab/core/lab.wasm" "$folder/$2" ||
        cp "$folder/lab-core-$1/lab/core/lab.wasm" "$folder/$2"
}

quietly plain --cross-file "$root/scripts/wasm.cross"
quietly simd --cross-file "$root/scripts/wasm.cross" \
    --cross-file "$root/scripts/wasm-simd.cross"
put plain lab.wasm
put simd lab-simd.wasm
