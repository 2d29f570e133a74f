/* A hand is read once from its first letter to its last, in the form in which records are written; whatever stands
 * otherwise is handed back, and so is what programs do not accept. Only what has passed is added to the score.
 */
#include "checker.h"
#include "bits.h"

#include <stdlib.h>
#include <string.h>

enum { FACE_SILENT = 1, FACE_SAID };
enum { OVER_BY_REST = 1, OVER_BY_POINTS };
enum { CHARACTERS = 1 << 14, NO_CARD = 0xff, MOST_AUCTIONS = 20000, LETTERS = 26, NAME = 40, CONTRACTS = 64, AUCTION = 1 << 12, MOST_DECLARED = 64, MOST_MELDS = 4096 };
static const int64_t MOST_PAID = 1000000000, MOST_TOTAL = 1000000000000000;

typedef struct {
    int known, dealer, place, idle, dummies, out_length;
    char out[CHECKER_OUT];
    uint8_t letter[CHECKER_PLACES];
    int8_t place_of[128], of_label[CHECKER_LABELS];
    uint8_t side[CHECKER_PLACES];
} seating;

typedef struct {
    char *said;
    size_t length;
    uint64_t hash;
    int dealer, contract, declarer, leader;
} auction;

/* A word that may be said before a trick. */
typedef struct {
    char word[NAME];
    int length, opponents, leading;
    uint64_t contracts;
} signal_word;

/* Cards that may be declared together, and what that adds to the score. */
typedef struct {
    uint64_t cards;
    int64_t worth;
} meld;

/* A word under which cards are declared. */
typedef struct {
    char word[NAME];
    int length, after, until, by, played, many;
    meld *melds;
} declaration;

/* What was declared. */
typedef struct {
    const declaration *as;
    int place;
    uint64_t cards;
} declared_meld;

struct checker {
    int64_t head[TABLE_HEAD];
    uint8_t label[CHECKER_LABELS], card[CHARACTERS];
    uint64_t suit[CHECKER_CARDS], full;
    char pile[CHECKER_PILES][NAME], contract[CONTRACTS][NAME];
    signal_word signals[CHECKER_SIGNALS];
    declaration declarations[CHECKER_DECLARED];
    int pile_length[CHECKER_PILES], contract_length[CONTRACTS], with_card[CONTRACTS], at_once[CONTRACTS];
    program *programs;
    seating seatings[LETTERS];
    auction *auctions;
    size_t slots, kept;
    machine on;
    row shows[MACHINE_ROWS]; /* what was shown in the exchange, and after how many moves of cards */
    int shown;
    char said[AUCTION]; /* the lines of the auction of the hand */
    size_t said_length;
    int late; /* whether something was shown after the last of them */
    declared_meld declared[MOST_DECLARED]; /* in the hand */
    int many_declared, begun; /* whether the play begins as soon as the last line of the exchange is done */
    int faces; /* FACE_… of the moves of cards of the hand: all say who sees them, or none */
};

typedef struct {
    const char *at, *end;
} reader;


/* ------------------------------------------------------------------ programs */

static const program *program_of(const checker *it, int contract, int which) {
    return &it->programs[contract < 0 ? PROGRAMS * it->head[TABLE_CONTRACTS] + which : PROGRAMS * contract + which];
}

/* ------------------------------------------------------------------ reading */

static inline int takes(reader *of, const char *word, size_t length) {
    if ((size_t)(of->end - of->at) < length || memcmp(of->at, word, length)) return 0;
    of->at += length;
    return 1;
}

static inline int letter(reader *of, int *into) {
    if (of->at == of->end || *of->at < 'A' || *of->at > 'Z') return 0;
    *into = *of->at++;
    return 1;
}

static inline int card(const checker *it, reader *of, int *into) {
    if (of->end - of->at < 2) return 0;
    unsigned one = (unsigned char)of->at[0], other = (unsigned char)of->at[1];
    if ((one | other) > 127) return 0;
    *into = it->card[one | other << 7];
    of->at += 2;
    return *into != NO_CARD;
}

/* Digits as records write numbers: no sign, no zero before another digit, nine at most. */
static int digits(reader *of, int64_t *into) {
    const char *from = of->at;
    int64_t found = 0;
    while (of->at < of->end && *of->at >= '0' && *of->at <= '9' && of->at - from < 9) found = 10 * found + (*of->at++ - '0');
    if (of->at == from || (*from == '0' && of->at - from > 1)) return 0;
    *into = found;
    return of->at == of->end || *of->at < '0' || *of->at > '9';
}

static int amount(reader *of, int64_t *into) {
    int minus = of->at < of->end && *of->at == '-';
    if (minus || (of->at < of->end && *of->at == '+')) of->at++;
    if (!digits(of, into)) return 0;
    if (minus) *into = -*into;
    return 1;
}

/* Cards between blanks, each once; how many. */
static int cards(const checker *it, reader *of, uint64_t *into) {
    int many = 0, number;
    *into = 0;
    do {
        if (!card(it, of, &number) || *into >> number & 1) return -1;
        *into |= 1ull << number, many++;
    } while (of->end - of->at > 2 && of->at[0] == ' ' && it->card[(of->at[1] & 127) | (of->at[2] & 127) << 7] != NO_CARD &&
             of->at++);
    return many;
}

/* What is carried on from the hand before, if it is said. */
static int carry_said(const checker *it, reader *of, int64_t carried) {
    uint64_t named;
    int64_t pile = it->head[TABLE_PILE];
    if (!takes(of, "carry ", 6)) return 1;
    if (carried < 1 || !takes(of, it->pile[pile], (size_t)it->pile_length[pile]) || !takes(of, " ", 1)) return 0;
    return cards(it, of, &named) > 0 && named == (uint64_t)carried && takes(of, "\n", 1);
}

static int deal(checker *it, reader *of, const seating *seats, int64_t carried, uint64_t *hands, uint64_t *piles) {
    const int64_t *head = it->head;
    uint64_t all = 0;
    int who;
    for (int line = 0; line < head[TABLE_PLACES]; line++) {
        uint64_t hand;
        if (!takes(of, "deal ", 5) || !letter(of, &who) || !takes(of, ": ", 2)) return 0;
        int place = seats->place_of[who];
        if (place < 0 || hands[place] || cards(it, of, &hand) != head[TABLE_SIZE] || !takes(of, "\n", 1)) return 0;
        if (hand & all) return 0;
        hands[place] = hand, all |= hand;
    }
    if (carried > 0) {
        if (all & (uint64_t)carried) return 0;
        piles[head[TABLE_PILE]] = (uint64_t)carried, all |= (uint64_t)carried;
    } else if (head[TABLE_MONTE]) {
        uint64_t laid;
        if (!takes(of, "monte ", 6) || cards(it, of, &laid) != head[TABLE_MONTE] || !takes(of, "\n", 1)) return 0;
        if (laid & all || head[TABLE_PILE] < 0) return 0;
        piles[head[TABLE_PILE]] = laid, all |= laid;
    }
    return all == it->full;
}

