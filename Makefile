# Everything a contributor or CI needs. `make demo` and `make test` work on a fresh clone and change
# nothing outside it; `make system-parts` installs what some tests use of the system.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

SOURCES := $(shell find core src/optimeter -name '*.cpp' -o -name '*.hpp' -o -name 'CMakeLists.txt') \
	CMakeLists.txt pyproject.toml
CXX_FILES = $(shell git ls-files 'core/*.cpp' 'core/*.hpp' 'core/*.h' 'src/*.cpp' 'src/*.hpp' 'bindings/*.cpp' 'bindings/*.hpp' 'bindings/*.c' 'bindings/*.h' 'examples/*.c' 'examples/*.cpp')
SCRIPTS := src/optimeter/reports/page/assets/script tests/reports/page/script

# Where pytest writes how long each test took.
TIMES := $(VENV)/tests.xml
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist worksteal
ANY_KIND := contract or oracle or system or slow or gpu

.PHONY: demo quick test slow-tests snapshots test-gpu test-slow lint lint-quick lint-sources lint-workflows format stubs bench docs architecture sanitize sanitize-threads fuzz system-parts test-arm test-windows wheel wheels docs-parts languages amalgamation install test-languages clean help

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

PIP = $(BIN)/python -m pip --disable-pip-version-check -qq install --root-user-action ignore

$(VENV)/.tools: pyproject.toml
	@echo "making the environment $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --upgrade pip
	@$(BIN)/python scripts/requirements.py build > $(VENV)/build.txt
	@$(PIP) --requirement $(VENV)/build.txt cmake ninja
	@touch $@

# Packages install as usual. Only Optimeter is built inside the environment, so that a second build is
# incremental.
$(VENV)/.built: $(VENV)/.tools $(SOURCES)
	@echo "installing what Optimeter needs ..."
	@$(BIN)/python scripts/requirements.py > $(VENV)/run.txt
	@$(PIP) --requirement $(VENV)/run.txt
	@echo "compiling Optimeter (some minutes the first time) ..."
	@CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) $(PIP) --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.built
	@echo "installing what the tests need ..."
	@$(BIN)/python scripts/requirements.py test docs > $(VENV)/test.txt
	@$(PIP) --requirement $(VENV)/test.txt
	@touch $@

$(VENV)/.linters: $(VENV)/.tools
	@echo "installing the linters ..."
	@$(BIN)/python scripts/requirements.py --alone lint > $(VENV)/lint.txt
	@$(PIP) --requirement $(VENV)/lint.txt
	@touch $@

$(VENV)/.lint: $(VENV)/.test $(VENV)/.linters
	@touch $@

demo: $(VENV)/.built  ## run a real small experiment and show the result
	$(BIN)/python examples/demo.py

quick: lint-quick  ## the quick linters and the unit tests: an answer within a minute
	$(PYTEST) -q --snapshot-warn-unused -m 'not ($(ANY_KIND))'

test: $(VENV)/.test  ## pass all tests but the slow ones
	$(PYTEST) -m 'not slow and not gpu' --junitxml=$(TIMES)
	$(BIN)/python scripts/slow_tests.py --check --most 10 $(TIMES)

slow-tests:  ## where the time of the last `make test` went
	$(BIN)/python scripts/slow_tests.py $(TIMES)

test-slow: $(VENV)/.test  ## the tests that take longer, but for those of `make fuzz`
	$(PYTEST) -m 'slow and not gpu' --ignore=tests/data/test_fuzz.py

test-gpu: $(VENV)/.test  ## bits, counters, streams and files on a GPU, where one is
	$(BIN)/python -m pytest -s -m gpu tests/problems/gpu

snapshots: $(VENV)/.test  ## write the sentences that people read, in tests/snapshots, anew
	$(BIN)/python -m pytest -q --snapshot-update -m 'not slow and not gpu'

system-parts:  ## install the programs that some tests use (Debian, root)
	@$(PYTHON) scripts/system_parts.py $(FOR)

sanitize: $(VENV)/.test  ## the C++ tests under address and undefined-behaviour sanitizers
	sh scripts/run_cpp_tests.sh memory $(JOBS)

sanitize-threads: $(VENV)/.test  ## the C++ tests and the threads in Python under the thread sanitizer
	sh scripts/run_cpp_tests.sh threads $(JOBS)

