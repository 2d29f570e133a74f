"""RUL1xx: composition. The header, `extends`, `set`, `off`, `add`, and who says a rule."""
# Long because: a range of codes is looked up, not read, and stands in one place.

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording
from calarec.diagnostics.model import Severity
from calarec.language import Both

_NEAR = Both("did you mean `{near}`?", "forse `{near}`?")
_TOP = Both(
    "`{top}:` is no rule: it stands at the left margin, beside `set:` and `add:`",
    "`{top}:` non è una regola: va scritto al margine sinistro, accanto a `set:` e `add:`",
)
_CHILD = "```yaml\nruleset: my-club\nversion: 1.0.0\nextends: parent\nset:\n  contracts.solo.stake: 3\n```"

_HEADER = (
    Code(
        code="RUL100",
        severity=Severity.ERROR,
        title=Both("The header is incomplete", "L'intestazione è incompleta"),
        message=Both("`{key}` is missing", "manca `{key}`"),
        help=Both(
            "every rule file begins with `ruleset: ` and an id, and `version: 1.0.0`",
            "ogni file di regole comincia con `ruleset: ` e un id, e con `version: 1.0.0`",
        ),
        page=Both(
            "A rule file says what it is called and which version it is.\n\n"
            "```yaml\nruleset: my-club\nversion: 1.0.0\n```",
            "Un file di regole dice come si chiama e di quale versione si tratta.\n\n"
            "```yaml\nruleset: il-mio-circolo\nversion: 1.0.0\n```",
        ),
    ),
    Code(
        code="RUL101",
        severity=Severity.ERROR,
        title=Both("An unknown key", "Una chiave sconosciuta"),
        message=Both("unknown key `{key}`", "chiave sconosciuta `{key}`"),
        help=Both(
            "`calarec rules schema` lists the keys that there are",
            "`calarec rules schema` elenca le chiavi disponibili",
        ),
        wordings={
            "near": Wording(Both("unknown key `{key}`", "chiave sconosciuta `{key}`"), _NEAR),
            "known": Wording(
                Both("unknown key `{key}`", "chiave sconosciuta `{key}`"),
                Both("these are known here: {known}", "qui si conoscono: {known}"),
            ),
            "path": Wording(
                Both("unknown key `{key}`", "chiave sconosciuta `{key}`"),
                Both(
                    "a path stands under `set:` or `add:`, two blanks further in",
                    "un percorso va sotto `set:` o `add:`, due spazi più a destra",
                ),
            ),
        },
        page=Both(
            "A key that means nothing is an error, never ignored: it is nearly always a slip of the pen.\n\n"
            "```yaml\nrulset: my-club      # ruleset\n```",
            "Una chiave che non significa nulla è un errore, e non viene mai ignorata: quasi sempre è un errore di "
            "battitura.\n\n```yaml\nrulset: il-mio-circolo      # ruleset\n```",
        ),
    ),
    Code(
        code="RUL102",
        severity=Severity.ERROR,
        title=Both("An id that is none", "Un id non valido"),
        message=Both("`{id}` cannot be the id of a ruleset", "`{id}` non può essere l'id di un regolamento"),
        help=Both(
            "up to 64 small letters, digits and hyphens, a letter or a digit first",
            "fino a 64 lettere minuscole, cifre e trattini, cominciando con una lettera o una cifra",
        ),
        example="ruleset: My Club    # my-club",
        page=Both(
            "The id stands in records, in file names and on command lines, so it is made of small letters (without "
            "accents), digits and hyphens. The title may be anything.",
            "L'id compare nelle registrazioni, nei nomi dei file e sulla riga di comando: perciò è fatto di lettere "
            "minuscole (senza accenti), cifre e trattini. Il titolo invece è libero.",
        ),
    ),
    Code(
        code="RUL103",
        severity=Severity.ERROR,
        title=Both("Id and file name differ", "L'id e il nome del file non coincidono"),
        message=Both("the file `{file}` says that it is `{id}`", "il file `{file}` dice di essere `{id}`"),
        help=Both(
            "write `ruleset: {expected}`, or rename the file", "scrivi `ruleset: {expected}`, o rinomina il file"
        ),
        example="my-club.yaml:1:10: ruleset: our-club",
        page=Both(
            "A ruleset that is looked for by its id is found in the file of that name: `my-club` in `my-club.yaml`.",
            "Un regolamento cercato con il suo id si trova nel file con quel nome: `il-mio-circolo` in "
            "`il-mio-circolo.yaml`.",
        ),
    ),
    Code(
        code="RUL104",
        severity=Severity.WARNING,
        title=Both("The file is called otherwise", "Il file ha un altro nome"),
        message=Both("the ruleset `{id}` stands in the file `{file}`", "il regolamento `{id}` sta nel file `{file}`"),
        help=Both(
            "rename the file to `{id}.yaml`, so that it can be found by its id",
            "rinomina il file in `{id}.yaml`, così si potrà trovare con il suo id",
        ),
        example="draft.yaml:1:10: ruleset: my-club",
        page=Both(
            "The file can be used by its path. By its id, and as a parent, it will only be found in a file of the "
            "same name.",
            "Il file si può usare indicandone il percorso. Con il suo id, e come genitore di altri, si trova solo in "
            "un file con lo stesso nome.",
        ),
    ),
    Code(
        code="RUL105",
        severity=Severity.ERROR,
        title=Both("A version that is none", "Una versione non valida"),
        message=Both("`{version}` is not a version", "`{version}` non è una versione"),
        help=Both("three numbers with dots: `1.0.0`", "tre numeri separati da punti: `1.0.0`"),
        example="version: 1.0        # 1.0.0",
        page=Both(
            "The first number changes when some deal is played or scored otherwise, the second when something was "
            "added, the third when only words changed.",
            "Il primo numero cambia quando qualche mano si gioca o si conta diversamente, il secondo quando si "
            "aggiunge qualcosa, il terzo quando cambiano solo le parole.",
        ),
    ),
    Code(
        code="RUL106",
        severity=Severity.ERROR,
        title=Both("The wrong kind of value", "Un valore del tipo sbagliato"),
        message=Both("`{key}` should be {wanted}, not {found}", "`{key}` dev'essere {wanted}, non {found}"),
        wordings={
            "changes": Wording(
                Both("`{key}` should be {wanted}, not {found}", "`{key}` dev'essere {wanted}, non {found}"),
                Both(
                    "below it, two blanks further in, stand lines like `contracts.solo.stake: 3`",
                    "sotto, due spazi più a destra, vanno righe come `contracts.solo.stake: 3`",
                ),
            ),
        },
        page=Both(
            "```yaml\ntitle: Our game                        # one text for all\n"
            "title: {en: Our game, it: Da noi}      # or one for each language\n```",
            "```yaml\ntitle: Da noi                          # un testo per tutti\n"
            "title: {en: Our game, it: Da noi}      # oppure uno per lingua\n```",
        ),
    ),
    Code(
        code="RUL107",
        severity=Severity.ERROR,
        title=Both("A key that no path can name", "Una chiave che nessun percorso può indicare"),
        message=Both(
            "no path could name the key `{key}`",
            "nessun percorso potrebbe indicare la chiave `{key}`",
        ),
        help=Both(
            "keys of rules have no dots, blanks or stars",
            "le chiavi delle regole non hanno punti, spazi né asterischi",
        ),
        wordings={
            "source": Wording(
                Both("a source's id has no blanks: `{key}`", "l'id di una fonte non ha spazi: `{key}`"),
                Both(
                    "what follows a blank in `source:` is the place in the source",
                    "in `source:` ciò che segue uno spazio è il punto della fonte",
                ),
            ),
        },
        example="contracts:\n  solo.2: {stake: 2}      # solo-2",
        page=Both(
            "Rules are named by paths such as `contracts.solo.stake`: a dot parts the keys and a star stands for any "
            "key, so neither can be in a key.",
            "Le regole si indicano con percorsi come `contracts.solo.stake`: il punto separa le chiavi e l'asterisco "
            "vale per qualunque chiave; perciò nessuno dei due può stare in una chiave.",
        ),
    ),
)

