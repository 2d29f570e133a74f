"""CAL8xx: the ruleset that a record names."""

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, sample
from calarec.diagnostics.model import Severity
from calarec.language import Both

_FREEZE = Both(
    "if the rules were mended since, lay the old ones (`calarec rules freeze`) beside the record or in a folder there: "
    "they are found by their digest; if the record was played under these, `calarec pin --update` renews the line",
    "se le regole sono state corrette in seguito, mettere quelle vecchie (`calarec rules freeze`) accanto alla "
    "registrazione o in una cartella lì dentro: si ritrovano dall'impronta; se si è giocato con queste, `calarec pin "
    "--update` rinnova la riga",
)

CODES = (
    Code(
        code="CAL801",
        severity=Severity.WARNING,
        title=Both("Another digest", "Un'altra impronta"),
        message=Both(
            "the record was pinned to `{id}` with the digest {pinned}; the `{id}` that is here has {digest}",
            "la registrazione indica `{id}` con l'impronta {pinned}; il `{id}` che c'è qui ha {digest}",
        ),
        help=_FREEZE,
        wordings={
            "both": Wording(
                Both(
                    "the record was pinned to `{id}` {old} with the digest {pinned}; the `{id}` that is here is "
                    "{version} with {digest}",
                    "la registrazione indica `{id}` {old} con l'impronta {pinned}; il `{id}` che c'è qui è "
                    "{version} con "
                    "{digest}",
                ),
                _FREEZE,
            ),
            "version": Wording(
                Both(
                    "the record names `{id}` {old}; the `{id}` that is here is {version}, and without a digest nobody "
                    "can say whether its rules are the same",
                    "la registrazione indica `{id}` {old}; il `{id}` che c'è qui è {version}, e senza impronta non "
                    "si può "
                    "sapere se le regole sono le stesse",
                ),
                Both("`calarec pin` writes the digest", "`calarec pin` scrive l'impronta"),
            ),
        },
        page=sample(
            "The digest in the `rules` line stands for every rule that was in force when the record was written. The "
            "ruleset of that name has changed since, so the ruling may not be the one that was given at the table. "
            "The hand is replayed under the ruleset that is here. A ruleset with the pinned digest is looked for among "
            "all those of that name, then in the record's folder and in the folders in it (one level), whatever its "
            "file is called.",
            "L'impronta nella riga `rules` sta per tutte le regole in vigore quando la registrazione fu scritta. Da "
            "allora "
            "il regolamento con quel nome è cambiato, e l'esito può non essere quello di allora. La mano viene "
            "rigiocata con il regolamento che c'è qui. Un regolamento con l'impronta indicata si cerca fra quelli che "
            "si chiamano così, poi nella cartella della registrazione e in quelle che contiene (un solo livello), "
            "comunque si chiami il file.",
            "rules club@1.0.0 sha256:0123456789ab",
        ),
    ),
    Code(
        code="CAL802",
        severity=Severity.NOTE,
        title=Both("Another version, the same rules", "Un'altra versione, le stesse regole"),
        message=Both(
            "the record names `{id}` {pinned}, here it is {version}; the digest is the same, so the rules are",
            "la registrazione indica `{id}` {pinned}, qui c'è {version}; l'impronta è la stessa, dunque anche le "
            "regole",
        ),
        help=Both("`calarec pin` renews the line", "`calarec pin` rinnova la riga"),
        page=sample(
            "The version is for people; the digest says which rules they are. The texts or the sources of the ruleset "
            "have changed, no rule has.",
            "La versione serve alle persone; quali siano le regole lo dice l'impronta. Sono cambiati i testi o le "
            "fonti del regolamento, nessuna regola.",
            "rules club@0.9.0 sha256:0123456789ab",
        ),
    ),
    Code(
        code="CAL803",
        severity=Severity.ERROR,
        title=Both("An unknown ruleset", "Un regolamento sconosciuto"),
        message=Both(
            "the record names the ruleset `{id}`, and there is none of that name",
            "la registrazione indica il regolamento `{id}`, ma non ce n'è nessuno con questo nome",
        ),
        help=Both(
            "`calarec rules list` shows those that are known; a file `{id}.yaml` is found beside the record and in the "
            "folders of CALAREC_RULES; `--rules` takes another",
            "`calarec rules list` mostra quelli noti; un file `{id}.yaml` si trova accanto alla registrazione e nelle "
            "cartelle di CALAREC_RULES; con `--rules` se ne prende un altro",
        ),
        wordings={
            "near": Wording(
                Both(
                    "the record names the ruleset `{id}`, and there is none of that name; is `{near}` meant?",
                    "la registrazione indica il regolamento `{id}`, ma non ce n'è nessuno con questo nome; forse "
                    "`{near}`?",
                ),
                Both(
                    "`calarec rules list` shows those that are known; `--rules` takes another",
                    "`calarec rules list` mostra quelli noti; con `--rules` se ne prende un altro",
                ),
            ),
            "ending": Wording(
                Both(
                    "the record names the ruleset `{id}`, and there is none of that name; `{file}` does not end in "
                    "`.yaml`",
                    "la registrazione indica il regolamento `{id}`, ma non ce n'è nessuno con questo nome; `{file}` "
                    "non finisce in `.yaml`",
                ),
                Both("rename it to `{id}.yaml`", "rinominarlo in `{id}.yaml`"),
            ),
        },
        page=sample(
            "A ruleset is looked for by its id in the folders of CALAREC_RULES, among those that come with calarec, "
            "then in the record's folder and in a folder `rules` there; one that was frozen beside the record is found "
            "by its digest. None of them is this one.",
            "Un regolamento si cerca per nome nelle cartelle di CALAREC_RULES, fra quelli che vengono con calarec, poi "
            "nella cartella della registrazione e in una cartella `rules` che vi si trova; uno congelato accanto alla "
            "registrazione si ritrova dall'impronta. Nessuno di questi è quello indicato.",
            "rules clubb@1.0.0",
            "rules club@1.0.0",
        ),
    ),
    Code(
        code="CAL804",
        severity=Severity.NOTE,
        title=Both("Several rulesets in one file", "Più regolamenti in un file"),
        message=Both(
            "from here on the record goes by `{other}`; line {line} named `{first}`",
            "da qui la registrazione segue `{other}`; la riga {line} indicava `{first}`",
        ),
        page=sample(
            "A `rules` line holds until the next one. Hands of one match are seldom played under two rulesets, and "
            "their points may not be worth the same.",
            "Una riga `rules` vale fino alla successiva. Di rado le mani di una stessa partita si giocano con due "
            "regolamenti, e i punti possono non valere lo stesso.",
            "rules club@1.0.0\n\nhand 1\nend\n\nrules guests@1.0.0\n\nhand 2\nend",
        ),
    ),
    Code(
        code="CAL805",
        severity=Severity.NOTE,
        title=Both("Rules that were kept for the record", "Regole conservate per la registrazione"),
        message=Both(
            "replayed under {file}, which has the digest that the record names; since then `{id}` has changed: "
            "{changes}",
            "rigiocata con {file}, che ha l'impronta indicata dalla registrazione; da allora `{id}` è cambiato: "
            "{changes}",
        ),
        wordings={
            "alone": Wording(
                Both(
                    "replayed under {file}, which has the digest that the record names",
                    "rigiocata con {file}, che ha l'impronta indicata dalla registrazione",
                )
            ),
            "version": Wording(
                Both(
                    "replayed under {file}, the `{id}` {version} that the record names",
                    "rigiocata con {file}, il `{id}` {version} indicato dalla registrazione",
                ),
                Both("`calarec pin` writes the digest", "`calarec pin` scrive l'impronta"),
            ),
        },
        page=sample(
            "The rules in force when the record was written lie beside it, or among the other rulesets of that name, "
            "and it is replayed under them; later corrections do not reach it. `calarec replay --rules` takes others.",
            "Le regole in vigore quando la registrazione fu scritta si trovano accanto a essa, o fra gli altri "
            "regolamenti con quel nome, e con quelle viene rigiocata; le correzioni successive non la toccano. Con "
            "`calarec replay --rules` se ne prendono altre.",
            "rules club@1.0.0 sha256:0123456789ab",
        ),
    ),
    Code(
        code="CAL806",
        severity=Severity.NOTE,
        title=Both("Other rules than the record names", "Regole diverse da quelle indicate"),
        message=Both(
            "the record names `{id}`; it is replayed under `{asked}`, as asked",
            "la registrazione indica `{id}`; viene rigiocata con `{asked}`, come richiesto",
        ),
        wordings={
            "digest": Wording(
                Both(
                    "the record names another `{id}`; it is replayed under the one with the digest {digest}, as asked",
                    "la registrazione indica un altro `{id}`; viene rigiocata con quello dall'impronta {digest}, come "
                    "richiesto",
                )
            ),
            "changes": Wording(
                Both(
                    "the record names `{id}`; it is replayed under `{asked}`, as asked, where other rules hold: "
                    "{changes}",
                    "la registrazione indica `{id}`; viene rigiocata con `{asked}`, come richiesto, dove valgono altre "
                    "regole: {changes}",
                )
            ),
        },
        page=sample(
            "`--rules` decides, whatever the record says. That is how the same hand is judged under several rules.",
            "Decide `--rules`, qualunque cosa dica la registrazione. È il modo di giudicare la stessa mano con più "
            "regole.",
            "rules club@1.0.0 sha256:0123456789ab",
        ),
    ),
    Code(
        code="CAL807",
        severity=Severity.ERROR,
        title=Both("A ruleset with errors", "Un regolamento con errori"),
        message=Both(
            "the ruleset `{id}` that the record names has errors and cannot be used ({first} at {place})",
            "il regolamento `{id}` indicato dalla registrazione ha errori e non si può usare ({first} in {place})",
        ),
        help=Both("`calarec rules check {rules}` shows them", "`calarec rules check {rules}` li mostra"),
        page=sample(
            "A ruleset is used as a whole or not at all: a rule that is not understood may be the one that decides.",
            "Un regolamento si usa tutto o per niente: la regola che non si capisce può essere quella che decide.",
            "rules club@1.0.0",
        ),
    ),
)
