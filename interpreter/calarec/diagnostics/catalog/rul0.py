"""RUL0xx: the file itself, its encoding, what of YAML a rule file may use, and the limits."""
# Long because: a range of codes is looked up, not read, and stands in one place.

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording
from calarec.diagnostics.model import Severity
from calarec.language import Both

_FILE = (
    Code(
        code="RUL001",
        severity=Severity.ERROR,
        title=Both("No such ruleset", "Regolamento inesistente"),
        message=Both("there is no file `{name}`", "il file `{name}` non esiste"),
        wordings={
            "shipped": Wording(
                Both("there is no file `{name}` here", "qui non c'è nessun file `{name}`"),
                Both(
                    "it comes with calarec: write `{id}`, without folder and ending",
                    "fa parte di calarec: basta scrivere `{id}`, senza cartella né estensione",
                ),
            ),
            "near_file": Wording(
                Both("there is no file `{name}`", "il file `{name}` non esiste"),
                Both("did you mean `{near}`?", "forse `{near}`?"),
            ),
            "id": Wording(
                Both("there is no ruleset `{name}`", "non c'è nessun regolamento `{name}`"),
                Both("these are known: {ids}", "si conoscono: {ids}"),
            ),
            "near_id": Wording(
                Both("there is no ruleset `{name}`", "non c'è nessun regolamento `{name}`"),
                Both("did you mean {near}?", "forse {near}?"),
            ),
            "no_ids": Wording(
                Both("there is no ruleset `{name}`", "non c'è nessun regolamento `{name}`"),
                Both("no ruleset at all was found", "non è stato trovato nessun regolamento"),
            ),
            "ending": Wording(
                Both(
                    "`{name}` is no rule file: that ends in `.yaml`",
                    "`{name}` non è un file di regole, che finisce in `.yaml`",
                ),
                Both("rename it to `{near}`", "rinominarlo in `{near}`"),
            ),
            "here": Wording(
                Both("there is no ruleset `{name}`", "non c'è nessun regolamento `{name}`"),
                Both(
                    "the file that is here is named by its path: `{near}`",
                    "il file che c'è qui si indica con il suo percorso: `{near}`",
                ),
            ),
            "here_ending": Wording(
                Both("there is no ruleset `{name}`", "non c'è nessun regolamento `{name}`"),
                Both(
                    "there is a file `{file}` here: rename it to `{near}`, and give that",
                    "qui c'è un file `{file}`: rinominarlo in `{near}` e indicare quello",
                ),
            ),
            "not_an_id": Wording(
                Both(
                    "`{name}` is neither the id of a ruleset nor the path of a file",
                    "`{name}` non è né l'id di un regolamento né il percorso di un file",
                ),
                Both(
                    "an id is made of small letters, digits and hyphens; a path has a `/` or ends in `.yaml`",
                    "un id è fatto di lettere minuscole, cifre e trattini; un percorso contiene `/` o finisce "
                    "in `.yaml`",
                ),
            ),
        },
        page=Both(
            "A ruleset is named by its id (`calabresella`) or by the path of its file (`rules/mine.yaml`). What has a "
            "`/` or ends in `.yaml` is a path; everything else is an id, looked for in the folders of "
            "`CALAREC_RULES` and then among the rulesets that come with calarec.\n\n"
            "```\ncalarec rules list\n```\n\nshows every id that can be used.",
            "Un regolamento si indica con il suo id (`calabresella`) o con il percorso del file "
            "(`rules/mio.yaml`). Ciò che contiene `/` o finisce in `.yaml` è un percorso; tutto il resto è un id, "
            "cercato nelle cartelle di `CALAREC_RULES` e poi tra i regolamenti forniti con calarec.\n\n"
            "```\ncalarec rules list\n```\n\nelenca tutti gli id disponibili.",
        ),
    ),
    Code(
        code="RUL002",
        severity=Severity.ERROR,
        title=Both("The file cannot be read", "Il file non si può leggere"),
        message=Both("`{name}` cannot be read: {reason}", "`{name}` non si può leggere: {reason}"),
        wordings={
            "folder": Wording(
                Both("`{name}` is a folder", "`{name}` è una cartella"),
                Both("name a file in it", "indica un file al suo interno"),
            ),
            "special": Wording(
                Both("`{name}` is no ordinary file", "`{name}` non è un file ordinario"),
                Both("copy the rules into a file", "copia le regole in un file"),
            ),
            "outside": Wording(
                Both(
                    "`{name}` is a link that leads out of its folder",
                    "`{name}` è un collegamento che porta fuori dalla sua cartella",
                ),
                Both("put the file itself there", "metti lì il file vero e proprio"),
            ),
        },
        example="calarec rules check rules/",
        page=Both(
            "The file is there, but its bytes cannot be had: it is a folder, it may not be read by you, or it is "
            "something else than a file. A link inside a folder of rules must not lead out of that folder.",
            "Il file c'è, ma il contenuto non è accessibile: è una cartella, mancano i permessi di lettura, oppure "
            "non è un file vero e proprio. Un collegamento in una cartella di regole non deve portare fuori da "
            "quella cartella.",
        ),
    ),
    Code(
        code="RUL003",
        severity=Severity.ERROR,
        title=Both("The file is too large", "Il file è troppo grande"),
        message=Both("the file is larger than {limit} KB", "il file supera i {limit} KB"),
        help=Both(
            "a ruleset needs a few KB; is this really one?",
            "a un regolamento bastano pochi KB: è davvero il file giusto?",
        ),
        example="mine.yaml: 268,435,456 bytes",
        page=Both(
            "Rule files are small: the longest that comes with calarec has a few hundred lines. A file of more than "
            "256 KB is not read at all.",
            "I file di regole sono piccoli: il più lungo fra quelli forniti con calarec ha qualche centinaio di "
            "righe. Un file oltre i 256 KB non viene letto affatto.",
        ),
    ),
    Code(
        code="RUL004",
        severity=Severity.ERROR,
        title=Both("The file is not UTF-8", "Il file non è in UTF-8"),
        message=Both("the byte {byte} is not UTF-8", "il byte {byte} non è UTF-8"),
        help=Both("save the file again, as UTF-8", "salva di nuovo il file, in UTF-8"),
        wordings={
            "wide": Wording(
                Both("the file is saved as UTF-16", "il file è salvato in UTF-16"),
                Both("save it again, as UTF-8", "salvalo di nuovo, in UTF-8"),
            ),
        },
        example="title: Citt\\xe0 di Cosenza      # \\xe0: Latin-1",
        page=Both(
            "Rule files are texts in UTF-8. Old editors save letters such as `è` in another encoding; choose UTF-8 "
            "in the dialogue in which the file is saved.",
            "I file di regole sono testi in UTF-8. I vecchi editor salvano lettere come `è` in un'altra codifica: "
            "scegli UTF-8 nella finestra di salvataggio.",
        ),
    ),
    Code(
        code="RUL005",
        severity=Severity.NOTE,
        title=Both("A byte order mark", "Un indicatore di ordine dei byte"),
        message=Both(
            "the file begins with a byte order mark, which is not needed",
            "il file comincia con un indicatore di ordine dei byte (BOM), che non serve",
        ),
        help=Both('save the file as UTF-8 "without BOM"', "salva il file in UTF-8 «senza BOM»"),
        example="\\xef\\xbb\\xbfruleset: my-club",
        page=Both(
            "Some editors put three invisible bytes at the beginning of a UTF-8 file. They are read over.",
            "Alcuni editor mettono tre byte invisibili all'inizio dei file UTF-8. Vengono ignorati.",
        ),
    ),
    Code(
        code="RUL006",
        severity=Severity.ERROR,
        title=Both("A character that cannot be seen", "Un carattere invisibile"),
        message=Both(
            "the character {character} has no place in a rule file",
            "il carattere {character} non può stare in un file di regole",
        ),
        help=Both("delete it", "cancellalo"),
        example="title: My\\x08 club",
        page=Both(
            "Control characters, marks that turn the direction of writing round, and exotic line ends make a file "
            "say something else than it shows. They come in by copying from web pages and word processors.",
            "I caratteri di controllo, i segni che invertono la direzione di scrittura e i fine riga esotici fanno "
            "dire al file una cosa diversa da quella che mostra. Di solito arrivano copiando da pagine web o da "
            "programmi di scrittura.",
        ),
    ),
    Code(
        code="RUL007",
        severity=Severity.ERROR,
        title=Both("A tab between words", "Una tabulazione fra le parole"),
        message=Both("there is a tab where blanks are meant", "c'è una tabulazione dove servono spazi"),
        help=Both("indent with blanks: two for each level", "rientra con gli spazi: due per ogni livello"),
        page=Both(
            "YAML counts blanks; how wide a tab is, nobody knows. Let your editor insert blanks.\n\n"
            "```yaml\ntable:\n  seats: 3\n```",
            "YAML conta gli spazi; quanto sia larga una tabulazione non lo sa nessuno. Imposta l'editor perché "
            "inserisca spazi.\n\n```yaml\ntable:\n  seats: 3\n```",
        ),
    ),
    Code(
        code="RUL009",
        severity=Severity.ERROR,
        title=Both("Too many findings", "Troppe segnalazioni"),
        message=Both(
            "{count} findings in this file are enough; the rest is not shown",
            "{count} segnalazioni in questo file bastano; le altre non sono mostrate",
        ),
        help=Both("mend the first ones and check again", "correggi le prime e ripeti il controllo"),
        example="steps: [deal      # the bracket is never closed",
        page=Both(
            "One mistake at the beginning can cause hundreds of findings further down. After fifty the reader stops.",
            "Un solo errore all'inizio può causare centinaia di segnalazioni più avanti. Dopo cinquanta la lettura "
            "si ferma.",
        ),
    ),
)

