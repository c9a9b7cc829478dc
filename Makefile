# make render | make test | make check: each sets up what it needs on a machine that has only python3 (3.11+), make and git.

PYTHON ?= python3
BIN := .venv/bin
RUNTIME := .venv/.runtime-installed
DEV := .venv/.dev-installed
LOCKS := generator/requirements
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help render check test lint test-upstream test-cluster bench lock assembly clean

help: ## Show what there is to make
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 22

render: $(RUNTIME) ## Render every environment into out/ (ENV="prod dev" for some)
	@$(BIN)/heliostat render $(ENV)

check: $(RUNTIME) ## Compare out/ with what the environments render
	@$(BIN)/heliostat check $(ENV)

test: $(DEV) lint ## Run the suite: static checks and tests
	@$(BIN)/python -m pytest tests --ignore tests/upstream --ignore tests/cluster --numprocesses 2 --dist loadgroup

lint: $(DEV) ## Run the static checks alone
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo > .venv/lint-imports.txt || { cat .venv/lint-imports.txt; exit 1; }

test-upstream: $(DEV) ## Compare with upstream's own Go code (needs Go; FULL=1 for full-size generated tests)
	@$(BIN)/python -m pytest tests/upstream

test-cluster: $(DEV) ## Bring every environment up in a real control plane, by kubectl and by Argo CD (needs Go)
	@$(BIN)/python -m pytest tests/cluster --override-ini verbosity_assertions=2 --durations 20 --durations-min 5

bench: $(DEV) ## Measure rendering beside stock cdk8s, and helm and kustomize where they are on PATH
	@$(BIN)/python tests/bench/render.py

assembly: $(RUNTIME) ## Build the constructs in TypeScript anew (generator/assembly)
	@$(BIN)/python generator/assembly/build.py

lock: $(DEV) ## Resolve the dependencies of pyproject.toml anew
	@$(BIN)/uv pip compile pyproject.toml --group build --output-file $(LOCKS)/runtime.lock $(RESOLVE)
	@$(BIN)/uv pip compile pyproject.toml --group build --group dev --output-file $(LOCKS)/dev.lock $(RESOLVE)
RESOLVE := --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

clean: ## Remove what set-up made
	@rm -rf .venv .cache

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Heliostat needs Python 3.11 or newer, this is " + sys.version.split()[0] + ": set PYTHON=python3.11")'
	@echo "setting up .venv" >&2
	@$(PYTHON) -m venv .venv || { echo "python3 cannot make a virtual environment: install its venv module (Debian: python3-venv)" >&2; rm -rf .venv; exit 3; }

$(RUNTIME): .venv/bin/python $(LOCKS)/runtime.lock pyproject.toml
	@$(call install,$(LOCKS)/runtime.lock)
	@touch $@

$(DEV): $(RUNTIME) $(LOCKS)/dev.lock
	@$(call install,$(LOCKS)/dev.lock)
	@touch $@

# Installs exactly what the lock names, then this project on top of it.
define install
echo "installing $(1)" >&2; \
$(PIP) install --require-hashes --requirement $(1) && $(PIP) install --no-deps --no-build-isolation --editable . \
	|| { echo "$(1) could not be installed: the lines above say why; nothing was rendered" >&2; exit 3; }
endef
