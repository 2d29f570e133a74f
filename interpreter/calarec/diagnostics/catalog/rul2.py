"""RUL2xx: keys and values. What a rule file may say where, as the mechanisms declare it."""
# Long because: a range of codes is looked up, not read, and stands in one place.

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, rule_sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

_NEAR = Both("did you mean `{near}`?", "forse `{near}`?")

CODES = (
    Code(
        code="RUL201",
        severity=Severity.ERROR,
        title=Both("An unknown key", "Una chiave sconosciuta"),
        message=Both("unknown key `{key}`", "chiave sconosciuta `{key}`"),
        help=Both("these are known here: {known}", "qui si conoscono: {known}"),
        wordings={
            "near": Wording(Both("unknown key `{key}`", "chiave sconosciuta `{key}`"), _NEAR),
            "elsewhere": Wording(
                Both("`{key}` means nothing here", "`{key}` qui non significa nulla"),
                Both("it belongs under {places}", "il suo posto è sotto {places}"),
            ),
        },
        page=rule_sample(
            "Every key of a rule file is declared by the mechanism to which it belongs. A key that nobody knows is an "
            "error, because a rule that is silently left out would be worse. If a similar key is missing in the same "
            "place, that is said with it.",
            "Ogni chiave di un file di regole è dichiarata dal meccanismo a cui appartiene. Una chiave che nessuno "
            "conosce è un errore: una regola ignorata in silenzio sarebbe peggio. Se nello stesso punto manca una "
            "chiave simile, lo si dice insieme.",
            "deal: {hand: 12, packet: 4}",
            "deal: {hand: 12, packets: 4}",
        ),
    ),
    Code(
        code="RUL202",
        severity=Severity.ERROR,
        title=Both("A key is missing", "Manca una chiave"),
        message=Both("`{within}` does not say {keys}", "in `{within}` manca {keys}"),
        help=Both(
            "the ruleset cannot be played without; `calarec rules schema` says what it means",
            "senza, non si può giocare; `calarec rules schema` ne spiega il significato",
        ),
        wordings={
            "section": Wording(
                Both("the file lacks {keys}", "nel file manca {keys}"),
                Both(
                    "a complete ruleset has every section; to change another one, write `extends:`",
                    "un regolamento completo ha tutte le sezioni; per modificarne un altro si scrive `extends:`",
                ),
            ),
            "extending": Wording(
                Both("`{within}` does not say {keys}", "in `{within}` manca {keys}"),
                Both(
                    "a map takes the place of all that was there; to change one rule write its path, `{example}: …`",
                    "una mappa sostituisce tutto ciò che c'era; per cambiare una regola sola se ne scrive il percorso, "
                    "`{example}: …`",
                ),
            ),
            "do": Wording(
                Both("`{within}` does not say {keys}", "in `{within}` manca {keys}"),
                Both("from its other keys it could be {guess}", "dalle altre chiavi potrebbe essere {guess}"),
            ),
            "do_unknown": Wording(
                Both("`{within}` does not say {keys}", "in `{within}` manca {keys}"),
                Both("`do:` names what happens", "`do:` dice che cosa accade"),
            ),
        },
        page=rule_sample(
            "What has no usual value must be said. Who leads, for example, differs from game to game, so every "
            "contract names its leader.",
            "Ciò che non ha un valore abituale va detto. Chi esce, per esempio, cambia da un gioco all'altro, e "
            "perciò ogni contratto lo indica.",
            "contracts:\n  solo: {stake: 2}",
            "contracts:\n  solo: {stake: 2, leader: eldest}",
        ),
    ),
    Code(
        code="RUL203",
        severity=Severity.ERROR,
        title=Both("A value of another kind is wanted", "Serve un valore di altro tipo"),
        message=Both(
            "`{within}` must be {wanted}, not {found}",
            "`{within}` deve essere {wanted}, non {found}",
        ),
        wordings={
            "nothing": Wording(
                Both("`{within}` says nothing", "`{within}` non dice nulla"),
                Both("write {wanted} after it", "scrivi {wanted} dopo i due punti"),
            ),
            "off": Wording(
                Both("`off` does not fit `{within}`", "`off` non va bene per `{within}`"),
                Both(
                    "{wanted} is wanted; `off` takes something away, and only as a value in `set`",
                    "serve {wanted}; `off` toglie qualcosa, e solo come valore in `set`",
                ),
            ),
            "no": Wording(
                Both(
                    "`{within}` must be {wanted}, not {found}",
                    "`{within}` deve essere {wanted}, non {found}",
                ),
                Both(
                    "to take it out, write `off` (as a value in `set`)",
                    "per toglierlo si scrive `off` (come valore in `set`)",
                ),
            ),
            "map": Wording(
                Both(
                    "`{within}` must be {wanted}, not {found}",
                    "`{within}` deve essere {wanted}, non {found}",
                ),
                Both("its keys are {keys}", "le sue chiavi sono {keys}"),
            ),
            "do": Wording(
                Both(
                    "`{within}` must be {wanted}, not {found}",
                    "`{within}` deve essere {wanted}, non {found}",
                ),
                Both(
                    "write what happens: `do:` and one of {keys}",
                    "scrivi che cosa accade: `do:` e uno tra {keys}",
                ),
            ),
            "yes_no": Wording(
                Both(
                    "`{within}` must be `true` or `false`; `{value}` is read as text",
                    "`{within}` deve essere `true` o `false`; `{value}` è letto come testo",
                ),
                Both("write `{text}`", "scrivi `{text}`"),
            ),
            "list": Wording(
                Both("`{within}` must be a list, even of one", "`{within}` deve essere un elenco, anche di uno solo"),
                Both("write `{text}`", "scrivi `{text}`"),
            ),
            "unquoted": Wording(
                Both(
                    "`{within}` must be a number; `{value}` is read as text",
                    "`{within}` deve essere un numero; `{value}` è letto come testo",
                ),
                Both(
                    "write `{text}`, without quotes and without leading zeros",
                    "scrivi `{text}`, senza virgolette e senza zeri davanti",
                ),
            ),
            "whole": Wording(
                Both(
                    "`{within}` must be a whole number, not `{value}`",
                    "`{within}` deve essere un numero intero, non `{value}`",
                ),
                Both(
                    "points and stakes are counted in a unit small enough to need no fractions",
                    "punti e poste si contano in un'unità così piccola da non richiedere frazioni",
                ),
            ),
            "quoted": Wording(
                Both(
                    "`{within}` must be a text; `{value}` is read as a number",
                    "`{within}` deve essere un testo; `{value}` è letto come numero",
                ),
                Both("write it in quotes: `{text}`", "scrivilo tra virgolette: `{text}`"),
            ),
        },
        page=rule_sample(
            "Only `true` and `false`, whole numbers without leading zeros and `~` are more than text; `yes`, `no`, "
            "`on`, `off` and `1.5` are texts like any other.",
            "Solo `true` e `false`, i numeri interi senza zeri davanti e `~` sono più che testo; `yes`, `no`, `on`, "
            "`off` e `1.5` sono testi come tutti gli altri.",
            "steps:\n  bury: {do: discard, to: monte, open: no}",
            "steps:\n  bury: {do: discard, to: monte, open: false}",
        ),
    ),
    Code(
        code="RUL204",
        severity=Severity.ERROR,
        title=Both("This word may not stand here", "Questa parola qui non può stare"),
        message=Both("`{within}` cannot be `{value}`", "`{within}` non può essere `{value}`"),
        help=Both("it can be {words}", "può essere {words}"),
        wordings={
            "near": Wording(
                Both("`{within}` cannot be `{value}`", "`{within}` non può essere `{value}`"),
                Both("did you mean `{near}`? it can be {words}", "forse `{near}`? può essere {words}"),
            ),
            "yes_no": Wording(
                Both(
                    "`{within}` is not a matter of yes or no: `{value}`",
                    "`{within}` non è questione di sì o no: `{value}`",
                ),
                Both("it can be {words}", "può essere {words}"),
            ),
            "off": Wording(
                Both("`{within}` cannot be `off`", "`{within}` non può essere `off`"),
                Both(
                    "it can be {words}; `off` takes something away, and only as a value in `set`",
                    "può essere {words}; `off` toglie qualcosa, e solo come valore in `set`",
                ),
            ),
        },
        page=rule_sample(
            "Most rules choose among a few words. `calarec rules schema` says what each of them means.",
            "Quasi tutte le regole scelgono tra poche parole. `calarec rules schema` dice che cosa significa ognuna.",
            "play: {follow: yes}",
            "play: {follow: must}",
        ),
    ),
    Code(
        code="RUL205",
        severity=Severity.ERROR,
        title=Both("A text of another form is wanted", "Serve un testo di altra forma"),
        message=Both(
            "`{within}` cannot be written `{value}`",
            "`{within}` non si può scrivere `{value}`",
        ),
        help=Both("wanted: {form}", "serve: {form}"),
        wordings={
            "empty": Wording(
                Both("`{within}` is empty", "`{within}` è vuoto"),
                Both("wanted: {form}", "serve: {form}"),
            ),
        },
        page=rule_sample(
            "Some texts have a form: the suits are small letters, the ranks digits and capital letters, so that no "
            "card can be read in two ways.",
            "Alcuni testi hanno una forma: i semi sono lettere minuscole, i valori cifre e lettere maiuscole, perché "
            "nessuna carta si possa leggere in due modi.",
            "pack:\n  suits: BSCD",
            "pack:\n  suits: bscd",
        ),
    ),
    Code(
        code="RUL206",
        severity=Severity.ERROR,
        title=Both("The number is too small or too large", "Il numero è troppo piccolo o troppo grande"),
        message=Both(
            "`{within}` must be from {least} to {most}, not {value}",
            "`{within}` deve andare da {least} a {most}, non {value}",
        ),
        wordings={
            "least": Wording(
                Both(
                    "`{within}` must be at least {least}, not {value}",
                    "`{within}` dev'essere almeno {least}, non {value}",
                )
            ),
            "most": Wording(
                Both(
                    "`{within}` must be at most {most}, not {value}", "`{within}` dev'essere al più {most}, non {value}"
                )
            ),
        },
        page=rule_sample(
            "Every number has limits: nobody deals no cards, and two to seven can sit at a table.",
            "Ogni numero ha dei limiti: non si danno zero carte, e al tavolo siedono da due a sette persone.",
            "table: {seats: [1, 3], direction: clockwise}",
            "table: {seats: [3], direction: clockwise}",
        ),
    ),
    Code(
        code="RUL207",
        severity=Severity.ERROR,
        title=Both("The list is too short or too long", "L'elenco è troppo corto o troppo lungo"),
        message=Both("`{within}` must name at least one", "`{within}` deve nominarne almeno uno"),
        wordings={
            "few": Wording(
                Both(
                    "`{within}` must name at least {limit}; here are {count}",
                    "`{within}` deve nominarne almeno {limit}; qui sono {count}",
                )
            ),
            "many": Wording(
                Both(
                    "`{within}` may name at most {limit}; here are {count}",
                    "`{within}` può nominarne al più {limit}; qui sono {count}",
                )
            ),
        },
        page=rule_sample(
            "An auction without a single contract on its ladder could not be opened.",
            "Un'asta senza nemmeno un contratto nella scala non si potrebbe aprire.",
            "auction:\n  ladder: []",
            "auction:\n  ladder: [chiamo]",
        ),
    ),
    Code(
        code="RUL208",
        severity=Severity.ERROR,
        title=Both("Named twice", "Nominato due volte"),
        message=Both("`{within}` names `{item}` twice", "`{within}` nomina `{item}` due volte"),
        help=Both("once is enough", "una volta basta"),
        page=rule_sample(
            "In a list of names each stands once; twice, one of them was probably meant to be another.",
            "In un elenco ogni nome sta una volta; se sta due volte, uno dei due doveva probabilmente essere un altro.",
            "auction:\n  ladder: [chiamo, solo, solo]",
            "auction:\n  ladder: [chiamo, solo, solissimo]",
        ),
    ),
    Code(
        code="RUL209",
        severity=Severity.ERROR,
        title=Both("A name of this form cannot be given", "Un nome di questa forma non si può dare"),
        message=Both("`{name}` cannot be a key of `{within}`", "`{name}` non può essere una chiave di `{within}`"),
        help=Both("wanted: {form}", "serve: {form}"),
        page=rule_sample(
            "Contracts, steps, piles and words are written in records too, so their names are single words; what "
            "they are called at the table stands in `words`.",
            "Contratti, fasi, mazzetti e parole si scrivono anche nelle registrazioni, perciò i loro nomi sono parole "
            "singole; come si chiamano al tavolo sta in `words`.",
            "contracts:\n  Solo Aggravato: {stake: 8, leader: declarer}",
            "contracts:\n  solo-aggravato: {stake: 8, leader: declarer}",
        ),
    ),
    Code(
        code="RUL210",
        severity=Severity.ERROR,
        title=Both("An unknown mechanism", "Un meccanismo sconosciuto"),
        message=Both("there is no mechanism `{value}`", "non c'è nessun meccanismo `{value}`"),
        help=Both("there are {words}", "ci sono {words}"),
        wordings={
            "near": Wording(Both("there is no mechanism `{value}`", "non c'è nessun meccanismo `{value}`"), _NEAR),
            "elsewhere": Wording(
                Both("`{value}` cannot stand here", "`{value}` qui non può stare"),
                Both(
                    "it belongs under `{other}`; here can be {words}",
                    "il suo posto è sotto `{other}`; qui può stare {words}",
                ),
            ),
        },
        page=rule_sample(
            "`do` names what happens, from a fixed list: no rule file can bring a mechanism of its own.",
            "`do` dice che cosa accade, da un elenco fisso: nessun file di regole può portare un meccanismo proprio.",
            "steps:\n  bury: {do: dicard, to: monte}",
            "steps:\n  bury: {do: discard, to: monte}",
        ),
    ),
)
