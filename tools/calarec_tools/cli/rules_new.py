"""`calarec rules new`: a small commented file that extends a ruleset."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.core.base.resources import data_folder
from calarec.core.wording.language import Words, fill_words, text_in
from calarec.rule_files.locate import ENDING, is_id
from calarec.rule_files.writing import quote_text, scalar_text
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import OUTPUT, rules_option
from calarec_tools.cli.rules_opening import FaultyError, open_ruleset
from calarec_tools.output.files.replacing import replace_file
from calarec_tools.output.files.streams import CLEAN, RefusalError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language
    from calarec_tools.output.files.streams import Output


_NO_ID: Final = Words("`{id}` cannot be the name of a ruleset: small letters, digits and hyphens only.")
_TAKEN: Final = Words(
    "a ruleset cannot be called `{id}` and extend `{parent}`, which is or extends the `{id}` that there is; choose "
    "another name."
)
_EXISTS: Final = Words("{file} exists already; choose another name.")
_WRITTEN: Final = Words(
    "{file} written; `calarec rules check {file}` checks it, `calarec rules explain {file}` reads it as a rulebook."
)
_HEAD: Final = Words(
    "# The rules of a house: {parent}, with what is changed under `set:` and `add:`.\n"
    "# `calarec rules show {parent}` prints the rules as a tree; a path is its keys joined with dots. Cards, suits,\n"
    "# ranks and all names come from there, and nothing of it need be written again."
)
_SET: Final = Words(
    "# path: new value. Take away the # in front of what your house plays, and give it your own value.\n# `*` stands "
    "for any one key; `off` takes an entry out."
)
_ADD: Final = Words("# path: value of something that is not there yet, a contract or a bonus for instance.")
_ORDER: Final = Words(
    "# A bonus with `plus` is added to whatever else is paid; of those with `times` or `instead` the first in\n"
    "# `settle.bonus_order` counts. Without that list (`settle.bonus_order: off` above) the order of the file does."
)
_NOW: Final = Words("now")
_TITLE: Final = Words("{title}, house rules")


def run_rules_new(out: Output, *, name: str | None, parent: str, ask: tuple[str, ...], output: str | None) -> int:
    """Write the file, unless it exists; `-` writes it to standard output."""
    try:
        ruleset = open_ruleset(out, parent)
    except FaultyError as error:
        return error.status
    chosen = name or _id_from_output(output) or f"{ruleset.id}-house"
    if not is_id(chosen):
        raise RefusalError(_NO_ID, id=chosen)
    if chosen in ruleset.layers:
        raise RefusalError(_TAKEN, id=chosen, parent=ruleset.id)
    file = output or f"{chosen}{ENDING}"
    text = new_rule_file_text(ruleset, chosen, out.lang, changed=_asked_lines(out, ruleset, ask))
    if file == "-":
        out.write(text)
        return CLEAN
    if os.path.lexists(file):
        raise RefusalError(_EXISTS, file=file)
    replace_file(file, [text])
    out.remark(_WRITTEN, file=file if os.sep in file else f".{os.sep}{file}")
    return CLEAN


def _asked_lines(out: Output, ruleset: Ruleset, phrases: tuple[str, ...]) -> list[str]:
    """The changes that phrases mean, and an example that shows one of them."""
    if not phrases:
        return []
    from calarec_tools.cli.rules_ask import UNCLEAR, apply_changes, find_example, merged_lines
    from calarec_tools.output.docs.common_changes import find_changes

    changes = []
    for phrase in phrases:
        meant = find_changes(phrase, ruleset).meant
        if meant is None:
            raise RefusalError(UNCLEAR, phrase=phrase)
        changes.append(meant)
    example = find_example(apply_changes(ruleset, changes, out))
    return [*merged_lines(changes), *(["", *example] if example else [])]


def new_rule_file_text(parent: Ruleset, name: str, lang: Language, title: str = "", changed: Sequence[str] = ()) -> str:
    """The file: valid as it is, with its changes, or some to choose from."""
    schema = (data_folder("rules") / "schema" / "ruleset.schema.json").resolve().as_uri()
    title = title or fill_words(_TITLE, lang, {"title": parent.title})
    lines = [
        f"# yaml-language-server: $schema={schema}",
        fill_words(_HEAD, lang, {"parent": parent.id}),
        f"ruleset: {name}",
        "version: 1.0.0",
        f"title: {{{lang}: {quote_text(title)}}}",
        f"extends: {parent.id}",
        "",
    ]
    if changed:
        return "\n".join([*lines, *changed]) + "\n"
    lines += [
        "set:",
        *_indented_comment(text_in(_SET, lang)),
        *(
            f"  # {path}: {value}{_current_value_comment(parent, path, lang)}"
            for path, value in _common_changes(parent)
        ),
        "",
        "add:",
        *_indented_comment(text_in(_ADD, lang)),
        *(_with_auction(parent, lang) if parent.rules.has_auction else [_without_auction(parent)]),
    ]
    return "\n".join(lines) + "\n"


_SIGNALS: Final = "  # standing.signals: {do: signal, words: [busso], by: anyone, when: leading}"
_POOR_HAND: Final = (
    "  # standing.poor: {do: declare, hand: {points_below: 1p}, begins: deal, until_trick: 0, deal: void}"
)


def _without_auction(parent: Ruleset) -> str:
    """Return a rule to add without an auction: signals, or a poor hand."""
    return _POOR_HAND if "signals" in parent.rules.standing else _SIGNALS


def _with_auction(parent: Ruleset, lang: Language) -> list[str]:
    """Return comments with rules to add where bids decide: a contract and a bonus."""
    contract = "  # contracts.mine: {stake: 3, leader: declarer}"
    cards = f"{{ranks: {quote_text(parent.rules.pack.ranks[0])}, at_least: 3, where: won}}"
    bonus = f"  # settle.bonus.mine: {{when: {{of: winners, cards: {cards}}}, plus: 1x}}"
    return [contract, *_indented_comment(text_in(_ORDER, lang)), bonus]


def _indented_comment(comment: str) -> list[str]:
    return [f"  {line}" for line in comment.split("\n")]


def _common_changes(parent: Ruleset) -> list[tuple[str, str]]:
    """Changes that houses often make, each of which would change this ruleset."""
    rules = parent.rules
    found = []
    if any(contract.leader != "declarer" for contract in rules.contracts.values()):
        found.append(("contracts.*.leader", "declarer"))
    found += [(f"contracts.{contract}.stake", "3") for contract in list(rules.contracts)[-1:]]
    found += [(f"settle.bonus.{each}", "off") for each in list(rules.settle.bonus)[-1:]]
    if rules.all_pass.do != "play_out":
        found.append(("all_pass", "{do: play_out, stake: 1}"))
    found.append(("match.until.points", "31" if rules.match.until.points != 31 else "21"))
    return found


def _current_value_comment(parent: Ruleset, path: str, lang: Language) -> str:
    """Return a comment with the parent's value, for the end of the line."""
    leaf = parent.leaves.get(path)
    return (
        f"    # {text_in(_NOW, lang)}: {scalar_text(leaf[0])}" if leaf and not isinstance(leaf[0], list | dict) else ""
    )


def _id_from_output(output: str | None) -> str:
    base = Path(output or "").name
    return base.removesuffix(ENDING) if base.endswith(ENDING) else ""


DECLARED = Command(
    run_rules_new,
    arguments=(Argument("name", Words("The id of the new ruleset."), required=False),),
    options=(
        rules_option(Words("The ruleset to extend."))._replace(name="parent", flags=("--from",), default="pagat"),
        Option(
            "ask",
            ("--ask",),
            Words("A house rule for the file, by its name as in `rules ask`. Repeatable."),
            many=True,
            metavar="PHRASE",
        ),
        OUTPUT,
    ),
    example="calarec rules new club --from pagat",
)
