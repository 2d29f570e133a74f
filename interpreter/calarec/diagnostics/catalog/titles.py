"""What each range of codes is about."""

from __future__ import annotations

from typing import Final

from calarec.language import Both

TITLES: Final[dict[str, Both]] = {
    "CAL0": Both("file and encoding", "file e codifica"),
    "CAL1": Both("how a record is written", "scrittura della registrazione"),
    "CAL2": Both("words, suits and cards of the ruleset", "parole, semi e carte del regolamento"),
    "CAL3": Both("deal and cards", "distribuzione e carte"),
    "CAL4": Both("auction and exchange", "dichiarazioni e scambi"),
    "CAL5": Both("play", "gioco della carta"),
    "CAL6": Both("result and score", "risultato e punteggio"),
    "CAL7": Both("style", "stile"),
    "CAL8": Both("the ruleset that a record names", "regolamento indicato dalla registrazione"),
    "RUL0": Both("file, encoding and YAML", "file, codifica e YAML"),
    "RUL1": Both("header and what a file changes", "intestazione e modifiche al regolamento"),
    "RUL2": Both("keys and values", "chiavi e valori"),
    "RUL3": Both("table, pack and deal", "tavolo, mazzo e distribuzione"),
    "RUL4": Both("auction, contracts and exchanges", "dichiarazioni, contratti e scambi"),
    "RUL5": Both("winning and paying", "vincita e pagamento"),
    "RUL6": Both("all pass, irregularities and match", "tutti passano, irregolarità e partita"),
    "RUL7": Both("sources, words and style", "fonti, parole e stile"),
    "RUL8": Both("hands played on trial", "mani giocate per prova"),
}
