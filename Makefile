# SPDX-License-Identifier: MIT
# Shortcuts for the commands of Meson and Ninja. `make help` lists them.

BUILD := build
PREFIX ?= /usr/local
LIBDIR ?= lib
DESTDIR ?=
# Whether make install installs the web page: auto (only if make lab has built it), yes, no.
LAB ?= auto
# Whether make install installs fairshuf-mpi and its library: yes, no.
MPI ?= no
# The MPI compiler. Empty: the one that was used last, at first mpicc.
MPICC ?=
# Whether to install missing Debian packages. By default not while a package is being built.
PACKAGES ?= $(if $(DESTDIR)$(DEB_BUILD_OPTIONS)$(DEB_BUILD_ARCH)$(FAKEROOTKEY)$(RPM_BUILD_ROOT),no,yes)
export PACKAGES
# Options of meson setup for make static.
STATIC_OPTIONS ?=
BENCH_OPTIONS ?=
# The Python for which the package python3-numpy is installed.
BENCH_PYTHON ?= /usr/bin/python3
SOURCES := find include common src cli tools audit examples tests bench lab/core -name '*.[ch]' -o -name '*.cc' -o -name '*.hpp'

# Runs a command without output; shows its output if it fails.
QUIETLY = sh -c '"$$@" > $(BUILD).log 2>&1 || { cat $(BUILD).log; rm -f $(BUILD).log; \
	exit 1; }; rm -f $(BUILD).log' --

.NOTPARALLEL:
.PHONY: all configure demo mpi lab lab-pictures check check-full check-big check-audit fuzz fuzz-merge lint bench bench-counters bench-arm bench-files bench-records bench-lab bench-cpp bench-mpi sweep abi single dist static install uninstall format clean help

all: configure
	@ninja -C $(BUILD)

configure:
	@scripts/packages.sh build
	@test -f $(BUILD)/build.ninja || \
		$(QUIETLY) meson setup $(BUILD) --prefix="$(PREFIX)" --libdir="$(LIBDIR)"

demo: configure
	@$(QUIETLY) ninja -C $(BUILD)
	@examples/demo.sh $(BUILD)

# If the user names a compiler, no package is needed.
mpi: configure
	@test -n "$(MPICC)" || scripts/packages.sh mpi
	@test -z "$(MPICC)" && ninja -C $(BUILD) -t query fairshuf-mpi >/dev/null 2>&1 || \
		$(QUIETLY) meson setup --reconfigure $(BUILD) -Dmpi=true $(MPICC:%=-Dmpicc=%)
	@$(QUIETLY) ninja -C $(BUILD)
	@echo "built $(BUILD)/fairshuf-mpi; run it with mpirun -n 2 $(BUILD)/fairshuf-mpi FILE -o OUTPUT"

lab: configure
	@scripts/packages.sh lab
	@ninja -C $(BUILD) -t query lab.html >/dev/null 2>&1 || \
		$(QUIETLY) meson setup --reconfigure $(BUILD) -Dlab=true
	@$(QUIETLY) ninja -C $(BUILD) lab.html
	@echo "built $(BUILD)/lab.html; open it in a browser"

lab-pictures: lab
	@scripts/packages.sh page
	@node lab/test/screenshots.mjs $(BUILD)/lab.html docs/lab

# The packages for the page are large: check.py installs them while it tests the C code.
check:
	@scripts/packages.sh build check
	@scripts/check.py $(BUILD)/check quick

check-full:
	@scripts/packages.sh build lab page check full
	@scripts/check.py $(BUILD)/check full

# Builds the tests that take minutes, in the build folder of `make check`.
LONG_TESTS = { test -f $(BUILD)/check/gcc/build.ninja || \
	$(QUIETLY) meson setup $(BUILD)/check/gcc -Dtests=true; } && \
	$(QUIETLY) ninja -C $(BUILD)/check/gcc

