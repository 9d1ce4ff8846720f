#!/bin/sh
# SPDX-License-Identifier: MIT
#
# static.sh BUILD [OPTION...] - builds programs that need no shared libraries in BUILD/static, with
# their licence notices (`make static`). OPTIONs are for `meson setup`.
#
# They run on every Linux with the same kind of CPU, also in an empty container. The linker warns
# if a function of glibc, such as getpwnam(), would load shared libraries at run time; here, this
# is an error.
set -eu
[ $# -gt 0 ] || { echo "usage: static.sh BUILD [OPTION...]" >&2; exit 1; }
build=$1
shift
root=$(cd "$(dirname "$0")/.." && pwd)
tree=$build/static-tree
out=$build/static
mkdir -p "$build" "$out"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() {
    "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}

if [ ! -f "$tree/build.ninja" ]; then
    quietly meson setup "$tree" "$root" -Dstatic_tools=true -Ddefault_library=static "$@"
fi
rm -f "$tree/fairshuf" "$tree/fairaudit" # so that the linker runs, and can warn
quietly ninja -C "$tree" fairshuf fairaudit
if grep 'statically linked applications' "$log" >&2; then
    echo "static.sh: the programs would need shared libraries" >&2
    exit 1
fi
for name in fairshuf fairaudit; do
    strip -o "$out/$name" "$tree/$name"
    if readelf -ldW "$out/$name" | grep -e INTERP -e NEEDED >&2; then
        echo "static.sh: $out/$name is not static" >&2
        exit 1
    fi
    echo "built $out/$name ($(wc -c <"$out/$name" | tr -d ' ') bytes)"
done
cp "$root/LICENSE" "$root/THIRD-PARTY" "$out"
