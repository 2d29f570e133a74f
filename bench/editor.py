"""How long an editor waits for the language server, on an evening of 100 hands that is being typed.

    python -m bench.editor [--hands 100] [--typed 40]

A client types by standard input and output, as editors do, mostly in the last hand and in others too. After each
change it asks for one thing at once, while the server is still at work on the change. Every answer counts.
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
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_PROGRAM = [sys.executable, "-m", "calarec_tools.main"]


def main() -> None:
    """Measures and prints a row for each kind of answer."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--typed", type=int, default=40, help="how many changes are followed by each question")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "evening.cal")
        made = ["simulate", "--rules", "pagat", "--seed", "7", "--hands", str(asked.hands), "-o", str(file)]
        subprocess.run([*_PROGRAM, *made], check=True, stdout=subprocess.DEVNULL)
        times = asyncio.run(_typed(file, asked.typed))
    everything = sorted(each for found in times.values() for each in found)
    print(f"{'':24} {'answers':>8} {'median':>9} {'95 %':>9} {'longest':>9}")
    for name, found in (*times.items(), ("all", everything)):
        at = sorted(found)
        high = at[min(int(len(at) * 0.95), len(at) - 1)]
        print(f"{name:24} {len(at):8} {statistics.median(at):6.1f} ms {high:6.1f} ms {at[-1]:6.1f} ms")
    quick = sum(each <= 100 for each in everything) / len(everything)
    print(f"within 100 ms: {quick:.1%}")


async def _typed(file: Path, changes: int) -> dict[str, list[float]]:
    """Types, asks, and keeps the milliseconds until each answer."""
    logging.disable(logging.WARNING)  # what nobody here wants to be told of: findings
    client = LanguageClient("bench", "1")
    await client.start_io(*_PROGRAM, "lsp")
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    client.initialized(lsp.InitializedParams())
    text, uri = file.read_text(encoding="utf-8"), file.as_uri()
    lines = text.split("\n")
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "cal", 1, text)))
    tricks = [at for at, line in enumerate(lines) if line[:3].strip().isdecimal() and len(line.split()) == 5]
    chance, version = random.Random(1), 1
    times: dict[str, list[float]] = {}
    identifier = lsp.TextDocumentIdentifier(uri)
    for turn in range(changes):
        # Three of four times somebody is at the last hand.
        at = chance.choice(tricks[-12:] if turn % 4 else tricks)
        for name, ask in _questions(client, identifier, at, lines[at]).items():
            half = chance.choice((7, 8, 9, 10))
            for new in (lines[at][:half], lines[at]):
                version += 1
                _send(client, uri, version, at, new)
                begun = time.perf_counter()
                await ask(lsp.Position(at, min(half, len(new))))
                times.setdefault(name, []).append((time.perf_counter() - begun) * 1000)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()  # type: ignore[no-untyped-call]
    return times


def _send(client: LanguageClient, uri: str, version: int, line: int, new: str) -> None:
    cut = lsp.Range(lsp.Position(line, 0), lsp.Position(line, 200))
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(uri=uri, version=version),
            [lsp.TextDocumentContentChangePartial(cut, new)],
        )
    )


def _questions(
    client: LanguageClient, file: lsp.TextDocumentIdentifier, line: int, text: str
) -> dict[str, Callable[[lsp.Position], Awaitable[Any]]]:
    where = lsp.Range(lsp.Position(line, 0), lsp.Position(line, len(text)))
    options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
    actions = lsp.CodeActionParams(file, where, lsp.CodeActionContext(diagnostics=[]))
    return {
        "completion": lambda at: client.text_document_completion_async(lsp.CompletionParams(file, at)),
        "hover": lambda at: client.text_document_hover_async(lsp.HoverParams(file, at)),
        "definition": lambda at: client.text_document_definition_async(lsp.DefinitionParams(file, at)),
        "symbols": lambda _: client.text_document_document_symbol_async(lsp.DocumentSymbolParams(file)),
        "folds": lambda _: client.text_document_folding_range_async(lsp.FoldingRangeParams(file)),
        "fixes": lambda _: client.text_document_code_action_async(actions),
        "formatting": lambda _: client.text_document_formatting_async(
            lsp.DocumentFormattingParams(text_document=file, options=options)
        ),
    }


if __name__ == "__main__":
    main()
