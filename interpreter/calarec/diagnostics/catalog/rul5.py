"""RUL5xx: winning and paying. Targets, bonuses, stakes, shares."""
# Long because: a range of codes is looked up, not read, and stands in one place.

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, rule_sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

_LESS = Both("{above} after {below}: is that meant?", "{above} dopo {below}: è voluto?")
_SUM = Both("the totals of the players do not add up to nothing", "i totali dei giocatori non si compensano")

_WINNING = (
    Code(
        code="RUL501",
        severity=Severity.ERROR,
        title=Both("A target above all points", "Una soglia oltre tutti i punti"),
        message=Both(
            "the declarer needs {target} points, and the whole deal is worth {total}",
            "al dichiarante servono {target} punti, e tutta la mano ne vale {total}",
        ),
        help=Both("points are counted in the unit of the file", "i punti si contano nell'unità del file"),
        page=rule_sample(
            "The contract could never be won. Often a target in whole points stands beside cards counted in thirds, "
            "or the other way round.",
            "Il contratto non si vincerebbe mai. Spesso una soglia in punti interi sta accanto a carte contate in "
            "terzi, o viceversa.",
            "settle:\n  won_if: {points_at_least: 54}",
            "settle:\n  won_if: {points_at_least: 18}",
        ),
    ),
    Code(
        code="RUL502",
        severity=Severity.WARNING,
        title=Both("The target is not a strict majority", "La soglia non è la maggioranza"),
        message=Both(
            "with {declarer} points to {opponents} the declarer wins without having more",
            "con {declarer} punti a {opponents} il dichiarante vince senza averne di più",
        ),
        help=Both("is that meant? then say so with `why`", "è voluto? allora spiegalo con `why`"),
        wordings={
            "lost": Wording(
                Both(
                    "with {declarer} points to {opponents} the declarer has more and loses",
                    "con {declarer} punti a {opponents} il dichiarante ne ha di più e perde",
                ),
                Both("is that meant? then say so with `why`", "è voluto? allora spiegalo con `why`"),
            ),
        },
        page=rule_sample(
            "Every outcome of the hand is looked at: whoever wins should have counted more points than the others. "
            "With 35 thirds the strict majority is 18.",
            "Si guardano tutti gli esiti della mano: chi vince dovrebbe aver contato più punti degli altri. Con 35 "
            "terzi la maggioranza è 18.",
            "settle:\n  won_if: {points_at_least: 17}",
            "settle:\n  won_if: {points_at_least: 18}",
        ),
    ),
    Code(
        code="RUL503",
        severity=Severity.WARNING,
        title=Both("The target lies between whole points", "La soglia cade tra due punti interi"),
        message=Both(
            "fractions are dropped, so {target} is in truth {whole}",
            "le frazioni si lasciano cadere, perciò {target} in realtà è {whole}",
        ),
        help=Both("write {whole}", "scrivi {whole}"),
        page=rule_sample(
            "Where each side drops fractions, only whole points decide.",
            "Dove ogni parte lascia cadere le frazioni, decidono solo i punti interi.",
            "pack:\n  unit: 1/3\nsettle:\n  won_if: {points_at_least: 17}\n  rounding: down",
            "settle:\n  won_if: {points_at_least: 18}\n  rounding: down",
        ),
    ),
    Code(
        code="RUL505",
        severity=Severity.WARNING,
        title=Both("A bonus that can never apply", "Un premio che non scatta mai"),
        message=Both("no outcome of a hand fulfils `{bonus}`", "nessun esito di una mano soddisfa `{bonus}`"),
        help=Both(
            "all divisions of the cards, tricks and piles were tried",
            "si sono provate tutte le divisioni di carte, prese e mazzetti",
        ),
        page=rule_sample(
            "A side with all tricks has all card points too, so nobody can have all tricks and not all points.",
            "Una parte con tutte le prese ha anche tutti i punti delle carte: nessuno può avere tutte le prese e non "
            "tutti i punti.",
            "settle:\n  bonus:\n    grand: {when: {of: losers, tricks: 0, tricks_at_least: 1}, times: 3}",
            "settle:\n  bonus:\n    grand: {when: {of: losers, tricks: 0}, times: 3}",
        ),
    ),
    Code(
        code="RUL506",
        severity=Severity.WARNING,
        title=Both("A bonus that always comes too late", "Un premio che arriva sempre tardi"),
        message=Both(
            "whenever `{bonus}` would apply, `{earlier}` or another earlier one applies",
            "ogni volta che scatterebbe `{bonus}`, scatta già `{earlier}` o un altro precedente",
        ),
        help=Both(
            "put it first in `bonus_order`, or take it out", "mettilo per primo in `bonus_order`, oppure toglilo"
        ),
        page=rule_sample(
            "The first bonus of the order that applies counts, and only that.",
            "Conta il primo premio dell'ordine che scatta, e solo quello.",
            "settle:\n  bonus:\n    poor: {when: {of: losers, card_points_in_tricks_below: 3}, times: 2}\n"
            "    none: {when: {of: losers, tricks: 0}, times: 3}\n  bonus_order: [poor, none]",
            "settle:\n  bonus_order: [none, poor]",
        ),
    ),
    Code(
        code="RUL507",
        severity=Severity.WARNING,
        title=Both("The order of two bonuses decides", "Decide l'ordine di due premi"),
        message=Both(
            "`{earlier}` and `{later}` can apply together, and only `{earlier}` counts then",
            "`{earlier}` e `{later}` possono scattare insieme, e allora conta solo `{earlier}`",
        ),
        help=Both(
            "for example with {case}; if that is meant, say so with a `why` for `{at}`",
            "per esempio con {case}; se è voluto, spiegalo con un `why` per `{at}`",
        ),
        page=rule_sample(
            "Where two bonuses overlap, a reader cannot see from them which is paid. Conditions that exclude each "
            "other say it better than their order.",
            "Dove due premi si sovrappongono, chi legge non vede quale si paghi. Condizioni che si escludono lo dicono "
            "meglio dell'ordine.",
            "settle:\n  bonus:\n    none: {when: {of: losers, tricks: 0}, times: 2}\n"
            "    poor: {when: {of: losers, card_points_in_tricks_below: 3}, times: 3}\n  bonus_order: [none, poor]",
            "    poor: {when: {of: losers, tricks_at_least: 1, card_points_in_tricks_below: 3}, times: 3}",
        ),
    ),
    Code(
        code="RUL508",
        severity=Severity.ERROR,
        title=Both("What a bonus pays is not clear", "Non è chiaro quanto paga un premio"),
        message=Both("`{bonus}` says neither `times` nor `instead`", "`{bonus}` non dice né `times` né `instead`"),
        wordings={
            "both": Wording(
                Both("`{bonus}` says both `times` and `instead`", "`{bonus}` dice sia `times` sia `instead`"),
                Both("keep one of them", "tienine uno solo"),
            ),
            "neither": Wording(
                Both("`{bonus}` says neither `times` nor `instead`", "`{bonus}` non dice né `times` né `instead`"),
                Both(
                    "`times: 2` doubles the payment, `instead: 70` replaces it",
                    "`times: 2` raddoppia, `instead: 70` sostituisce",
                ),
            ),
        },
        page=rule_sample(
            "A bonus multiplies the payment or takes its place.",
            "Un premio moltiplica il pagamento o ne prende il posto.",
            "settle:\n  bonus:\n    all-tricks: {when: {of: losers, tricks: 0}, times: 2, instead: 70}",
            "settle:\n  bonus:\n    all-tricks: {when: {of: losers, tricks: 0}, times: 2}",
        ),
    ),
    Code(
        code="RUL509",
        severity=Severity.WARNING,
        title=Both("A bonus that is never tried", "Un premio mai preso in esame"),
        message=Both("`{order}` does not name `{bonus}`", "`{order}` non nomina `{bonus}`"),
        help=Both("put it where it is to be tried", "mettilo dove va preso in esame"),
        page=rule_sample(
            "Only the bonuses of the order are tried.",
            "Si esaminano solo i premi che stanno nell'ordine.",
            "add:\n  settle.bonus.poor: {when: {of: losers, points_below: 6}, times: 2}",
            "add:\n  settle.bonus.poor: {when: {of: losers, points_below: 6}, times: 2}\n"
            "set:\n  settle.bonus_order: [cappotto, poor]",
        ),
    ),
    Code(
        code="RUL510",
        severity=Severity.ERROR,
        title=Both("A party that is not there", "Una parte che non c'è"),
        message=Both(
            "in a hand with a declarer there are no `{of}`",
            "in una mano con un dichiarante non ci sono `{of}`",
        ),
        help=Both("look at {known}", "guarda {known}"),
        wordings={
            "all_pass": Wording(
                Both(
                    "in a hand that nobody has bid there is no `{of}`",
                    "in una mano che nessuno ha dichiarato non c'è `{of}`",
                ),
                Both("look at {known}", "guarda {known}"),
            ),
        },
        page=rule_sample(
            "In a hand that is played out after all have passed nobody is the declarer: one pays, the others are paid.",
            "In una mano giocata dopo che tutti sono passati non c'è un dichiarante: uno paga, gli altri riscuotono.",
            "all_pass:\n  do: play_out\n  bonus:\n    all-tricks: {when: {of: opponents, tricks: 0}, times: 2}\n"
            "  bonus_order: [all-tricks]",
            "    all-tricks: {when: {of: others, tricks: 0}, times: 2}",
        ),
    ),
    Code(
        code="RUL520",
        severity=Severity.WARNING,
        title=Both("A bonus that always applies", "Un premio che scatta sempre"),
        message=Both("every outcome of a hand fulfils `{bonus}`", "ogni esito di una mano soddisfa `{bonus}`"),
        help=Both("then the stake may as well be raised", "allora tanto vale cambiare la posta"),
        page=rule_sample(
            "A condition that is never false decides nothing.",
            "Una condizione che non è mai falsa non decide nulla.",
            "settle:\n  bonus:\n    poor: {when: {of: losers, points_below: 40}, times: 2}",
            "settle:\n  bonus:\n    poor: {when: {of: losers, points_below: 4}, times: 2}",
        ),
    ),
)

_PAYING = (
    Code(
        code="RUL511",
        severity=Severity.WARNING,
        title=Both("Stakes that fall", "Poste che scendono"),
        message=Both("`{higher}` is worth less than `{lower}`", "`{higher}` vale meno di `{lower}`"),
        help=_LESS,
        wordings={
            "ladder": Wording(
                Both(
                    "on the ladder `{higher}` beats `{lower}`, and is worth less",
                    "nella scala `{higher}` supera `{lower}`, e vale meno",
                ),
                _LESS,
            ),
            "raise": Wording(
                Both(
                    "`{lower}` is raised to `{higher}`, which is worth no more",
                    "`{lower}` si aggrava in `{higher}`, che non vale di più",
                ),
                _LESS,
            ),
        },
        page=rule_sample(
            "A higher bid normally risks more, and a raise makes the game dearer.",
            "Di solito una dichiarazione più alta rischia di più, e un aggravio rende la mano più cara.",
            "auction:\n  ladder: [chiamo, solo, solissimo]\ncontracts:\n  solo: {stake: 4, leader: eldest}\n"
            "  solissimo: {stake: 2, leader: declarer}",
            "contracts:\n  solo: {stake: 2, leader: eldest}\n  solissimo: {stake: 4, leader: declarer}",
        ),
    ),
    Code(
        code="RUL513",
        severity=Severity.ERROR,
        title=Both("Stakes that follow each other in a circle", "Poste che si rincorrono"),
        message=Both(
            "the stake of `{contract}` follows that of `{other}` and never arrives at a number",
            "la posta di `{contract}` segue quella di `{other}` e non arriva mai a un numero",
        ),
        page=rule_sample(
            "`{of: ...}` takes the stake of another contract; somewhere there must be a number.",
            "`{of: ...}` prende la posta di un altro contratto; da qualche parte ci dev'essere un numero.",
            "contracts:\n  solo: {stake: {of: solissimo}, leader: eldest}\n"
            "  solissimo: {stake: {of: solo, times: 2}, leader: declarer}",
            "contracts:\n  solo: {stake: 2, leader: eldest}\n"
            "  solissimo: {stake: {of: solo, times: 2}, leader: declarer}",
        ),
    ),
    Code(
        code="RUL514",
        severity=Severity.ERROR,
        title=Both("Shares that do not come out even", "Parti che non tornano"),
        message=Both(
            "`{contract}`: {payers} × {each} = {amount} cannot be divided {declarer} to {partner}",
            "`{contract}`: {payers} × {each} = {amount} non si divide {declarer} a {partner}",
        ),
        help=Both(
            "change the shares or the stakes, or count payments in a smaller `pay_unit`",
            "cambia le parti o le poste, oppure conta i pagamenti in una `pay_unit` più piccola",
        ),
        page=rule_sample(
            "What the opponents pay is divided between declarer and partner, in whole units.",
            "Ciò che pagano gli avversari si divide tra chi chiama e il compagno, in unità intere.",
            "table: {seats: [5], direction: clockwise}\ncontracts:\n  chiamo: {stake: 1, steps: [partner], "
            "leader: eldest}\n"
            "settle:\n  shares: {declarer: 1, partner: 1}",
            "settle:\n  shares: {declarer: 2, partner: 1}",
        ),
    ),
    Code(
        code="RUL515",
        severity=Severity.ERROR,
        title=Both("A partner without a share", "Un compagno senza parte"),
        message=Both(
            "`{contract}` seeks a partner, and nothing says how the two divide",
            "`{contract}` cerca un compagno, e nulla dice come i due dividono",
        ),
        help=Both(
            "write for example `shares: {{declarer: 2, partner: 1}}`",
            "scrivi per esempio `shares: {{declarer: 2, partner: 1}}`",
        ),
        page=rule_sample(
            "Declarer and partner win and lose together; `shares` says in what parts.",
            "Chi chiama e il compagno vincono e perdono insieme; `shares` dice in quali parti.",
            "contracts:\n  chiamo: {stake: 1, steps: [partner], leader: eldest}\nsettle:\n  won_if: "
            "{points_at_least: 18}",
            "settle:\n  won_if: {points_at_least: 18}\n  shares: {declarer: 1, partner: 1}",
        ),
    ),
    Code(
        code="RUL516",
        severity=Severity.NOTE,
        title=Both("Shares without a partner", "Parti senza compagno"),
        message=Both("no contract seeks a partner", "nessun contratto cerca un compagno"),
        page=rule_sample(
            "Shares are needed only where a partner is called.",
            "Le parti servono solo dove si chiama un compagno.",
            "settle:\n  shares: {declarer: 2, partner: 1}",
        ),
    ),
    Code(
        code="RUL517",
        severity=Severity.ERROR,
        title=Both("A difference that cannot be paid", "Una differenza che non si può pagare"),
        message=Both(
            "differences of points count in {unit}, and payments in {paid}",
            "le differenze di punti si contano in {unit}, e i pagamenti in {paid}",
        ),
        help=Both(
            "set `pay_unit: {unit}`",
            "metti `pay_unit: {unit}`",
        ),
        page=rule_sample(
            "Where the difference is paid, a third of a point is a third of a stake; payments must be counted in "
            "thirds too.",
            "Dove si paga la differenza, un terzo di punto è un terzo di posta: anche i pagamenti si contano in terzi.",
            "pack:\n  unit: 1/3\nsettle:\n  rounding: none\n  pay: difference",
            "pack:\n  unit: 1/3\nsettle:\n  rounding: none\n  pay: difference\n  pay_unit: 1/3",
        ),
    ),
    Code(
        code="RUL518",
        severity=Severity.NOTE,
        title=Both("Totals that do not add up to nothing", "Totali che non si compensano"),
        message=_SUM,
        wordings={
            "winners_only": Wording(_SUM, Both("what is lost is not taken off", "ciò che si perde non viene tolto")),
            "declarer_only": Wording(
                _SUM, Both("only the declarer's account is kept", "si tiene il conto del solo dichiarante")
            ),
            "card_points": Wording(
                _SUM,
                Both(
                    "points won with cards are added up, not payments",
                    "si sommano i punti delle carte, non i pagamenti",
                ),
            ),
        },
        page=rule_sample(
            "That is a way of keeping the score, and no mistake; a slip in the sum is harder to find in it.",
            "È un modo di segnare, non un errore; ma una svista nella somma è più difficile da trovare.",
            "match: {counts: winners_only}",
            "match: {counts: payments}",
        ),
    ),
    Code(
        code="RUL519",
        severity=Severity.WARNING,
        title=Both("Nothing is paid", "Non si paga nulla"),
        message=Both("`{contract}` is played for nothing", "`{contract}` si gioca per nulla"),
        wordings={
            "all_pass": Wording(
                Both(
                    "the hand is played out when all have passed, and nothing is paid for it",
                    "quando tutti passano la mano si gioca, e non si paga nulla",
                ),
            ),
        },
        page=rule_sample(
            "With a stake of nothing it is all one who wins.",
            "Con una posta di zero vincere o perdere è lo stesso.",
            "contracts:\n  chiamo: {stake: 0, leader: eldest}",
            "contracts:\n  chiamo: {stake: 1, leader: eldest}",
        ),
    ),
)

CODES = tuple(sorted(_WINNING + _PAYING, key=lambda code: code.code))
