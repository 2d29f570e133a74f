"""The two sources of typed lines: a terminal with completion, and any stream.

The first uses prompt_toolkit, which comes with the extra `enter`; without it, and without a terminal, lines are read
as they come. Neither knows anything of records.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def typed_lines(
    prompt: Callable[[], str], completions: Callable[[str], list[str]], status: Callable[[], str]
) -> Iterator[str]:
    """Yield typed lines until the input ends, each after the prompt that is due then."""
    if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        try:
            import prompt_toolkit  # noqa: F401 - is it there?
        except ImportError:
            pass
        else:
            yield from _with_completion(prompt, completions, status)
            return
    yield from _read_plain_lines(prompt, status)


def can_complete() -> bool:
    """Check whether the library for completion is installed."""
    from importlib.util import find_spec

    return find_spec("prompt_toolkit") is not None


def _with_completion(
    prompt: Callable[[], str], completions: Callable[[str], list[str]], status: Callable[[], str]
) -> Iterator[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import get_app
    from prompt_toolkit.completion import WordCompleter

    def offer_words() -> list[str]:
        return completions(get_app().current_buffer.document.text_before_cursor)

    # A card is found by its suit too, which stands behind its rank.
    completer = WordCompleter(offer_words, ignore_case=True, WORD=True, match_middle=True)
    session: PromptSession[str] = PromptSession(completer=completer, complete_while_typing=False)
    while True:
        try:
            yield session.prompt(prompt, bottom_toolbar=status() or None)
        except EOFError:
            return


def _read_plain_lines(prompt: Callable[[], str], status: Callable[[], str]) -> Iterator[str]:
    """Yield lines as they come, at a terminal each after the prompt."""
    asks = sys.stdin.isatty()
    while True:
        if asks:
            totals = status()
            sys.stdout.write((f"[{totals}] " if totals else "") + prompt())
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return
        yield line.rstrip("\n")
