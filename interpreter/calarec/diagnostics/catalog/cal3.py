# Long because: every code is told in two languages, each with an example.
"""CAL3xx: deal and cards."""

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

CODES = (
    Code(
        code="CAL301",
        severity=Severity.ERROR,
        title=Both("A card dealt twice", "Una carta data due volte"),
        message=Both(
            "{name} is dealt twice: it stands on line {line} too", "{name} è data due volte: sta anche alla riga {line}"
        ),
        help=Both("one of the two is another card", "una delle due è un'altra carta"),
        wordings={
            "missing": Wording(
                Both(
                    "{name} is dealt twice: it stands on line {line} too",
                    "{name} è data due volte: sta anche alla riga {line}",
                ),
                Both("the one card that nobody has is {missing}", "l'unica carta che nessuno ha è {missing}"),
            ),
            "same": Wording(
                Both("{name} stands twice on this line", "{name} sta due volte su questa riga"),
                Both("one of the two is another card", "una delle due è un'altra carta"),
            ),
            "same_missing": Wording(
                Both("{name} stands twice on this line", "{name} sta due volte su questa riga"),
                Both("the one card that nobody has is {missing}", "l'unica carta che nessuno ha è {missing}"),
            ),
        },
        page=sample(
            "Each card of the pack lies in one place. Where a card stands twice and exactly one other is nowhere, "
            "one slip of the pen explains both, and the rest of the hand is checked with the missing card in its "
            "place.",
            "Ogni carta del mazzo sta in un posto solo. Se una carta compare due volte e ne manca esattamente "
            "un'altra, una sola svista spiega entrambe le cose, e il resto della mano si controlla con la carta "
            "mancante al suo "
            "posto.",
            "deal A: Rb 7b 5b 4b Cc Ad Rd 7d 5d As Fs 4s\ndeal B: Cb 6b 2c Ac 5c 4c 2d Cd Rs Cs 6s As",
            "deal A: Rb 7b 5b 4b Cc Ad Rd 7d 5d As Fs 4s\ndeal B: Cb 6b 2c Ac 5c 4c 2d Cd Rs Cs 6s 5s",
        ),
    ),
    Code(
        code="CAL302",
        severity=Severity.ERROR,
        title=Both("Too many or too few cards dealt", "Troppe o troppo poche carte date"),
        message=Both(
            "{found} for {label}, but each is dealt {due}", "{found} per {label}, ma a ciascuno se ne danno {due}"
        ),
        help=Both("a card that nobody remembers is written `__`", "una carta che nessuno ricorda si scrive `__`"),
        wordings={
            "hand": Wording(
                Both(
                    "{found} for {label}, but each is dealt {due}",
                    "{found} per {label}, ma a ciascuno se ne danno {due}",
                ),
                Both("a card that nobody remembers is written `__`", "una carta che nessuno ricorda si scrive `__`"),
            ),
            "hand_missing": Wording(
                Both(
                    "{found} for {label}, but each is dealt {due}",
                    "{found} per {label}, ma a ciascuno se ne danno {due}",
                ),
                Both("nobody has {missing}", "nessuno ha {missing}"),
            ),
            "pile": Wording(
                Both("{found} on the table, but {due} are dealt there", "{found} in tavola, ma se ne danno {due}"),
                Both("a card that nobody remembers is written `__`", "una carta che nessuno ricorda si scrive `__`"),
            ),
            "pile_missing": Wording(
                Both("{found} on the table, but {due} are dealt there", "{found} in tavola, ma se ne danno {due}"),
                Both("nobody has {missing}", "nessuno ha {missing}"),
            ),
        },
        page=sample(
            "The ruleset says how many cards each seat is dealt and how many go to the table. A line may be left out "
            "as a whole; one that is there has all its cards.",
            "Il regolamento dice quante carte riceve ciascuno e quante vanno in tavola. Una riga può mancare per "
            "intero; quella che c'è ha tutte le sue carte.",
            "deal A: Rb 7b 5b 4b Cc Ad Rd 7d 5d As Fs",
            "deal A: Rb 7b 5b 4b Cc Ad Rd 7d 5d As Fs 4s",
        ),
    ),
    Code(
        code="CAL304",
        severity=Severity.ERROR,
        title=Both("A monte where none is dealt", "Un monte dove non si dà"),
        message=Both(
            "under these rules no cards are dealt to the table", "con queste regole non si danno carte in tavola"
        ),
        help=Both("was the hand played under other rules?", "la mano è stata giocata con altre regole?"),
        page=sample(
            "The `monte` line says what was dealt to the table. In some forms of the game the whole pack goes to the "
            "players.",
            "La riga `monte` dice che cosa è stato dato in tavola. In alcune forme del gioco tutto il mazzo va ai "
            "giocatori.",
            "rules our-house\nhand 1\ndealer A\nmonte Ab 6d 3s 7s\nend",
        ),
    ),
    Code(
        code="CAL305",
        severity=Severity.ERROR,
        title=Both("A hand without a dealer", "Una mano senza mazziere"),
        message=Both("this hand does not say who dealt", "questa mano non dice chi ha dato le carte"),
        help=Both(
            "add a line like `dealer A`: who speaks and who leads first follow from it",
            "aggiungere una riga come `dealer A`: ne dipende chi parla e chi gioca per primo",
        ),
        page=sample(
            "Everything in a hand goes round from the dealer: who speaks first, who leads, who sits out.",
            "In una mano tutto gira a partire da chi dà le carte: chi parla per primo, chi esce, chi non gioca.",
            "hand 7\nbid B: chiamo C: passo A: passo\nend",
            "hand 7\ndealer A\nbid B: chiamo C: passo A: passo\nend",
        ),
    ),
    Code(
        code="CAL306",
        severity=Severity.ERROR,
        title=Both("Somebody else sits out", "Non gioca un altro"),
        message=Both("{found} cannot sit out: {due} does", "non è {found} a non giocare, ma {due}"),
        help=Both(
            "these rules say who holds no cards when there are as many",
            "il regolamento dice chi non gioca quando si è in tanti",
        ),
        wordings={
            "nobody": Wording(
                Both(
                    "{found} cannot sit out: with so many at the table all play",
                    "{found} deve giocare: in tanti al tavolo giocano tutti",
                ),
                Both(
                    "remove the `out` line, or add the missing `seat` lines",
                    "togliere la riga `out`, o aggiungere le righe `seat` mancanti",
                ),
            ),
        },
        page=sample(
            "Where there is one player too many, the ruleset says who holds no cards: usually the dealer. An `out` "
            "line repeats it and is checked.",
            "Se c'è un giocatore in più, il regolamento dice chi non riceve carte: di solito chi le dà. Una riga `out` "
            "lo ripete, e si controlla.",
            "dealer A\nout B",
            "dealer A\nout A",
        ),
    ),
)
