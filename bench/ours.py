"""The benchmarks of calarec: functions that prepare work and count its hands."""

from __future__ import annotations

import gc
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from calarec.bulk.compile import compiled_rules
from calarec.bulk.filter import Verifier
from calarec.bulk.running import Passed
from calarec.bulk.text import HandLayout
from calarec.core.engine.cards import bits
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.terms import Refusal
from calarec.core.notation import by_grammar, by_pattern
from calarec.core.notation.blocks import cut_into_blocks
from calarec.core.notation.hand_reader import HAND_VERBS, HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.reader import read_records
from calarec.core.notation.source import read_chunks
from calarec.playouts.playout import playouts
from calarec.public import read, replay
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from calarec_tools.main import COLLECTED_AFTER

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.records.model import Statement


def _planted(file: str) -> tuple[str, ...]:
    return tuple(Path(file).with_suffix(".planted").read_text(encoding="utf-8").split())


def verdict(file: str, hands: str) -> tuple[int, Callable[[], object]]:
    """Read a file up to verdicts, full score and assertions; find planted mistakes.

    Exactly these must be found. Garbage is collected as in the command.
    """
    planted = _planted(file)
    gc.set_threshold(*COLLECTED_AFTER)

    def work() -> None:
        reader = HandReader(file, PreambleBuilder(file))
        wrong = []
        for each in Verifier(reader, RecordJudge()).verify(read_chunks(file, "utf-8", [])):
            if not isinstance(each, Passed) and each.findings:
                wrong.append(each.hand.name if each.hand is not None else "")
        if tuple(wrong) != planted:
            raise AssertionError(f"{len(wrong)} hands found wrong, {len(planted)} were made so")

    return int(hands), work


def explained(file: str, hands: str) -> tuple[int, Callable[[], object]]:
    """The same through the explaining replay, as programs ask for it, with every event and reason read."""

    def work() -> None:
        wrong, events, settled = [], 0, 0
        for judged in replay(read(file)):
            events += len(judged.happened)
            settled += judged.account is not None
            if judged.findings:
                wrong.append(judged.hand.name)
        assert events > settled > 0
        if tuple(wrong) != _planted(file):
            raise AssertionError(file)

    return int(hands), work


def read_frames(file: str, hands: str) -> tuple[int, Callable[[], object]]:
    """From the file to masks of the deals and to the other parts of each hand."""
    game = Game.from_ruleset(load_ruleset("pagat"))
    layout = HandLayout(compiled_rules(game))
    compiled = compiled_rules(game)
    dealt, where = compiled.functions["dealt"], [None] * 65 + list(range(26)) + [None] * 40
    where[68:] = [0] * (len(where) - 68)

    def work() -> None:
        found = 0
        for piece in cut_into_blocks(read_chunks(file, "utf-8", [])):
            parts = layout.hand_pattern.fullmatch(piece.text.encode("ascii"))
            if parts is not None:
                dealt(layout.deal.unpack(parts[7]), layout.bit, where)
                found += 1
        if found != int(hands):
            raise AssertionError(found)

    return int(hands), work


def read_hands(file: str, hands: str) -> tuple[int, Callable[[], object]]:
    """From the file to hands and their statements."""

    def work() -> None:
        if sum(1 for hand in read_records(file) if not hand.broken) != int(hands):
            raise AssertionError(file)

    return int(hands), work


def read_loosely(file: str, hands: str) -> tuple[int, Callable[[], object]]:
    """Each hand through the grammar, by Lark."""
    texts = [block.text for block in cut_into_blocks(read_chunks(file, "utf-8", [])) if block.text]

    def work() -> None:
        if not all(by_grammar.accept_hand(text, 1) for text in texts):
            raise AssertionError(file)

    return int(hands), work


def read_lines(file: str, hands: str) -> tuple[int, Callable[[], object]]:
    """Each hand by the patterns of its lines, to statements."""
    texts = [block.text.split("\n")[:-1] for block in cut_into_blocks(read_chunks(file, "utf-8", [])) if block.text]

    def work() -> None:
        for lines in texts:
            into: list[Statement] = []
            if not by_pattern.can_read_hand(lines, 1, into, HAND_VERBS):
                raise AssertionError(lines)

    return int(hands), work


def play_out(rules: str, hands: str) -> tuple[int, Callable[[], object]]:
    """Random hands through the compiled rules, from the deal to the payments."""
    compiled = compiled_rules(Game.from_ruleset(load_ruleset(rules)))

    def work() -> None:
        for _ in playouts(compiled, int(hands)):
            pass

    return int(hands), work


def play_explained(rules: str, hands: str) -> tuple[int, Callable[[], object]]:
    """Random hands through the engine, every event kept."""
    game = Game.from_ruleset(load_ruleset(rules))

    def work() -> None:
        rng = Random(1)
        for _ in range(int(hands)):
            _one(game, rng)

    return int(hands), work


def _one(game: Game, rng: Random) -> None:
    people = game.people[0]
    setting = game.seat(tuple("ABCDEFG"[:people]), rng.randrange(people))
    deck = list(bits(game.cards.full))
    rng.shuffle(deck)
    hands = [0] * len(setting.labels)
    for seat in setting.active:
        hands[seat] = sum(1 << deck.pop() for _ in range(game.rules.deal.hand))
    piles = [sum(1 << deck.pop() for _ in range(pile.dealt)) for pile in game.rules.piles.values()]
    state = start(game, setting, hands, piles).state
    while not state.is_over:
        offer = rng.choice([each for each in legal(game, state) if each.size])
        if offer.words:
            action = offer.say(rng.choice(offer.words))
        else:
            number = rng.randint(offer.least, offer.most)
            action = offer.choose(sum(1 << card for card in rng.sample(list(bits(offer.cards)), number)))
        answer = apply(game, state, action)
        if isinstance(answer, Refusal):
            raise AssertionError(answer)
        state = answer.state
