# Bare `make` lists what can be asked for.
.DEFAULT_GOAL := help
SHELL := /bin/sh
BIN := .venv/bin
# Programs are compiled once and read by every process that a test starts; empty means "write them", as by default.
export PYTHONDONTWRITEBYTECODE :=
# Played tables and pages wait for pictures, models and answers: two cores have room for four workers.
TEST_WORKERS := 4
SLOW_WORKERS := 3
# The longest that one test may take: five minutes by default (pyproject.toml), an hour where tests are long.
LONG_TESTS := --timeout=3600
NOT_IN_TEST := not data and not slow and not lab and not nightly
QUICK := tests/messages tests/geometry tests/calibration tests/referee tests/overlook/setup tests/docs tests/tools/check
# Random tests draw other cases for each commit, and the same ones again for the same commit.
SEED := $(shell commit=$$(git rev-parse --short=7 HEAD 2>/dev/null) && printf '%d' "0x$$commit" || echo 0)
.PHONY: help setup run quick test test-times test-data test-slow test-lab soak check bench clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | while IFS="$$(printf '\t')" read -r name words; do printf '  make %-10s %s\n' "$$name" "$$words"; done

setup: ## install what running needs (once; a second call changes nothing)
	@sh deploy/prepare.sh run

run: setup ## set up, then start the table (simulated unless overlook.toml says otherwise) for this computer and paired phones
	@$(BIN)/overlook run

quick: ## before each commit: mathematics, rules and set-up, without a browser (under a minute)
	@sh deploy/prepare.sh test
	@$(BIN)/python -m pytest -n 2 --dist worksteal --hypothesis-seed=$(SEED) -m "$(NOT_IN_TEST) and not long" $(QUICK)

test: ## set up, then run every test that needs only this checkout
	@sh deploy/prepare.sh test
	@$(BIN)/python -m pytest -n $(TEST_WORKERS) --dist loadfile --no-loadscope-reorder --hypothesis-seed=$(SEED) -m "$(NOT_IN_TEST)"

test-times: ## the same, then print where the time went, by folder, file and kind
	@sh deploy/prepare.sh test
	@OVERLOOK_TEST_TIMES=artifacts/test-times $(BIN)/python -m pytest -p tests.times -n $(TEST_WORKERS) --dist loadfile --no-loadscope-reorder --hypothesis-seed=$(SEED) -m "$(NOT_IN_TEST)"

test-data: ## set up, then run the tests on ../shared/data
	@sh deploy/prepare.sh test
	@$(BIN)/python -m pytest -n 2 --dist loadfile $(LONG_TESTS) -m "data and not slow and not nightly"

test-slow: ## set up, then run the tests that take long (10 minutes)
	@sh deploy/prepare.sh slow
	@$(BIN)/python -m pytest -n $(SLOW_WORKERS) --dist loadgroup $(LONG_TESTS) --hypothesis-seed=$(SEED) -m "slow and not nightly"

test-lab: ## set up, then run real camera, panel and service code in a virtual machine (root; 10 to 30 minutes)
	@sh deploy/prepare.sh test
	@$(BIN)/python -m pytest -s -n 0 $(LONG_TESTS) -m lab tests/lab

soak: ## every night: all tests at full depth, random cases that nobody has drawn before (three hours and more)
	@sh deploy/prepare.sh slow
	@OVERLOOK_DEPTH=whole $(BIN)/python -m pytest -n $(SLOW_WORKERS) --dist loadgroup $(LONG_TESTS) -m "not data and not lab"

check: ## linters, types, layers and the project's own rules, in parallel; no test
	@sh deploy/prepare.sh test
	@$(BIN)/python -m tools.check

bench: ## the project's ratios against peers, side by side in one run
	@sh deploy/prepare.sh run
	@$(BIN)/overlook bench

clean: ## remove the virtual environment and caches (games and settings stay)
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis artifacts build dist
