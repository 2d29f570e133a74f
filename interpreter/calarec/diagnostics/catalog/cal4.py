# Long because: every code is told in two languages, each with an example.
"""CAL4xx: auction, call and exchange."""

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

_AUCTION = (
    Code(
        code="CAL401",
        severity=Severity.ERROR,
        title=Both("Speaking out of turn", "Parlare fuori turno"),
        message=Both("{seat} speaks, but it is {due}'s turn", "parla {seat}, ma tocca a {due}"),
        help=Both("what {due} may say: {legal}{taken}", "{due} può dire: {legal}{taken}"),
        page=sample(
            "The auction goes round in order of play, and the ruleset says who begins. A seat that has left it is "
            "passed over.",
            "Le dichiarazioni girano in ordine di gioco, e il regolamento dice chi comincia. Chi si è ritirato si "
            "salta.",
            "dealer A\nbid C: passo B: chiamo A: passo",
            "dealer A\nbid B: chiamo C: passo A: passo",
        ),
    ),
    Code(
        code="CAL402",
        severity=Severity.ERROR,
        title=Both("A bid that is not higher", "Una dichiarazione non superiore"),
        message=Both("`{word}` is not higher than `{high}`", "`{word}` non supera `{high}`"),
        help=Both("legal here: {legal}{taken}", "qui si può dire: {legal}{taken}"),
        page=sample(
            "Every bid must be higher on the ruleset's ladder than the last one.",
            "Ogni dichiarazione deve essere più alta, nella scala del regolamento, di quella precedente.",
            "bid B: solo C: chiamo A: passo",
            "bid B: solo C: passo A: passo",
        ),
    ),
    Code(
        code="CAL403",
        severity=Severity.ERROR,
        title=Both("A word at the wrong time", "Una parola al momento sbagliato"),
        message=Both("`{word}` cannot be said now", "`{word}` ora non si può dire"),
        help=Both("legal here: {legal}{taken}", "qui si può dire: {legal}{taken}"),
        wordings={
            "before_bid": Wording(
                Both(
                    "`{word}` is said only as long as nobody has bid",
                    "`{word}` si dice solo finché nessuno ha dichiarato",
                ),
                Both("legal here: {legal}{taken}", "qui si può dire: {legal}{taken}"),
            ),
            "after_bid": Wording(
                Both("`{word}` is said only once somebody has bid", "`{word}` si dice solo dopo una dichiarazione"),
                Both("legal here: {legal}{taken}", "qui si può dire: {legal}{taken}"),
            ),
        },
        page=sample(
            "Some words keep a player in the auction without bidding, or accept another's bid. The ruleset says when "
            "each may be said.",
            "Alcune parole tengono un giocatore in gara senza dichiarare, o accettano la dichiarazione di un altro. Il "
            "regolamento dice quando si può dire ciascuna.",
            "bid B: buono C: passo A: passo",
            "bid B: passo C: passo A: passo",
        ),
    ),
    Code(
        code="CAL404",
        severity=Severity.ERROR,
        title=Both("A contract that is not bid", "Un contratto che non si dichiara"),
        message=Both("`{word}` cannot be bid", "`{word}` non si può dichiarare"),
        help=Both("legal here: {legal}{taken}", "qui si può dire: {legal}{taken}"),
        wordings={
            "raise": Wording(
                Both(
                    "`{word}` is not bid: a contract is raised to it",
                    "`{word}` non si dichiara: ci si arriva aggravando",
                ),
                Both(
                    "legal here: {legal}; then a line `raise {seat}: {word}`{taken}",
                    "qui si può dire: {legal}; poi una riga `raise {seat}: {word}`{taken}",
                ),
            ),
        },
        page=sample(
            "The ladder lists what may be bid. Other contracts are reached by raising one that was bid.",
            "La scala elenca ciò che si può dichiarare. Ad altri contratti si arriva aggravandone uno dichiarato.",
            "bid B: dividete C: passo A: passo",
            "bid B: solissimo\nraise B: dividete",
        ),
    ),
    Code(
        code="CAL405",
        severity=Severity.ERROR,
        title=Both("A bid that the last hand forbids", "Una dichiarazione vietata dalla mano precedente"),
        message=Both(
            "`{word}` cannot be bid in a hand that follows an all-pass",
            "`{word}` non si può dichiarare in una mano che segue un «tutti passano»",
        ),
        help=Both("legal here: {legal}{taken}", "qui si può dire: {legal}{taken}"),
        page=sample(
            "Under some rules the cards on the table stay there when all pass, and the next auction is restricted to "
            "the higher bids.",
            "Con alcune regole, se tutti passano le carte in tavola restano, e alla mano successiva si possono fare "
            "solo le dichiarazioni più alte.",
            "carry monte Ab 6d 3s 7s\nbid B: chiamo",
            "carry monte Ab 6d 3s 7s\nbid B: solo",
        ),
    ),
    Code(
        code="CAL406",
        severity=Severity.ERROR,
        title=Both("A bid after the auction", "Una dichiarazione dopo la fine"),
        message=Both(
            "{label} bids `{name}`, but the auction is over",
            "{label} dichiara `{name}`, ma le dichiarazioni sono finite",
        ),
        help=Both(
            "it ended with the words before; is their order right?",
            "erano finite con le parole precedenti; il loro ordine è giusto?",
        ),
        page=sample(
            "The auction is over when nobody may speak any more; some rules end it at once with the highest bid, or "
            "with the first.",
            "Le dichiarazioni finiscono quando nessuno può più parlare; con alcune regole le chiude subito la più "
            "alta, o la prima.",
            "bid B: solissimo C: passo A: solissimo",
            "bid B: solissimo",
        ),
    ),
    Code(
        code="CAL407",
        severity=Severity.NOTE,
        title=Both("Words after the auction", "Parole dopo la fine delle dichiarazioni"),
        message=Both(
            "the auction was over before {label} said `{name}`",
            "le dichiarazioni erano finite prima che {label} dicesse `{name}`",
        ),
        help=Both("it changes nothing and may stay", "non cambia nulla e può restare"),
        page=sample(
            "Many write everybody's words even where the rules end the auction early. It does no harm.",
            "Molti scrivono le parole di tutti anche dove le regole chiudono prima le dichiarazioni. Non fa danno.",
            "bid B: solissimo C: passo A: passo",
            "bid B: solissimo",
        ),
    ),
)

