"""House rules by menus: sentences, what can be chosen in them, and the file that comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.base.resources import data_path
from calarec.rule_files.load import load_ruleset
from calarec.rule_files.locate import known_ids
from calarec_tools.desk.calls import rule_files
from calarec_tools.desk.calls.house_rules import house_rules, rule_options, set_rules, take_back_rules
from calarec_tools.desk.calls.rule_examples import declarer_payments, witness_of_change
from calarec_tools.desk.calls.rule_lines import with_rule, without_rule
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "ruleset: casa\nversion: 1.0.0\ntitle: Casa\nextends: pagat\n"
STRAMAZZO = "settle.bonus.stramazzo"
SHIPPED = sorted(known_ids((data_path("rules"),)))


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for rules of one's own."""
    monkeypatch.setattr(rule_files, "OWN", str(tmp_path / "own"))
    monkeypatch.setenv("CALAREC_RULES", str(tmp_path / "own"))


def controls(text: str, lang: str = "en") -> dict[str, dict[str, Any]]:
    """Everything that can be chosen, by its path."""
    found = house_rules(text=text, lang=lang)
    return {each["path"]: each for one in found["chapters"] for rule in one["rules"] for each in rule["controls"]}


def chosen(text: str, **values: str) -> str:
    """The file after these choices; `__` means the dots of a path."""
    changes = [{"path": path.replace("__", "."), "value": value} for path, value in values.items()]
    return set_rules(text=text, changes=changes, lang="en")


def payments(text: str) -> dict[str, list[str]]:
    """Return the declarer's payments now, by contract."""
    return {
        each["name"]: [cell["now"] for cell in each["cells"]]
        for each in declarer_payments(text=text, lang="en")["rows"]
    }


def test_values_are_controls_with_units_and_limits() -> None:
    found = controls(HEAD)
    assert (found["pack.last_trick"]["value"], found["pack.last_trick"]["unit"]) == ("1", "points")
    assert (found["pack.points.3"]["value"], found["pack.points.3"]["unit"]) == ("1/3", "points")
    assert (found["contracts.solo.stake"]["value"], found["contracts.solo.stake"]["unit"]) == ("2", "stakes")
    assert (found["deal.hand"]["least"], found["deal.hand"]["most"]) == (1, 40)
    leads = found["contracts.solo.leader"]
    assert leads["value"] == "eldest"
    assert {"value": "declarer", "name": "the declarer"} in leads["options"]
    assert [each["value"] for each in found[STRAMAZZO]["options"]] == ["on", "off"]
    assert controls(HEAD, "it")["contracts.solo.leader"]["label"] != leads["label"]
    assert found["pack.points.R"]["label"].startswith("king: ")
    for lang in ("en", "it"):
        for one in house_rules(text=HEAD, lang=lang)["chapters"]:
            for rule in one["rules"]:
                assert len({each["label"] for each in rule["controls"]}) == len(rule["controls"]), rule


def test_a_choice_is_written_told_and_taken_back() -> None:
    """Sentences and example change, with the old ones; parent values are not written."""
    text = chosen(HEAD, settle__bonus__stramazzo__times="5", pack__last_trick="2")
    assert text == HEAD + "\nset:\n  pack.last_trick: 2p\n  settle.bonus.stramazzo.times: 5\n"
    first, second = house_rules(text=text, lang="en")["changes"]
    assert first["was"].startswith("Winning the last trick is worth 1 point more.")
    assert first["now"].startswith("Winning the last trick is worth 2 points more.")
    assert second["now"].endswith("the payment is multiplied by five.")
    assert take_back_rules(text=text, paths=second["paths"], lang="en") == HEAD + "\nset:\n  pack.last_trick: 2p\n"
    again = chosen(text, settle__bonus__stramazzo__times="3")
    assert again == HEAD + "\nset:\n  pack.last_trick: 2p\n"
    assert house_rules(text=chosen(again, pack__last_trick="1"), lang="en")["changes"] == []


def test_an_entry_is_taken_out_and_brought_back() -> None:
    text = chosen(HEAD, **{STRAMAZZO.replace(".", "__"): "off"})
    assert text.endswith("set:\n  settle.bonus.stramazzo: off\n")
    assert STRAMAZZO not in controls(text)
    (change,) = house_rules(text=text, lang="en")["changes"]
    assert (change["was"][:9], change["now"]) == ("Stramazzo", "")
    assert payments(HEAD)["chiamo"] == ["+2", "\u22122", "+4", "+6"]
    assert payments(text)["chiamo"] == ["+2", "\u22122", "+4"]
    assert house_rules(text=take_back_rules(text=text, paths=change["paths"], lang="en"), lang="en")["changes"] == []


