"""Records as JSON and as JSON Lines: lossless, comments and broken lines too.

A hand is `{"before": [items], "lines": [items]}`: the lines between it and the hand before, then its
own, from `hand` to `end`. JSON Lines has one hand a line, JSON all of them in `hands`; lines after the
last hand are a hand without `lines`. The schema is `grammar/record.schema.json`. Converting there and
back gives the canonical form of the record; input is read again like a text (`division`).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.escapes import to_json_line
from calarec.core.wording.language import Words
from calarec_tools.output.formats.division import GivenHand, divide_record, prove_record
from calarec_tools.output.formats.items import given_by, item_of
from calarec_tools.output.formats.refusal import Unconvertible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.notation.formatter import LineParts
    from calarec.core.notation.source import Source
    from calarec.core.wording.findings import Finding

FORMAT: Final = "cal-json/1"


def hands_of(
    source: Source, findings: list[Finding] | None = None, *, encoding: str = "utf-8", below: bool = False
) -> Iterator[dict[str, Any]]:
    """Yield the hands of a record as objects; `below`: others of it precede."""
    for hand in divide_record(source, findings, encoding=encoding, below=below):
        yield {"before": [item_of(one) for one in hand.before], "lines": [item_of(row) for row in hand.rows]}


def to_jsonl(
    source: Source,
    findings: list[Finding] | None = None,
    *,
    encoding: str = "utf-8",
    file: str | None = None,
    below: bool = False,
) -> Iterator[str]:
    """Write one hand a line, with the `file` if given; `below`: others precede."""
    named = {} if file is None else {"file": file}
    for hand in hands_of(source, findings, encoding=encoding, below=below):
        yield to_json_line({"format": FORMAT, **named, **hand}) + "\n"


def to_json(source: Source, findings: list[Finding] | None = None, *, encoding: str = "utf-8") -> Iterator[str]:
    """One document, a hand a line in it."""
    yield f'{{"format": {to_json_line(FORMAT)}, "hands": ['
    between = "\n"
    for hand in hands_of(source, findings, encoding=encoding):
        yield between + to_json_line(hand)
        between = ",\n"
    yield "\n]}\n"


def from_jsonl(lines: Iterable[str], file: str = "-") -> Iterator[str]:
    """The record of a JSON Lines text."""
    places = ((line, f"{file}:{number}") for number, line in enumerate(lines, 1) if line.strip())
    return prove_record(
        (_given_json_hand(_load_json_object(line, where), where) for line, where in places), _is_kept_row
    )


def from_json(text: str, file: str = "-") -> Iterator[str]:
    """The record of a JSON text."""
    document = _load_json_object(text, file)
    hands = document.get("hands")
    if set(document) != {"format", "hands"} or document["format"] != FORMAT or not isinstance(hands, list):
        reason = Words(
            'no record in JSON: it needs `"format": "{format}"` and `"hands": […]`, and nothing else', format=FORMAT
        )
        raise Unconvertible(reason, where=file)
    return prove_record(
        (_given_json_hand(hand, f"{file}, hand {number}") for number, hand in enumerate(hands, 1)), _is_kept_row
    )


def _is_kept_row(row: LineParts) -> bool:
    return "broken" not in item_of(row)


def _given_json_hand(hand: object, where: str) -> GivenHand:
    if not isinstance(hand, dict):
        raise Unconvertible(Words("a hand is an object"), where=where)
    others = set(hand) - {"format", "file", "before", "lines"}
    if others or not isinstance(hand.get("file", ""), str) or hand.get("format", FORMAT) != FORMAT:
        reason = Words('a hand has `before` and `lines`, and may have `"format": "{format}"`', format=FORMAT)
        raise Unconvertible(reason, where=where)
    parts = [hand.get("before", []), hand.get("lines", [])]
    if not all(isinstance(part, list) for part in parts):
        raise Unconvertible(Words("`before` and `lines` are lists"), where=where)
    said = zip(("before", "lines"), parts, strict=True)
    return GivenHand(
        *([given_by(item, f"{where}, {name} {n}") for n, item in enumerate(part, 1)] for name, part in said)
    )


def _load_json_object(text: str, where: str) -> dict[str, Any]:
    try:
        found = json.loads(text, object_pairs_hook=_object_without_duplicates)
    except (ValueError, RecursionError) as error:
        raise Unconvertible(Words("no JSON: {error}", error=error), where=where) from error
    if not isinstance(found, dict):
        raise Unconvertible(Words("an object was expected"), where=where)
    return found


def _object_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object; raise ValueError for a repeated name, as a value would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        name = next(name for n, (name, _value) in enumerate(pairs) if name in dict(pairs[:n]))
        raise ValueError(f"`{name}` stands twice in one object")
    return found
