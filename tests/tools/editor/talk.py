"""A client that types into the server like an editor, and waits for messages."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types as lsp
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

_LONGEST: Final = 120.0


class ToldClient(LanguageClient):
    """Keeps the last message about each file, with its version."""

    def __init__(self) -> None:
        super().__init__(converter_factory=default_converter)
        self.said: dict[str, lsp.PublishDiagnosticsParams] = {}


def _made() -> ToldClient:
    client = ToldClient()

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def told(to: ToldClient, said: lsp.PublishDiagnosticsParams) -> None:
        to.said[said.uri] = said

    return client


SERVER: Final = ClientServerConfig(
    server_command=[sys.executable, "-m", "calarec_tools.main", "lsp", "--stdio"], client_factory=_made
)


async def begin(client: LanguageClient, folder: Path, lang: str = "en") -> None:
    """The handshake."""
    await client.initialize_session(
        lsp.InitializeParams(
            capabilities=client_capabilities("visual-studio-code"),
            root_uri=folder.as_uri(),
            initialization_options={"lang": lang},
        )
    )


class Typist:
    """One open file."""

    def __init__(self, client: LanguageClient, file: Path, text: str, language: str = "cal") -> None:
        self.client, self.uri, self.text, self.version = client, file.as_uri(), text, 1
        self.language = language

    async def open(self) -> Sequence[lsp.Diagnostic]:
        """Opens it; answers its findings."""
        item = lsp.TextDocumentItem(self.uri, self.language, self.version, self.text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return await self.told()

    async def type(self, text: str, *, whole: bool = False) -> Sequence[lsp.Diagnostic]:
        """Change the text, by the shortest change or sent whole; return its findings."""
        self.send(text, whole=whole)
        return await self.told()

    def send(self, text: str, *, whole: bool = False) -> None:
        """The same without waiting for anything."""
        change: Any = lsp.TextDocumentContentChangeWholeDocument(text)
        if not whole:
            old = self.text
            same = next((at for at, pair in enumerate(zip(old, text, strict=False)) if pair[0] != pair[1]), None)
            same = min(len(old), len(text)) if same is None else same
            behind = 0
            while behind < min(len(old), len(text)) - same and old[-1 - behind] == text[-1 - behind]:
                behind += 1
            cut = lsp.Range(place(old, same), place(old, len(old) - behind))
            change = lsp.TextDocumentContentChangePartial(cut, text[same : len(text) - behind])
        self.text, self.version = text, self.version + 1
        identifier = lsp.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(identifier, [change]))

    async def told(self) -> Sequence[lsp.Diagnostic]:
        """The findings of this version."""
        return await self._told_when(lambda _: True)

    async def told_again(self, code: str, *, there: bool = True) -> Sequence[lsp.Diagnostic]:
        """The findings as soon as one of a code is among them, or none."""
        return await self._told_when(lambda found: any(each.code == code for each in found) is there)

    async def _told_when(self, holds: Callable[[Sequence[lsp.Diagnostic]], bool]) -> Sequence[lsp.Diagnostic]:
        assert isinstance(self.client, ToldClient)
        async with asyncio.timeout(_LONGEST):
            while True:
                found = self.client.said.get(self.uri)
                if found is not None and found.version == self.version and holds(found.diagnostics):
                    return found.diagnostics
                await asyncio.sleep(0.005)

    def at(self, text: str, *, nth: int = 0, into: int = 0) -> lsp.Position:
        """The position of a text in the file, `into` characters further on."""
        start = -1
        for _ in range(nth + 1):
            start = self.text.index(text, start + 1)
        return place(self.text, start + into)

    @property
    def identifier(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    async def hover(self, at: lsp.Position) -> str:
        """Return the hover of a place."""
        found = await self.client.text_document_hover_async(lsp.HoverParams(self.identifier, at))
        if found is None:
            return ""
        assert isinstance(found.contents, lsp.MarkupContent)
        return found.contents.value

    async def offers(self, at: lsp.Position) -> list[str]:
        """Return the completions at a place."""
        found = await self.client.text_document_completion_async(lsp.CompletionParams(self.identifier, at))
        assert isinstance(found, lsp.CompletionList)
        return [each.label for each in found.items]

    async def definition(self, at: lsp.Position) -> tuple[str, int]:
        """File and line to which a place leads."""
        found = await self.client.text_document_definition_async(lsp.DefinitionParams(self.identifier, at))
        assert isinstance(found, lsp.Location)
        return found.uri.rpartition("/")[2], found.range.start.line + 1

    async def actions(self, at: lsp.Range, *only: str) -> list[lsp.CodeAction]:
        """Return the fixes in a range."""
        context = lsp.CodeActionContext(diagnostics=[], only=list(only) or None)
        found = await self.client.text_document_code_action_async(lsp.CodeActionParams(self.identifier, at, context))
        return [each for each in found or () if isinstance(each, lsp.CodeAction)]

    def mended(self, text: str, action: lsp.CodeAction) -> str:
        """A text after an action."""
        assert action.edit is not None
        assert action.edit.changes is not None
        return edited(text, action.edit.changes[self.uri])


def place(text: str, offset: int) -> lsp.Position:
    """The position of an offset, columns counted in UTF-16."""
    before = text[:offset]
    column = len(before[before.rfind("\n") + 1 :].encode("utf-16-le")) // 2
    return lsp.Position(before.count("\n"), column)


def edited(text: str, edits: Sequence[lsp.TextEdit | lsp.AnnotatedTextEdit | lsp.SnippetTextEdit]) -> str:
    """A text with edits made, as an editor makes them: none moves another."""
    found = []
    for each in edits:
        assert isinstance(each, lsp.TextEdit)
        found.append((_offset(text, each.range.start), _offset(text, each.range.end), each.new_text))
    for start, end, new in sorted(found, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _offset(text: str, at: lsp.Position) -> int:
    lines = text.split("\n")
    units = lines[at.line].encode("utf-16-le")[: 2 * at.character]
    return sum(len(line) + 1 for line in lines[: at.line]) + len(units.decode("utf-16-le"))