_SHAPE = (
    Code(
        code="RUL010",
        severity=Severity.ERROR,
        title=Both("The file is not YAML", "Il file non è YAML"),
        message=Both("this cannot be read as YAML", "questo non si può leggere come YAML"),
        help=Both(
            "each line is `key: value`, or `key:` with more indented lines below it",
            "ogni riga è `chiave: valore`, oppure `chiave:` seguita da righe più rientrate",
        ),
        wordings={
            "colon": Wording(
                Both("a second `:` in the same entry", "un secondo `:` nella stessa voce"),
                Both(
                    "put a text with a colon in quotes; or is the line before indented wrongly?",
                    "metti fra virgolette un testo che contiene i due punti; o è sbagliato il rientro della riga "
                    "precedente?",
                ),
            ),
            "no_colon": Wording(
                Both("a key without a `:`", "una chiave senza `:`"),
                Both("write `key: value`", "scrivi `chiave: valore`"),
            ),
            "dash": Wording(
                Both("a list item (`-`) cannot begin here", "una voce di elenco (`-`) non può cominciare qui"),
                Both("put it on a line of its own", "mettila su una riga propria"),
            ),
            "quote": Wording(
                Both("this quotation mark is never closed", "queste virgolette non vengono mai chiuse"),
                Both("put the same mark at the end of the text", "metti lo stesso segno alla fine del testo"),
            ),
            "bracket": Wording(
                Both("this `[` is not closed as it should be", "questa `[` non è chiusa come si deve"),
                Both(
                    "put commas between the items and a `]` at the end",
                    "metti le virgole fra le voci e una `]` alla fine",
                ),
            ),
            "brace": Wording(
                Both("this `{{` is not closed as it should be", "questa `{{` non è chiusa come si deve"),
                Both(
                    "put commas between the entries and a `}}` at the end",
                    "metti le virgole fra le voci e una `}}` alla fine",
                ),
            ),
            "indent": Wording(
                Both(
                    "this line does not belong to what stands above it",
                    "questa riga non si accorda con ciò che sta sopra",
                ),
                Both(
                    "entries of one map begin in the same column",
                    "le voci della stessa mappa cominciano nella stessa colonna",
                ),
            ),
            "star": Wording(
                Both("a text cannot begin with this sign", "un testo non può cominciare con questo segno"),
                Both("put it in quotes: `'*.stake'`", "mettilo fra virgolette: `'*.stake'`"),
            ),
            "start": Wording(
                Both("a text cannot begin with this sign", "un testo non può cominciare con questo segno"),
                Both("put the text in quotes", "metti il testo fra virgolette"),
            ),
            "escape": Wording(
                Both("a backslash that means nothing", "una barra rovesciata senza significato"),
                Both(
                    "use single quotes, in which a backslash is a backslash",
                    "usa gli apici semplici, nei quali la barra rovesciata vale per sé stessa",
                ),
            ),
        },
        page=Both(
            "The file breaks off where its shape stops making sense; nothing below that place was read.\n\n"
            "```yaml\ntitle: Briscola: mine      # wrong: two colons\ntitle: 'Briscola: mine'    # right\n```",
            "La lettura si interrompe dove la forma del file smette di avere senso; ciò che segue non è stato "
            "letto.\n\n```yaml\ntitle: Briscola: la mia     # sbagliato: due volte i due punti\n"
            "title: 'Briscola: la mia'   # giusto\n```",
        ),
    ),
    Code(
        code="RUL011",
        severity=Severity.ERROR,
        title=Both("A second document", "Un secondo documento"),
        message=Both("a second document begins here", "qui comincia un secondo documento"),
        help=Both(
            "one file is one ruleset: delete the `---`, or put the rest into a file of its own",
            "un file è un regolamento: togli `---`, oppure metti il resto in un altro file",
        ),
        example="ruleset: my-club\nversion: 1.0.0\n---\nruleset: my-other-club",
        page=Both(
            "YAML can hold several documents in one file, parted by `---`. A rule file holds one.",
            "YAML può contenere più documenti in un file, separati da `---`. Un file di regole ne contiene uno.",
        ),
    ),
    Code(
        code="RUL012",
        severity=Severity.ERROR,
        title=Both("The file is not a map", "Il file non è una mappa"),
        message=Both("a rule file is a map of keys and values", "un file di regole è una mappa di chiavi e valori"),
        help=Both("begin with `ruleset: ` and an id", "comincia con `ruleset: ` e un id"),
        wordings={
            "empty": Wording(
                Both("the file is empty", "il file è vuoto"),
                Both(
                    "begin with `ruleset: ` and an id; `calarec rules new` writes a file for you",
                    "comincia con `ruleset: ` e un id; `calarec rules new` scrive un file pronto",
                ),
            ),
            "list": Wording(
                Both("the file is a list, not a map", "il file è un elenco, non una mappa"),
                Both("begin with `ruleset: ` and an id", "comincia con `ruleset: ` e un id"),
            ),
            "text": Wording(
                Both("the file is one text, not a map", "il file è un solo testo, non una mappa"),
                Both("write `key: value`, one a line", "scrivi `chiave: valore`, una per riga"),
            ),
        },
        page=Both(
            "A rule file begins like this:\n\n```yaml\nruleset: my-club\nversion: 1.0.0\ntitle: As we play it\n```",
            "Un file di regole comincia così:\n\n```yaml\nruleset: il-mio-circolo\nversion: 1.0.0\n"
            "title: Come si gioca da noi\n```",
        ),
    ),
    Code(
        code="RUL013",
        severity=Severity.ERROR,
        title=Both("Nested too deep", "Troppi livelli"),
        message=Both("more than {limit} levels, one inside the other", "più di {limit} livelli, uno dentro l'altro"),
        help=Both("is a bracket not closed?", "manca forse una parentesi chiusa?"),
        example="steps: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[deal",
        page=Both(
            "Rules have five or six levels. A file with more than 32 is broken, or was made to break its reader.",
            "Le regole hanno cinque o sei livelli. Un file con più di 32 è guasto, o è fatto per guastare chi lo "
            "legge.",
        ),
    ),
    Code(
        code="RUL014",
        severity=Severity.ERROR,
        title=Both("Too many entries", "Troppe voci"),
        message=Both("more than {limit} keys and values", "più di {limit} fra chiavi e valori"),
        help=Both("is this really a ruleset?", "è davvero un regolamento?"),
        wordings={
            "changes": Wording(
                Both("more than {limit} entries", "più di {limit} voci"),
                Both("is this really a ruleset?", "è davvero un regolamento?"),
            ),
            "tree": Wording(
                Both(
                    "with these changes the rules grow beyond all measure",
                    "con queste modifiche le regole crescono a dismisura",
                ),
                Both(
                    "a path with stars puts its value into each place that it names",
                    "un percorso con asterischi mette il suo valore in ogni posto che indica",
                ),
            ),
        },
        example="words:\n  word-1: 1\n  word-2: 2\n  ...\n  word-10001: 10001",
        page=Both(
            "A long ruleset has a thousand keys and values. A file with more than 10,000 is not read to its end.",
            "Un regolamento lungo ha un migliaio di chiavi e valori. Un file con più di 10.000 non viene letto fino "
            "in fondo.",
        ),
    ),
)

