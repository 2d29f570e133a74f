"""The language server: requests about open files, and the publication of findings.

Files have the URIs that the editor has for them. A rule file that is open and not yet saved governs the open records;
findings are searched hand by hand after a short pause in typing.

Work on a file is done aside (`work_aside`): on a copy, in a thread of its own, while the server continues to listen.
If the file has changed when an answer is ready, the request fails with an error that states that.
"""

from __future__ import annotations

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeAlias, TypeVar, cast

from lsprotocol import types as lsp
from pygls.exceptions import FeatureRequestError, JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.version import __version__
from calarec.core.notation import by_grammar
from calarec.core.notation.single_lines import verb_meant
from calarec.core.wording.language import LANGUAGES
from calarec.record_judge.pins import files_by_id
from calarec.rule_files.locate import ENDING, UNSAVED, same_file
from calarec_tools.desk.editor import answers, record_hovers, record_offers, rule_offers, rule_told
from calarec_tools.desk.editor.answers import EditorText
from calarec_tools.desk.editor.edited_record import EditedRecord
from calarec_tools.desk.editor.error_answers import (
    ErrorProtocol,
    UnreadableMessageError,
    beyond_the_end,
    describe_mistake,
    quiet_logs,
    unreadable_frame,
)
from calarec_tools.desk.editor.message_input import UNREADABLE, MessageInput
from calarec_tools.desk.editor.positions import EditorUnits, with_changes
from calarec_tools.desk.editor.rule_file import EditedRules, is_rules, may_become_rules
from calarec_tools.desk.editor.rule_texts import describe_ruleset, leaves_at

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language

_NAME: Final = "calarec"
_PAUSE: Final = 0.08
"""Seconds without a change after which findings are looked for."""
_SLICE: Final = 0.02
"""Seconds of work after which other requests are let in."""
_SWITCH: Final = 0.001
"""Seconds after which a thread at work lets the listening one go on."""
RULES_LANGUAGE: Final = "calarec-rules"


_Edited = TypeVar("_Edited", EditedRecord, EditedRules)
_Found = TypeVar("_Found")
_Changes: TypeAlias = "Sequence[lsp.TextDocumentContentChangeEvent]"


class OutdatedError(JsonRpcException):
    """A question of a text that is another by now."""

    CODE = lsp.LSPErrorCodes.ContentModified.value
    MESSAGE = "the file was changed before this could be answered"


class OpenText(NamedTuple):
    """The text of an open file, and the number that the editor has given it."""

    text: str
    version: int | None


