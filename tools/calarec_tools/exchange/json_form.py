"""Records as JSON and as JSON Lines: lossless, comments and broken lines too.

A hand is `{"before": [items], "lines": [items]}`: the lines between it and the hand before, then its
own, from `hand` to `end`. JSON Lines has one hand a line, JSON all of them in `hands`; what stands after
the last hand is a hand without `lines`. The schema is `grammar/record.schema.json`. Going there and
back gives the canonical form of the record.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from calarec.language import Both
from calarec.notation.blocks import Block, blocks
from calarec.notation.formatter import Layout
from calarec.notation.source import Source, chunks, name_of, presentable
from calarec_tools.exchange.items import item_of, text_of
from calarec_tools.exchange.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.diagnostics import Diagnostic

FORMAT: Final = "cal-json/1"
_NO_TEXT: Final = Both(
    "this is no UTF-8 text; if it is old, name its encoding: `calarec convert --from-encoding cp1252 OLD NEW`",
    "questo non è testo UTF-8; se è vecchio, indicare la codifica: `calarec convert --from-encoding cp1252 "
    "VECCHIO NUOVO`",
)


def hands_of(
    source: Source, findings: list[Diagnostic] | None = None, *, encoding: str = "utf-8"
) -> Iterator[dict[str, Any]]:
    """The hands of a record as objects, in constant memory."""
    layout = Layout()
    for block in blocks(chunks(source, encoding, [] if findings is None else findings)):
        _must_be_text(block, source)
        before, lines = layout.take(block)
        yield {"before": [item_of(one) for one in before], "lines": [item_of(one) for one in lines]}


def _must_be_text(block: Block, source: Source) -> None:
    """JSON holds texts, and cannot keep bytes that are none."""
    text = block.before + block.text
    if text.isascii():
        return
    for number, line in enumerate(text.split("\n"), block.line):
        if line != presentable(line):
            raise Refusal(_NO_TEXT, where=f"{name_of(source)}:{number}")


def to_jsonl(source: Source, findings: list[Diagnostic] | None = None, *, encoding: str = "utf-8") -> Iterator[str]:
    """One hand a line."""
    for hand in hands_of(source, findings, encoding=encoding):
        yield _dumped({"format": FORMAT, **hand}) + "\n"


def to_json(source: Source, findings: list[Diagnostic] | None = None, *, encoding: str = "utf-8") -> Iterator[str]:
    """One document, a hand a line in it."""
    yield f'{{"format": {_dumped(FORMAT)}, "hands": ['
    between = "\n"
    for hand in hands_of(source, findings, encoding=encoding):
        yield between + _dumped(hand)
        between = ",\n"
    yield "\n]}\n"


def from_jsonl(lines: Iterable[str], file: str = "-") -> Iterator[str]:
    """The record of a JSON Lines text."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _hand_text(_loaded(line, f"{file}:{number}"), f"{file}:{number}")


def from_json(text: str, file: str = "-") -> Iterator[str]:
    """The record of a JSON text."""
    document = _loaded(text, file)
    hands = document.get("hands")
    if document.get("format") != FORMAT or not isinstance(hands, list):
        reason = f'"format": "{FORMAT}"'
        raise Refusal(
            Both(f"no record in JSON: it has no {reason}", f"non è una registrazione in JSON: manca {reason}"),
            where=file,
        )
    for number, hand in enumerate(hands, 1):
        yield _hand_text(hand, f"{file}, hand {number}")


def _hand_text(hand: object, where: str) -> str:
    if not isinstance(hand, dict):
        raise Refusal(Both("a hand is an object", "una mano è un oggetto"), where=where)
    parts = [hand.get("before", []), hand.get("lines", [])]
    if not all(isinstance(part, list) for part in parts):
        raise Refusal(Both("`before` and `lines` are lists", "`before` e `lines` sono liste"), where=where)
    return "".join(text_of(item, f"{where}, {n}") + "\n" for part in parts for n, item in enumerate(part, 1))


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _loaded(text: str, where: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(Both(f"no JSON: {error}", f"non è JSON: {error}"), where=where) from error
    if not isinstance(found, dict):
        raise Refusal(Both("an object was expected", "ci si aspettava un oggetto"), where=where)
    return found
