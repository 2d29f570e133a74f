"""`calarec rules ask`: how a change of the rules is written, found by its name."""

from __future__ import annotations

import re
from json import dumps as to_json
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.cells import visible, wrap_text
from calarec.core.wording.language import Words, fill_words, text_in
from calarec.rule_files.locate import ENDING
from calarec.rule_files.other_words import fold_word
from calarec_tools.cli.declare import Argument, Command
from calarec_tools.cli.parameters import JSON, rules_option
from calarec_tools.cli.rules_examples import NOT_HERE, ExampleWriter
from calarec_tools.cli.rules_opening import FaultyError, open_ruleset
from calarec_tools.output.docs.common_changes import find_changes
from calarec_tools.output.files.streams import CLEAN, FINDINGS, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language
    from calarec.rulebook.comparison import Comparison
    from calarec.rulebook.differences import DifferingRule
    from calarec_tools.archive.witnesses import Run
    from calarec_tools.output.docs.common_changes import CommonChange
    from calarec_tools.output.files.streams import Output

_SAYS: Final = Words("The rulebook then says:")
_SHOWN: Final = Words("A hand that is settled otherwise under `{parent}`, as an example for the file:")
_NOT_SHOWN: Final = Words("No hand was found that is settled otherwise under `{parent}`.")
_UNKNOWN: Final = Words("No change of the rules is called `{phrase}`. The nearest:")
_NOTHING_NEAR: Final = Words("No change of the rules is called `{phrase}`, and none is near it.")
_KEPT_BY_HAND: Final = Words(
    "If none of these is meant, try other words, or look under `settle`, `contracts` or `match` on the page on rule "
    "files. If no key there says it, state the rule in words, and write what it pays in the hand:"
)
_IF_NOT_EXPRESSED: Final = Words(
    "Try other words, or look under `settle`, `contracts` or `match` on the page on rule files. If no key there says "
    "it, state the rule in words, and write what it pays in the hand:"
)
_NOT_APPLIED: Final = Words("calarec does not apply it. Write what it pays in the hand, or before the first one:")
_HELD: Final = Words("`{parent}` has this already: {lines}.")
UNCLEAR: Final = Words("no change of the rules is called `{phrase}`; `calarec rules ask` lists the nearest.")
_MISFIT: Final = Words("these lines are for `{first}` and do not fit `{parent}`: {said}")
_NO_WORD: Final = Words('a house rule has at least one word: `calarec rules ask "last trick two points"`.')
_MAX_NAME_WORDS: Final = 4
_AGREED: Final = re.compile(r"agreed\.([\w-]+):")
FORMAT: Final = "calarec-rules-ask/1"
_DRAFT: Final = "house"
_FIRST: Final = "pagat"
"""The ruleset that the table of changes is about."""


def run_rules_ask(out: Output, *, phrase: tuple[str, ...], parent: str, json: bool) -> int:
    """Print the change that a phrase means, with an example, or the nearest rows."""
    asked = " ".join(phrase)
    if not re.search(r"\w", asked):
        raise RefusalError(_NO_WORD)
    try:
        ruleset = open_ruleset(out, parent)
    except FaultyError as error:
        return error.status
    found = find_changes(asked, ruleset)
    answer = _Answer(asked, ruleset.id, found.meant, found.nearest if found.meant is None else ())
    if found.meant is not None:
        changed = apply_changes(ruleset, [found.meant], out)
        sentences = tuple(_changed_sentences(changed.comparison, out))
        is_held = not sentences and changed.ruleset.hashed == ruleset.hashed
        example = () if is_held else tuple(find_example(changed))
        answer = answer._replace(sentences=sentences, example=example, is_held=is_held)
    if json:
        out.write_line(to_json(answer.as_json(out.lang), ensure_ascii=False, indent=1))
    else:
        _print_answer(out, answer)
    return FINDINGS if found.meant is None else CLEAN