class CalarecServer(LanguageServer):
    """The open files, and what is due."""

    protocol: ErrorProtocol

    def __init__(self, lang: Language) -> None:
        super().__init__(_NAME, __version__, protocol_cls=ErrorProtocol)
        self.lang = lang
        self.texts: dict[str, OpenText] = {}
        """The texts of the editor, by its own URIs: pygls counts lines differently."""
        self.records: dict[str, EditedRecord] = {}
        """The open records; the one used last is at the end."""
        self.rules: dict[str, EditedRules] = {}
        self.other: dict[str, bool] = {}
        """The YAML files that were opened, with True for those that were empty then."""
        self.due: dict[str, asyncio.Task[None]] = {}
        self.going_over: asyncio.Task[None] | None = None
        """The task that examines all records again after a change of rules."""
        self.turns: dict[str, asyncio.Lock] = {}
        """A lock for each file: the next task can use the results of the one before."""
        self.workers = ThreadPoolExecutor(max_workers=2, thread_name_prefix=_NAME)

    async def work_aside(self, edited: _Edited, work: Callable[[_Edited], _Found]) -> _Found:
        """Run `work` on a copy of the file in a thread, and keep what was judged for it.

        If only its rules change meanwhile, the work is done again.

        Raises:
            OutdatedError: if the text changes meanwhile.
        """
        text = edited.text
        while edited.text == text:
            async with self.turns.setdefault(edited.file, asyncio.Lock()):
                stamp, copied = edited.stamp, edited.make_copy()
                if edited.text == text:
                    found = await asyncio.get_running_loop().run_in_executor(self.workers, work, copied)
                    if edited.stamp is stamp:
                        edited.take_over(copied)
                        return found
        raise OutdatedError

    # ------------------------------------------------------------------ open files

    @property
    def units(self) -> EditorUnits:
        """The units in which the editor counts characters."""
        return EditorUnits(str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding)))

    def text(self, uri: str) -> EditorText:
        """An open file as the editor sees it; one that is not open is empty, and not read."""
        return EditorText(uri, self.texts[uri].text if uri in self.texts else "", self.units)

    def place(self, text: EditorText, at: lsp.Position) -> tuple[int, int]:
        """Return line and column of a position, from 1; raise beyond the end of a file."""
        if text.uri in self.texts and at.line >= len(text.lines):
            raise beyond_the_end(at.line + 1, len(text.lines), self.lang)
        return text.place(at)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Answer unreadable messages; show other errors without folder names."""
        if source is JsonRpcException:
            self.protocol.answer_unreadable(error)
        elif source is not FeatureRequestError:
            # What was raised is being handled; what arrives here has its traceback as text.
            text = describe_mistake(sys.exc_info()[1] or error, self.lang)
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, text))

    def open_document(self, document: lsp.TextDocumentItem) -> None:
        """Open a file as a rule file, by its content or language, or as a record."""
        file = to_fs_path(document.uri) or document.uri
        self.texts[document.uri] = OpenText(document.text, document.version)
        if document.language_id == RULES_LANGUAGE:
            self.rules[document.uri] = EditedRules(file, document.text)
        elif file.endswith((ENDING, ".yml")) or document.language_id == "yaml":
            self.other[document.uri] = not document.text.strip()
        else:
            self.records[document.uri] = EditedRecord(file)
        self._take_text(document.uri)

    def take_changes(self, document: lsp.VersionedTextDocumentIdentifier, changes: _Changes) -> None:
        """Take changes of a file that is open."""
        if document.uri in self.texts:
            text = with_changes(self.units, self.texts[document.uri].text, changes)
            self.texts[document.uri] = OpenText(text, document.version)
            self._take_text(document.uri)

    def _take_text(self, uri: str) -> None:
        """Take a file as it is now; findings follow."""
        source = self.texts[uri].text
        if uri in self.other:
            self._take_for_rules_or_not(uri, source)
        if uri in self.records:
            # Blanks and ends of lines are the reader's to judge; a record is read with ends of one character.
            self.take_used_record(uri).change_text(source.replace("\r\n", "\n"))
        elif uri in self.rules:
            self.rules[uri].change_text(source)
        self.look_soon(uri)

    def _take_for_rules_or_not(self, uri: str, source: str) -> None:
        """Open or close a YAML file as a rule file as its text changes.

        It is one if it has `ruleset:`, or if it was empty when opened and may still become one.
        """
        begun = self.other[uri]
        if uri not in self.rules and (is_rules(source) or (begun and may_become_rules(source))):
            self.rules[uri] = EditedRules(to_fs_path(uri) or uri)
        elif uri in self.rules and begun and not may_become_rules(source):
            self._let_go(uri)

    def close_document(self, uri: str) -> None:
        """Close a file; its unsaved text counts no more."""
        self.texts.pop(uri, None)
        self.other.pop(uri, None)
        self._let_go(uri)

    def _let_go(self, uri: str) -> None:
        task = self.due.pop(uri, None)
        if task is not None:
            task.cancel()
        record, rules = self.records.pop(uri, None), self.rules.pop(uri, None)
        for edited in (record, rules):
            if edited is not None:
                self.turns.pop(edited.file, None)
        self._publish(uri, [])
        if rules is not None and UNSAVED.pop(same_file(rules.file), None) is not None:
            self.look_again_everywhere()

    def look_again_everywhere(self, but: str = "") -> None:
        """Examine all files again after a change of rules; cancel the previous such task."""
        for uri, rules in self.rules.items():
            if uri != but:
                rules.doubt_rules()
                self.look_soon(uri)
        for record in self.records.values():
            record.doubt_rules()
        if self.going_over is not None:
            self.going_over.cancel()
        self.going_over = asyncio.ensure_future(self._go_over())

    async def _go_over(self) -> None:
        """Examine every record, the one used last first."""
        await asyncio.sleep(_PAUSE)
        for uri in reversed([*self.records]):
            if uri in self.records:
                with suppress(OutdatedError):  # whoever has changed it has it looked at
                    await self._look_at_record(uri, self.records[uri])

    def take_used_record(self, uri: str) -> EditedRecord:
        """Return a record, and mark it as used last."""
        record = self.records[uri] = self.records.pop(uri)
        return record

    # ------------------------------------------------------------------ findings

    def look_soon(self, uri: str) -> None:
        """Search for findings after a short pause in typing."""
        before = self.due.pop(uri, None)
        if before is not None:
            before.cancel()
        self.due[uri] = asyncio.ensure_future(self._look_after_pause(uri))

    async def _look_after_pause(self, uri: str) -> None:
        await asyncio.sleep(_PAUSE)
        with suppress(OutdatedError):  # whoever has changed it has it looked at
            if uri in self.rules:
                await self._look_at_rules(uri, self.rules[uri])
            elif uri in self.records:
                await self._look_at_record(uri, self.records[uri])

    async def _look_at_record(self, uri: str, record: EditedRecord) -> None:
        while not record.is_done:
            await self.work_aside(record, _judge_some)
        if self.records.get(uri) is record:
            self._publish(uri, record.current_findings())

    async def _look_at_rules(self, uri: str, rules: EditedRules) -> None:
        """Publish the findings of a rule file; judge records by it while it is usable."""
        self._publish(uri, await self.work_aside(rules, EditedRules.current_findings))
        place, held = same_file(rules.file), rules.usable.encode("utf-8", "replace")
        if not held or UNSAVED.get(place) == held:
            return
        as_written = place not in UNSAVED and _is_written(place, held)
        UNSAVED[place] = held
        if not as_written:
            self.look_again_everywhere(but=uri)

    def _publish(self, uri: str, findings: Sequence[Finding]) -> None:
        told = answers.diagnostics(self.text(uri), findings, self.lang) if uri in self.texts else []
        version = self.texts[uri].version if uri in self.texts else None
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, told, version))

    async def findings(self, uri: str, first: int, last: int) -> list[Finding]:
        """Return the findings of a file down to a line, and those known below it.

        Findings between the two lines are repeated with each of the few legal words for a wrong one.
        """
        if uri in self.rules:
            return await self.work_aside(self.rules[uri], EditedRules.current_findings)
        if uri in self.records:
            return await self.work_aside(
                self.take_used_record(uri), lambda record: _found_through(record, first, last, self.lang)
            )
        return []

    # ------------------------------------------------------------------ places

    async def definition(self, uri: str, at: lsp.Position) -> lsp.Location | None:
        """Return the rule for a place in a record; in a rule file, the parent's rule."""
        text = self.text(uri)
        line, column = self.place(text, at)
        if uri in self.rules:
            return await self.work_aside(self.rules[uri], lambda rules: _parents_line(rules, line, column))
        if uri in self.records:
            return await self.work_aside(
                self.take_used_record(uri), lambda record: self._rules_line(record, text, line, column)
            )
        return None

    def _rules_line(self, record: EditedRecord, text: EditorText, line: int, column: int) -> lsp.Location | None:
        if verb_meant(text.lines[line - 1]) == "rules":
            file = _rules_file(record, line)
            return None if file is None else answers.location(f"{file}:1:1")
        edited = record.hand_at(line)
        if edited is None or edited.judgement is None:
            return None
        ruleset = edited.judgement.game.ruleset
        place = record_hovers.describe_place(edited, line, column, self.lang)
        paths = [*(place.paths if place else ())]
        paths += [
            finding.rule.path for finding in record.current_findings() if finding.rule and finding.span.line == line
        ]
        return next((found for path in paths if (found := answers.location(ruleset.ref(path).at))), None)

    async def hover(self, uri: str, at: lsp.Position) -> lsp.Hover | None:
        """Return the hover of a place."""
        text = self.text(uri)
        line, column = self.place(text, at)
        if uri in self.rules:
            return await self.work_aside(self.rules[uri], lambda rules: self._of_rules(rules, text, line, column))
        if uri in self.records:
            return await self.work_aside(
                self.take_used_record(uri), lambda record: self._of_record(record, text, line, column)
            )
        return None

    def _of_rules(self, rules: EditedRules, text: EditorText, line: int, column: int) -> lsp.Hover | None:
        entry = rules.entry_at(line, column)
        said = "" if entry is None else rule_told.describe_entry(rules, entry, self.lang)
        return None if entry is None or not said else answers.markdown(said, text.span(entry.node.entry_span))

    def _of_record(self, record: EditedRecord, text: EditorText, line: int, column: int) -> lsp.Hover | None:
        if verb_meant(text.lines[line - 1]) == "rules":
            _, ruleset = record.rules_of(line)
            if ruleset is not None:
                return answers.markdown(describe_ruleset(ruleset, self.lang), text.whole_lines(line, line))
        edited, written = record.hand_at(line), text.lines[line - 1]
        place = (
            record_hovers.describe_line_place(written, column, self.lang)
            if edited is None
            else record_hovers.describe_place(edited, line, column, self.lang)
        )
        return answers.markdown(place.text, text.stretch(line, place.column, place.width)) if place else None

    async def completions(self, uri: str, at: lsp.Position) -> lsp.CompletionList | None:
        """Return the completions at a place."""
        text = self.text(uri)
        line, column = self.place(text, at)
        if uri in self.rules:
            offers = await self.work_aside(
                self.rules[uri], lambda rules: rule_offers.list_rule_offers(rules, line, column, self.lang)
            )
        elif uri in self.records:
            offers = await self.work_aside(
                self.take_used_record(uri),
                lambda record: record_offers.list_record_offers(record, line, column, self.lang),
            )
        else:
            return None
        return answers.completion_list(text, offers, at)

    async def formatting(self, uri: str) -> list[lsp.TextEdit]:
        """Return the edits that format a record."""
        text = self.text(uri)
        if uri not in self.records:
            return []
        return await self.work_aside(self.take_used_record(uri), lambda record: answers.formatting_edits(text, record))