static int tail(const checker *it, reader *of, const seating *seats, row *line) {
    int who;
    line->to = ROW_UNSAID;
    if (takes(of, "\n", 1)) return line->does != ROW_GIVE;
    switch (line->does) {
    case ROW_CALL:
        if (takes(of, " in monte\n", 10)) return line->to = -1, 1;
        if (takes(of, " in hand\n", 9)) return line->to = -2, 1;
        if (!takes(of, " with ", 6) || !letter(of, &who)) return 0;
        line->to = seats->place_of[who];
        return line->to >= 0 && takes(of, "\n", 1);
    case ROW_GIVE:
        if (!takes(of, " to ", 4) || !letter(of, &who)) return 0;
        line->to = seats->place_of[who];
        return line->to >= 0 && takes(of, "\n", 1);
    case ROW_TAKE:
        if (!takes(of, " from ", 6)) return 0;
        break;
    case ROW_DISCARD:
        if (!takes(of, " to ", 4)) return 0;
        break;
    default: return 0;
    }
    for (int pile = 0; pile < it->head[TABLE_PILES]; pile++) {
        reader after = *of;
        if (takes(&after, it->pile[pile], (size_t)it->pile_length[pile]) && takes(&after, "\n", 1)) {
            *of = after, line->to = pile;
            return 1;
        }
    }
    return 0;
}

/* A line that shows cards in the exchange, after so many moves. */
static int shows(checker *it, reader *of, const seating *seats, int moves) {
    uint64_t named;
    int who;
    row *line = &it->shows[it->shown];
    if (!it->head[TABLE_SHOWS] || it->shown++ == MACHINE_ROWS - 1 || !letter(of, &who) || seats->place_of[who] < 0) return 0;
    if (!takes(of, ": ", 2) || cards(it, of, &named) < 0 || !takes(of, "\n", 1)) return 0;
    line->seat = seats->place_of[who], line->cards = (int64_t)named, line->to = moves;
    return 1;
}

/* The hands after so many moves of the exchange; 0 if somebody gives what he has not, or takes what somebody has. */
static int moved(const checker *it, const uint64_t *dealt, int moves, uint64_t *hands) {
    uint64_t held = 0;
    memcpy(hands, dealt, CHECKER_PLACES * sizeof *hands);
    for (int place = 0; place < CHECKER_PLACES; place++) held |= hands[place];
    for (int nth = 0; nth < it->on.many && moves; nth++) {
        const row *line = &it->on.rows[nth];
        uint64_t named = (uint64_t)line->cards;
        if (line->does == ROW_CALL || line->does == ROW_END) continue;
        moves--;
        if (line->does == ROW_TAKE) {
            if (named & held) return 0;
            hands[line->seat] |= named, held |= named;
            continue;
        }
        if (named & ~hands[line->seat]) return 0;
        hands[line->seat] ^= named;
        if (line->does == ROW_GIVE)
            hands[line->to] |= named;
        else
            held ^= named;
    }
    return 1;
}

/* Whether who showed cards in the exchange held them. What need not be said may have happened anywhere; if what is said
 * leads to the hands of the first lead, it is all that happened. */
static int may_show(const checker *it, const uint64_t *dealt, const uint64_t *held) {
    uint64_t hands[CHECKER_PLACES];
    for (int nth = 0; nth < it->shown; nth++) {
        const row *line = &it->shows[nth];
        if (line->to) {
            if (!moved(it, dealt, MACHINE_ROWS, hands) || memcmp(hands, held, sizeof hands)) return 0;
            if (!moved(it, dealt, (int)line->to, hands)) return 0;
        } else
            memcpy(hands, dealt, sizeof hands);
        if ((uint64_t)line->cards & ~hands[line->seat]) return 0;
    }
    return 1;
}

/* Room for so many characters more of the auction; NULL if there is none. */
static char *more_said(checker *it, size_t length) {
    if (length > AUCTION - it->said_length) return NULL;
    it->said_length += length;
    return it->said + it->said_length - length;
}

/* A card that is named with the bid before it: whether it may be. */
static int named_with_bid(checker *it, reader *of, const seating *seats) {
    size_t length = it->said_length;
    row line = {.does = ROW_CALL};
    uint64_t named = 0;
    int who, contract = 0;
    if (!letter(of, &who) || seats->place_of[who] < 0 || !takes(of, ": ", 2)) return 0;
    if (cards(it, of, &named) != 1 || !tail(it, of, seats, &line)) return 0;
    for (;; contract++) { /* the bid ends with the name of its contract */
        if (contract == it->head[TABLE_CONTRACTS]) return 0;
        size_t own = (size_t)it->contract_length[contract];
        if (length < own + 2 || it->said[length - 1] != '\n' || it->said[length - own - 2] != ' ') continue;
        if (!memcmp(it->said + length - own - 1, it->contract[contract], own)) break;
    }
    it->on.at[AT_DECL] = seats->place_of[who], it->on.at[AT_CARDS] = (int64_t)named, it->on.at[AT_TO] = line.to;
    char *copy = more_said(it, 10);
    if (!copy || !machine_runs(&it->on, program_of(it, contract, PROGRAM_CALLED))) return 0;
    memcpy(copy, "call X: x\n", 10), copy[5] = (char)who;
    return 1;
}

/* The lines of the auction are brought together, without what is shown between them. */
static int auction_said(checker *it, reader *of, const seating *seats) {
    it->said_length = 0, it->shown = 0, it->late = 0;
    for (;;) {
        const char *from = of->at;
        if (takes(of, "show ", 5)) {
            if (!shows(it, of, seats, 0)) return 0;
            it->late = 1;
            continue;
        }
        if (it->head[TABLE_CALLS] && takes(of, "call ", 5)) {
            if (!named_with_bid(it, of, seats)) return 0;
            continue;
        }
        if (!takes(of, "bid ", 4) && !takes(of, "raise ", 6)) return 1;
        const char *line = memchr(of->at, '\n', (size_t)(of->end - of->at));
        char *copy = line ? more_said(it, (size_t)(line + 1 - from)) : NULL;
        if (!copy) return 0;
        memcpy(copy, from, (size_t)(line + 1 - from));
        of->at = line + 1, it->late = 0;
    }
}

/* What a move of cards says of who sees them. */
static int face(checker *it, reader *of) {
    int found = takes(of, "open ", 5) ? 1 : takes(of, "closed ", 7) ? 0 : ROW_UNSAID;
    it->faces |= found == ROW_UNSAID ? FACE_SILENT : FACE_SAID;
    return found;
}