check-big: all
	@scripts/packages.sh check
	@$(LONG_TESTS) tests/records/test_records
	@$(BUILD)/check/gcc/tests/records/test_records large
	@tests/commands/big.py $(BUILD)/fairshuf
	@python3 tests/commands/cli_external.py $(BUILD)/fairshuf large

check-audit: all
	@scripts/packages.sh check
	@$(LONG_TESTS) tests/audit/test_power tests/audit/test_exact \
		tests/audit/test_detectable
	@$(BUILD)/check/gcc/tests/audit/test_exact slow
	@$(BUILD)/check/gcc/tests/audit/test_exact slowest
	@$(BUILD)/check/gcc/tests/audit/test_power many
	@$(BUILD)/check/gcc/tests/audit/test_detectable many
	@python3 tests/commands/cli_audit.py $(BUILD)/fairaudit $(BUILD)/fairshuf large found ours
	@bench/audit.py $(BUILD)/fairaudit

# For example: make fuzz SECONDS=600 TARGET=records
SECONDS := 60
TARGET :=
fuzz:
	@scripts/packages.sh build fuzz
	@scripts/fuzz.py $(BUILD)/fuzz run $(SECONDS) $(TARGET)

fuzz-merge:
	@scripts/packages.sh build fuzz
	@scripts/fuzz.py $(BUILD)/fuzz merge $(TARGET)

lint:
	@scripts/packages.sh build lab full
	@scripts/check.py $(BUILD)/check lint

BENCH_TREE = { test -f $(BUILD)/bench-tree/build.ninja || \
	$(QUIETLY) meson setup $(BUILD)/bench-tree -Dbench=true; } && \
	$(QUIETLY) ninja -C $(BUILD)/bench-tree

bench:
	@scripts/packages.sh build bench
	@$(BENCH_TREE) bench/bench
	@$(BENCH_PYTHON) bench/bench.py $(BUILD)/bench-tree/bench/bench $(BENCH_OPTIONS) \
		--json=$(BUILD)/bench.json --plot=$(BUILD)/speed.svg

bench-counters:
	@scripts/packages.sh build bench counters
	@$(BENCH_TREE) bench/counted
	@bench/counters.py $(BUILD)/bench-tree/bench/counted $(BENCH_OPTIONS) \
		--json=$(BUILD)/counters.json

bench-arm:
	@scripts/packages.sh arm
	@bench/instructions.py

bench-files: all
	@scripts/packages.sh bench
	@bench/files.py $(BUILD)/fairshuf $(BENCH_OPTIONS) --json=$(BUILD)/files.json
	@echo "wrote $(BUILD)/files.json"

bench-records: all
	@scripts/packages.sh bench
	@$(BENCH_TREE) bench/records
	@bench/records.py $(BUILD)/fairshuf $(BUILD)/bench-tree/bench/records $(BENCH_OPTIONS) \
		--json=$(BUILD)/records.json --plot=$(BUILD)/throughput.svg
	@echo "wrote $(BUILD)/records.json and $(BUILD)/throughput.svg"

bench-lab: lab all
	@scripts/packages.sh page
	@node bench/lab.mjs $(BUILD) $(BUILD)/fairaudit

bench-cpp:
	@scripts/packages.sh build bench
	@$(BENCH_TREE) bench/cpp
	@$(BUILD)/bench-tree/bench/cpp

bench-mpi: mpi
	@scripts/packages.sh bench
	@bench/mpi.py $(BUILD)/fairshuf $(BUILD)/fairshuf-mpi $(BENCH_OPTIONS) \
		--json=$(BUILD)/mpi.json
	@echo "wrote $(BUILD)/mpi.json"

sweep: configure
	@$(QUIETLY) ninja -C $(BUILD)
	@bench/sweep.py $(BUILD)/libfairshuf.a

# The dumps are those of x86-64, like the test that compares them.
abi:
	@scripts/packages.sh build check full
	@$(LONG_TESTS) abi-libraries
	@tests/release/check_abi.py --update $(BUILD)/check/gcc/tests/release/libfair*.so.[0-9]
	@tests/release/check_constants.py --update

