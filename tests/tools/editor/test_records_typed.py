"""A record in an editor: findings while typing, offers, fixes, and links."""

from __future__ import annotations

from collections.abc import AsyncIterator  # noqa: TC003 - pytest-lsp reads the types of fixtures
from typing import TYPE_CHECKING

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from calarec.core.notation.formatter import fmt
from calarec.rule_files.locate import shipped_file
from tests.tools.editor.talk import SERVER, ToldClient, Typist, begin, edited, place
from tests.tools.editor.typed_record import RECORD

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_lsp.fixture(config=SERVER, scope="module")  # type: ignore[untyped-decorator]
async def client(lsp_client: ToldClient, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[None]:
    await begin(lsp_client, tmp_path_factory.mktemp("table"))
    yield
    await lsp_client.shutdown_session()


async def opened(client: LanguageClient, folder: Path, text: str = RECORD) -> Typist:
    """A record in the editor; nothing of it is on the disk."""
    typist = Typist(client, folder / "evening.cal", text)
    await typist.open()
    return typist


def codes(found: object) -> list[object]:
    """The codes of findings."""
    return [each.code for each in found]  # type: ignore[attr-defined]


async def test_nothing_is_wrong_with_what_is_right(client: LanguageClient, tmp_path: Path) -> None:
    """An open hand at the end is not a mistake, and nothing has to be written to the disk."""
    typist = Typist(client, tmp_path / "evening.cal", RECORD)
    assert list(await typist.open()) == []
    assert not (tmp_path / "evening.cal").exists()


async def test_what_is_wrong_is_told_while_it_is_typed(client: LanguageClient, tmp_path: Path) -> None:
    """A wrong result with its rule and its source, and it goes with its reason; places count in UTF-16."""
    typist = await opened(client, tmp_path)
    [found] = await typist.type(RECORD.replace("result B: 11 A", "result B: 13 A"))
    assert found.code == "CAL610"
    assert found.severity == lsp.DiagnosticSeverity.Error
    assert found.range.start.line == RECORD[: RECORD.index("result")].count("\n")
    assert "settle" in found.message or "pack" in found.message
    assert list(await typist.type(RECORD, whole=True)) == []
    text = RECORD.replace('"Anna 𝄞"', '"Anna 𝄞 𝄞" after')
    [found] = [each for each in await typist.type(text) if each.severity == lsp.DiagnosticSeverity.Error]
    line = text.split("\n")[2]
    assert found.range.end.character <= len(line.encode("utf-16-le")) // 2
    assert edited(line, [lsp.TextEdit(lsp.Range(place(line, 0), place(line, line.index("after"))), "")]) == "after"


async def test_a_half_typed_line_costs_its_own_findings_alone(client: LanguageClient, tmp_path: Path) -> None:
    """Wrong totals of this hand and of another stay reported while a line is typed."""
    wrong = RECORD.replace("result B: 11 A", "result B: 13 A")
    typist = await opened(client, tmp_path, wrong)
    for half in (" 4", " 4 B", " 4 B:", " 4 B: 2", " 4 B: 2d F", " 4 B 2d Fd Ad", "x y z"):
        found = await typist.type(wrong.replace(" 4 B: 2d Fd Ad", half))
        kept = [each for each in found if each.code == "CAL610"]
        assert [each.range.start.line for each in kept] == [30], half
        assert {each.range.start.line for each in found if each.code != "CAL610"} == {21}, half
    inserted = wrong.replace(" 4 B: 2d Fd Ad", " 4 B: 2d Fd Ad\nno")
    found = await typist.type(inserted)
    assert [(each.code, each.range.start.line) for each in found if each.range.start.line != 22] == [("CAL610", 31)]


async def test_a_half_typed_ruleset_leaves_the_others_findings(client: LanguageClient, tmp_path: Path) -> None:
    """While the name of the ruleset is typed the record is judged by the last one that was known."""
    wrong = RECORD.replace("result B: 11 A", "result B: 13 A")
    typist = await opened(client, tmp_path, wrong)
    for half in ("rules pag", "rules", "rules pagat@1.0.0 sha"):
        found = await typist.type(wrong.replace("rules pagat@1.0.0", half))
        assert "CAL610" in codes(found), half


async def test_hover_tells_where_a_card_is(client: LanguageClient, tmp_path: Path) -> None:
    """Its deal, its way from hand to hand, its trick, and its holder now."""
    typist = await opened(client, tmp_path)
    told = await typist.hover(typist.at(" 3 B: 3b", into=7))
    assert "the three of batons" in told
    assert "Dealt to Carla." in told
    assert "Carla gives Bruno the three of batons (face up)." in told
    assert "Played by Bruno in trick 3, which Bruno takes." in told
    assert "Here Bruno holds it." in told


async def test_hover_tells_how_a_total_comes_about(client: LanguageClient, tmp_path: Path) -> None:
    """The account of `replay`, and at a seat its person and total."""
    typist = await opened(client, tmp_path)
    told = await typist.hover(typist.at("total A: 1", into=2))
    assert "Bruno loses chiamo with 3 2/3 points" in told
    assert "contracts.chiamo.stake" in told or "The score" in told
    assert "Bruno" in await typist.hover(typist.at("dealer B", into=7))


async def test_hover_tells_a_rule_with_its_source(client: LanguageClient, tmp_path: Path) -> None:
    """A word that is bid: the sentences of the rulebook and the text that they come from."""
    typist = await opened(client, tmp_path)
    told = await typist.hover(typist.at("chiamo", into=2))
    assert "`contracts.chiamo`" in told
    assert "If the declarer wins, each opponent pays 1" in told
    assert 'Source: Pagat, "Scoring".' in told
    assert "pagat@1.0.0" in await typist.hover(typist.at("rules pagat", into=8))


async def test_completion_knows_cards_and_words(client: LanguageClient, tmp_path: Path) -> None:
    """Legal cards, the next player, legal words, and the cards not dealt yet."""
    text = RECORD[: RECORD.index(" 5 B: 2b")] + " 5 B: 2b "
    typist = await opened(client, tmp_path, text)
    offered = await typist.offers(place(text, len(text)))
    assert [each for each in offered if each != ">"] == ["7b"]
    text = RECORD + "bid C: "
    typist.send(text)
    assert await typist.offers(place(text, len(text))) == ["passo", "chiamo", "solo", "solissimo"]
    text = RECORD + "bid C: solo A: "
    typist.send(text)
    assert await typist.offers(place(text, len(text))) == ["passo", "solissimo"]
    text = RECORD.replace("monte 6s Fc 7c 6d\n", "monte 6s ")
    typist.send(text)
    assert sorted(await typist.offers(place(text, len(text)))) == ["6d", "7c", "Fc"]
    typist.send(RECORD)
    offered = await typist.offers(place(RECORD, len(RECORD)))
    assert offered[0] == "bid C:"
    assert "note" in offered


async def test_completion_knows_what_the_hand_came_to(client: LanguageClient, tmp_path: Path) -> None:
    """When the last trick is written result, payments and totals are whole lines."""
    text = RECORD[: RECORD.index("result")]
    typist = await opened(client, tmp_path, text)
    offered = await typist.offers(place(text, len(text)))
    assert offered[:4] == ["result B: 11 A: 12 C: 12", "score B: -2 A: +1 C: +1", "total A: 1 B: -2 C: 1", "end"]


async def test_tricks_without_cards_and_exchange_are_completed(client: LanguageClient, tmp_path: Path) -> None:
    """Without a deal every unplayed card is offered; with a deal, the legal ones."""
    head = "\n".join(RECORD.split("\n")[:6])
    text = f"{head}\nhand 1\ndealer A\nbid B: chiamo C: passo A: passo\ncall B: 3b\n 1 B: 3d 4d 7d\n 2 B: "
    typist = await opened(client, tmp_path, text)
    offered = await typist.offers(place(text, len(text)))
    assert {"3s", "3b", "2d"} <= set(offered)
    assert not {"3d", "4d", "7d"} & set(offered)


async def test_completion_names_rulesets(client: LanguageClient, tmp_path: Path) -> None:
    """Shipped ones and those beside the record, with the digest of the one that is named."""
    (tmp_path / "casa.yaml").write_text("ruleset: casa\nversion: 1.0.0\nextends: pagat\n", encoding="utf-8")
    text = "cal 1\nrules "
    typist = await opened(client, tmp_path, text)
    offered = await typist.offers(place(text, len(text)))
    assert {"pagat", "casa", "tressette"} <= set(offered)
    text = "cal 1\nrules pagat@1.0.0 "
    typist.send(text)
    [digest] = await typist.offers(place(text, len(text)))
    assert digest.startswith("sha256:7fa4e842")


async def test_completion_knows_rules_kept_by_hand(client: LanguageClient, tmp_path: Path) -> None:
    """Their ids are offered in an `adjust` line of a hand, under rules that have some."""
    rules = 'ruleset: casa\nversion: 1.0.0\nextends: pagat\nset: {agreed: {wine: {it: "Vino."}, late: {en: "Late."}}}\n'
    (tmp_path / "casa.yaml").write_text(rules, encoding="utf-8")
    head = 'cal 1\nrules casa\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'
    ids = {'"wine"', '"late"'}
    text = head + "hand 1\ndealer A\n"
    typist = await opened(client, tmp_path, text)
    for typed, expected in (
        (text + "adjust A: -1 B: +1 ", ids),
        (text + 'adjust A: -1 "Bruno": +1 ', ids),
        (text.replace("casa", "pagat") + "adjust A: -1 B: +1 ", set()),
        (head + "adjust A: -1 B: +1 ", set()),
    ):
        typist.send(typed)
        assert ids & set(await typist.offers(place(typed, len(typed)))) == expected, typed


async def test_fixes_are_actions(client: LanguageClient, tmp_path: Path) -> None:
    """A fix does what its title states; all harmless ones are made at once."""
    slipped = RECORD.replace("dealer A", "mazziere A").replace("rules pagat", "rules  pagat")
    typist = await opened(client, tmp_path, slipped)
    line = typist.at("mazziere")
    actions = await typist.actions(lsp.Range(line, line), lsp.CodeActionKind.QuickFix)
    assert len(actions) == 1
    assert "dealer" in actions[0].title
    assert typist.mended(slipped, actions[0]) == slipped.replace("mazziere", "dealer")


async def test_formatting_is_that_of_fmt(client: LanguageClient, tmp_path: Path) -> None:
    """Line by line, if the layout is not canonical, also without a last line end."""
    untidy = RECORD.replace("deal C: 3b 7b", "deal C:  3b  7b").replace("\n\nhand 2", "\n\n\n\nhand 2")[:-1]
    typist = await opened(client, tmp_path, untidy)
    options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
    found = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(text_document=typist.identifier, options=options)
    )
    assert found
    assert edited(untidy, found) == fmt(untidy)
    assert len(found) > 1


async def test_symbols_and_folds_are_hands(client: LanguageClient, tmp_path: Path) -> None:
    """Each hand by its name, declarer and contract, folded from first line to last."""
    typist = await opened(client, tmp_path)
    found = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(typist.identifier))
    assert found
    names = [(each.name, each.detail) for each in found if isinstance(each, lsp.DocumentSymbol)]
    assert names == [("hand 1", "Bruno: chiamo"), ("hand 2", "")]
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(typist.identifier))
    assert [(each.start_line, each.end_line) for each in folds or ()] == [(6, 33), (35, 40)]


async def test_a_place_leads_to_its_rule(client: LanguageClient, tmp_path: Path) -> None:
    """From a word that is bid to the contract, from the ruleset's name to its file."""
    typist = await opened(client, tmp_path)
    file = shipped_file("pagat")
    assert file is not None
    with open(file, encoding="utf-8") as stream:  # noqa: PTH123
        lines = stream.read().split("\n")
    name, line = await typist.definition(typist.at("chiamo", into=2))
    assert name == "pagat.yaml"
    assert lines[line - 1].startswith("  chiamo: ")
    assert await typist.definition(typist.at("pagat", into=2)) == ("pagat.yaml", 1)
