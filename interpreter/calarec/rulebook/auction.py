"""The auction, the raises and the stakes in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.mechanisms.auction import StakeOf
from calarec.core.mechanisms.payment_rows import resolve_stake
from calarec.core.mechanisms.rules import expand_amounts
from calarec.core.wording.language import Words
from calarec.rulebook.conditions import own_condition_paths, own_condition_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.auction import AuctionRule, AuctionWord, DoublingRule, ForcedBid, RaisingRule
    from calarec.core.wording.language import Sayable
    from calarec.rulebook.sentences import Sentence, Told
    from calarec.rulebook.telling import Telling


_FIRST = {
    "eldest": Words(
        "The player at the dealer's {side}, who is eldest hand, speaks first; the others follow in order of play."
    ),
    "dealer": Words(
        "The dealer speaks first; the others follow in order of play. (Eldest hand is the player at the dealer's "
        "{side}.)"
    ),
}
_CHANCES = {
    "once": Words("Each player has one chance to speak."),
    "until_quiet": Words(
        "The turn to speak goes round again and again until all the others have left it to the highest bidder."
    ),
}
_ENDS = {
    "all_spoke": Words("No bid ends the auction early: every player gets a turn to speak."),
    "top_bid": Words("After {top}, the highest bid, no player speaks any more."),
    "first_bid": Words("The first bid ends the auction."),
}
_WHEN = {
    "always": Words("A player who does not bid, or not higher, says {word}."),
    "before_bid": Words("Before the first bid, a player who does not bid says {word}."),
    "after_bid": Words("After the first bid, a player who does not bid higher says {word}."),
}
_WHEN_ONE = Words("A player who does not bid says {word}.")
_NEVER_SAID = Words("(The file also has the word {word}, which no player ever has a turn to say.)")
_NOBODY_BIDS = Words("(The file also states who may not pass, but no player ever has a turn to speak.)")
_LEAVES = {
    True: Words("A player who says {word} is out of the auction."),
    False: Words("A player who has said {word} may still bid later."),
}


def say_auction(params: AuctionRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on the auction: speakers, words and end."""
    if not telling.rules.has_auction:
        yield from telling.idle(params, "first", "chances", "ends", "hold")
        for key in params.words:
            yield telling.make_sentence(_NEVER_SAID, f"words.{key}", word=telling.emphasized_name("words", key))
        for number, forced in enumerate(params.must):
            within = telling.with_nested_keys("must", str(number))
            yield within.make_sentence(_NOBODY_BIDS, *own_condition_paths(forced.when, "when"), "bid")
        return
    yield telling.make_sentence(_FIRST[params.first], "first", also=("table.direction",), side=telling.next_side)
    yield telling.make_sentence(_CHANCES[params.chances], "chances")
    ladder = [each for each in params.ladder if each in telling.rules.contracts]
    bid = expand_amounts(telling.rules).auction.ladder
    bids = (
        Words("There is one bid: {bids}.")
        if len(bid) == 1
        else Words("The bids are, from the lowest to the highest, {bids}; each must be higher than the one before.")
    )
    yield telling.make_sentence(bids, "ladder", style="new", bids=telling.contract_list(ladder))
    if params.hold != "nobody":
        yield telling.make_sentence(_HOLD[params.hold], "hold")
    for key, word in params.words.items():
        yield from _word_sentences(word, telling.with_nested_keys("words", key))
    for number, forced in enumerate(params.must):
        yield _must_sentence(forced, telling.with_nested_keys("must", str(number)))
    yield telling.make_sentence(_ENDS[params.ends], "ends", style="new", top=telling.contract_list(bid[-1:]))
    yield _declarer_sentence(ladder, telling)


_HOLD = {
    "elder": Words("A player who speaks before the highest bidder may also repeat the highest bid, and takes it over."),
    "dealer": Words("The dealer may also repeat the highest bid of another player, and takes it over."),
}
_MUST = {
    True: Words("A player who {holds} may not pass as long as {bid} can be bid."),
    False: Words("No player may pass as long as {bid} can be bid."),
}
_ANY_BID = Words("any contract")


def _must_sentence(forced: ForcedBid, telling: Telling) -> Sentence:
    """The sentence on a forced bid: which players must bid, and what."""
    holds = own_condition_words(forced.when, telling)
    keys = [*own_condition_paths(forced.when, "when"), "bid"]
    bid = _ANY_BID if forced.bid is None else telling.emphasized_name("contracts", forced.bid)
    return telling.make_sentence(_MUST[bool(holds.items)], *keys, style="new", holds=holds, bid=bid)


def _declarer_sentence(ladder: list[str], telling: Telling) -> Sentence:
    partnered = {each: telling.max_partners(telling.rules.contracts[each].steps) for each in ladder}
    partnered = {each: number for each, number in partnered.items() if number}
    who = (
        Words("The player who has bid is the declarer")
        if len(expand_amounts(telling.rules).auction.ladder) == 1
        else Words("The highest bidder is the declarer")
    )
    alone = (
        Words(" and plays, alone or with a partner as the contract says, against all the others.")
        if partnered
        else Words(" and plays alone against all the others, who are partners for this hand.")
    )
    if max(partnered.values(), default=0) > 1:
        alone = Words(" and plays, alone or with partners as the contract says, against all the others.")
    also = tuple(f"contracts.{each}.steps" for each in partnered)
    if telling.rules.table.sides is not None:
        alone, also = Words(" and plays with the own partner against the two others."), ("table.sides",)
    return telling.make_sentence(Words("{who}{alone}"), "ladder", also=also, who=who, alone=alone)