def _judge_some(record: EditedRecord) -> None:
    record.judge_hands(seconds=_SLICE)


def _found_through(record: EditedRecord, first: int, last: int, lang: Language) -> list[Finding]:
    record.judge_hands(through=last)
    found = record.current_findings()
    here = [finding for finding in found if first <= finding.span.line <= last]
    return [*found, *(other for each in here for other in record_offers.with_legal_words(record, each, lang))]


def _rules_file(record: EditedRecord, line: int) -> str | None:
    """The file of the rules that a `rules` line names, whether or not it can be used."""
    pin, ruleset = record.rules_of(line)
    if ruleset is not None:
        return ruleset.file
    return None if pin is None else next(files_by_id(record.file, pin), None)


def _parents_line(rules: EditedRules, line: int, column: int) -> lsp.Location | None:
    entry = rules.entry_at(line, column)
    if entry is None:
        return None
    file, parent = rules.parent_file(), rules.parent()
    if entry.keys == ("extends",) and file is not None:
        return answers.location(f"{file}:1:1")
    if parent is None or not entry.path:
        return None
    path = next(iter(leaves_at(parent, entry.path)), entry.path)
    return answers.location(parent.ref(path).at)


def _is_written(place: str, held: bytes) -> bool:
    try:
        with open(place, "rb") as stream:  # noqa: PTH123
            return stream.read(len(held) + 1) == held
    except OSError:
        return False