/* The lines of the exchange, and one that says that it is over. */
static int exchange(checker *it, reader *of, const seating *seats) {
    static const struct {
        const char *word;
        int length, does;
    } verbs[] = {{"call ", 5, ROW_CALL}, {"table-card ", 11, ROW_LAY}, {"give ", 5, ROW_GIVE}, {"take ", 5, ROW_TAKE},
                 {"discard ", 8, ROW_DISCARD}};
    int moves = 0;
    for (it->on.many = it->faces = 0;; it->on.many++) {
        row *line = &it->on.rows[it->on.many];
        size_t verb = 0;
        int who;
        while (takes(of, "show ", 5))
            if (!shows(it, of, seats, moves)) return 0;
        while (verb < 5 && !takes(of, verbs[verb].word, (size_t)verbs[verb].length)) verb++;
        *line = (row){verb < 5 ? verbs[verb].does : ROW_END, 0, 0, ROW_UNSAID, ROW_UNSAID};
        if (verb == 5) return it->on.many++, it->faces != (FACE_SILENT | FACE_SAID);
        if (line->does == ROW_CALL && it->head[TABLE_CALLS]) return 0;
        if (it->on.many == MACHINE_ROWS - 1 || !letter(of, &who) || seats->place_of[who] < 0 || !takes(of, ": ", 2)) return 0;
        line->seat = seats->place_of[who];
        if (line->does != ROW_CALL) {
            moves++;
            line->shown = face(it, of);
        }
        uint64_t named = 0;
        if (!takes(of, "none", 4) && cards(it, of, &named) < 0) return 0;
        line->cards = (int64_t)named;
        if (!tail(it, of, seats, line)) return 0;
    }
}

/* Cards shown between tricks, by who holds them; whether there is nothing to say of it. */
static int shown(const checker *it, reader *of, const seating *seats, const uint64_t *hands) {
    uint64_t named;
    int who;
    if (!it->head[TABLE_SHOWS] || !takes(of, "show ", 5) || !letter(of, &who) || seats->place_of[who] < 0) return 0;
    if (!takes(of, ": ", 2) || cards(it, of, &named) < 0 || named & ~hands[seats->place_of[who]]) return 0;
    return takes(of, "\n", 1);
}

/* A signal between tricks: 0 if something may have to be said of it; 2 if a trick has to follow, which its seat leads. */
static int signalled(const checker *it, reader *of, const seating *seats, const auction *by, int leader) {
    int who;
    if (!takes(of, "signal ", 7) || !letter(of, &who) || seats->place_of[who] < 0 || !takes(of, ": ", 2)) return 0;
    for (int nth = 0; nth < it->head[TABLE_SIGNALS]; nth++) {
        const signal_word *word = &it->signals[nth];
        reader after = *of;
        if (!takes(&after, word->word, (size_t)word->length) || !takes(&after, "\n", 1)) continue;
        *of = after;
        if (word->opponents && seats->place_of[who] == by->declarer) return 0;
        if (word->contracts && (by->contract < 0 || !(word->contracts >> by->contract & 1))) return 0;
        if (word->leading && seats->place_of[who] != leader) return 0;
        return 1 + word->leading;
    }
    return 0;
}

/* Who may declare under a word. */
static int may_declare(const declaration *as, int place, const auction *by, unsigned own) {
    if (as->by == DECLARED_BY_ANYONE || by->contract < 0) return as->by == DECLARED_BY_ANYONE;
    return as->by == DECLARED_BY_DECLARER ? place == by->declarer : !(own >> place & 1);
}

/* Cards that are declared after so many tricks; whether there is nothing to say of it. */
static int declared(checker *it, reader *of, const seating *seats, const auction *by, unsigned own, const uint64_t *hands,
                    int tricks) {
    int who;
    uint64_t named;
    if (!takes(of, "declare ", 8) || !letter(of, &who) || seats->place_of[who] < 0 || !takes(of, ": ", 2)) return 0;
    int place = seats->place_of[who], nth = 0;
    for (; nth < it->head[TABLE_DECLARED]; nth++) {
        const declaration *as = &it->declarations[nth];
        reader after = *of;
        if (takes(&after, as->word, (size_t)as->length) && takes(&after, " ", 1) && (*of = after, 1)) break;
    }
    if (nth == it->head[TABLE_DECLARED] || it->many_declared == MOST_DECLARED) return 0;
    const declaration *as = &it->declarations[nth];
    if (cards(it, of, &named) < 0 || !takes(of, "\n", 1)) return 0;
    if (tricks < as->after || tricks > as->until || !may_declare(as, place, by, own)) return 0;
    if (!tricks && !it->begun) return 0;
    if (named & ~(as->played ? (uint64_t)it->on.at[AT_HELD + place] : hands[place])) return 0;
    for (int before = 0; before < it->many_declared; before++) {
        const declared_meld *other = &it->declared[before];
        if (other->as == as && other->place == place && other->cards & named) return 0;
    }
    for (int each = 0; each < as->many; each++)
        if (as->melds[each].cards == named) {
            it->declared[it->many_declared++] = (declared_meld){as, place, named};
            return 1;
        }
    return 0;
}

/* A claim between tricks. */
typedef struct {
    int to; /* a place of the side whose the rest is, or the points */
    int64_t points;
} claim;

/* Where the play of a hand stands. */
typedef struct {
    const seating *seats;
    const auction *by;
    unsigned own; /* the places of the declarer's side */
    uint64_t *hands, *won, stock;
    int leader, tricks; /* so many are played */
    int awaited;        /* a signal was given that only who leads may give */
    claim made;
} play;

/* Whether a side may end with the points that are claimed for it, by what is won. */
static int may_claim(checker *it, const claim *made, const uint64_t *won) {
    if (!it->head[TABLE_POINTS] || made->to < 0) return 0;
    for (int place = 0; place < CHECKER_PLACES; place++) it->on.at[AT_WON + place] = (int64_t)won[place];
    it->on.at[AT_POINTS] = made->points, it->on.at[AT_LAST] = made->to;
    return machine_runs(&it->on, program_of(it, -1, PROGRAM_CLAIMABLE));
}

/* 0 if something may have to be said of a claim, 1 if the play goes on, 2 if it is over. One that nobody answered before
 * the hand has ended is left to others, and so are points where there is still something to draw. */
static int claimed(checker *it, reader *of, play *now) {
    const seating *seats = now->seats;
    claim *made = &now->made;
    int who, concedes = takes(of, "concede ", 8), draws = it->head[TABLE_DRAWS] != DRAWS_NOTHING;
    made->points = -1;
    if ((!concedes && !takes(of, "claim ", 6)) || !letter(of, &who) || !takes(of, ": ", 2)) return 0;
    if (!takes(of, "rest", 4) && (draws || !takes(of, "points ", 7) || !digits(of, &made->points))) return 0;
    int place = seats->place_of[who];
    if (place < 0 || !it->head[TABLE_CLAIMS]) return 0;
    if (it->head[TABLE_CLAIMS] == CLAIMS_DECLARER && place != now->by->declarer) return 0;
    unsigned all = (1u << it->head[TABLE_PLACES]) - 1, own = now->own, side = own >> place & 1 ? own : all & ~own;
    if (concedes && side == all) return 0;
    if (!own && (concedes || made->points >= 0)) return 0;
    made->to = concedes ? __builtin_ctz(all & ~side) : place;
    if (made->points >= 0 && !may_claim(it, made, now->won)) return 0;
    int accepted = takes(of, " accepted", 9), refused = !accepted && takes(of, " refused", 8);
    if (!takes(of, "\n", 1) || of->at == of->end) return 0;
    if (refused || !(accepted || it->head[TABLE_AT_ONCE]))
        return *of->at == ' ' || (*of->at >= '0' && *of->at <= '9') || *of->at == 's' || *of->at == 'c' || *of->at == 'd' ||
               (draws && *of->at == 't');
    return 2;
}

/* Whether a line that is not a trick is read next: before the first one what is declared, and a signal only `at_once`. */
static inline int is_said(const reader *of, int among, int at_once) {
    if (of->end - of->at < 2) return 0;
    if (*of->at == 'd') return 1;
    return among ? *of->at == 's' || *of->at == 'c' : at_once && *of->at == 's' && of->at[1] == 'i';
}

/* What is said before the next line of the play: 0 if something may have to be said of it, 1 if the play goes on, 2 if it is
 * over. */
static int spoken(checker *it, reader *of, play *now, int among, int at_once) {
    while (is_said(of, among, at_once)) {
        if (*of->at == 'd') {
            if (!declared(it, of, now->seats, now->by, now->own, now->hands, now->tricks)) return 0;
            continue;
        }
        if (*of->at == 's') {
            int said = of->at[1] == 'i' ? signalled(it, of, now->seats, now->by, now->leader) : shown(it, of, now->seats, now->hands);
            if (!said) return 0;
            now->awaited |= said == 2;
            continue;
        }
        int found = claimed(it, of, now);
        if (found == 2) return now->awaited ? 0 : 2;
        if (!found) return 0;
    }
    return 1;
}

/* What everybody draws behind a trick, who has won it first, and what is said before each draw; the answers are the same. */
static int drawn(checker *it, reader *of, play *now) {
    int places = (int)it->head[TABLE_PLACES], open = it->head[TABLE_DRAWS] == DRAWS_OPEN, which;
    for (int step = 0; step < places; step++) {
        int said = spoken(it, of, now, 1, 0), place = (now->leader + step) % places;
        if (said != 1) return said;
        char begins[8] = {'t', 'a', 'k', 'e', ' ', (char)now->seats->letter[place], ':', ' '};
        row line = {.does = ROW_TAKE};
        if (!takes(of, begins, 8)) return 0;
        int shown = face(it, of);
        if ((shown != ROW_UNSAID && shown != open) || it->faces == (FACE_SILENT | FACE_SAID)) return 0;
        if (!card(it, of, &which) || !(now->stock >> which & 1) || !tail(it, of, now->seats, &line)) return 0;
        if (line.to != ROW_UNSAID && line.to != it->head[TABLE_PILE]) return 0;
        now->stock ^= 1ull << which, now->hands[place] |= 1ull << which;
    }
    return 1;
}

/* The play is over by a claim: whose what is claimed is. */
static int ended(checker *it, const play *now, int *over) {
    const claim *made = &now->made;
    for (int place = 0; made->points < 0 && place < it->head[TABLE_PLACES]; place++) now->won[made->to] |= now->hands[place];
    if (made->points < 0) now->won[made->to] |= now->stock;
    *over = made->points < 0 ? OVER_BY_REST : OVER_BY_POINTS, it->on.at[AT_POINTS] = made->points;
    return made->to;
}

/* All tricks, or those before a claim by which the play ends (then *over is set): who has won the last, or whose what is
 * claimed is; -1 if it has to be handed back. */
static int tricks(checker *it, reader *of, play *now, int *over) {
    const seating *seats = now->seats;
    uint64_t *hands = now->hands;
    int places = (int)it->head[TABLE_PLACES], says_won = -1, rounds = count(now->stock) / places;
    int at_once = now->by->contract >= 0 && it->at_once[now->by->contract];
    for (int number = 1; number <= it->head[TABLE_SIZE] + rounds; number++) {
        char begins[5] = {number < 10 ? ' ' : (char)('0' + number / 10), (char)('0' + number % 10), ' ',
                          (char)seats->letter[now->leader], ':'};
        int said = spoken(it, of, now, number > 1, at_once);
        if (said != 1) return said ? ended(it, now, over) : -1;
        if (!takes(of, begins, 5)) return -1;
        uint64_t led = 0, best = 0, trick = 0;
        int winner = now->leader, place = now->leader, which;
        for (int step = 0; step < places; step++, place = place + 1 == places ? 0 : place + 1) {
            if (!takes(of, " ", 1) || !card(it, of, &which)) return -1;
            uint64_t played = 1ull << which;
            if (!(hands[place] & played)) return -1;
            hands[place] ^= played, trick |= played;
            if (!step)
                led = it->suit[which], best = played;
            else if (!(played & led) && it->head[TABLE_MUST] && hands[place] & led)
                return -1;
            if (beats(played, best, led)) best = played, winner = place;
        }
        char ends[5] = {' ', '>', ' ', (char)seats->letter[winner], '\n'};
        int says = of->at < of->end && *of->at == ' ';
        if (says_won >= 0 && says != says_won) return -1;
        says_won = says;
        if (!(says ? takes(of, ends, 5) : takes(of, "\n", 1))) return -1;
        now->won[winner] |= trick, now->leader = winner, now->tricks = number, now->awaited = 0;
        if (number <= rounds && (said = drawn(it, of, now)) != 1) return said ? ended(it, now, over) : -1;
    }
    for (int place = 0; place < places; place++)
        if (hands[place]) return -1;
    return now->leader;
}

/* ------------------------------------------------------------------ what a hand says of itself */

/* Points by side, where a claim ended the play and nobody knows more. */
static int of_side(const checker *it, const seating *seats, const auction *said, unsigned places, int64_t *due) {
    if (said->contract < 0) return places == seats->side[__builtin_ctz(places)];
    unsigned all = (1u << it->head[TABLE_PLACES]) - 1, own = 1u << said->declarer;
    if (it->on.at[AT_MATE] >= 0) own |= 1u << it->on.at[AT_MATE];
    *due = it->on.at[places == own ? AT_POINTS : AT_OTHERS];
    return places == own || places == (all & ~own);
}

static int result_holds(checker *it, reader *of, const seating *seats, const auction *said, int played, int over) {
    unsigned seen = 0;
    if (played && (!over || said->contract < 0) && !machine_runs(&it->on, program_of(it, -1, PROGRAM_POINTS))) return 0;
    do {
        int64_t due = 0, amounts;
        unsigned side = 0;
        int who;
        do {
            if (!letter(of, &who) || seats->place_of[who] < 0 || seen >> seats->place_of[who] & 1) return 0;
            side |= 1u << seats->place_of[who], seen |= side;
            due += played ? it->on.at[AT_LIST + seats->place_of[who]] : 0;
        } while (takes(of, "+", 1));
        if (over && !of_side(it, seats, said, side, &due)) return 0;
        if (!takes(of, ": ", 2) || !amount(of, &amounts) || amounts != due) return 0;
    } while (takes(of, " ", 1));
    return takes(of, "\n", 1);
}

static int score_holds(const checker *it, reader *of, const int64_t *paid) {
    unsigned seen = 0;
    int who, label;
    int64_t said;
    do {
        if (!letter(of, &who)) return 0;
        for (label = 0; label < it->head[TABLE_LABELS] && it->label[label] != who; label++) continue;
        if (label == it->head[TABLE_LABELS] || seen >> label & 1) return 0;
        seen |= 1u << label;
        if (!takes(of, ": ", 2) || !amount(of, &said) || said != paid[label]) return 0;
    } while (takes(of, " ", 1));
    return takes(of, "\n", 1);
}

static int total_holds(const checker *it, reader *of, const int64_t *totals) {
    for (int label = 0; label < it->head[TABLE_LABELS]; label++) {
        char begins[4] = {' ', (char)it->label[label], ':', ' '};
        int64_t said;
        if (!takes(of, begins, 4) || of->at == of->end || *of->at == '+') return 0;
        if (of->end - of->at > 1 && of->at[0] == '-' && of->at[1] == '0') return 0;
        if (!amount(of, &said) || said != totals[label]) return 0;
    }
    return takes(of, "\n", 1);
}

/* ------------------------------------------------------------------ auctions */

static uint64_t hashed(int dealer, const char *said, size_t length) {
    uint64_t found = 0xcbf29ce484222325u ^ (uint64_t)dealer;
    for (size_t nth = 0; nth < length; nth++) found = (found ^ (unsigned char)said[nth]) * 0x100000001b3u;
    return found ^ found >> 29;
}

static auction *heard(const checker *it, int dealer, const char *said, size_t length) {
    uint64_t hash = hashed(dealer, said, length);
    for (size_t at = hash & (it->slots - 1);; at = (at + 1) & (it->slots - 1)) {
        auction *of = &it->auctions[at];
        if (!of->said) return of;
        if (of->hash == hash && of->dealer == dealer && of->length == length && !memcmp(of->said, said, length)) return of;
    }
}

static int grow(checker *it) {
    size_t before = it->slots, slots = before * 2;
    auction *old = it->auctions, *made = calloc(slots, sizeof *made);
    if (!made) return 0;
    it->auctions = made, it->slots = slots;
    for (size_t nth = 0; nth < before; nth++)
        if (old[nth].said) *heard(it, old[nth].dealer, old[nth].said, old[nth].length) = old[nth];
    free(old);
    return 1;
}

int checker_learn(checker *it, int dealer, const char *said, size_t length, int contract, int declarer, int leader) {
    int places = (int)it->head[TABLE_PLACES];
    if (contract >= it->head[TABLE_CONTRACTS] || contract < -2 || it->kept >= MOST_AUCTIONS) return 0;
    if (contract >= 0 && (declarer < 0 || declarer >= places || leader < 0)) return 0;
    if (leader < -1 || leader >= places) return 0;
    if (it->kept * 2 >= it->slots && !grow(it)) return 0;
    auction *of = heard(it, dealer, said, length);
    char *copy = malloc(length + 1);
    if (!copy) return 0;
    memcpy(copy, said, length);
    if (of->said)
        free(of->said);
    else
        it->kept++;
    *of = (auction){copy, length, hashed(dealer, said, length), dealer, contract, declarer, leader};
    return 1;
}

/* ------------------------------------------------------------------ a hand */

typedef struct {
    int64_t paid[CHECKER_LABELS], gains[CHECKER_LABELS], totals[CHECKER_LABELS];
    int64_t carried;
    int stated, closed, due, length;
    int counts; /* whether it is one of the deals that a match counts: it was played */
    char name[CHECKER_NAME];
} outcome;

/* The whole points of what all sides have dropped go to the side that has won the last trick. */
static int with_leftover(const checker *it, const seating *seats, int64_t *gains) {
    int64_t left = 0;
    int places = (int)it->head[TABLE_PLACES], last = (int)it->on.at[AT_LAST];
    for (int place = 0; place < places; place++)
        if (__builtin_add_overflow(left, it->on.at[AT_LIST + place], &left)) return 0;
    left /= it->head[TABLE_WHOLE];
    if (left < 0 || left > MOST_PAID || last < 0 || last >= places) return 0;
    for (int place = 0; place < places; place++)
        if (__builtin_ctz(seats->side[place]) == place) left -= gains[place];
    for (int place = 0; place < places; place++)
        if (seats->side[last] >> place & 1) gains[place] += left;
    return 1;
}

/* What each place adds to the score where that is its points; without a contract each side has those of its places. */
static int points_gained(checker *it, const seating *seats, const auction *of, int64_t *gains) {
    int places = (int)it->head[TABLE_PLACES], mate = (int)it->on.at[AT_MATE];
    if (of->contract < 0 && !machine_runs(&it->on, program_of(it, -1, PROGRAM_POINTS))) return 0;
    for (int place = 0; place < places; place++) {
        int64_t points = it->on.at[place == of->declarer || place == mate ? AT_POINTS : AT_OTHERS];
        if (of->contract < 0) {
            points = 0;
            for (int other = 0; other < places; other++)
                if (seats->side[place] >> other & 1 && __builtin_add_overflow(points, it->on.at[AT_LIST + other], &points)) return 0;
        }
        if (points < 0 || points > MOST_PAID) return 0;
        gains[place] = points / it->head[TABLE_WHOLE];
    }
    return of->contract >= 0 || !it->head[TABLE_LEFTOVER] || with_leftover(it, seats, gains);
}

/* What was declared adds to the score of everybody on the side of who has declared it. */
static int with_declared(const checker *it, const seating *seats, const auction *of, int64_t *gains) {
    int mate = (int)it->on.at[AT_MATE];
    unsigned all = (1u << it->head[TABLE_PLACES]) - 1, own = of->contract < 0 ? 0 : 1u << of->declarer | (mate < 0 ? 0 : 1u << mate);
    for (int nth = 0; nth < it->many_declared; nth++) {
        const declared_meld *each = &it->declared[nth];
        unsigned side = of->contract < 0 ? seats->side[each->place] : own >> each->place & 1 ? own : all & ~own;
        const meld *as = each->as->melds;
        while (as->cards != each->cards) as++;
        for (int place = 0; place < it->head[TABLE_PLACES]; place++) {
            if (side >> place & 1) gains[place] += as->worth;
            if (gains[place] > MOST_PAID) return 0;
        }
    }
    return 1;
}

static int settled(checker *it, const seating *seats, const auction *of, int played, int over, outcome *out) {
    const int64_t *head = it->head;
    int places = (int)head[TABLE_PLACES], labels = (int)head[TABLE_LABELS], contract = of->contract >= 0;
    int64_t pays[CHECKER_PLACES + 1] = {0}, gains[CHECKER_PLACES + 1] = {0};
    if (played) {
        int which = !contract ? PROGRAM_OUT : over == OVER_BY_POINTS ? PROGRAM_CLAIMED : PROGRAM_PAYMENT;
        if (!machine_runs(&it->on, program_of(it, of->contract, which))) return 0;
        for (int place = 0; place < places; place++) pays[place] = it->on.at[AT_LIST + place];
        pays[places] = contract && seats->idle ? it->on.at[AT_IDLE] : 0;
        for (int place = 0; place <= places; place++)
            if (pays[place] > MOST_PAID || pays[place] < -MOST_PAID) return 0;
        if (contract && seats->dummies)
            answer_for_dummies(pays, seats->dummies, places, of->declarer, (int)it->on.at[AT_MATE]);
    }
    if (head[TABLE_COUNTS] == COUNTS_POINTS) {
        if (played && !points_gained(it, seats, of, gains)) return 0;
    } else
        for (int place = 0; place <= places; place++) switch (head[TABLE_COUNTS]) {
            case COUNTS_PAYMENTS: gains[place] = pays[place]; break;
            case COUNTS_WINNERS: gains[place] = pays[place] > 0 ? pays[place] : 0; break;
            default: gains[place] = contract && place == of->declarer ? pays[place] : 0;
            }
    if (!with_declared(it, seats, of, gains)) return 0;
    for (int label = 0; label < labels; label++) {
        int place = seats->of_label[label] < 0 ? places : seats->of_label[label];
        out->paid[label] = pays[place], out->gains[label] = gains[place];
        out->totals[label] += gains[place];
        if (out->totals[label] > MOST_TOTAL || out->totals[label] < -MOST_TOTAL) return 0;
    }
    return 1;
}

/* So many digits as a number; -1 if others stand there. */
static int figures(reader *of, int many) {
    int found = 0;
    if (of->end - of->at < many) return -1;
    for (; many; many--, of->at++) {
        if (*of->at < '0' || *of->at > '9') return -1;
        found = 10 * found + (*of->at - '0');
    }
    return found;
}

/* The rest of a line that says when: a day that there is, and hours and minutes. Seconds and zones are handed back, and
 * so is the 29th of February: whether there is one is not worked out here. */
static int moment(reader *of) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (figures(of, 4) < 1 || !takes(of, "-", 1)) return 0;
    int month = figures(of, 2);
    if (month < 1 || month > 12 || !takes(of, "-", 1)) return 0;
    int day = figures(of, 2), hour = 0, minute = 0;
    if (day < 1 || day > days[month - 1]) return 0;
    if (takes(of, "T", 1)) {
        hour = figures(of, 2);
        if (!takes(of, ":", 1)) return 0;
        minute = figures(of, 2);
    }
    return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && takes(of, "\n", 1);
}

static int head_of(reader *of, const checker_score *score, int *dealer, outcome *out) {
    int64_t number;
    while (takes(of, "\n", 1)) continue;
    if (!takes(of, "hand ", 5)) return 0;
    const char *name = of->at;
    if (!digits(of, &number)) return 0;
    out->length = (int)(of->at - name);
    memcpy(out->name, name, (size_t)out->length);
    if (out->length == score->length && !memcmp(out->name, score->name, (size_t)out->length)) return 0;
    if (!takes(of, "\n", 1) || (takes(of, "at ", 3) && !moment(of))) return 0;
    if (!takes(of, "dealer ", 7) || !letter(of, dealer) || !takes(of, "\n", 1)) return 0;
    if (score->due && *dealer != score->due) return 0;
    return 1;
}

/* The exchange, if there is a contract: it stands in the rows. */
static int exchanged(checker *it, const auction *said, uint64_t *hands) {
    int64_t *at = it->on.at;
    if (said->contract >= 0) {
        at[AT_DECL] = said->declarer;
        if (!it->with_card[said->contract]) at[AT_MATE] = -1, at[AT_FOUND] = -3, at[AT_ASKED] = 0;
        it->on.ended = 0;
        if (!machine_runs(&it->on, program_of(it, said->contract, PROGRAM_EXCHANGE))) return 0;
        it->begun = it->on.ended == 1; /* whoever waits for a step asks, and once it is asked whether that was all */
    } else {
        at[AT_DECL] = at[AT_MATE] = -1, at[AT_FOUND] = -3, it->begun = 1;
        if (it->on.many > 1) return 0;
    }
    for (int place = 0; place < CHECKER_PLACES; place++) {
        at[AT_HELD + place] = at[AT_HANDS + place];
        hands[place] = (uint64_t)at[AT_HANDS + place];
    }
    if (!it->shown) return 1;
    uint64_t dealt[CHECKER_PLACES];
    for (int place = 0; place < CHECKER_PLACES; place++) dealt[place] = (uint64_t)at[AT_DEALT + place];
    return may_show(it, dealt, hands);
}

/* The play and what comes of it. */
static int played_out(checker *it, reader *of, const seating *seats, const auction *said, uint64_t *hands, int *over) {
    int64_t *at = it->on.at, mate = at[AT_MATE];
    uint64_t won[CHECKER_PLACES] = {0};
    if (mate >= it->head[TABLE_PLACES] || said->leader < 0) return 0;
    int64_t *pile = it->head[TABLE_DRAWS] ? &at[AT_PILES + it->head[TABLE_PILE]] : NULL;
    play now = {.seats = seats, .by = said, .hands = hands, .won = won, .stock = pile ? (uint64_t)*pile : 0, .leader = said->leader};
    now.own = (said->contract < 0 ? 0 : 1u << said->declarer) | (mate < 0 ? 0 : 1u << mate);
    int last = tricks(it, of, &now, over);
    if (last < 0) return 0;
    if (pile) *pile = 0;
    for (int place = 0; place < CHECKER_PLACES; place++) at[AT_WON + place] = (int64_t)won[place];
    at[AT_LAST] = last, at[AT_OUT] = seats->idle, at[AT_DEALS] = seats->place;
    return 1;
}

static checker_stop hand(checker *it, reader *of, const checker_score *score, outcome *out, int *dealer) {
    uint64_t hands[CHECKER_PLACES] = {0}, piles[CHECKER_PILES] = {0};
    int over = 0;
    if (!head_of(of, score, dealer, out)) return CHECKER_BACK;
    const seating *seats = &it->seatings[*dealer - 'A'];
    if (!seats->known) return CHECKER_SEATING;
    if (takes(of, "out ", 4) && !(takes(of, seats->out, (size_t)seats->out_length) && takes(of, "\n", 1))) return CHECKER_BACK;
    if (!carry_said(it, of, score->carried) || !deal(it, of, seats, score->carried, hands, piles)) return CHECKER_BACK;
    for (int place = 0; place < CHECKER_PLACES; place++) {
        it->on.at[AT_HANDS + place] = it->on.at[AT_DEALT + place] = (int64_t)hands[place];
        it->on.at[AT_PILES + place] = (int64_t)piles[place];
    }
    it->on.at[AT_MATE] = -1, it->on.at[AT_FOUND] = -3, it->on.at[AT_ASKED] = 0, it->many_declared = 0;
    if (!auction_said(it, of, seats) || (it->said_length > 0) != (it->head[TABLE_AUCTION] != 0)) return CHECKER_BACK;
    int by = score->carried < 0 ? *dealer : *dealer + CHECKER_NARROWED;
    const auction *said = heard(it, by, it->said, it->said_length);
    if (!said->said) return *dealer = by, CHECKER_AUCTION;
    if (said->contract < -1 || !exchange(it, of, seats)) return CHECKER_BACK;
    int played = said->contract >= 0 || it->head[TABLE_PLAYED_OUT];
    int carries = played ? CARRIES_NOTHING : (int)it->head[TABLE_CARRIES];
    if (!played && (!(it->head[TABLE_THROWN_IN] || carries) || it->late)) return CHECKER_BACK;
    if (!exchanged(it, said, hands)) return CHECKER_BACK;
    if (played && !played_out(it, of, seats, said, hands, &over)) return CHECKER_BACK;
    memcpy(out->totals, score->totals, sizeof out->totals);
    if (!settled(it, seats, said, played, over, out)) return CHECKER_BACK;
    if (takes(of, "result ", 7) && ++out->stated && !result_holds(it, of, seats, said, played, over)) return CHECKER_BACK;
    if (takes(of, "score ", 6) && ++out->stated && !score_holds(it, of, out->paid)) return CHECKER_BACK;
    if (takes(of, "total", 5) && ++out->stated && ++out->closed && !total_holds(it, of, out->totals)) return CHECKER_BACK;
    if (!takes(of, "end\n", 4) && !(over && takes(of, "end claimed\n", 12))) return CHECKER_BACK;
    int people = (int)it->head[TABLE_PEOPLE], who = 0;
    while (who < people && it->label[who] != *dealer) who++;
    if (who == people) return CHECKER_BACK;
    out->carried = !carries ? -1 : carries == CARRIES_PILE ? (int64_t)piles[it->head[TABLE_PILE]] : 0;
    out->counts = played;
    out->due = !played && it->head[TABLE_STAYS] ? *dealer : it->label[(who + 1) % people];
    return CHECKER_DONE;
}

