#!/bin/sh
# SPDX-License-Identifier: MIT
#
# install.sh install|uninstall BUILD - implements `make install` and `make uninstall`.
#
# PREFIX, LIBDIR, DESTDIR, LAB, MPI and MPICC come from the environment. Before anything is
# built, it checks that the target folders are writable. It never uses a network: it installs
# no packages, and the web page only if it has been built.
#
# BUILD/installed has a list of installed files for each target, so that uninstall knows every
# install from this tree, not only the last one.
set -eu
[ $# -eq 2 ] || { echo "usage: install.sh install|uninstall BUILD" >&2; exit 1; }
action=$1
build=$2

fail() { # message
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
DESTDIR=${DESTDIR%/} # a slash at the end makes no difference
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
        /*) at=$DESTDIR$folder ;; # LIBDIR can be an absolute path
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

remember() { # log: adds the installed files to the list, even if the install failed
    mkdir -p "$build/installed"
    { echo "# $place"; cat "$1"; } |
        { [ ! -f "$list" ] || cat "$list"; cat; } | sort -u >"$list.new"
    mv "$list.new" "$list"
}

install_all() {
    case $LAB in
    auto | yes | no) ;;
    *) fail "LAB=$LAB; it must be auto, yes or no" ;;
    esac
    case $MPI in
    yes | no) ;;
    *) fail "MPI=$MPI; it must be yes or no" ;;
    esac
    check_writable
    page=false
    [ "$LAB" = no ] || [ ! -f "$build/lab.html" ] || page=true
    [ "$LAB" != yes ] || [ $page = true ] ||
        fail "LAB=yes, but there is no $build/lab.html; run make lab first"
    mpi=false
    [ "$MPI" != yes ] || mpi=true
    set -- "$build" -Dprefix="$PREFIX" -Dlibdir="$LIBDIR" -Dlab=$page -Dmpi=$mpi
    [ -z "$MPICC" ] || set -- "$@" -Dmpicc="$MPICC"
    [ ! -f "$build/build.ninja" ] || set -- --reconfigure "$@"
    quietly meson setup "$@"
    quietly ninja -C "$build" all
    log=$build/meson-logs/install-log.txt
    rm -f "$log"
    status=0
    (quietly env DESTDIR="$DESTDIR" meson install -C "$build" --no-rebuild --quiet) || status=1
    [ ! -f "$log" ] || remember "$log"
    [ $status -eq 0 ] ||
        fail "only a part was installed in $place; make uninstall removes it"
    update_linker_cache
    echo "installed in $place"
}

uninstall_all() {
    if [ ! -f "$list" ]; then
        others=$(sed -n 's/^# \//\//p' "$build"/installed/* 2>/dev/null | tr '\n' ' ')
        fail "nothing was installed in $place from this tree${others:+, only in: $others}"
    fi
    check_writable
    # Remove files before their folders. A folder with other files stays.
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
