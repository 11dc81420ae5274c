# Everything a developer does: make help.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: help demo test test-all lint goldens man clean
.DEFAULT_GOAL := help

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

.venv/.package: pyproject.toml
	$(PYTHON) -m venv .venv
	$(PIP) install --quiet --editable .
	@touch $@

.venv/.dev: .venv/.package
	$(PIP) install --quiet --upgrade 'pip>=25.1'
	$(PIP) install --quiet --editable '.[pb,pictures,plot,zst]' --group dev
	@touch $@

demo: .venv/.package ## encode, solve and decode an example
	@mkdir -p build
	$(BIN)/hashicnf draw examples/hashi/medium.puz
	$(BIN)/hashicnf encode examples/hashi/medium.puz --output build/medium.cnf
	$(BIN)/hashicnf sat build/medium.cnf > build/medium.out || test $$? -eq 10
	$(BIN)/hashicnf decode build/medium.out --cnf build/medium.cnf
	$(BIN)/hashicnf solve examples/hashi/large.puz --stats

lint: .venv/.dev ## ruff, mypy --strict, import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

test: lint ## lint, then all tests but the slow ones
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" $(PYTEST)

test-all: lint ## lint, then all tests
	$(BIN)/python -m pytest -n auto --dist worksteal $(PYTEST)

goldens: .venv/.dev ## write dimacs/ anew, where two solvers and the checker agree; texts and tables with it
	$(BIN)/python -m tests.golden.rewrite
	$(BIN)/python -m tests.dimacs.textbook
	$(BIN)/python -m tests.dimacs.malformed
	$(BIN)/python -m tests.formats.tables
	$(BIN)/python -m tests.explain.rewrite
	$(BIN)/python -m tests.docs.manual

man: .venv/.dev ## write man/hashicnf.1 from the help of all commands
	$(BIN)/python -m tests.docs.manual

clean: ## remove the environment and what was built
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis
