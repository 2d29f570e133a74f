"""What people write for the words of the vocabulary: Italian names, and English ones that the vocabulary does not use.

In goes a word and those that may stand in its place, out comes the one that it means, if it means one of them.
Words that mean the opposite of one that looks like them (`anticlockwise`) are here for that reason.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_HEADER: Final = {
    "has": "comprende con",
    "plus": "più aggiunge aggiunta adds add_amount",
    "plus_stakes": "più_poste aggiunge_poste",
    "ruleset": "regolamento regole id nome name rules",
    "version": "versione",
    "title": "titolo",
    "summary": "riassunto sommario sintesi descrizione description",
    "sources": "fonti",
    "source": "fonte origine",
    "because": "perché motivi motivazioni reasons",
    "words": "parole nomi termini names",
    "extends": "estende estendi estensione genitore deriva_da derivato_da basato_su "
    "base extend extending extended parent from inherits based_on",
    "set": "imposta cambia modifica modifiche change changes override overrides",
    "add": "aggiungi aggiunge aggiunte nuovo additions new",
    "why": "perché motivo reason because",
    "by": "autore di author da",
    "where": "dove",
    "seen": "visto consultato read",
}
_SECTIONS: Final = {
    "table": "tavolo tavola",
    "pack": "mazzo carte deck",
    "piles": "mazzetti pile mucchi talloni",
    "deal": "distribuzione data mano dealing",
    "auction": "asta dichiarazione dichiarazioni licitazione bidding",
    "raising": "aggravamento aggravamenti rilancio rialzo",
    "contracts": "contratti giochi",
    "steps": "fasi passi phases",
    "play": "gioco giocata",
    "standing": "sempre permanenti irregolarità",
    "all_pass": "tutti_passano passano_tutti tutti_passo passed_out",
    "settle": "conto conteggio pagamento pagamenti regolazione scoring payment",
    "match": "partita",
}
_KEYS: Final = {
    "accepted": "accettata accettato accettazione",
    "after_trick": "dopo_presa dopo_la_presa",
    "aliases": "alias sinonimi synonyms",
    "also": "anche inoltre and",
    "at": "a a_posti quando_posti",
    "at_least": "almeno minimo minimum min",
    "at_most": "al_massimo al_più massimo maximum max",
    "before": "prima prima_di entro",
    "binds": "vincola obbliga",
    "bonus": "premi premio bonuses",
    "bonus_order": "ordine_premi ordine_dei_premi ordine_bonus",
    "card_points_below": "punti_carte_sotto punti_carte_meno_di",
    "card_points_in_tricks_below": "punti_carte_nelle_prese_sotto punti_nelle_prese_sotto",
    "cards": "carte",
    "chances": "occasioni possibilità turni",
    "claimed_by": "reclamato_da reclamata_da contestato_da",
    "contract": "contratto",
    "counts": "conta conteggio",
    "dealer": "mazziere cartaio chi_dà",
    "deals": "mani distribuzioni",
    "dealt": "date distribuite carte_date",
    "decided": "deciso decisione",
    "declarer": "dichiarante chiamante bidder",
    "direction": "direzione verso senso",
    "do": "fa fare meccanismo mechanism",
    "dummies": "morti morto dummy",
    "each": "ciascuno ognuno",
    "ends": "finisce termina fine",
    "first": "primo comincia inizia starts",
    "follow": "rispondere risposta rispondere_a_seme",
    "gets": "ottiene riceve",
    "hand": "mano carte_in_mano hand_size",
    "hands": "mani",
    "held": "in_mano tenute carte_tenute",
    "holding_all": "avendo_tutti avendo_tutte se_ha_tutti",
    "in_hand": "in_mano",
    "in_pile": "nel_mazzetto nel_monte in_monte in_tavola",
    "instead": "invece al_posto",
    "keep": "tiene conserva mantiene",
    "ladder": "scala gerarchia ranking",
    "last_trick": "ultima_presa ultima",
    "leader": "uscita chi_esce esce di_mano leads",
    "leaves": "lascia esce_dall_asta",
    "lost": "persa perso perdita posta_persa",
    "minutes": "minuti",
    "move_points": "sposta_punti punti_spostati",
    "named": "nominata nominato quando_nominata",
    "next_leader": "prossima_uscita chi_esce_dopo",
    "of": "di",
    "only": "solo_questi soltanto solamente",
    "open": "scoperto scoperta scoperte aperto visibile face_up",
    "packets": "pacchetti gruppi",
    "partner": "compagno socio",
    "pay": "paga pagamento si_paga",
    "pay_each": "paga_a_ciascuno paga_ciascuno",
    "pay_unit": "unità_di_pagamento unità_pagamento unità_di_posta",
    "pays": "paga chi_paga",
    "pile": "mazzetto monte mucchio",
    "played_by": "giocato_da giocata_da",
    "points": "punti",
    "points_at_least": "punti_almeno almeno_punti punti_minimi target",
    "points_at_most": "punti_al_massimo punti_massimi",
    "points_below": "punti_sotto punti_meno_di",
    "raises": "aggravi aggravanti rilanci rialzi",
    "ranks": "valori figure",
    "revealed": "rivelato svelato scoperto",
    "receives": "riceve riscuote chi_riceve",
    "roles": "ruoli",
    "rounding": "arrotondamento",
    "seats": "posti giocatori players sedie",
    "seen_by": "visto_da vista_da viste_da",
    "shares": "parti quote divisione",
    "shown": "mostrato mostrate",
    "sits_out": "riposa sta_fuori chi_riposa",
    "stake": "steak posta puntata valore vale cost price value worth bet",
    "suits": "semi",
    "then": "allora poi",
    "tie": "parità pareggio",
    "ties": "parità pareggi",
    "times": "volte moltiplicatore per multiplier factor",
    "to": "verso_mazzetto a destinazione",
    "total": "totale",
    "tricks": "prese",
    "tricks_at_least": "prese_almeno almeno_prese",
    "unit": "unità",
    "until": "fino_a finché fino",
    "when": "quando se if",
    "who": "chi",
    "whose": "di_chi",
    "wins": "vince prende",
    "without": "senza escluse carte_tolte",
    "won": "vinta vinto posta_vinta",
    "won_by": "vinto_da vinta_da di_chi_è",
    "won_if": "vince_se vinta_se vinto_se",
}
_WORDS: Final = {
    "after": "dopo alla_fine",
    "after_auction": "dopo_l_asta dopo_asta",
    "after_bid": "dopo_la_dichiarazione dopo_dichiarazione dopo_offerta",
    "after_first_round": "dopo_il_primo_giro dopo_primo_giro",
    "all": "tutto tutte tutti",
    "all_spoke": "tutti_hanno_parlato parlato_tutti",
    "alone": "da_solo solo",
    "always": "sempre",
    "another_deal": "altra_mano un_altra_mano ancora_una_mano",
    "any": "qualsiasi qualunque",
    "any_time": "in_ogni_momento in_qualsiasi_momento sempre anytime",
    "anyone": "chiunque anybody",
    "as_discarded": "quante_scartate come_scartate",
    "at_call": "alla_chiamata",
    "at_end": "alla_fine",
    "at_once": "subito immediatamente immediately",
    "before_bid": "prima_della_dichiarazione prima_di_dichiarare",
    "before_first_lead": "prima_della_prima_uscita",
    "blind": "alla_cieca cieco coperte",
    "by_other_side": "dall_altra_parte dagli_avversari",
    "card": "carta",
    "card_points": "punti_delle_carte punti_carte",
    "clockwise": "orario senso_orario a_sinistra left to_the_left",
    "counterclockwise": "antiorario senso_antiorario a_destra anticlockwise "
    "anti_clockwise counter_clockwise right to_the_right",
    "declarer_only": "solo_dichiarante solo_il_dichiarante",
    "difference": "differenza",
    "down": "per_difetto in_basso giù",
    "down_to_dealt": "fino_alle_carte_date fino_alla_mano",
    "each_opponent": "ogni_avversario ciascun_avversario",
    "each_pays": "paga_ciascuno pagano_tutti",
    "eldest": "di_mano primo_di_mano forehand",
    "end": "fine",
    "equal": "uguali parti_uguali pari",
    "everyone": "tutti everybody",
    "first_bid": "prima_dichiarazione prima_offerta",
    "first_lead": "prima_uscita",
    "first_step": "prima_fase",
    "first_two_opponents": "primi_due_avversari",
    "free": "libero libera",
    "goes_on": "prosegue continua",
    "highest_of_suit_led": "più_alta_del_seme_di_uscita la_più_alta_del_seme più_alta",
    "holder": "chi_la_ha possessore chi_ha_la_carta",
    "in_turn": "a_turno",
    "jointly": "insieme together",
    "leading": "uscendo all_uscita",
    "left_of_declarer": "a_sinistra_del_dichiarante sinistra_del_dichiarante",
    "losers": "perdenti chi_perde",
    "most_points": "più_punti maggior_punteggio",
    "must": "obbligo obbligatorio obbligatoria deve",
    "next": "prossimo successivo seguente",
    "nobody": "nessuno no_one",
    "nobody_pays": "nessuno_paga non_paga_nessuno",
    "none": "nessuno nessuna niente",
    "once": "una_volta una_sola_volta",
    "opponent": "avversario",
    "opponents": "avversari difensori defenders",
    "other_side": "altra_parte parte_avversa",
    "others": "altri",
    "payments": "pagamenti poste",
    "player": "giocatore chi_gioca",
    "playing": "giocando",
    "refused": "rifiutata rifiutato",
    "right_of_declarer": "a_destra_del_dichiarante destra_del_dichiarante",
    "same": "stesso uguale medesimo",
    "satisfied": "soddisfatta soddisfatto",
    "shared": "divisa condivisa divisi",
    "taker": "chi_prende",
    "top_bid": "dichiarazione_più_alta offerta_massima dichiarazione_massima",
    "unchanged": "invariato immutato",
    "until_quiet": "fino_al_silenzio finché_tacciono",
    "up_to_pile": "fino_al_mazzetto fino_al_monte",
    "void": "nulla annullata nullo a_monte",
    "when_played": "quando_si_gioca quando_giocata",
    "winner": "vincitore chi_vince",
    "winners": "vincitori chi_vince",
    "winners_only": "solo_vincitori solo_i_vincitori",
    "with_bid": "con_la_dichiarazione",
}
_MECHANISMS: Final = {
    "call": "chiamata chiama chiamare",
    "hand_over": "consegna consegnare",
    "table_card": "carta_in_tavola",
    "take": "prendi prendere presa prende",
    "look": "guarda guardare",
    "give": "dai dare dà restituisci",
    "discard": "scarto scarta scartare bury",
    "share": "spartizione spartisci dividi dividere",
    "claim": "reclamo pretesa",
    "fault": "irregolarità errore fallo penalty",
    "show": "mostra mostrare",
    "signal": "segnale segnali",
    "open_hands": "mani_scoperte carte_scoperte",
    "redeal": "ridare ridistribuzione si_ridà",
    "play_out": "si_gioca giocare_lo_stesso",
    "carry_on": "si_continua continua",
}
_KINDS: Final = {"faults": "irregolarità falli"}


def folded(word: str) -> str:
    """A word without what people write now one way, now another: capitals, accents, and what joins its parts."""
    bare = unicodedata.normalize("NFD", word.casefold())
    return "".join("_" if each in "-_ '’" else each for each in bare if not unicodedata.combining(each))


def meant(word: str, known: Iterable[str]) -> str:
    """The known word that another word means; empty unless it means exactly one of them."""
    found = [each for each in dict.fromkeys(known) if folded(word) in _others().get(each, ())]
    return found[0] if len(found) == 1 else ""


def is_other(word: str) -> bool:
    """Does the word mean something of its own, so that it is no slip of the pen for one that looks like it?"""
    return any(folded(word) in others for others in _others().values())


@cache
def _others() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for names in (_HEADER, _SECTIONS, _KEYS, _WORDS, _MECHANISMS, _KINDS):
        for word, others in names.items():
            found[word] = found.get(word, frozenset()) | frozenset(folded(each) for each in others.split())
    return found
