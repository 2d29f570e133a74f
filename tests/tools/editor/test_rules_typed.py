"""A rule file in an editor, and records that are judged by it before it is written."""

from __future__ import annotations

from collections.abc import AsyncIterator  # noqa: TC003 - pytest-lsp reads the types of fixtures
from typing import TYPE_CHECKING, Final

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from calarec.rule_files.locate import shipped_file
from calarec_tools.desk.editor.rule_file import EditedRules
from calarec_tools.desk.editor.rule_offers import list_rule_offers
from tests.tools.editor.talk import SERVER, ToldClient, Typist, begin, place
from tests.tools.editor.typed_record import RECORD

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

RULES: Final = """\
ruleset: casa
version: 1.0.0
title: {en: "Our house", it: "Casa nostra"}
extends: pagat
set:
  contracts.chiamo.stake: 3
  play.leader: next
"""
_RIGHT: Final = RULES.replace("  play.leader: next\n", "")


@pytest_lsp.fixture(config=SERVER, scope="module")  # type: ignore[untyped-decorator]
async def client(lsp_client: ToldClient, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[None]:
    await begin(lsp_client, tmp_path_factory.mktemp("rules"))
    yield
    await lsp_client.shutdown_session()


async def opened(client: LanguageClient, folder: Path, text: str = _RIGHT) -> Typist:
    """The rule file in the editor; nothing of it is on the disk."""
    typist = Typist(client, folder / "casa.yaml", text, "yaml")
    await typist.open()
    return typist


def codes(found: object) -> list[object]:
    """The codes of findings."""
    return [each.code for each in found]  # type: ignore[attr-defined]


async def test_what_is_wrong_is_told_while_it_is_typed(client: LanguageClient, tmp_path: Path) -> None:
    """An unknown rule, at its key; half a line leaves the other findings."""
    typist = await opened(client, tmp_path, RULES)
    found = await typist.type(RULES.replace("next", "last"))
    assert found
    assert {each.range.start.line for each in found if each.code != "RUL511"} == {6}
    [doubt] = await typist.type(_RIGHT)
    assert (doubt.code, doubt.severity) == ("RUL511", lsp.DiagnosticSeverity.Warning)
    assert "`solo` beats `chiamo`, and is worth less" in doubt.message
    open_quote = _RIGHT + '  settle.bonus.nonesuch: "x'
    assert {each.range.start.line for each in await typist.type(open_quote)} == {5, 6}


async def test_half_a_line_costs_no_other_finding(client: LanguageClient, tmp_path: Path) -> None:
    """A warning of another line stays while one is typed that cannot be read."""
    doubtful = _RIGHT + "  pack.last_trick: 4\n"
    typist = await opened(client, tmp_path, doubtful)
    before = await typist.type(doubtful + "  settle.pay: each_opponent\n")
    kept = {(each.code, each.range.start.line) for each in before if each.range.start.line < 7}
    assert kept
    for half in ("  settle", "  settle.pay:\n   - {", "  'settle"):
        found = await typist.type(doubtful + half)
        assert kept <= {(each.code, each.range.start.line) for each in found}, half


async def test_a_wrong_path_alone_leaves_no_key_empty(client: LanguageClient, tmp_path: Path) -> None:
    """A single wrong line of `set` is reported, and not also an empty `set`."""
    typist = await opened(client, tmp_path, RULES.partition("  contracts")[0] + "  contracts.*.leder: declarer\n")
    found = await typist.type(typist.text + "  # nothing else\n")
    assert [(each.code, each.range.start.line) for each in found] == [("RUL121", 5)]


async def test_of_half_a_key_only_that_is_told(client: LanguageClient, tmp_path: Path) -> None:
    """A key without its colon has no second finding as an unknown one."""
    typist = await opened(client, tmp_path)
    found = await typist.type(_RIGHT + "  settle.bonus.stra\n")
    assert [each.code for each in found if each.range.start.line == 6] == ["RUL010"]


async def test_hover_tells_sentence_value_and_source(client: LanguageClient, tmp_path: Path) -> None:
    """The hover of a rule has its value, the parent's, and the rulebook's sentence."""
    typist = await opened(client, tmp_path)
    told = await typist.hover(typist.at("contracts.chiamo.stake", into=12))
    assert "`contracts.chiamo.stake`: `3`" in told
    assert "In `pagat`: `1`." in told
    assert "each opponent pays 3" in told
    assert "Calabresella (Pagat)" in (await typist.hover(typist.at("pagat", into=2))).replace("\\", "")


async def test_completion_knows_paths_words_and_names(client: LanguageClient, tmp_path: Path) -> None:
    """Paths of the parent under `set`, words of a parameter, steps of the parent, keys of a mechanism, ids."""
    typist = await opened(client, tmp_path)

    async def offered(line: str) -> list[str]:
        text = _RIGHT + line
        typist.send(text)
        return await typist.offers(place(text, len(text)))

    paths = await offered("  se")
    assert "settle.pay:" in paths
    assert "contracts.solo.stake:" in paths
    assert "contracts.chiamo.stake:" not in paths
    assert {"each_opponent", "difference"} <= set(await offered("  settle.pay: "))
    assert {"ask", "bury", "monte"} <= set(await offered("  contracts.solo.steps: [monte, "))
    assert "declare" in await offered("add:\n  standing.napoletana: {do: ")
    assert "meld:" in await offered("add:\n  standing.napoletana: {do: declare, ")
    assert {"house rule", "project default"} <= set(await offered("source: "))
    assert "because:" in await offered("")
    typist.send("ruleset: casa\nversion: 1.0.0\nextends: ")
    assert "tressette" in await typist.offers(lsp.Position(2, 9))
    # What a key says stands behind it, or below it: then not even a blank stands behind it.
    more = {each.text: each.more for each in list_rule_offers(EditedRules("casa.yaml", _RIGHT), 7, 1)}
    assert (more["because:"], more["add:"], more["source:"]) == (False, False, True)


async def test_a_child_leads_to_its_parents_line(client: LanguageClient, tmp_path: Path) -> None:
    """From a path under `set` to the parent's line; from `extends` to the file."""
    typist = await opened(client, tmp_path)
    file = shipped_file("pagat")
    assert file is not None
    with open(file, encoding="utf-8") as stream:  # noqa: PTH123
        lines = stream.read().split("\n")
    name, line = await typist.definition(typist.at("contracts.chiamo.stake", into=3))
    assert name == "pagat.yaml"
    assert "chiamo: {stake: 1" in lines[line - 1]
    assert await typist.definition(typist.at("pagat", into=1)) == ("pagat.yaml", 1)


async def test_symbols_folds_and_fixes(client: LanguageClient, tmp_path: Path) -> None:
    """The entries of the file, its maps folded, and a slip mended."""
    slipped = _RIGHT.replace("chiamo.stake", "chiamo.stakes")
    typist = await opened(client, tmp_path, slipped)
    found = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(typist.identifier))
    names = [each.name for each in found or () if isinstance(each, lsp.DocumentSymbol)]
    assert names == ["ruleset", "version", "title", "extends", "set"]
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(typist.identifier))
    assert [(each.start_line, each.end_line) for each in folds or ()] == [(4, 5)]
    line = typist.at("contracts.chiamo")
    [action] = await typist.actions(lsp.Range(line, line), lsp.CodeActionKind.QuickFix)
    assert typist.mended(slipped, action) == _RIGHT