def serve_editor(lang: Language) -> None:
    """Serve an editor by standard input and output until it ends the session."""
    sys.setswitchinterval(_SWITCH)
    # Handles of its own: whoever closes them leaves those of the program open.
    with open(os.dup(0), "rb") as given, open(os.dup(1), "wb") as answered:  # noqa: PTH123
        quiet_logs(lang)
        make_server(lang).start_io(cast("BinaryIO", MessageInput(given)), answered)


def make_server(lang: Language) -> CalarecServer:
    """A server with everything that it answers."""
    server = CalarecServer(lang)
    _files(server)
    _questions(server)
    return server


def _files(server: CalarecServer) -> None:
    @server.feature(lsp.INITIALIZE)
    def initialize(ls: CalarecServer, params: lsp.InitializeParams) -> None:
        ls.lang = answers.initial_language(params.initialization_options, ls.lang, LANGUAGES)

    @server.feature(lsp.INITIALIZED)
    def warm_up(ls: CalarecServer, params: lsp.InitializedParams) -> None:  # noqa: ARG001
        by_grammar.accept_line("end", 1)  # what takes long at first is done before somebody waits

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def open_file(ls: CalarecServer, params: lsp.DidOpenTextDocumentParams) -> None:
        ls.open_document(params.text_document)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def change_file(ls: CalarecServer, params: lsp.DidChangeTextDocumentParams) -> None:
        ls.take_changes(params.text_document, params.content_changes)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def close_file(ls: CalarecServer, params: lsp.DidCloseTextDocumentParams) -> None:
        ls.close_document(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def look_up_rules(ls: CalarecServer, params: lsp.DidChangeWatchedFilesParams) -> None:  # noqa: ARG001
        ls.look_again_everywhere()

    @server.feature(UNREADABLE)
    def unreadable(ls: CalarecServer, params: Any) -> None:
        reason = str(getattr(params, "reason", ""))
        ls.protocol.answer_unreadable(UnreadableMessageError(unreadable_frame(reason, ls.lang)))


def _questions(server: CalarecServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(ls: CalarecServer, params: lsp.HoverParams) -> lsp.Hover | None:
        return await ls.hover(params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def definition(ls: CalarecServer, params: lsp.DefinitionParams) -> lsp.Location | None:
        return await ls.definition(params.text_document.uri, params.position)

    options = lsp.CompletionOptions(trigger_characters=[" ", ":", ".", "{", "[", ","])

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, options)
    async def completion(ls: CalarecServer, params: lsp.CompletionParams) -> lsp.CompletionList | None:
        return await ls.completions(params.text_document.uri, params.position)

    kinds = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix, answers.FIX_ALL])

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, kinds)
    async def actions(ls: CalarecServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri, asked = params.text_document.uri, params.context.only
        text = ls.text(uri)
        ls.place(text, params.range.start)
        first, last = params.range.start.line + 1, params.range.end.line + 1
        found = answers.fixes(text, await ls.findings(uri, first, last), params.range, ls.lang)
        return [action for action in found if not asked or any(_is_kind(action.kind, one) for one in asked)]

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def formatting(ls: CalarecServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return await ls.formatting(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(ls: CalarecServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        uri = params.text_document.uri
        if uri in ls.rules:
            return answers.rule_symbols(ls.text(uri), ls.rules[uri])
        return answers.hand_symbols(ls.text(uri), ls.records[uri], ls.lang) if uri in ls.records else []

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folds(ls: CalarecServer, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        uri = params.text_document.uri
        if uri in ls.rules:
            return answers.rule_folds(ls.text(uri), ls.rules[uri])
        return answers.hand_folds(ls.records[uri]) if uri in ls.records else []


def _is_kind(kind: lsp.CodeActionKind | str | None, asked: lsp.CodeActionKind | str) -> bool:
    """Check whether an action is of a kind or of one below it."""
    one, other = (str(getattr(each, "value", each)) for each in (kind, asked))
    return one == other or one.startswith(f"{other}.")
