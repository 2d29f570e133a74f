"""Waiting times for the language server, on 100 hands and a rule file being typed.

    python -m bench.editor [--hands 100] [--typed 40]

A client types by standard input and output, as editors do: mostly in the last hand, in others too, and in a house rule
that no record uses. After each change it asks for one thing at once, while the server works on the change. Every answer
counts. If the system reports it, the processor time of the server is printed too: it does not depend on other work of
the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

_PROGRAM = [sys.executable, "-m", "calarec_tools.main"]
_QUICK: Final = 100
_HOUSE_RULE: Final = """ruleset: club
version: 1.0.0
title: Rules of the club
extends: pagat
set:
  contracts.*.leader: declarer
  settle.bonus.stramazzo: off
  all_pass: {do: play_out, stake: 1}
  match.until.points: 31
  contracts.solissimo.stake: 3
"""


def main() -> None:
    """Measures and prints a row for each kind of answer."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--typed", type=int, default=40, help="how many changes are followed by each question")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file, house = Path(folder, "evening.cal"), Path(folder, "spese.yaml")
        made = ["simulate", "--rules", "pagat", "--seed", "7", "--hands", str(asked.hands), "-o", str(file)]
        subprocess.run([*_PROGRAM, *made], check=True, stdout=subprocess.DEVNULL)
        house.write_text(_HOUSE_RULE, encoding="utf-8")
        times = asyncio.run(_typed(file, house, asked.typed))
    everything = [each for found in times.values() for each in found]
    print(f"{'':24} {'':8} {'waited':>32}   {'at work':>32}")
    print(f"{'':24} {'answers':>8}" + 2 * f" {'median':>10} {'95%':>10} {'longest':>10}  ")
    for name, found in (*times.items(), ("all", everything)):
        print(f"{name:24} {len(found):8}", *(_spread(each) for each in zip(*found, strict=True)))
    for what, at in (("waited", 0), ("at work", 1)):
        known = [milliseconds for each in everything if (milliseconds := each[at]) is not None]
        if known:
            print(f"{what} within {_QUICK} ms: {sum(each <= _QUICK for each in known) / len(known):.1%}")


def _spread(found: Sequence[float | None]) -> str:
    at = sorted(each for each in found if each is not None)
    if not at:
        return ""
    return "".join(
        f"{each:8.1f} ms" for each in (statistics.median(at), at[min(int(len(at) * 0.95), len(at) - 1)], at[-1])
    )


async def _typed(file: Path, house: Path, changes: int) -> dict[str, list[tuple[float, float | None]]]:
    """Type, ask, and return the milliseconds until each answer, and of server work."""
    logging.disable(logging.WARNING)  # what nobody here wants to be told of: findings
    client = LanguageClient("bench", "1")
    await client.start_io(*_PROGRAM, "lsp")
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    client.initialized(lsp.InitializedParams())
    chance = random.Random(1)
    times: dict[str, list[tuple[float, float | None]]] = {}
    typed = [_Typed(client, each) for each in (file, house)]
    for turn in range(changes):
        for each in typed:
            at, questions = each.line(turn, chance), each.questions
            for name, ask in questions.items():
                half = chance.choice((7, 8, 9, 10))
                for new in (each.lines[at][:half], each.lines[at]):
                    each.send(at, new)
                    worked, begun = _work(client), time.perf_counter()
                    await ask(lsp.Position(at, min(half, len(new))))
                    waited = (time.perf_counter() - begun) * 1000
                    times.setdefault(name, []).append((waited, None if worked is None else _work(client, worked)))
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()  # type: ignore[no-untyped-call]
    return times


def _work(client: LanguageClient, since: float = 0) -> float | None:
    """Return the server's processor time in milliseconds; None if the system has none."""
    server = client._server
    threads = [] if server is None else sorted(Path(f"/proc/{server.pid}/task").glob("*/schedstat"))
    if not threads:
        return None
    return sum(int(each.read_text().split()[0]) for each in threads) / 1e6 - since


class _Typed:
    """An open file in which the client types."""

    def __init__(self, client: LanguageClient, file: Path) -> None:
        self.client, self.uri, self.version = client, file.as_uri(), 1
        text = file.read_text(encoding="utf-8")
        self.lines = text.split("\n")
        self.is_record = file.suffix == ".cal"
        client.text_document_did_open(
            lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(self.uri, "cal" if self.is_record else "yaml", 1, text))
        )
        self.questions = dict(self._questions())

    def line(self, turn: int, chance: random.Random) -> int:
        """Choose a line to type in: a trick of a record, or an entry of rules.

        Three of four times the trick is in the last hand.
        """
        if not self.is_record:
            return chance.choice([at for at, line in enumerate(self.lines) if len(line) > 20])
        tricks = [at for at, line in enumerate(self.lines) if line[:3].strip().isdecimal() and len(line.split()) == 5]
        return chance.choice(tricks[-12:] if turn % 4 else tricks)

    def send(self, line: int, new: str) -> None:
        """Tells the server that a line is another."""
        self.version += 1
        cut = lsp.Range(lsp.Position(line, 0), lsp.Position(line, 200))
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version),
                [lsp.TextDocumentContentChangePartial(cut, new)],
            )
        )

    def _questions(self) -> Iterator[tuple[str, Callable[[lsp.Position], Awaitable[Any]]]]:
        client, file = self.client, lsp.TextDocumentIdentifier(self.uri)
        of = "" if self.is_record else " (rules)"
        yield f"completion{of}", lambda at: client.text_document_completion_async(lsp.CompletionParams(file, at))
        yield f"hover{of}", lambda at: client.text_document_hover_async(lsp.HoverParams(file, at))
        yield f"definition{of}", lambda at: client.text_document_definition_async(lsp.DefinitionParams(file, at))
        yield (
            f"symbols{of}",
            lambda _: client.text_document_document_symbol_async(lsp.DocumentSymbolParams(file)),
        )
        yield f"folds{of}", lambda _: client.text_document_folding_range_async(lsp.FoldingRangeParams(file))
        yield (
            f"fixes{of}",
            lambda at: client.text_document_code_action_async(
                lsp.CodeActionParams(
                    file,
                    lsp.Range(lsp.Position(at.line, 0), lsp.Position(at.line, 200)),
                    lsp.CodeActionContext(diagnostics=[]),
                )
            ),
        )
        options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
        if self.is_record:
            yield (
                "formatting",
                lambda _: client.text_document_formatting_async(lsp.DocumentFormattingParams(file, options)),
            )


if __name__ == "__main__":
    main()
