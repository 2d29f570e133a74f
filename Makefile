# What is done again and again. Each line below a name can be typed by hand as well.
# PYTHON is the interpreter of the environment: `make test PYTHON=python` where one is active.

PYTHON = .venv/bin/python
# Damaged records, rulings under every ruleset, hands against referees, browsers, clusters: what takes the longest and changes the least.
CORPUS = tests/golden tests/judge/damage tests/judge/repair tests/judge/review tests/records tests/referees tests/sources tests/fuzz \
    tests/mutation tests/browser tests/tools/scale
# Files that try one thing on every ruleset or on very many hands, more than five seconds of a processor each.
LONG = \
    tests/bulk/test_mass.py tests/bulk/test_scored.py tests/engine/test_aims.py tests/engine/test_coverage.py \
    tests/engine/test_referees.py tests/engine/views/test_partial.py tests/engine/views/test_views.py \
    tests/judge/score_only/test_score_truth.py tests/judge/unknown/test_hidden.py \
    tests/judge/unknown/test_unwritten.py tests/notation/test_much.py tests/rulebook/test_rulebook_leaves.py \
    tests/rulebook/test_single_changes.py tests/rulesets/lint/test_changes_told.py tests/rulesets/lint/test_units.py \
    tests/rulesets/lint/test_wrong_files.py tests/rulesets/test_vocabulary.py tests/solving/test_worlds.py \
    tests/tools/archive/test_archive.py tests/tools/archive/test_settled_records.py \
    tests/tools/checking/test_dying.py tests/tools/checking/test_running_score_cut.py \
    tests/tools/rules/test_rules_commands.py tests/tools/rules/test_witness.py \
    tests/tools/sheet/test_comings_and_goings.py tests/wording/test_another_language.py

.PHONY: help check test test-fast golden bench

help:
	@echo "make check      style, types, the rules of the house"
	@echo "make test       all tests, on all processors"
	@echo "make test-fast  the quick tests: no properties, no corpus, nothing that takes long by itself"
	@echo "make golden     write anew what is kept of answers, rulings and outputs; read the difference before you keep it"
	@echo "make bench      measure the speed"

check:
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	$(PYTHON) -m pytest -q tests/house

test:
	$(PYTHON) -m pytest -n auto

test-fast:
	$(PYTHON) -m pytest -q -n auto -m "not hypothesis" $(addprefix --ignore=,$(CORPUS) $(LONG))

golden:
	$(PYTHON) -m tests.golden.answers
	$(PYTHON) -m tests.records.shelf
	$(PYTHON) -m tests.tools.golden.regenerate
	$(PYTHON) -m tests.tools.replay.regenerate

bench:
	$(PYTHON) -m bench.run