async def test_unwritten_rules_govern_open_records(client: LanguageClient, tmp_path: Path) -> None:
    """Unsaved rules govern records while usable; after closing, the saved ones do."""
    (tmp_path / "casa.yaml").write_text(_RIGHT, encoding="utf-8")
    rules = await opened(client, tmp_path, _RIGHT)
    record = Typist(client, tmp_path / "evening.cal", RECORD.replace("rules pagat@1.0.0", "rules casa"))
    assert "CAL611" in codes(await record.open())
    rules.send(_RIGHT.replace("stake: 3", "stake: 1"))
    await record.told_again("CAL611", there=False)
    rules.send(_RIGHT.replace("stake: 3", "stake: x"))
    assert list(await record.type(record.text + "bid C: solo\n")) == []
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(rules.identifier))
    await record.told_again("CAL611")
    assert (tmp_path / "casa.yaml").read_text(encoding="utf-8") == _RIGHT


async def test_a_yaml_file_of_somebody_else_is_left_alone(client: LanguageClient, tmp_path: Path) -> None:
    """A file begun here counts as rules until its text differs; others by their text."""
    begun = Typist(client, tmp_path / "begun.yaml", "", "yaml")
    assert codes(await begun.open()) == ["RUL012"]
    assert "RUL012" not in codes(await begun.type("version: 1\n"))
    assert not await begun.type("version: 1\nservices:\n")
    other = Typist(client, tmp_path / "other.yaml", "services: []\n", "yaml")
    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(other.uri, "yaml", 1, "services: []\n"))
    )
    assert "RUL201" in codes(await other.type("ruleset: other\nservices: []\n"))
