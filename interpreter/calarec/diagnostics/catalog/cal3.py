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
            "over": Wording(
                Both(
                    "{name} is dealt twice: it stands on line {line} too",
                    "{name} è data due volte: sta anche alla riga {line}",
                ),
                Both("here is a card too many: it is left out", "qui c'è una carta di troppo: non si conta"),
            ),
            "same_over": Wording(
                Both("{name} stands twice on this line", "{name} sta due volte su questa riga"),
                Both("here is a card too many: it is read once", "qui c'è una carta di troppo: si legge una volta"),
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
        code="CAL303",
        severity=Severity.ERROR,
        title=Both("A line that stands there twice", "Una riga che c'è due volte"),
        message=Both(
            "a second `{verb}` line in this hand: the first is line {line}",
            "una seconda riga `{verb}` in questa mano: la prima è la riga {line}",
        ),
        wordings={
            "same": Wording(
                Both("this repeats line {line}", "questa ripete la riga {line}"),
                Both("one of the two is too many; it is read once", "una delle due è di troppo; si legge una volta"),
            ),
            "deal": Wording(
                Both(
                    "{label}'s cards stand on line {line} already, and are others there",
                    "le carte di {label} stanno già alla riga {line}, e lì sono altre",
                ),
                Both(
                    "the hand is not judged until it is known what {label} was dealt",
                    "la mano non si giudica finché non si sa che cosa ha ricevuto {label}",
                ),
            ),
            "deal_meant": Wording(
                Both(
                    "{label}'s cards stand on line {line} already, and are others there",
                    "le carte di {label} stanno già alla riga {line}, e lì sono altre",
                ),
                Both(
                    "{meant} has no `deal` line: is one of the two for {meant}? The hand is not judged until that is "
                    "known",
                    "{meant} non ha una riga `deal`: una delle due è per {meant}? Finché non si sa, la mano non si "
                    "giudica",
                ),
            ),
            "monte": Wording(
                Both(
                    "the monte stands on line {line} already, with other cards",
                    "il monte sta già alla riga {line}, con altre carte",
                ),
                Both(
                    "the hand is not judged until it is known which of them is the monte",
                    "la mano non si giudica finché non si sa quale delle due è il monte",
                ),
            ),
            "dealer": Wording(
                Both(
                    "the dealer is named on line {line} already: {label}",
                    "il mazziere è già detto alla riga {line}: {label}",
                ),
                Both("the hand is judged with {label} as dealer", "la mano è giudicata con {label} mazziere"),
            ),
        },
        page=sample(
            "One line says who deals, one what lies on the table, and one for each seat what it was dealt. Where a "
            "second one says the same it is read once; where two lines say different things of the same hand, nothing "
            "is concluded from either.",
            "Una riga dice chi dà le carte, una che cosa c'è in tavola, e una per ogni posto che cosa ha ricevuto. Se "
            "una seconda dice lo stesso, si legge una volta; se due righe dicono cose diverse della stessa mano, non "
            "si conclude nulla da nessuna delle due.",
            "deal A: Rb 7b 5b 4b Cc Ad Rd 7d 5d As Fs 4s\ndeal A: 3b 2b Fb 3c Rc Fc 7c 6c 3d Fd 4d 2s",
            "deal A: Rb 7b 5b 4b Cc Ad Rd 7d 5d As Fs 4s\ndeal C: 3b 2b Fb 3c Rc Fc 7c 6c 3d Fd 4d 2s",
        ),
    ),
    Code(
        code="CAL304",
        severity=Severity.ERROR,
        title=Both("A monte where none is dealt", "Un monte dove non se ne dà"),
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
        title=Both("Somebody else sits out", "Riposa un altro"),
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
    Code(
        code="CAL307",
        severity=Severity.NOTE,
        title=Both("Somebody else's turn to deal", "Toccava a un altro dare le carte"),
        message=Both(
            "{label} deals, but after hand {name} it is {due}'s turn",
            "dà le carte {label}, ma dopo la mano {name} tocca a {due}",
        ),
        help=Both(
            "if a hand is left out or a match begins, a `match` line says so",
            "se manca una mano o comincia una partita, lo dice una riga `match`",
        ),
        wordings={
            "nameless": Wording(
                Both(
                    "{label} deals, but after the hand before it is {due}'s turn",
                    "dà le carte {label}, ma dopo la mano precedente tocca a {due}",
                ),
                Both(
                    "if a hand is left out or a match begins, a `match` line says so",
                    "se manca una mano o comincia una partita, lo dice una riga `match`",
                ),
            ),
        },
        page=sample(
            "The ruleset says who deals the next hand of a match. Nothing is said where a match begins, where the "
            "people or their seats change, where the numbers of the hands show that some are left out, and where it "
            "is not known how the hand before ended. It is told once: the next turn counts from whoever dealt.",
            "Il regolamento dice chi dà le carte nella mano seguente di una partita. Non si segnala nulla dove "
            "comincia una partita, dove cambiano le persone o i posti, dove i numeri delle mani mostrano che qualcuna "
            "manca, e dove non si sa come sia finita la mano precedente. Si dice una volta: il turno seguente si conta "
            "da chi ha dato.",
            "hand 1\ndealer A\nend\n\nhand 2\ndealer A\nend",
            "hand 1\ndealer A\nend\n\nhand 2\ndealer B\nend",
        ),
    ),
    Code(
        code="CAL308",
        severity=Severity.ERROR,
        title=Both("Another dealer", "Un altro mazziere"),
        message=Both(
            "the auction and the play are those of a hand that {meant} dealt, not {label}",
            "le dichiarazioni e il gioco sono di una mano con mazziere {meant}, non {label}",
        ),
        help=Both("the hand is judged with {meant} as dealer", "la mano è giudicata con {meant} mazziere"),
        page=sample(
            "Who speaks first, and often who leads, depends on who deals. Where everything that follows goes with "
            "another dealer and nothing with the one that is named, it is that line that is wrong.",
            "Da chi dà le carte dipende chi parla per primo, e spesso chi esce. Se tutto ciò che segue va d'accordo "
            "con un altro mazziere e non con quello indicato, è quella riga a essere sbagliata.",
            "dealer B\nbid B: passo C: passo A: chiamo",
            "dealer A\nbid B: passo C: passo A: chiamo",
        ),
    ),
    Code(
        code="CAL310",
        severity=Severity.ERROR,
        title=Both("This cannot be so together with the rest", "Non può stare insieme al resto"),
        message=Both(
            "this cannot be so together with what else is recorded",
            "questo non può stare insieme a quanto altro è annotato",
        ),
        help=Both(
            "whatever the unknown cards were, something here or before it is written wrong",
            "qualunque fossero le carte ignote, qui o prima c'è qualcosa di scritto male",
        ),
        wordings={
            "play": Wording(
                Both(
                    "whatever the unknown cards were, this card was not in the hand that plays it",
                    "qualunque fossero le carte ignote, questa carta non era nella mano che la gioca",
                ),
                Both("is it another card, or another seat?", "è un'altra carta, o un altro posto?"),
            ),
            "follow": Wording(
                Both(
                    "whatever the unknown cards were, somebody has revoked: here at the latest it shows",
                    "qualunque fossero le carte ignote, qualcuno non ha risposto al seme: al più tardi qui si vede",
                ),
                Both(
                    "hands that are said to be out of a suit must leave room for all its cards",
                    "se più mani sono senza un seme, le sue carte devono pur stare da qualche parte",
                ),
            ),
            "lead": Wording(
                Both(
                    "whatever the unknown cards were, this seat did not win the last trick",
                    "qualunque fossero le carte ignote, questo posto non ha fatto la presa precedente",
                ),
                Both("who wins a trick leads to the next one", "chi fa la presa esce alla successiva"),
            ),
            "call": Wording(
                Both(
                    "whatever the unknown cards were, this call does not fit what else is recorded",
                    "qualunque fossero le carte ignote, questa chiamata non si accorda con quanto altro è annotato",
                ),
                Both(
                    "where the card was, and where it is played, must go together",
                    "dov'era la carta e dove la si gioca devono andare d'accordo",
                ),
            ),
            "move": Wording(
                Both(
                    "whatever the unknown cards were, these cards cannot have gone this way",
                    "qualunque fossero le carte ignote, queste carte non possono aver fatto questa strada",
                ),
                Both(
                    "each card has one place at a time: where it was dealt, taken, given, laid aside",
                    "ogni carta sta in un posto alla volta: dove è stata data, presa, ceduta, scartata",
                ),
            ),
            "show": Wording(
                Both(
                    "whatever the unknown cards were, this hand could not show this card",
                    "qualunque fossero le carte ignote, questa mano non poteva mostrare questa carta",
                ),
                Both("is it another card, or another seat?", "è un'altra carta, o un altro posto?"),
            ),
        },
        page=sample(
            "Not every card of this hand is recorded. calarec looks for a way in which everything that is recorded can "
            "have been so; there is none. The finding stands at the first line that contradicts what comes before it.",
            "Di questa mano non sono annotate tutte le carte. calarec cerca un modo in cui tutto ciò che è annotato "
            "possa essere stato così; non ce n'è. La segnalazione sta alla prima riga che contraddice le precedenti.",
            "deal A: 3b 2b Ab Rb Cb Fb 7b 6b 5b __ __ __\ndeal B: 4b 3s 2s As Rs Cs Fs 7s 6s 5s 4s 3c\nshow C: 4b",
            "deal A: 3b 2b Ab Rb Cb Fb 7b 6b 5b __ __ __\ndeal B: 3d 3s 2s As Rs Cs Fs 7s 6s 5s 4s 3c\nshow C: 4b",
        ),
    ),
    Code(
        code="CAL311",
        severity=Severity.ERROR,
        title=Both("No such cards are left", "Di queste carte non ce ne sono più"),
        message=Both(
            "these blanks ask for cards of which not enough are left",
            "questi spazi chiedono carte che non bastano più",
        ),
        help=Both(
            "`3_` is a three, `_b` a card of that suit, `__` any card",
            "`3_` è un tre, `_b` una carta di quel seme, `__` una carta qualsiasi",
        ),
        page=sample(
            "A card that is half known is written with a blank. There must be a card for it that is not recorded "
            "elsewhere.",
            "Una carta nota a metà si scrive con un trattino basso. Deve esserci una carta adatta che non sia annotata "
            "altrove.",
            "deal A: 3_ 3_ 3_ 3_ 3_ __ __ __ __ __ __ __",
            "deal A: 3_ 3_ 3_ 3_ __ __ __ __ __ __ __ __",
        ),
    ),
    Code(
        code="CAL312",
        severity=Severity.ERROR,
        title=Both("No deal fits this record", "Nessuna distribuzione va d'accordo con la mano"),
        message=Both(
            "whatever the unknown cards were, this hand cannot have gone like this",
            "qualunque fossero le carte ignote, questa mano non può essere andata così",
        ),
        help=Both(
            "do the numbers of cards dealt, exchanged and played go together?",
            "i numeri delle carte date, scambiate e giocate vanno d'accordo?",
        ),
        page=sample(
            "Not every card of this hand is recorded, and there is no way in which all of it can have been so: too "
            "much contradicts for one line to be named.",
            "Di questa mano non sono annotate tutte le carte, e non c'è alcun modo in cui possa essere andata così: "
            "le contraddizioni sono troppe per indicare una riga sola.",
            "discard B: closed __ __ __ __ __ __ __ __",
            "discard B: closed __ __ __ __",
        ),
    ),
    Code(
        code="CAL313",
        severity=Severity.NOTE,
        title=Both("Not everything was looked into", "Non si è potuto guardare tutto"),
        message=Both(
            "a way is known in which this hand can have gone, but not whether it is the only one",
            "si conosce un modo in cui la mano può essere andata, ma non se sia l'unico",
        ),
        wordings={
            "nothing": Wording(
                Both(
                    "whether this hand can have gone like this could not be settled",
                    "non si è potuto stabilire se la mano possa essere andata così",
                ),
                Both("the more is recorded, the sooner it is settled", "più si annota, prima si stabilisce"),
            ),
        },
        page=sample(
            "With few cards recorded there are more ways than can be looked through. calarec stops after a while and "
            "says so; it never guesses.",
            "Con poche carte annotate i modi possibili sono più di quanti se ne possano esaminare. A un certo punto "
            "calarec si ferma e lo dice; non tira a indovinare.",
            "deal A: __ __ __ __ __ __ __ __ __ __ __ __",
        ),
    ),
    Code(
        code="CAL320",
        severity=Severity.ERROR,
        title=Both("The points of a hand do not add up", "I punti della mano non tornano"),
        message=Both(
            "these points make {found} together; a hand has {total}",
            "questi punti fanno insieme {found}; in una mano ce ne sono {total}",
        ),
        help=Both(
            "the last trick and what lay aside are counted too; one of the figures is probably a slip",
            "contano anche l'ultima presa e le carte da parte; probabilmente una delle cifre è una svista",
        ),
        wordings={
            "beyond": Wording(
                Both(
                    "nobody can have {found}; a hand has {total}",
                    "nessuno può avere {found}; in una mano ce ne sono {total}",
                ),
            ),
            "unplayed": Wording(
                Both(
                    "a hand that all pass is not played: nobody has points in it",
                    "una mano in cui tutti passano non si gioca: nessuno vi fa punti",
                ),
                Both(
                    "either somebody bid, or this result belongs to another hand",
                    "o qualcuno ha dichiarato, o questo risultato è di un'altra mano",
                ),
            ),
        },
        page=sample(
            "Of this hand only the score was written down. The points of both sides, last trick and piles included, "
            "are always as many as the ruleset's pack has.",
            "Di questa mano è stato scritto solo il punteggio. I punti delle due parti, ultima presa e mazzetti "
            "compresi, sono sempre quanti ne ha il mazzo del regolamento.",
            "bid B: solo\nresult B: 24 A+C: 12",
            "bid B: solo\nresult B: 24 A+C: 11",
        ),
    ),
    Code(
        code="CAL321",
        severity=Severity.ERROR,
        title=Both("Nothing gives these payments", "Nulla dà questi pagamenti"),
        message=Both(
            "no outcome of this hand gives these payments",
            "nessun esito di questa mano dà questi pagamenti",
        ),
        help=Both(
            "write who won (`result B: won`) or the points; then the payments can be computed",
            "scrivere chi ha vinto (`result B: won`) o i punti: allora i pagamenti si calcolano",
        ),
        page=sample(
            "Of this hand only the score was written down. calarec tries whoever may have won, with every bonus and "
            "every partner; under these rules nobody can have been paid like this.",
            "Di questa mano è stato scritto solo il punteggio. calarec prova chiunque possa aver vinto, con ogni "
            "premio e ogni compagno; con queste regole nessuno può essere stato pagato così.",
            "bid B: chiamo\nscore B: +3 A: -2 C: 0",
            "bid B: chiamo\nscore B: +2 A: -1 C: -1",
        ),
    ),
    Code(
        code="CAL322",
        severity=Severity.NOTE,
        title=Both("The payments cannot be told", "I pagamenti non si possono stabilire"),
        message=Both(
            "too little is written to tell who pays whom",
            "è scritto troppo poco per dire chi paga chi",
        ),
        help=Both(
            "a `result` or a `score` line would settle it",
            "basterebbe una riga `result` o `score`",
        ),
        wordings={
            "partner": Wording(
                Both(
                    "it is not written who the declarer's partner was, so the payments cannot be told",
                    "non è scritto chi era il compagno del dichiarante: i pagamenti non si possono stabilire",
                ),
                Both(
                    "join the sides in the result (`result A+C: 24`), or say where the card was (`call A: 3b with C`)",
                    "unire le parti nel risultato (`result A+C: 24`) o dire dov'era la carta (`call A: 3b with C`)",
                ),
            ),
        },
        page=sample(
            "Of this hand only a part of the score was written down, and more than one outcome fits it. The totals go "
            "on from the next ones that the record states.",
            "Di questa mano è scritto solo in parte il punteggio, e più di un esito vi si accorda. I totali ripartono "
            "dai prossimi che si trovano annotati.",
            "hand 3\ndealer A\nbid B: chiamo\nend",
            "hand 3\ndealer A\nbid B: chiamo\nresult B: won\nend",
        ),
    ),
    Code(
        code="CAL323",
        severity=Severity.NOTE,
        title=Both("A bonus may be missing", "Potrebbe mancare un premio"),
        message=Both(
            "paid without a bonus; from what is written, {bonus} cannot be ruled out",
            "pagata senza premi; da quanto è scritto non si può escludere: {bonus}",
        ),
        help=Both("a `score` line would settle it", "basterebbe una riga `score`"),
        page=sample(
            "Whether a bonus applies depends on the tricks, which are not written here. Without a `score` line the "
            "hand is settled without one.",
            "Se un premio spetti dipende dalle prese, che qui non sono scritte. Senza una riga `score` la mano si paga "
            "senza premi.",
            "bid B: solo\nresult B: won",
            "bid B: solo\nresult B: won\nscore B: +8 A: -4 C: -4",
        ),
    ),
    Code(
        code="CAL324",
        severity=Severity.ERROR,
        title=Both("The payments do not come out even", "I pagamenti non si pareggiano"),
        message=Both(
            "these payments add up to {sum} and not to nothing",
            "la somma di questi pagamenti è {sum} e non zero",
        ),
        help=Both("what somebody receives somebody pays", "ciò che uno riscuote lo paga qualcun altro"),
        page=sample(
            "Nothing but the payments of this hand was written down, so only this can be checked: what somebody "
            "receives somebody else pays.",
            "Di questa mano sono scritti solo i pagamenti, e quindi si può controllare solo questo: ciò che uno "
            "riscuote lo paga qualcun altro.",
            "hand 3\ndealer A\nscore A: -1 B: +3 C: -1\nend",
            "hand 3\ndealer A\nscore A: -1 B: +2 C: -1\nend",
        ),
    ),
)
