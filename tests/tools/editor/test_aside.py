"""Work aside: the server listens meanwhile, takes over what came of it, and gives no answer of a text that is gone."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest

from calarec_tools.desk.editor.edited_record import EditedRecord
from calarec_tools.desk.editor.rule_file import EditedRules
from calarec_tools.desk.editor.server import CalarecServer, OutdatedError, make_server
from tests.tools.editor.typed_record import RECORD

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_RULES = "ruleset: club\nversion: 1.0.0\ntitle: Rules of the club\nextends: pagat\n"


def _with_server(talk: Callable[[CalarecServer], Awaitable[None]]) -> None:
    async def whole() -> None:
        server = make_server("en")
        try:
            await talk(server)
        finally:
            server.workers.shutdown()

    asyncio.run(whole())


def test_what_was_judged_aside_is_known_afterwards() -> None:
    record = EditedRecord("evening.cal", RECORD)

    async def talk(server: CalarecServer) -> None:
        assert await server.work_aside(record, lambda copied: copied.hand_at(20) is not None)

    _with_server(talk)
    assert [each.hand.name for each in record.hands] == ["1"]
    fresh = EditedRecord("evening.cal", RECORD)
    fresh.judge_hands()
    record.judge_hands()
    assert record.current_findings() == fresh.current_findings()
    assert [each.hand for each in record.hands] == [each.hand for each in fresh.hands]


@pytest.mark.parametrize(
    ("edited", "change"),
    [
        (EditedRecord("evening.cal", RECORD), lambda it: it.change_text(RECORD.replace("3d 4d 7d", "3d 4d"))),
        (EditedRules("club.yaml", _RULES), lambda it: it.change_text(_RULES + "set:\n")),
    ],
)
def test_what_is_of_another_text_is_no_answer(edited: Any, change: Callable[[Any], None]) -> None:
    begun, changed = threading.Event(), threading.Event()

    def slow(copied: Any) -> int:
        begun.set()
        assert changed.wait(60)
        return len(copied.current_findings())

    async def talk(server: CalarecServer) -> None:
        question = asyncio.ensure_future(server.work_aside(edited, slow))
        waiting = asyncio.ensure_future(server.work_aside(edited, slow))
        while not begun.is_set():  # the server listens while somebody is at work
            await asyncio.sleep(0)
        change(edited)
        changed.set()
        for each in (question, waiting):
            with pytest.raises(OutdatedError):
                await each
        await server.work_aside(edited, slow)

    _with_server(talk)


def test_a_question_that_is_withdrawn_lets_the_next_one_in() -> None:
    record = EditedRecord("evening.cal", RECORD)
    begun, free = threading.Event(), threading.Event()

    def slow(copied: EditedRecord) -> None:
        del copied
        begun.set()
        assert free.wait(60)

    async def talk(server: CalarecServer) -> None:
        question = asyncio.ensure_future(server.work_aside(record, slow))
        while not begun.is_set():
            await asyncio.sleep(0)
        question.cancel()
        try:
            # The other thread takes it: the first is still at what nobody asks any more.
            assert await server.work_aside(record, lambda copied: copied.text) == RECORD
        finally:
            free.set()

    _with_server(talk)


@pytest.mark.parametrize("edited", [EditedRecord("evening.cal", RECORD), EditedRules("club.yaml", _RULES)])
def test_where_only_the_rules_have_changed_the_answer_is_found_anew(edited: Any) -> None:
    """The request gets the result under the new rules, since the text is unchanged."""
    begun, changed, times = threading.Event(), threading.Event(), []

    def slow(copied: Any) -> object:
        times.append(copied.stamp)
        begun.set()
        assert changed.wait(60)
        return copied.stamp

    async def talk(server: CalarecServer) -> None:
        question = asyncio.ensure_future(server.work_aside(edited, slow))
        while not begun.is_set():
            await asyncio.sleep(0)
        edited.doubt_rules()
        changed.set()
        assert await question is edited.stamp
        assert len(times) == 2

    _with_server(talk)


def test_records_are_gone_over_by_what_was_used_last_and_only_for_the_last_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The open record used last is judged first, and stale work is dropped."""
    told: list[str] = []
    begun, free = threading.Event(), threading.Event()

    def judged(record: EditedRecord) -> None:
        begun.set()
        assert free.wait(60)
        record.judge_hands()

    async def talk(server: CalarecServer) -> None:
        server.records = {name: EditedRecord(f"{name}.cal", RECORD) for name in ("one", "two", "three")}
        server.take_used_record("two")
        monkeypatch.setattr(server, "_publish", lambda uri, _: told.append(uri))
        server.look_again_everywhere()
        while not begun.is_set():
            await asyncio.sleep(0.01)
        server.take_used_record("one")
        server.look_again_everywhere()
        free.set()
        assert server.going_over is not None
        await server.going_over

    monkeypatch.setattr("calarec_tools.desk.editor.server._judge_some", judged)
    _with_server(talk)
    assert told == ["one", "two", "three"]
