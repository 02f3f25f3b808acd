# Everything a contributor or CI needs. `make demo` and `make test` work on a fresh clone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

SOURCES := $(shell find core src/optimeter -name '*.cpp' -o -name '*.hpp' -o -name 'CMakeLists.txt') \
	CMakeLists.txt pyproject.toml
CXX_FILES = $(shell git ls-files 'core/*.cpp' 'core/*.hpp' 'core/*.h' 'src/*.cpp' 'src/*.hpp' 'bindings/*.cpp' 'bindings/*.h')

.PHONY: demo test test-fast test-slow lint format stubs bench docs sanitize fuzz clean help

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(VENV)/.created:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet 'scikit-build-core>=0.10' 'nanobind>=2.4' 'numpy>=2.0' cmake ninja
	touch $@

# What is needed to build is in the environment itself, so that a second build is incremental.
INSTALL = CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) $(BIN)/python -m pip install --quiet --no-build-isolation --editable

$(VENV)/.built: $(VENV)/.created $(SOURCES)
	$(INSTALL) .
	touch $@

$(VENV)/.test: $(VENV)/.created $(SOURCES)
	$(INSTALL) '.[test,docs]'
	touch $(VENV)/.built $@

$(VENV)/.lint: $(VENV)/.test
	$(INSTALL) '.[test,docs,lint]'
	touch $@

demo: $(VENV)/.built  ## run a real small experiment and show the result
	$(BIN)/python examples/demo.py

test: $(VENV)/.test  ## pass all tests but the slow ones
	sh scripts/install_system_parts.sh
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m 'not slow'

test-slow: $(VENV)/.test  ## the tests that take longer
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m slow

sanitize: $(VENV)/.test  ## the C++ tests under address and undefined-behaviour sanitizers
	sh scripts/run_cpp_tests.sh $(JOBS)

fuzz:  ## fuzz the parsers of recorded data for a short while
	sh scripts/run_fuzz.sh 20

lint: $(VENV)/.lint  ## formatting, linters, types, stubs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	sh scripts/run_clang_tidy.sh $(JOBS)
	sh scripts/make_stubs.sh --check

format: $(VENV)/.lint  ## format all sources
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CXX_FILES)

stubs: $(VENV)/.built  ## write the type stub of the native module anew
	sh scripts/make_stubs.sh

bench: $(VENV)/.test  ## measure ratios to the peers
	for script in benchmarks/*.py; do $(BIN)/python $$script || exit 1; done

docs: $(VENV)/.test  ## build the documentation in docs/_build/html
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

clean:  ## remove everything that was built
	rm -rf $(VENV) build docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis
