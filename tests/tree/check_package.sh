#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_package.sh - what packagers and parent projects rely on: a Meson subproject, programs
# without static libraries, `make install` and `make uninstall`, the same with MPI, and a `make`
# that does not install packages when it must not.
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
failed=0
unset DESTDIR DEB_BUILD_OPTIONS DEB_BUILD_ARCH FAKEROOTKEY RPM_BUILD_ROOT PACKAGES MAKEFLAGS MAKELEVEL

result() { # exit status, name
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $number - $2"
    else
        sed 's/^/# /' "$work/log" | tail -n 20
        echo "not ok $number - $2"
        failed=1
    fi
}

echo 1..29

# ---- a subproject -------------------------------------------------------------------------

mkdir -p "$work/parent/subprojects"
ln -s "$root" "$work/parent/subprojects/fairshuf"
cat >"$work/parent/meson.build" <<'END'
project('parent', 'c')
executable('draw', 'draw.c', install: true,
  dependencies: [dependency('fairshuf'), dependency('fairaudit')])
END
cat >"$work/parent/draw.c" <<'END'
#include <fairaudit.h>
#include <fairshuf.h>
#include <stdio.h>
int main(void)
{
    fair_rng rng;
    fairaudit_result result;
    printf("%d %d\n", fair_rng_init(&rng), fairaudit_test(NULL, NULL, 5, NULL, &result));
    return 0;
}
END
export PKG_CONFIG_LIBDIR="$work/none" # as if nothing were installed: no fairshuf, no libsodium
meson setup "$work/sub" "$work/parent" >"$work/log" 2>&1 &&
    ninja -C "$work/sub" >>"$work/log" 2>&1
result $? "dependency('fairshuf') finds the subproject, which needs no other libraries"
unset PKG_CONFIG_LIBDIR
"$work/sub/draw" >"$work/log" 2>&1 && grep -q '^0 -1$' "$work/log"
result $? "the parent's program runs"
DESTDIR=$work/parent-only meson install -C "$work/sub" --no-rebuild --quiet >"$work/log" 2>&1
[ "$(find "$work/parent-only" ! -type d | sed 's|.*/||')" = draw ]
result $? "the parent installs only its own files"

# ---- programs that need shared libraries ---------------------------------------------------

build=$work/build
meson setup "$build" "$root" --buildtype=debug -Dstatic_tools=false >"$work/log" 2>&1 &&
    ninja -C "$build" >"$work/log" 2>&1
result $? "static_tools=false builds"
needs() { readelf -dW "$build/$1" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | tee "$work/log"; }
needs fairshuf >"$work/needs"
missing=
for library in libfairshuf libsodium libarchive libz liblz4 libc; do
    grep -q "^$library\.so" "$work/needs" || missing="$missing $library"
done
[ -z "$missing" ]
result $? "fairshuf uses only shared libraries"
needs fairaudit >"$work/needs"
grep -q '^libjansson\.so' "$work/needs" && grep -q '^libz\.so' "$work/needs" &&
    ! grep -q '^libfairshuf\.so' "$work/needs"
result $? "so does fairaudit"
seq 3 | "$build/fairshuf" --seed=x >"$work/log" 2>&1 && [ "$(wc -l <"$work/log")" -eq 3 ]
result $? "the programs run in the build folder"

# ---- make install, make uninstall ----------------------------------------------------------

put() { # target, variables
    make -C "$root" --no-print-directory BUILD="$build" "$@" >"$work/log" 2>&1
}
: >"$work/file"
make -C "$root" --no-print-directory BUILD="$work/nothing" DESTDIR="$work/file" install \
    >"$work/log" 2>&1
[ $? -ne 0 ] && [ "$(grep -c 'cannot write to' "$work/log")" -eq 1 ] &&
    [ "$(grep -vc '^make: \*\*\*' "$work/log")" -eq 1 ] && [ ! -e "$work/nothing" ]
result $? "a folder that is not writable: one line, and nothing was built"
put install PREFIX="$work/one" && [ -x "$work/one/bin/fairshuf" ] &&
    [ ! -e "$work/one/share/fairshuf/lab.html" ] && [ -z "$(find "$work/one" -name '*mpi*')" ]
result $? "make install without the page, which was not built, and without MPI"
put install LAB=yes PREFIX="$work/one"
[ $? -ne 0 ] && grep -q 'run make lab first' "$work/log"
result $? "LAB=yes does not build it either"
! readelf -dW "$work/one/bin/fairshuf" | grep -q -e RPATH -e RUNPATH
result $? "installed programs do not contain the path of the build folder"
touch "$build/lab.html" "$build/lab-licences.txt"
put install DESTDIR="$work/two" PREFIX=/usr LIBDIR=lib/x && [ -x "$work/two/usr/bin/fairshuf" ] &&
    [ -f "$work/two/usr/lib/x/libfairshuf.a" ] &&
    [ -f "$work/two/usr/share/fairshuf/lab.html" ]
result $? "make install into another place, with the page"
put uninstall PREFIX="$work/three"
[ $? -ne 0 ] && grep -q "$work/one" "$work/log" && grep -q "$work/two/usr" "$work/log"
result $? "make uninstall says where something was installed"
echo mine >"$work/one/bin/other"
put uninstall PREFIX="$work/one" && [ "$(find "$work/one" ! -type d)" = "$work/one/bin/other" ]
result $? "make uninstall removes the first install, and nothing else"
put uninstall DESTDIR="$work/two/" PREFIX=/usr/ && [ ! -e "$work/two/usr" ]
result $? "make uninstall removes the second install"

put install PREFIX=relative
[ $? -ne 0 ] && [ "$(grep -c 'give the whole path' "$work/log")" -eq 1 ] &&
    [ "$(grep -vc '^make: \*\*\*' "$work/log")" -eq 1 ]
