"""Rules in words, which players keep by hand because files cannot express them."""

from __future__ import annotations

from calarec.core.base.frozen import dataclass
from calarec.core.mechanisms.fields import Kind, Mechanism, param
from calarec.core.wording.language import Translated, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedRule:
    """A rule in words; what it pays is on an `adjust` line of the hand."""

    en: str | None = param(
        "English", "The rule in English, as whole sentences.", default=None, pattern="^.{1,1000}$", since="0.3.0"
    )
    it: str | None = param(
        "Italian", "The rule in Italian, as whole sentences.", default=None, pattern="^.{1,1000}$", since="0.3.0"
    )

    @property
    def text(self) -> Translated:
        """The rule in the languages in which it is stated."""
        stated = {lang: text for lang, text in (("en", self.en), ("it", self.it)) if text is not None}
        return Translated.from_texts(stated or "")


AGREED = Mechanism(
    name="agreed",
    kind=Kind.SECTION,
    params=AgreedRule,
    entries=True,
    required=False,
    title=Words("Rules kept by hand"),
    about="Rules in words that rule files cannot express. No evaluation applies them: the record states what they pay.",
    since="0.3.0",
)
