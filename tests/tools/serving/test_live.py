"""The writer of an evening, and its listeners."""

from __future__ import annotations

from calarec_tools.desk.serving.live_evenings import MAX_LISTENERS, LiveEvenings, PageListener

ONE, TWO = "1" * 16, "2" * 16


def heard(listener: PageListener) -> list[tuple[str, str]]:
    """Events by kind and writer, without the counting of pages."""
    found = []
    while not listener.events.empty():
        event = listener.events.get()
        if event is not None and event["kind"] != "pages":
            found.append((event["kind"], event.get("writer", "")))
    return found


def listening(live: LiveEvenings, page: str) -> PageListener:
    """A page that listens."""
    listener = live.add_listener(page, "write")
    assert listener is not None
    return listener


def test_one_writes_and_hands_over() -> None:
    """A second page looks on; it asks, the first hands over, and both get the writer."""
    live = LiveEvenings()
    one, two = listening(live, ONE), listening(live, TWO)
    assert live.has_become_writer("evening", ONE, asking=False)
    assert not live.has_become_writer("evening", TWO, asking=False)
    assert heard(one) == [("writer", ONE)]
    assert not live.has_become_writer("evening", TWO, asking=True)
    assert heard(one) == [("asked", ONE)]
    live.release("evening", ONE)
    assert live.writer_of("evening") == TWO
    assert heard(two) == [("writer", ONE), ("asked", ONE), ("writer", TWO)]


def test_a_page_that_is_gone_holds_nothing() -> None:
    """Another one takes the evening at once."""
    live = LiveEvenings()
    one = listening(live, ONE)
    assert live.has_become_writer("evening", ONE, asking=False)
    live.remove_listener(one)
    assert live.has_become_writer("evening", TWO, asking=False)


def test_only_the_writer_hands_over() -> None:
    """A page that does not write gives nothing away."""
    live = LiveEvenings()
    listening(live, ONE)
    live.has_become_writer("evening", ONE, asking=False)
    live.release("evening", TWO)
    assert live.writer_of("evening") == ONE


def test_bounds() -> None:
    """So many listen and no more; one that takes nothing is let go, and keeps no other waiting."""
    live = LiveEvenings()
    pages = [live.add_listener(f"{at:016x}", "watch") for at in range(MAX_LISTENERS)]
    assert live.add_listener(ONE, "watch") is None
    for _ in range(200):
        live.broadcast_event({"kind": "written", "id": "evening"})
    assert live.add_listener(ONE, "watch") is not None
    assert all(each is not None and each.events.full() for each in pages)
