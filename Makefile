# Everything runs in .venv, which is made from the lock file. `make help` lists the targets.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help serve test check build bench clean lock faults format manual properdocs

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
WAYOUT := .venv-properdocs
export NO_MKDOCS_2_WARNING := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F':.*## ' '{printf "  make %-11s %s\n", $$1, $$2}'

$(VENV)/installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("brainwiki needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Set PYTHON=python3.11, for example." if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

serve: $(VENV)/installed ## Check the wiki of this repository and serve its site on localhost (PORT=8000)
	$(BIN)/brainwiki serve --port $(PORT)

test: $(VENV)/installed browser check ## Everything: lint, types, contracts, sizes, all tests, in a real browser too
	$(BIN)/python -m pytest

check: $(VENV)/installed ## Lint, format, types, import contracts, size limits, and the wiki under its own rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tests/sizes.py
	$(BIN)/brainwiki check --quiet
	$(BIN)/brainwiki check --quiet --root tests/data/example --now 2026-11-30T12:00:00Z

build: $(VENV)/installed ## Build the site of this repository's wiki into site/
	$(BIN)/brainwiki build --out site

bench: $(VENV)/installed ## Measure: CPU seconds of checks beside rumdl and of builds beside MkDocs, search, pathological inputs
	$(BIN)/python -m benchmarks.check
	$(BIN)/python -m benchmarks.site
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.context
	$(BIN)/python -m benchmarks.locomo
	$(BIN)/python -m benchmarks.cjk
	$(BIN)/python -m benchmarks.statements
	$(BIN)/python -m benchmarks.pathological
	$(BIN)/python -m benchmarks.hook

faults: $(VENV)/installed ## Plant 500 faults into real wikis and see that each is found (BRAINWIKI_CORPORA names more wikis)
	$(BIN)/python -m tests.faults --count 500

.PHONY: local-model
local-model: $(VENV)/installed ## Put a small language model together outside the repository, check its digest and serve it on localhost
	$(BIN)/python -m benchmarks.local_model

.PHONY: browser
browser:
	@tests/browser.sh

.PHONY: fuzz
fuzz: $(VENV)/installed ## Try new hostile pages, wikis and changes, and how cost grows with them, for ten minutes
	$(BIN)/python -m tests.fuzz --minutes 10

manual: $(VENV)/installed ## Write the generated pages of the wiki (rules and index) and the plugin for coding agents
	$(BIN)/python tests/manual.py
	$(BIN)/python tests/plugin.py

format: $(VENV)/installed ## Format the code and mend what ruff can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

properdocs: ## Build the wiki with ProperDocs, which reads the same files as MkDocs, and see that the site is the same
	test -x $(WAYOUT)/bin/python || $(PYTHON) -m venv $(WAYOUT)
	$(WAYOUT)/bin/python -m pip install --quiet --require-hashes -r requirements.lock
	$(WAYOUT)/bin/python -m pip install --quiet --no-deps "properdocs>=1.6.7,<1.7"
	$(WAYOUT)/bin/python -m pip install --quiet --no-deps --no-build-isolation -e .
	$(WAYOUT)/bin/properdocs build --quiet --config-file mkdocs.yml --site-dir build/properdocs
	$(WAYOUT)/bin/mkdocs build --quiet --config-file mkdocs.yml --site-dir build/mkdocs
	diff -r build/properdocs build/mkdocs

lock: $(VENV)/installed ## Resolve requirements.lock anew from pyproject.toml
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --generate-hashes --python-version 3.11 --no-header --quiet -o requirements.lock

clean: ## Remove everything that was made
	rm -rf $(VENV) $(WAYOUT) site build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .brainwiki *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