_RAISES = (
    Code(
        code="CAL408",
        severity=Severity.ERROR,
        title=Both("A bid that the rest of the hand contradicts", "Una dichiarazione smentita dal resto della mano"),
        message=Both(
            "{label}'s `{name}` does not go with the rest of the hand",
            "`{name}` di {label} non va d'accordo con il resto della mano",
        ),
        help=Both("with `{meant}` it does; the hand is judged so", "con `{meant}` sì; la mano è giudicata così"),
        wordings={
            "seat": Wording(
                Both(
                    "said by {label}, `{name}` does not go with the rest of the hand",
                    "detto da {label}, `{name}` non va d'accordo con il resto della mano",
                ),
                Both("said by {meant} it does; the hand is judged so", "detto da {meant} sì; la mano è giudicata così"),
            ),
            "swapped": Wording(
                Both(
                    "{label}'s `{name}` and {other}'s `{other_name}` have changed places",
                    "`{name}` di {label} e `{other_name}` di {other} sono scambiati",
                ),
                Both(
                    "only the other way round they go with the rest of the hand, and it is judged so",
                    "solo al contrario vanno d'accordo con il resto della mano, che è giudicata così",
                ),
            ),
        },
        page=sample(
            "Who calls, takes and discards shows who plays the contract. Where one word or one letter of the auction "
            "contradicts all that follows, and the hand is right without that slip, nothing else is told of it.",
            "Chi chiama, prende e scarta mostra chi gioca. Se una sola parola o una sola lettera delle dichiarazioni "
            "contraddice tutto ciò che segue, e senza quella svista la mano torna, non si segnala altro.",
            "bid B: passo C: chiamo A: passo\ncall A: 3b with B",
            "bid B: passo C: passo A: chiamo\ncall A: 3b with B",
        ),
    ),
    Code(
        code="CAL410",
        severity=Severity.ERROR,
        title=Both("A raise that this contract does not know", "Un aggravio che questo contratto non prevede"),
        message=Both("{contract} cannot be raised to `{word}`", "{contract} non si può aggravare a `{word}`"),
        help=Both("it can be raised to {legal}", "si può aggravare a {legal}"),
        wordings={
            "none": Wording(
                Both(
                    "{contract} cannot be raised, not to `{word}` either",
                    "{contract} non si può aggravare, neppure a `{word}`",
                ),
                Both("was another contract bid?", "era stato dichiarato un altro contratto?"),
            ),
        },
        page=sample(
            "Each contract lists those that it may be raised to.",
            "Ogni contratto elenca quelli a cui si può aggravare.",
            "bid B: chiamo C: passo A: passo\nraise B: dividete",
            "bid B: solissimo\nraise B: dividete",
        ),
    ),
    Code(
        code="CAL411",
        severity=Severity.ERROR,
        title=Both("A raise too late or too early", "Un aggravio troppo tardi o troppo presto"),
        message=Both("{seat} cannot raise to `{word}` now", "{seat} ora non può aggravare a `{word}`"),
        wordings={
            "first_lead": Wording(
                Both("{seat} cannot raise to `{word}` now", "{seat} ora non può aggravare a `{word}`"),
                Both(
                    "raises are said between the exchange and the first lead",
                    "si aggrava fra gli scambi e la prima uscita",
                ),
            ),
            "first_step": Wording(
                Both("{seat} cannot raise to `{word}` now", "{seat} ora non può aggravare a `{word}`"),
                Both("raises are said directly after the auction", "si aggrava subito dopo le dichiarazioni"),
            ),
        },
        page=sample(
            "The ruleset says up to when the declarer may raise: before the first card is led, or directly after the "
            "auction.",
            "Il regolamento dice fino a quando il dichiarante può aggravare: prima della prima carta, o subito dopo le "
            "dichiarazioni.",
            " 1 B: 3s 2s 4s\nraise B: dividete",
            "raise B: dividete\n 1 B: 3s 2s 4s",
        ),
    ),
    Code(
        code="CAL412",
        severity=Severity.ERROR,
        title=Both("A raise by somebody else", "Un aggravio di un altro"),
        message=Both(
            "{seat} raises, but {declarer} plays {contract}", "aggrava {seat}, ma {contract} lo gioca {declarer}"
        ),
        help=Both("only the declarer may raise", "solo il dichiarante può aggravare"),
        page=sample(
            "A contract is raised by who plays it.",
            "Un contratto lo aggrava chi lo gioca.",
            "bid B: solissimo\nraise C: dividete",
            "bid B: solissimo\nraise B: dividete",
        ),
    ),
    Code(
        code="CAL413",
        severity=Severity.ERROR,
        title=Both("A raise without a contract", "Un aggravio senza contratto"),
        message=Both(
            "nothing is bid that `{word}` could raise", "non è stato dichiarato nulla che `{word}` possa aggravare"
        ),
        help=Both("raises come after the auction", "si aggrava dopo le dichiarazioni"),
        page=sample(
            "A raise makes a contract dearer that was bid. Before the auction is over there is none.",
            "Un aggravio rende più caro un contratto dichiarato. Prima della fine delle dichiarazioni non ce n'è.",
            "raise B: dividete\nbid B: solissimo",
            "bid B: solissimo\nraise B: dividete",
        ),
    ),
)

