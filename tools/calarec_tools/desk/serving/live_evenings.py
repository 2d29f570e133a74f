"""Events of the evenings, sent to all open pages: new text, and a new writer.

One page writes an evening. It can hand over; when the page is gone, another may write.
"""

from __future__ import annotations

import queue
import threading
from typing import Any, Final

MAX_LISTENERS: Final = 40
_MAX_WAITING: Final = 50
"""The number of unsent events after which a page is dropped.

It asks again when it comes back.
"""


class PageListener:
    """One open page."""

    def __init__(self, page: str, role: str) -> None:
        self.page = page
        self.role = role
        self.events: queue.Queue[dict[str, Any] | None] = queue.Queue(_MAX_WAITING)

    def can_offer(self, event: dict[str, Any] | None) -> bool:
        """Send it something; False if it takes nothing any more."""
        try:
            self.events.put_nowait(event)
        except queue.Full:
            return False
        return True


class LiveEvenings:
    """The pages that listen, and the page that writes each evening."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: list[PageListener] = []
        self._writers: dict[str, str] = {}
        self._asking: dict[str, str] = {}

    def add_listener(self, page: str, role: str) -> PageListener | None:
        """A new listener; None if there are too many."""
        with self._lock:
            if len(self._listeners) >= MAX_LISTENERS:
                return None
            listener = PageListener(page, role)
            self._listeners.append(listener)
        self.broadcast_event({"kind": "pages", "count": len(self._listeners)})
        return listener

    def remove_listener(self, listener: PageListener) -> None:
        """A page that is gone."""
        with self._lock:
            if listener in self._listeners:
                self._listeners.remove(listener)
        self.broadcast_event({"kind": "pages", "count": len(self._listeners)})

    def broadcast_event(self, event: dict[str, Any]) -> None:
        """Send it to all of them."""
        with self._lock:
            slow = [listener for listener in self._listeners if not listener.can_offer(event)]
            for each in slow:
                self._listeners.remove(each)

    def writer_of(self, evening: str) -> str:
        """The page that writes an evening."""
        with self._lock:
            return self._writers.get(evening, "")

    def has_become_writer(self, evening: str, page: str, *, asking: bool) -> bool:
        """Make a page the writer, unless another writer is present.

        With `asking`, that one is asked to hand over. Return True if the page writes now.
        """
        with self._lock:
            writer = self._writers.get(evening, "")
            if writer not in ("", page) and any(listener.page == writer for listener in self._listeners):
                if asking:
                    self._asking[evening] = page
                is_taken = False
            else:
                self._writers[evening] = page
                is_taken = True
        if is_taken or asking:
            event = "writer" if is_taken else "asked"
            self.broadcast_event({"kind": event, "id": evening, "page": page, "writer": page if is_taken else writer})
        return is_taken

    def release(self, evening: str, page: str) -> None:
        """Hand an evening over to the page that asked for it; otherwise leave it free."""
        with self._lock:
            if self._writers.get(evening) != page:
                return
            following = self._asking.pop(evening, "")
            there = any(listener.page == following for listener in self._listeners)
            if there and following != page:
                self._writers[evening] = following
            else:
                del self._writers[evening]
            writer = self._writers.get(evening, "")
        self.broadcast_event({"kind": "writer", "id": evening, "writer": writer})

    def end_listeners(self) -> None:
        """Release all listeners."""
        with self._lock:
            for listener in self._listeners:
                listener.can_offer(None)
            self._listeners.clear()
