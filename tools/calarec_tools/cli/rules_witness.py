"""Witnesses of differing rules, as `calarec rules diff --witness` shows them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.cells import visible, wrap_text
from calarec.core.wording.language import Joined, Phrase, Words, fill_words, text_in
from calarec_tools.archive.witnesses import SEEDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand
    from calarec_tools.archive.witnesses import SeparatedRuling, Witness, WitnessedRule
    from calarec_tools.output.files.streams import Output

_INDENT_COLUMNS: Final = 4
_MADE: Final = Words("Shown by a hand made under {id}:")
_MADE_RUN: Final = Words("Shown by {hands} in a row, made under {id}; the last is this:")
_FOUND: Final = Words("Shown by the hand in {file}, line {line}:")
_FOUND_RUN: Final = Words("Shown by {hands} in a row, to that in {file}, line {line}:")
_HANDS: Final = Words("hand|hands")
_RUNS: Final = Words("run of hands|runs of hands")
_RULING: Final = Words("{id}: {said}.")
_WITH: Final = Words("{id} with this rule of {other}")
_LEGAL: Final = Words("allowed")
_FORBIDDEN: Final = Words("not allowed: {code} {said}")
_NOT_READ: Final = Words("not allowed")
_PAYS: Final = Words("pays {amounts}")
_TOTALS: Final = Words("totals {amounts}")
_OVER: Final = Words("the match is over")
_NEXT: Final = Words("{seat} deals next")
_NONE: Final = Words("None of {tried} shows it, made from seeds {seeds} under either, freely and with it for an aim.")
_NONE_THERE: Final = Words("None of {tried} in these records shows it.")
_PROOF: Final = Words("No hand can show it: {why}.")
_WRITTEN: Final = Words("{file}: a hand that shows it")


def print_witness(out: Output, found: WitnessedRule, *, made: bool) -> None:
    """Print a witness below its rule, or the reason why there is none.

    `made`: no records were given.
    """
    witness = found.witness
    if witness is None:
        _print_indented(out, _why_none(found, made=made))
        return
    last = witness.run[-1]
    many = len(witness.run) > 1
    hands = Phrase("figures", len(witness.run), _HANDS)
    if witness.made_under:
        _print_indented(out, (_MADE_RUN if many else _MADE).with_values(id=witness.made_under, hands=hands))
    else:
        place = {"file": visible(last.file), "line": last.line, "hands": hands}
        _print_indented(out, (_FOUND_RUN if many else _FOUND).with_values(**place))
    for ruleset, ruling in zip(witness.rulesets, witness.rulings, strict=True):
        said = Joined(tuple(_ruling_parts(out, witness, ruling)), "; ")
        _print_indented(out, _RULING.with_values(id=_named_witness(witness, ruleset), said=said), 6)
    for line in _witness_lines(last):
        out.write_line(" " * 6 + visible(line))


def _why_none(found: WitnessedRule, *, made: bool) -> Words:
    if found.proofs:
        return _PROOF.with_values(why=Joined(found.proofs, "; "))
    tried = Phrase("figures", found.tried, _RUNS)
    return (
        _NONE.with_values(tried=tried, seeds=", ".join(map(str, SEEDS)))
        if made
        else _NONE_THERE.with_values(tried=tried)
    )


def _named_witness(witness: Witness, ruleset: Ruleset) -> Words | str:
    if ruleset is witness.rulesets[0] or not witness.other:
        return ruleset.id
    return _WITH.with_values(id=witness.rulesets[0].id, other=witness.other)


def _ruling_parts(out: Output, witness: Witness, ruling: SeparatedRuling) -> Iterator[Words | str]:
    """Yield a ruling in a few words.

    Totals and the match are included only where the two rulings differ in them.
    """
    if not ruling.allowed:
        finding = ruling.finding
        yield (
            _FORBIDDEN.with_values(code=finding.code, said=visible(finding.message(out.lang)).rstrip("."))
            if finding is not None
            else _NOT_READ
        )
        return
    yield _LEGAL
    one, other = witness.rulings
    if ruling.paid:
        yield _PAYS.with_values(amounts=_amounts_in_words(ruling.paid, signed=True))
    if one.totals != other.totals and len(witness.run) > 1 and ruling.totals:
        yield _TOTALS.with_values(amounts=_amounts_in_words(ruling.totals, signed=False))
    if one.deals_next != other.deals_next and ruling.deals_next:
        yield _NEXT.with_values(seat=ruling.deals_next)
    if ruling.over:
        yield _OVER


def _amounts_in_words(amounts: tuple[tuple[str, int], ...], *, signed: bool) -> str:
    return " ".join(f"{seat}: {amount:{'+d' if signed and amount else 'd'}}" for seat, amount in amounts)


def _print_indented(out: Output, said: Words, indent: int = _INDENT_COLUMNS) -> None:
    text = fill_words(said, out.lang, {})
    width = min(out.width, 100) if out.width else 0
    first, *more = wrap_text(text, width, taken=indent, hang=indent + 2)
    for line in (" " * indent + first, *more):
        out.write_line(line)


def _witness_lines(hand: Hand) -> list[str]:
    from calarec.core.notation.writer import hand_to_lines

    return hand_to_lines(hand)


def witness_data(out: Output, found: WitnessedRule) -> dict[str, Any]:
    """A rule and what shows it, as plain data."""
    from calarec.core.notation.writer import write

    witness = found.witness
    return {
        "rules": [difference.path for difference in found.change.differences],
        "tried": found.tried,
        "seeds": list(SEEDS),
        "proofs": [text_in(proof, out.lang) for proof in found.proofs],
        "witness": None
        if witness is None
        else {
            "record": write(witness.run),
            "made_under": witness.made_under,
            "file": "" if witness.made_under else witness.run[-1].file,
            "line": 0 if witness.made_under else witness.run[-1].line,
            "rule_of": witness.other,
            "rulings": [
                {
                    "ruleset": witness.rulesets[0].id if witness.other else ruleset.id,
                    "taken_over": bool(witness.other) and place == 1,
                    "allowed": ruling.allowed,
                    "code": ruling.finding.code if ruling.finding is not None else "",
                    "says": ruling.finding.message(out.lang) if ruling.finding is not None else "",
                    "payments": dict(ruling.paid),
                    "totals": dict(ruling.totals),
                    "over": ruling.over,
                    "deals_next": ruling.deals_next,
                }
                for place, (ruleset, ruling) in enumerate(zip(witness.rulesets, witness.rulings, strict=True))
            ],
        },
    }


def write_to(out: Output, folder: str, number: int, names: tuple[str, str], found: WitnessedRule) -> None:
    """Write the run that shows a rule into a folder; `number` is part of its name."""
    from calarec.core.notation.writer import write
    from calarec_tools.output.files.replacing import replace_file

    if found.witness is None:
        return
    Path(folder).mkdir(parents=True, exist_ok=True)
    file = Path(folder) / f"{names[0]}-{names[1]}-{number}.cal"
    rules = ", ".join(difference.path for difference in found.change.differences)
    head = f"; composed by calarec rules diff: what sets {names[0]} and {names[1]} apart in {rules}\n"
    replace_file(file, [head, write(found.witness.run)])
    out.remark(_WRITTEN, file=str(file))
