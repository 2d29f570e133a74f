"""RUL6xx: all pass, standing rules, match."""
# Long because: a range of codes is looked up, not read, and stands in one place.

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, rule_sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

_TAKEN = Both("choose another word for the signal", "scegli un'altra parola per il segnale")

CODES = (
    Code(
        code="RUL601",
        severity=Severity.ERROR,
        title=Both("All pass for ever", "Tutti passano per sempre"),
        message=Both(
            "after all have passed nobody can bid any more: {only} cannot be bid",
            "dopo che tutti sono passati nessuno può più dichiarare: {only} non si può dichiarare",
        ),
        help=Both("`only` must name contracts of the ladder", "`only` deve nominare contratti della scala"),
        page=rule_sample(
            "When all pass, the next auction is narrowed to the contracts of `only`. If none of them is on the ladder, "
            "all pass again, and so for ever.",
            "Se tutti passano, l'asta seguente è ristretta ai contratti di `only`. Se nessuno di questi è nella "
            "scala, tutti passano di nuovo, e così per sempre.",
            "auction:\n  ladder: [chiamo, solo]\nall_pass: {do: carry_on, keep: [monte], only: [scegliete]}",
            "all_pass: {do: carry_on, keep: [monte], only: [solo]}",
        ),
    ),
    Code(
        code="RUL602",
        severity=Severity.NOTE,
        title=Both("The same dealer deals again", "Dà di nuovo lo stesso mazziere"),
        message=Both(
            "as long as all pass the same dealer deals again and again",
            "finché tutti passano dà sempre lo stesso mazziere",
        ),
        help=Both("nothing but the cards changes", "non cambia altro che le carte"),
        page=rule_sample(
            "Some sources say so. Others let the deal move on, so that not always the same seat speaks first.",
            "Alcune fonti dicono così. Altre fanno passare il mazzo, perché non parli per primo sempre lo stesso "
            "posto.",
            "all_pass: {do: redeal, dealer: same}",
        ),
    ),
    Code(
        code="RUL603",
        severity=Severity.WARNING,
        title=Both("Nothing is kept", "Non resta nulla"),
        message=Both(
            "nothing is kept and nothing narrowed: this is a new deal",
            "non resta nulla e nulla è ristretto: è una nuova distribuzione",
        ),
        help=Both("write `do: redeal`, or say what is kept", "scrivi `do: redeal`, o di' che cosa resta"),
        wordings={
            "empty": Wording(
                Both(
                    "`{pile}` is kept, and the deal lays no card there",
                    "`{pile}` resta, ma la distribuzione non vi mette carte",
                ),
            ),
        },
        page=rule_sample(
            "Carrying on means that the piles lie as they were or that fewer contracts may be bid.",
            "Si prosegue se i mazzetti restano come sono o se si possono dichiarare meno contratti.",
            "all_pass: {do: carry_on}",
            "all_pass: {do: carry_on, keep: [monte]}",
        ),
    ),
    Code(
        code="RUL604",
        severity=Severity.WARNING,
        title=Both("A contract that can never be bid", "Un contratto che non si può dichiarare"),
        message=Both(
            "after all have passed `{contract}` may be bid, and it is not on the ladder",
            "dopo che tutti sono passati si può dichiarare `{contract}`, che nella scala non c'è",
        ),
        page=rule_sample(
            "`only` narrows the ladder; it brings nothing to it.",
            "`only` restringe la scala; non vi aggiunge nulla.",
            "auction:\n  ladder: [chiamo, solo]\nall_pass: {do: carry_on, only: [solo, dividete]}",
            "all_pass: {do: carry_on, only: [solo]}",
        ),
    ),
    Code(
        code="RUL605",
        severity=Severity.WARNING,
        title=Both("A signal that is another word too", "Un segnale che è anche un'altra parola"),
        message=Both("`{word}` is taken", "`{word}` è già usata"),
        wordings={
            "contract": Wording(
                Both("`{word}` is a signal and a contract", "`{word}` è un segnale e un contratto"), _TAKEN
            ),
            "word": Wording(
                Both("`{word}` is a signal and a word of the auction", "`{word}` è un segnale e una parola dell'asta"),
                _TAKEN,
            ),
            "signal": Wording(Both("`{word}` belongs to two signals", "`{word}` appartiene a due segnali"), _TAKEN),
        },
        page=rule_sample(
            "Who hears a word at the table must know what it means.",
            "Chi sente una parola al tavolo deve sapere che cosa vuol dire.",
            "auction:\n  words:\n    busso: {when: always}\nstanding:\n  signals: {do: signal, words: [busso]}",
            "auction:\n  words:\n    passo: {when: always}\nstanding:\n  signals: {do: signal, words: [busso]}",
        ),
    ),
    Code(
        code="RUL606",
        severity=Severity.NOTE,
        title=Both("An irregularity without consequences", "Un'irregolarità senza conseguenze"),
        message=Both("`{word}` has no consequences", "`{word}` non ha conseguenze"),
        help=Both(
            "it can be recorded and claimed; the hand is settled as played",
            "si può annotare e reclamare; la mano si paga come è stata giocata",
        ),
        page=rule_sample(
            "Where the source gives no penalty, a record can still say what happened.",
            "Dove la fonte non dà una penalità, la registrazione può comunque dire che cosa è accaduto.",
            "standing:\n  revoke: {do: fault}",
            "standing:\n  revoke: {do: fault, move_points: 9}",
        ),
    ),
    Code(
        code="RUL607",
        severity=Severity.WARNING,
        title=Both("Consequences that cancel each other", "Conseguenze che si annullano"),
        message=Both("not all of these consequences can follow", "queste conseguenze non possono seguire tutte"),
        wordings={
            "contract": Wording(
                Both(
                    "the deal is void and not counted, so its contract cannot be lost",
                    "la smazzata è nulla e non conta, perciò il contratto non si può perdere",
                )
            ),
            "move_points": Wording(
                Both(
                    "the deal is void and not counted, so no points can be moved",
                    "la smazzata è nulla e non conta, perciò non si possono spostare punti",
                )
            ),
            "both": Wording(
                Both(
                    "the contract is lost in any case, so moving points changes nothing",
                    "il contratto è perso comunque, perciò spostare punti non cambia nulla",
                )
            ),
        },
        page=rule_sample(
            "A void deal has no points and no loser; what it costs is said with `pay_each`.",
            "Una smazzata nulla non ha punti né perdenti; quanto costa si dice con `pay_each`.",
            "standing:\n  exchange: {do: fault, deal: void, move_points: 9}",
            "standing:\n  exchange: {do: fault, deal: void, pay_each: 1}",
        ),
    ),
    Code(
        code="RUL608",
        severity=Severity.WARNING,
        title=Both(
            "An irregularity that cannot be claimed in time", "Un'irregolarità che non si può reclamare in tempo"
        ),
        message=Both(
            "before the auction is over there is no declarer and no opponent who could be at fault",
            "prima che l'asta finisca non ci sono né dichiarante né avversari che possano sbagliare",
        ),
        page=rule_sample(
            "Who plays alone and who against him is known when the auction is over.",
            "Chi gioca da solo e chi contro di lui si sa solo a dichiarazioni finite.",
            "standing:\n  peek: {do: fault, by: declarer, before: auction, pay_each: 1}",
            "standing:\n  peek: {do: fault, by: declarer, before: first_lead, pay_each: 1}",
        ),
    ),
    Code(
        code="RUL609",
        severity=Severity.WARNING,
        title=Both("More points are moved than there are", "Si spostano più punti di quanti ce ne sono"),
        message=Both(
            "{points} points are moved, and the whole deal is worth {total}",
            "si spostano {points} punti e tutta la mano ne vale {total}",
        ),
        help=Both("points are counted in the unit of the file", "i punti si contano nell'unità del file"),
        page=rule_sample(
            "`move_points` is in the unit of the pack: nine thirds are three points.",
            "`move_points` è nell'unità del mazzo: nove terzi sono tre punti.",
            "standing:\n  revoke: {do: fault, move_points: 90}",
            "standing:\n  revoke: {do: fault, move_points: 9}",
        ),
    ),
    Code(
        code="RUL610",
        severity=Severity.ERROR,
        title=Both("Hands are opened when they are empty", "Le mani si scoprono quando sono vuote"),
        message=Both(
            "the hands are opened after trick {trick}, and {tricks} are played",
            "le mani si scoprono dopo la presa {trick}, e se ne giocano {tricks}",
        ),
        page=rule_sample(
            "There are as many tricks as cards in a hand.",
            "Le prese sono tante quante le carte di una mano.",
            "deal: {hand: 12}\nstanding:\n  show-all: {do: open_hands, whose: everyone, to: everyone, after_trick: 12}",
            "standing:\n  show-all: {do: open_hands, whose: everyone, to: everyone, after_trick: 1}",
        ),
    ),
    Code(
        code="RUL611",
        severity=Severity.WARNING,
        title=Both("Two rules for one thing", "Due regole per una cosa sola"),
        message=Both("`{name}` is the second rule of its kind", "`{name}` è la seconda regola del suo genere"),
        help=Both("keep one of them", "tienine una sola"),
        page=rule_sample(
            "Two rules on claims, or on showing cards, would contradict each other.",
            "Due regole su chi può chiudere la mano, o su chi mostra le carte, si contraddirebbero.",
            "standing:\n  claim: {do: claim, by: anyone}\n  concede: {do: claim, by: declarer}",
            "standing:\n  claim: {do: claim, by: anyone}",
        ),
    ),
)
