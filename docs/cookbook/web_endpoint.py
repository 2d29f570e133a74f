"""A web endpoint that checks a record: post a record, get its findings as JSON.

    python web_endpoint.py [PORT]
    curl --data-binary @evening.cal http://127.0.0.1:8000/check?rules=pagat

It needs only the standard library. `check_text` is all that another framework has to call.
"""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import calarec

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_BYTES = 1_000_000


def check_text(text: str, rules: str | None) -> dict[str, object]:
    """The findings of a record and how many hands came to each verdict; for an id of a shipped ruleset only."""
    if rules is not None and rules not in calarec.rulesets():
        raise ValueError(f"unknown ruleset `{rules}`")
    report = calarec.check(calarec.Text(text), rules)
    return {
        "verdicts": dict(report.verdicts),
        "findings": [finding.as_json() for finding in report.findings],
    }


class CheckHandler(BaseHTTPRequestHandler):
    """Answers `POST /check?rules=ID`."""

    def do_POST(self) -> None:
        """Check the record in the body."""
        asked = urlsplit(self.path)
        length = int(self.headers.get("Content-Length", 0))
        if asked.path != "/check" or length > MAX_BYTES:
            self.send_error(404 if asked.path != "/check" else 413)
            return
        rules = parse_qs(asked.query).get("rules", [None])[0]
        try:
            found = check_text(self.rfile.read(length).decode("utf-8"), rules)
        except ValueError as error:
            self._answer(400, {"error": str(error)})
            return
        self._answer(200, found)

    def _answer(self, status: int, found: dict[str, object]) -> None:
        body = json.dumps(found, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name of the library
        """Write no log."""


def main(arguments: Sequence[str]) -> None:
    """Serve until interrupted."""
    ThreadingHTTPServer(("127.0.0.1", int(arguments[0]) if arguments else 8000), CheckHandler).serve_forever()


if __name__ == "__main__":
    main(sys.argv[1:])
