# make demo    set up and cross-validate all puzzles over all backends, in one table
# make test    set up and run the whole test suite
# make test-quick  the same without the tests that are marked as slow
# make audit   the native engine's tests with every assertion and audit of the engine switched on
# make sanitize  the same under the address and undefined-behaviour sanitizers, with the engine's own C++ tests
# make defects   seeded defects of the engine, and how soon the audit or the fuzzing core catches each
# make lint    ruff, ruff format, mypy --strict and clang-format
# make fuzz    random problems through all backends against an oracle: MINUTES=10 SEED=1 FAMILY=all WORKERS=1
# make bench   the benchmarks, side by side with the peers; writes docs/results.md

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
SOURCES := pyproject.toml setup.py $(shell find toolkit backends models cli studio instances -type f -not -name '*.pyc' -not -name '*.so')
CPP := $(shell find backends/native/src tests/engine -name '*.cpp' -o -name '*.hpp')

# setuptools would install again what was deleted since; the compiled engine may stay.
FORGET = find build -path 'build/lib*' -type f -not -name '*.so' -delete 2>/dev/null || true

# Another build of the engine, beside the one that the installation has.
BUILD_ENGINE = $(BIN)/python setup.py -q build_ext --build-temp build/$@ --build-lib $$($(BIN)/python -c \
	"import sysconfig; print(sysconfig.get_path('platlib'))")
# Python itself is not built for the sanitizers, so that their library comes first; what Python leaks is not ours.
SANITIZED = COPLA_ENGINE=sanitize ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)"

.PHONY: demo test test-quick defects audit sanitize lint test-lowest bench clean

demo: $(VENV)/installed
	$(BIN)/copla check all
	@echo "Play, solve and race them on a page of your own: $(BIN)/copla studio"

# Workers get one test at a time, slow ones first (tests/conftest.py): else who has quick ones hoards what others could do.
# What pytest makes of a test module may be kept, whatever the environment says: that takes longer than many a folder.
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 4 --maxschedchunk 1

test: $(VENV)/audit
	$(PYTEST)

test-quick: $(VENV)/audit
	$(PYTEST) -m "not slow"

audit: $(VENV)/audit
	COPLA_ENGINE=audit $(BIN)/python -m pytest tests/backends/native

sanitize: $(VENV)/sanitize $(VENV)/audit
	$(SANITIZED) $(BIN)/python -m pytest -p no:xdist tests/backends/native tests/engine
	$(SANITIZED) $(BIN)/copla fuzz $(FAMILY) --backend native --minutes $(MINUTES) --seed $(SEED)

MINUTES ?= 10
SEED ?= 1
FAMILY ?= all
WORKERS ?= 1

fuzz: $(VENV)/installed-test
	$(BIN)/copla fuzz $(FAMILY) --minutes $(MINUTES) --seed $(SEED) --jobs $(WORKERS) --db fuzz.sqlite

# Always the same problems, as many of them as two minutes allow.
fuzz-ci: $(VENV)/installed-test
	$(BIN)/copla fuzz --minutes 2 --seed 1 --jobs 2

defects: $(VENV)/installed-test
	$(BIN)/python tests/defects/hunt.py
	$(BIN)/python tests/defects/hunt_students.py

lint: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror $(CPP)
	$(BIN)/mypy -p copla
	$(BIN)/mypy tests
	MYPYPATH=benchmarks $(BIN)/mypy benchmarks
	$(BIN)/mypy docs/plugin

# The whole suite again with the oldest versions of the dependencies that pyproject.toml admits.
test-lowest:
	$(MAKE) test VENV=.venv-lowest PIP_CONSTRAINT=tests/lowest.txt

bench: $(VENV)/installed-test
	$(BIN)/python benchmarks/futoshiki.py
	$(BIN)/python benchmarks/sat.py
	$(BIN)/python benchmarks/language.py --write
	$(BIN)/python benchmarks/native.py --write
	$(BIN)/python benchmarks/sums.py --write
	$(BIN)/python benchmarks/quasigroups.py --write
	$(BIN)/python benchmarks/heuristics.py
	$(BIN)/python benchmarks/tiles.py --write
	$(BIN)/python benchmarks/freecell.py
	for puzzle in guarini klotski freecell tiles; do $(BIN)/python benchmarks/assignments.py $$puzzle --write; done

clean:
	rm -rf $(VENV) .venv-lowest build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(SOURCES) | $(VENV)/bin/python
	$(FORGET)
	$(INSTALL) '.[sat,studio,fast-downward]' || $(INSTALL) '.[sat,studio]' || $(INSTALL) . # not every system has all
	@touch $@

$(VENV)/installed-test: $(SOURCES) | $(VENV)/bin/python
	$(FORGET)
	$(INSTALL) '.[test]'
	@touch $@ $(VENV)/installed

$(VENV)/audit $(VENV)/sanitize: $(VENV)/%: $(VENV)/installed-test
	COPLA_BUILD=$* $(BUILD_ENGINE)
	-$(BIN)/python -m tests.engine.programs # a test says what is wrong with them
	@touch $@
