# Long because: every code is told in two languages, each with an example.
"""CAL5xx: play, claims, irregularities, cards shown, signals."""

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

_CAN_PLAY = Both("legal here: {legal}", "qui si può giocare: {legal}")

_PLAY = (
    Code(
        code="CAL501",
        severity=Severity.ERROR,
        title=Both("The wrong seat leads", "Esce chi non deve"),
        message=Both("{seat} leads, but {due} won the last trick", "esce {seat}, ma l'ultima presa è di {due}"),
        help=Both(
            "who wins a trick leads to the next; is a card of the last trick misread?",
            "chi fa la presa esce alla successiva; una carta dell'ultima presa è letta male?",
        ),
        wordings={
            "first": Wording(
                Both("{seat} leads, but the first lead is {due}'s", "esce {seat}, ma la prima uscita è di {due}"),
                Both(
                    "the contract says who leads first; are dealer and declarer right?",
                    "il contratto dice chi esce per primo; mazziere e dichiarante sono giusti?",
                ),
            ),
        },
        page=sample(
            "A trick's line begins with the seat that leads: to the first trick the one that the contract names, then "
            "always the winner of the last trick.",
            "La riga di una presa comincia con il posto di chi esce: alla prima presa quello che il contratto indica, "
            "poi sempre chi ha fatto l'ultima presa.",
            " 1 B: 3s 2s 4s\n 2 C: Fc 7s 6s",
            " 1 B: 3s 2s 4s\n 2 B: 7s Fc Fs",
        ),
    ),
    Code(
        code="CAL502",
        severity=Severity.ERROR,
        title=Both("Playing out of turn", "Giocare fuori turno"),
        message=Both("{seat} plays {card}, but it is {due}'s turn", "{seat} gioca {card}, ma tocca a {due}"),
        help=_CAN_PLAY,
        page=sample(
            "The cards of a trick stand in the order in which they were played, and play goes round in order of the "
            "seats. A record cannot write it otherwise; a program that plays through the interpreter can try.",
            "Le carte di una presa stanno nell'ordine in cui sono state giocate, e il gioco gira in ordine di posto. "
            "Una registrazione non può dirlo altrimenti; un programma che gioca attraverso l'interprete può "
            "provarci.",
            " 1 B: 3s 2s 4s",
        ),
    ),
    Code(
        code="CAL503",
        severity=Severity.ERROR,
        title=Both("A trick for more or fewer players", "Una presa per più o meno giocatori"),
        message=Both("{found} in a trick, but {seats} play", "{found} in una presa, ma si gioca in {seats}"),
        help=Both(
            "is the hand of another table, or a `seat` line too many or missing?",
            "la mano è di un altro tavolo, o c'è una riga `seat` di troppo o in meno?",
        ),
        wordings={
            "few": Wording(
                Both(
                    "only {found} in trick {trick}, but {seats} play",
                    "solo {found} nella presa {trick}, ma si gioca in {seats}",
                ),
                Both("a card that nobody remembers is written `__`", "una carta che nessuno ricorda si scrive `__`"),
            ),
        },
        page=sample(
            "Everybody who holds cards plays one to each trick.",
            "Chiunque abbia carte ne gioca una a ogni presa.",
            'seat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\nhand 1\ndealer A\n 1 B: 3s 2s 4s 6s\n 2 B: 7s Fc Fs '
            "5s\nend",
            'seat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\nhand 1\ndealer A\n 1 B: 3s 2s 4s\n 2 B: 7s Fc Fs\nend',
        ),
    ),
    Code(
        code="CAL504",
        severity=Severity.ERROR,
        title=Both("The cards of a trick in another order", "Le carte di una presa in altro ordine"),
        message=Both(
            "{name} is {holder}'s card, but stands in {label}'s place",
            "{name} è di {holder}, ma sta al posto di {label}",
        ),
        help=Both(
            "each card of this trick lies with another seat: only their order, or the leader, is wrong",
            "ogni carta di questa presa è di un posto diverso: è sbagliato solo l'ordine, o chi esce",
        ),
        page=sample(
            "The cards of a trick stand in the order in which they were played, beginning with the leader's. Here "
            "every "
            "seat has played one of its own cards, but they are written in another order; the trick is taken as the "
            "hands show it.",
            "Le carte di una presa stanno nell'ordine in cui sono state giocate, a cominciare da quella di chi esce. "
            "Qui ognuno ha giocato una sua carta, ma l'ordine scritto è un altro; la presa si legge come mostrano le "
            "mani.",
            " 3 A: 7b Fb Ab",
            " 3 A: 7b Ab Fb",
        ),
    ),
    Code(
        code="CAL510",
        severity=Severity.ERROR,
        title=Both("A card that somebody else holds", "Una carta che ha un altro"),
        message=Both("{seat} plays {card}, but {holder} holds it", "{seat} gioca {card}, ma ce l'ha {holder}"),
        help=_CAN_PLAY,
        wordings={
            "aside": Wording(
                Both("{seat} plays {card}, which lies aside", "{seat} gioca {card}, che è fra le carte da parte"),
                _CAN_PLAY,
            ),
            "alone": Wording(
                Both("{seat} plays {card}, but {holder} holds it", "{seat} gioca {card}, ma ce l'ha {holder}")
            ),
            "aside_alone": Wording(
                Both("{seat} plays {card}, which lies aside", "{seat} gioca {card}, che è fra le carte da parte")
            ),
        },
        page=sample(
            "A card is played from the hand that it lies in. Either the card is misread, or the deal or the exchange "
            "before it.",
            "Una carta si gioca dalla mano in cui sta. O è letta male la carta, o lo sono la distribuzione o gli "
            "scambi "
            "precedenti.",
            "deal C: 3b 2b Fb 3c Rc Fc 7c 6c 3d Fd 4d 2s\n 3 A: 7b Ab 3b",
            "deal C: 3b 2b Fb 3c Rc Fc 7c 6c 3d Fd 4d 2s\n 3 A: 7b 3b Ab",
        ),
    ),
    Code(
        code="CAL511",
        severity=Severity.ERROR,
        title=Both("A card played twice", "Una carta giocata due volte"),
        message=Both("{card} was played in trick {trick} already", "{card} è già stata giocata nella presa {trick}"),
        help=_CAN_PLAY,
        wordings={
            "same": Wording(
                Both("{card} stands twice in trick {trick}", "{card} sta due volte nella presa {trick}"), _CAN_PLAY
            ),
            "later": Wording(
                Both("{name} is played in trick {trick} too", "{name} è giocata anche nella presa {trick}"),
                Both(
                    "here it must be {meant}: only so the rest of the hand is right",
                    "qui dev'essere {meant}: solo così torna il resto della mano",
                ),
            ),
            "alone": Wording(
                Both("{card} was played in trick {trick} already", "{card} è già stata giocata nella presa {trick}")
            ),
            "same_alone": Wording(
                Both("{card} stands twice in trick {trick}", "{card} sta due volte nella presa {trick}")
            ),
        },
        page=sample(
            "Each card is played once. One of the two is another card.",
            "Ogni carta si gioca una volta sola. Una delle due è un'altra carta.",
            " 1 B: 3s 2s 4s\n 2 B: 7s Fc 4s",
            " 1 B: 3s 2s 4s\n 2 B: 7s Fc Fs",
        ),
    ),
    Code(
        code="CAL512",
        severity=Severity.ERROR,
        title=Both("Not following suit", "Non rispondere al seme"),
        message=Both(
            "{seat} plays {suit} on a lead of {led}, but holds {held}",
            "{seat} gioca {suit} su un'uscita a {led}, ma ha {held}",
        ),
        help=Both(
            "legal here: {legal}. If it really was a revoke, keep the card and add a `fault` line",
            "qui si può giocare: {legal}. Se è andata davvero così, lasciare la carta e aggiungere una riga `fault`",
        ),
        wordings={
            "declared": Wording(
                Both(
                    "{seat} plays {suit} on a lead of {led}, but holds {held}",
                    "{seat} gioca {suit} su un'uscita a {led}, ma ha {held}",
                ),
                Both(
                    "the record declares it with a `fault` line, and its price is settled",
                    "la registrazione lo dichiara con una riga `fault`, e il prezzo è messo in conto",
                ),
            ),
        },
        page=sample(
            "Who holds a card of the suit led has to play one. A revoke that really happened is stated with the "
            "ruleset's own word for it, and its price is settled; the finding then is only a note.",
            "Chi ha carte del seme d'uscita deve giocarne una. Una mancata risposta avvenuta davvero si dichiara con "
            "la parola del regolamento, e il prezzo si mette in conto; allora questa è solo una nota.",
            " 3 A: 7b Ab 4d",
            " 3 A: 7b Ab 4d\nfault C: revoke trick 3 claimed by B",
        ),
    ),
    Code(
        code="CAL514",
        severity=Severity.ERROR,
        title=Both("Another seat won the trick", "La presa è di un altro"),
        message=Both(
            "{actual} won this trick with {name}, not {stated}", "la presa è di {actual} con {name}, non di {stated}"
        ),
        help=Both("the highest card of the suit led wins", "vince la carta più alta del seme d'uscita"),
        page=sample(
            "`> B` repeats who won a trick, and is held against the cards. `--fix` mends it if the right winner "
            "leads to the next trick.",
            "`> B` ripete chi ha fatto la presa, e si confronta con le carte. `--fix` la corregge se alla presa "
            "successiva esce chi l'ha fatta.",
            " 1 B: 3s 2s 4s > C\n 2 B: 7s Fc Fs",
            " 1 B: 3s 2s 4s > B\n 2 B: 7s Fc Fs",
        ),
    ),
    Code(
        code="CAL515",
        severity=Severity.ERROR,
        title=Both("Something after the hand is over", "Qualcosa dopo la fine della mano"),
        message=Both("the hand is over: {seat} cannot act any more", "la mano è finita: {seat} non può più fare nulla"),
        help=Both(
            "only an irregularity can still be claimed; is a hand of its own meant?",
            "si può ancora contestare solo un'irregolarità; si intende un'altra mano?",
        ),
        page=sample(
            "A hand is over with its last trick, with a claim that holds, or when all pass and the rules say that the "
            "cards are dealt anew.",
            "Una mano finisce con l'ultima presa, con una chiusura accettata, o quando tutti passano e le regole fanno "
            "ridare le carte.",
            "bid B: passo C: passo A: passo\n 1 B: 3s 2s 4s",
            "bid B: passo C: passo A: passo\nend",
        ),
    ),
    Code(
        code="CAL516",
        severity=Severity.ERROR,
        title=Both("The number of a trick", "Il numero di una presa"),
        message=Both("this is trick {due}, not {found}", "questa è la presa {due}, non la {found}"),
        help=Both("tricks count up from 1", "le prese si contano da 1 in su"),
        page=sample(
            "Tricks are numbered from 1 on. A record that is read from a file is told so by CAL118; a hand made by a "
            "program by this code.",
            "Le prese si numerano da 1 in su. A una mano letta da un file lo dice CAL118; a una mano fatta da un "
            "programma questo codice.",
            " 1 B: 3s 2s 4s\n 3 B: 7s Fc Fs",
            " 1 B: 3s 2s 4s\n 2 B: 7s Fc Fs",
        ),
    ),
    Code(
        code="CAL517",
        severity=Severity.NOTE,
        title=Both("The hand is not finished", "La mano non è finita"),
        message=Both("the record ends before the hand does", "la registrazione finisce prima della mano"),
        wordings={
            "auction": Wording(
                Both("the record ends in the auction", "la registrazione finisce durante le dichiarazioni")
            ),
            "exchange": Wording(
                Both("the record ends before the first lead", "la registrazione finisce prima della prima uscita")
            ),
            "play": Wording(
                Both("the record ends before the last trick", "la registrazione finisce prima dell'ultima presa"),
                Both(
                    "if it ended so at the table, say it: a `claim` line, or `end abandoned`",
                    "se al tavolo è finita così, dirlo: una riga `claim`, o `end abandoned`",
                ),
            ),
        },
        page=sample(
            "What is recorded is checked as far as it goes; a hand that is not finished has no result. This is no "
            "fault.",
            "Ciò che è scritto si controlla fin dove arriva; una mano non finita non ha risultato. Non è un errore.",
            " 1 B: 3s 2s 4s\nend",
            " 1 B: 3s 2s 4s\nclaim B: rest accepted\nend claimed",
        ),
    ),
)

