# SPDX-License-Identifier: MIT
#
# without_linux.sh - for check_portable.sh and check_fallbacks.sh: a copy of the sources that
# cannot use extensions of Linux and glibc. Include it; then call `copy`.
#
# In the copy, _GNU_SOURCE is not defined, so that these extensions are not declared. Names that
# some other system lacks are replaced by names that do not exist. The copy is compiled with
# $without_linux. It includes $work/hidden/bsd.h, which declares extensions of the BSDs and macOS.
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
without_linux="-U__linux__ -U__linux -U__gnu_linux__ -isystem$work/hidden
    -include $work/hidden/bsd.h"

mkdir -p "$work/hidden/sys" "$work/hidden/mach-o"
for header in sys/vfs.h sys/statfs.h sys/auxv.h sys/sysinfo.h sys/prctl.h sys/epoll.h \
    sys/eventfd.h sys/inotify.h sys/sendfile.h sys/signalfd.h sys/timerfd.h error.h malloc.h; do
    echo "#error only Linux has <$header>" >"$work/hidden/$header"
done
cat >"$work/hidden/bsd.h" <<'END'
#include <stdarg.h>
#include <stddef.h>
int asprintf(char **, const char *, ...);
int vasprintf(char **, const char *, va_list);
void *memmem(const void *, size_t, const void *, size_t);
int getentropy(void *, size_t);
END
: >"$work/hidden/sys/random.h"
cat >"$work/hidden/mach-o/dyld.h" <<'END'
#include <stdint.h>
int _NSGetExecutablePath(char *, uint32_t *);
END

# macOS or OpenBSD does not have these.
missing='__GLIBC__|cpu_set_t|mallopt|mremap|posix_fadvise|POSIX_FADV_[A-Z]+|posix_fallocate|'
missing=$missing'fdatasync|sigtimedwait|sigwaitinfo|clock_nanosleep|pthread_condattr_setclock'
# gcc's own headers depend on the macros of the BSDs, so the copies have other names for them.
bsd='s/\b__(Free|Net|Open)BSD__\b/our_\1BSD/g'
macos='s/\bst_([amc])tim\b/missing_&/g; s/\bst_([amc])timespec\b/st_\1tim/g'

copy() { # name of the copy, what sed does in addition, folders and files that are only copied
    copied=$work/$1 rules=$2
    shift 2
    mkdir "$copied"
    (cd "$here" && tar cf - include common src cli tools audit "$@") | tar xf - -C "$copied"
    (cd "$copied" && find include common src cli tools audit -name '*.[ch]' -exec sed -i -E \
        -e 's/^#define _GNU_SOURCE.*/#define _DEFAULT_SOURCE/' \
        -e "s/\b($missing)\b/missing_\1/g" -e "$rules" {} +)
}
