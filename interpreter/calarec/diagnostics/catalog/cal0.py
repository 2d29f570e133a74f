"""CAL0xx: the file of a record, its encoding, its version, the limits."""
# Long because: a range of codes is looked up, not read, and stands in one place.

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

_SAVE_AS_TEXT = Both(
    "save it from there as plain text (`.txt`), in UTF-8, and give that file",
    "salvarlo da lì come testo semplice (`.txt`), in UTF-8, e indicare quel file",
)

_OPENING = (
    Code(
        code="CAL001",
        severity=Severity.ERROR,
        title=Both("The file cannot be opened", "Il file non si può aprire"),
        message=Both("there is no file `{name}`", "il file `{name}` non esiste"),
        wordings={
            "folder": Wording(
                Both("`{name}` is a folder, not a file", "`{name}` è una cartella, non un file"),
            ),
            "reason": Wording(
                Both("`{name}` cannot be opened: {reason}", "`{name}` non si può aprire: {reason}"),
            ),
            "stdin": Wording(
                Both("standard input is closed", "lo standard input è chiuso"),
            ),
            "encoding": Wording(
                Both("there is no encoding called `{name}`", "non esiste una codifica di nome `{name}`"),
                Both("for instance `utf-8`, `cp1252`, `latin-1`", "per esempio `utf-8`, `cp1252`, `latin-1`"),
            ),
        },
        page=Both(
            "The file does not exist, is a folder, or may not be read. The other files are still looked at.\n\n"
            "```\ncalarec check evening.cal\n```",
            "Il file non esiste, è una cartella, oppure non può essere letto. Gli altri file vengono esaminati "
            "lo stesso.\n\n```\ncalarec check serata.cal\n```",
        ),
    ),
    Code(
        code="CAL002",
        severity=Severity.ERROR,
        title=Both("Bytes that are not UTF-8", "Byte che non sono UTF-8"),
        message=Both("this is not UTF-8 text (bytes {bytes})", "questo testo non è in UTF-8 (byte {bytes})"),
        help=Both(
            "if the file is old, write it anew: `calarec convert --from-encoding cp1252 OLD NEW`",
            "se il file è vecchio, riscriverlo: `calarec convert --from-encoding cp1252 VECCHIO NUOVO`",
        ),
        page=Both(
            "Records are UTF-8, whatever the file is called and wherever it is read. A line with other bytes spoils "
            "its hand and no other. An old file is converted once and for all:\n\n"
            "```\ncalarec convert --from-encoding cp1252 old.cal new.cal\n```",
            "Le registrazioni sono in UTF-8, comunque si chiami il file e ovunque lo si legga. Una riga con altri byte "
            "rovina la sua mano e nessun'altra. Un file vecchio si converte una volta per tutte:\n\n"
            "```\ncalarec convert --from-encoding cp1252 vecchio.cal nuovo.cal\n```",
        ),
    ),
    Code(
        code="CAL010",
        severity=Severity.ERROR,
        title=Both("A damaged or truncated archive", "Un archivio danneggiato o troncato"),
        message=Both(
            "the packed file breaks off or is damaged: {reason}",
            "il file compresso è troncato o danneggiato: {reason}",
        ),
        help=Both("what could be unpacked was read", "si è letto ciò che era possibile decomprimere"),
        wordings={
            "damaged": Wording(
                Both(
                    "the packed file is damaged and cannot be unpacked further",
                    "il file compresso è danneggiato e da qui in poi non si può decomprimere",
                ),
                Both("what could be unpacked was read", "si è letto ciò che era possibile decomprimere"),
            ),
            "short": Wording(
                Both("the packed file breaks off", "il file compresso è troncato"),
                Both("what could be unpacked was read", "si è letto ciò che era possibile decomprimere"),
            ),
        },
        page=Both(
            "The file is packed (`.gz`, `.zst`) and cannot be unpacked to its end. The hands before the damage are "
            "read; take the file from a copy.\n\n```\ngzip --test evening.cal.gz\n```",
            "Il file è compresso (`.gz`, `.zst`) e non si può decomprimere fino alla fine. Le mani che precedono il "
            "danno vengono lette; recuperare il file da una copia.\n\n```\ngzip --test serata.cal.gz\n```",
        ),
    ),
    Code(
        code="CAL011",
        severity=Severity.ERROR,
        title=Both("Nothing here unpacks `.zst`", "Manca ciò che decomprime `.zst`"),
        message=Both(
            "this is a zstd file, and the library that unpacks it is not installed",
            "questo è un file zstd, e la libreria che lo decomprime non è installata",
        ),
        help=Both("`pip install calarec[zst]`", "`pip install calarec[zst]`"),
        page=Both(
            "Reading `.zst` needs a library that does not come with calarec by itself:\n\n"
            "```\npip install calarec[zst]\n```",
            "Per leggere `.zst` serve una libreria che calarec non porta con sé:\n\n```\npip install calarec[zst]\n```",
        ),
    ),
    Code(
        code="CAL015",
        severity=Severity.ERROR,
        title=Both("Not a text", "Non è un testo"),
        message=Both(
            "this is no UTF-8 text: it holds zero bytes, or is UTF-16",
            "questo non è un testo UTF-8: contiene byte nulli, oppure è UTF-16",
        ),
        help=Both(
            "if it is a text that an editor has saved in UTF-16, write it anew: "
            "`calarec convert --from-encoding utf-16 OLD NEW`",
            "se è un testo che un editor ha salvato in UTF-16, riscriverlo: "
            "`calarec convert --from-encoding utf-16 VECCHIO NUOVO`",
        ),
        wordings={
            "encoding": Wording(
                Both("this text is not encoded in `{name}`", "questo testo non è codificato in `{name}`"),
            ),
            "word": Wording(
                Both(
                    "this is a Word document, not a plain text", "questo è un documento di Word, non un testo semplice"
                ),
                _SAVE_AS_TEXT,
            ),
            "writer": Wording(
                Both(
                    "this is a document of LibreOffice or OpenOffice, not a plain text",
                    "questo è un documento di LibreOffice o OpenOffice, non un testo semplice",
                ),
                _SAVE_AS_TEXT,
            ),
            "office": Wording(
                Both(
                    "this is a document of an old Word or Excel, not a plain text",
                    "questo è un documento di un vecchio Word o Excel, non un testo semplice",
                ),
                _SAVE_AS_TEXT,
            ),
            "rtf": Wording(
                Both(
                    "this is a document with its formatting (RTF), not a plain text",
                    "questo è un documento con la sua formattazione (RTF), non un testo semplice",
                ),
                _SAVE_AS_TEXT,
            ),
            "sheet": Wording(
                Both(
                    "this is a spreadsheet, not a plain text",
                    "questo è un foglio di calcolo, non un testo semplice",
                ),
                Both(
                    "save it as CSV in UTF-8; `calarec convert` reads a score sheet from that",
                    "salvarlo come CSV in UTF-8; da quello `calarec convert` legge un foglio dei punti",
                ),
            ),
            "pdf": Wording(
                Both("this is a PDF, not a plain text", "questo è un PDF, non un testo semplice"),
                Both(
                    "copy the text out of it and save it as plain text, in UTF-8",
                    "copiarne il testo e salvarlo come testo semplice, in UTF-8",
                ),
            ),
            "archive": Wording(
                Both("this is a zip archive, not a text", "questo è un archivio zip, non un testo"),
                Both("unpack it first", "prima va decompresso"),
            ),
        },
        page=Both(
            "The file is a picture, a program, a document of an office program (save it as plain text), or a text in "
            "UTF-16 as some editors write it:\n\n"
            "```\ncalarec convert --from-encoding utf-16 old.cal new.cal\n```",
            "Il file è un'immagine, un programma, un documento di un programma d'ufficio (va salvato come testo "
            "semplice), o un testo in UTF-16 come lo scrivono certi editor:\n\n"
            "```\ncalarec convert --from-encoding utf-16 vecchio.cal nuovo.cal\n```",
        ),
    ),
)