_CLAIMS = (
    Code(
        code="CAL520",
        severity=Severity.ERROR,
        title=Both("Who may claim", "Chi può chiudere"),
        message=Both(
            "{seat} may not claim: only the declarer may", "{seat} non può chiudere: può farlo solo il dichiarante"
        ),
        page=sample(
            "The ruleset says who may claim or concede before the last trick.",
            "Il regolamento dice chi può chiudere o cedere prima dell'ultima presa.",
            "bid B: solo\nclaim C: rest accepted",
            "bid B: solo\nclaim B: rest accepted",
        ),
    ),
    Code(
        code="CAL521",
        severity=Severity.ERROR,
        title=Both("A claim of points", "Chiudere a punti"),
        message=Both(
            "{seat} claims {points}, but only the rest may be claimed",
            "{seat} chiude a {points}, ma si può chiudere solo col resto",
        ),
        help=Both(
            "write `claim {seat}: rest`, or play the hand out", "scrivere `claim {seat}: rest`, o giocare fino in fondo"
        ),
        wordings={
            "range": Wording(
                Both(
                    "{points} cannot be reached: by the tricks that are already won it will be from {least} to {most}",
                    "{points} non si può avere: con le prese già fatte si avrà da {least} a {most}",
                ),
                Both(
                    "all are counted in the unit of the ruleset; eight whole points are written `8p`",
                    "si conta nell'unità del regolamento; otto punti interi si scrivono `8p`",
                ),
            )
        },
        page=sample(
            "Some rules let a number of points be claimed; these let only all that is left be claimed.",
            "Alcune regole lasciano chiudere a un certo numero di punti; queste solo con tutto ciò che resta.",
            "claim B: points 22 accepted",
            "claim B: rest accepted",
        ),
    ),
    Code(
        code="CAL522",
        severity=Severity.ERROR,
        title=Both("Conceding to nobody", "Cedere a nessuno"),
        message=Both("{seat} cannot concede: each plays alone", "{seat} non può cedere: ognuno gioca per sé"),
        help=Both("without a declarer there is no other side", "senza dichiarante non c'è un'altra parte"),
        wordings={
            "points": Wording(
                Both(
                    "{seat} cannot claim {points} points: each plays alone",
                    "{seat} non può dichiarare {points} punti: ognuno gioca per sé",
                ),
                Both(
                    "without a declarer nobody could say who has the rest",
                    "senza dichiarante non si saprebbe a chi va il resto",
                ),
            )
        },
        page=sample(
            "Who concedes gives the rest to the other side. In a hand without a declarer there is none.",
            "Chi cede lascia il resto all'altra parte. In una mano senza dichiarante non ce n'è una.",
            "bid B: passo C: passo A: passo\nconcede B: rest",
        ),
    ),
    Code(
        code="CAL523",
        severity=Severity.ERROR,
        title=Both("A claim before the play", "Chiudere prima del gioco"),
        message=Both("{seat} claims before the play has begun", "{seat} chiude prima che cominci il gioco"),
        help=Both("a claim follows the exchange", "si può chiudere dopo gli scambi"),
        wordings={
            "no_bid": Wording(
                Both("{seat} claims before anybody has bid", "{seat} chiude prima che qualcuno abbia dichiarato"),
                Both(
                    "without a contract there is nothing to claim, and nothing is paid; is a `bid` line missing?",
                    "senza contratto non c'è nulla da chiudere, e nessuno paga; manca una riga `bid`?",
                ),
            ),
            "auction": Wording(
                Both("{seat} claims before the auction is over", "{seat} chiude prima che finiscano le dichiarazioni"),
                Both(
                    "without a contract there is nothing to claim, and nothing is paid; is a word missing from the "
                    "`bid` line?",
                    "senza contratto non c'è nulla da chiudere, e nessuno paga; manca una parola nella riga `bid`?",
                ),
            ),
        },
        page=sample(
            "Only what is still to be played can be claimed; before the exchange is done nobody knows the hands.",
            "Si può chiudere solo ciò che resta da giocare; prima della fine degli scambi le mani non sono fatte.",
            "bid B: solo\nclaim B: rest accepted\ntake B: open Ab 6d 3s 7s",
            "bid B: solo\ntake B: open Ab 6d 3s 7s\ndiscard B: closed 6b 5c 6d 5s\nclaim B: rest accepted",
        ),
    ),
    Code(
        code="CAL524",
        severity=Severity.ERROR,
        title=Both("No claims under these rules", "Con queste regole non si chiude"),
        message=Both(
            "under these rules hands are played to the last trick", "con queste regole si gioca fino all'ultima presa"
        ),
        help=Both(
            "a ruleset allows claims with an entry of `standing`",
            "un regolamento ammette le chiusure con una voce di `standing`",
        ),
        page=sample(
            "A ruleset that allows claims says who may claim and what makes a claim hold; this one says nothing.",
            "Un regolamento che ammette le chiusure dice chi può chiudere e quando vale; questo non dice nulla.",
            "claim B: rest accepted",
        ),
    ),
    Code(
        code="CAL525",
        severity=Severity.ERROR,
        title=Both("Answered by the own side", "Risponde la propria parte"),
        message=Both(
            "{label} is on {claimant}'s side and cannot answer", "{label} sta con {claimant} e non può rispondere"
        ),
        help=Both("who accepts or refuses sits on the other side", "accetta o rifiuta chi sta dall'altra parte"),
        page=sample(
            "A claim or a concession is answered by the other side. Whoever claims, or plays with who claims, has "
            "nothing to accept.",
            "A una chiusura o a una cessione risponde l'altra parte. Chi chiude, o gioca con chi chiude, non ha nulla "
            "da accettare.",
            "claim B: rest accepted by B",
            "claim B: rest accepted by A",
        ),
    ),
)