def _word_sentences(word: AuctionWord, telling: Telling) -> Iterator[Told]:
    said = telling.emphasized_name("words", telling.entry_id)
    one = len(expand_amounts(telling.rules).auction.ladder) == 1 and word.when == "always"
    yield telling.make_sentence(_WHEN_ONE if one else _WHEN[word.when], "when", word=said)
    if telling.rules.auction.chances == "once":
        yield from telling.idle(word, "leaves")
    else:
        yield telling.make_sentence(_LEAVES[word.leaves], "leaves", word=said)


_UNTIL = {
    "first_lead": Words(
        "Some contracts may be raised: at any time between the auction and the first lead the declarer may announce "
        "the higher contract, which is then played instead."
    ),
    "first_step": Words(
        "Some contracts may be raised: directly after the auction, before anybody does anything else, the declarer may "
        "announce the higher contract, which is then played instead."
    ),
}


def say_raising(params: RaisingRule, telling: Telling) -> Iterator[Told]:
    """Up to when the declarer may raise, if any contract can be raised."""
    if any(contract.raises for contract in telling.rules.contracts.values()):
        yield telling.make_sentence(_UNTIL[params.until], "until")
    else:
        yield from telling.idle(params, "until")


_DOUBLES = {
    "first_lead": Words("Between the auction and the first lead it may be said that more is played for."),
    "first_step": Words(
        "Directly after the auction, before anybody does anything else, it may be said that more is played for."
    ),
}
_BINDS = {
    "everyone": Words(
        "A word applies between the declarer and all opponents, and each word is said once. It "
        "multiplies the payments for the contract, bonuses included, for either winner; the cost of "
        "an irregularity is not multiplied."
    ),
    "doubler": Words(
        "The word of an opponent applies only between the declarer and that opponent; the word of "
        "the declarer applies to all opponents who have said the word before it. It multiplies the "
        "payments between them for the contract, bonuses included, for either winner; the cost of "
        "an irregularity is not multiplied."
    ),
}
_FIRST_WORD = {
    "opponents": Words("An opponent of the declarer may say {word}: what is paid is then multiplied by {times}."),
    "declarer": Words("The declarer may say {word}: what is paid is then multiplied by {times}."),
}
_NEXT_WORD = {
    "opponents": Words(
        "Once {after} has been said an opponent of the declarer may say {word}: what is paid is "
        "then multiplied by {times} once more."
    ),
    "declarer": Words(
        "Once {after} has been said the declarer may say {word}: what is paid is then multiplied by {times} once more."
    ),
}
_STAYS = Words("A contract that is raised stays doubled.")


def say_doubling(params: DoublingRule, telling: Telling) -> Iterator[Told]:
    """By which words more is paid."""
    if not params.words or not telling.rules.has_auction:
        yield from telling.idle(params, "until", "binds")
        for key in params.words:
            yield telling.make_sentence(_NEVER_SAID, f"words.{key}", word=telling.emphasized_name("words", key))
        return
    yield telling.make_sentence(_DOUBLES[params.until], "until", style="new")
    for key, word in params.words.items():
        said = (_FIRST_WORD if word.after is None else _NEXT_WORD)[word.by]
        keys = ("by", "times") if word.after is None else ("by", "times", "after")
        yield telling.with_nested_keys("words", key).make_sentence(
            said, *keys, style="item", word=telling.emphasized_name("words", key),
            after=telling.emphasized_name("words", word.after or ""), times=telling.number_phrase(word.times),
        )  # fmt: skip
    also = tuple(f"contracts.{key}.raises" for key, contract in telling.rules.contracts.items() if contract.raises)
    yield telling.make_sentence(_BINDS[params.binds], "binds", style="new")
    if also:
        yield telling.make_sentence(_STAYS, also=also)


def stake_amount(stake: int | StakeOf, telling: Telling) -> int:
    """A stake in figures, that of another contract followed up."""
    return resolve_stake(stake, telling.rules.contracts) or 0


def stake_said(stake: int | StakeOf, telling: Telling) -> Sayable | str:
    """A stake in words, with the contract that it follows."""
    said = telling.rate(stake_amount(stake, telling))
    if not isinstance(stake, StakeOf):
        return said
    as_for = Words("{said} (as for {contract})")
    if stake.times != 1:
        as_for = Words("{said} ({times} as much as for {contract})")
    named = telling.emphasized_name("contracts", stake.of)
    return telling.phrase(as_for, said=said, times=telling.times_phrase(stake.times), contract=named)


def stake_keys(stake: int | StakeOf | None, key: str) -> tuple[str, ...]:
    """The leaves that a stake consists of."""
    return (f"{key}.of", f"{key}.times") if isinstance(stake, StakeOf) else (key,)
