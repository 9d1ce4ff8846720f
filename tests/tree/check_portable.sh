#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_portable.sh - the sources compile on systems without Linux and glibc.
#
# Copies of the sources are compiled with the macros of Linux undefined and without
# _GNU_SOURCE, so that extensions of Linux and glibc are not declared. Extensions of the BSDs
# and macOS are declared below. This shows that fallbacks exist and compile, not that they
# work. What needs MPI is compiled only if there is an mpicc.
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc=${CC:-gcc}
# Where mpi.h is. Without MPI, the sources that need it are left out.
mpi=$(mpicc -show 2>/dev/null | tr ' ' '\n' | sed -n 's/^-I/-isystem /p')

mpi=$(mpicc -show 2>/dev/null | grep -o -e '-I[^ ]*' | sed 's/^-I/-isystem/')
(cd "$here" && tar cf - include common src cli tools audit) | tar xf - -C "$work"
[ -n "$mpi" ] || rm -r "$work/src/mpi" "$work/tools/mpi"
find "$work" -name '*.[ch]' -exec \
    sed -i 's/^#define _GNU_SOURCE.*/#define _DEFAULT_SOURCE/' {} +
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

compile() { # macro of the system, folder
    find "$work/$2" -name '*.c' ! -path '*/x86/*' ! -path '*/arm/*' ! -path '*/wasm/*' |
        { [ -n "$mpi" ] && cat || grep -v '/mpi/'; } |
        xargs -P 2 -n 20 $cc $mpi -std=c11 -fsyntax-only -fno-builtin \
            -Werror=implicit-function-declaration \
            -U__linux__ -U__linux -U__gnu_linux__ "$1" -D_FILE_OFFSET_BITS=64 \
            -DFAIRAUDIT_VERSION='""' -DFAIRAUDIT_DATADIR='"/"' -isystem "$work/hidden" \
            -include "$work/hidden/bsd.h" -I"$work/include" -I"$work" $mpi \
            >>"$work/log" 2>&1
}

try() { # name of the system, macro that it defines
    : >"$work/log"
    number=$((number + 1))
    for folder in src cli tools audit; do
        compile "$2" "$folder"
    done
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
try "an unknown system" -DOTHER
exit $failed
