"""Evenings of `pagat` in which people come and go, drawn from a seed, with totals that are worked out here alone.

Nothing of calarec is asked: what a hand pays is written down once more, the totals are kept by name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

NAMES = ("Anna", "Bruno", "Carla", "Dora", "Egidio", "Franca", "Gino", "Ida")
STAKES = {"chiamo": 1, "solo": 2, "solissimo": 4}
BONUSES = {"": 1, "stramazzo": 3, "cappotto": 2}


@dataclass
class DrawnEvening:
    """An evening drawn so far."""

    draw: Random
    seated: list[tuple[str, str]] = field(default_factory=list)
    """Letters and names, in order of play."""
    totals: dict[str, int] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    outside: int = 0
    """The totals brought in from outside the table."""
    hands: int = 0
    fresh: set[str] = field(default_factory=set)
    """Seats that were given since the last hand."""
    played: dict[str, int] = field(default_factory=dict)
    """The number of hands in which each person held cards."""

    @property
    def text(self) -> str:
        """The record."""
        return "\n".join(self.lines) + "\n"

    def begin(self, carried: dict[str, int] | None = None) -> None:
        """The lines at the top; totals are brought along from before, if there are any."""
        names = self.draw.sample(NAMES, self.draw.choice((3, 4)))
        self.seated = list(zip("ABCD", names, strict=False))
        self.lines += ["cal 1", "rules pagat", *(f'seat {label} "{name}"' for label, name in self.seated)]
        self.totals = dict.fromkeys(names, 0)
        if carried:
            self.totals |= carried
            here = [f"{label}: {self.totals[name]}" for label, name in self.seated]
            away = [f'"{name}": {carried[name]}' for name in carried if name not in names]
            said = here + away
            self.draw.shuffle(said)
            self.lines.append("carried " + " ".join(said))

    def somebody(self) -> str:
        """A name that is not at the table: of a new person, or of one who has left."""
        return self.draw.choice([name for name in NAMES if name not in dict(self.seated).values()])

    def change(self) -> None:
        """Change the table: a player leaves, comes or sits in; or an adjustment."""
        match self.draw.choice(("leave", "come", "sit in", "adjust", "adjust by name", "swap")):
            case "leave" if len(self.seated) == 4:
                label, _ = self.seated.pop(self.draw.randrange(4))
                self.lines.append(f"leave {label}")
            case "come" if len(self.seated) == 3:
                self._sit(self.somebody())
            case "sit in":
                at = self.draw.randrange(len(self.seated))
                name = self.somebody()
                if self.seated[at][0] in self.fresh:
                    return  # a seat is given once between two hands
                self.fresh.add(self.seated[at][0])
                self.seated[at] = (self.seated[at][0], name)
                self.totals.setdefault(name, 0)
                self.lines.append(f'seat {self.seated[at][0]} "{name}"')
            case "swap":
                label, _ = self.seated.pop(self.draw.randrange(len(self.seated)))
                self.lines.append(f"leave {label}")
                self._sit(self.somebody())
            case "adjust":
                (one, first), (other, second) = self.draw.sample(self.seated, 2)
                amount = self.draw.randint(-5, 5)
                self.totals[first] += amount
                self.totals[second] -= amount
                self.lines.append(f'adjust {one}: {amount:+} {other}: {-amount:+} "coffee; cake: 2"')
            case "adjust by name":
                name, amount = self.draw.choice(NAMES), self.draw.randint(-3, 3)
                self.totals[name] = self.totals.get(name, 0) + amount
                self.outside += amount
                self.lines.append(f'adjust "{name}": {amount:+}')

    def _sit(self, name: str) -> None:
        label = self.draw.choice([each for each in "ABCDEFGHIJ" if each not in {*dict(self.seated), *self.fresh}])
        self.fresh.add(label)
        self.totals.setdefault(name, 0)
        if self.draw.random() < 0.7:
            at = self.draw.randrange(len(self.seated))
            self.lines.append(f'seat {label} "{name}" after {self.seated[at][0]}')
            self.seated.insert(at + 1, (label, name))
        else:
            self.lines.append(f'seat {label} "{name}"')
            self.seated.append((label, name))

    def hand(self) -> None:
        """A hand without cards; at four the dealer sits out."""
        self.hands += 1
        self.fresh.clear()
        place = self.draw.randrange(len(self.seated))
        order = self.seated[place + 1 :] + self.seated[: place + 1]
        active = order if len(order) == 3 else order[:-1]
        self.lines += ["", f"hand {self.hands}", f"dealer {order[-1][0]}"]
        for _, name in active:
            self.played[name] = self.played.get(name, 0) + 1
        if self.draw.random() < 0.15:
            self.lines += ["bid " + " ".join(f"{label}: passo" for label, _ in active), "end", ""]
            return
        label, declarer = self.draw.choice(active)
        contract, won = self.draw.choice(list(STAKES)), self.draw.random() < 0.6
        bonus = self.draw.choice(("", "", "stramazzo", "cappotto"))
        each = STAKES[contract] * BONUSES[bonus] * (1 if won else -1)
        paid = {name: -each for _, name in active} | {declarer: 2 * each}
        for name, amount in paid.items():
            self.totals[name] += amount
        self.lines += [f"bid {label}: {contract}", f"result {label}: {'won' if won else 'lost'}"]
        if bonus or self.draw.random() < 0.5:
            said = [f"{letter}: {paid.get(name, 0):+}" for letter, name in active]
            self.lines.append("score " + " ".join(said).replace("+0", "0"))
        if self.draw.random() < 0.5:
            self.lines.append("total " + " ".join(f"{letter}: {self.totals[name]}" for letter, name in self.seated))
        self.lines += ["end", ""]


def drawn(draw: Random, *, hands: int = 8, carried: dict[str, int] | None = None) -> DrawnEvening:
    """An evening of so many hands, with changes before some of them and behind the last."""
    evening = DrawnEvening(draw)
    evening.begin(carried)
    for number in range(hands + 1):
        for _ in range(draw.choice((0, 0, 1, 2)) if number else 0):
            evening.change()
        if number < hands:
            evening.hand()
    return evening
