"""Write the suite: `python -m tests.conformance.making [RULESET...]`.

The hands are those of `records/`, without their outcomes, and simulated ones. The referee computes the facts, and they
are stated only if the count agrees (`verifying.py`); calarec is not asked.
"""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from calarec.conformance.suite import FACTS_FILE, FORMAT
from calarec.core.notation.writer import write_hands
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from tests.conformance import damage, verifying
from tests.conformance.counting import GAMES, WrongError, count_hand
from tests.conformance.reading import read_hands
from tests.conformance.refereeing import find_refused_line, referee_facts
from tests.conformance.sourcing import source_of
from tests.conformance.verifying import UNKNOWN, count_fillings, find_ends, referee_of, settle_by_referee
from tests.house.tree import ROOT
from tests.rulebooks import IDS, WITHOUT_AUCTION

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SUITE: Final = ROOT / "records" / "conformance"
ASSERTIONS: Final = ("result", "score", "total", "penalty", "match", "carried", "id")
MAX_OF_KIND: Final = {"revoke": 2}
"""The number of records of a kind of damage, if it is not one."""
MAX_HANDS: Final = 6
"""So many hands has a match at most."""
UNENDED_HANDS: Final = 3
"""Otherwise so many."""
MATCHES_TRIED: Final = 10
SIMULATED: Final = 24
FAILING: Final = ("partial", "score-only", "abandoned", "first")
"""Samples that are not whole hands, or shown elsewhere; only revokes are counted."""
COUNT: Final = "tests/conformance/counting.py"


class Made(NamedTuple):
    """An entry, and its record."""

    entry: dict[str, Any]
    text: str


def heading(ruleset: str, title: str, seats: list[str], dummies: list[str]) -> str:
    """The lines before the first hand."""
    lines = [f"; Composed by the project, for the conformance suite: {title}.", "cal 1", f"rules {ruleset}@1.0.0"]
    lines += ['tag origin "composed by the project"', *(f"seat {seat}" for seat in seats)]
    return "\n".join([*lines, *(f"dummy {seat}" for seat in dummies)]) + "\n"


def bare_hands(text: str) -> list[str]:
    """The hands of a record as their lines, without results, notes and judgements."""
    hands: list[list[str]] = []
    for line in text.splitlines():
        verb = line.split()[0] if line.split() else ""
        if verb == "hand":
            hands.append([])
        if hands and verb and verb not in (*ASSERTIONS, "note", "at", "tag", "seat", "rules") and verb[0] not in ";x":
            hands[-1].append(line.split(">")[0].rstrip() if verb.isdigit() else line)
    return ["\n".join([f"hand {number}", *hand[1:]]) + "\n" for number, hand in enumerate(hands, 1)]


