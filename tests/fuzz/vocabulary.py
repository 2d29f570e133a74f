"""Rules over the whole vocabulary go through every command."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

from calarec.rule_files.load import check_rules
from tests.fuzz.commands import called, folder
from tests.fuzz.target import Drawn, Target
from tests.rulebooks import SHIPPED
from tests.rulesets.drawn_rules import draw_rules

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

_ON_RULES: Final = (
    "rules check drawn.yaml --hands 20", "rules check drawn.yaml --hands 20 --format json --lang it",
    "rules show drawn.yaml --origin", "rules show drawn.yaml --json --lang it",
    "rules explain drawn.yaml", "rules explain drawn.yaml --format markdown --lang it",
    "rules diff drawn.yaml {other}", "rules diff {other} drawn.yaml --lang it", "rules diff drawn.yaml {other} --json",
    "rules freeze drawn.yaml -o frozen.txt", "rules list", "rules new club --from drawn",
    "rules new asked --from pagat --ask clockwise", "rules check drawn.yaml --fix --hands 0",
    "rules ask mezze poste", "rules ask ace --lang it",
    "rules measure drawn.yaml -n 4", "rules measure drawn.yaml -n 2 --bot random --json --lang it",
    "simulate -r drawn.yaml -n 3 --seed {seed} --bot random -o legal.cal -j 1", "check legal.cal -j 1",
    "simulate -r drawn.yaml -n 3 --seed {seed} --irregular -o made.cal -j 1",
    "new -r drawn.yaml --players {people}", "enter -r drawn.yaml entered.cal", "doctor",
    "explain RUL504", "rules schema",
)  # fmt: skip
"""Commands that need only the rules, in an order that makes the record for others."""
_ON_RECORDS: Final = (
    "check made.cal -j 1", "check made.cal -r drawn.yaml --format json -j 1", "replay made.cal",
    "replay made.cal --json --lang it", "coverage made.cal -r drawn.yaml -j 1",
    "coverage made.cal -r drawn.yaml --listing --lang it -j 1", "coverage made.cal -r drawn.yaml --json -j 1",
    "identify made.cal -r drawn.yaml -r {other} -j 1",
    "identify made.cal -j 1", "rules diff {parent} drawn --witness --from made.cal",
    "rescore made.cal -r {other} -j 1", "sheet made.cal", "sheet made.cal --format csv --lang it",
    "sheet made.cal --site site",
    "view made.cal -o seen.html", "view made.cal --hand 1 --svg -o hand.svg", "repair made.cal --nodes 20",
    "fmt made.cal", "witness made.cal --hand 1",
    "convert made.cal made.json", "convert made.json back.cal", "convert made.cal settled.csv --settled",
    "pin made.cal -r drawn.yaml --update", "dedup made.cal", "stats made.cal -j 1",
    "archive build made.cal -o made.duckdb -j 1", "archive export made.duckdb tables",
    "archive query made.duckdb SHOW_TABLES", "solve made.cal --hand 1 --at {last} --seconds 1",
    "annotate made.cal --hand 1 --seconds 0",
)  # fmt: skip
NOT_CALLED: Final = {
    ("lsp",): "is asked by an editor, not by words",
    ("page",): "is served until somebody ends it, and reads no rule file by its words",
}


def draw(rng: Random) -> Drawn:
    """An accepted rule file, another ruleset, and the seed of its hands."""
    drawn = draw_rules(rng, 6)
    return Drawn(drawn.text, (drawn.parent, rng.choice(tuple(SHIPPED)), rng.randrange(1000)))


def lines_for(drawn: Drawn) -> list[list[str]]:
    """The command lines for an input, split into words."""
    parent, other, seed = drawn.more
    loaded = check_rules("drawn.yaml", raw=drawn.raw)
    assert loaded.ruleset is not None, loaded.findings
    rules = loaded.ruleset.rules
    people = ",".join("ABCDEFGH"[: rules.table.seats[0]])
    values = {"parent": parent, "other": other, "seed": seed, "last": max(rules.deal.hand - 2, 1), "people": people}
    return [line.format(**values).replace("SHOW_TABLES", "SHOW TABLES").split() for line in (*_ON_RULES, *_ON_RECORDS)]


def hold(drawn: Drawn) -> None:
    """Every command ends without a traceback; what was made is legal under the rules by which it was made."""
    run_lines(drawn, lines_for(drawn))


def run_lines(drawn: Drawn, lines: Sequence[Sequence[str]]) -> None:
    """Runs command lines, one after the other, in a folder with the rules."""
    with folder({"drawn.yaml": drawn.raw}) as here, patch.dict(os.environ, {"CALAREC_RULES": str(here)}):
        for words in lines:
            end = _joined(words)
            ended = called(end)
            assert ended.status in _allowed(end), (end, ended.status, ended.err.decode("utf-8", "replace"))
            assert b"Traceback" not in ended.err, (end, ended.err)


def _joined(words: Sequence[str]) -> list[str]:
    """The words of a query are one."""
    return [*words[:3], " ".join(words[3:])] if words[:2] == ["archive", "query"] else list(words)


def _allowed(words: Sequence[str]) -> tuple[int, ...]:
    """The statuses with which a command may end: the solver refuses rules that it does not know."""
    if words[0] in ("solve", "annotate"):
        return (0, 1, 2)
    return (0,) if words[0] in ("simulate", "fmt", "convert") or "legal.cal" in words else (0, 1)


VOCABULARY: Final = Target(
    "vocabulary",
    "Rules over the whole vocabulary, as far as the checks accept them, go through every command: each ends without a "
    "traceback, and what was made is legal under the rules by which it was made.",
    draw,
    hold,
    1,
    patience=300,  # some sixty commands, of which identifying a record and asking for rules take most
)
