#!/bin/sh
# SPDX-License-Identifier: MIT
#
# localize.sh OBJCOPY AR CC... -- LIBRARY... - run by `meson install`: turns each installed
# static library into one object whose internal symbols are local.
#
# In a static library, internal functions are global, so that its objects find each other. They
# would clash with functions of the same name in programs. Shared libraries do not have this
# problem. The archives in the build folder are not changed, because the tests need them.
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
# With -flto, gcc would put only its intermediate code into the object, which other compilers
# cannot link. This option makes it machine code.
if $compiler -flinker-output=nolto-rel -E -x c /dev/null >/dev/null 2>&1; then
    compiler="$compiler -flinker-output=nolto-rel"
fi
work=$(mktemp -d "${MESON_BUILD_ROOT:-.}/localize.XXXXXX") # /tmp may not be writable
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
