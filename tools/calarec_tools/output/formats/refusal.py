"""What cannot be said in another form is refused with a reason, never left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.errors import PortableError
from calarec.core.wording.language import SOURCE, text_in

if TYPE_CHECKING:
    from calarec.core.wording.language import Language, Sayable


class Unconvertible(PortableError):  # noqa: N818 - it is an answer, not an error of the program
    """Why something cannot be converted, and where it stands."""

    def __init__(self, reason: Sayable, *, where: str = "") -> None:
        super().__init__(f"{where}: {text_in(reason, SOURCE)}" if where else text_in(reason, SOURCE))
        self.reason = reason
        self.where = where

    def in_language(self, lang: Language) -> str:
        """The reason in one language, with its place."""
        said = text_in(self.reason, lang)
        return f"{self.where}: {said}" if self.where else said
