"""What cannot be said in another form is refused with a reason, never left out."""

from __future__ import annotations

from calarec.language import Both, Language, say


class Refusal(Exception):  # noqa: N818 - it is an answer, not an error of the program
    """Why something cannot be converted, and where it stands."""

    def __init__(self, reason: Both, *, where: str = "") -> None:
        super().__init__(f"{where}: {reason.en}" if where else reason.en)
        self.reason = reason
        self.where = where

    def text(self, lang: Language = "en") -> str:
        """The reason in one language, with its place."""
        said = say(self.reason, lang)
        return f"{self.where}: {said}" if self.where else said
