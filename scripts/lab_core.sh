#!/bin/sh
# SPDX-License-Identifier: MIT
# lab_core.sh FOLDER - builds the C core of the web page, FOLDER/lab.wasm. It uses the vector
# instructions of WebAssembly, which all browsers have had since 2023.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
made=$folder/lab-core

build() {
    test -f "$made/build.ninja" ||
        meson setup "$made" "$root" -Dtools=false --cross-file "$root/scripts/wasm.cross" \
            --cross-file "$root/scripts/wasm-simd.cross"
    ninja -C "$made" lab/core/lab.wasm
}

# The output is shown only if the build fails.
build > "$folder/lab-core.log" 2>&1 || {
    cat "$folder/lab-core.log" >&2
    exit 1
}
rm -f "$folder/lab-core.log"
# An unchanged module keeps its time, so that nothing is rebuilt needlessly.
cmp -s "$made/lab/core/lab.wasm" "$folder/lab.wasm" ||
    cp "$made/lab/core/lab.wasm" "$folder/lab.wasm"