class _Answer(NamedTuple):
    """The answer to a phrase: a change and its example, or the nearest changes."""

    asked: str
    parent: str
    meant: CommonChange | None
    nearest: tuple[CommonChange, ...]
    sentences: tuple[str, ...] = ()
    example: tuple[str, ...] = ()
    is_held: bool = False
    """True if the parent has the change already."""

    def lines_by_hand(self, lang: Language) -> tuple[str, ...]:
        """The lines for a rule that players keep by hand; none if calarec applies it."""
        if self.meant is None:
            return lines_kept_by_hand(self.asked, lang)
        kept = [found[1] for line in self.meant.add_lines if (found := _AGREED.match(line))]
        return tuple(_line_of_hand(name) for name in kept)

    def as_json(self, lang: Language) -> dict[str, Any]:
        """The answer as plain data, as `grammar/rules-ask.schema.json` has it."""
        return {
            "format": FORMAT,
            "phrase": self.asked,
            "parent": self.parent,
            "meant": None if self.meant is None else _change_data(self.meant),
            "sentences": list(self.sentences),
            "example": list(self.example),
            "held": self.is_held,
            "nearest": [_change_data(change) for change in self.nearest],
            "by_hand": list(self.lines_by_hand(lang)) or None,
        }


def _change_data(change: CommonChange) -> dict[str, Any]:
    return {"texts": dict(change.texts), "set": list(change.set_lines), "add": list(change.add_lines)}


def _print_answer(out: Output, answer: _Answer) -> None:
    if answer.meant is None:
        _print_nearest(out, answer)
        return
    _print_change(out, answer.meant)
    out.write_line()
    if answer.is_held:
        lines = ", ".join(f"`{line}`" for line in answer.meant.lines)
        _print_text(out, fill_words(_HELD, out.lang, {"parent": answer.parent, "lines": lines}))
        return
    _print_text(out, text_in(_SAYS, out.lang))
    for text in answer.sentences:
        _print_text(out, f"  {text}")
    out.write_line()
    by_hand = answer.lines_by_hand(out.lang)
    if by_hand:
        _print_text(out, text_in(_NOT_APPLIED, out.lang))
        for line in by_hand:
            out.write_line(f"  {line}")
        return
    _print_text(out, fill_words(_SHOWN if answer.example else _NOT_SHOWN, out.lang, {"parent": answer.parent}))
    for line in answer.example:
        out.write_line(line)


def _print_nearest(out: Output, answer: _Answer) -> None:
    _print_text(out, fill_words(_UNKNOWN if answer.nearest else _NOTHING_NEAR, out.lang, {"phrase": answer.asked}))
    for change in answer.nearest:
        out.write_line()
        _print_change(out, change)
    out.write_line()
    _print_text(out, text_in(_KEPT_BY_HAND if answer.nearest else _IF_NOT_EXPRESSED, out.lang))
    for line in answer.lines_by_hand(out.lang):
        out.write_line(f"  {line}")


def lines_kept_by_hand(rule: str, lang: Language) -> tuple[str, ...]:
    """The lines that state a rule in words, and that of a hand which it pays."""
    words = re.findall("[a-z0-9]+", fold_word(rule))
    name = "-".join(words[:_MAX_NAME_WORDS])
    name = name if name[:1].isalpha() else "house-rule"
    text = to_json(visible(rule), ensure_ascii=False)
    return ("add:", f"  agreed.{name}: {{{lang}: {text}}}", _line_of_hand(name))


def _line_of_hand(name: str) -> str:
    """The line of a hand to which a rule kept by hand applies."""
    return f'adjust A: -1 B: +1 "{name}"'


class ChangedRules(NamedTuple):
    """A ruleset with changes, at the left of a comparison with the original."""

    ruleset: Ruleset
    comparison: Comparison


