"""The contents of a record in the form of the expected files."""

from __future__ import annotations

from typing import Any

from calarec.core.notation import Records, Text, read_records
from calarec.core.notation.statements import line_verb
from calarec.core.notation.writer import statement_line
from calarec.core.records import model as m
from calarec.core.records.plain import fields_of


def events(text: str, file: str = "record.cal") -> dict[str, Any]:
    """The hands of a record and all findings, in the form of JSON."""
    records = read_records(Text(text, file))
    hands = [_hand(hand) for hand in records]
    return {"hands": hands, **_findings(records.findings)}


def findings(text: str, file: str = "record.cal") -> dict[str, Any]:
    """Return the hands, whether each is broken, and all findings with places."""
    records: Records = read_records(Text(text, file))
    hands = list(records)
    everything = [one for hand in hands for one in hand.findings] + records.findings
    return {
        "hands": [{"hand": hand.name, "line": hand.line, "broken": hand.broken} for hand in hands],
        "findings": [_finding(one) for one in everything],
    }


def _hand(hand: m.Hand) -> dict[str, Any]:
    return {
        "hand": hand.name,
        "line": hand.line,
        "session": _session(hand.session),
        **({"carried": dict((*hand.carried.amounts, *hand.carried.people))} if hand.carried else {}),
        **_between(hand),
        **({"new_match": True} if hand.new_match else {}),
        **({"broken": True} if hand.broken else {}),
        "statements": [_statement(one) for one in hand.statements],
        **_findings(hand.findings),
    }


def _between(hand: m.Hand) -> dict[str, Any]:
    """Return the people who left and came, and adjustments, beyond seats and totals."""
    between = [
        one for one in hand.between if isinstance(one, m.Leave | m.Adjust) or (isinstance(one, m.Seat) and one.after)
    ]
    return {"between": [_statement(one) for one in between]} if between else {}


def _statement(statement: m.Statement) -> dict[str, Any]:
    said = {"line": statement.line, "do": line_verb(statement_line(statement).strip()), **fields_of(statement)}
    if isinstance(statement, m.SPOKEN):
        said["nth"] = statement.nth
    return said


def _session(session: m.Preamble) -> dict[str, Any]:
    said: dict[str, Any] = {"seats": session.people}
    if session.rules:
        said["rules"] = fields_of(session.rules)
    if session.tags:
        said["tags"] = {tag.name: tag.text for tag in session.tags}
    if session.table:
        said["table"] = session.table
    if session.dummies:
        said["dummies"] = [fields_of(dummy) for dummy in session.dummies]
    if session.match != 1:
        said["match"] = {"number": session.match, "name": session.match_name}
    return said


def _findings(found: Any) -> dict[str, Any]:
    return {"findings": [_finding(one) for one in found]} if found else {}


def _finding(one: Any) -> dict[str, Any]:
    return {
        "code": one.code,
        "severity": str(one.severity),
        "line": one.span.line,
        "column": one.span.column,
        "end_column": one.span.end_column,
        **({"safe": True} if one.fix is not None and one.fix.safe else {}),
    }