_FAULTS = (
    Code(
        code="CAL530",
        severity=Severity.ERROR,
        title=Both("Who can commit this", "Chi può commetterla"),
        message=Both("{seat} cannot commit `{word}`", "{seat} non può commettere `{word}`"),
        wordings={
            "declarer": Wording(
                Both(
                    "{seat} cannot commit `{word}`: only the declarer can",
                    "{seat} non può commettere `{word}`: solo il dichiarante può",
                )
            ),
            "opponents": Wording(
                Both(
                    "{seat} cannot commit `{word}`: only the declarer's opponents can",
                    "{seat} non può commettere `{word}`: solo gli avversari del dichiarante possono",
                )
            ),
        },
        page=sample(
            "Before the colon stands the offender. Some irregularities exist only for one side.",
            "Prima dei due punti sta chi ha sbagliato. Alcune irregolarità esistono solo per una parte.",
            "bid B: solo\nfault C: wrong-discard claimed by B",
            "bid B: solo\nfault B: wrong-discard claimed by C",
        ),
    ),
    Code(
        code="CAL531",
        severity=Severity.ERROR,
        title=Both("Claimed by one's own side", "Contestata dalla propria parte"),
        message=Both(
            "{by} plays with {seat} and cannot claim `{word}`", "{by} gioca con {seat} e non può contestare `{word}`"
        ),
        help=Both("the other side claims it", "la contesta l'altra parte"),
        page=sample(
            "Under these rules an irregularity is claimed by the other side.",
            "Con queste regole un'irregolarità la contesta l'altra parte.",
            "bid B: solo\nfault C: revoke trick 4 claimed by A",
            "bid B: solo\nfault C: revoke trick 4 claimed by B",
        ),
    ),
    Code(
        code="CAL532",
        severity=Severity.ERROR,
        title=Both("Claimed too late", "Contestata troppo tardi"),
        message=Both("`{word}` is claimed too late", "`{word}` è contestata troppo tardi"),
        wordings={
            "auction": Wording(
                Both(
                    "`{word}` is claimed too late: the auction is over",
                    "`{word}` è contestata troppo tardi: le dichiarazioni sono finite",
                ),
            ),
            "first_lead": Wording(
                Both(
                    "`{word}` is claimed too late: a card has been led",
                    "`{word}` è contestata troppo tardi: si è già giocata una carta",
                ),
            ),
        },
        page=sample(
            "Some irregularities can be claimed only up to a certain moment: a misdeal before the auction is over, for "
            "example.",
            "Alcune irregolarità si possono contestare solo fino a un certo momento: un errore nel dare le carte, per "
            "esempio, prima della fine delle dichiarazioni.",
            " 1 B: 3s 2s 4s\nfault A: misdeal claimed by B",
            "fault A: misdeal claimed by B\nend void",
        ),
    ),
    Code(
        code="CAL533",
        severity=Severity.ERROR,
        title=Both("No irregularities under these rules", "Regole senza irregolarità"),
        message=Both("these rules say nothing of irregularities", "queste regole non parlano di irregolarità"),
        help=Both(
            "tell it in a `note`, or add an entry to the ruleset's `standing`",
            "raccontarla in una `note`, o aggiungere una voce a `standing` nel regolamento",
        ),
        page=sample(
            "What an irregularity costs stands in the ruleset. One that names none cannot settle any.",
            "Quanto costa un'irregolarità sta nel regolamento. Se non ne nomina, non può metterne in conto.",
            "fault B: revoke trick 4 claimed by A",
        ),
    ),
    Code(
        code="CAL534",
        severity=Severity.ERROR,
        title=Both("A trick that was not played", "Una presa che non c'è"),
        message=Both("trick {trick} was not played", "la presa {trick} non è stata giocata"),
        help=Both("is the number of the trick misread?", "il numero della presa è letto male?"),
        wordings={
            "yet": Wording(
                Both(
                    "trick {trick} was not yet played when this was claimed",
                    "quando è stato contestato, la presa {trick} non era ancora giocata",
                ),
                Both(
                    "is the number misread, or does the line belong behind that trick?",
                    "il numero è letto male, o la riga va dopo quella presa?",
                ),
            ),
        },
        page=sample(
            "A `fault` may name the trick in which it happened. The record has no trick of that number.",
            "Una riga `fault` può indicare la presa in cui è successo. Nella mano una presa con quel numero non c'è.",
            "fault B: revoke trick 19 claimed by A",
            "fault B: revoke trick 9 claimed by A",
        ),
    ),
    Code(
        code="CAL535",
        severity=Severity.WARNING,
        title=Both("An irregularity stated twice", "Un'irregolarità scritta due volte"),
        message=Both(
            "{label}'s `{name}` in trick {trick} stands on line {line} already",
            "`{name}` di {label} alla presa {trick} sta già alla riga {line}",
        ),
        help=Both("it is settled once", "si paga una volta sola"),
        wordings={
            "no_trick": Wording(
                Both(
                    "{label}'s `{name}` stands on line {line} already", "`{name}` di {label} sta già alla riga {line}"
                ),
                Both(
                    "it is settled once; if it was another, say in which `trick`",
                    "si paga una volta sola; se è un'altra, scrivere in quale presa (`trick`)",
                ),
            ),
        },
        page=sample(
            "What an irregularity costs is paid once. A second line that says the same of the same player and the "
            "same trick is left out of the ruling.",
            "Il prezzo di un'irregolarità si paga una volta. Una seconda riga che dice la stessa cosa dello stesso "
            "giocatore e della stessa presa non conta.",
            "fault A: revoke trick 4 claimed by B\nfault A: revoke trick 4 claimed by B",
            "fault A: revoke trick 4 claimed by B",
        ),
    ),
    Code(
        code="CAL536",
        severity=Severity.WARNING,
        title=Both("An irregularity that the cards do not show", "Un'irregolarità che le carte non mostrano"),
        message=Both(
            "the record shows nothing irregular of {label} in trick {trick}",
            "nella presa {trick} la registrazione non mostra nulla di irregolare di {label}",
        ),
        help=Both(
            "it is settled as the table decided; is the trick or the seat misread?",
            "si paga come ha deciso il tavolo; la presa o il posto sono letti male?",
        ),
        wordings={
            "elsewhere": Wording(
                Both(
                    "the record shows nothing irregular of {label} in trick {trick}: {label} revoked in trick {actual}",
                    "nella presa {trick} la registrazione non mostra nulla di irregolare di {label}: non ha risposto "
                    "al seme nella presa {actual}",
                ),
                Both("the number of the trick is misread", "il numero della presa è sbagliato"),
            ),
        },
        page=sample(
            "Where all cards are written down, a trick shows whether a card was played that was not allowed. A `fault` "
            "line that says so of another trick is probably misread; what was claimed at the table is settled all "
            "the same.",
            "Se tutte le carte sono scritte, una presa mostra se è stata giocata una carta che non si poteva. Una riga "
            "`fault` che lo dice di un'altra presa è probabilmente una svista; ciò che è stato contestato al tavolo si "
            "paga lo stesso.",
            " 2 B: 7s Fc Fs\nfault C: revoke trick 1 claimed by B",
            " 2 B: 7s Fc Fs\nfault C: revoke trick 2 claimed by B",
        ),
    ),
    Code(
        code="CAL540",
        severity=Severity.ERROR,
        title=Both("Who may show cards", "Chi può mostrare carte"),
        message=Both("{seat} may not show cards", "{seat} non può mostrare carte"),
        wordings={
            "declarer": Wording(
                Both(
                    "{seat} may not show cards: only the declarer may",
                    "{seat} non può mostrare carte: può farlo solo il dichiarante",
                )
            ),
            "opponents": Wording(
                Both(
                    "{seat} may not show cards: only the declarer's opponents may",
                    "{seat} non può mostrare carte: possono farlo solo gli avversari del dichiarante",
                )
            ),
        },
        page=sample(
            "Where cards may be shown, the ruleset says by whom.",
            "Dove si possono mostrare carte, il regolamento dice a chi è permesso.",
            "bid B: solo\nshow C: 3b 2b",
            "bid B: solo\nshow B: 3b 2b",
        ),
    ),
    Code(
        code="CAL541",
        severity=Severity.ERROR,
        title=Both("Cards shown too late", "Carte mostrate troppo tardi"),
        message=Both("{seat} shows cards after the first lead", "{seat} mostra carte dopo la prima uscita"),
        help=Both("these rules let cards be shown only before it", "con queste regole si mostrano solo prima"),
        page=sample(
            "Where cards may be shown, the ruleset says when.",
            "Dove si possono mostrare carte, il regolamento dice quando.",
            " 1 B: 3s 2s 4s\nshow B: 3b 2b",
            "show B: 3b 2b\n 1 B: 3s 2s 4s",
        ),
    ),
    Code(
        code="CAL542",
        severity=Severity.ERROR,
        title=Both("No cards are shown", "Non si mostrano carte"),
        message=Both("under these rules nobody shows cards", "con queste regole nessuno mostra carte"),
        help=Both("tell it in a `note` if it happened", "se è successo, raccontarlo in una `note`"),
        page=sample(
            "A ruleset that lets cards be shown says by whom and when; this one says nothing.",
            "Un regolamento che lascia mostrare carte dice a chi e quando; questo non dice nulla.",
            "show B: 3b 2b",
        ),
    ),
    Code(
        code="CAL550",
        severity=Severity.ERROR,
        title=Both("Who may give signals", "Chi può dare segnali"),
        message=Both(
            "{seat} may not signal `{word}`: only the declarer's opponents may",
            "{seat} non può segnalare `{word}`: possono farlo solo gli avversari del dichiarante",
        ),
        page=sample(
            "Signals are for partners; a declarer who plays alone has none.",
            "I segnali sono per i compagni; un dichiarante che gioca da solo non ne ha.",
            "bid B: solo\nsignal B: busso",
            "bid B: solo\nsignal C: busso",
        ),
    ),
    Code(
        code="CAL551",
        severity=Severity.ERROR,
        title=Both("A signal at the wrong time", "Un segnale al momento sbagliato"),
        message=Both("{seat} signals `{word}` without leading", "{seat} segnala `{word}` senza uscire"),
        help=Both(
            "a signal goes with the card that is led and stands before that trick's line",
            "un segnale accompagna la carta d'uscita e sta prima della riga di quella presa",
        ),
        page=sample(
            "Where signals go with the lead, only the seat that leads may give one.",
            "Dove i segnali accompagnano l'uscita, può darne solo chi esce.",
            "signal C: busso\n 1 B: 3s 2s 4s",
            "signal B: busso\n 1 B: 3s 2s 4s",
        ),
    ),
    Code(
        code="CAL552",
        severity=Severity.ERROR,
        title=Both("No signals under these rules", "Con queste regole niente segnali"),
        message=Both("under these rules nobody gives signals", "con queste regole nessuno dà segnali"),
        help=Both("tell it in a `note` if it happened", "se è successo, raccontarlo in una `note`"),
        page=sample(
            "A ruleset that allows words between partners lists them; this one says nothing.",
            "Un regolamento che ammette parole fra compagni le elenca; questo non dice nulla.",
            "signal B: busso",
        ),
    ),
)

CODES = (*_PLAY, *_CLAIMS, *_FAULTS)
