#!/bin/sh
# SPDX-License-Identifier: MIT
#
# localize.sh OBJCOPY AR CC... -- LIBRARY... - run by `meson install`: makes each installed
# static library one object whose internal symbols are local.
#
# A static library keeps internal functions global, so that its objects find each other.
# Programs would see them, too, and clash with functions of the same name. The shared
# libraries do not have that problem. The archives in the build folder stay as they are,
# for the tests.
set -eu
objcopy=$1
ar=$2
shift 2
compiler=
while [ "$1" != -- ]; do
    compiler="$compiler $1"
    shift
done
shift
# With -flto among the flags, gcc would put only its own form of the code into the object,
# which no other compiler can link. This makes it machine code.
if $compiler -flinker-output=nolto-rel -E -x c /dev/null >/dev/null 2>&1; then
    compiler="$compiler -flinker-output=nolto-rel"
fi
work=$(mktemp -d "${MESON_BUILD_ROOT:-.}/localize.XXXXXX") # writable, as /tmp may not be
trap 'rm -rf "$work"' EXIT
for library in "$@"; do
    case $library in
    /*) path=${DESTDIR-}$library ;;
    *) path=$MESON_INSTALL_DESTDIR_PREFIX/$library ;;
    esac
    object=$work/$(basename "$library" .a).o
    $compiler -r -nostdlib -Wl,--whole-archive "$path" -o "$object"
    "$objcopy" --localize-hidden "$object"
    rm "$path"
    "$ar" crsD "$path" "$object"
    chmod 644 "$path"
done
