# Bare `make` lists what can be asked for.
.DEFAULT_GOAL := help
SHELL := /bin/sh
BIN := .venv/bin
# Programs are compiled once and read by every process that a test starts; empty means "write them", as by default.
export PYTHONDONTWRITEBYTECODE :=
# A table that is played waits more than it works: for its next picture, for models at rest, for a page. Two cores
# have room for four workers.
TEST_WORKERS := 4
# Many long tests wait: for a plug to be pulled, a broker to come back, a package index. Two cores have room for a third;
# with a fourth, the film of a game could not be made.
SLOW_WORKERS := 3
QUICK := tests/house tests/geometry tests/calibration tests/referee tests/overlook/setup tests/docs

.PHONY: help setup run quick test test-data test-slow test-lab soak hunt check bench clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | while IFS="$$(printf '\t')" read -r name words; do printf '  make %-10s %s\n' "$$name" "$$words"; done

setup: ## install what running needs (once; a second call changes nothing)
	@sh deploy/prepare.sh run

run: setup ## set up, then start the table (simulated unless overlook.toml says otherwise)
	@$(BIN)/overlook run

quick: ## before each commit: style, types, layers, and all that is pure mathematics and rules; no browser
	@sh deploy/prepare.sh test
	@$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not data and not slow and not lab and not long" $(QUICK)

test: ## set up, then run every test that needs only this checkout
	@sh deploy/prepare.sh test
	@$(BIN)/python -m pytest -n $(TEST_WORKERS) --dist loadfile --no-loadscope-reorder -m "not data and not slow and not lab"

test-data: ## set up, then run the tests on ../shared/data
	@sh deploy/prepare.sh test
	@$(BIN)/python -m pytest -n 2 --dist loadfile -m "data and not slow"

test-slow: ## set up, then run the tests that take long
	@sh deploy/prepare.sh slow
	@$(BIN)/python -m pytest -n $(SLOW_WORKERS) --dist loadgroup -m slow

test-lab: ## set up, then run real camera, panel and service code in a virtual machine (root; 10 to 30 minutes)
	@sh deploy/prepare.sh test
	@$(BIN)/python -m pytest -s -n 0 -m lab tests/lab

soak: ## the long tests at their full depth: every plug pulled, every random case (two hours and more)
	@sh deploy/prepare.sh slow
	@OVERLOOK_DEPTH=whole $(BIN)/python -m pytest -n $(SLOW_WORKERS) --dist loadgroup -m slow

hunt: ## look for faults with random cases that nobody has drawn before, again and again until one is found
	@sh deploy/prepare.sh test
	@while HYPOTHESIS_PROFILE=hunt $(BIN)/python -m pytest -n 2 --dist loadfile -m "hypothesis and not lab and not data"; do :; done

check: ## style, types and layers only
	@sh deploy/prepare.sh test
	@$(BIN)/python -m pytest tests/house

bench: ## the project's ratios against peers, side by side in one run
	@sh deploy/prepare.sh run
	@$(BIN)/overlook bench

clean: ## remove the virtual environment and caches (games and settings stay)
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis artifacts build dist
