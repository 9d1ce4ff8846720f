#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lab.sh FOLDER - builds the web page, FOLDER/lab.html, with the C core for WebAssembly, and
# FOLDER/lab-licences.txt, the licence notices of everything in the page. Parts that are up to
# date are not built again.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$1

"$root/scripts/lab_core.sh" "$folder"
modules=$root/lab/node_modules/.package-lock.json
if [ ! "$modules" -nt "$root/lab/package-lock.json" ]; then
    npm ci --prefix "$root/lab" --no-audit --no-fund --loglevel=error || {
        echo "lab.sh: npm could not get the packages of lab/package.json; check the network" >&2
        exit 1
    }
    touch "$modules"
fi
node "$root/lab/build.mjs" --core "$folder/lab.wasm" --out "$folder/lab.html" \
    --licences "$folder/lab-licences.txt"
