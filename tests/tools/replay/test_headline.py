"""The headline is true: it names the wrong line, and the reason for no end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.base.frozen import replace
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from tests.tools.replay.told import HERE, run

if TYPE_CHECKING:
    from pathlib import Path

ROOT = HERE.parents[2]
EVENING = """cal 1
rules pagat
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer C
bid A: chiamo B: passo C: passo
result A: won
score A: +2 B: -1 C: -1
total A: 3 B: -1 C: -1
end

hand 2
dealer A
bid B: chiamo C: passo A: passo
{}
end
"""


def headline(folder: Path, hand: str, *lines: str, lang: str = "en") -> str:
    """Return the lines above the reasons, as one."""
    record = folder / "a.cal"
    text = EVENING.format("\n".join(lines)).replace("\nhand 1", "\ncarried A: 0 B: 0 C: 0\n\nhand 1")
    record.write_text(text, encoding="utf-8")
    out = run("replay", str(record), "--hand", hand, "--lang", lang).out
    return " ".join(out.split("\n\n")[1].split())


@pytest.mark.parametrize(
    ("lines", "en", "it"),
    [
        (
            ("result B: won", "score B: +2 A: -1 C: -1", "total A: 2 B: 1 C: -2"),
            "This hand is recorded correctly; its totals carry on an earlier mistake.",
            "Quel che è scritto di questa mano è giusto; i totali si portano dietro una svista precedente.",
        ),
        (
            ("result B: won", "score B: +2 A: -1 C: -2"),
            "The payments written down are not right: see below.",
            "I pagamenti scritti non sono giusti: vedi più sotto.",
        ),
        (
            ("result B: won", "total A: 9 B: 1 C: -2"),
            "The totals do not add up: see below.",
            "I totali non tornano: vedi più sotto.",
        ),
        (
            ("result B: won", "score B: -2 A: +1 C: +1"),
            "Result and payments contradict each other: see below.",
            "Risultato e pagamenti si contraddicono: vedi più sotto.",
        ),
        (
            ("score B: -2 A: +1 C: +1", "total A: 2 B: 1 C: -2"),
            "Payments and totals contradict each other: see below.",
            "Pagamenti e totali si contraddicono: vedi più sotto.",
        ),
        (
            ("result B: 20 A+C: 15", "score B: +2 A: -1 C: -2", "total A: 9 B: 1 C: -2"),
            "The payments and totals written down are not right: see below.",
            "Pagamenti e totali scritti non sono giusti: vedi più sotto.",
        ),
        (
            ("result B: won", "score B: +2 A: -1 C: -1"),
            "The result written down is right.",
            "Il risultato scritto è giusto.",
        ),
    ],
)
def test_the_headline_names_what_is_wrong(tmp_path: Path, lines: tuple[str, ...], en: str, it: str) -> None:
    """The result is blamed only if the finding is about the result, and nothing is below where nothing is."""
    assert headline(tmp_path, "2", *lines).endswith(en)
    assert headline(tmp_path, "2", *lines, lang="it").endswith(it)


def test_a_hand_that_cannot_be_followed_does_not_break_off(tmp_path: Path) -> None:
    """All tricks are written; what did not fit were the words of the auction."""
    plain = str(HERE / "plain.cal")
    out = " ".join(run("replay", plain, "--rules", "tretre").out.split())
    assert "breaks off" not in out
    assert "From there on what is written cannot be followed under these rules." in out
    it = " ".join(run("replay", plain, "--rules", "tretre", "--lang", "it").out.split())
    assert "Da lì in poi quel che è scritto non si può seguire con questo regolamento." in it
    text = (HERE / "plain.cal").read_text(encoding="utf-8")
    short = text[: text.index(" 6 ")] + "end\n"
    (tmp_path / "a.cal").write_text(short.replace("C: passo", "C: chiamo"), encoding="utf-8")
    assert "breaks off" in " ".join(run("replay", str(tmp_path / "a.cal")).out.split())


def test_a_hand_that_was_played_is_not_read_as_passed_by_all(tmp_path: Path) -> None:
    """An unknown bid is not taken for a pass because that leaves the fewest lines to be wrong."""
    text = (HERE / "plain.cal").read_text(encoding="utf-8")
    (tmp_path / "a.cal").write_text(text.replace("rules pagat", "rules tretre"), encoding="utf-8")
    out = " ".join(run("replay", str(tmp_path / "a.cal")).out.split())
    assert "CAL210" in out
    assert "All have passed" not in out
    assert "only that explains the rest of it" not in out


def test_what_comes_from_the_pot_is_named(tmp_path: Path) -> None:
    """Payments from and to the pot are named."""
    rules = "tests/rulesets/attested/pot.yaml"
    hands = list(simulate(load_ruleset(str(ROOT / rules)), hands=60, seed=2, bot="random"))
    found = {}
    for lang in ("en", "it"):
        for each in hands:
            balance = sum(each.account.payments)
            way = (balance > 0) - (balance < 0)
            if not way or (lang, way) in found:
                continue
            said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
            file = tmp_path / "pot.cal"
            file.write_text(write([replace(each.hand, statements=said)]), "utf-8")
            out = run("replay", str(file), "--rules", str(ROOT / rules), lang=lang).out
            found[lang, way] = " ".join(out.partition("\n\n")[2].partition("\n\n")[0].split())
            assert str(abs(balance)) in found[lang, way]
    assert "of it comes from the pot." in found["en", 1]
    assert "goes into the pot." in found["en", -1]
    assert "viene dal piatto." in found["it", 1]
    assert "va nel piatto." in found["it", -1]


def test_in_italian_a_card_is_given_ad_anna(tmp_path: Path) -> None:
    """The preposition takes a d before its own vowel, as in payments."""
    file = tmp_path / "won.cal"
    text = (ROOT / "records/pagat/chiamo-won.cal").read_text("utf-8")
    file.write_text(text.replace("Olga", "Anna").replace("Michele", "Bruno"), "utf-8")
    said = run("replay", str(file), lang="it", width=100).out
    assert "Bruno dà ad Anna 4c" in said
    assert "Anna dà a Bruno 3c" in said
