"""RUL7xx: sources, words and style."""
# Long because: a range of codes is looked up, not read, and stands in one place.

from __future__ import annotations

from calarec.diagnostics.catalog.entry import Code, Wording, rule_sample
from calarec.diagnostics.model import Severity
from calarec.language import Both


def _idle(en: str, it: str) -> Wording:
    return Wording(Both(en, it))


CODES = (
    Code(
        code="RUL701",
        severity=Severity.WARNING,
        title=Both("Nobody says where the rules come from", "Nessuno dice da dove vengono le regole"),
        message=Both(
            "{count} rules of this file name no source; the first is `{first}`",
            "{count} regole di questo file non citano una fonte; la prima è `{first}`",
        ),
        help=Both(
            "write `source:` at the top, or `project default` and `why`",
            "scrivi `source:` in testa al file, oppure `project default` e `why`",
        ),
        page=rule_sample(
            "A complete ruleset says for every rule who says so. One `source:` at the top is enough; a map of rules "
            "may name its own. (What a file changes in another one needs no source: it is a house rule.)",
            "Un regolamento completo dice, per ogni regola, chi lo afferma. Basta un `source:` in testa; una mappa di "
            "regole può indicarne uno suo. (Ciò che un file cambia in un altro non richiede fonte: è una regola "
            "di casa.)",
            "ruleset: my-game\nversion: 1.0.0\ntable: {seats: [3], direction: clockwise}",
            "ruleset: my-game\nversion: 1.0.0\nsources:\n  book: {title: The book}\nsource: book",
        ),
    ),
    Code(
        code="RUL702",
        severity=Severity.WARNING,
        title=Both("A source's id now means another text", "L'id di una fonte ora indica un altro testo"),
        message=Both(
            "`{source}` is another text in `{parent}`, whose rules go on citing it",
            "`{source}` è un altro testo in `{parent}`, le cui regole continuano a citarlo",
        ),
        help=Both("give the new text an id of its own", "da' al nuovo testo un id suo"),
        page=rule_sample(
            "The rules that a file inherits keep their citations. If it gives the id of a source to another text, "
            "they cite a text that never said them.",
            "Le regole ereditate conservano le citazioni. Se un file dà l'id di una fonte a un altro testo, quelle "
            "regole citano un testo che non le ha mai dette.",
            'extends: parent\nsources:\n  "004": {title: Minutes of our club}',
            "extends: parent\nsources:\n  club: {title: Minutes of our club}",
        ),
    ),
    Code(
        code="RUL703",
        severity=Severity.WARNING,
        title=Both("A word that names nothing", "Una parola che non nomina nulla"),
        message=Both(
            "`words.{kind}` names `{name}`, which does not exist",
            "`words.{kind}` nomina `{name}`, che non esiste",
        ),
        wordings={
            "near": Wording(
                Both(
                    "`words.{kind}` names `{name}`, which does not exist",
                    "`words.{kind}` nomina `{name}`, che non esiste",
                ),
                Both("did you mean `{near}`?", "forse `{near}`?"),
            ),
            "kind": Wording(
                Both("there is nothing of the kind `{name}` to name", "non c'è nulla del genere `{name}` da nominare"),
                Both("there are {known}", "ci sono {known}"),
            ),
            "kind_near": Wording(
                Both("there is nothing of the kind `{name}` to name", "non c'è nulla del genere `{name}` da nominare"),
                Both("did you mean `{near}`?", "forse `{near}`?"),
            ),
        },
        page=rule_sample(
            "`words` says what things are called at the table: first the kind, then the id of the thing.",
            "`words` dice come si chiamano le cose al tavolo: prima il genere, poi l'id della cosa.",
            "words:\n  contracts:\n    sollo: {en: alone, it: da solo}",
            "words:\n  contracts:\n    solo: {en: alone, it: da solo}",
        ),
    ),
    Code(
        code="RUL704",
        severity=Severity.NOTE,
        title=Both("A rule that decides nothing here", "Una regola che qui non decide nulla"),
        message=Both("this decides nothing here", "qui questo non decide nulla"),
        wordings={
            "no_piles": _idle(
                "no pile is dealt, so it is all one when", "non si dà nessun mazzetto, quindi il quando non conta"
            ),
            "one_round": _idle(
                "there is only one round of packets, so its end is the end of the deal",
                "c'è un solo giro di pacchetti, la cui fine è la fine della distribuzione",
            ),
            "once": _idle(
                "everyone speaks but once, so nobody could speak again anyway",
                "si parla una volta sola, quindi nessuno potrebbe comunque riparlare",
            ),
            "no_raises": _idle("no contract can be raised", "nessun contratto si può aggravare"),
            "refused": _idle(
                "the call is refused then, so this is never paid",
                "in quel caso la chiamata è rifiutata, perciò questo non si paga mai",
            ),
            "no_partner": _idle(
                "the call brings a card, so there is no partner to reveal",
                "la chiamata procura una carta, perciò non c'è un compagno da rivelare",
            ),
            "down_to_dealt": _idle(
                "the discard goes down to the number dealt, so nothing else limits it",
                "si scarta fino al numero di carte ricevute, perciò non c'è altro limite",
            ),
            "not_void": _idle(
                "the deal goes on, so nobody deals anew", "la mano prosegue, perciò nessuno ridà le carte"
            ),
            "no_only": _idle(
                "nothing is narrowed, so nobody is bound", "nulla è ristretto, perciò nessuno è vincolato"
            ),
            "last_trick": _idle(
                "one seat wins the last trick, so there is no tie",
                "l'ultima presa è di uno solo, perciò non c'è parità",
            ),
            "no_end": _idle(
                "the match has no end, so nobody can be level at it",
                "la partita non ha un termine, perciò nessuno vi arriva alla pari",
            ),
            "times_one": _idle("multiplying by one changes nothing", "moltiplicare per uno non cambia nulla"),
        },
        page=rule_sample(
            "The rule is allowed, but with the others of this file it changes nothing. Readers may wonder what "
            "it is for.",
            "La regola è ammessa, ma con le altre di questo file non cambia nulla. Chi legge può chiedersi a che "
            "serva.",
            "auction:\n  chances: once\n  words:\n    passo: {when: always, leaves: false}",
            "auction:\n  chances: once\n  words:\n    passo: {when: always}",
        ),
    ),
    Code(
        code="RUL705",
        severity=Severity.NOTE,
        title=Both("Left over", "Rimasto inutilizzato"),
        message=Both("nothing uses `{name}`", "nulla usa `{name}`"),
        wordings={
            "step": Wording(
                Both("no contract takes the step `{name}`", "nessun contratto passa per la fase `{name}`"),
                Both(
                    "`off` takes it out of a file that extends another",
                    "`off` la toglie da un file che ne estende un altro",
                ),
            ),
            "pile": Wording(
                Both("no card ever lies on `{name}`", "su `{name}` non ci sono mai carte"),
                Both(
                    "`off` takes it out of a file that extends another",
                    "`off` lo toglie da un file che ne estende un altro",
                ),
            ),
        },
        page=rule_sample(
            "What nothing uses does no harm, but whoever reads the file looks for its use.",
            "Ciò che nulla usa non fa danno, ma chi legge il file ne cerca l'uso.",
            "contracts:\n  solo: {stake: 2, leader: eldest, steps: []}\nsteps:\n  bury: {do: discard, to: monte}",
            "contracts:\n  solo: {stake: 2, leader: eldest, steps: [monte, bury]}",
        ),
    ),
    Code(
        code="RUL706",
        severity=Severity.NOTE,
        title=Both("A suit or a rank without a name", "Un seme o un valore senza nome"),
        message=Both("{letters} has no name", "{letters} non ha un nome"),
        wordings={
            "suits": Wording(
                Both("`words` gives no name to the suits {letters}", "`words` non dà un nome ai semi {letters}"),
                Both(
                    "the rulebook can only call them by their letters", "il libretto può chiamarli solo con la lettera"
                ),
            ),
            "ranks": Wording(
                Both("`words` gives no name to the ranks {letters}", "`words` non dà un nome ai valori {letters}"),
                Both(
                    "the rulebook can only call them by their characters",
                    "il libretto può chiamarli solo con il carattere",
                ),
            ),
        },
        page=rule_sample(
            "The rulebook speaks of cups and kings if the file says that `c` are the cups and `R` the king.",
            "Il libretto parla di coppe e di re se il file dice che `c` sono le coppe e `R` il re.",
            "pack:\n  suits: bscd",
            "words:\n  suits:\n    b: {en: batons, it: bastoni}\n    s: {en: swords, it: spade}\n"
            "    c: {en: cups, it: coppe}\n    d: {en: coins, it: denari}",
        ),
    ),
)
