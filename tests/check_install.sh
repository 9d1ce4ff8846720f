#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_install.sh BUILD - an installed copy (DESTDIR) is found by pkg-config and used by a
# small program, linked both ways; nothing but fair_... is exported. The same for the audit.
build=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
failed=0

result() { # exit status, name
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $number - $2"
    else
        echo "not ok $number - $2"
        failed=1
    fi
}

echo 1..9
DESTDIR=$work meson install -C "$build" --no-rebuild --quiet >"$work/log" 2>&1
result $? "meson install into DESTDIR"

PKG_CONFIG_PATH=$(dirname "$(find "$work" -name fairshuf.pc)")
export PKG_CONFIG_PATH
export PKG_CONFIG_SYSROOT_DIR=$work
flags=$(pkg-config --cflags --libs fairshuf)
result $? "pkg-config finds it: $(pkg-config --modversion fairshuf)"

libdir=$(dirname "$PKG_CONFIG_PATH")
gcc -std=c99 -Wall -Werror "$here/installed.c" $flags -o "$work/dynamic" &&
    LD_LIBRARY_PATH=$libdir "$work/dynamic"
result $? "a program with the shared library"

gcc -std=c99 -Wall -Werror "$here/installed.c" $(pkg-config --cflags fairshuf) \
    "$libdir/libfairshuf.a" -o "$work/static" && "$work/static"
result $? "a program with the static library"

others=$(nm -D --defined-only "$libdir/libfairshuf.so" | awk '{print $3}' | grep -v '^fair_')
[ -z "$others" ]
result $? "only fair_... is exported $others"

readelf -d "$libdir/libfairshuf.so" | grep -q 'SONAME.*libfairshuf\.so\.0'
result $? "the soname is libfairshuf.so.0"

gcc -std=c99 -Wall -Werror "$here/../examples/prove.c" \
    $(pkg-config --cflags --libs fairaudit) -o "$work/prove" &&
    LD_LIBRARY_PATH=$libdir "$work/prove" | grep -q 'NOT fair, proved'
result $? "a program with the shared library of the audit"

gcc -std=c99 -Wall -Werror "$here/../examples/prove.c" $(pkg-config --cflags fairaudit) \
    "$libdir/libfairaudit.a" -lm -pthread -o "$work/prove" && "$work/prove" >"$work/log"
result $? "and with the static one"

others=$(nm -D --defined-only "$libdir/libfairaudit.so" | awk '{print $3}' |
    grep -v '^fairaudit_')
[ -z "$others" ]
result $? "only fairaudit_... is exported $others"
exit $failed