fuzz: $(VENV)/.test  ## fuzz the parsers for a short while, then the readers with damaged folders and archives
	sh scripts/run_fuzz.sh 20
	$(BIN)/python -m pytest -q -n $(JOBS) -m slow tests/data/test_fuzz.py

test-arm: $(VENV)/.tools  ## the C++ tests on 64-bit ARM, emulated: same bits, same files
	sh scripts/run_cross_tests.sh aarch64-linux $(JOBS)

test-windows: $(VENV)/.tools  ## the C++ tests on Windows (mingw-w64, wine): same bits, same files
	sh scripts/run_cross_tests.sh x86_64-windows $(JOBS)

languages: $(VENV)/.tools  ## the libraries for C, C++ and Java, in build/languages
	sh scripts/build_languages.sh $(JOBS)

FOLDER ?= build/amalgamation
amalgamation: $(VENV)/.tools  ## all that a C program needs, in three files: coco.h, optimeter.h, libcoco.a, in FOLDER
	sh scripts/build_languages.sh --amalgamation "$(FOLDER)" $(JOBS)

PREFIX ?= /usr/local
install: languages  ## install headers and libraries for C and C++ and the jar below PREFIX
	sh scripts/build_languages.sh --install "$(PREFIX)"

test-languages: languages $(VENV)/.test  ## build and test every language
	sh scripts/run_language_tests.sh

$(VENV)/.release: $(VENV)/.tools
	@$(BIN)/python scripts/requirements.py release > $(VENV)/release.txt
	@$(PIP) --requirement $(VENV)/release.txt
	@touch $@

wheel: $(VENV)/.release  ## wheel and source distribution in dist/, installed and tried without a compiler
	$(BIN)/python scripts/make_wheel.py

wheels: $(VENV)/.release  ## the same, and wheels for other systems, which nothing runs here
	$(BIN)/python scripts/make_wheel.py aarch64-linux aarch64-linux-musl x86_64-linux-musl

lint-sources: $(VENV)/.linters  ## the linters that need no build: sources, formats, workflows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python scripts/prose_in_tests.py --check
	$(BIN)/oxlint --deny-warnings $(SCRIPTS)
	$(BIN)/oxfmt --check $(SCRIPTS)
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml examples/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-actions .github/actions/*/action.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/check-jsonschema --builtin-schema vendor.readthedocs .readthedocs.yaml
	$(BIN)/zizmor --offline --quiet --min-severity medium .github

# Apart from the others, since they load a program and a schema from GitHub.
RECIPES := https://raw.githubusercontent.com/prefix-dev/recipe-format/c33fce275c3d721a892abf95ef1c43bd6f96012c/schema.json
lint-workflows: $(VENV)/.linters  ## actionlint over the workflows, and the schema of conda's recipes
	@$(BIN)/python scripts/requirements.py --alone workflows > $(VENV)/workflows.txt
	@$(PIP) --requirement $(VENV)/workflows.txt
	$(BIN)/actionlint
	$(BIN)/check-jsonschema --schemafile $(RECIPES) packaging/conda/recipe.yaml

# mypy looks at what changed since the last time.
lint-quick: $(VENV)/.lint lint-sources
	$(BIN)/mypy
	sh scripts/make_stubs.sh --check
	$(BIN)/python scripts/architecture.py --check

lint: lint-quick  ## all linters, types, stubs
	$(BIN)/python -m pytest -q tests/typing
	sh scripts/run_clang_tidy.sh $(JOBS)
	$(BIN)/python scripts/docs_parts.py --check

format: $(VENV)/.lint  ## format all sources
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/oxfmt $(SCRIPTS)
	$(BIN)/clang-format -i $(CXX_FILES)

stubs: $(VENV)/.built  ## write the type stub of the native module anew
	sh scripts/make_stubs.sh

architecture: $(VENV)/.built  ## draw the rooms of docs/develop/architecture.md anew
	$(BIN)/python scripts/architecture.py --write

docs-parts: $(VENV)/.test  ## write the parts of pages that are made from the code anew
	$(BIN)/python scripts/docs_parts.py --write

bench: $(VENV)/.test  ## measure ratios to the peers
	for script in $(filter-out %/clock.py,$(wildcard benchmarks/*.py)); do $(BIN)/python $$script || exit 1; done

docs: $(VENV)/.test  ## build the documentation in docs/_build/html
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

clean:  ## remove everything that was built
	rm -rf $(VENV) build dist docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis
