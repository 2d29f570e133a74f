"""RUL4xx: auction, contracts and exchanges. What cannot be said, reached or carried out."""
# Long because: a range of codes is looked up, not read, and stands in one place.

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, rule_sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

_AUCTION = (
    Code(
        code="RUL401",
        severity=Severity.ERROR,
        title=Both("A name that means nothing", "Un nome che non significa nulla"),
        message=Both("there is no {kind} `{name}`", "{kind} inesistente: `{name}`"),
        help=Both("there are {known}", "ci sono {known}"),
        wordings={
            "near": Wording(
                Both("there is no {kind} `{name}`", "{kind} inesistente: `{name}`"),
                Both("did you mean `{near}`?", "forse `{near}`?"),
            ),
            "none": Wording(
                Both("there is no {kind} `{name}`", "{kind} inesistente: `{name}`"),
                Both("nothing of that kind is defined here", "qui non è definito nulla del genere"),
            ),
        },
        page=rule_sample(
            "Ladders, steps, raises, orders of bonuses and piles name what the file defines elsewhere. In a file that "
            "extends another, `off` takes an entry out of these lists too.",
            "Scala, fasi, aggravi, ordine dei premi e mazzetti nominano ciò che il file definisce altrove. In un file "
            "che ne estende un altro, `off` toglie una voce anche da questi elenchi.",
            "auction:\n  ladder: [chiamo, sollo]\ncontracts:\n  chiamo: {stake: 1, leader: eldest}\n"
            "  solo: {stake: 2, leader: eldest}",
            "auction:\n  ladder: [chiamo, solo]",
        ),
    ),
    Code(
        code="RUL402",
        severity=Severity.WARNING,
        title=Both("A contract that cannot be reached", "Un contratto irraggiungibile"),
        message=Both(
            "`{contract}` is not on the ladder, and no contract is raised to it",
            "`{contract}` non è nella scala, e nessun contratto si aggrava fino a esso",
        ),
        help=Both(
            "put it on the `ladder`, into the `raises` of a contract, or take it out",
            "mettilo nella `ladder`, nei `raises` di un contratto, oppure toglilo",
        ),
        page=rule_sample(
            "A contract is played because it was bid or because another was raised to it. One that only lends its "
            "stake to another (`{of: ...}`) is left alone.",
            "Un contratto si gioca perché è stato dichiarato o perché un altro è stato aggravato. Uno che presta solo "
            "la posta a un altro (`{of: ...}`) va bene.",
            "auction:\n  ladder: [chiamo]\ncontracts:\n  chiamo: {stake: 1, leader: eldest}\n"
            "  solo: {stake: 2, leader: eldest}",
            "auction:\n  ladder: [chiamo, solo]",
        ),
    ),
    Code(
        code="RUL403",
        severity=Severity.ERROR,
        title=Both("Raises that go in a circle", "Aggravi in circolo"),
        message=Both(
            "raising `{contract}` leads back to `{contract}`",
            "aggravando `{contract}` si torna a `{contract}`",
        ),
        page=rule_sample(
            "The declarer could raise for ever.",
            "Il dichiarante potrebbe aggravare all'infinito.",
            "contracts:\n  solissimo: {stake: 4, leader: declarer, raises: [dividete]}\n"
            "  dividete: {stake: 8, leader: declarer, raises: [solissimo]}",
            "contracts:\n  solissimo: {stake: 4, leader: declarer, raises: [dividete]}\n"
            "  dividete: {stake: 8, leader: declarer}",
        ),
    ),
    Code(
        code="RUL417",
        severity=Severity.ERROR,
        title=Both("Somebody has nothing to say", "Qualcuno non ha nulla da dire"),
        message=Both(
            "after a bid, who cannot or will not bid higher has no word to say",
            "dopo una dichiarazione, chi non può o non vuole salire non ha una parola da dire",
        ),
        help=Both(
            "give a word `when: always` or `when: after_bid`", "da' a una parola `when: always` o `when: after_bid`"
        ),
        page=rule_sample(
            "At every turn everybody must be able to say something.",
            "A ogni turno tutti devono poter dire qualcosa.",
            "auction:\n  ends: top_bid\n  words:\n    passo: {when: before_bid}",
            "auction:\n  ends: top_bid\n  words:\n    passo: {when: before_bid}\n    buono: {when: after_bid}",
        ),
    ),
    Code(
        code="RUL418",
        severity=Severity.WARNING,
        title=Both("Nobody can pass", "Nessuno può passare"),
        message=Both(
            "before a bid there is no word to say: who speaks first must bid",
            "prima di una dichiarazione non c'è una parola da dire: chi parla per primo deve dichiarare",
        ),
        help=Both(
            "then all can never pass, and `all_pass` is never used",
            "così non passano mai tutti, e `all_pass` non serve",
        ),
        page=rule_sample(
            "A word with `when: always` or `when: before_bid` lets a player pass.",
            "Una parola con `when: always` o `when: before_bid` permette di passare.",
            "auction:\n  words:\n    buono: {when: after_bid}",
            "auction:\n  words:\n    passo: {when: before_bid}\n    buono: {when: after_bid}",
        ),
    ),
    Code(
        code="RUL419",
        severity=Severity.WARNING,
        title=Both("A word that can never be said", "Una parola che non si può mai dire"),
        message=Both(
            "the first bid ends the auction, so `{word}` can never be said",
            "la prima dichiarazione chiude l'asta, perciò `{word}` non si può mai dire",
        ),
        page=rule_sample(
            "A word that may be said after a bid needs a turn after a bid.",
            "Una parola che si dice dopo una dichiarazione richiede un turno dopo di essa.",
            "auction:\n  ends: first_bid\n  words:\n    passo: {when: before_bid}\n    buono: {when: after_bid}",
            "auction:\n  ends: first_bid\n  words:\n    passo: {when: before_bid}",
        ),
    ),
    Code(
        code="RUL420",
        severity=Severity.ERROR,
        title=Both("An auction without end", "Un'asta senza fine"),
        message=Both(
            "the auction lasts until all others have left it, and who says {words} stays in",
            "l'asta dura finché tutti gli altri ne sono usciti, e chi dice {words} resta dentro",
        ),
        help=Both(
            "one of the words after a bid must leave the auction",
            "una delle parole dopo una dichiarazione deve far uscire",
        ),
        page=rule_sample(
            "Where players speak again and again, the word that leaves the bid to another must take its speaker out.",
            "Dove si parla più volte, la parola che lascia la mano a un altro deve far uscire dall'asta chi la dice.",
            "auction:\n  chances: until_quiet\n  words:\n    passo: {when: always, leaves: false}",
            "auction:\n  chances: until_quiet\n  words:\n    passo: {when: before_bid, leaves: false}\n"
            "    buono: {when: after_bid, leaves: true}",
        ),
    ),
    Code(
        code="RUL421",
        severity=Severity.ERROR,
        title=Both("A word that is also a contract", "Una parola che è anche un contratto"),
        message=Both(
            "`{word}` is a word of the auction and a contract", "`{word}` è una parola dell'asta e un contratto"
        ),
        help=Both("who says it could mean either", "chi la dice potrebbe intendere l'una o l'altro"),
        page=rule_sample(
            "Words and bids are said in the same place and must differ.",
            "Parole e dichiarazioni si dicono nello stesso momento e devono essere diverse.",
            "auction:\n  ladder: [chiamo, solo]\n  words:\n    solo: {when: always}",
            "auction:\n  ladder: [chiamo, solo]\n  words:\n    passo: {when: always}",
        ),
    ),
    Code(
        code="RUL422",
        severity=Severity.NOTE,
        title=Both("Two ways of saying the same", "Due modi di dire la stessa cosa"),
        message=Both(
            "with `{bid}` alone on the ladder the top bid is the first bid",
            "con il solo `{bid}` nella scala la dichiarazione più alta è la prima",
        ),
        help=Both("`ends: first_bid` would say it more plainly", "`ends: first_bid` lo direbbe più chiaramente"),
        page=rule_sample(
            "With one rung on the ladder `top_bid` and `first_bid` mean the same.",
            "Con un solo gradino nella scala `top_bid` e `first_bid` sono la stessa cosa.",
            "auction:\n  ladder: [chiamo]\n  ends: top_bid",
            "auction:\n  ladder: [chiamo]\n  ends: first_bid",
        ),
    ),
)