_EXTENDS = (
    Code(
        code="RUL110",
        severity=Severity.ERROR,
        title=Both("A parent that cannot be one", "Un genitore impossibile"),
        message=Both("`{parent}` is not the id of a ruleset", "`{parent}` non è l'id di un regolamento"),
        help=Both("write `extends: ` and one id", "scrivi `extends: ` e un solo id"),
        wordings={
            "path": Wording(
                Both(
                    "a parent is named by its id, not by a path", "il genitore si indica con l'id, non con un percorso"
                ),
                Both(
                    "put its file beside this one, or in a folder of CALAREC_RULES, and write its id",
                    "metti il suo file accanto a questo, o in una cartella di CALAREC_RULES, e scrivi l'id",
                ),
            ),
            "version": Wording(
                Both("`{parent}` names no version", "`{parent}` non indica una versione"),
                Both("three numbers after the `@`: `id@1.0.0`", "tre numeri dopo la `@`: `id@1.0.0`"),
            ),
        },
        page=Both(
            "A rule file extends one other, by id; a version may be demanded.\n\n" + _CHILD,
            "Un file di regole ne estende un altro, indicato con l'id; si può esigere una versione.\n\n" + _CHILD,
        ),
    ),
    Code(
        code="RUL111",
        severity=Severity.ERROR,
        title=Both("The parent is missing", "Manca il genitore"),
        message=Both("there is no ruleset `{parent}`", "non c'è nessun regolamento `{parent}`"),
        help=Both(
            "it is looked for beside this file, in the folders of CALAREC_RULES, and among those shipped",
            "si cerca accanto a questo file, nelle cartelle di CALAREC_RULES e fra quelli forniti con calarec",
        ),
        wordings={
            "near": Wording(Both("there is no ruleset `{parent}`", "non c'è nessun regolamento `{parent}`"), _NEAR)
        },
        example="extends: tresette-club",
        page=Both(
            "Without its parent a file of changes is not a ruleset. `calarec rules list` shows the ids that there are.",
            "Senza il genitore, un file di modifiche non è un regolamento. `calarec rules list` elenca gli id "
            "disponibili.",
        ),
    ),
    Code(
        code="RUL112",
        severity=Severity.ERROR,
        title=Both("A circle of parents", "Un circolo di genitori"),
        message=Both(
            "these rulesets extend one another: {chain}", "questi regolamenti si estendono a vicenda: {chain}"
        ),
        help=Both("one of them must stand on its own", "uno di loro deve reggersi da solo"),
        page=Both(
            "At the end of a chain of `extends` there is a ruleset that extends nothing.\n\n"
            "```yaml\nruleset: mine\nextends: mine      # itself\n```",
            "In fondo a una catena di `extends` c'è un regolamento che non estende nulla.\n\n"
            "```yaml\nruleset: mio\nextends: mio      # sé stesso\n```",
        ),
    ),
    Code(
        code="RUL113",
        severity=Severity.ERROR,
        title=Both("Too long a chain of parents", "Una catena di genitori troppo lunga"),
        message=Both("more than {limit} files extend one another", "più di {limit} file si estendono l'un l'altro"),
        help=Both("extend one that is nearer to the end", "estendi uno più vicino all'inizio della catena"),
        example="a.yaml: extends: b\nb.yaml: extends: c\n...\nq.yaml: extends: r",
        page=Both(
            "Who wants to know a rule would have to read them all. `calarec rules freeze` makes one file of a chain.",
            "Per conoscere una regola bisognerebbe leggerli tutti. `calarec rules freeze` riduce una catena a un file.",
        ),
    ),
    Code(
        code="RUL114",
        severity=Severity.ERROR,
        title=Both("The parent has another version", "Il genitore ha un'altra versione"),
        message=Both(
            "`{parent}` is here in version {version}, not {wanted}",
            "di `{parent}` c'è la versione {version}, non la {wanted}",
        ),
        help=Both(
            "see whether the changes still hold, then write `{parent}@{version}`",
            "verifica che le modifiche valgano ancora, poi scrivi `{parent}@{version}`",
        ),
        example="extends: my-club@1.0.0      # my-club.yaml: version: 2.0.0",
        page=Both(
            "`extends: parent@1.0.0` demands that version. A newer parent may have changed the very rules that this "
            "file takes for granted.",
            "`extends: genitore@1.0.0` esige quella versione. Un genitore più recente può aver cambiato proprio le "
            "regole che questo file dà per scontate.",
        ),
    ),
    Code(
        code="RUL115",
        severity=Severity.ERROR,
        title=Both("Rules beside `extends`", "Regole accanto a `extends`"),
        message=Both("`{key}` beside `extends`", "`{key}` accanto a `extends`"),
        help=Both(
            "say under `set:` which rules of it are different: `{key}.…: value`",
            "indica sotto `set:` quali regole cambiano: `{key}.…: valore`",
        ),
        page=Both(
            "A file that extends another holds changes alone, so that everybody sees what is different.\n\n" + _CHILD,
            "Un file che ne estende un altro contiene solo modifiche, così che si veda che cosa cambia.\n\n" + _CHILD,
        ),
    ),
    Code(
        code="RUL116",
        severity=Severity.ERROR,
        title=Both("Changes to nothing", "Modifiche a nulla"),
        message=Both("`{key}` without `extends`", "`{key}` senza `extends`"),
        help=Both(
            "say by `extends: ` and an id what is to be changed",
            "indica con `extends: ` e un id che cosa si deve modificare",
        ),
        page=Both(
            "`set` and `add` change a parent. A file without a parent says its rules directly.\n\n" + _CHILD,
            "`set` e `add` modificano un genitore. Un file senza genitore dice le sue regole direttamente.\n\n"
            + _CHILD,
        ),
    ),
)