def apply_changes(parent: Ruleset, changes: Sequence[CommonChange], out: Output) -> ChangedRules:
    """A ruleset with rows of the table applied; a refusal if they do not fit it."""
    from calarec.rule_files.load import check_rules
    from calarec.rulebook.comparison import compare

    text = "\n".join([f"ruleset: {_DRAFT}", "version: 1.0.0", f"extends: {parent.id}", *merged_lines(changes), ""])
    loaded = check_rules(f"{_DRAFT}{ENDING}", raw=text.encode())
    if loaded.ruleset is None:
        said = next(_errors_of(loaded.findings)).message(out.lang)
        raise RefusalError(_MISFIT, first=_FIRST, parent=parent.id, said=visible(said))
    return ChangedRules(loaded.ruleset, compare(loaded.ruleset, parent))


def merged_lines(changes: Sequence[CommonChange]) -> list[str]:
    """The lines of several rows, each section once."""
    lines: list[str] = []
    for key, sections in (
        ("set", [change.set_lines for change in changes]),
        ("add", [change.add_lines for change in changes]),
    ):
        stated = dict.fromkeys(line for section in sections for line in section)
        if stated:
            lines += [f"{key}:", *(f"  {line}" for line in stated)]
    return lines


def _errors_of(findings: Sequence[Finding]) -> Iterator[Finding]:
    return (finding for finding in findings if finding.severity == "error")


def find_example(changed: ChangedRules) -> list[str]:
    """The section `examples` with the shortest run that is settled otherwise, if any."""
    from calarec.rulebook.differences import differing_rules
    from calarec_tools.archive.witnesses import WitnessSearch

    search = WitnessSearch(changed.comparison, None, lambda _: None)
    changes = differing_rules(changed.comparison)
    shortest: tuple[Run, list[str]] | None = None
    for change in changes:
        witness = search.find_witness(change).witness
        # A rule alone may make a difference that the other changed rules take back.
        if witness is None or not search.is_settled_otherwise(witness.run):
            continue
        lines = _example_of_run(changed.ruleset, change, witness.run)
        if lines and (shortest is None or len(witness.run) < len(shortest[0])):
            shortest = witness.run, lines
            if len(witness.run) == 1:
                break
    if shortest is not None:
        return shortest[1]
    run = search.find_run_settled_otherwise()
    return [] if run is None else _example_of_run(changed.ruleset, changes[0], run)


def _example_of_run(ruleset: Ruleset, change: DifferingRule, run: Run) -> list[str]:
    """The section `examples` with a run; empty if the rules do not allow it."""
    examples = ExampleWriter(ruleset)
    examples.add_run(change, run)
    return examples.section_lines() if examples.count else []


def _changed_sentences(comparison: Comparison, out: Output) -> Iterator[str]:
    from calarec.rulebook.differences import differing_rules
    from calarec.rulebook.pages import plain_text

    for change in differing_rules(comparison):
        if change.left is not None:
            yield plain_text(change.left.saying_text(out.lang))
        elif change.right is not None:
            yield fill_words(NOT_HERE, out.lang, {"said": plain_text(change.right.saying_text(out.lang))})


def _print_change(out: Output, change: CommonChange) -> None:
    _print_text(out, change.texts[out.lang])
    for line in change.section_lines():
        out.write_line(f"  {line}")


def _print_text(out: Output, text: str) -> None:
    indent = len(text) - len(text.lstrip(" "))
    for line in wrap_text(text.strip(), min(out.width, 100) if out.width else 0, taken=indent, hang=indent):
        out.write_line(line if line.startswith(" " * indent) and indent else " " * indent + line)


DECLARED = Command(
    run_rules_ask,
    arguments=(Argument("phrase", Words("A house rule in words, in English or Italian."), many=True),),
    options=(
        rules_option(Words("The ruleset to extend."))._replace(name="parent", flags=("--from",), default=_FIRST),
        JSON,
    ),
    example='calarec rules ask "ultima presa due punti"',
    paged=True,
)
