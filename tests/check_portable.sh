#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_portable.sh - the sources compile where there is neither Linux nor glibc.
#
# No such machine is needed for that: copies of the sources are compiled with the macros of
# Linux undefined and without _GNU_SOURCE, so that what only Linux and glibc have is not
# declared. What the BSDs and macOS have beyond POSIX is declared below. This shows that a
# fallback exists and compiles; whether it works, only such a machine can show.
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc=${CC:-gcc}

for folder in include common src src/records tools audit audit/command; do
    mkdir -p "$work/$folder"
    for file in "$here/$folder"/*.[ch]; do
        sed 's/^#define _GNU_SOURCE.*/#define _DEFAULT_SOURCE/' "$file" \
            >"$work/$folder/$(basename "$file")"
    done
done
mkdir "$work/hidden" "$work/hidden/sys" "$work/hidden/mach-o"
for header in sys/vfs.h sys/statfs.h sys/auxv.h sys/sysinfo.h sys/prctl.h sys/epoll.h error.h; do
    echo "#error only Linux has <$header>" >"$work/hidden/$header"
done
cat >"$work/hidden/bsd.h" <<'END'
#include <stdarg.h>
#include <stddef.h>
int asprintf(char **, const char *, ...);
int vasprintf(char **, const char *, va_list);
void *memmem(const void *, size_t, const void *, size_t);
END
cat >"$work/hidden/sys/random.h" <<'END'
#include <stddef.h>
int getentropy(void *, size_t);
END
cat >"$work/hidden/mach-o/dyld.h" <<'END'
#include <stdint.h>
int _NSGetExecutablePath(char *, uint32_t *);
END

compile() { # macro of the system, folder, folders of headers
    macro=$1
    folder=$2
    shift 2
    ls "$work/$folder"/*.c | grep -v -e '_sse2\.c' -e '_avx' -e '_simd128\.c' |
        xargs -P 2 -n 20 $cc -std=c11 -fsyntax-only -fno-builtin \
            -Werror=implicit-function-declaration \
            -U__linux__ -U__linux -U__gnu_linux__ "$macro" -D_FILE_OFFSET_BITS=64 \
            -DFAIRAUDIT_VERSION='""' -DFAIRAUDIT_DATADIR='"/"' -isystem "$work/hidden" \
            -include "$work/hidden/bsd.h" -I"$work/include" \
            $(for headers in "$@"; do echo "-I$work/$headers"; done) >>"$work/log" 2>&1
}

try() { # name of the system, macro that it defines
    : >"$work/log"
    number=$((number + 1))
    compile "$2" src
    compile "$2" src/records src
    compile "$2" tools
    compile "$2" audit
    compile "$2" audit/command audit tools
    if ! grep -q -e 'error:' -e '^xargs' "$work/log"; then
        echo "ok $number - all sources compile for $1"
    else
        grep 'error:' "$work/log" | sed "s|^$work/|# |"
        echo "not ok $number - all sources compile for $1"
        failed=1
    fi
}

number=0
failed=0
echo 1..2
try macOS -D__APPLE__
try "a system of no name" -DOTHER
exit $failed