_YAML = (
    Code(
        code="RUL020",
        severity=Severity.ERROR,
        title=Both("An anchor or an alias", "Un'ancora o un alias"),
        message=Both("`*{name}` is a YAML alias", "`*{name}` è un alias YAML"),
        help=Both(
            "write the value out; a text that begins with `*` stands in quotes",
            "scrivi il valore per esteso; un testo che comincia con `*` va fra virgolette",
        ),
        wordings={
            "anchor": Wording(
                Both("`&{name}` is a YAML anchor", "`&{name}` è un'ancora YAML"),
                Both(
                    "delete it; a text that begins with `&` stands in quotes",
                    "cancellala; un testo che comincia con `&` va fra virgolette",
                ),
            ),
        },
        page=Both(
            "With anchors and aliases one line of YAML can stand for a thousand others: nobody sees any more where "
            "a rule is written. What rulesets share they share by `extends`.\n\n"
            "```yaml\nset:\n  '*.leader': declarer   # a star at the beginning needs quotes\n```",
            "Con ancore e alias una riga di YAML può valerne mille altre, e non si vede più dove sia scritta una "
            "regola. Ciò che i regolamenti hanno in comune si esprime con `extends`.\n\n"
            "```yaml\nset:\n  '*.leader': declarer   # l'asterisco iniziale vuole le virgolette\n```",
        ),
    ),
    Code(
        code="RUL021",
        severity=Severity.ERROR,
        title=Both("A YAML tag", "Un'etichetta YAML"),
        message=Both("`{tag}` is a YAML tag", "`{tag}` è un'etichetta (tag) YAML"),
        help=Both(
            "delete it; a text that begins with `!` stands in quotes",
            "cancellala; un testo che comincia con `!` va fra virgolette",
        ),
        example="seats: !!int 3      # seats: 3",
        page=Both(
            "Tags such as `!!int` tell a program how to take a value. A rule file has no use for them: `true`, "
            "`false`, `null` and whole numbers are what they look like, all else is text.",
            "Etichette come `!!int` dicono a un programma come intendere un valore. In un file di regole non "
            "servono: `true`, `false`, `null` e i numeri interi sono ciò che sembrano, tutto il resto è testo.",
        ),
    ),
    Code(
        code="RUL022",
        severity=Severity.ERROR,
        title=Both("A merge key", "Una chiave di fusione"),
        message=Both("`<<` merges maps in YAML, but not in a rule file", "`<<` fonde mappe in YAML, ma non qui"),
        help=Both("use `extends` and `set`", "usa `extends` e `set`"),
        example="<<: *parent         # extends: parent",
        page=Both(
            "A ruleset takes over another one whole, by `extends`, and says by `set` and `add` what is different.",
            "Un regolamento ne riprende un altro per intero, con `extends`, e dice con `set` e `add` che cosa cambia.",
        ),
    ),
    Code(
        code="RUL023",
        severity=Severity.ERROR,
        title=Both("A YAML directive", "Una direttiva YAML"),
        message=Both("a rule file has no `%` directives", "un file di regole non ha direttive `%`"),
        help=Both("delete the line, and the `---` after it", "cancella la riga, e il `---` che la segue"),
        example="%YAML 1.1           # not needed\nruleset: my-club",
        page=Both(
            "Lines such as `%YAML 1.1` or `%TAG` before the document change how it is read. Rule files are all read "
            "in the same way.",
            "Righe come `%YAML 1.1` o `%TAG` prima del documento cambiano il modo di leggerlo. I file di regole si "
            "leggono tutti allo stesso modo.",
        ),
    ),
    Code(
        code="RUL030",
        severity=Severity.ERROR,
        title=Both("A key twice", "Una chiave ripetuta"),
        message=Both("the key `{key}` is here for the second time", "la chiave `{key}` compare per la seconda volta"),
        help=Both("keep one of them", "tienine una sola"),
        wordings={
            "spelling": Wording(
                Both(
                    "`{second}` is the same key as `{first}` above",
                    "`{second}` è la stessa chiave di `{first}` più sopra",
                ),
                Both(
                    "keys are texts, with or without quotes; keep one of them",
                    "le chiavi sono testi, con o senza virgolette; tienine una sola",
                ),
            ),
        },
        page=Both(
            "Most readers of YAML take the last of two equal keys and say nothing.\n\n"
            '```yaml\npoints:\n  3: 1\n  "3": 2     # the same key once more\n```',
            "Quasi tutti i lettori di YAML prendono l'ultima di due chiavi uguali e non dicono nulla.\n\n"
            '```yaml\npoints:\n  3: 1\n  "3": 2     # di nuovo la stessa chiave\n```',
        ),
    ),
    Code(
        code="RUL031",
        severity=Severity.ERROR,
        title=Both("A key that is no text", "Una chiave che non è un testo"),
        message=Both("a key must be a text", "una chiave dev'essere un testo"),
        wordings={
            "empty": Wording(
                Both("there is a `:` without a key before it", "c'è un `:` senza chiave davanti"),
                Both("write the key before the colon", "scrivi la chiave prima dei due punti"),
            ),
            "list": Wording(
                Both("a list cannot be a key", "un elenco non può fare da chiave"),
                Both("write one entry for each key", "scrivi una voce per ogni chiave"),
            ),
            "map": Wording(
                Both("a map cannot be a key", "una mappa non può fare da chiave"),
                Both("quotes are missing, perhaps", "forse mancano le virgolette"),
            ),
        },
        example="? [solo, chiamo]    # solo:\n: {stake: 2}",
        page=Both(
            "YAML allows lists and maps as keys. Here a key is a word: the name of a rule, a contract, a rank.",
            "YAML ammette elenchi e mappe come chiavi. Qui una chiave è una parola: il nome di una regola, di un "
            "contratto, di un valore di carta.",
        ),
    ),
    Code(
        code="RUL032",
        severity=Severity.ERROR,
        title=Both("A number too big", "Un numero troppo grande"),
        message=Both("a number with more than {digits} digits", "un numero con più di {digits} cifre"),
        help=Both("if it is a name, put it in quotes", "se è un nome, mettilo fra virgolette"),
        example="stake: 12345678901",
        page=Both(
            "Whole numbers may have up to nine digits: more than any score needs.",
            "I numeri interi possono avere fino a nove cifre: più di quante ne servano a qualunque punteggio.",
        ),
    ),
    Code(
        code="RUL033",
        severity=Severity.ERROR,
        title=Both("A hidden character in a text", "Un carattere nascosto in un testo"),
        message=Both(
            "this text holds the character {character}, which cannot be shown",
            "questo testo contiene il carattere {character}, che non si può mostrare",
        ),
        help=Both("delete the `\\…` that makes it", "cancella il `\\…` che lo produce"),
        example='title: "My \\e[31mclub"',
        page=Both(
            'Between double quotes `"\\e"` or `"\\u202e"` make characters that cannot be written plainly. They could '
            "disturb a terminal or turn a line round, so texts of rules do without them.",
            'Fra virgolette doppie `"\\e"` o `"\\u202e"` producono caratteri che non si possono scrivere '
            "direttamente. Potrebbero disturbare il terminale o capovolgere una riga: i testi delle regole ne "
            "fanno a meno.",
        ),
    ),
)

CODES = (*_FILE, *_SHAPE, *_YAML)
