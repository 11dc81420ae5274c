# Everything a developer does: make help.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: help demo test test-all lint axe goldens man bounds study study-pages docs clean
.DEFAULT_GOAL := help

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

.venv/.package: pyproject.toml
	$(PYTHON) -m venv .venv
	$(PIP) install --quiet --editable .
	@touch $@

.venv/.dev: .venv/.package
	$(PIP) install --quiet --upgrade 'pip>=25.1'
	$(PIP) install --quiet --editable '.[cluster,pb,pictures,plot,zst]' --group dev
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

axe: .venv/.dev ## hold the pages against the accessibility checker axe-core, which npm fetches
	npm install --silent --no-save --prefix build/axe axe-core
	$(BIN)/python -m tests.playing.axe build/axe/node_modules/axe-core/axe.min.js

goldens: .venv/.dev ## write dimacs/ anew, where two solvers and the checker agree; texts and tables with it
	$(BIN)/python -m tests.golden.rewrite
	$(BIN)/python -m tests.dimacs.textbook
	$(BIN)/python -m tests.dimacs.malformed
	$(BIN)/python -m tests.formats.tables
	$(BIN)/python -m tests.narrate.rewrite
	$(BIN)/python -m tests.docs.manual
	$(BIN)/python -m tests.docs.examples

man: .venv/.dev ## write man/hashicnf.1 from the help of all commands
	$(BIN)/python -m tests.docs.manual

bounds: ## the tests in tests/cli and tests/dimacs with the oldest versions of what hashicnf needs, then with the newest
	@mkdir -p build
	$(PYTHON) -m venv --clear build/bounds
	sed -nE '/^dependencies = \[/,/^\]/s/^ *"([a-z-]+)>=([^"]+)".*/\1==\2/p' pyproject.toml > build/oldest.txt
	build/bounds/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	build/bounds/bin/python -m pip install --quiet --constraint build/oldest.txt --editable '.[pictures,plot,zst]' --group dev
	build/bounds/bin/python -m pytest -n auto -m "not slow" tests/cli tests/dimacs $(PYTEST)
	build/bounds/bin/python -m pip install --quiet --upgrade --upgrade-strategy eager --editable .
	build/bounds/bin/python -m pytest -n auto -m "not slow" tests/cli tests/dimacs $(PYTEST)

STUDY = $(BOARDS:%=--boards %) $(PEERS:%=--peers %) $(SAMPLE:%=--sample %) $(TIMEOUT:%=--timeout %) $(SHARD:%=--shard %) $(OUTPUT:%=--output %) $(REPLACE:%=--replace)

study: .venv/.dev ## run the study and write docs/results; BOARDS=DIR PEERS=PYTHON SAMPLE=K TIMEOUT=S SHARD=K/N OUTPUT=DIR REPLACE=1 CHAPTERS=...
	$(BIN)/python -m study $(CHAPTERS) $(STUDY)

study-pages: .venv/.dev ## write the pages and pictures of docs/results from their tables
	$(BIN)/python -m study $(CHAPTERS) --draw

docs: .venv/.dev ## build the documentation site in build/site; warnings and dead links are errors
	$(PIP) install --quiet --group docs
	$(BIN)/python -m website build/docs
	$(BIN)/zensical build --clean --strict

clean: ## remove the environment and what was built
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis
