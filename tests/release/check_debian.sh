#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_debian.sh - the Debian packages can be built from this tree without a network, lintian
# finds nothing wrong with them, they can be installed and removed, and their autopkgtest passes.
#
# Packages are installed in a copy of this system: an overlay in memory, which ends with its mount
# namespace. So nothing is changed outside the temporary folder. This needs root, and the right to
# mount.
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
failed=0
unset DESTDIR MAKEFLAGS MAKELEVEL CC CFLAGS LDFLAGS
export LC_ALL=C.UTF-8

result() { # exit status, name
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $number - $2"
    else
        tail -n 20 "$work/log" | cut -c 1-300 | sed 's/^/# /'
        echo "not ok $number - $2"
        failed=1
    fi
}

offline=
unshare --mount --net true 2>/dev/null && offline='unshare --net'

echo 1..6

# The tree as it is now. In a tarball there is no git.
tree=$work/fairshuf
mkdir "$tree"
cd "$root" || exit 1
{
    git ls-files -z -co --exclude-standard 2>/dev/null ||
        find . \( -name .git -o -name node_modules -o -path ./build \) -prune -o -type f -print0
} | tar -c --null --no-recursion --ignore-failed-read -T - 2>/dev/null | tar -x -C "$tree"
version=$(sed -n '1s/.*(\(.*\)-.*/\1/p' "$tree/debian/changelog")
tar -C "$work" -cf - --exclude=fairshuf/debian fairshuf |
    gzip -1 >"$work/fairshuf_$version.orig.tar.gz"

# Optimization and debugging information take most of the time, and change nothing here.
cd "$tree" &&
    DEB_BUILD_OPTIONS="parallel=$(nproc) noautodbgsym" DEB_CFLAGS_APPEND='-O1 -g0' \
        $offline dpkg-buildpackage -us -uc >"$work/log" 2>&1
result $? "dpkg-buildpackage"
cd "$work" || exit 1
ls ./*.deb 2>&1 | sed 's/_.*//; s|./||' | tr '\n' ' ' >"$work/log"
[ "$(cat "$work/log")" = 'fairshuf-doc fairshuf libfairaudit1 libfairshuf-dev libfairshuf1 ' ]
result $? "the packages: library, development, programs, documents"
lintian --allow-root --pedantic -I ./*.changes >"$work/log" 2>&1 && [ ! -s "$work/log" ]
result $? "lintian finds nothing, except what debian/ explains"

if [ -z "$offline" ]; then
    for name in 'dpkg installs them' 'autopkgtest' 'dpkg removes them'; do
        number=$((number + 1))
        echo "ok $number - $name # SKIP this needs root, and namespaces"
    done
    exit $failed
fi

# ---- in the overlay -----------------------------------------------------------------------

# Prints a line "ok" or "failed" for each of the three tests into the file `results`.
cat >"$work/inside.sh" <<'END'
work=$1
mount -t tmpfs none "$work/overlay" && cd "$work/overlay" && mkdir upper work root &&
    mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root &&
    mount -t proc proc root/proc && mount --rbind /dev root/dev &&
    mount -t tmpfs -o mode=1777 none root/tmp &&
    mkdir root/tmp/tree && cp "$work"/*.deb root/tmp && cp -r "$work/fairshuf/debian" root/tmp/tree ||
    exit 1
# autopkgtest asks apt whether the packages that a test needs are installed. Without lists, apt
# is fast, and does not look for a network.
rm -rf root/etc/apt/sources.list.d/* root/var/lib/apt/lists/* root/var/lib/man-db/auto-update
: >root/etc/apt/sources.list
try() { # command
    chroot root sh -c "$1" && echo ok >>"$work/results" || echo failed >>"$work/results"
}
try 'dpkg -i /tmp/*.deb && man -w fair_permute_copy32 fairaudit fairshuf'
try 'cd /tmp/tree && autopkgtest --user=nobody --no-built-binaries --quiet . -- null'
try 'names="fairshuf fairshuf-doc libfairshuf-dev libfairshuf1 libfairaudit1"
    files=$(dpkg -L $names) && dpkg --purge $names &&
    for file in $files; do [ ! -f "$file" ] || { echo "$file is left"; exit 1; }; done'
END
mkdir "$work/overlay"
unshare --mount --net --pid --fork sh "$work/inside.sh" "$work" >"$work/log" 2>&1 || echo "# no overlay"
touch "$work/results"
line=0
for name in 'dpkg installs them, with man pages' 'autopkgtest' 'dpkg removes them'; do
    line=$((line + 1))
    [ "$(sed -n ${line}p "$work/results")" = ok ]
    result $? "$name"
done
exit $failed
