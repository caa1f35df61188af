# make demo    set up and cross-validate the puzzles over all backends
# make test    set up and run the whole test suite
# make lint    ruff, ruff format and mypy --strict
# make bench   the benchmarks, side by side with the peers; writes docs/results.md

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml $(shell find toolkit backends models cli instances -type f -not -name '*.pyc')

.PHONY: demo test lint test-lowest bench clean

demo: $(VENV)/installed
	$(BIN)/copla check futoshiki naked-single-5 forward-checking-6 arc-consistency-7 recursive-5-1 recursive-6-1 \
		extreme-7-1 extreme-9-1 several-6 adjacent-5 unsolvable-chain unsolvable-7 --timeout 2
	$(BIN)/copla solve tiles eight-20 --algorithm idastar > /dev/null
	$(BIN)/copla solve klotski klotski > /dev/null
	$(BIN)/copla solve freecell ranks-5-1 > /dev/null
	$(BIN)/copla solve guarini 4x4 > /dev/null

test: $(VENV)/installed-test
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy -p copla
	$(BIN)/mypy tests
	MYPYPATH=benchmarks $(BIN)/mypy benchmarks
	$(BIN)/mypy docs/plugin

# The whole suite again with the oldest versions of the dependencies that pyproject.toml admits.
test-lowest:
	$(MAKE) test VENV=.venv-lowest PIP_CONSTRAINT=tests/lowest.txt

bench: $(VENV)/installed-test
	$(BIN)/python benchmarks/futoshiki.py
	for puzzle in guarini klotski freecell tiles; do $(BIN)/python benchmarks/assignments.py $$puzzle --write; done

clean:
	rm -rf $(VENV) .venv-lowest build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(SOURCES) | $(VENV)/bin/python
	rm -rf build/lib # setuptools would install again what was deleted since
	$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@touch $@

$(VENV)/installed-test: $(SOURCES) | $(VENV)/bin/python
	rm -rf build/lib
	$(BIN)/python -m pip install --quiet --disable-pip-version-check '.[test]'
	@touch $@ $(VENV)/installed
