# What is done again and again. Each line below a name can be typed by hand as well.
# PYTHON is the interpreter of the environment: `make test PYTHON=python` where one is active.

PYTHON = .venv/bin/python
.PHONY: help style check test test-all test-fast golden bench lock release-version release-build release-check site

help:
	@echo "make style      style and types"
	@echo "make check      style, types, and the tests of documentation and structure"
	@echo "make test       all tests, on all processors; an eighth of the cases of mass tests, chosen by the commit"
	@echo "make test-all   all tests with all their cases"
	@echo "make test-fast  the quick tests: no properties, no corpus, nothing that takes long by itself"
	@echo "make golden     write anew what is kept of answers, rulings and outputs; read the difference before you keep it"
	@echo "make bench      measure the speed"
	@echo "make release-version TAG=v1.2.3   fails unless that is the version"
	@echo "make release-build   the sources and the wheel without a compiled core, into dist/; needs the extra [release]"
	@echo "make release-check   metadata and README of what lies in dist/, and the list of the parts"
	@echo "make site       the site, into site, and the page for hosting, into site/play; needs the extra [site] and npm ci"
	@echo "make lock       write the lock files with hashes, from constraints.txt; needs uv"

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
	$(PYTHON) -m pytest -q -n auto -m "not slow and not hypothesis"

golden:
	$(PYTHON) -m tests.golden.answers
	$(PYTHON) -m tests.records.shelf
	$(PYTHON) -m tests.tools.golden.regenerate
	$(PYTHON) -m tests.tools.replay.regenerate

bench:
	$(PYTHON) -m bench.run

# `locked.txt` has what calarec needs and what builds it, `locked-dev.txt` what its developers need too.
LOCK = uv --no-config pip compile --quiet --universal --python-version 3.11 --constraint constraints.txt \
    --generate-hashes --no-annotate --custom-compile-command "make lock"

lock:
	printf 'hatchling\nsetuptools\n' | $(LOCK) --output-file locked.txt pyproject.toml -
	printf 'hatchling\nsetuptools\n' | $(LOCK) --extra dev --output-file locked-dev.txt pyproject.toml -

# The steps of .github/workflows that need no other system.
DIST = dist

release-version:
	test "v$$($(PYTHON) -m hatchling version)" = "$(TAG)"

release-build:
	$(PYTHON) -m build --outdir $(DIST) --sdist
	CALAREC_CORE=none $(PYTHON) -m build --outdir $(DIST) --wheel

release-check:
	$(PYTHON) -m twine check --strict $(DIST)/*.tar.gz $(DIST)/*.whl
	$(PYTHON) -W ignore::UserWarning -m cyclonedx_py requirements locked.txt --pyproject pyproject.toml \
	    --output-reproducible --output-file $(DIST)/calarec-$$($(PYTHON) -m hatchling version).cdx.json

site:
	$(PYTHON) -m docs.site
	$(PYTHON) -m calarec page --export site/play
