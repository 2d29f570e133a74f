"""calarec as a program under test: `python -m calarec.conformance.calarec`.

It answers from the JSON of `calarec replay --json`, and is an example of what another program has to write.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from calarec.core.judge.json import as_json
from calarec.core.notation.reader import Records
from calarec.core.notation.source import Text
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset


def answer_request(request: dict[str, Any]) -> dict[str, Any]:
    """The facts of each hand of the record that a request holds."""
    judge = RecordJudge(load_ruleset(request["rules"]), finds_ends=True)
    hands = [as_json(judge.replay(hand)) for hand in Records(Text(request["record"]), strict=True)]
    return {"id": request["id"], "hands": [hand_facts(hand["ruling"], hand["tricks"]) for hand in hands]}


def hand_facts(ruling: dict[str, Any], tricks: list[dict[str, Any]]) -> dict[str, Any]:
    """The facts in a ruling; those that it leaves open are left out."""
    legal = ruling["verdict"] in ("legal", "irregular")
    facts: dict[str, Any] = {"legal": legal}
    if not legal:
        return facts | _first_mistake(ruling["diagnostics"])
    if ruling["outcome"] == "score_only":
        facts["score_holds"] = ruling["knowledge"] != "impossible"
    facts |= {name: ruling[name] for name in ("contract", "declarer", "partner", "bonus")}
    if all(trick["winner"] for trick in tricks):
        facts["trick_winners"] = [trick["winner"] for trick in tricks]
    for name in ("payments", "totals"):
        if ruling[name] is not None:
            facts[name] = ruling[name]
    if all(side["points"] is not None for side in ruling["sides"]):
        facts["sides"] = [{name: side[name] for name in ("seats", "points", "wins")} for side in ruling["sides"]]
    if ruling["match"] is not None:
        facts |= {"match_over": ruling["match"]["over"], "match_winners": ruling["match"]["winners"]}
    return facts | _possible_facts(ruling.get("possible"))


def _first_mistake(findings: list[dict[str, Any]]) -> dict[str, Any]:
    errors = [finding for finding in findings if finding["severity"] == "error"]
    if not errors:
        return {}
    first = min(errors, key=lambda finding: int(finding["line"]))
    return {"wrong_line": first["line"], **({"wrong_rule": first["rule"]} if first.get("rule") else {})}


def _possible_facts(possible: dict[str, Any] | None) -> dict[str, Any]:
    """The possible ends of an unsettled hand; open facts are left out."""
    if possible is None:
        return {}
    facts: dict[str, Any] = {}
    sides = possible["sides"]
    if possible["payments"] is not None:
        facts["possible_payments"] = possible["payments"]
    if all(side["points"] is not None for side in sides):
        facts["possible_points"] = [{"seats": side["seats"], **side["points"]} for side in sides]
    if all(side["can_win"] is not None for side in sides):
        facts["possible_winners"] = [side["seats"] for side in sides if side["can_win"]]
    return facts


def answer_lines() -> int:
    """Answer each line of standard input with a line."""
    for line in sys.stdin:
        print(json.dumps(answer_request(json.loads(line))), flush=True)  # noqa: T201 - the answer
    return 0


if __name__ == "__main__":
    raise SystemExit(answer_lines())
