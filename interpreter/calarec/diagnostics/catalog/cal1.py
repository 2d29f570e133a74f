"""CAL1xx: the shape of lines and hands, and the usual slips of the pen."""
# Long because: a range of codes is looked up, not read, and stands in one place.

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

_VERBS_AND_WORDS = (
    Code(
        code="CAL101",
        severity=Severity.ERROR,
        title=Both("A line must begin with a verb", "Una riga deve cominciare con un verbo"),
        message=Both("`{found}` begins no line of a record", "nessuna riga comincia con `{found}`"),
        help=Both(
            "a line begins with a word like `deal`, `bid`, `discard`, or with the number of a trick; a remark begins "
            "with `;`",
            "una riga comincia con una parola come `deal`, `bid`, `discard`, o con il numero di una presa; "
            "un'osservazione comincia con `;`",
        ),
        wordings={
            "near": Wording(
                Both("`{found}` begins no line of a record", "nessuna riga comincia con `{found}`"),
                Both("did you mean `{meant}`?", "forse `{meant}`?"),
            ),
            "capital": Wording(
                Both("`{found}` is written in small letters", "`{found}` si scrive in lettere minuscole"),
                Both("write `{meant}`", "scrivere `{meant}`"),
            ),
        },
        page=sample(
            "Every line says one thing, and its first word says what kind of thing it is. The words are fixed, and "
            "English in every language.",
            "Ogni riga dice una cosa sola, e la prima parola dice di che cosa si tratta. Le parole sono fisse, e in "
            "inglese per tutti.",
            "mazziere A",
            "dealer A",
        ),
    ),
    Code(
        code="CAL102",
        severity=Severity.ERROR,
        title=Both("Something else was expected", "Ci si aspettava altro"),
        message=Both("{found} stands where {expected} should be", "{found} sta al posto di {expected}"),
        wordings={
            "short": Wording(
                Both("the line breaks off: {expected} is missing", "la riga si interrompe: manca {expected}"),
            ),
            "surplus": Wording(
                Both(
                    "nothing more may stand on this line after here, but {found} does",
                    "da qui in poi sulla riga non può esserci altro, ma c'è {found}",
                ),
                Both("a remark begins with `;`", "un'osservazione comincia con `;`"),
            ),
        },
        page=sample(
            "The line fits its verb up to this place. `docs/notation.md` has a line of grammar for every verb.",
            "Fin qui la riga corrisponde al suo verbo. `docs/notation.it.md` riporta una riga di grammatica per ogni "
            "verbo.",
            "give C: open 3b",
            "give C: open 3b to B",
        ),
    ),
    Code(
        code="CAL110",
        severity=Severity.ERROR,
        title=Both("A fixed word, misspelt or out of place", "Una parola fissa scritta male o fuori posto"),
        message=Both("`{found}` means nothing here", "qui `{found}` non significa nulla"),
        help=Both("did you mean `{meant}`?", "forse `{meant}`?"),
        wordings={
            "place": Wording(
                Both(
                    "`{found}` stands right after the seat, before the cards",
                    "`{found}` va subito dopo il posto, prima delle carte",
                ),
            ),
        },
        page=sample(
            "`open` and `closed`, `with`, `to`, `from`, `rest`, `accepted` and a few others are words of the notation "
            "itself, with a place of their own.",
            "`open` e `closed`, `with`, `to`, `from`, `rest`, `accepted` e poche altre sono parole della notazione "
            "stessa, e hanno un loro posto.",
            "give C: 3b open to B",
            "give C: open 3b to B",
        ),
    ),
    Code(
        code="CAL122",
        severity=Severity.ERROR,
        title=Both("`to` forgotten", "`to` dimenticato"),
        message=Both("who gets the cards stands after `to`", "chi riceve le carte va dopo `to`"),
        help=Both("write `to {seat}`", "scrivere `to {seat}`"),
        page=sample(
            "Before the colon stands who gives, after `to` who gets.",
            "Prima dei due punti sta chi dà, dopo `to` chi riceve.",
            "give C: open 3b B",
            "give C: open 3b to B",
        ),
    ),
    Code(
        code="CAL113",
        severity=Severity.NOTE,
        title=Both("A bid of two words", "Una dichiarazione di due parole"),
        message=Both("`{found}` was read as `{word}`", "`{found}` è stato letto come `{word}`"),
        help=Both("a bid is one word: write `{word}`", "una dichiarazione è una parola sola: scrivere `{word}`"),
        page=sample(
            "A bid is one word, with a hyphen where people say two.",
            "Una dichiarazione è una parola sola, con un trattino dove a voce sono due.",
            "bid B: sto bene C: passo",
            "bid B: sto-bene C: passo",
        ),
    ),
    Code(
        code="CAL131",
        severity=Severity.ERROR,
        title=Both("A bid in capital letters", "Una dichiarazione in maiuscolo"),
        message=Both("`{found}` is written in small letters", "`{found}` si scrive in lettere minuscole"),
        help=Both("write `{word}`", "scrivere `{word}`"),
        page=sample(
            "Bids and other words of the ruleset are written in small letters; a capital letter is a seat or a card.",
            "Le dichiarazioni e le altre parole del regolamento si scrivono in minuscolo; una maiuscola è un posto o "
            "una carta.",
            "bid B: Chiamo C: passo",
            "bid B: chiamo C: passo",
        ),
    ),
    Code(
        code="CAL125",
        severity=Severity.ERROR,
        title=Both("A number written otherwise", "Un numero scritto in altro modo"),
        message=Both("`{found}` is not how a number is written", "un numero non si scrive `{found}`"),
        help=Both("write `{amount}`", "scrivere `{amount}`"),
        page=sample(
            "A minus is the ordinary hyphen, and a number has no zeros in front.",
            "Il meno è il trattino normale, e un numero non ha zeri davanti.",
            "score B: +2 A: −1 C: −1",
            "score B: +2 A: -1 C: -1",
        ),
    ),
    Code(
        code="CAL127",
        severity=Severity.ERROR,
        title=Both("A date that is none", "Una data che non è tale"),
        message=Both("there is no such day or time: `{found}`", "questo giorno o quest'ora non esiste: `{found}`"),
        wordings={
            "order": Wording(
                Both(
                    "a date is written with the year first, not `{found}`", "una data comincia dall'anno, non `{found}`"
                ),
                Both("did you mean `{date}`?", "forse `{date}`?"),
            ),
            "blank": Wording(
                Both("between day and hour stands a `T`", "fra il giorno e l'ora ci va una `T`"),
                Both("write `{date}`", "scrivere `{date}`"),
            ),
        },
        page=sample(
            "Dates go from the year down to the second; what is not known is left out from the right.",
            "Le date vanno dall'anno al secondo; ciò che non si sa si tralascia da destra.",
            "at 2025-02-30",
            "at 2025-02-28T21:10",
        ),
    ),
)