def test_what_cannot_be_played_by_is_refused_until_the_rest_is_chosen() -> None:
    """A bonus has one way of being paid: none, and two, are refused; another one instead is taken at once."""
    times = {"path": f"{STRAMAZZO}.times", "value": ""}
    for wrong in ([times], [{"path": "deal.hand", "value": "13"}], [{"path": "pack.last_trick", "value": "much"}]):
        with pytest.raises(RefusalError):
            set_rules(text=HEAD, changes=wrong, lang="en")
    both = set_rules(text=HEAD, changes=[times, {"path": f"{STRAMAZZO}.instead", "value": "7"}], lang="en")
    assert payments(both)["chiamo"][-1] == "+14"
    hostile = [{"path": "deal.hand", "value": "12\nsettle.rounding: none"}]
    with pytest.raises(RefusalError):
        set_rules(text=HEAD, changes=hostile, lang="en")


def test_choices_are_told_in_the_words_of_the_rulebook() -> None:
    options = {each["value"]: each for each in rule_options(text=HEAD, path="contracts.solo.leader", lang="en")}
    assert options["declarer"]["sentence"] == "The declarer leads to the first trick."
    assert not options["holder"]["usable"]
    assert [each["usable"] for each in rule_options(text=HEAD, path=STRAMAZZO, lang="it")] == [True, True]


def test_a_hand_shows_what_a_rule_changes() -> None:
    """The two rulings of it are those of the two rulesets."""
    text = chosen(HEAD, settle__bonus__cappotto__times="7")
    found = witness_of_change(text=text, paths=["settle.bonus.cappotto.times"], lang="en")
    assert found["record"].startswith("cal 1\n")
    before, now = found["rulings"]
    assert before != now
    assert all(" \u00b7 " in each for each in found["rulings"])
    assert witness_of_change(text=HEAD, paths=["settle.bonus.cappotto.times"], lang="en") == {
        "record": "",
        "rulings": [],
    }


def test_rules_are_written_where_the_file_has_them_already() -> None:
    """Comments, other lines and an added entry stay; an order over several lines becomes one."""
    file = "extends: pagat\nset:\n  # ours\n  a.b: 1   # why\n  c:\n    x: 1\n    y: 2\n  # ours\n  d: 4\n"
    file += "add:\n  e.f: {g: 1, h: 2}\n"
    assert with_rule(file, ("a", "b"), "2") == file.replace("a.b: 1 ", "a.b: 2 ")
    assert with_rule(file, ("e", "f", "h"), "3") == file.replace("h: 2", "h: 3")
    assert with_rule(file, ("c",), "5") == file.replace("c:\n    x: 1\n    y: 2", "c: 5")
    assert with_rule(file, ("n",), "6") == file.replace("  a.b", "  n: 6\n  a.b")
    assert without_rule(file, ("c",)) == file.replace("  c:\n    x: 1\n    y: 2\n", "")
    assert without_rule(file, ("e", "f", "g")) == file.replace("add:\n  e.f: {g: 1, h: 2}\n", "")
    assert without_rule(file, ("zz",)) == file
    for text, path in ((file, ("e", "f", "z")), ("set: {a: 1}\n", ("b",))):
        with pytest.raises(RefusalError):
            with_rule(text, path, "3")
    starred = HEAD + "set:\n  contracts.*.leader: declarer\n"
    (change,) = house_rules(text=starred, lang="en")["changes"]
    with pytest.raises(RefusalError):
        take_back_rules(text=starred, paths=change["paths"], lang="en")


@pytest.mark.slow
@pytest.mark.mass
@pytest.mark.parametrize("rules", SHIPPED)
def test_what_stands_there_can_be_chosen(rules: str) -> None:
    """Every value of every ruleset is one that its control takes, and taking it changes nothing."""
    text = f"ruleset: casa\nversion: 1.0.0\ntitle: Casa\nextends: {rules}\n"
    found = controls(text, "it")
    assert set(found) - {each for each in found if found[each]["options"][:1] == [{"value": "on"}]}
    for each in found.values():
        if each["kind"] == "choice":
            assert each["value"] in {option["value"] for option in each["options"]}, each
    same = [{"path": each["path"], "value": each["value"]} for each in found.values()]
    kept = set_rules(text=text, changes=same, lang="en")
    assert kept == text
    assert load_ruleset(rules).digest == rule_files.check_rule_text(kept)[0].ruleset.digest
