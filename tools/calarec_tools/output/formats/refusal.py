"""Refusals of conversions: content that another format lacks is never left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.errors import PortableError
from calarec.core.wording.language import SOURCE, text_in

if TYPE_CHECKING:
    from calarec.core.wording.language import Language, Sayable


class Unconvertible(PortableError):  # noqa: N818 - it is an answer, not an error of the program
    """The reason why something cannot be converted, and its place."""

    def __init__(self, reason: Sayable, *, where: str = "") -> None:
        super().__init__(f"{where}: {text_in(reason, SOURCE)}" if where else text_in(reason, SOURCE))
        self.reason = reason
        self.where = where

    def in_language(self, lang: Language) -> str:
        """The reason in one language, with its place."""
        said = text_in(self.reason, lang)
        return f"{self.where}: {said}" if self.where else said
