"""The two ways in which typed lines come in: a terminal with completion, and any stream of lines.

The first stands on prompt_toolkit, which comes with the extra `enter`; without it, and where no terminal is, lines are
read as they come. Neither knows anything of records.
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
    """The lines that somebody types, until there are no more; each is asked for with the prompt that is due then."""
    if sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        try:
            import prompt_toolkit  # noqa: F401 - is it there?
        except ImportError:
            pass
        else:
            yield from _with_completion(prompt, completions, status)
            return
    yield from _plain(prompt, status)


def can_complete() -> bool:
    """Whether the library that completes is there."""
    from importlib.util import find_spec

    return find_spec("prompt_toolkit") is not None


def _with_completion(
    prompt: Callable[[], str], completions: Callable[[str], list[str]], status: Callable[[], str]
) -> Iterator[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import get_app
    from prompt_toolkit.completion import WordCompleter

    def offered() -> list[str]:
        return completions(get_app().current_buffer.document.text_before_cursor)

    # A card is found by its suit too, which stands behind its rank.
    completer = WordCompleter(offered, ignore_case=True, WORD=True, match_middle=True)
    session: PromptSession[str] = PromptSession(completer=completer, complete_while_typing=False)
    while True:
        try:
            yield session.prompt(prompt, bottom_toolbar=status() or None)
        except EOFError:
            return


def _plain(prompt: Callable[[], str], status: Callable[[], str]) -> Iterator[str]:
    """Lines as they come; at a terminal the prompt stands before each."""
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
