"""CAL6xx: result, score and totals, held against what the rules give."""

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

_STEPS = Both(
    "{because}`calarec replay` tells step by step who pays whom",
    "{because}`calarec replay` racconta passo per passo chi paga chi",
)
_PAID = Both(
    "payments and totals agree on that; if the result is right, both of them are wrong",
    "su questo pagamenti e totali concordano; se è giusto il risultato, sono sbagliati tutti e due",
)

_ONE_OF_TWO = Both(
    "one of the two is a slip, and nothing is settled by them; the totals are taken as they stand",
    "uno dei due è una svista, e la mano non si conteggia; i totali si prendono come sono annotati",
)

CODES = (
    Code(
        code="CAL610",
        severity=Severity.ERROR,
        title=Both("The result does not fit the cards", "Il risultato non torna con le carte"),
        message=Both("{label} took {due}, not {found}", "{label} ha fatto {due}, non {found}"),
        help=Both(
            "from {tricks}; all together there are {total}",
            "con {tricks}; in tutto sono {total}",
        ),
        page=sample(
            "A `result` line is in the ruleset's unit, thirds for most: the cards of the tricks, what the table's pile "
            "was worth, the last trick, after penalties and before rounding. `8p` are whole points.",
            "Una riga `result` è nell'unità del regolamento, di solito i terzi: le carte delle prese, quanto valeva il "
            "mazzetto in tavola, l'ultima presa, dopo le penalità e prima di arrotondare. `8p` sono punti interi.",
            "result B: 24 A: 7 C: 3",
            "result B: 24 A: 7 C: 4",
        ),
    ),
    Code(
        code="CAL611",
        severity=Severity.ERROR,
        title=Both("The payments do not fit the result", "I pagamenti non tornano con il risultato"),
        message=Both("{label} should have {due}, not {found}", "{label}: spetta {due}, non {found}"),
        help=_STEPS,
        wordings={
            "several": Wording(Both("this hand is worth {all}", "questa mano vale {all}"), _STEPS),
            "contract": Wording(
                Both(
                    "{contract} {ended} is worth {due} to {label}, not {found}",
                    "{contract}, mano {ended}: {due} per {label}, non {found}",
                ),
                _STEPS,
            ),
            "contract-several": Wording(
                Both("{contract} {ended} is worth {all}", "{contract}, mano {ended}: {all}"), _STEPS
            ),
        },
        page=sample(
            "A `score` line says what each seat won or lost with this hand. It follows from the contract, the result "
            "and the ruleset's stakes and bonuses.",
            "Una riga `score` dice quanto ciascuno ha vinto o perso con questa mano. Risulta dal contratto, dal "
            "risultato e da poste e premi del regolamento.",
            "score B: +3 A: -1 C: -1",
            "score B: +2 A: -1 C: -1",
        ),
    ),
    Code(
        code="CAL612",
        severity=Severity.ERROR,
        title=Both("The running score does not add up", "Il totale non torna"),
        message=Both(
            "{label} has {due} after this hand, not {found}", "dopo questa mano {label} ha {due}, non {found}"
        ),
        help=Both(
            "the slip is here: {before} before, {gain} from this hand. Later totals that build on it are not reported "
            "again",
            "la svista è qui: {before} prima, {gain} da questa mano. I totali successivi che ne dipendono non si "
            "segnalano più",
        ),
        page=sample(
            "A `total` line gives the running score. Each slip is told once, where it was made: totals after it that "
            "only carry it on are not told again.",
            "Una riga `total` dà il punteggio fino a quel momento. Ogni svista si dice una volta sola, dove è stata "
            "fatta: i totali successivi che la trascinano non si segnalano più.",
            "hand 1\nscore B: +2 A: -1 C: -1\ntotal B: 2 A: -1 C: -1\nend\n\nhand 2\n"
            "score B: +2 A: -1 C: -1\ntotal B: 5 A: -2 C: -2\nend",
            "hand 1\nscore B: +2 A: -1 C: -1\ntotal B: 2 A: -1 C: -1\nend\n\nhand 2\n"
            "score B: +2 A: -1 C: -1\ntotal B: 4 A: -2 C: -2\nend",
        ),
    ),
    Code(
        code="CAL613",
        severity=Severity.ERROR,
        title=Both("The penalty is another", "La penalità è un'altra"),
        message=Both("the rules give {label} {due}, not {found}", "le regole danno a {label} {due}, non {found}"),
        help=Both("it follows from the `fault` lines of the hand", "risulta dalle righe `fault` della mano"),
        page=sample(
            "A `penalty` line repeats what the irregularities of the hand move, in the ruleset's unit.",
            "Una riga `penalty` ripete quanto spostano le irregolarità della mano, nell'unità del regolamento.",
            "fault A: revoke trick 4 claimed by B\npenalty A: -6 B: +6",
            "fault A: revoke trick 4 claimed by B\npenalty A: -9 B: +9",
        ),
    ),
    Code(
        code="CAL614",
        severity=Severity.ERROR,
        title=Both("The other side has won", "Ha vinto l'altra parte"),
        message=Both("{label} has lost this hand", "{label} ha perso questa mano"),
        wordings={
            "won": Wording(Both("{label} has won this hand", "{label} ha vinto questa mano")),
            "lost": Wording(Both("{label} has lost this hand", "{label} ha perso questa mano")),
            "won-paid": Wording(Both("{label} has won this hand", "{label} ha vinto questa mano"), _PAID),
            "lost-paid": Wording(Both("{label} has lost this hand", "{label} ha perso questa mano"), _PAID),
        },
        page=sample(
            "`won` and `lost` in a `result` line are held against what the cards, or the other figures, give.",
            "`won` e `lost` in una riga `result` si confrontano con ciò che danno le carte o le altre cifre.",
            "result B: lost\nscore B: +2 A: -1 C: -1",
            "result B: won\nscore B: +2 A: -1 C: -1",
        ),
    ),
    Code(
        code="CAL615",
        severity=Severity.NOTE,
        title=Both("A hand after the end of the match", "Una mano dopo la fine della partita"),
        message=Both("the match was over with hand {name}", "la partita era finita con la mano {name}"),
        help=Both(
            "if a new match begins here, a line `match` says so; or it was played to another number",
            "se qui comincia una nuova partita, lo dice una riga `match`; oppure si giocava a un altro traguardo",
        ),
        wordings={
            "nameless": Wording(
                Both("the match was over before this hand", "la partita era finita prima di questa mano"),
                Both(
                    "if a new match begins here, a line `match` says so; or it was played to another number",
                    "se qui comincia una nuova partita, lo dice una riga `match`; oppure si giocava a un altro "
                    "traguardo",
                ),
            ),
        },
        page=sample(
            "The ruleset may say when a match is over: at so many points, after so many deals or minutes. A hand that "
            "follows without a `match` line goes on adding to the old totals. It is told once for each match.",
            "Il regolamento può dire quando finisce una partita: a tanti punti, dopo tante mani o tanti minuti. Una "
            "mano che segue senza una riga `match` continua ad aggiungere ai vecchi totali. Si dice una volta sola per "
            "partita.",
            "hand 9\nscore B: +2 A: -1 C: -1\ntotal B: 22 A: -11 C: -11\nend\n\nhand 10\ndealer B\nend",
            "hand 9\nscore B: +2 A: -1 C: -1\ntotal B: 22 A: -11 C: -11\nend\n\nmatch\n\nhand 1\ndealer B\nend",
        ),
    ),
    Code(
        code="CAL616",
        severity=Severity.ERROR,
        title=Both("Result and payments contradict each other", "Risultato e pagamenti si contraddicono"),
        message=Both(
            "by its result {contract} was {ended}, by its payments {paid}",
            "{contract}: secondo il risultato la mano è {ended}, secondo i pagamenti è {paid}",
        ),
        help=Both(
            "one of the two is a slip: either it was {paid}, or the payments are {due}. Nothing here tells which; the "
            "totals are taken as they stand",
            "uno dei due è una svista: o la mano è {paid}, o i pagamenti sono {due}. Da quanto è scritto non si può "
            "dire quale; i totali si prendono come sono annotati",
        ),
        wordings={
            "itself": Wording(
                Both(
                    "this result contradicts itself: of the two sides one wins and the other loses",
                    "questo risultato si contraddice: delle due parti una vince e l'altra perde",
                ),
                Both(
                    "one of the words `won` and `lost` is a slip, and nothing is settled by them; the totals are taken "
                    "as they stand",
                    "una delle parole `won` e `lost` è una svista, e la mano non si conteggia; i totali si prendono "
                    "come sono annotati",
                ),
            ),
            "partner": Wording(
                Both(
                    "by the call {called} was {label}'s partner; the result joins {seats}",
                    "secondo la chiamata il compagno di {label} era {called}; il risultato unisce {seats}",
                ),
                _ONE_OF_TWO,
            ),
            "alone": Wording(
                Both(
                    "by the call {label} had no partner; the result joins {seats}",
                    "secondo la chiamata {label} non aveva compagno; il risultato unisce {seats}",
                ),
                _ONE_OF_TWO,
            ),
            "points": Wording(
                Both(
                    "{contract}, with this result, cannot have been paid like this",
                    "{contract}: con questo risultato i pagamenti non possono essere questi",
                ),
                Both(
                    "one of the two is a slip: this result gives {due}. Nothing here tells which; the totals are taken "
                    "as they stand",
                    "uno dei due è una svista: con questo risultato si paga {due}. Da quanto è scritto non si può dire "
                    "quale; i totali si prendono come sono annotati",
                ),
            ),
            "totals": Wording(
                Both(
                    "payments and totals of this hand contradict each other",
                    "i pagamenti e i totali di questa mano si contraddicono",
                ),
                Both(
                    "paid are {due}, added are {added}; both can be, and a `result` line would tell which. The totals "
                    "are taken as they stand",
                    "i pagamenti sono {due}, ai totali si aggiunge {added}; possono essere giusti gli uni o gli altri, "
                    "e lo direbbe una riga `result`. I totali si prendono come sono annotati",
                ),
            ),
        },
        page=sample(
            "Of this hand only the score was written down. Its result and its payments each fit the rules, but not "
            "each other. Where the running totals agree with one of them, the other is the slip, and that is told "
            "instead; where they do not, both possibilities are named, and nothing is settled.",
            "Di questa mano è stato scritto solo il punteggio. Risultato e pagamenti vanno bene ciascuno per le "
            "regole, ma non l'uno con l'altro. Se i totali concordano con uno dei due, la svista è l'altro e si "
            "segnala quello; altrimenti si dicono tutt'e due le possibilità e la mano non si conteggia.",
            "bid B: solo\nresult B: won\nscore B: -4 A: +2 C: +2",
            "bid B: solo\nresult B: lost\nscore B: -4 A: +2 C: +2",
        ),
    ),
)