_EXCHANGES = (
    Code(
        code="RUL404",
        severity=Severity.ERROR,
        title=Both("Hands of unequal size at the first lead", "Mani disuguali alla prima uscita"),
        message=Both(
            "`{contract}`: at the first lead the declarer holds {size} cards instead of {dealt} ({way})",
            "`{contract}`: alla prima uscita il dichiarante ha {size} carte invece di {dealt} ({way})",
        ),
        help=Both(
            "the steps must bring every hand back to {dealt}, whichever way it goes",
            "le fasi devono riportare ogni mano a {dealt}, comunque vada",
        ),
        wordings={
            "holder": Wording(
                Both(
                    "`{contract}`: at the first lead who held the called card has {size} cards instead of "
                    "{dealt} ({way})",
                    "`{contract}`: alla prima uscita chi aveva la carta chiamata ha {size} carte invece di "
                    "{dealt} ({way})",
                ),
                Both(
                    "the steps must bring every hand back to {dealt}, whichever way it goes",
                    "le fasi devono riportare ogni mano a {dealt}, comunque vada",
                ),
            ),
        },
        page=rule_sample(
            "calarec goes through the steps of every contract in every way they can go: the called card is held by "
            "another, lies on the table, or is in the declarer's own hand; as many cards are laid aside as may be. "
            "Every time all hands must have as many cards as were dealt.",
            "calarec percorre le fasi di ogni contratto in tutti i modi possibili: la carta chiamata è di un altro, è "
            "in tavola o è già in mano al dichiarante; si mettono da parte tante carte quante si può. Ogni volta tutte "
            "le mani devono avere tante carte quante ne hanno ricevute.",
            "contracts:\n  solo: {stake: 2, leader: eldest, steps: [monte]}\n"
            "steps:\n  monte: {do: take, pile: monte, shown: everyone}",
            "contracts:\n  solo: {stake: 2, leader: eldest, steps: [monte, bury]}\n"
            "steps:\n  monte: {do: take, pile: monte, shown: everyone}\n  bury: {do: discard, to: monte}",
        ),
    ),
    Code(
        code="RUL405",
        severity=Severity.ERROR,
        title=Both("A pile without cards", "Un mazzetto senza carte"),
        message=Both(
            "`{contract}`: step `{step}` needs cards on `{pile}`, and there are none ({way})",
            "`{contract}`: la fase `{step}` vuole carte in `{pile}`, e non ce ne sono ({way})",
        ),
        help=Both(
            "the deal lays none there, and no earlier step does",
            "la distribuzione non ve ne mette, e nemmeno una fase precedente",
        ),
        page=rule_sample(
            "Ten cards to each of four players leave nothing for a monte, so no contract can take it.",
            "Dieci carte a ciascuno di quattro giocatori non lasciano un monte, perciò nessun contratto può prenderlo.",
            "piles:\n  monte: {dealt: 0}\nsteps:\n  monte: {do: take, pile: monte, shown: everyone}",
            "piles:\n  monte: {dealt: 4}\nsteps:\n  monte: {do: take, pile: monte, shown: everyone}",
        ),
    ),
    Code(
        code="RUL406",
        severity=Severity.ERROR,
        title=Both("A pile is read before it is filled", "Un mazzetto è usato prima di riempirlo"),
        message=Both(
            "`{contract}`: step `{step}` needs cards on `{pile}`, where a later step lays them",
            "`{contract}`: la fase `{step}` vuole carte in `{pile}`, dove le mette una fase successiva",
        ),
        help=Both("change the order of the steps", "cambia l'ordine delle fasi"),
        page=rule_sample(
            "Steps are carried out in the order of the list.",
            "Le fasi si seguono nell'ordine dell'elenco.",
            "contracts:\n  chiedo: {stake: 1, leader: eldest, steps: [ask, swap, take-tabled, lay]}",
            "contracts:\n  chiedo: {stake: 1, leader: eldest, steps: [lay, ask, swap, take-tabled]}",
        ),
    ),
    Code(
        code="RUL407",
        severity=Severity.ERROR,
        title=Both("No card has been called", "Nessuna carta è stata chiamata"),
        message=Both(
            "`{contract}`: step `{step}` follows no call that brings a card",
            "`{contract}`: la fase `{step}` non segue una chiamata che procuri una carta",
        ),
        help=Both(
            "put a step with `do: call` and `gets: card` before it",
            "mettici prima una fase con `do: call` e `gets: card`",
        ),
        wordings={
            "early": Wording(
                Both(
                    "`{contract}`: step `{step}` gives a card back before one was handed over",
                    "`{contract}`: la fase `{step}` restituisce una carta prima che ne sia stata consegnata una",
                ),
                Both("put the step with `do: hand_over` before it", "mettici prima la fase con `do: hand_over`"),
            ),
        },
        page=rule_sample(
            "Handing over, giving back and taking what was tabled all speak of who held the called card.",
            "Consegnare, restituire e prendere la carta in tavola riguardano chi aveva la carta chiamata.",
            "contracts:\n  chiamo: {stake: 1, leader: eldest, steps: [monte, give-back, bury]}",
            "contracts:\n  chiamo: {stake: 1, leader: eldest, steps: [ask, hand-over, monte, give-back, bury]}",
        ),
    ),
    Code(
        code="RUL408",
        severity=Severity.ERROR,
        title=Both("Two calls of one kind", "Due chiamate dello stesso genere"),
        message=Both(
            "`{contract}`: step `{step}` calls a second time for the same",
            "`{contract}`: la fase `{step}` chiama una seconda volta per lo stesso scopo",
        ),
        page=rule_sample(
            "A contract calls for a card once, or for a partner once.",
            "Un contratto chiama una carta una volta sola, o un compagno una volta sola.",
            "contracts:\n  chiamo: {stake: 1, leader: eldest, steps: [ask, hand-over, ask-again, monte, bury]}",
            "contracts:\n  chiamo: {stake: 1, leader: eldest, steps: [ask, hand-over, monte, give-back, bury]}",
        ),
    ),
    Code(
        code="RUL409",
        severity=Severity.WARNING,
        title=Both("The called card stays where it is", "La carta chiamata resta dov'è"),
        message=Both(
            "`{contract}`: step `{step}` calls a card that no later step hands over",
            "`{contract}`: la fase `{step}` chiama una carta che nessuna fase successiva consegna",
        ),
        help=Both("put a step with `do: hand_over` after it", "mettici dopo una fase con `do: hand_over`"),
        page=rule_sample(
            "Calling names the card; it moves when it is handed over.",
            "La chiamata nomina la carta; la carta si muove quando viene consegnata.",
            "contracts:\n  chiamo: {stake: 1, leader: eldest, steps: [ask, monte, bury]}",
            "contracts:\n  chiamo: {stake: 1, leader: eldest, steps: [ask, hand-over, monte, give-back, bury]}",
        ),
    ),
    Code(
        code="RUL410",
        severity=Severity.ERROR,
        title=Both("As many as discarded, and nothing was", "Tante quante scartate, ma nulla è stato scartato"),
        message=Both(
            "`{contract}`: step `{step}` takes as many cards as were discarded, and none were before",
            "`{contract}`: la fase `{step}` prende tante carte quante scartate, e prima non se ne scartano",
        ),
        wordings={
            "few": Wording(
                Both(
                    "`{contract}`: step `{step}` takes {cards} cards, and {size} lie on `{pile}` ({way})",
                    "`{contract}`: la fase `{step}` prende {cards} carte, e in `{pile}` ce ne sono {size} ({way})",
                ),
            ),
        },
        page=rule_sample(
            "The discard comes first; how many cards it was decides how many may be taken.",
            "Prima viene lo scarto; da quante carte si scartano dipende quante se ne prendono.",
            "contracts:\n  play: {stake: 1, leader: eldest, steps: [choose, lay-aside]}\n"
            "steps:\n  choose: {do: take, pile: widow, cards: as_discarded, shown: everyone}\n"
            "  lay-aside: {do: discard, to: aside, cards: up_to_pile, pile: widow}",
            "contracts:\n  play: {stake: 1, leader: eldest, steps: [lay-aside, choose]}",
        ),
    ),
    Code(
        code="RUL411",
        severity=Severity.ERROR,
        title=Both("The hand is already too small", "La mano è già troppo piccola"),
        message=Both(
            "`{contract}`: step `{step}` discards down to {dealt} cards, and the hand has only {size} ({way})",
            "`{contract}`: la fase `{step}` scarta fino a {dealt} carte, e la mano ne ha solo {size} ({way})",
        ),
        page=rule_sample(
            "Who has laid a card on the table and taken nothing has fewer cards than were dealt.",
            "Chi ha messo una carta in tavola e non ha preso nulla ha meno carte di quante ne ha ricevute.",
            "contracts:\n  chiedo: {stake: 1, leader: eldest, steps: [lay, bury]}",
            "contracts:\n  chiedo: {stake: 1, leader: eldest, steps: [lay, monte, bury]}",
        ),
    ),
    Code(
        code="RUL412",
        severity=Severity.WARNING,
        title=Both("A discard of nothing", "Uno scarto di nulla"),
        message=Both(
            "`{contract}`: at step `{step}` there is never a card to discard",
            "`{contract}`: alla fase `{step}` non c'è mai una carta da scartare",
        ),
        page=rule_sample(
            "The hand has as many cards as were dealt, so nothing is left to discard.",
            "La mano ha tante carte quante ne ha ricevute, perciò non c'è nulla da scartare.",
            "contracts:\n  solo: {stake: 2, leader: eldest, steps: [bury]}",
            "contracts:\n  solo: {stake: 2, leader: eldest, steps: [monte, bury]}",
        ),
    ),
    Code(
        code="RUL413",
        severity=Severity.ERROR,
        title=Both("A discard without a limit", "Uno scarto senza limite"),
        message=Both(
            "`up_to_pile` needs a `pile` that limits the number",
            "`up_to_pile` vuole un `pile` che limiti il numero",
        ),
        wordings={
            "least": Wording(
                Both(
                    "at least {least} cards are discarded, and `{pile}`, which limits them, has {size}",
                    "si scartano almeno {least} carte, e `{pile}`, che le limita, ne ha {size}",
                ),
            ),
        },
        page=rule_sample(
            "Where the declarer discards before seeing the monte, he may discard at most as many cards as lie there.",
            "Se il dichiarante scarta prima di vedere il monte, può scartare al più tante carte quante ve ne sono.",
            "steps:\n  lay-aside: {do: discard, to: aside, cards: up_to_pile}",
            "steps:\n  lay-aside: {do: discard, to: aside, cards: up_to_pile, pile: monte}",
        ),
    ),
    Code(
        code="RUL414",
        severity=Severity.ERROR,
        title=Both("A pile that cannot be shared so", "Un mazzetto che così non si divide"),
        message=Both(
            "`{contract}`: what lies on `{pile}` ({size}) cannot be shared equally among {sharers}",
            "`{contract}`: ciò che sta in `{pile}` ({size}) non si divide in parti uguali fra {sharers}",
        ),
        wordings={
            "two": Wording(
                Both(
                    "`{contract}`: two opponents share, and with {hands} hands there is only one",
                    "`{contract}`: dividono due avversari, e con {hands} mani ce n'è uno solo",
                ),
            ),
        },
        page=rule_sample(
            "Four cards can be divided by two or by four opponents, not by three.",
            "Quattro carte si dividono fra due o quattro avversari, non fra tre.",
            "piles:\n  monte: {dealt: 5}\nsteps:\n"
            "  two-each: {do: share, pile: monte, who: first_two_opponents, each: equal, decided: blind, shown: "
            "nobody}",
            "piles:\n  monte: {dealt: 4}",
        ),
    ),
    Code(
        code="RUL415",
        severity=Severity.WARNING,
        title=Both("A raise after cards have moved", "Un aggravio a carte già mosse"),
        message=Both(
            "`{contract}` can be raised up to the first lead, after its steps have moved cards: {steps}",
            "`{contract}` si può aggravare fino alla prima uscita, dopo fasi che muovono carte: {steps}",
        ),
        help=Both(
            "the steps of the higher contract would begin with other hands than were dealt; "
            "`raising: {{until: first_step}}` avoids that",
            "le fasi del contratto più alto comincerebbero con mani diverse da quelle date; "
            "`raising: {{until: first_step}}` lo evita",
        ),
        page=rule_sample(
            "Raising takes the declarer from one contract to another. What the first has done with the cards is not "
            "undone.",
            "L'aggravio porta il dichiarante da un contratto a un altro. Ciò che il primo ha fatto delle carte non si "
            "disfa.",
            "contracts:\n  solo: {stake: 2, leader: eldest, steps: [monte, bury], raises: [dividete]}",
            "raising: {until: first_step}",
        ),
    ),
    Code(
        code="RUL416",
        severity=Severity.NOTE,
        title=Both("Left and right are one seat", "Sinistra e destra sono lo stesso posto"),
        message=Both(
            "with two hands `{leader}` is the only opponent",
            "con due mani `{leader}` è l'unico avversario",
        ),
        page=rule_sample(
            "With two hands the seat at the left and the seat at the right of the declarer are the same.",
            "Con due mani il posto a sinistra e quello a destra del dichiarante sono lo stesso.",
            "table: {seats: [2], direction: clockwise}\ncontracts:\n  play: {stake: 1, leader: left_of_declarer}",
        ),
    ),
    Code(
        code="RUL423",
        severity=Severity.ERROR,
        title=Both("A way of sharing that contradicts itself", "Una spartizione che si contraddice"),
        message=Both("these cannot be true together", "queste cose non possono valere insieme"),
        wordings={
            "all": Wording(
                Both(
                    "each takes the whole pile, so it must go `in_turn`, not `{decided}`",
                    "ognuno prende tutto il mazzetto, perciò si va `in_turn`, non `{decided}`",
                ),
            ),
            "blind": Wording(
                Both(
                    "the cards are drawn blind, so `nobody` may see them before, not `{shown}`",
                    "le carte si pescano alla cieca, perciò prima non le vede `nobody`, non `{shown}`",
                ),
            ),
            "jointly": Wording(
                Both(
                    "the sharers settle it together, so it is nobody's turn to see the pile alone",
                    "decidono insieme, perciò non tocca a nessuno vedere il mazzetto da solo",
                ),
            ),
        },
        page=rule_sample(
            "Who draws unseen sees nothing; who takes the whole pile leaves none for others before he has discarded.",
            "Chi pesca alla cieca non vede nulla; chi prende tutto non lascia niente agli altri prima di aver "
            "scartato.",
            "steps:\n  two-each: {do: share, pile: monte, each: equal, decided: blind, shown: everyone}",
            "steps:\n  two-each: {do: share, pile: monte, each: equal, decided: blind, shown: nobody}",
        ),
    ),
    Code(
        code="RUL424",
        severity=Severity.WARNING,
        title=Both("A row that allows nothing", "Una riga che non permette nulla"),
        message=Both(
            "{ranks} may be called only by who holds all {holding}, and a card in one's own hand is refused",
            "{ranks} si chiama solo avendo tutti i {holding}, e una carta propria è rifiutata",
        ),
        wordings={
            "covered": Wording(
                Both(
                    "{ranks} may be called by an earlier row anyway",
                    "{ranks} si può chiamare già per una riga precedente",
                ),
            ),
        },
        page=rule_sample(
            "A card may be called if one row allows it. A row that adds nothing was hardly meant so.",
            "Una carta si può chiamare se una riga lo permette. Una riga che non aggiunge nulla difficilmente è "
            "voluta.",
            'steps:\n  ask:\n    do: call\n    cards:\n      - {ranks: "3"}\n      - {ranks: "3", holding_all: "2"}',
            'steps:\n  ask:\n    do: call\n    cards:\n      - {ranks: "3"}\n      - {ranks: "2", holding_all: "3"}',
        ),
    ),
    Code(
        code="RUL425",
        severity=Severity.NOTE,
        title=Both("Somebody may have nothing to call", "Qualcuno può non avere nulla da chiamare"),
        message=Both(
            "a declarer who holds every {ranks} ({count} cards) can call nothing",
            "un dichiarante con tutti i {ranks} ({count} carte) non può chiamare nulla",
        ),
        help=Both("so rare that most rules leave it open", "così raro che quasi tutte le regole lo tacciono"),
        page=rule_sample(
            "Only certain ranks may be called, and not a card of one's own hand. The rules do not say what happens to "
            "somebody who holds them all.",
            "Si possono chiamare solo certi valori, e non una carta propria. Le regole non dicono che cosa fa "
            "chi li ha "
            "tutti.",
            'steps:\n  ask:\n    do: call\n    gets: card\n    cards: [{ranks: "3"}]\n    in_hand: {then: refused}',
            'steps:\n  ask:\n    do: call\n    gets: card\n    cards: [{ranks: "3"}]\n    in_hand: {then: satisfied}',
        ),
    ),
    Code(
        code="RUL426",
        severity=Severity.WARNING,
        title=Both("A consequence that does not fit the call", "Una conseguenza che non va con la chiamata"),
        message=Both("this does not fit what is called for", "questo non va con ciò che si chiama"),
        wordings={
            "card": Wording(
                Both(
                    "the call brings a card, so nobody would have been a partner; say `satisfied` or `refused`",
                    "la chiamata procura una carta e nessuno sarebbe stato compagno; di' `satisfied` o `refused`",
                ),
            ),
            "partner": Wording(
                Both(
                    "the call seeks a partner, so a card does not satisfy it; say `alone` or `refused`",
                    "la chiamata cerca un compagno e una carta non la soddisfa; di' `alone` o `refused`",
                ),
            ),
        },
        page=rule_sample(
            "Who asks for a card and finds it has what he wanted; who seeks a partner and finds none plays alone.",
            "Chi chiede una carta e la trova ha ciò che voleva; chi cerca un compagno e non lo trova gioca da solo.",
            "steps:\n  partner: {do: call, gets: partner, in_pile: {then: satisfied}, in_hand: {then: refused}}",
            "steps:\n  partner: {do: call, gets: partner, in_pile: {then: alone}, in_hand: {then: refused}}",
        ),
    ),
    Code(
        code="RUL427",
        severity=Severity.WARNING,
        title=Both(
            "A card named with a bid that does not begin with it",
            "Una carta detta con una dichiarazione che comincia con altro",
        ),
        message=Both(
            "`{contract}`: the card is named with the bid, but step `{first}` comes before",
            "`{contract}`: la carta si dice con la dichiarazione, ma prima viene la fase `{first}`",
        ),
        wordings={
            "raised": Wording(
                Both(
                    "`{contract}` is not bid, so no card can be named with its bid",
                    "`{contract}` non si dichiara, perciò nessuna carta si può dire con la dichiarazione",
                ),
            ),
        },
        page=rule_sample(
            "Who names the card with the bid names it before anything else happens.",
            "Chi dice la carta dichiarando la dice prima che accada altro.",
            "contracts:\n  chiamo: {stake: 1, leader: eldest, steps: [monte, ask, hand-over, give-back, bury]}\n"
            "steps:\n  ask: {do: call, named: with_bid, gets: card, in_pile: {then: satisfied}, in_hand: {then: "
            "satisfied}}",
            "steps:\n  ask: {do: call, named: after_auction, gets: card, in_pile: {then: satisfied}, in_hand: "
            "{then: satisfied}}",
        ),
    ),
    Code(
        code="RUL428",
        severity=Severity.ERROR,
        title=Both("No partner can be found", "Non si può trovare un compagno"),
        message=Both(
            "with two hands there is one opponent, who cannot be a partner",
            "con due mani c'è un solo avversario, che non può essere compagno",
        ),
        wordings={
            "dummies": Wording(
                Both(
                    "the called card may lie in a dummy's hand, which an opponent plays: it can be no partner",
                    "la carta chiamata può averla il morto, che gioca un avversario: non può essere compagno",
                ),
                Both(
                    "take the dummies out, or the contract that calls a partner",
                    "togli i morti, o il contratto che chiama un compagno",
                ),
            ),
        },
        page=rule_sample(
            "A partner is called where at least three play.",
            "Un compagno si chiama dove si gioca almeno in tre.",
            "table: {seats: [2], direction: clockwise}\n"
            "steps:\n  partner: {do: call, gets: partner, in_pile: {then: alone}, in_hand: {then: refused}}",
            "table: {seats: [4], direction: clockwise}",
        ),
    ),
)

CODES = tuple(sorted(_AUCTION + _EXCHANGES, key=lambda code: code.code))