_SEATS = (
    Code(
        code="CAL103",
        severity=Severity.ERROR,
        title=Both("A colon too few or too many", "Due punti mancanti o di troppo"),
        message=Both("there is no colon after the seat `{seat}`", "dopo il posto `{seat}` mancano i due punti"),
        help=Both("write `{seat}:`", "scrivere `{seat}:`"),
        wordings={
            "blank": Wording(
                Both(
                    "a blank stands between the seat `{seat}` and its colon",
                    "c'è uno spazio fra il posto `{seat}` e i suoi due punti",
                ),
                Both("write `{seat}:`", "scrivere `{seat}:`"),
            ),
            "surplus": Wording(
                Both("no colon stands here: `{found}`", "qui i due punti non ci vanno: `{found}`"),
                Both("write `{meant}`", "scrivere `{meant}`"),
            ),
        },
        page=sample(
            "Before a colon stands the seat that acts, and nothing else.",
            "Prima dei due punti sta il posto che agisce, e nient'altro.",
            "bid B chiamo C: passo",
            "bid B: chiamo C: passo",
        ),
    ),
    Code(
        code="CAL104",
        severity=Severity.NOTE,
        title=Both("No blank after the colon", "Manca lo spazio dopo i due punti"),
        message=Both("a blank belongs after `{seat}`", "dopo `{seat}` ci va uno spazio"),
        page=sample(
            "It was read as if the blank were there; `calarec fmt` puts it in.",
            "È stato letto come se lo spazio ci fosse; `calarec fmt` lo aggiunge.",
            "bid B:chiamo C:passo",
            "bid B: chiamo C: passo",
        ),
    ),
    Code(
        code="CAL108",
        severity=Severity.ERROR,
        title=Both("A seat is one capital letter", "Un posto è una lettera maiuscola"),
        message=Both("`{found}` is not how a seat is written", "un posto non si scrive `{found}`"),
        help=Both("write `{seat}`", "scrivere `{seat}`"),
        wordings={
            "name": Wording(
                Both("`{found}` is a name, and here stands the seat", "`{found}` è un nome, e qui va il posto"),
                Both(
                    'a `seat` line says once who sits where (`seat B "Bruno"`); the hands then say `B`',
                    'una riga `seat` dice una volta per tutte chi siede dove (`seat B "Bruno"`); nelle mani si scrive '
                    "poi `B`",
                ),
            ),
            "person": Wording(
                Both("`{found}` is a name, and here stands the seat", "`{found}` è un nome, e qui va il posto"),
                Both("{who}: that is seat `{seat}`", "{who}: è il posto `{seat}`"),
            ),
        },
        page=sample(
            "Seats are single capital letters; who sits there is said once, at the beginning.",
            "I posti sono singole lettere maiuscole; chi li occupa si dice una volta sola, all'inizio.",
            "dealer anna",
            "dealer A",
        ),
    ),
    Code(
        code="CAL126",
        severity=Severity.ERROR,
        title=Both("A seat twice on a line", "Un posto due volte sulla stessa riga"),
        message=Both("`{seat}` has two amounts on this line", "`{seat}` ha due importi su questa riga"),
        page=sample(
            "Each seat has one amount on a line.",
            "Ogni posto ha un solo importo per riga.",
            "score B: +2 A: -1 A: -1",
            "score B: +2 A: -1 C: -1",
        ),
    ),
    Code(
        code="CAL128",
        severity=Severity.ERROR,
        title=Both("A seat taken twice", "Un posto occupato due volte"),
        message=Both("seat `{seat}` was already given to somebody", "il posto `{seat}` è già stato assegnato"),
        page=sample(
            "Each seat has one line before the first hand. Between two hands a new `seat` line says that somebody else "
            "sits there from now on.",
            "Ogni posto ha una sola riga prima della prima mano. Fra due mani una nuova riga `seat` dice che da quel "
            "momento lì siede qualcun altro.",
            'seat A "Anna"\nseat A "Bruno"',
            'seat A "Anna"\nseat B "Bruno"',
        ),
    ),
)

