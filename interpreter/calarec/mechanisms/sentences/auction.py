"""The auction in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.auction import Auction, Word
    from calarec.rulesets.explain.sentences import Sentence, Told
    from calarec.rulesets.explain.telling import Telling

_FIRST = {
    "eldest": Both(
        "The player at the dealer's {side}, who is eldest hand, speaks first; the others follow in order of play.",
        "Parla per primo chi siede alla {side} del mazziere, cioè il primo di mano; poi gli altri, secondo il giro.",
    ),
    "dealer": Both(
        "The dealer speaks first; the others follow in order of play. (Eldest hand is the player at the dealer's "
        "{side}.)",
        "Parla per primo il mazziere; poi gli altri, secondo il giro. (Il primo di mano è chi siede alla {side} del "
        "mazziere.)",
    ),
}
_CHANCES = {
    "once": Both("Each player has one chance to speak.", "Ognuno parla una volta sola."),
    "until_quiet": Both(
        "The turn to speak goes round again and again until all the others have left it to the highest bidder.",
        "Si continua a parlare a giro finché tutti gli altri non lasciano il gioco a chi ha dichiarato più alto.",
    ),
}
_ENDS = {
    "all_spoke": Both(
        "No bid ends the auction early: everybody gets a turn to speak.",
        "Nessuna dichiarazione chiude il giro in anticipo: tutti hanno modo di parlare.",
    ),
    "top_bid": Both(
        "After {top}, the highest bid, nobody speaks any more.",
        "Dopo {top}, che è la dichiarazione più alta, nessuno parla più.",
    ),
    "first_bid": Both("The first bid ends the auction.", "La prima dichiarazione chiude il giro."),
}
_WHEN = {
    "always": Both(
        "A player who does not bid, or not higher, says {word}.",
        "Chi non dichiara, o non sale, dice {word}.",
    ),
    "before_bid": Both(
        "As long as nobody has bid, a player who does not bid says {word}.",
        "Finché nessuno ha dichiarato, chi non dichiara dice {word}.",
    ),
    "after_bid": Both(
        "Once somebody has bid, a player who does not bid higher says {word}.",
        "Quando qualcuno ha già dichiarato, chi non sale dice {word}.",
    ),
}
_WHEN_ONE = Both("A player who does not bid says {word}.", "Chi non dichiara dice {word}.")
_LEAVES = {
    True: Both("Whoever says {word} is out of the auction.", "Chi dice {word} è fuori dalla dichiarazione."),
    False: Both(
        "Whoever has said {word} may still bid later.", "Chi ha detto {word} può ancora dichiarare in seguito."
    ),
}


def say(part: Auction, telling: Telling) -> Iterator[Told]:
    """Who speaks, what may be said, and when it is over."""
    yield telling.say(_FIRST[part.first], "first", also=("table.direction",), side=telling.next_side)
    yield telling.say(_CHANCES[part.chances], "chances")
    ladder = [each for each in part.ladder if each in telling.rules.contracts]
    bids = (
        Both("There is one bid: {bids}.", "C'è una sola dichiarazione: {bids}.")
        if len(ladder) == 1
        else Both(
            "The bids are, from the lowest to the highest, {bids}; each must be higher than the one before.",
            "Le dichiarazioni sono, dalla più bassa alla più alta, {bids}; ognuna deve superare la precedente.",
        )
    )
    yield telling.say(bids, "ladder", style="new", bids=telling.contracts(ladder))
    for key, word in part.words.items():
        yield from _word(word, telling.within("words", key))
    yield telling.say(_ENDS[part.ends], "ends", style="new", top=telling.contracts(ladder[-1:]))
    yield _declarer(ladder, telling)


def _declarer(ladder: list[str], telling: Telling) -> Sentence:
    partnered = [each for each in ladder if telling.finds_partner(telling.rules.contracts[each].steps)]
    who = (
        Both("Whoever has bid is the declarer", "Chi ha dichiarato è il dichiarante")
        if len(ladder) == 1
        else Both("Whoever has bid highest is the declarer", "Chi ha dichiarato più alto è il dichiarante")
    )
    alone = (
        Both(
            " and plays, alone or with a partner as the contract says, against all the others.",
            " e gioca, da solo o con un compagno secondo il contratto, contro tutti gli altri.",
        )
        if partnered
        else Both(
            " and plays alone against all the others, who are partners for this hand.",
            " e gioca da solo contro tutti gli altri, compagni fra loro per quella smazzata.",
        )
    )
    also = tuple(f"contracts.{each}.steps" for each in partnered)
    return telling.say(Both(who.en + alone.en, who.it + alone.it), "ladder", also=also)


def _word(word: Word, telling: Telling) -> Iterator[Told]:
    said = telling.called("words", telling.key)
    one = len(telling.rules.auction.ladder) == 1 and word.when == "always"
    yield telling.say(_WHEN_ONE if one else _WHEN[word.when], "when", word=said)
    if telling.rules.auction.chances == "once":
        yield from telling.idle(word, "leaves")
    else:
        yield telling.say(_LEAVES[word.leaves], "leaves", word=said)
