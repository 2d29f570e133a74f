"""Any rule file is loaded or refused; a loaded one is played and frozen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.core.engine.game import Game
from calarec.core.notation.writer import write
from calarec.rule_files.load import check_rules
from calarec.simulation import simulate
from tests.fuzz.commands import called, folder
from tests.fuzz.materials import mangled, rule_files
from tests.fuzz.target import Drawn, Target
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from random import Random

    from calarec.core.mechanisms.ruleset import Ruleset

_VALUES: Final = (
    "off", "on", "null", '""', "0", "1", "2", "3", "-1", "12", "100", "1/3", "6p", "2x", "1/2x", "1.5", "999999999999",
    "[]", "{}", "[monte]", "[3, 2, A]", "everyone", "nobody", "declarer", "opponents", "true", "no", "x", "{do: take}",
    "~", "2026-01-01", "!!x y",
)  # fmt: skip


def draw(rng: Random) -> Drawn:
    """A file that changes a few rules of a shipped ruleset, or a rule file, spoilt."""
    text = _child(rng) if rng.random() < 0.6 else rng.choice(rule_files())
    return Drawn(mangled(text, rng, rule_files(), times=3) if rng.random() < 0.6 else text)


def _child(rng: Random) -> str:
    parent = game(rng.choice(IDS)).ruleset
    other = game(rng.choice(IDS)).ruleset
    lines = ["ruleset: club", f"extends: {parent.id}@{parent.version}", "source: house rule"]
    for word in rng.sample(("set", "add"), rng.randint(1, 2)):
        lines.append(f"{word}:")
        for _ in range(rng.randint(1, 4)):
            path = rng.choice(sorted(parent.leaves if rng.random() < 0.7 else other.leaves))
            path = path.rpartition(".")[0] or path if rng.random() < 0.1 else path
            lines.append(f"  {path}: {_value(rng, parent, other, path)}")
    return "\n".join(lines) + "\n"


def _value(rng: Random, parent: Ruleset, other: Ruleset, path: str) -> str:
    if rng.random() < 0.5:
        return rng.choice(_VALUES)
    leaves = other.leaves if path in other.leaves or rng.random() < 0.5 else parent.leaves
    found = leaves[path][0] if path in leaves else leaves[rng.choice(sorted(leaves))][0]
    said = re.sub(r"'", '"', str(found))
    return str(found).lower() if isinstance(found, bool) else said.replace("None", "null") or '""'


def hold(drawn: Drawn) -> None:
    """Check findings; play, word, freeze and compare an accepted file."""
    with folder({"club.yaml": drawn.raw}):
        loaded = check_rules("club.yaml", raw=drawn.raw)
        for one in loaded.findings:
            assert one.span.line >= 1, one
            assert one.span.column >= 1, one
            assert one.message("en"), one
            assert one.message("it"), one
        said = called(["rules", "check", "club.yaml", "--format", "concise"])
        assert said.status in (0, 1, 2), said
        assert (loaded.ruleset is None) <= (said.status != 0), said
        if loaded.ruleset is None:
            return
        for words in (["explain"], ["explain", "--lang", "it"], ["show", "--origin"], ["show", "--json"]):
            ended = called(["rules", words[0], "club.yaml", *words[1:]])
            assert ended.status == 0, ended.err
        assert called(["rules", "diff", "club.yaml", "pagat"]).status in (0, 1)
        assert called(["rules", "freeze", "club.yaml", "-o", "frozen.yaml"]).status == 0
        frozen = check_rules("frozen.yaml", raw=Path("frozen.yaml").read_bytes())
        assert frozen.ruleset is not None, frozen.findings
        assert frozen.ruleset.digest == loaded.ruleset.digest
        _played(loaded.ruleset)


def _played(ruleset: Ruleset) -> None:
    made = list(simulate(Game.from_ruleset(ruleset), hands=2, seed=1, bot="random"))
    for each in made:
        assert sum(each.account.payments) == 0
    Path("made.cal").write_text(write([each.hand for each in made]), encoding="utf-8")
    ended = called(["check", "made.cal", "--rules", str(Path("club.yaml").absolute()), "--format", "concise"])
    assert ended.status == 0, (ended.out + ended.err).decode()


RULES = Target(
    "rules",
    "Any rule file is checked without a traceback, every finding has a place and words in both languages; one that is "
    "accepted is played to payments that sum to zero, its hands pass `check`, its rulebook is told in both languages, "
    "and frozen it is the same.",
    draw,
    hold,
    18,
)
