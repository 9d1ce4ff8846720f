#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_install.sh BUILD - tests an installed copy (DESTDIR): pkg-config finds it, a small
# program works with the shared and with the static library, and only fair_... is visible. The
# same for the audit. Man pages and licence notices are installed, and binaries are hardened.
build=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
failed=0

result() { # exit status, title
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $number - $2"
    else
        echo "not ok $number - $2"
        failed=1
    fi
}

echo 1..20
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

printf '%s\n' '#include <fairshuf.hpp>' '#include <string>' \
    'int main() { std::string s = "shuffled"; fair::shuffle(s); return s.size() != 8; }' \
    >"$work/string.cc"
g++ -std=c++11 -Wall -Werror "$work/string.cc" $flags -o "$work/cpp" &&
    LD_LIBRARY_PATH=$libdir "$work/cpp"
result $? "a program in C++"

others=$(nm -D --defined-only "$libdir/libfairshuf.so" |
    awk '$2 != "A" {print $3}' | grep -v '^fair_')
[ -z "$others" ]
result $? "only fair_... is exported $others"

readelf -d "$libdir/libfairshuf.so" | grep -q 'SONAME.*libfairshuf\.so\.1'
result $? "the soname is libfairshuf.so.1"

gcc -std=c99 -Wall -Werror "$here/../../examples/prove.c" \
    $(pkg-config --cflags --libs fairaudit) -o "$work/prove" &&
    LD_LIBRARY_PATH=$libdir "$work/prove" | grep -q 'NOT fair, proved'
result $? "a program with the shared library of the audit"

gcc -std=c99 -Wall -Werror "$here/../../examples/prove.c" $(pkg-config --cflags fairaudit) \
    "$libdir/libfairaudit.a" -lm -pthread -o "$work/prove" && "$work/prove" >"$work/log"
result $? "a program with the static library of the audit"

others=$(nm -D --defined-only "$libdir/libfairaudit.so" |
    awk '$2 != "A" {print $3}' | grep -v '^fairaudit_')
[ -z "$others" ]
result $? "only fairaudit_... is exported $others"

for name in fairshuf fairaudit; do
    others=$(nm -g --defined-only "$libdir/lib$name.a" | awk 'NF == 3 {print $3}' |
        grep -v "^fair")
    [ -z "$others" ]
    result $? "lib$name.a has no other global names $(echo $others | cut -c 1-60)"
done

# A program can have a function with the name of an internal one.
{
    echo '#include <fairshuf.h>'
    echo 'int called; int fs_entropy(void); int fs_entropy(void) { return called = 1; }'
    echo 'int main(void) { fair_rng rng; return fair_rng_init(&rng) != 0 || called; }'
} >"$work/clash.c"
gcc $(pkg-config --cflags fairshuf) "$work/clash.c" "$libdir/libfairshuf.a" -pthread \
    -o "$work/clash" && "$work/clash"
result $? "a program can use the name of an internal function"

# With the flags of some distributions, objects contain machine code and intermediate code for
# link-time optimization. The latter must be removed.
printf '__attribute__((visibility("hidden"))) int fs_one(void);\nint fs_one(void) { return 1; }\n' \
    >"$work/one.c"
printf 'int fs_one(void);\nint fair_two(void);\nint fair_two(void) { return 2 * fs_one(); }\n' \
    >"$work/two.c"
(
    cd "$work" && gcc -O2 -flto -ffat-lto-objects -c one.c two.c && ar crs lto.a one.o two.o &&
        unset DESTDIR && "$here/../../scripts/localize.sh" objcopy ar gcc -- "$work/lto.a" &&
        [ "$(nm -g --defined-only lto.a | awk 'NF == 3 {print $3}')" = fair_two ] &&
        ! readelf -SW lto.a | grep -q 'gnu\.lto'
)
result $? "the same if everything was compiled with -flto"

# Pages and links.
manual=$(find "$work" -path '*/man/man3')
missing=
for name in $(nm -D --defined-only "$libdir/libfairshuf.so" "$libdir/libfairaudit.so" |
    awk '$2 == "T" {sub("@.*", "", $3); print $3}'); do
    [ -f "$manual/$name.3" ] || missing="$missing $name"
done
[ -z "$missing" ]
result $? "every function has a man page $missing"

notices=$(find "$work" -path '*/share/doc/fairshuf/*')
for name in LICENSE THIRD-PARTY; do
    echo "$notices" | grep -q "/$name\$"
    result $? "$name is installed"
done

# Symbols are bound at the start and then read-only; programs are position-independent.
hardened() { # file, what must be there
    for word in $2; do
        readelf -ldW "$1" | grep -q "$word" || { echo "# $1: no $word"; return 1; }
    done
}
hardened "$libdir/libfairshuf.so" "GNU_RELRO BIND_NOW" &&
    hardened "$libdir/libfairaudit.so" "GNU_RELRO BIND_NOW"
result $? "the libraries have full RELRO"
bin=$(dirname "$(find "$work" -path '*/bin/fairshuf')")
hardened "$bin/fairshuf" "GNU_RELRO BIND_NOW PIE" &&
    hardened "$bin/fairaudit" "GNU_RELRO BIND_NOW PIE"
result $? "the programs have full RELRO and are position-independent"
nm -D "$libdir/libfairaudit.so" | grep -q '__memcpy_chk' &&
    nm -D "$libdir/libfairaudit.so" | grep -q '__stack_chk_fail' &&
    nm -D "$libdir/libfairshuf.so" | grep -q '__stack_chk_fail'
result $? "copies and stacks are checked (_FORTIFY_SOURCE, stack protector)"
exit $failed
