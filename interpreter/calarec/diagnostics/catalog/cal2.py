# Long because: every code is told in two languages, each with an example.
"""CAL2xx: words, suits, cards and seats that the ruleset or the table does not know."""

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

_NEAR = Both("did you mean `{near}`?", "si intendeva `{near}`?")

CODES = (
    Code(
        code="CAL210",
        severity=Severity.ERROR,
        title=Both("An unknown word of the auction", "Una parola sconosciuta nelle dichiarazioni"),
        message=Both("these rules know no bid `{name}`", "questo regolamento non conosce la dichiarazione `{name}`"),
        help=Both("what may be said: {known}{taken}", "si può dire: {known}{taken}"),
        wordings={
            "near": Wording(
                Both("these rules know no bid `{name}`", "questo regolamento non conosce la dichiarazione `{name}`"),
                Both("did you mean `{near}`?{taken}", "si intendeva `{near}`?{taken}"),
            ),
        },
        page=sample(
            "Bids and waiting words belong to the ruleset: `calarec rules show` lists them. Either the word is a slip "
            "of the pen, or the hand was played under other rules. Where the rest of the hand tells which word was "
            "meant, it is judged with that word; where it does not, everything is judged but what is paid.",
            "Le dichiarazioni e le parole d'attesa appartengono al regolamento: `calarec rules show` le elenca. O la "
            "parola è una svista, o la mano è stata giocata con altre regole. Se il resto della mano dice quale parola "
            "si intendeva, la mano si giudica con quella; se non lo dice, si giudica tutto tranne i pagamenti.",
            "bid B: chiammo C: passo A: passo",
            "bid B: chiamo C: passo A: passo",
        ),
    ),
    Code(
        code="CAL211",
        severity=Severity.ERROR,
        title=Both("A card that the pack does not have", "Una carta che nel mazzo non c'è"),
        message=Both("the card `{name}` is taken out of this pack", "la carta `{name}` è tolta da questo mazzo"),
        wordings={
            "rank": Wording(
                Both(
                    "there is no `{name}`: the pack has no rank `{rank}`",
                    "`{name}` non esiste: il mazzo non ha il valore `{rank}`",
                ),
                Both("its ranks, from the highest: {ranks}", "i valori, dal più alto: {ranks}"),
            ),
            "suit": Wording(
                Both(
                    "there is no `{name}`: the pack has no suit `{suit}`",
                    "`{name}` non esiste: il mazzo non ha il seme `{suit}`",
                ),
                Both("its suits: {suits}", "i semi: {suits}"),
            ),
            "both": Wording(
                Both(
                    "there is no `{name}`: the pack has neither that rank nor that suit",
                    "`{name}` non esiste: il mazzo non ha né quel valore né quel seme",
                ),
                Both("ranks: {ranks}; suits: {suits}", "valori: {ranks}; semi: {suits}"),
            ),
        },
        page=sample(
            "A card is its rank and its suit, one character each, as the ruleset's pack names them. Most packs of the "
            "family have no eights, nines and tens; some house rules take out more.",
            "Una carta è il valore e il seme, un carattere ciascuno, come li chiama il mazzo del regolamento. Quasi "
            "tutti i mazzi della famiglia non hanno otto, nove e dieci; qualche regola di casa toglie altre carte.",
            "deal A: Rb 8b 5b 4b Cc Ad Rd 7d 5d As Fs 4s",
            "deal A: Rb 7b 5b 4b Cc Ad Rd 7d 5d As Fs 4s",
        ),
    ),
    Code(
        code="CAL212",
        severity=Severity.ERROR,
        title=Both("An unknown irregularity", "Un'irregolarità sconosciuta"),
        message=Both(
            "these rules know no irregularity `{name}`", "questo regolamento non conosce l'irregolarità `{name}`"
        ),
        help=Both("those that they know: {known}", "quelle che conosce: {known}"),
        wordings={
            "near": Wording(
                Both(
                    "these rules know no irregularity `{name}`",
                    "questo regolamento non conosce l'irregolarità `{name}`",
                ),
                _NEAR,
            ),
        },
        page=sample(
            "A fault is named by the ruleset's own word, because the ruleset says what it costs. What it has no word "
            "for can be told in a `note`.",
            "Un'irregolarità si nomina con la parola del regolamento, che dice quanto costa. Ciò per cui non ha parole "
            "si può raccontare in una `note`.",
            "fault B: revok trick 4 claimed by A",
            "fault B: revoke trick 4 claimed by A",
        ),
    ),
    Code(
        code="CAL213",
        severity=Severity.ERROR,
        title=Both("An unknown signal", "Un segnale sconosciuto"),
        message=Both("these rules know no signal `{name}`", "questo regolamento non conosce il segnale `{name}`"),
        help=Both("those that they allow: {known}", "quelli che ammette: {known}"),
        wordings={
            "near": Wording(
                Both("these rules know no signal `{name}`", "questo regolamento non conosce il segnale `{name}`"),
                _NEAR,
            ),
        },
        page=sample(
            "Where a ruleset allows words between partners, it lists them; any other word is a fault at the table or a "
            "slip of the pen.",
            "Se un regolamento ammette parole fra compagni, le elenca; ogni altra parola è un'irregolarità o una "
            "svista di chi scrive.",
            "signal B: buso",
            "signal B: busso",
        ),
    ),
    Code(
        code="CAL214",
        severity=Severity.ERROR,
        title=Both("An unknown pile", "Un mazzetto sconosciuto"),
        message=Both("these rules know no pile `{name}`", "questo regolamento non conosce il mazzetto `{name}`"),
        help=Both("its piles: {known}", "i mazzetti: {known}"),
        wordings={
            "near": Wording(
                Both("these rules know no pile `{name}`", "questo regolamento non conosce il mazzetto `{name}`"),
                _NEAR,
            ),
        },
        page=sample(
            "`from` and `to` name a pile of the ruleset. Where there is only one, or only one can be meant, they may "
            "be left out.",
            "`from` e `to` nominano un mazzetto del regolamento. Se ce n'è uno solo, o se ne può intendere uno solo, "
            "si possono tralasciare.",
            "take B: open Ab 6d 3s 7s from mont",
            "take B: open Ab 6d 3s 7s from monte",
        ),
    ),
    Code(
        code="CAL215",
        severity=Severity.ERROR,
        title=Both("A seat where nobody sits", "Un posto vuoto"),
        message=Both("nobody sits at {label}", "nessuno siede al posto {label}"),
        help=Both("the seats are {seats}", "i posti sono {seats}"),
        wordings={
            "out": Wording(
                Both("{label} sits this hand out", "{label} non gioca questa mano"),
                Both(
                    "with as many at the table, the dealer holds no cards",
                    "in tanti al tavolo, chi dà le carte non gioca",
                ),
            ),
            "dealer": Wording(
                Both(
                    "the dealer is {label}, but nobody sits there",
                    "il mazziere è {label}, ma a quel posto non siede nessuno",
                ),
                Both("the seats are {seats}", "i posti sono {seats}"),
            ),
        },
        page=sample(
            "The `seat` lines say who is at the table. Every other line may name only them, and whoever sits a hand "
            "out neither holds cards in it nor speaks.",
            "Le righe `seat` dicono chi è al tavolo. Ogni altra riga può nominare solo loro, e chi non gioca una mano "
            "non ha carte e non parla.",
            'seat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\nhand 1\ndealer D\nend',
            'seat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\nhand 1\ndealer C\nend',
        ),
    ),
    Code(
        code="CAL216",
        severity=Severity.ERROR,
        title=Both("Too many or too few at the table", "Troppi o troppo pochi al tavolo"),
        message=Both(
            "{found} sit at the table, but these rules are for {allowed}",
            "al tavolo siedono in {found}, ma questo regolamento è per {allowed}",
        ),
        help=Both(
            "either a `seat` line is missing or too many, or another ruleset is meant",
            "o manca una riga `seat`, o ce n'è una di troppo, o si intende un altro regolamento",
        ),
        page=sample(
            "Each ruleset says for how many it is. Seats without a player of their own stand in `dummy` lines and do "
            "not count.",
            "Ogni regolamento dice per quanti è. I posti senza un proprio giocatore stanno in righe `dummy` e non "
            "contano.",
            'rules our-house\nseat A "Anna"\nseat B "Bruno"',
            'rules our-house\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"',
        ),
    ),
    Code(
        code="CAL217",
        severity=Severity.ERROR,
        title=Both("A hand with another pack", "Una mano con un altro mazzo"),
        message=Both(
            "{found} of the {total} cards of this hand are not of this pack",
            "{found} delle {total} carte di questa mano non sono di questo mazzo",
        ),
        help=Both(
            "these rules play with the suits {suits} and the ranks {ranks} ({faces}); was the hand played under other "
            "rules, or are its cards written with other letters?",
            "qui si gioca con i semi {suits} e i valori {ranks} ({faces}); la mano è stata giocata con altre regole, o "
            "le carte sono scritte con altre lettere?",
        ),
        page=sample(
            "So many cards are strange, or so many have a letter that stands for no rank, that the record is plainly "
            "of another pack or written in another way; this is said once instead of for each card, and the hand is "
            "not looked at further.",
            "Le carte estranee, o quelle con una lettera che non indica alcun valore, sono così tante che la mano è "
            "chiaramente di un altro mazzo o scritta in un altro modo; lo si dice una volta sola invece che per ogni "
            "carta, e la mano non si esamina oltre.",
            "deal A: Kh Qh 9h 8h As Ks Qs Js Td 9d 8d 7d",
        ),
    ),
)
