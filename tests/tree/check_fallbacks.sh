#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_fallbacks.sh - the commands work without extensions of Linux and glibc.
#
# Builds a copy of the sources in which these cannot be used, and runs tests of the commands
# with it. So fallbacks are not only compiled, as check_portable.sh does. The tests that are
# chosen need nothing that only Linux can do, such as keeping the attributes of files.
. "$(dirname "$0")/without_linux.sh"
copy tree "$bsd" meson.build meson_options.txt LICENSE THIRD-PARTY abi cmake man examples scripts
build=$work/build
number=0
failed=0
try() { # name of the test, command
    number=$((number + 1)) name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        echo "ok $number - $name"
    else
        sed 's/^/# /' "$work/log" | tail -40
        echo "not ok $number - $name"
        failed=1
    fi
}

make_copy() {
    meson setup "$build" "$work/tree" --buildtype=debug -Doptimization=0 -Ddebug=false \
        -Ddefault_library=static -Dstatic_tools=false \
        -Dc_args="$(echo $without_linux -Dour_OpenBSD)" &&
        ninja -C "$build" fairshuf fairaudit
}

# Otherwise nothing would be tested.
has_no_extensions() {
    for program in fairshuf fairaudit; do
        nm -D "$build/$program" >"$work/symbols" || return 1
        ! grep -E 'getrandom|affinity|fallocate|fadvise|mallopt|sync_file|prctl|syscall' \
            "$work/symbols" || return 1
    done
}

echo 1..4
commands=$here/tests/commands
try "a copy without extensions of Linux is built" make_copy
[ $failed -eq 0 ] || exit 1 # there is nothing to test
try "... and uses none of them" has_no_extensions
try "... fairshuf works" python3 "$commands/cli.py" "$build/fairshuf" split faults
try "... fairaudit works" python3 "$commands/cli_audit.py" "$build/fairaudit" \
    "$build/fairshuf" saved
exit $failed
