#!/bin/sh
# SPDX-License-Identifier: MIT
#
# packages.sh TIER... - installs the Debian packages of packages.txt that are missing.
#
# Does nothing, quickly, if nothing is missing. Installs as root, or with sudo if that needs no
# password, and says so. Otherwise prints the command to run, and fails. With PACKAGES=no in the
# environment, it installs nothing, names the missing packages, and succeeds, because the
# software may be installed without a package.
set -eu
list=$(dirname "$0")/../packages.txt

wanted=
for item in $(for tier in "$@"; do sed -n "s/^$tier  *//p" "$list"; done); do
    case $item in
    */*) command -v "${item#*/}" >/dev/null 2>&1 || wanted="$wanted ${item%/*}" ;;
    *) wanted="$wanted $item" ;;
    esac
done
[ -n "$wanted" ] || exit 0
if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "packages.sh: this is not Debian; make sure that these are installed:" $wanted >&2
    exit 0
fi
installed=$(dpkg-query -W -f '${db:Status-Abbrev}${Package} ' $wanted 2>/dev/null || true)
missing=
for package in $wanted; do
    case " $installed" in
    *" ii $package "* | *"ii  $package "*) ;;
    *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0
if [ "${PACKAGES-yes}" = no ]; then
    echo "packages.sh: missing, but not installed because of PACKAGES=no:$missing" >&2
    exit 0
fi

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root=sudo
else
    echo "packages.sh: packages are missing; as root, run" >&2
    echo "    apt-get install --no-install-recommends$missing" >&2
    exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends $missing
}
echo "installing Debian packages (PACKAGES=no prevents this):$missing"
# The package lists may be missing or old. In this case, fetch them and try again.
if ! install >"$log" 2>&1 && ! { $as_root apt-get update -q && install; } >"$log" 2>&1; then
    cat "$log" >&2
    echo "packages.sh: could not install$missing" >&2
    exit 1
fi