result $? "a relative PREFIX: one line"
# A folder where the static library belongs makes the install fail half-way.
mkdir -p "$work/half/lib/libfairshuf.a"
put install PREFIX="$work/half"
[ $? -ne 0 ] && grep -q 'make uninstall removes' "$work/log" &&
    [ -n "$(find "$work/half" -type f)" ] && put uninstall PREFIX="$work/half" &&
    [ -z "$(find "$work/half" ! -type d)" ]
result $? "make uninstall removes an install that failed half-way"
TMPDIR=$work/none put install PREFIX="$work/my place" LIBDIR="$work/my place/lib/x" &&
    [ -f "$work/my place/lib/x/libfairshuf.a" ] &&
    [ -z "$(find "$build" -name 'localize.*')" ]
result $? "a PREFIX with a space, an absolute LIBDIR, and no folder for temporary files"

# ---- MPI ------------------------------------------------------------------------------------

on_ranks() { # number of ranks, program
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 LD_LIBRARY_PATH=$place/lib \
        timeout 60 mpirun.openmpi --oversubscribe -n "$@" >"$work/log" 2>&1
}
put mpi MPICC=mpicc.openmpi && grep -q 'run it with mpirun' "$work/log" &&
    [ -x "$build/fairshuf-mpi" ]
result $? "make mpi builds fairshuf-mpi, and says how to run it"
place=$work/mpi
put install MPI=yes PREFIX="$place" && [ -f "$place/include/fairshuf_mpi.h" ] &&
    [ -f "$place/share/man/man1/fairshuf-mpi.1" ]
result $? "make install MPI=yes"
seq 1000 >"$work/lines"
on_ranks 2 "$place/bin/fairshuf-mpi" --seed=x "$work/lines" -o "$work/many" &&
    "$build/fairshuf" --seed=x "$work/lines" | cmp - "$work/many" >"$work/log" 2>&1
result $? "the installed fairshuf-mpi works on two ranks"
python3 "$root/tests/release/check_symbols.py" "$place/lib/libfairshuf-mpi.so" >"$work/log" 2>&1 &&
    [ "$(nm -g --defined-only "$place/lib/libfairshuf-mpi.a" |
        awk 'NF == 3 {print $3}')" = fair_mpi_shuffle ]
result $? "libfairshuf-mpi has one visible function"
export PKG_CONFIG_PATH="$place/lib/pkgconfig"
flags=$(pkg-config --cflags --libs fairshuf-mpi)
example=$root/examples/mpi_shuffle.c
for compiler in mpicc.openmpi gcc; do
    $compiler -std=c99 -Wall -Werror "$example" $flags -o "$work/example" >"$work/log" 2>&1 &&
        on_ranks 2 "$work/example"
    result $? "the example, with $compiler and pkg-config"
done
# Both libraries, each of which has its own copy of the internal functions.
{
    echo '#include <fairshuf_mpi.h>'
    echo 'int main(int argc, char **argv)'
    echo '{'
    echo '    uint8_t key[FAIR_KEY_SIZE] = {1};'
    echo '    int a[] = {1, 2, 3, 4, 5, 6}, b[] = {1, 2, 3, 4, 5, 6}, error, i;'
    echo '    MPI_Init(&argc, &argv);'
    echo '    error = fair_mpi_shuffle(MPI_COMM_SELF, key, a, 6, sizeof a[0], 0) ||'
    echo '            fair_shuffle_parallel(key, b, 6, sizeof b[0], 0);'
    echo '    MPI_Finalize();'
    echo '    for (i = 0; i < 6; i++)'
    echo '        error |= a[i] != b[i];'
    echo '    return error;'
    echo '}'
} >"$work/both.c"
gcc "$work/both.c" $flags -o "$work/both" >"$work/log" 2>&1 && on_ranks 1 "$work/both"
result $? "a program with both shared libraries"
gcc "$work/both.c" $(pkg-config --cflags fairshuf-mpi) "$place/lib/libfairshuf-mpi.a" \
    "$place/lib/libfairshuf.a" $(pkg-config --libs-only-L --libs-only-l fairshuf-mpi |
        sed 's/-lfairshuf[-a-z]*//g') -pthread -o "$work/both" >"$work/log" 2>&1 &&
    on_ranks 1 "$work/both"
result $? "a program with both static libraries"
put uninstall PREFIX="$place" && [ ! -e "$place" ]
result $? "make uninstall removes it, too"

# ---- packages ------------------------------------------------------------------------------

# A fake machine without any package, whose apt-get only records its arguments.
mkdir "$work/bin"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/dpkg-query"
printf '#!/bin/sh\necho "$@" >>"%s"\n' "$work/apt" >"$work/bin/apt-get"
printf '#!/bin/sh\necho 0\n' >"$work/bin/id"
chmod +x "$work"/bin/*
configure() { # variables
    rm -f "$work/apt"
    PATH=$work/bin:$PATH make -C "$root" BUILD="$build" configure "$@" >"$work/log" 2>&1
}
configure && grep -q 'install.* meson ' "$work/apt" &&
    grep -q '^installing Debian packages.*PACKAGES=no' "$work/log"
result $? "make installs packages that are missing, and says so"
configure PACKAGES=no && [ ! -e "$work/apt" ] && grep -q 'not installed.* meson ' "$work/log" &&
    configure DESTDIR="$work/two" && [ ! -e "$work/apt" ] &&
    configure DEB_BUILD_OPTIONS=nocheck && [ ! -e "$work/apt" ] &&
    configure FAKEROOTKEY=1 && [ ! -e "$work/apt" ]
result $? "but not with PACKAGES=no, nor while a package is being built"
exit $failed