_CARDS = (
    Code(
        code="CAL105",
        severity=Severity.ERROR,
        title=Both("The suit before the rank", "Il seme prima del valore"),
        message=Both("`{found}` has the suit before the rank", "`{found}` ha il seme prima del valore"),
        help=Both("write `{card}`", "scrivere `{card}`"),
        wordings={
            "letters": Wording(
                Both("`{found}` has the suit before the rank", "`{found}` ha il seme prima del valore"),
                Both(
                    "write the rank first, as a capital, then the suit in a small letter: perhaps `{card}`",
                    "prima il valore, in maiuscolo, poi il seme in minuscolo: forse `{card}`",
                ),
            )
        },
        page=sample(
            "A card is its rank, then its suit in a small letter: the three of batons is `3b`.",
            "Una carta è il suo valore, poi il suo seme in minuscolo: il tre di bastoni è `3b`.",
            "deal A: b3 cA dR",
            "deal A: 3b Ac Rd",
        ),
    ),
    Code(
        code="CAL106",
        severity=Severity.ERROR,
        title=Both("A ten is `T`", "Il dieci è `T`"),
        message=Both(
            "a card has two characters, and `{found}` has three", "una carta ha due caratteri, e `{found}` ne ha tre"
        ),
        help=Both(
            "write `{card}`, if the pack has tens; if the king is meant, `R` or `K`",
            "scrivere `{card}`, se nel mazzo c'è il dieci; se s'intende il re, `R` o `K`",
        ),
        wordings={
            "ten": Wording(
                Both(
                    "a card has two characters, and `{found}` has three",
                    "una carta ha due caratteri, e `{found}` ne ha tre",
                ),
                Both("write `{card}`", "scrivere `{card}`"),
            ),
            "none": Wording(
                Both(
                    "there is no ten in this pack, and `{found}` has three characters",
                    "in questo mazzo non c'è il dieci, e `{found}` ha tre caratteri",
                ),
                Both(
                    "whoever counts the cards of a suit from 1 to 10 means the king by the 10; the ranks of this pack "
                    "are {ranks}",
                    "chi conta le carte di un seme da 1 a 10 con il 10 intende il re; i valori di questo mazzo sono "
                    "{ranks}",
                ),
            ),
            "king": Wording(
                Both(
                    "there is no ten in this pack, and `{found}` has three characters",
                    "in questo mazzo non c'è il dieci, e `{found}` ha tre caratteri",
                ),
                Both(
                    "if the king is meant (the 10, where people count from 1 to 10), write `{card}`",
                    "se s'intende il re (il 10, per chi conta da 1 a 10), scrivere `{card}`",
                ),
            ),
        },
        page=sample(
            "Every rank is one character. In packs that have tens they are written `T`; of a pack without tens "
            "nobody but the writer knows whether the 10 was to be the king, so that is not mended by itself.",
            "Ogni valore è un solo carattere. Nei mazzi che hanno il dieci si scrive `T`; se il mazzo non ha il dieci, "
            "solo chi ha scritto sa se il 10 voleva essere il re, perciò non viene corretto da sé.",
            "deal A: 10b 3b",
            "deal A: Tb 3b",
        ),
    ),
    Code(
        code="CAL107",
        severity=Severity.ERROR,
        title=Both("Large and small letters of a card", "Maiuscole e minuscole di una carta"),
        message=Both(
            "the suit of `{found}` is written in a small letter", "il seme di `{found}` si scrive in minuscolo"
        ),
        help=Both("write `{card}`", "scrivere `{card}`"),
        wordings={
            "rank": Wording(
                Both(
                    "the rank of `{found}` is written in a capital letter",
                    "il valore di `{found}` si scrive in maiuscolo",
                ),
                Both("write `{card}`", "scrivere `{card}`"),
            ),
        },
        page=sample(
            "Ranks are digits or capital letters, suits are small letters, so that no card looks like a seat.",
            "I valori sono cifre o maiuscole, i semi sono minuscole, così nessuna carta sembra un posto.",
            "deal A: 3B RB rb",
            "deal A: 3b Rb Rb",
        ),
    ),
    Code(
        code="CAL109",
        severity=Severity.ERROR,
        title=Both("Half a card, or an unknown one", "Mezza carta, o una carta ignota"),
        message=Both("`{found}` is not how an unknown card is written", "una carta ignota non si scrive `{found}`"),
        help=Both(
            "what is not known is a blank to fill in: write `{card}`",
            "ciò che non si sa è uno spazio da riempire: scrivere `{card}`",
        ),
        wordings={
            "unknown": Wording(
                Both("`{found}` is not how an unknown card is written", "una carta ignota non si scrive `{found}`"),
                Both(
                    "what is not known is a blank to fill in: write `{card}`",
                    "ciò che non si sa è uno spazio da riempire: scrivere `{card}`",
                ),
            ),
            "rank": Wording(
                Both("`{found}` has no suit", "a `{found}` manca il seme"),
                Both("if it is not known, write `{card}`", "se non lo si sa, scrivere `{card}`"),
            ),
        },
        page=sample(
            "`__` is an unknown card, `_b` some card of batons, `3_` a three of some suit. `?` is a judgement of a "
            "play, and never an unknown card.",
            "`__` è una carta ignota, `_b` una carta di bastoni, `3_` un tre di qualche seme. `?` è un giudizio su una "
            "giocata, e mai una carta ignota.",
            "deal A: ?? ?b 3",
            "deal A: __ _b 3_",
        ),
    ),
    Code(
        code="CAL119",
        severity=Severity.ERROR,
        title=Both("Cards without blanks", "Carte senza spazi"),
        message=Both("`{found}` is several cards without blanks", "`{found}` sono più carte senza spazi"),
        help=Both("write `{cards}`", "scrivere `{cards}`"),
        page=sample(
            "Cards are parted by blanks.",
            "Le carte sono separate da spazi.",
            " 1 B: 3s2s4s",
            " 1 B: 3s 2s 4s",
        ),
    ),
    Code(
        code="CAL120",
        severity=Severity.ERROR,
        title=Both("Commas between cards or words", "Virgole fra carte o parole"),
        message=Both(
            "cards are parted by blanks alone, not as in `{found}`",
            "fra le carte ci vanno solo spazi, non come in `{found}`",
        ),
        wordings={
            "word": Wording(
                Both(
                    "words are parted by blanks alone, not as in `{found}`",
                    "fra le parole ci vanno solo spazi, non come in `{found}`",
                ),
                Both("leave out the comma", "togliere la virgola"),
            ),
        },
        page=sample(
            "Between cards stands a blank and nothing else, and so between bids and amounts.",
            "Fra una carta e l'altra c'è uno spazio e nient'altro, e così fra dichiarazioni e punteggi.",
            "deal A: 3b, 2b, Ab\nbid B: chiamo, C: passo",
            "deal A: 3b 2b Ab\nbid B: chiamo C: passo",
        ),
    ),
)

