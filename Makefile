# SPDX-License-Identifier: MIT
# The front door. Meson and Ninja do the work; `make help` lists what there is.

BUILD := build
PREFIX ?= /usr/local
LIBDIR ?= lib
DESTDIR ?=
# Whether make install installs the web page: auto (only if make lab has built it), yes, no.
LAB ?= auto
# Whether missing Debian packages are installed. By default not while a package is built.
PACKAGES ?= $(if $(DESTDIR)$(DEB_BUILD_OPTIONS)$(DEB_BUILD_ARCH)$(FAKEROOTKEY)$(RPM_BUILD_ROOT),no,yes)
export PACKAGES
BENCH_OPTIONS ?=
# The Python that the package python3-numpy belongs to.
BENCH_PYTHON ?= /usr/bin/python3
SOURCES := find include common src cli tools audit examples tests bench lab/core -name '*.[ch]' -o -name '*.cc'

# Runs a command in silence, and shows what it said if it fails.
QUIETLY = sh -c '"$$@" > $(BUILD).log 2>&1 || { cat $(BUILD).log; rm -f $(BUILD).log; \
	exit 1; }; rm -f $(BUILD).log' --

.NOTPARALLEL:
.PHONY: all configure demo lab lab-pictures check check-full check-big check-audit lint bench bench-files bench-records bench-lab sweep install uninstall format clean help

all: configure
	@ninja -C $(BUILD)

configure:
	@scripts/packages.sh build
	@test -f $(BUILD)/build.ninja || \
		$(QUIETLY) meson setup $(BUILD) --prefix="$(PREFIX)" --libdir="$(LIBDIR)"

demo: configure
	@$(QUIETLY) ninja -C $(BUILD)
	@examples/demo.sh $(BUILD)

lab: configure
	@scripts/packages.sh lab
	@ninja -C $(BUILD) -t query lab.html >/dev/null 2>&1 || \
		$(QUIETLY) meson setup --reconfigure $(BUILD) -Dlab=true
	@$(QUIETLY) ninja -C $(BUILD) lab.html
	@echo "the lab is $(BUILD)/lab.html: open it in a browser"

lab-pictures: lab
	@scripts/packages.sh page
	@node lab/test/screenshots.mjs $(BUILD)/lab.html docs/lab

# The page's packages are large: check.py installs them while the C code is tested.
check:
	@scripts/packages.sh build check
	@scripts/check.py $(BUILD)/check quick

check-full:
	@scripts/packages.sh build lab page check full
	@scripts/check.py $(BUILD)/check full

# Tests that take minutes, of the build of `make check`.
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

lint:
	@scripts/packages.sh build lab full
	@scripts/check.py $(BUILD)/check lint

BENCH_TREE = { test -f $(BUILD)/bench-tree/build.ninja || \
	$(QUIETLY) meson setup $(BUILD)/bench-tree -Dbench=true; } && \
	$(QUIETLY) ninja -C $(BUILD)/bench-tree

bench:
	@scripts/packages.sh build bench
	@$(BENCH_TREE)
	@$(BENCH_PYTHON) bench/bench.py $(BUILD)/bench-tree/bench/bench $(BENCH_OPTIONS) \
		--json=$(BUILD)/bench.json --plot=$(BUILD)/speed.svg
	@echo "figures in $(BUILD)/bench.json, picture in $(BUILD)/speed.svg"

bench-files: all
	@scripts/packages.sh bench
	@bench/files.py $(BUILD)/fairshuf $(BENCH_OPTIONS) --json=$(BUILD)/files.json
	@echo "figures in $(BUILD)/files.json"

bench-records: all
	@scripts/packages.sh bench
	@$(BENCH_TREE) bench/records
	@bench/records.py $(BUILD)/fairshuf $(BUILD)/bench-tree/bench/records $(BENCH_OPTIONS) \
		--json=$(BUILD)/records.json --plot=$(BUILD)/throughput.svg
	@echo "figures in $(BUILD)/records.json, picture in $(BUILD)/throughput.svg"

bench-lab: lab all
	@scripts/packages.sh page
	@node bench/lab.mjs $(BUILD) $(BUILD)/fairaudit

sweep: configure
	@$(QUIETLY) ninja -C $(BUILD)
	@bench/sweep.py $(BUILD)/libfairshuf.a

install uninstall:
	@PREFIX="$(PREFIX)" LIBDIR="$(LIBDIR)" DESTDIR="$(DESTDIR)" LAB="$(LAB)" \
		scripts/install.sh $@ "$(BUILD)"

format:
	@scripts/packages.sh full
	@$(SOURCES) | xargs clang-format -i

clean:
	@rm -rf $(BUILD)

help:
	@echo "make            build the library and the programs into $(BUILD)/"
	@echo "make demo       the command and the library at work"
	@echo "make lab        the web page, $(BUILD)/lab.html"
	@echo "make lab-pictures  make the screenshots of docs/lab.md again"
	@echo "make check      test the build that ships; under five minutes"
	@echo "make check-full  slower tests, other compilers and machines, sanitizers, lint;"
	@echo "                under twenty minutes"
	@echo "make check-big  gigabytes with little memory: minutes, and 8 GB in /var/tmp"
	@echo "make check-audit  audits of millions of shuffles: ten minutes"
	@echo "make lint       only the linters and the format check"
	@echo "make bench      speed against peers: tables, $(BUILD)/bench.json, $(BUILD)/speed.svg"
	@echo "                (BENCH_OPTIONS=--large for 2^29 elements, --huge-pages)"
	@echo "make bench-files  the command against GNU shuf: tables, $(BUILD)/files.json"
	@echo "                (BENCH_OPTIONS=--quick for the small files only)"
	@echo "make bench-records  speed by length and kind of records: tables,"
	@echo "                $(BUILD)/records.json, $(BUILD)/throughput.svg"
	@echo "make bench-lab  the page against the program"
	@echo "make sweep      the constants of the order format, by measurement"
	@echo "make install    install into PREFIX ($(PREFIX)), below DESTDIR if that is set;"
	@echo "                includes the web page if make lab has built it, unless LAB=no"
	@echo "make uninstall  remove what make install put into the same PREFIX and DESTDIR"
	@echo "make format     clang-format the sources"
	@echo "make clean      remove $(BUILD)/"
	@echo
	@echo "On Debian, these commands install missing packages, as root or with sudo, and say"
	@echo "so. PACKAGES=no prevents that. make install never installs packages."
