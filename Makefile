# What is done again and again. Each line below a name can be typed by hand as well.
# PYTHON is the interpreter of the environment: `make test PYTHON=python` where one is active.

PYTHON = .venv/bin/python
# Damaged records, rulings under every ruleset, hands against referees, browsers, clusters: what takes the longest and changes the least.
CORPUS = tests/golden tests/judge/damage tests/judge/repair tests/judge/review tests/records tests/referees tests/sources tests/fuzz \
    tests/mutation tests/browser tests/tools/scale
# Files that try one thing on every ruleset or on very many hands, or start many commands: more than two seconds of a processor each.
LONG = \
    tests/bulk/test_drawn.py tests/bulk/test_houses.py tests/bulk/test_machine.py tests/bulk/test_mass.py tests/bulk/test_scored.py \
    tests/bulk/test_spoken.py tests/engine/test_aims.py tests/engine/test_coverage.py tests/engine/test_referees.py \
    tests/engine/views/test_partial.py tests/engine/views/test_views.py tests/house/test_converting_page.py \
    tests/house/test_functions.py tests/house/test_left_out.py tests/house/test_people_who_carry_on.py \
    tests/house/test_readme.py tests/judge/score_only/test_begun.py tests/judge/score_only/test_said_at_any_time.py \
    tests/judge/score_only/test_score_bonuses.py tests/judge/score_only/test_score_slips.py \
    tests/judge/score_only/test_score_truth.py tests/judge/unknown/test_hidden.py tests/judge/unknown/test_records.py \
    tests/judge/unknown/test_score_raises.py tests/judge/unknown/test_steps.py tests/judge/unknown/test_truth.py \
    tests/judge/unknown/test_unwritten.py tests/notation/test_exchange.py tests/notation/test_much.py \
    tests/playing/test_hand.py tests/rulebook/test_rulebook_book.py tests/rulebook/test_rulebook_leaves.py \
    tests/rulebook/test_single_changes.py tests/rulesets/lint/test_changes_told.py tests/rulesets/lint/test_frozen.py \
    tests/rulesets/lint/test_units.py tests/rulesets/lint/test_wrong_files.py tests/rulesets/test_invalid.py \
    tests/rulesets/test_rule_cache.py tests/rulesets/test_vocabulary.py tests/simulation/test_jobs.py \
    tests/simulation/test_own_bots.py tests/solving/test_contracts.py tests/solving/test_houses.py \
    tests/solving/test_worlds.py tests/tools/archive/test_archive.py tests/tools/archive/test_identify.py \
    tests/tools/archive/test_rescore.py tests/tools/archive/test_settled_records.py tests/tools/archive/test_stats.py \
    tests/tools/checking/test_destinations.py tests/tools/checking/test_dying.py tests/tools/checking/test_forms.py \
    tests/tools/checking/test_mending.py tests/tools/checking/test_pinning.py \
    tests/tools/checking/test_running_score_cut.py tests/tools/checking/test_shards.py \
    tests/tools/checking/test_template.py tests/tools/checking/test_terminal.py tests/tools/checking/test_wrong_use.py \
    tests/tools/editor/test_evening.py tests/tools/editor/test_first_evening.py tests/tools/editor/test_rules_typed.py \
    tests/tools/editor/test_vscode.py tests/tools/entering/test_entry.py tests/tools/entering/test_left_open.py \
    tests/tools/entering/test_terminal.py tests/tools/entering/test_wrong_words.py tests/tools/golden/test_golden.py \
    tests/tools/replay/test_beside.py tests/tools/replay/test_command.py tests/tools/replay/test_json.py \
    tests/tools/rules/test_measure.py tests/tools/rules/test_rule_docs.py tests/tools/rules/test_rules_commands.py \
    tests/tools/rules/test_what_to_write.py tests/tools/rules/test_witness.py \
    tests/tools/sheet/test_comings_and_goings.py tests/tools/sheet/test_sheet.py tests/tools/test_bundle.py \
    tests/tools/test_main.py tests/tools/test_page.py tests/tools/test_pager.py tests/tools/test_shells.py \
    tests/tools/viewing/test_hand_data.py tests/without_auction/test_filter.py tests/wording/test_another_language.py \
    tests/wording/test_sentences.py

.PHONY: help style check test test-all test-fast golden bench

help:
	@echo "make style      style and types"
	@echo "make check      style, types, and the tests of documentation and structure"
	@echo "make test       all tests, on all processors; an eighth of the cases of mass tests, chosen by the commit"
	@echo "make test-all   all tests with all their cases"
	@echo "make test-fast  the quick tests: no properties, no corpus, nothing that takes long by itself"
	@echo "make golden     write anew what is kept of answers, rulings and outputs; read the difference before you keep it"
	@echo "make bench      measure the speed"

style:
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy

check: style
	$(PYTHON) -m pytest -q tests/house

test:
	$(PYTHON) -m pytest -n auto

test-all:
	CALAREC_SHARD=all $(PYTHON) -m pytest -n auto

test-fast:
	$(PYTHON) -m pytest -q -n auto -m "not hypothesis" $(addprefix --ignore=,$(CORPUS) $(LONG))

golden:
	$(PYTHON) -m tests.golden.answers
	$(PYTHON) -m tests.records.shelf
	$(PYTHON) -m tests.tools.golden.regenerate
	$(PYTHON) -m tests.tools.replay.regenerate

bench:
	$(PYTHON) -m bench.run