single:
	@command -v python3 >/dev/null || { echo "make single needs python3" >&2; exit 1; }
	@python3 scripts/single.py $(BUILD)/single
	@echo "wrote $(BUILD)/single/fairshuf.c and fairshuf.h; docs/single.md says how to use them"

dist:
	@scripts/packages.sh dist
	@scripts/dist.py $(BUILD)/dist

static:
	@scripts/packages.sh build
	@scripts/static.sh $(BUILD) $(STATIC_OPTIONS)

install uninstall:
	@PREFIX="$(PREFIX)" LIBDIR="$(LIBDIR)" DESTDIR="$(DESTDIR)" LAB="$(LAB)" \
		MPI="$(MPI)" MPICC="$(MPICC)" scripts/install.sh $@ "$(BUILD)"

format:
	@scripts/packages.sh full
	@$(SOURCES) | xargs clang-format -i

clean:
	@rm -rf $(BUILD)

help:
	@echo "make                build the libraries and the programs in $(BUILD)/"
	@echo "make demo           show what the command and the library can do"
	@echo "make mpi            build $(BUILD)/fairshuf-mpi, for many machines, and its library, with the"
	@echo "                    MPI of mpicc (MPICC=mpicc.mpich for another one)"
	@echo "make lab            build the web page, $(BUILD)/lab.html"
	@echo "make lab-pictures   make the pictures of the documents again"
	@echo
	@echo "make check          test the build that ships: under five minutes"
	@echo "make check-full     slower tests, other compilers and machines, sanitizers, linters:"
	@echo "                    20 to 40 minutes"
	@echo "make check-big      shuffle gigabytes with little memory: minutes, 8 GB in /var/tmp"
	@echo "make check-audit    audit millions of shuffles: ten minutes"
	@echo "make fuzz           run each fuzz target for SECONDS=60 (TARGET=records for one)"
	@echo "make fuzz-merge     add what make fuzz found to tests/corpus, and minimise it"
	@echo "make lint           run the linters and check the format"
	@echo "make format         format the sources with clang-format"
	@echo
	@echo "make bench          compare the library with std::shuffle, NumPy and others"
	@echo "                    (BENCH_OPTIONS=--quick for the goals only, --large for 2^29"
	@echo "                    elements, --huge-pages for huge pages)"
	@echo "make bench-counters count instructions and simulated cache misses, with Valgrind"
	@echo "make bench-arm      count instructions per byte on 64-bit ARM, with an emulator"
	@echo "make bench-files    compare the command with GNU shuf"
	@echo "                    (BENCH_OPTIONS=--quick for small files only)"
	@echo "make bench-records  measure the speed by length and kind of records"
	@echo "make bench-lab      compare the web page with the program"
	@echo "make bench-cpp      compare fairshuf.hpp with std::shuffle"
	@echo "make bench-mpi      compare fairshuf-mpi on several ranks with fairshuf: 12 GB in /var/tmp"
	@echo "make sweep          measure the constants of the order format"
	@echo
	@echo "make single         write $(BUILD)/single/fairshuf.c and fairshuf.h: the array library as"
	@echo "                    two files, for projects that compile it themselves"
	@echo "make dist           make the files of a release in $(BUILD)/dist: source, checksums, SBOM"
	@echo "make static         build programs in $(BUILD)/static that need no shared libraries"
	@echo "make abi            write the ABI dumps in abi/ again, after an intended change"
	@echo
	@echo "make install        install into PREFIX ($(PREFIX)), below DESTDIR if it is set;"
	@echo "                    with the web page if make lab has built it, unless LAB=no;"
	@echo "                    with fairshuf-mpi and its library if MPI=yes"
	@echo "make uninstall      remove what make install put into the same PREFIX and DESTDIR"
	@echo "make clean          remove $(BUILD)/"
	@echo
	@echo "On Debian, these commands install missing packages, as root or with sudo, and say"
	@echo "so. PACKAGES=no prevents this. make install never installs packages."
