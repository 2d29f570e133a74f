"""The position at the last step shown: the cards held, and the legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import visible
from calarec.core.wording.language import Listing, Words, text_in
from calarec_tools.output.report.page import FIXED

if TYPE_CHECKING:
    from calarec.core.engine.views import Choice, Known
    from calarec.core.judge.happenings import ShownPart
    from calarec_tools.output.report.page import Page, Spans
    from calarec_tools.output.report.people import People

_NOW: Final = Words("At this point")
_NOTHING: Final = Words("no cards")
_MORE: Final = Words("{cards} and {unseen}")
_UNSEEN: Final = Words("{count:# unseen card|# unseen cards}")
_SOME: Final = Words("it is not recorded how many cards")
_ANY: Final = Words("any card")
_WORDS: Final = Words("{who} may say {words}.")
_CHOICES: Final = {
    "play": Words("{who} may play {cards}."),
    "call": Words("{who} may call {cards}."),
    "table-card": Words("{who} lays one of these on the table: {cards}."),
    "give": Words("{who} gives {to} {number} of {cards}."),
    "take": Words("{who} takes {number} of {cards}."),
    "discard": Words("{who} discards {number} of {cards}."),
}


def print_position(page: Page, people: People, shown: ShownPart) -> None:
    """Print the position after the part that is shown."""
    seen = shown.position(people.replay)
    if seen is None:
        return
    page.print_title(_NOW)
    held = [(people.names_by_seat[seat], seen.hands[seat]) for seat in sorted(people.setting.active)]
    held += [(people.pile_name(pile), known) for pile, known in enumerate(seen.piles) if known.size]
    longest = min(max(len(name) for name, _ in held), 14)
    for name, known in held:
        start = f"{name:<{longest}}".replace(" ", FIXED)
        page.print_spans([(start, "strong"), ("  ", ""), *_known_spans(page, people, known)], hang=longest + 4)
    page.blank()
    for choice in seen.choices:
        _print_choice(page, people, choice)


def _known_spans(page: Page, people: People, known: Known) -> Spans:
    unseen = known.open
    if not known.size:
        return page.filled_spans(_NOTHING)
    if known.size < 0:
        said = page.filled_spans(_SOME)
        return page.filled_spans(_MORE, cards=people.by_suit(known.cards), unseen=said) if known.cards else said
    if not unseen:
        return people.by_suit(known.cards)
    said = page.filled_spans(_UNSEEN, count=unseen)
    return page.filled_spans(_MORE, cards=people.by_suit(known.cards), unseen=said) if known.cards else said


def _print_choice(page: Page, people: People, choice: Choice) -> None:
    offer = choice.offer
    who = people.who(offer.seat)
    ref = people.name_rule(offer.rule)
    if offer.words:
        kinds = ("words", "contracts")
        said = []
        for word in offer.words:
            kind = kinds[word in people.game.rules.contracts]
            said.append(visible(text_in(people.ruleset.name(kind, word), page.lang)))
        page.print_sentence(_WORDS, ref, who=who, words=Listing(tuple(said), either=True))
        return
    number = str(offer.least) if offer.least == offer.most else f"{offer.least}–{offer.most}"
    cards = people.seen_cards(offer.cards, choice.unseen)
    if offer.cards == people.game.cards.full:
        cards = page.filled_spans(_ANY)
    to = people.recipient(offer.to) if offer.do == "give" else ""
    page.print_sentence(_CHOICES[offer.do], ref, who=who, cards=cards, number=number, to=to)