_CHARACTERS = (
    Code(
        code="CAL003",
        severity=Severity.NOTE,
        title=Both("A byte order mark", "Un indicatore di ordine dei byte"),
        message=Both(
            "the file begins with a byte order mark, which was passed over",
            "il file comincia con un indicatore di ordine dei byte (BOM), che è stato ignorato",
        ),
        help=Both("`calarec fmt` takes it away", "`calarec fmt` lo toglie"),
        page=sample(
            "Some editors put an invisible mark before the first letter. It is read and not kept by `calarec fmt`.",
            "Certi editor mettono un segno invisibile davanti alla prima lettera. `calarec fmt` lo toglie.",
            "\ufeffcal 1",
            "cal 1",
        ),
    ),
    Code(
        code="CAL004",
        severity=Severity.NOTE,
        title=Both("Lines that end as on Windows", "Fine riga di Windows"),
        message=Both(
            "lines end with CR LF; said once for the file",
            "le righe finiscono con CR LF; segnalato una volta per file",
        ),
        help=Both("`calarec fmt` writes LF", "`calarec fmt` scrive LF"),
        page=sample(
            "Records are written with LF at the end of a line. CR LF is read as well.",
            "Le registrazioni si scrivono con LF alla fine della riga. Si legge anche CR LF.",
            "dealer A␍",
            "dealer A",
        ),
    ),
    Code(
        code="CAL005",
        severity=Severity.NOTE,
        title=Both("A tab", "Una tabulazione"),
        message=Both(
            "a tab stands for a blank; said once for the file",
            "una tabulazione al posto di uno spazio; segnalato una volta per file",
        ),
        help=Both("`calarec fmt` writes a blank", "`calarec fmt` scrive uno spazio"),
        page=sample(
            "Words are parted by blanks. A tab is read as one.",
            "Le parole sono separate da spazi. Una tabulazione vale come uno spazio.",
            "dealer\tA",
            "dealer A",
        ),
    ),
    Code(
        code="CAL006",
        severity=Severity.NOTE,
        title=Both("A blank that is not the usual one", "Uno spazio che non è quello consueto"),
        message=Both(
            "{char} stands for a blank; said once for the file",
            "{char} al posto di uno spazio; segnalato una volta per file",
        ),
        help=Both("`calarec fmt` writes an ordinary blank", "`calarec fmt` scrive uno spazio normale"),
        page=sample(
            "No-break spaces come in when text is copied from a web page or a word processor. They are read as blanks.",
            "Gli spazi unificatori si infilano quando si copia il testo da una pagina web o da un programma di "
            "scrittura. Valgono come spazi.",
            "dealer\u00a0A",
            "dealer A",
        ),
    ),
    Code(
        code="CAL007",
        severity=Severity.ERROR,
        title=Both("A character that nobody sees", "Un carattere invisibile"),
        message=Both("an invisible character, {char}, stands here", "qui c'è un carattere invisibile, {char}"),
        help=Both("take it out", "eliminarlo"),
        wordings={
            "return": Wording(
                Both(
                    "a carriage return (CR) stands here by itself; old systems ended lines with it",
                    "qui c'è un ritorno a capo (CR) isolato; i vecchi sistemi terminavano così le righe",
                ),
                Both("put an ordinary line end there", "mettere al suo posto una normale fine riga"),
            ),
            "separator": Wording(
                Both(
                    "an invisible character, {char}, separates words here",
                    "un carattere invisibile, {char}, separa qui due parole",
                ),
                Both("put a blank there, or begin a new line", "mettere uno spazio, o andare a capo"),
            ),
        },
        page=sample(
            "Control characters and invisible ones (shown here as `·`) may stand in texts and comments, and nowhere "
            "else: nobody could see what the line says.",
            "I caratteri di controllo e quelli invisibili (qui mostrati come `·`) possono stare nei testi e nei "
            "commenti, e in nessun altro posto: nessuno vedrebbe che cosa dice la riga.",
            "deal A: 3b 2b· Ab",
            "deal A: 3b 2b Ab",
        ),
    ),
    Code(
        code="CAL008",
        severity=Severity.ERROR,
        title=Both("A line too long", "Una riga troppo lunga"),
        message=Both("a line has more than {limit} characters", "una riga ha più di {limit} caratteri"),
        page=sample(
            "Lines have a limit, so that a damaged file, or one that is no record at all, cannot fill the memory. No "
            "statement comes near it; long remarks take several `note` lines.",
            "Le righe hanno un limite, perché un file danneggiato, o che non è affatto una registrazione, non riempia "
            "la memoria. Nessuna riga ci si avvicina; le osservazioni lunghe occupano più righe `note`.",
            'note "…ten thousand letters…"',
            'note "the first part"\nnote "the second part"',
        ),
    ),
    Code(
        code="CAL009",
        severity=Severity.ERROR,
        title=Both("Too much in one place", "Troppa roba in un posto solo"),
        message=Both(
            "more than the limits allow stands here without the end of a hand",
            "qui c'è più di quanto i limiti consentano senza la fine di una mano",
        ),
        wordings={
            "hand": Wording(
                Both("a hand of more than {limit} lines", "una mano di più di {limit} righe"),
                Both("is an `end` missing?", "manca forse una riga `end`?"),
            ),
            "between": Wording(
                Both("more than {limit} lines without a hand", "più di {limit} righe senza nemmeno una mano"),
            ),
            "findings": Wording(
                Both(
                    "more than {limit} findings in this hand; the rest of it was not looked at",
                    "più di {limit} segnalazioni in questa mano; il resto non è stato esaminato",
                ),
            ),
        },
        page=sample(
            "Hands have a limit of lines, so that memory stays the same however long a file is.",
            "Le mani hanno un limite di righe, perché la memoria resti la stessa per quanto lungo sia il file.",
            "hand 1\n; …and no `end` for thousands of lines",
            "hand 1\nend",
        ),
    ),
)

