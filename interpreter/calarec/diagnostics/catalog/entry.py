"""The form of a catalogue entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both, say
from calarec.light import dataclass, field

if TYPE_CHECKING:
    from calarec.diagnostics.model import Severity
    from calarec.language import Language


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to say a finding: the message and, where there is one, the advice."""

    message: Both
    help: Both | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A code, its severity, its words and its page.

    `page` says what the code means and shows an example; it is Markdown. An example that is the same
    in both languages stands in `example` instead, as plain lines. A code that is said in several
    ways keeps the others in `wordings`, by the name that `Diagnostic.wording` gives.
    """

    code: str
    severity: Severity
    title: Both
    message: Both
    page: Both
    help: Both | None = None
    example: str = ""
    wordings: dict[str, Wording] = field(default_factory=dict)

    def whole_page(self, lang: Language) -> str:
        """The page in one language, with its example, ending its last line."""
        page = say(self.page, lang).strip()
        return f"{page}\n\n```\n{self.example}\n```\n" if self.example else f"{page}\n"

    def wording(self, name: str) -> Wording:
        """The wording of that name, or the ordinary one."""
        return self.wordings[name] if name else Wording(self.message, self.help)


def sample(en: str, it: str, wrong: str, right: str = "") -> Both:
    """A page that says what a code means and shows a record with it, and the record put right."""

    def block(text: str) -> str:
        return f"```cal\n{text}\n```"

    said = {"en": f"{en}\n\n{block(wrong)}", "it": f"{it}\n\n{block(wrong)}"}
    if right:
        said["en"] += f"\n\nPut right:\n\n{block(right)}"
        said["it"] += f"\n\nCorretto:\n\n{block(right)}"
    return Both(**said)


def rule_sample(en: str, it: str, wrong: str, right: str = "") -> Both:
    """A page that says what a code means and shows a piece of a rule file with it, and the piece put right."""

    def block(text: str) -> str:
        return f"```yaml\n{text}\n```"

    said = {"en": f"{en}\n\n{block(wrong)}", "it": f"{it}\n\n{block(wrong)}"}
    if right:
        said["en"] += f"\n\nPut right:\n\n{block(right)}"
        said["it"] += f"\n\nCorretto:\n\n{block(right)}"
    return Both(**said)