_CALLS = (
    Code(
        code="CAL420",
        severity=Severity.ERROR,
        title=Both("Calling one's own card", "Chiamare una carta propria"),
        message=Both("{seat} calls {card}, but holds it", "{seat} chiama {card}, ma ce l'ha in mano"),
        help=Both("legal here: {legal}", "qui si può chiamare: {legal}"),
        page=sample(
            "Under these rules a card that the caller holds cannot be called.",
            "Con queste regole non si può chiamare una carta che si ha in mano.",
            "deal B: 3b 2b Ab 3c 2c Ac 3d 2d Ad 3s 2s As\ncall B: 3b",
        ),
    ),
    Code(
        code="CAL421",
        severity=Severity.ERROR,
        title=Both("A card that may not be called", "Una carta che non si può chiamare"),
        message=Both("{seat} may not call {card}", "{seat} non può chiamare {card}"),
        help=Both("legal here: {legal}", "qui si può chiamare: {legal}"),
        page=sample(
            "Some rules let only certain cards be called: a three; a two, if the caller holds all threes.",
            "Alcune regole lasciano chiamare solo certe carte: un tre; un due, se chi chiama ha tutti i tre.",
            "call B: 7c",
            "call B: 3c",
        ),
    ),
    Code(
        code="CAL422",
        severity=Severity.ERROR,
        title=Both("Calling a card that lies on the table", "Chiamare una carta che è in tavola"),
        message=Both("{seat} calls {card}, but it lies on the table", "{seat} chiama {card}, ma è in tavola"),
        help=Both("legal here: {legal}", "qui si può chiamare: {legal}"),
        page=sample(
            "Under these rules a card that nobody holds cannot be called; another one is named.",
            "Con queste regole non si può chiamare una carta che nessuno ha in mano; se ne chiama un'altra.",
            "monte 3c 6d 3s 7s\ncall B: 3c",
            "monte 3c 6d 3s 7s\ncall B: 3d",
        ),
    ),
    Code(
        code="CAL423",
        severity=Severity.ERROR,
        title=Both("The called card was elsewhere", "La carta chiamata era altrove"),
        message=Both("{name} was not {stated} but {actual}", "{name} non era {stated} ma {actual}"),
        help=Both(
            "where a called card is follows from the deal; `with C` and `in monte` only repeat it",
            "dove sta la carta chiamata risulta dalla distribuzione; `with C` e `in monte` lo ripetono soltanto",
        ),
        page=sample(
            "A call may say where the card was found. This is an assertion and is held against the deal.",
            "Una chiamata può dire dove si trovava la carta. È un'asserzione, e si confronta con la distribuzione.",
            "deal C: 3b 2b Fb 3c Rc Fc 7c 6c 3d Fd 4d 2s\ncall B: 3b with A",
            "deal C: 3b 2b Fb 3c Rc Fc 7c 6c 3d Fd 4d 2s\ncall B: 3b with C",
        ),
    ),
    Code(
        code="CAL424",
        severity=Severity.ERROR,
        title=Both("Not the called card, or not to the caller", "Non la carta chiamata, o non a chi chiama"),
        message=Both("{seat} has to give {card} to {to}", "{seat} deve dare {card} a {to}"),
        help=Both("that is the card that was called", "è quella la carta chiamata"),
        page=sample(
            "Who holds the called card hands over that card, to the caller.",
            "Chi ha la carta chiamata consegna quella, a chi l'ha chiamata.",
            "call B: 3b with C\ngive C: open 2b to B",
            "call B: 3b with C\ngive C: open 3b to B",
        ),
    ),
    Code(
        code="CAL425",
        severity=Severity.ERROR,
        title=Both("A card given back to somebody else", "Una carta restituita a un altro"),
        message=Both("{seat} gives back a card to {to} alone", "{seat} restituisce una carta solo a {to}"),
        help=Both("it goes to who handed over the called card", "va a chi ha dato la carta chiamata"),
        page=sample(
            "The card that is given back goes to the player who handed over the called card.",
            "La carta restituita va al giocatore che ha consegnato quella chiamata.",
            "give C: open 3b to B\ntake B: open Ab 6d 3s 7s\ngive B: open 4c to A",
            "give C: open 3b to B\ntake B: open Ab 6d 3s 7s\ngive B: open 4c to C",
        ),
    ),
    Code(
        code="CAL426",
        severity=Severity.ERROR,
        title=Both("Another card was called", "È stata chiamata un'altra carta"),
        message=Both(
            "{name} cannot be what {label} called: everything that follows is about {meant}",
            "{label} non può aver chiamato {name}: tutto ciò che segue riguarda {meant}",
        ),
        help=Both("the hand is judged with {meant}", "la mano è giudicata con {meant}"),
        page=sample(
            "The card that is handed over is the one that was called. Where its holder, the card given back and the "
            "play all go with that card, it is the call that is misread.",
            "La carta consegnata è quella chiamata. Se chi l'aveva, la carta restituita e il gioco vanno tutti "
            "d'accordo con quella, è la chiamata a essere letta male.",
            "call B: 2d with A\ngive C: open 3b to B",
            "call B: 3b with C\ngive C: open 3b to B",
        ),
    ),
)