_CHANGES = (
    Code(
        code="RUL120",
        severity=Severity.ERROR,
        title=Both("A path that is none", "Un percorso non valido"),
        message=Both("`{path}` is not a path", "`{path}` non è un percorso"),
        help=Both(
            "keys joined by dots, `*` for any one key: `contracts.*.stake`",
            "chiavi unite da punti, `*` per una chiave qualsiasi: `contracts.*.stake`",
        ),
        example="set:\n  contracts..stake: 3       # contracts.*.stake",
        page=Both(
            "A path leads from the root to a rule: `settle.won_if`. A star stands for exactly one key; there are no "
            "blanks and no empty keys.",
            "Un percorso porta dalla radice a una regola: `settle.won_if`. L'asterisco vale per una chiave esatta; "
            "non ci sono spazi né chiavi vuote.",
        ),
    ),
    Code(
        code="RUL121",
        severity=Severity.ERROR,
        title=Both("`set` meets nothing", "`set` non trova nulla"),
        message=Both("the parent has nothing at `{path}`", "il genitore non ha nulla in `{path}`"),
        help=Both(
            "`calarec rules show` prints every path of the parent",
            "`calarec rules show` stampa tutti i percorsi del genitore",
        ),
        wordings={
            "near": Wording(Both("the parent has nothing at `{path}`", "il genitore non ha nulla in `{path}`"), _NEAR),
            "add": Wording(
                Both("the parent has nothing at `{path}`", "il genitore non ha nulla in `{path}`"),
                Both("what is new stands under `add:`", "ciò che è nuovo va sotto `add:`"),
            ),
            "near_or_add": Wording(
                Both("the parent has nothing at `{path}`", "il genitore non ha nulla in `{path}`"),
                Both(
                    "did you mean `{near}`? What is new stands under `add:`",
                    "forse `{near}`? Ciò che è nuovo va sotto `add:`",
                ),
            ),
            "leaf": Wording(
                Both("the parent has nothing at `{path}`", "il genitore non ha nulla in `{path}`"),
                Both(
                    "there is a single value on the way; it can only be replaced whole",
                    "lungo il percorso c'è un valore singolo: si può solo sostituire per intero",
                ),
            ),
            "top": Wording(Both("the parent has nothing at `{path}`", "il genitore non ha nulla in `{path}`"), _TOP),
        },
        page=Both(
            "`set` changes what is there. A path that names nothing would change nothing, which nobody means.\n\n"
            + _CHILD,
            "`set` modifica ciò che c'è. Un percorso che non trova nulla non cambierebbe nulla, e nessuno intende "
            "questo.\n\n" + _CHILD,
        ),
    ),
    Code(
        code="RUL122",
        severity=Severity.ERROR,
        title=Both("Two orders contradict each other", "Due ordini si contraddicono"),
        message=Both("two paths say different things of `{path}`", "due percorsi dicono cose diverse di `{path}`"),
        help=Both(
            "delete one, or write a path with fewer stars for the exception",
            "cancellane uno, o scrivi per l'eccezione un percorso con meno asterischi",
        ),
        page=Both(
            "Of two paths that name the same rule the one with fewer stars wins. With equally many neither can win.\n\n"
            "```yaml\nset:\n  contracts.*.stake: 1     # all\n  contracts.solo.stake: 3  # but this one\n```",
            "Di due percorsi che indicano la stessa regola vince quello con meno asterischi. A parità di asterischi "
            "non vince nessuno.\n\n"
            "```yaml\nset:\n  contracts.*.stake: 1     # tutti\n  contracts.solo.stake: 3  # tranne questo\n```",
        ),
    ),
    Code(
        code="RUL123",
        severity=Severity.ERROR,
        title=Both("This cannot be taken out", "Questo non si può togliere"),
        message=Both("`{path}` cannot be `off`", "`{path}` non può essere `off`"),
        help=Both(
            "every game needs it; say what it is to be instead",
            "nessun gioco può farne a meno: di' con che cosa sostituirlo",
        ),
        example="set:\n  pack: off",
        page=Both(
            "`off` takes out an entry of a map of entries (a contract, a bonus, a step) or something optional. "
            "What every game must say cannot be taken out, only changed.",
            "`off` toglie una voce da una mappa di voci (un contratto, un premio, una fase) o qualcosa di "
            "facoltativo. Ciò che ogni gioco deve dire non si può togliere, ma solo cambiare.",
        ),
    ),
    Code(
        code="RUL124",
        severity=Severity.WARNING,
        title=Both("`set` changes nothing", "`set` non cambia nulla"),
        message=Both("`{path}` is already so in the parent", "`{path}` è già così nel genitore"),
        help=Both(
            "delete it; to give a source or a reason for it use `because`",
            "cancellalo; per darne una fonte o un motivo usa `because`",
        ),
        wordings={
            "shadowed": Wording(
                Both(
                    "other paths decide everything that `{path}` names",
                    "tutto ciò che `{path}` indica è deciso da altri percorsi",
                ),
                Both("delete it", "cancellalo"),
            ),
        },
        example="# my-club.yaml: contracts.solo.stake: 2\nextends: my-club\nset:\n  contracts.solo.stake: 2",
        page=Both(
            "A change that changes nothing hides a mistake, or will one day: when the parent changes, this one stays.",
            "Una modifica che non modifica nulla nasconde un errore, o un giorno lo nasconderà: se il genitore "
            "cambia, questa resta.",
        ),
    ),
    Code(
        code="RUL125",
        severity=Severity.ERROR,
        title=Both("A path into a list", "Un percorso dentro un elenco"),
        message=Both("`{path}` leads into a list", "`{path}` porta dentro un elenco"),
        help=Both("lists are replaced whole", "gli elenchi si sostituiscono per intero"),
        example="set:\n  auction.ladder.2: solo    # auction.ladder: [chiamo, solo]",
        page=Both(
            "The third item of a list is another one as soon as the parent gets a new item, so paths of changes end "
            "at lists.",
            "La terza voce di un elenco diventa un'altra appena il genitore ne aggiunge una: perciò i percorsi delle "
            "modifiche si fermano agli elenchi.",
        ),
    ),
    Code(
        code="RUL130",
        severity=Severity.ERROR,
        title=Both("Nowhere to add to", "Nessun posto in cui aggiungere"),
        message=Both("the parent has no place for `{path}`", "il genitore non ha un posto per `{path}`"),
        help=Both("all keys but the last must be there", "tutte le chiavi tranne l'ultima devono esserci"),
        wordings={
            "near": Wording(
                Both("the parent has no place for `{path}`", "il genitore non ha un posto per `{path}`"), _NEAR
            ),
            "top": Wording(
                Both("the parent has no place for `{path}`", "il genitore non ha un posto per `{path}`"), _TOP
            ),
        },
        page=Both(
            "`add` puts a new entry into a map of rules that is there. `words`, `sources` and the rest of the header "
            "are no rules: they stand at the left margin.\n\n"
            "```yaml\nadd:\n  contracts.bella: {stake: 6, leader: declarer}     # there must be contracts\n"
            "words:\n  contracts: {bella: {en: bella, it: bella}}\n```",
            "`add` mette una nuova voce in una mappa di regole che c'è già. `words`, `sources` e il resto "
            "dell'intestazione non sono regole: vanno scritti al margine sinistro.\n\n"
            "```yaml\nadd:\n  contracts.bella: {stake: 6, leader: declarer}     # ci devono essere i contratti\n"
            "words:\n  contracts: {bella: {en: bella, it: bella}}\n```",
        ),
    ),
    Code(
        code="RUL131",
        severity=Severity.ERROR,
        title=Both("It is already there", "C'è già"),
        message=Both("`{path}` is already there", "`{path}` c'è già"),
        help=Both("to change it, write it under `set:`", "per cambiarlo, scrivilo sotto `set:`"),
        example="add:\n  contracts.solo: {stake: 3}      # set",
        page=Both(
            "`add` is for what is new, `set` for what is there (a value that the vocabulary fills in is there, too). "
            "So nobody replaces a rule without knowing it.",
            "`add` serve per ciò che è nuovo, `set` per ciò che c'è (anche i valori predefiniti ci sono). Così "
            "nessuno sostituisce una regola senza saperlo.",
        ),
    ),
    Code(
        code="RUL132",
        severity=Severity.ERROR,
        title=Both("`add` without a name", "`add` senza un nome"),
        message=Both(
            "`{path}` does not say what the new entry is called", "`{path}` non dice come si chiama la nuova voce"
        ),
        help=Both("end the path with the name of the new entry", "termina il percorso con il nome della nuova voce"),
        example="add:\n  contracts.*: {stake: 3}   # contracts.solissimo",
        page=Both(
            "A star stands for a key that is there; the last key of `add` is one that is not.",
            "L'asterisco vale per una chiave che c'è; l'ultima chiave di `add` è una che non c'è.",
        ),
    ),
    Code(
        code="RUL133",
        severity=Severity.ERROR,
        title=Both("`add` to something that holds no entries", "`add` a qualcosa che non contiene voci"),
        message=Both(
            "what stands above `{path}` is no map",
            "ciò che sta sopra `{path}` non è una mappa",
        ),
        help=Both("replace it whole, by `set`", "sostituiscilo per intero, con `set`"),
        example="add:\n  table.seats.four: 4",
        page=Both(
            "New entries can be put into maps; lists and single values are replaced whole.",
            "Le nuove voci si possono mettere nelle mappe; elenchi e valori singoli si sostituiscono per intero.",
        ),
    ),
    Code(
        code="RUL134",
        severity=Severity.ERROR,
        title=Both("`add` of a source or a reason", "`add` di una fonte o di un motivo"),
        message=Both("`{path}` is a note, not a rule", "`{path}` è una nota, non una regola"),
        help=Both(
            "sources and reasons of rules that stand in a parent are said by `because`",
            "fonti e motivi delle regole del regolamento esteso si indicano con `because`",
        ),
        example="add:\n  settle.source: minutes of the club",
        page=Both(
            "`source` and `why` may stand in any map of rules, but they are no rules. A file that extends another says "
            "them for its own changes beside them, and for what it takes over under `because`.",
            "`source` e `why` possono stare in ogni mappa di regole, ma non sono regole. Un file che "
            "ne estende un altro li indica accanto alle proprie modifiche e, per ciò che riprende, sotto `because`.",
        ),
    ),
)

