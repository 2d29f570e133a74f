"""RUL3xx: table, pack and deal. What does not add up before a card is played."""
# Long because: a range of codes is looked up, not read, and stands in one place.

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, rule_sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

_SUM = Both(
    "at {seats} seats {hands} hands of {hand} and {laid} on the table make {sum} cards; the pack has {cards}",
    "in {seats} al tavolo, {hands} mani da {hand} e {laid} in tavola fanno {sum} carte; il mazzo ne ha {cards}",
)

CODES = (
    Code(
        code="RUL301",
        severity=Severity.ERROR,
        title=Both("A letter twice in the pack", "Una lettera due volte nel mazzo"),
        message=Both("{letters} stands twice", "{letters} sta due volte"),
        wordings={
            "suits": Wording(
                Both("the suits name {letters} twice", "i semi nominano {letters} due volte"),
                Both("each suit has a letter of its own", "ogni seme ha la sua lettera"),
            ),
            "ranks": Wording(
                Both("the ranks name {letters} twice", "i valori nominano {letters} due volte"),
                Both("each rank has a character of its own", "ogni valore ha il suo carattere"),
            ),
        },
        page=rule_sample(
            "A card is written as its rank and its suit, one character each. Two ranks with one character could not "
            "be told apart.",
            "Una carta si scrive con il valore e il seme, un carattere ciascuno. Due valori con lo stesso carattere "
            "non si distinguerebbero.",
            "pack:\n  ranks: 32ARCF7A54",
            "pack:\n  ranks: 32ARCF7654",
        ),
    ),
    Code(
        code="RUL302",
        severity=Severity.ERROR,
        title=Both("An alias that cannot be", "Un altro nome impossibile"),
        message=Both(
            "`{letter}` stands for `{meant}`, which is no suit and no rank of this pack",
            "`{letter}` sta per `{meant}`, che in questo mazzo non è né un seme né un valore",
        ),
        wordings={
            "own": Wording(
                Both(
                    "`{letter}` is a suit or rank of this pack and cannot stand for another",
                    "`{letter}` è un seme o un valore di questo mazzo e non può stare per un altro",
                ),
            ),
            "case": Wording(
                Both(
                    "`{letter}` cannot stand for `{meant}`: one is a small letter, the other is not",
                    "`{letter}` non può stare per `{meant}`: uno è una lettera minuscola, l'altro no",
                ),
                Both(
                    "suits are small letters, ranks are digits and capital letters",
                    "i semi sono lettere minuscole, i valori cifre e lettere maiuscole",
                ),
            ),
        },
        page=rule_sample(
            "Aliases let a record write `K` for a king that the pack calls `R`. They must not make a card ambiguous.",
            "Gli altri nomi permettono di scrivere `K` per un re che il mazzo chiama `R`. Non devono rendere ambigua "
            "nessuna carta.",
            "pack:\n  ranks: 32ARCF7654\n  aliases: {K: R, Q: D}",
            "pack:\n  ranks: 32ARCF7654\n  aliases: {K: R, Q: C}",
        ),
    ),
    Code(
        code="RUL303",
        severity=Severity.ERROR,
        title=Both("A card that is not in the pack", "Una carta che nel mazzo non c'è"),
        message=Both("`{card}` is no card of this pack", "`{card}` non è una carta di questo mazzo"),
        help=Both(
            "a card is a rank and a suit of this pack, in that order",
            "una carta è un valore e un seme di questo mazzo, in quest'ordine",
        ),
        wordings={
            "turned": Wording(
                Both("`{card}` is no card of this pack", "`{card}` non è una carta di questo mazzo"),
                Both("the rank comes first: `{near}`", "prima viene il valore: `{near}`"),
            ),
        },
        page=rule_sample(
            "Only what is there can be taken out.",
            "Si può togliere solo ciò che c'è.",
            "pack:\n  suits: bscd\n  ranks: 32ARCF7654\n  without: [8b, d4]",
            "pack:\n  suits: bscd\n  ranks: 32ARCF7654\n  without: [4b, 4d]",
        ),
    ),
    Code(
        code="RUL304",
        severity=Severity.ERROR,
        title=Both("Points for a rank that does not exist", "Punti per un valore che non c'è"),
        message=Both(
            "`{rank}` is worth points and is no rank of this pack ({ranks})",
            "`{rank}` vale punti e non è un valore di questo mazzo ({ranks})",
        ),
        wordings={
            "alias": Wording(
                Both(
                    "`{rank}` is worth points and is only another name of `{meant}`",
                    "`{rank}` vale punti ed è solo un altro nome di `{meant}`",
                ),
                Both("write `{meant}`", "scrivi `{meant}`"),
            ),
        },
        page=rule_sample(
            "Points of a rank that nobody holds would make the sum of the pack smaller than it seems.",
            "I punti di un valore che nessuno ha renderebbero la somma del mazzo minore di quel che sembra.",
            "pack:\n  ranks: 32ARCF7654\n  points: {A: 3, K: 1}",
            "pack:\n  ranks: 32ARCF7654\n  points: {A: 3, R: 1}",
        ),
    ),
    Code(
        code="RUL305",
        severity=Severity.ERROR,
        title=Both("The stated total is not the sum", "Il totale dichiarato non è la somma"),
        message=Both(
            "the cards are worth {cards} and the last trick {last}, together {total}, not {stated}",
            "le carte valgono {cards} e l'ultima presa {last}, insieme {total}, non {stated}",
        ),
        page=rule_sample(
            "`total` is what the source says the whole deal is worth. It decides nothing; it is there to be checked.",
            "`total` è quanto vale tutta la mano secondo la fonte. Non decide nulla: c'è per essere controllato.",
            "pack:\n  suits: bscd\n  ranks: 32ARCF7654\n  points: {A: 3, '3': 1, '2': 1, R: 1, C: 1, F: 1}\n"
            "  last_trick: 3\n  total: 33",
            "  total: 35",
        ),
    ),
    Code(
        code="RUL306",
        severity=Severity.ERROR,
        title=Both("The deal does not use the pack", "La distribuzione non usa tutto il mazzo"),
        message=_SUM,
        wordings={
            "hand": Wording(_SUM, Both("hands of {fits} would use it up", "con mani da {fits} non avanzerebbe nulla")),
            "pile": Wording(
                _SUM,
                Both(
                    "{rest} would have to lie on the table, or the hands must be larger",
                    "in tavola ne dovrebbero restare {rest}, o le mani devono essere più grandi",
                ),
            ),
            "many": Wording(
                _SUM, Both("there are not enough cards for such hands", "non ci sono abbastanza carte per mani così")
            ),
        },
        page=rule_sample(
            "Hands × players + piles must be the whole pack, for every number of seats. Whoever sits out gets no "
            "hand; a dummy gets one.",
            "Mani × giocatori + mazzetti devono dare tutto il mazzo, per ogni numero di posti. Chi riposa non riceve "
            "carte; il morto sì.",
            "table: {seats: [5], direction: clockwise}\ndeal: {hand: 10}",
            "table: {seats: [5], direction: clockwise}\ndeal: {hand: 8}",
        ),
    ),
    Code(
        code="RUL307",
        severity=Severity.ERROR,
        title=Both("The number of hands depends on the seats", "Il numero di mani dipende dai posti"),
        message=Both(
            "not always the same number of hands is dealt: {hands}", "non si danno sempre tante mani: {hands}"
        ),
        help=Both(
            "let somebody sit out at the larger table, or write a ruleset for each",
            "al tavolo più grande qualcuno riposi, oppure si scriva un regolamento per ciascuno",
        ),
        page=rule_sample(
            "The size of a hand is one number, so every table that a ruleset allows must deal the same number of "
            "hands.",
            "La grandezza di una mano è un numero solo: ogni tavolo che un regolamento ammette deve dare lo stesso "
            "numero di mani.",
            "table: {seats: [3, 4], direction: clockwise}",
            "table:\n  seats: [3, 4]\n  direction: clockwise\n  sits_out: {at: 4, who: dealer}",
        ),
    ),
    Code(
        code="RUL308",
        severity=Severity.WARNING,
        title=Both("The packets do not come out even", "I pacchetti non tornano"),
        message=Both(
            "a hand of {hand} cannot be dealt in packets of {packets}",
            "una mano di {hand} carte non si dà a {packets} per volta",
        ),
        help=Both("the last packet would be smaller", "l'ultimo pacchetto sarebbe più piccolo"),
        page=rule_sample(
            "Packets matter only to who replays a shuffled pack; one that is left over was hardly meant.",
            "I pacchetti contano solo per chi ricostruisce un mazzo mescolato; uno che avanza difficilmente è voluto.",
            "deal: {hand: 12, packets: 5}",
            "deal: {hand: 12, packets: 4}",
        ),
    ),
    Code(
        code="RUL309",
        severity=Severity.ERROR,
        title=Both("Somebody sits out at a table that does not exist", "Qualcuno riposa a un tavolo che non c'è"),
        message=Both(
            "somebody sits out at {at} seats, but {seats} sit at the table",
            "qualcuno riposa in {at}, ma al tavolo si siede in {seats}",
        ),
        page=rule_sample(
            "`sits_out.at` is one of the numbers in `seats`.",
            "`sits_out.at` è uno dei numeri di `seats`.",
            "table:\n  seats: [3]\n  direction: clockwise\n  sits_out: {at: 4, who: dealer}",
            "table:\n  seats: [3, 4]\n  direction: clockwise\n  sits_out: {at: 4, who: dealer}",
        ),
    ),
    Code(
        code="RUL310",
        severity=Severity.ERROR,
        title=Both("Nobody can sit at the table", "Al tavolo non può sedersi nessuno"),
        message=Both("`seats` names no number of people", "`seats` non indica quante persone"),
        help=Both("write for example `seats: [3]`", "scrivi per esempio `seats: [3]`"),
        page=rule_sample(
            "A ruleset is for two to seven people; `seats` lists how many there may be.",
            "Un regolamento è per due o più persone, fino a sette; `seats` elenca quante possono essere.",
            "table: {seats: [], direction: clockwise}",
            "table: {seats: [3], direction: clockwise}",
        ),
    ),
)