_EXCHANGE = (
    Code(
        code="CAL430",
        severity=Severity.ERROR,
        title=Both("Something that is not due", "Qualcosa che non è previsto"),
        message=Both("{seat} cannot {doing} here: {due}", "qui {seat} non può {doing}: {due}"),
        help=Both(
            "lines stand in the order in which things happened; is one missing or out of place?",
            "le righe stanno nell'ordine in cui è successo; ne manca una, o è fuori posto?",
        ),
        page=sample(
            "The contract says what happens between the auction and the first lead, and in which order. What leaves no "
            "choice may be left out of a record; anything else stands in its place.",
            "Il contratto dice che cosa succede fra le dichiarazioni e la prima uscita, e in quale ordine. Ciò che non "
            "lascia scelta si può tralasciare; tutto il resto sta al suo posto.",
            "discard B: closed 6b 5c 6d 5s\ntake B: open Ab 6d 3s 7s",
            "take B: open Ab 6d 3s 7s\ndiscard B: closed 6b 5c 6d 5s",
        ),
    ),
    Code(
        code="CAL431",
        severity=Severity.ERROR,
        title=Both("Another seat's business", "Tocca a un altro"),
        message=Both("this is for {due} to do, not for {seat}", "tocca a {due}, non a {seat}"),
        help=Both("is the right seat before the colon?", "prima dei due punti c'è il posto giusto?"),
        wordings={
            "in_turn": Wording(
                Both("it is {due}'s turn to take, not {seat}'s", "tocca a {due} prendere, non a {seat}"),
                Both(
                    "they take one after the other, and each discards before the next takes; are the lines in that "
                    "order?",
                    "si prende uno dopo l'altro, e ciascuno scarta prima che prenda il prossimo; le righe sono in "
                    "quest'ordine?",
                ),
            ),
        },
        page=sample(
            "Before the colon always stands the seat that acts.",
            "Prima dei due punti sta sempre il posto di chi agisce.",
            "bid B: solo\ntake C: open Ab 6d 3s 7s",
            "bid B: solo\ntake B: open Ab 6d 3s 7s",
        ),
    ),
    Code(
        code="CAL432",
        severity=Severity.ERROR,
        title=Both("A card that nobody holds", "Una carta che nessuno ha in mano"),
        message=Both("{seat} does not hold {card}: it is played", "{seat} non ha {card}: è già giocata"),
        help=Both("{seat} holds {held}", "{seat} ha in mano {held}"),
        wordings={
            "pile": Wording(
                Both(
                    "{seat} does not hold {card}: it lies in the {pile}",
                    "{seat} non ha {card}: è nel mazzetto ({pile})",
                ),
                Both("{seat} holds {held}", "{seat} ha in mano {held}"),
            ),
        },
        page=sample(
            "Nobody gives, discards or shows a card that is not in the hand.",
            "Nessuno dà, scarta o mostra una carta che non ha in mano.",
            "monte Ab 6d 3s 7s\nshow C: Ab",
        ),
    ),
    Code(
        code="CAL433",
        severity=Severity.ERROR,
        title=Both("A card that somebody else holds", "Una carta che ha un altro"),
        message=Both("{seat} does not hold {card}: {holder} does", "{seat} non ha {card}: ce l'ha {holder}"),
        help=Both("{seat} holds {held}", "{seat} ha in mano {held}"),
        page=sample(
            "Nobody gives, discards or shows a card that is not in the hand. Either the card is misread, or the deal.",
            "Nessuno dà, scarta o mostra una carta che non ha in mano. O è letta male la carta, o la distribuzione.",
            "deal C: 3b 2b Fb 3c Rc Fc 7c 6c 3d Fd 4d 2s\ndiscard B: closed 6b 5c 6d 3b",
            "deal C: 3b 2b Fb 3c Rc Fc 7c 6c 3d Fd 4d 2s\ndiscard B: closed 6b 5c 6d 5s",
        ),
    ),
    Code(
        code="CAL434",
        severity=Severity.ERROR,
        title=Both("Too many or too few cards", "Troppe o troppo poche carte"),
        message=Both("{found} from {seat} instead of {due}", "{found} da {seat} invece di {due}"),
        help=Both("a card that nobody remembers is written `__`", "una carta che nessuno ricorda si scrive `__`"),
        page=sample(
            "The ruleset says how many cards are taken, given back and discarded.",
            "Il regolamento dice quante carte si prendono, si restituiscono e si scartano.",
            "take B: open Ab 6d 3s 7s\ndiscard B: closed 6b 5c 6d",
            "take B: open Ab 6d 3s 7s\ndiscard B: closed 6b 5c 6d 5s",
        ),
    ),
    Code(
        code="CAL435",
        severity=Severity.ERROR,
        title=Both("A card that is not in the pile", "Una carta che non è nel mazzetto"),
        message=Both(
            "{seat} cannot take {card}: it is not in the {pile}",
            "{seat} non può prendere {card}: non è nel mazzetto ({pile})",
        ),
        help=Both("there lie {held}", "ci sono {held}"),
        page=sample(
            "What is taken from a pile lies in it: as it was dealt, or as others left it.",
            "Ciò che si prende da un mazzetto ci sta dentro: com'è stato dato, o come altri l'hanno lasciato.",
            "monte Ab 6d 3s 7s\ntake B: open Ab 6d 3s 7c",
            "monte Ab 6d 3s 7s\ntake B: open Ab 6d 3s 7s",
        ),
    ),
    Code(
        code="CAL436",
        severity=Severity.ERROR,
        title=Both("A card twice on a line", "Una carta due volte nella stessa riga"),
        message=Both("{name} stands twice on this line", "{name} sta due volte su questa riga"),
        help=Both(
            "without it the number of cards is right: it is read once",
            "senza, il numero delle carte torna: si legge una volta",
        ),
        wordings={
            "another": Wording(
                Both("{name} stands twice on this line", "{name} sta due volte su questa riga"),
                Both(
                    "one of the two is {meant}, as the tricks show", "una delle due è {meant}, come mostrano le prese"
                ),
            ),
            "unknown": Wording(
                Both("{name} stands twice on this line", "{name} sta due volte su questa riga"),
                Both(
                    "one of the two is another card: what is paid is not judged",
                    "una delle due è un'altra carta: i pagamenti non sono giudicati",
                ),
            ),
        },
        page=sample(
            "Each card is named once where cards are taken, given, discarded or shown. Either the second is too many, "
            "or it stands in the place of another card.",
            "Ogni carta si nomina una volta dove si prende, si dà, si scarta o si mostra. O la seconda è di troppo, o "
            "sta al posto di un'altra carta.",
            "discard B: closed 6b 5c 5c 5s",
            "discard B: closed 6b 5c 6d 5s",
        ),
    ),
    Code(
        code="CAL437",
        severity=Severity.ERROR,
        title=Both("Open or closed", "Scoperto o coperto"),
        message=Both(
            "{label} does this face down, but under these rules it is open to all",
            "{label} lo fa a carte coperte, ma con queste regole si fa scoperto",
        ),
        help=Both("leave the word out if it was not noticed", "togli la parola se non si è badato"),
        wordings={
            "closed": Wording(
                Both(
                    "{label} does this face down, but under these rules it is open to all",
                    "{label} lo fa a carte coperte, ma con queste regole si fa scoperto",
                ),
                Both("leave the word out if it was not noticed", "togli la parola se non si è badato"),
            ),
            "open": Wording(
                Both(
                    "{label} does this openly, but under these rules it is done face down",
                    "{label} lo fa a carte scoperte, ma con queste regole si fa coperto",
                ),
                Both("leave the word out if it was not noticed", "togli la parola se non si è badato"),
            ),
        },
        page=sample(
            "A transfer may say `open` or `closed`; where it says nothing the ruleset decides. Where it says the "
            "contrary of the ruleset, the record was made under other rules, or the word is a slip.",
            "Uno scambio può dire `open` o `closed`; dove non dice nulla decide il regolamento. Dove dice il "
            "contrario, si è giocato con altre regole, oppure la parola è una svista.",
            "give C: closed 3b to B",
            "give C: open 3b to B",
        ),
    ),
    Code(
        code="CAL438",
        severity=Severity.ERROR,
        title=Both("A card given away and played", "Una carta data via e poi giocata"),
        message=Both(
            "{name} cannot be what {label} gives away here: {label} plays it in trick {trick}",
            "{label} non può dare via {name} qui: la gioca nella presa {trick}",
        ),
        help=Both(
            "it is {meant}, as the tricks show; the hand is judged so",
            "è {meant}, come mostrano le prese; la mano è giudicata così",
        ),
        wordings={
            "unsure": Wording(
                Both(
                    "{name} cannot be what {label} gives away here: {label} plays it in trick {trick}",
                    "{label} non può dare via {name} qui: la gioca nella presa {trick}",
                ),
                Both(
                    "it is {meant}, unless it is the trick that is wrong: what is paid is not judged",
                    "è {meant}, se non è sbagliata la presa: i pagamenti non sono giudicati",
                ),
            ),
        },
        page=sample(
            "Who gives a card to another, or discards it, does not play it later. Where all tricks are written down "
            "they show which card it was, and the hand is judged with that one.",
            "Chi dà una carta a un altro, o la scarta, poi non la gioca. Se le prese sono tutte scritte mostrano quale "
            "carta era, e la mano si giudica con quella.",
            "give B: open 2d to C\n 1 B: 3s 2s 4s\n 2 B: 2d Fd 4c",
            "give B: open 4c to C\n 1 B: 3s 2s 4s\n 2 B: 2d Fd 4c",
        ),
    ),
)

CODES = (*_AUCTION, *_RAISES, *_CALLS, *_EXCHANGE)
