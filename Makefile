# SPDX-License-Identifier: MIT
# The front door. Meson and Ninja do the work; `make help` lists what there is.

BUILD := build
PREFIX ?= /usr/local
DESTDIR ?=
MESON := meson

.PHONY: all demo check lint bench install uninstall format clean help

all: $(BUILD)/build.ninja
	@ninja -C $(BUILD)

$(BUILD)/build.ninja:
	@scripts/packages.sh build
	@$(MESON) setup $(BUILD) --prefix=$(PREFIX) > $(BUILD).log 2>&1 || \
		{ cat $(BUILD).log; rm -f $(BUILD).log; exit 1; }
	@rm -f $(BUILD).log

demo: $(BUILD)/build.ninja
	@ninja -C $(BUILD) > $(BUILD)/ninja.log || { cat $(BUILD)/ninja.log; exit 1; }
	@$(BUILD)/examples/demo

check:
	@scripts/packages.sh build check
	@scripts/check.py $(BUILD)/check

lint:
	@scripts/packages.sh build check
	@scripts/check.py $(BUILD)/check lint

bench:
	@scripts/packages.sh build bench
	@test -f $(BUILD)/bench-tree/build.ninja || \
		$(MESON) setup $(BUILD)/bench-tree -Dbench=true > /dev/null
	@ninja -C $(BUILD)/bench-tree --quiet
	@$(BUILD)/bench-tree/bench/bench --json=$(BUILD)/bench.json

install: all
	@$(MESON) configure $(BUILD) -Dprefix=$(PREFIX)
	@DESTDIR=$(DESTDIR) $(MESON) install -C $(BUILD) --quiet
	@echo "installed in $(DESTDIR)$(PREFIX)"

uninstall:
	@test -f $(BUILD)/meson-logs/install-log.txt || \
		{ echo "make uninstall: nothing was installed from this tree" >&2; exit 1; }
	@ninja -C $(BUILD) --quiet uninstall > /dev/null
	@echo "uninstalled"

format:
	@scripts/packages.sh check
	@git ls-files '*.c' '*.h' '*.cc' | xargs clang-format -i

clean:
	@rm -rf $(BUILD)

help:
	@echo "make            build the library and the programs into $(BUILD)/"
	@echo "make demo       shuffle a deck, and see right and wrong shuffles counted"
	@echo "make check      build and run all tests, several compilers and sanitizers"
	@echo "make lint       only the linters and the format check"
	@echo "make bench      speed against std::shuffle, table and $(BUILD)/bench.json"
	@echo "make install    into PREFIX ($(PREFIX)), below DESTDIR if that is set"
	@echo "make uninstall  remove what make install put there"
	@echo "make format     clang-format the sources"
	@echo "make clean      remove $(BUILD)/"