_CITATIONS = (
    Code(
        code="RUL140",
        severity=Severity.ERROR,
        title=Both("A reason for nothing", "Un motivo per nulla"),
        message=Both("there is no rule at `{path}`", "non c'è nessuna regola in `{path}`"),
        help=Both("`calarec rules show` prints every path", "`calarec rules show` stampa tutti i percorsi"),
        wordings={"near": Wording(Both("there is no rule at `{path}`", "non c'è nessuna regola in `{path}`"), _NEAR)},
        page=Both(
            "`because` says of single rules where they come from and why they are so. A path that names nothing is a "
            "slip, or the rule has been taken out meanwhile.\n\n"
            "```yaml\nbecause:\n  contracts.solo.stake: {source: club, why: voted in 2024}\n```",
            "`because` dice di singole regole da dove vengono e perché sono così. Un percorso che non trova nulla è "
            "un errore, o la regola nel frattempo è stata tolta.\n\n"
            "```yaml\nbecause:\n  contracts.solo.stake: {source: circolo, why: votato nel 2024}\n```",
        ),
    ),
    Code(
        code="RUL141",
        severity=Severity.ERROR,
        title=Both("An unknown source", "Una fonte sconosciuta"),
        message=Both("there is no source `{source}`", "non c'è nessuna fonte `{source}`"),
        help=Both(
            "name it under `sources:`, or write `project default`",
            "indicala sotto `sources:`, oppure scrivi `project default`",
        ),
        wordings={"near": Wording(Both("there is no source `{source}`", "non c'è nessuna fonte `{source}`"), _NEAR)},
        page=Both(
            "What stands before the first blank is the id of a source, named under `sources:` here or in a parent; "
            "what follows is the place in it.\n\n"
            "```yaml\nsources:\n  club: {title: Minutes of the club}\nsource: club page 12\n```",
            "Ciò che precede il primo spazio è l'id di una fonte, indicata sotto `sources:` qui o in un genitore; ciò "
            "che segue è il punto della fonte.\n\n"
            "```yaml\nsources:\n  circolo: {title: Verbali del circolo}\nsource: circolo pagina 12\n```",
        ),
    ),
    Code(
        code="RUL142",
        severity=Severity.WARNING,
        title=Both("A default without a reason", "Una scelta senza motivo"),
        message=Both("`project default` without a `why`", "`project default` senza `why`"),
        help=Both("say why it was chosen", "di' perché è stata fatta questa scelta"),
        page=Both(
            "Where no source says anything somebody has to choose. Who disagrees will want to know the reason.\n\n"
            "```yaml\nsource: project default\nwhy: the only amount that keeps the stakes rising\n```",
            "Dove nessuna fonte dice nulla qualcuno deve scegliere. Chi non è d'accordo vorrà conoscere il motivo.\n\n"
            "```yaml\nsource: project default\nwhy: l'unico importo che mantiene crescenti le poste\n```",
        ),
    ),
    Code(
        code="RUL143",
        severity=Severity.ERROR,
        title=Both("Two reasons contradict each other", "Due motivi si contraddicono"),
        message=Both(
            "two entries of `because` say different things of `{path}`",
            "due voci di `because` dicono cose diverse di `{path}`",
        ),
        help=Both(
            "delete one, or write a path with fewer stars", "cancellane una, o scrivi un percorso con meno asterischi"
        ),
        example='because:\n  contracts.*.stake: {source: "1"}\n  contracts.solo.*: {source: "2"}',
        page=Both(
            "Of two entries the one that leads nearer to the rule wins, then the one with fewer stars. With equally "
            "many neither can win.",
            "Di due voci vince quella che porta più vicino alla regola, poi quella con meno asterischi. A parità non "
            "vince nessuna.",
        ),
    ),
    Code(
        code="RUL144",
        severity=Severity.NOTE,
        title=Both("A source that nothing cites", "Una fonte mai citata"),
        message=Both(
            "no rule of this file cites the source `{source}`", "nessuna regola di questo file cita la fonte `{source}`"
        ),
        help=Both("cite it or delete it", "citala o cancellala"),
        example='sources:\n  "7": {title: A book that no rule cites}',
        page=Both(
            "A source that is named and never cited is often one whose rules have been changed meanwhile.",
            "Una fonte indicata e mai citata è spesso una le cui regole nel frattempo sono state cambiate.",
        ),
    ),
)

CODES = (*_HEADER, *_EXTENDS, *_CHANGES, *_CITATIONS)
