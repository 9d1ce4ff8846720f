#!/bin/sh
# SPDX-License-Identifier: MIT
#
# install.sh install|uninstall BUILD - what `make install` and `make uninstall` do.
#
# PREFIX, LIBDIR, DESTDIR and LAB come from the environment. Whether the place can be written
# to is checked before anything is built. Nothing comes from a network: packages are not
# installed, and the web page is only installed if it has been built.
#
# What was installed where is kept in BUILD/installed, one list for each place, so that
# uninstall knows every install from this tree, not only the last one.
set -eu
action=$1
build=$2

fail() { # what happened; what to do
    echo "make $action: $1" >&2
    exit 1
}

case $DESTDIR in
'' | /*) ;;
*) DESTDIR=$PWD/$DESTDIR ;;
esac
case $PREFIX in
/*) ;;
*) fail "PREFIX=$PREFIX is relative; give the whole path, as in PREFIX=$PWD/$PREFIX" ;;
esac
DESTDIR=${DESTDIR%/} # the same place with a slash at the end and without
[ "$PREFIX" = / ] || PREFIX=${PREFIX%/}
place=$DESTDIR$PREFIX
list=$build/installed/$(printf %s "$place" | cksum | cut -d ' ' -f 1)

quietly() { # command: shows its output if it fails
    "$@" >"$build.log" 2>&1 || { cat "$build.log" >&2; rm -f "$build.log"; exit 1; }
    rm -f "$build.log"
}

check_writable() {
    for folder in bin include "$LIBDIR" "$LIBDIR/pkgconfig" share share/man share/doc; do
        case $folder in
        /*) at=$DESTDIR$folder ;; # LIBDIR can be the whole path
        *) at=$place/$folder ;;
        esac
        while [ ! -e "$at" ]; do
            at=$(dirname "$at")
        done
        [ -d "$at" ] && [ -w "$at" ] ||
            fail "cannot write to $at; use sudo, or choose a PREFIX that you can write to"
    done
}

update_linker_cache() {
    if [ -z "$DESTDIR" ] && [ "$(id -u)" -eq 0 ] && command -v ldconfig >/dev/null; then
        ldconfig
    fi
}

remember() { # log: adds what was installed to the list, also by an install that failed
    mkdir -p "$build/installed"
    { echo "# $place"; cat "$1"; } |
        { [ ! -f "$list" ] || cat "$list"; cat; } | sort -u >"$list.new"
    mv "$list.new" "$list"
}

install_all() {
    check_writable
    page=false
    [ "$LAB" = no ] || [ ! -f "$build/lab.html" ] || page=true
    [ "$LAB" != yes ] || [ $page = true ] ||
        fail "LAB=yes, but there is no $build/lab.html; run make lab first"
    if [ -f "$build/build.ninja" ]; then
        quietly meson setup --reconfigure "$build" -Dprefix="$PREFIX" -Dlibdir="$LIBDIR" \
            -Dlab=$page
    else
        quietly meson setup "$build" -Dprefix="$PREFIX" -Dlibdir="$LIBDIR" -Dlab=$page
    fi
    quietly ninja -C "$build" all
    log=$build/meson-logs/install-log.txt
    rm -f "$log"
    status=0
    (quietly env DESTDIR="$DESTDIR" meson install -C "$build" --no-rebuild --quiet) || status=1
    [ ! -f "$log" ] || remember "$log"
    [ $status -eq 0 ] ||
        fail "not all was installed in $place; make uninstall removes what was"
    update_linker_cache
    echo "installed in $place"
}

uninstall_all() {
    if [ ! -f "$list" ]; then
        others=$(sed -n 's/^# \//\//p' "$build"/installed/* 2>/dev/null | tr '\n' ' ')
        fail "nothing was installed in $place from this tree${others:+; but in: $others}"
    fi
    check_writable
    # Files before the folders they are in; a folder that has other files stays.
    grep '^/' "$list" | sort -r | while IFS= read -r path; do
        if [ -d "$path" ] && [ ! -L "$path" ]; then
            rmdir "$path" 2>/dev/null || :
        else
            rm -f "$path"
        fi
    done
    rm "$list"
    update_linker_cache
    echo "removed from $place"
}

case $action in
install) install_all ;;
uninstall) uninstall_all ;;
*) echo "usage: install.sh install|uninstall BUILD" >&2; exit 1 ;;
esac