class Composer:
    """Makes the entries of one ruleset."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = ruleset
        self.rules = load_ruleset(ruleset).rules
        self.made: dict[str, Made] = {}
        self.whole: list[tuple[str, str]] = []
        """Name and text of every record with one whole legal hand."""

    def compose(self) -> list[Made]:
        """Every entry."""
        for file in sorted((ROOT / "records" / self.ruleset).glob("*.cal")):
            if file.stem not in FAILING and (not file.stem.startswith("fault") or file.stem == "fault-revoke"):
                self.add_sample(file)
        self.add_simulated()
        self.add_match()
        self.add_damaged()
        self.add_half_remembered()
        self.add_scores()
        return list(self.made.values())

    def add(
        self, name: str, title: str, rules: list[str], hands: list[dict[str, Any]], text: str,
        verified: list[dict[str, str]], witness: str = "",
    ) -> None:  # fmt: skip
        """Add an entry; raise an error if a means disagrees."""
        sources = [source_of(self.ruleset, rule) for rule in rules]
        entry: dict[str, Any] = {"name": name, "title": title, "sources": sources, "hands": hands, "verified": verified}
        if witness:
            entry["witness"] = witness
        whole = self.made[witness].text if witness else ""
        said = verifying.verify_entry(entry, text, whole)
        if said:
            raise AssertionError(f"{self.ruleset}/{name}: {said}")
        if name in self.made:
            raise AssertionError(f"{self.ruleset}/{name} is there already")
        self.made[name] = Made(entry, text)

    def _first_known_rule(self, *rules: str) -> list[str]:
        """The first of these rules that the ruleset has."""
        for rule in rules:
            try:
                source_of(self.ruleset, rule)
            except LookupError:
                continue
            return [rule]
        raise LookupError(f"{self.ruleset}: {rules}")

    def _by_both(self, *, more: str = "") -> list[dict[str, str]]:
        return [
            {"means": "referee", "by": referee_of(self.ruleset), **({"said": more} if more else {})},
            {"means": "count", "by": COUNT},
        ]

    # ------------------------------------------------------------------ whole hands

    def add_sample(self, file: Path) -> None:
        """The hands of a sample, which shows one thing."""
        if file.stem == "evening" or (file.stem == "by-hand" and self.ruleset == "tressette"):
            for number, hand in enumerate(bare_hands(file.read_text("utf-8"))[:4], 1):
                self._add_single(file, hand.replace(f"hand {number}", "hand 1", 1), number)
            return
        hands = bare_hands(file.read_text("utf-8"))
        read = read_hands(file.read_text("utf-8"))
        title, rules = self.subject(file.stem)
        text = heading(self.ruleset, title, read[0]["seats"], read[0]["dummies"]) + "".join(
            f"\n{hand}" for hand in hands
        )
        facts = settle_by_referee(read_hands(text))
        if len(hands) == 1:
            facts = [_without_match(facts[0])]
            self.whole.append((file.stem, text))
        self.add(file.stem, title, rules, facts, text, self._by_both())

    def _add_single(self, file: Path, hand: str, number: int) -> None:
        read = read_hands(file.read_text("utf-8"))[0]
        declared = [line.split()[2] for line in hand.splitlines() if line.startswith("declare")]
        title, rules = self.subject_of_play(number)
        if declared:
            title = f"A hand in which somebody declares: {', '.join(dict.fromkeys(declared))}"
            rules = [f"standing.{word}.match" for word in dict.fromkeys(declared)]
        text = heading(self.ruleset, title, read["seats"], read["dummies"]) + f"\n{hand}"
        name = f"declared-{number}" if declared else f"{file.stem}-{number}"
        facts = settle_by_referee(read_hands(text))
        self.whole.append((name, text))
        # What is declared is seen in the totals alone.
        self.add(name, title, rules, facts if declared else [_without_match(facts[0])], text, self._by_both())

    def subject_of_play(self, number: int) -> tuple[str, list[str]]:
        """Return the subject of a hand without an auction, with its rules."""
        shown = (
            ("Aces are worth a point, figures, twos and threes a third", ["pack.points.A", "pack.points.3"]),
            ("Whoever takes the last trick has a point more", ["pack.last_trick"]),
            ("Fractions are counted, and dropped only from the total", ["settle.rounding"]),
            ("The seat after the dealer leads first, then whoever has taken the trick",
             ["all_pass.leader", "play.next_leader"]),
            ("The highest card of the suit led takes the trick, whatever else is played", ["play.wins"]),
        )  # fmt: skip
        title, rules = shown[(number - 1) % len(shown)]
        return title, [rule for each in rules for rule in self._first_known_rule(each, "settle", "play")]

    def subject(self, name: str) -> tuple[str, list[str]]:
        """Return the subject of a sample, with its rules."""
        parts = name.rsplit("-", 1)
        word, end = (parts[0], parts[1]) if parts[-1] in ("won", "lost") else (name, "")
        call = next((f"steps.{step}" for step, each in self.rules.steps.items() if each.do == "call"), "steps")
        who = "for the declarer" if end == "won" else "against the declarer"
        if word in self.rules.contracts:
            ended = "is won: each opponent pays" if end == "won" else "is lost: each opponent is paid"
            return f"{word} {ended}", [
                f"contracts.{word}.stake",
                *self._first_known_rule("settle.won_if.points_at_least", "settle"),
            ]
        if end and word in self.rules.settle.bonus_order:
            return f"{word} {who}", [f"settle.bonus.{word}"]
        titles = {
            "all-pass": ("Nobody bids; what the next hand has of it", ["all_pass.do"]),
            "claims": ("A claim is accepted, one refused and played on, and the rest conceded", ["standing.claim"]),
            "four-at-the-table": ("Four sit at the table, and the dealer takes no cards", ["table.sits_out"]),
            "fault-revoke": ("A revoke that is claimed: the hand is irregular, not illegal", ["standing.revoke"]),
            "card-in-the-monte": ("The called card lies on the table", [f"{call}.in_pile.then"]),
            "card-in-the-own-hand": ("The declarer calls a card of their own", [f"{call}.in_hand.then"]),
            "by-hand": ("A hand chosen by hand, card by card", self._first_known_rule("play.draw.pile", "play.wins")),
        }
        if name in titles:
            return titles[name]
        if word == "partner-in-the-monte":
            return f"The called card lies on the table, and the declarer plays alone: {end}", [f"{call}.in_pile.then"]
        if name.startswith("all-pass-"):
            what = name.removeprefix("all-pass-")
            bonus = f"all_pass.bonus.{what}"
            shown = {"played-out": "whoever has most points pays", "tie": "two have most points, and both pay"}
            title = f"Nobody bids, the hand is played out: {shown.get(what, what + ' applies')}"
            return title, self._first_known_rule(bonus, "all_pass.ties" if what == "tie" else "all_pass.do")
        if name == "signals":
            signals = [each for each, entry in self.rules.standing.items() if entry.do == "signal"]
            return "A word is said with a card that is led", [f"standing.{signals[0]}"]
        if name.startswith("word-"):
            return f"Somebody says {name.removeprefix('word-')}", [f"auction.words.{name.removeprefix('word-')}"]
        raise LookupError(f"{self.ruleset}/{name}: what does it show?")

    def add_simulated(self) -> None:
        """Add simulated hands to a game without an auction, each for a rule of the count."""
        if self.ruleset not in WITHOUT_AUCTION:
            return
        for number, made in enumerate(simulate(self.ruleset, hands=5, seed=41), 1):
            (hand,) = bare_hands("".join(write_hands([made.hand])))
            hand = hand.replace(f"hand {number}", "hand 1", 1)
            title, rules = self.subject_of_play(number)
            labels = list(made.hand.session.order)
            text = heading(self.ruleset, title, labels, []) + f"\n{hand}"
            if any(line.startswith("declare") for line in hand.splitlines()):
                continue
            self.whole.append((f"play-{number}", text))
            facts = _without_match(settle_by_referee(read_hands(text))[0])
            self.add(f"play-{number}", title, rules, [facts], text, self._by_both())

    # ------------------------------------------------------------------ the match

    def add_match(self) -> None:
        """A match to its end, if a short one is found; otherwise some hands in a sum."""
        game = GAMES[self.ruleset]
        for seed in range(MATCHES_TRIED):
            hands: list[str] = []
            for made in simulate(self.ruleset, hands=MAX_HANDS, seed=seed, bot="random" if game.stakes else "sensible"):
                hands += bare_hands("".join(write_hands([made.hand])))
            session = made.hand.session
            text = self._as_match(hands, list(session.order), [each.seat for each in session.dummies])
            facts = settle_by_referee(read_hands(text))
            ended = next((number for number, each in enumerate(facts, 1) if each["match_over"]), None)
            if not game.target or ended or seed == MATCHES_TRIED - 1:
                count = ended or UNENDED_HANDS
                text = self._as_match(hands[:count], list(session.order), [each.seat for each in session.dummies])
                self._write_match(text, facts[:count])
                return

    def _as_match(self, hands: list[str], seats: list[str], dummies: list[str]) -> str:
        numbered = [f"hand {number}\n{hand.split(chr(10), 1)[1]}" for number, hand in enumerate(hands, 1)]
        return heading(self.ruleset, "hands of one match", seats, dummies) + "".join(f"\n{hand}" for hand in numbered)

    def _write_match(self, text: str, facts: list[dict[str, Any]]) -> None:
        over = facts[-1]["match_over"]
        title = "Hands of one match, with the totals after each" + (": the last one ends it" if over else "")
        rules = self._first_known_rule("match.until.points", "match.counts") if over else ["match.counts"]
        self.add("match", title, rules, facts, text, self._by_both())

    # ------------------------------------------------------------------ something forbidden

    def add_damaged(self) -> None:
        """Add for each kind of damage the first record whose line both methods refuse."""
        for kind in damage.KINDS:
            found = 0
            for name, text in self.whole:
                wanted = MAX_OF_KIND.get(kind.__name__.removesuffix("s"), 1)
                for each in kind(text.splitlines()):
                    if found == wanted:
                        break
                    if self._add_one_damaged(each, name, found):
                        found += 1
                        break

    def _add_one_damaged(self, each: damage.Damaged, base: str, found: int) -> bool:
        refused = find_refused_line(each.text)
        if not refused or refused[0] != each.line or damage.REASONS.get(each.name, "") not in refused[1]:
            return False
        try:
            count_hand(read_hands(each.text)[-1])
        except WrongError as wrong:
            if wrong.line != each.line:
                return False
        else:
            return False
        rule = self._rule_of(each)
        facts: dict[str, Any] = {"legal": False, "wrong_line": each.line}
        several = ("card-of-another", "bid-out-of-turn", "pile-taken-in-vain", "raise-by-another")
        leads = each.name == "meld-of-another" and self.rules.play.trump is not None
        if each.name not in several and not leads:
            # For the others the rule file has no path of its own that is broken.
            facts["wrong_rule"] = rule
        name = each.name if not found else f"{each.name}-{found + 1}"
        more = [{"means": "by hand", "by": f"{base}.cal with one change: {each.title}"}]
        self.add(name, each.title, [rule], [facts], each.text, self._by_both(more=_short_reason(refused[1])) + more)
        return True

    def _rule_of(self, each: damage.Damaged) -> str:
        hand = read_hands(each.text)[-1]
        bids = [said["bid"] for said in hand["auction"] if said["kind"] == "bid"]
        raised = [move["word"] for move in hand["moves"] if move["do"] == "raise"]
        steps = self.rules.contracts[(raised or bids)[-1]].steps if bids else ()
        doing = [f"steps.{step}" for wanted in each.rules for step in steps if self.rules.steps[step].do == wanted]
        return doing[0] if doing else self._first_known_rule(*each.rules, "play")[0]

    # ------------------------------------------------------------------ half-remembered hands

    def add_half_remembered(self) -> None:
        """A hand that nothing settles, and one that is settled although cards are unknown."""
        for wanted in ("settled", "unsettled"):
            for name, text in [*self.whole, *self._more_hands()]:
                made = next(filter(None, map(partial(self._half, wanted=wanted, base=name), _with_gaps(text))), None)
                if made:
                    break

    def _more_hands(self) -> Iterator[tuple[str, str]]:
        for made in simulate(self.ruleset, hands=SIMULATED, seed=7):
            hands = bare_hands("".join(write_hands([made.hand])))
            labels, dummies = list(made.hand.session.order), [each.seat for each in made.hand.session.dummies]
            if not any(verb in hands[0] for verb in ("claim", "concede", "fault", "declare", "carry")):
                hand = f"hand 1\n{hands[0].split(chr(10), 1)[1]}"
                yield "a simulated hand", heading(self.ruleset, "a half-remembered hand", labels, dummies) + f"\n{hand}"

    def _half(self, text: str, *, wanted: str, base: str) -> bool:
        if "\nend\n" not in text or not 1 < count_fillings(text) <= verifying.MAX_FILLINGS:
            return False
        (ends,) = find_ends(text, referee_facts)
        if not ends["legal"]:
            return False
        named = {name: ends[name] for name in ("legal", "contract", "declarer", "partner")}
        of_points = [each["most"] - each["least"] for each in ends["possible_points"]]
        settled = "sides" in ends if not GAMES[self.ruleset].stakes else "payments" in ends
        if wanted == "settled":
            if not settled or (any(of_points) and not GAMES[self.ruleset].stakes):
                return False
            facts = named | {name: ends[name] for name in ("payments", "sides", "bonus") if name in ends}
            title = f"{text.count(UNKNOWN)} cards are unknown, and the hand is settled all the same"
        else:
            if settled or not any(of_points):
                return False
            facts = named | {name: ends[name] for name in ("possible_payments", "possible_points")}
            if GAMES[self.ruleset].stakes:
                facts["possible_winners"] = ends["possible_winners"]
            title = f"{text.count(UNKNOWN)} cards are unknown: what the hand can have come to"
        text = text.replace(text.splitlines()[0], f"; Composed by the project, for the conformance suite: {title}.", 1)
        number = count_fillings(text)
        verified = [
            {"means": "brute force", "by": referee_of(self.ruleset), "said": f"{number} ways to fill the cards in"},
            {"means": "brute force", "by": COUNT, "said": f"{number} ways to fill the cards in"},
        ]
        rules = self._first_known_rule("settle.won_if.points_at_least", "pack.last_trick")
        self.add(f"half-remembered-{wanted}", f"{title} ({base})", rules, [facts], text, verified)
        return True

    # ------------------------------------------------------------------ bare figures

    def add_scores(self) -> None:
        """Add hands with only their figures: true ones, and impossible ones."""
        wins = [(name, text) for name, text in self.whole if name in self.made]
        if self.ruleset in WITHOUT_AUCTION:
            self._add_results(*wins[0])
            return
        done: set[str] = set()
        for name, text in wins:
            hand = read_hands(text)[-1]
            facts = referee_facts(hand)
            kind = name.rsplit("-", 1)[-1]
            if kind not in ("won", "lost") or kind in done or name.startswith("partner") or not facts["contract"]:
                continue
            done.add(kind)
            self._add_score(name, text, facts, hand)

    def _add_score(self, name: str, text: str, facts: dict[str, Any], hand: dict[str, Any]) -> None:
        right = {seat: facts["payments"].get(seat, 0) for seat in hand["seats"]}
        rule = f"contracts.{facts['contract']}.stake"
        amounts = sorted({abs(each) for each in verifying.possible_amounts(hand)})
        said = f"an opponent pays or is paid {', '.join(map(str, amounts))} in {facts['contract']}"
        verified = [
            {"means": "by hand", "by": f"{COUNT}: the table of amounts", "said": said},
            {"means": "referee", "by": referee_of(self.ruleset), "said": f"{name}.cal is settled with what is right"},
        ]
        good = {"legal": True, "score_holds": True, "payments": right}
        title = f"Only the score of a {facts['contract']} was written down, and it can be"
        self.add(f"score-of-{name}", title, [rule], [good], self._only_score(text, right, title), verified, name)
        # Five times as much and one more: no bonus comes to that, or else seven times, nine times …
        wrong = {seat: 5 * amount + (amount > 0) - (amount < 0) for seat, amount in right.items()}
        unit = 7
        while any(abs(amount) in amounts for amount in wrong.values()) or sum(wrong.values()):
            wrong = {seat: unit * amount for seat, amount in right.items()}
            if GAMES[self.ruleset].pays == "difference":
                wrong = {seat: amount + (amount > 0) - (amount < 0) for seat, amount in right.items()}
                wrong[facts["declarer"]] = -sum(amount for seat, amount in wrong.items() if seat != facts["declarer"])
                break
            unit += 2
        title = f"Only the score of a {facts['contract']} was written down, and no hand comes to it"
        bad = {"legal": True, "score_holds": False}
        self.add(
            f"impossible-score-of-{name}", title, [rule], [bad], self._only_score(text, wrong, title), verified, name
        )

    def _only_score(self, text: str, amounts: dict[str, int], title: str) -> str:
        kept = [
            line
            for line in text.splitlines()
            if line.split()[:1] and line.split()[0] in ("hand", "dealer", "out", "bid", "raise")
        ]
        score = "score " + " ".join(f"{seat}: {amount:+d}".replace("+0", "0") for seat, amount in amounts.items())
        hand = read_hands(text)[-1]
        top = heading(self.ruleset, title, hand["seats"], hand["dummies"])
        return top + "\n" + "\n".join([*kept, score, "end"]) + "\n"

    def _add_results(self, name: str, text: str) -> None:
        facts, hand = referee_facts(read_hands(text)[-1]), read_hands(text)[-1]
        verified = [
            {
                "means": "by hand",
                "by": "thirty-five thirds are in the pack and the last trick",
                "said": "the points add up",
            },
            {"means": "referee", "by": referee_of(self.ruleset), "said": f"{name}.cal is settled with what is right"},
        ]
        for extra, holds in ((0, True), (1, False)):
            points = [side["points"] for side in facts["sides"]]
            points[0] += extra
            stated = " ".join(
                f"{'+'.join(side['seats'])}: {amount}" for side, amount in zip(facts["sides"], points, strict=True)
            )
            title = "Only the points were written down, and they " + (
                "add up" if holds else "come to one third too much"
            )
            top = heading(self.ruleset, title, hand["seats"], hand["dummies"])
            record = f"{top}\nhand 1\ndealer {hand['dealer']}\nresult {stated}\nend\n"
            known = self._first_known_rule("pack.last_trick")
            self.add(
                "points-only" if holds else "impossible-points", title, known,
                [{"legal": True, "score_holds": holds}], record, verified, name,
            )  # fmt: skip


def _with_gaps(text: str) -> Iterator[str]:
    """The record with cards and discards forgotten, in several ways."""
    lines = text.splitlines()
    hand = read_hands(text)[-1]
    if len(hand["tricks"]) < 4 or any(move["do"] in ("claim", "concede", "fault") for move in hand["moves"]):
        return
    width = len(hand["tricks"][0]["cards"])
    late = [trick["line"] - 1 for trick in hand["tricks"][-3:]]
    choices = [
        ((1, range(width)), (2, range(width))), ((1, (0, 1)), (2, (0, 1))), ((1, (0, width - 1)), (2, (0, width - 1))),
        ((0, (0,)), (1, (0,)), (2, (0,))), ((0, (1,)), (1, (1, 0)), (2, (0, 1))), ((0, (0, 1)), (1, (0, 1))),
        ((0, (width - 1,)), (1, (width - 1,)), (2, (0, width - 1))),
    ]  # fmt: skip
    discards = [move["line"] - 1 for move in hand["moves"] if move["do"] == "discard" and len(move["cards"]) > 1]
    for choice in choices:
        for forgets_discard in (False, True):
            if forgets_discard and not discards:
                continue
            changed = list(lines)
            for place, cards in choice:
                words = changed[late[place]].split()
                for card in cards:
                    words[2 + card] = UNKNOWN
                changed[late[place]] = f"{words[0]:>2} {' '.join(words[1:])}"
            if forgets_discard:
                move = next(move for move in hand["moves"] if move["line"] - 1 == discards[0])
                for card in move["cards"][:2]:
                    changed[discards[0]] = changed[discards[0]].replace(f" {card}", f" {UNKNOWN}")
            yield "\n".join(changed) + "\n"


def _short_reason(reason: str) -> str:
    """Why a referee refuses, without the move that it was looking at."""
    return re.split(r":? [{\[]", reason)[0].strip()


def _without_match(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of the hand, without those of the match."""
    return {name: value for name, value in facts.items() if name not in ("totals", "match_over", "match_winners")}


def write_suite(ruleset: str) -> int:
    """Write the records of a ruleset and their facts; answers how many."""
    folder = SUITE / ruleset
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    made = sorted(Composer(ruleset).compose(), key=lambda each: str(each.entry["name"]))
    for each in made:
        (folder / f"{each.entry['name']}.cal").write_text(each.text, "utf-8")
    entries = ",\n".join(f"  {json.dumps(each.entry, ensure_ascii=False)}" for each in made)
    head = f'{{"format": "{FORMAT}", "rules": "{ruleset}", "records": ['
    (folder / FACTS_FILE).write_text(f"{head}\n{entries}\n]}}\n", "utf-8")
    return len(made)


if __name__ == "__main__":
    for each in sys.argv[1:] or (*IDS, *WITHOUT_AUCTION):
        print(each, write_suite(each), flush=True)  # noqa: T201