/* Whether rules can leave that to the next hand. */
static int carries(const checker *it, int64_t carried) {
    if (carried < 0) return carried == -1;
    if (it->head[TABLE_CARRIES] != CARRIES_PILE) return !carried && it->head[TABLE_CARRIES];
    return count((uint64_t)carried) == it->head[TABLE_MONTE] && !((uint64_t)carried & ~it->full);
}

/* The line with which a match begins right before a hand, and the blank lines before it; 0: there is none that is read here. */
static int begins_match(reader *of, checker_score *score, int labels) {
    reader on = *of;
    int64_t number;
    while (takes(&on, "\n", 1)) continue;
    if (!score->limit || !takes(&on, "match", 5)) return 0;
    int called = takes(&on, " ", 1);
    const char *name = on.at;
    if (called && !digits(&on, &number)) return 0;
    const char *stop = on.at;
    if (!takes(&on, "\n", 1)) return 0;
    score->called = called ? (int)(stop - name) : 0;
    memcpy(score->match, name, (size_t)score->called);
    for (int label = 0; label < labels; label++) score->totals[label] = 0;
    score->deals = score->limit, score->begun++, score->since = 0;
    score->due = score->dealt = score->length = 0, score->closed = 1;
    *of = on;
    return 1;
}

static size_t lines_of(const char *from, const char *to) {
    size_t lines = 0;
    while (from < to) lines += *from++ == '\n';
    return lines;
}

/* Adds a hand to the score and writes its row; whether the match may be over with it. */
static int added(const checker *it, const outcome *out, int dealer, int begins, checker_score *score, int first, int32_t *row) {
    int labels = (int)it->head[TABLE_LABELS], over = out->counts && score->deals != INT64_MAX && !--score->deals;
    for (int label = 0; label < labels; label++) {
        row[label] = (int32_t)out->paid[label], row[labels + label] = (int32_t)out->gains[label];
        score->totals[label] = out->totals[label];
        if (first || out->totals[label] > score->highest[label]) score->highest[label] = out->totals[label];
        over |= out->totals[label] >= score->goal;
    }
    row[2 * labels] = (out->closed ? 2 : out->stated != 0) + 4 * begins + 8 * !out->counts;
    score->closed |= out->closed, score->carried = out->carried, score->due = out->due, score->dealt = dealer, score->length = out->length;
    memcpy(score->name, out->name, sizeof score->name);
    score->since += out->counts;
    return over;
}

checker_stop checker_run(checker *it, const char *text, size_t end, size_t *at, checker_score *score, int32_t *rows,
                         size_t room, size_t *hands, size_t *lines, int *dealer, const char **said, size_t *length) {
    const char *from = text + *at;
    checker_stop found = CHECKER_DONE;
    int over = 0;
    *hands = *lines = 0, *said = it->said, *length = it->said_length = 0;
    while (*at < end) {
        reader of = {text + *at, text + end};
        outcome out = {0};
        checker_score before = *score;
        int begins = begins_match(&of, score, (int)it->head[TABLE_LABELS]);
        found = over && !begins                                          ? CHECKER_OVER
                : *hands == room                                         ? CHECKER_FULL
                : score->deals < 1 || !carries(it, score->carried) ? CHECKER_BACK
                                                                         : hand(it, &of, score, &out, dealer);
        *length = it->said_length;
        if (found != CHECKER_DONE) {
            *score = before;
            break;
        }
        over = added(it, &out, *dealer, begins, score, !*hands, rows + *hands * (size_t)checker_width(it));
        ++*hands, *at = (size_t)(of.at - text);
    }
    *lines = lines_of(from, text + *at);
    return over && found == CHECKER_DONE ? CHECKER_OVER : found;
}

/* ------------------------------------------------------------------ tables */

int checker_width(const checker *it) { return 2 * (int)it->head[TABLE_LABELS] + 1; }

static int fits(const int64_t *head) {
    static const int64_t most[TABLE_HEAD] = {
        CHECKER_PLACES, 99, CHECKER_CARDS, CHECKER_PILES - 1, CHECKER_PILES, CONTRACTS, CHECKER_CARDS, 1, 1, 1, COUNTS_DECLARER, 1000,
        1, 1, 1, 1, 1, CLAIMS_DECLARER, 1, 1, CARRIES_PILE, CHECKER_SIGNALS, DRAWS_OPEN, CHECKER_DECLARED, CHECKER_LABELS, CHECKER_LABELS,
    };
    for (int nth = 0; nth < TABLE_HEAD; nth++)
        if (head[nth] > most[nth] || head[nth] < (nth == TABLE_PILE ? -1 : 0)) return 0;
    if (head[TABLE_PLACES] < 2 || head[TABLE_SIZE] < 1 || head[TABLE_CARDS] < 1 || head[TABLE_WHOLE] < 1) return 0;
    if (head[TABLE_CARRIES] == CARRIES_PILE && head[TABLE_PILE] < 0) return 0;
    if (head[TABLE_DRAWS] && (head[TABLE_PILE] < 0 || head[TABLE_MONTE] % head[TABLE_PLACES])) return 0;
    if (head[TABLE_PILE] >= head[TABLE_PILES] || head[TABLE_PEOPLE] < 1 || head[TABLE_PEOPLE] > head[TABLE_LABELS]) return 0;
    return head[TABLE_PLACES] * head[TABLE_SIZE] + head[TABLE_MONTE] == head[TABLE_CARDS];
}

static size_t programs_of(const checker *it) { return PROGRAMS * (size_t)it->head[TABLE_CONTRACTS] + PROGRAMS_BEHIND; }

