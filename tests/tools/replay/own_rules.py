"""A ruleset of a club, and a record without payments."""

from __future__ import annotations

from tests.tools.replay.told import HERE

PLAIN = (HERE / "plain.cal").read_text(encoding="utf-8")
UNPAID = "".join(line for line in PLAIN.splitlines(keepends=True) if not line.startswith(("score", "total")))
"""Without the payments: other rulesets pay otherwise."""
OWN = "ruleset: circolo\nversion: {version}\ntitle: Circolo\nextends: pagat\nset: {{contracts.chiamo.stake: {stake}}}\n"