_TEXTS = (
    Code(
        code="CAL111",
        severity=Severity.ERROR,
        title=Both("A text that is not closed", "Un testo non chiuso"),
        message=Both("the closing quote is missing", "mancano le virgolette di chiusura"),
        page=sample(
            "A text stands between two double quotes, on one line.",
            "Un testo sta fra due virgolette doppie, su una sola riga.",
            'seat A "Anna',
            'seat A "Anna"',
        ),
    ),
    Code(
        code="CAL112",
        severity=Severity.ERROR,
        title=Both("A backslash that means nothing", "Una barra rovesciata senza significato"),
        message=Both(
            "in {found} a backslash means nothing, or a control character stands bare",
            "in {found} una barra rovesciata non significa nulla, o c'è un carattere di controllo",
        ),
        help=Both(
            'a backslash itself is written `\\\\`, a quote `\\"`, a line break `\\n`, a tab `\\t`',
            'la barra rovesciata si scrive `\\\\`, le virgolette `\\"`, un a capo `\\n`, una tabulazione `\\t`',
        ),
        page=sample(
            'Texts are written as in JSON: a backslash begins one of `\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX`.',
            "I testi si scrivono come in JSON: una barra rovesciata comincia uno fra "
            '`\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX`.',
            'note "C:\\games"',
            'note "C:\\\\games"',
        ),
    ),
    Code(
        code="CAL121",
        severity=Severity.ERROR,
        title=Both("A text without quotes", "Un testo senza virgolette"),
        message=Both("`{found}` is a text and needs quotes", "`{found}` è un testo e va fra virgolette"),
        help=Both("write `{quoted}`", "scrivere `{quoted}`"),
        page=sample(
            "Names and remarks stand between double quotes.",
            "I nomi e le osservazioni stanno fra virgolette doppie.",
            "seat A Anna Rossi",
            'seat A "Anna Rossi"',
        ),
    ),
    Code(
        code="CAL124",
        severity=Severity.ERROR,
        title=Both("Other quotes", "Altre virgolette"),
        message=Both("a text stands between plain double quotes", "un testo sta fra virgolette doppie semplici"),
        help=Both('write `"`', 'scrivere `"`'),
        page=sample(
            "Word processors turn quotes into curly ones; a record has the plain ones of the keyboard.",
            "I programmi di scrittura rendono curve le virgolette; in una registrazione si usano quelle semplici della "
            "tastiera.",
            "seat A “Anna”",
            'seat A "Anna"',
        ),
    ),
)