static int read_name(const int64_t *words, size_t count, size_t *at, char *name, int *length) {
    if (*at == count || words[*at] < 1 || words[*at] > NAME || count - *at <= (size_t)words[*at]) return 0;
    *length = (int)words[(*at)++];
    for (int nth = 0; nth < *length; nth++) name[nth] = (char)(words[(*at)++] & 127);
    return 1;
}

static int read_signals(checker *it, const int64_t *words, size_t count, size_t *at) {
    for (int nth = 0; nth < it->head[TABLE_SIGNALS]; nth++) {
        signal_word *made = &it->signals[nth];
        if (!read_name(words, count, at, made->word, &made->length) || count - *at < 3) return 0;
        made->opponents = words[(*at)++] != 0, made->leading = words[(*at)++] != 0, made->contracts = (uint64_t)words[(*at)++];
    }
    return 1;
}

/* The melds of a word. */
static int read_melds(const checker *it, const int64_t *words, size_t count, size_t *at, declaration *made) {
    made->melds = calloc((size_t)made->many, sizeof *made->melds);
    if (!made->melds || count - *at < 2 * (size_t)made->many) return 0;
    for (int nth = 0; nth < made->many; nth++) {
        int64_t named = words[(*at)++], worth = words[(*at)++];
        if (named < 1 || (uint64_t)named & ~it->full || worth < 0 || worth > MOST_PAID) return 0;
        made->melds[nth] = (meld){(uint64_t)named, worth};
    }
    return 1;
}

static int read_declarations(checker *it, const int64_t *words, size_t count, size_t *at) {
    static const int64_t most[] = {99, 99, DECLARED_BY_OPPONENTS, 1, MOST_MELDS};
    for (int nth = 0; nth < it->head[TABLE_DECLARED]; nth++) {
        declaration *made = &it->declarations[nth];
        if (!read_name(words, count, at, made->word, &made->length) || count - *at < 5) return 0;
        for (int each = 0; each < 5; each++)
            if (words[*at + (size_t)each] < (each == 4) || words[*at + (size_t)each] > most[each]) return 0;
        made->after = (int)words[(*at)++], made->until = (int)words[(*at)++], made->by = (int)words[(*at)++];
        made->played = (int)words[(*at)++], made->many = (int)words[(*at)++];
        if (!read_melds(it, words, count, at, made)) return 0;
    }
    return 1;
}

static int read_tables(checker *it, const int64_t *words, size_t count) {
    size_t at = TABLE_HEAD;
    if (count < TABLE_HEAD) return 0;
    memcpy(it->head, words, sizeof it->head);
    if (!fits(it->head)) return 0;
    size_t labels = (size_t)it->head[TABLE_LABELS], pack = (size_t)it->head[TABLE_CARDS];
    if (count - at < labels + 2 * pack) return 0;
    for (size_t label = 0; label < labels; label++) {
        if (words[at] < 'A' || words[at] > 'Z') return 0;
        it->label[label] = (uint8_t)words[at++];
    }
    memset(it->card, NO_CARD, sizeof it->card);
    it->full = (1ull << pack) - 1;
    for (size_t each = 0; each < pack; each++, at += 2) {
        if (words[at] < 0 || words[at] >= CHARACTERS || words[at + 1] < 0 || (uint64_t)words[at + 1] & ~it->full) return 0;
        if (it->card[words[at]] == NO_CARD) it->card[words[at]] = (uint8_t)each;
        it->suit[each] = (uint64_t)words[at + 1];
        if (!(it->suit[each] >> each & 1)) return 0;
    }
    for (int pile = 0; pile < it->head[TABLE_PILES]; pile++)
        if (!read_name(words, count, &at, it->pile[pile], &it->pile_length[pile])) return 0;
    for (int contract = 0; contract < it->head[TABLE_CONTRACTS]; contract++) {
        if (!read_name(words, count, &at, it->contract[contract], &it->contract_length[contract]) || count - at < 2) return 0;
        it->with_card[contract] = words[at++] != 0, it->at_once[contract] = words[at++] != 0;
    }
    if (!read_signals(it, words, count, &at) || !read_declarations(it, words, count, &at)) return 0;
    it->programs = programs_read(words, count, &at, programs_of(it));
    return it->programs && at == count;
}

checker *checker_new(const int64_t *words, size_t count) {
    checker *it = calloc(1, sizeof *it);
    if (!it) return NULL;
    it->slots = 64;
    it->auctions = calloc(it->slots, sizeof *it->auctions);
    if (it->auctions && read_tables(it, words, count)) return it;
    checker_free(it);
    return NULL;
}

void checker_free(checker *it) {
    if (!it) return;
    if (it->programs) programs_free(it->programs, programs_of(it));
    for (size_t nth = 0; it->auctions && nth < it->slots; nth++) free(it->auctions[nth].said);
    for (int nth = 0; nth < CHECKER_DECLARED; nth++) free(it->declarations[nth].melds);
    free(it->auctions), free(it);
}

int checker_seat(checker *it, const int64_t *words, size_t count) {
    size_t places = (size_t)it->head[TABLE_PLACES], labels = (size_t)it->head[TABLE_LABELS];
    seating made = {0};
    if (count < SEATING_HEAD || words[SEATING_DEALER] < 'A' || words[SEATING_DEALER] > 'Z') return 0;
    if (words[SEATING_PLACE] < -1 || words[SEATING_PLACE] >= (int64_t)places || words[SEATING_IDLE] < 0) return 0;
    if (words[SEATING_IDLE] > CHECKER_LABELS || words[SEATING_DUMMIES] < 0 || words[SEATING_DUMMIES] >> places) return 0;
    if (words[SEATING_OUT] < 0 || words[SEATING_OUT] > CHECKER_OUT) return 0;
    if (count != SEATING_HEAD + (size_t)words[SEATING_OUT] + 2 * places + labels) return 0;
    made.known = 1, made.dealer = (int)words[SEATING_DEALER], made.place = (int)words[SEATING_PLACE];
    made.idle = (int)words[SEATING_IDLE], made.dummies = (int)words[SEATING_DUMMIES], made.out_length = (int)words[SEATING_OUT];
    words += SEATING_HEAD;
    for (int nth = 0; nth < made.out_length; nth++) made.out[nth] = (char)(*words++ & 127);
    memset(made.place_of, -1, sizeof made.place_of);
    for (size_t place = 0; place < places; place++, words++) {
        if (*words < 'A' || *words > 'Z' || made.place_of[*words] >= 0) return 0;
        made.letter[place] = (uint8_t)*words, made.place_of[*words] = (int8_t)place;
    }
    for (size_t label = 0; label < labels; label++, words++) {
        if (*words < -1 || *words >= (int64_t)places) return 0;
        made.of_label[label] = (int8_t)*words;
    }
    for (size_t place = 0; place < places; place++, words++) {
        if (*words < 0 || *words >> places || !(*words >> place & 1)) return 0;
        made.side[place] = (uint8_t)*words;
    }
    it->seatings[made.dealer - 'A'] = made;
    return 1;
}