_VERSION = (
    Code(
        code="CAL012",
        severity=Severity.WARNING,
        title=Both("The first line is not `cal 1`", "La prima riga non è `cal 1`"),
        message=Both("the record does not begin with `cal 1`", "la registrazione non comincia con `cal 1`"),
        help=Both("it was read as version 1", "è stata letta come versione 1"),
        page=sample(
            "The first line says which version of the notation the record is written in, so that it can still be read "
            "in fifty years.",
            "La prima riga dice in quale versione della notazione è scritta la registrazione, perché si possa leggere "
            "anche fra cinquant'anni.",
            'seat A "Anna"',
            'cal 1\nseat A "Anna"',
        ),
    ),
    Code(
        code="CAL013",
        severity=Severity.ERROR,
        title=Both("An unknown version", "Una versione sconosciuta"),
        message=Both(
            "the record is written in version {found}; this calarec knows version {known}",
            "la registrazione è scritta nella versione {found}; questo calarec conosce la versione {known}",
        ),
        help=Both(
            "nothing was read up to the next `cal` line; a newer calarec may know it",
            "non si è letto nulla fino alla prossima riga `cal`; un calarec più recente potrebbe conoscerla",
        ),
        page=sample(
            "A version that is not known is one error, not fifty: nothing of the record is read.",
            "Una versione sconosciuta è un errore solo, non cinquanta: della registrazione non si legge nulla.",
            "cal 2",
            "cal 1",
        ),
    ),
    Code(
        code="CAL014",
        severity=Severity.NOTE,
        title=Both("The last line has no end", "L'ultima riga non è terminata"),
        message=Both("the file ends in the middle of a line", "il file finisce a metà di una riga"),
        help=Both("was it copied whole?", "è stato copiato per intero?"),
        page=sample(
            "Every line ends with a line break, the last one too. A file without it was perhaps cut off. "
            "`calarec fmt` puts it in.",
            "Ogni riga finisce con un a capo, anche l'ultima. Un file che non ce l'ha è stato forse troncato. "
            "`calarec fmt` lo aggiunge.",
            "end",
            "end↵",
        ),
    ),
)

CODES = tuple(sorted((*_OPENING, *_CHARACTERS, *_VERSION), key=lambda code: code.code))