_HANDS = (
    Code(
        code="CAL114",
        severity=Severity.WARNING,
        title=Both("A hand without `end`", "Una mano senza `end`"),
        message=Both(
            "the hand that begins on line {line} has no `end`", "la mano che comincia alla riga {line} non ha `end`"
        ),
        help=Both(
            'write `end` after its last line; if it was broken off, `end abandoned "why"`',
            'scrivere `end` dopo l\'ultima riga; se è stata interrotta, `end abandoned "perché"`',
        ),
        page=sample(
            "A hand goes from `hand` to `end`, so that one that was cut off is not taken for a whole one.",
            "Una mano va da `hand` a `end`, perché una mano troncata non sia presa per intera.",
            "hand 7\ndealer A\n\nhand 8\ndealer B\nend",
            "hand 7\ndealer A\nend\n\nhand 8\ndealer B\nend",
        ),
    ),
    Code(
        code="CAL115",
        severity=Severity.ERROR,
        title=Both("A line outside a hand", "Una riga fuori da una mano"),
        message=Both(
            "`{verb}` belongs to a hand, but no `hand` line stands before it",
            "`{verb}` fa parte di una mano, ma prima non c'è una riga `hand`",
        ),
        help=Both("write `hand` and its number before it", "scrivere prima `hand` e il numero"),
        page=sample(
            "What was dealt, said and played stands between `hand` and `end`.",
            "Ciò che è stato distribuito, detto e giocato sta fra `hand` e `end`.",
            "dealer A\nend",
            "hand 1\ndealer A\nend",
        ),
    ),
    Code(
        code="CAL116",
        severity=Severity.ERROR,
        title=Both("A line that belongs before the hand", "Una riga che va prima della mano"),
        message=Both("`{verb}` stands between hands, not in one", "`{verb}` va fra una mano e l'altra, non dentro"),
        help=Both("move it before the `hand` line", "spostarla prima della riga `hand`"),
        page=sample(
            "`cal`, `table`, `match` and `carried` are said of the evening and not of a hand.",
            "`cal`, `table`, `match` e `carried` riguardano la serata e non una mano.",
            "hand 1\nmatch\nend",
            "match\n\nhand 1\nend",
        ),
    ),
    Code(
        code="CAL117",
        severity=Severity.ERROR,
        title=Both("A trick with too few or too many cards", "Una presa con troppe o troppo poche carte"),
        message=Both("trick {number} has {found} of {usual} cards", "la presa {number} ha {found} carte su {usual}"),
        help=Both("a card that nobody remembers is written `__`", "una carta che nessuno ricorda si scrive `__`"),
        wordings={
            "many": Wording(
                Both(
                    "trick {number} has {found} cards, the others have {usual}",
                    "la presa {number} ha {found} carte, le altre {usual}",
                ),
            ),
        },
        page=sample(
            "All tricks of a hand have the same number of cards; only the last may break off.",
            "Tutte le prese di una mano hanno lo stesso numero di carte; solo l'ultima può essere incompleta.",
            " 1 B: 3s 2s 4s\n 2 B: 7s Fc\n 3 A: 7b Ab Fb",
            " 1 B: 3s 2s 4s\n 2 B: 7s Fc Fs\n 3 A: 7b Ab Fb",
        ),
    ),
    Code(
        code="CAL118",
        severity=Severity.WARNING,
        title=Both("A trick is missing", "Manca una presa"),
        message=Both(
            "this is called trick {found}, but trick {expected} comes here",
            "questa è chiamata presa {found}, ma qui tocca alla presa {expected}",
        ),
        wordings={
            "gap": Wording(
                Both("trick {expected} is missing before this one", "prima di questa manca la presa {expected}"),
                Both(
                    "where all hands are written down the one missing trick is known; otherwise nothing is judged from "
                    "here on",
                    "se tutte le carte date sono scritte, l'unica presa mancante si ricava; altrimenti da qui in poi "
                    "non si giudica più nulla",
                ),
            ),
            "again": Wording(
                Both("trick {found} stands on line {line} already", "la presa {found} sta già alla riga {line}"),
                Both("one of the two is too many; it is read once", "una delle due è di troppo; si legge una volta"),
            ),
            "order": Wording(
                Both("trick {found} stands behind trick {beside}", "la presa {found} sta dopo la presa {beside}"),
                Both(
                    "the tricks are read in the order in which who wins one leads to the next",
                    "le prese si leggono nell'ordine in cui chi ne fa una esce alla successiva",
                ),
            ),
        },
        page=sample(
            "Tricks are numbered 1, 2, 3…; a number left out or written twice says that something was forgotten. A "
            "trick that is missing is worked out if all cards were dealt openly in the record and each seat has one "
            "card left that nobody played; it is told that it was.",
            "Le prese si numerano 1, 2, 3…; un numero saltato o ripetuto dice che qualcosa è stato dimenticato. Una "
            "presa che manca si ricava, se la registrazione dice tutte le carte date e a ciascun posto resta una sola "
            "carta che nessuno ha giocato.",
            " 1 B: 3s 2s 4s\n 3 A: 7b Ab Fb",
            " 1 B: 3s 2s 4s\n 2 B: 7s Fc Fs\n 3 A: 7b Ab Fb",
        ),
    ),
    Code(
        code="CAL123",
        severity=Severity.ERROR,
        title=Both("The number of a trick", "Il numero di una presa"),
        message=Both(
            "a trick begins with its number, a blank, and the seat that leads: not `{found}`",
            "una presa comincia con il numero, uno spazio e il posto di chi esce: non `{found}`",
        ),
        help=Both("write `{number} B:` with the seat that led", "scrivere `{number} B:` con il posto di chi è uscito"),
        page=sample(
            "Neither a point nor a bracket stands after the number, and a blank does.",
            "Dopo il numero non ci va né un punto né una parentesi, ma uno spazio.",
            "1.B: 3s 2s 4s",
            " 1 B: 3s 2s 4s",
        ),
    ),
)

CODES = tuple(sorted((*_VERBS_AND_WORDS, *_SEATS, *_CARDS, *_TEXTS, *_HANDS), key=lambda code: code.code))
