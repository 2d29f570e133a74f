"""Calls of the page, as the page makes them."""

from __future__ import annotations

import json
from typing import Any

from calarec_tools.desk.calls.boundary import answer_call


def ask(name: str, /, **given: Any) -> Any:
    """Return the answer of a call."""
    return json.loads(answer_call(name, json.dumps({"lang": "en", **given})))["answer"]


def refused(name: str, /, **given: Any) -> str:
    """Return the reason why a call is refused."""
    said: str = json.loads(answer_call(name, json.dumps({"lang": "en", **given})))["refused"]
    return said
