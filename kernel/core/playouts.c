/* Each hand lies in a random order of its own: whoever leads or cannot follow plays the last card of it, whoever follows the
 * first of the suit. What such a choice tells of the order is gone with the card.
 */
#include "playouts.h"
#include "bits.h"

#include <stdlib.h>
#include <string.h>

enum { SUITS = 16, MOST_POINTS = 1 << 16, BUCKETS = 256, DEALING = -1 };
enum { LITTLE = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ };

typedef struct {
    int next, contract, declarer, known;
} way;

typedef struct {
    int seat, calling, words;
    size_t ways;
} point;

typedef struct {
    int with_card, acts, raises, raise[PLAYOUT_CONTRACTS];
} contract;

struct playouts {
    int64_t head[PLAYOUT_HEAD];
    uint8_t suit[PLAYOUT_CARDS];
    uint64_t full;
    int suits, dealt[PLAYOUT_PILES], dealer[PLAYOUT_TABLES], dummies[PLAYOUT_TABLES];
    contract contracts[PLAYOUT_CONTRACTS];
    int8_t leader[PLAYOUT_CONTRACTS + 1][PLAYOUT_TABLES][PLAYOUT_PLACES];
    program *programs;
    point *points;
    way *ways;
    size_t point_count, point_room, way_count, way_room;
    machine on;
    chance random;
    int table, at, word; /* the hand that stands in its auction: at which point; DEALING: none does */
    int lost;
    uint8_t order[PLAYOUT_PLACES][PLAYOUT_CARDS];
    int length[PLAYOUT_PLACES];
};


/* ------------------------------------------------------------------ the deal */

/* Eight counts from their bytes on, the first in the lowest; and back. */
static inline uint64_t eight(const uint8_t *from) {
    uint64_t found;
    memcpy(&found, from, sizeof found);
    return LITTLE ? found : __builtin_bswap64(found);
}

static inline void put(uint8_t *into, uint64_t counts) {
    counts = LITTLE ? counts : __builtin_bswap64(counts);
    memcpy(into, &counts, sizeof counts);
}

/* The numbers of all cards by keys of chance, the lower number first where two are equal: into buckets by their first byte,
 * whose beginnings are summed eight at a time, then each as far down as it has to go. */
static void shuffled(playouts *it, uint8_t *deck) {
    int cards = (int)it->head[PLAYOUT_HAS_CARDS];
    uint64_t key[PLAYOUT_CARDS], ranked[PLAYOUT_CARDS + 1], before = 0;
    uint8_t begins[BUCKETS] = {0};
    for (int card = 0; card < cards; card++) {
        key[card] = (uint64_t)chance_word(&it->random) << 8 | (uint64_t)card;
        begins[key[card] >> 32]++;
    }
    for (int nth = 0; nth < BUCKETS; nth += 8) {
        uint64_t many = eight(begins + nth), sums = many * 0x0101010101010101u + before * 0x0101010101010101u;
        put(begins + nth, sums - many);
        before = sums >> 56;
    }
    for (int card = 0; card < cards; card++) ranked[1 + begins[key[card] >> 32]++] = key[card];
    ranked[0] = 0;
    for (int nth = 2; nth <= cards; nth++) {
        uint64_t now = ranked[nth];
        int to = nth;
        for (; ranked[to - 1] > now; to--) ranked[to] = ranked[to - 1];
        ranked[to] = now;
    }
    for (int nth = 0; nth < cards; nth++) deck[nth] = (uint8_t)ranked[nth + 1];
}

static void deal(playouts *it) {
    int places = (int)it->head[PLAYOUT_HAS_PLACES], size = (int)it->head[PLAYOUT_HAS_SIZE], piles = (int)it->head[PLAYOUT_HAS_PILES];
    uint8_t deck[PLAYOUT_CARDS];
    int64_t *at = it->on.at;
    int next = 0;
    shuffled(it, deck);
    for (int place = 0; place < places; place++) {
        uint64_t hand = 0;
        for (int nth = 0; nth < size; nth++, next++) {
            it->order[place][nth] = deck[next];
            hand |= 1ull << deck[next];
        }
        it->length[place] = size;
        at[AT_HANDS + place] = at[AT_DEALT + place] = (int64_t)hand;
    }
    for (int pile = 0; pile < piles; pile++) {
        uint64_t laid = 0;
        for (int nth = 0; nth < it->dealt[pile]; nth++) laid |= 1ull << deck[next++];
        at[AT_PILES + pile] = (int64_t)laid;
    }
    at[AT_ASKED] = 0, at[AT_FOUND] = -3, at[AT_MATE] = -1;
}

/* What came into a hand stands anywhere in its order. */
static void mixed(playouts *it, int place) {
    uint64_t before = (uint64_t)it->on.at[AT_DEALT + place], hand = (uint64_t)it->on.at[AT_HANDS + place];
    uint8_t *order = it->order[place];
    int length = 0;
    for (int nth = 0; nth < it->length[place]; nth++)
        if (hand >> order[nth] & 1) order[length++] = order[nth];
    for (uint64_t added = hand & ~before; added; added &= added - 1) {
        int to = (int)chance_below(&it->random, length + 1);
        memmove(order + to + 1, order + to, (size_t)(length - to));
        order[to] = (uint8_t)lowest(added), length++;
    }
    it->length[place] = length;
}

/* ------------------------------------------------------------------ the play */

static const program *program_of(const playouts *it, int contract, int which) {
    return &it->programs[PLAYOUT_PROGRAMS * contract + which];
}

/* All tricks; 0 if hands do not hold out. Masks of places in an order stand for the cards that lie there. */
static int played(playouts *it, int leader) {
    int places = (int)it->head[PLAYOUT_HAS_PLACES];
    int64_t *at = it->on.at;
    uint64_t suited[PLAYOUT_PLACES][SUITS], left[PLAYOUT_PLACES] = {0}, won[PLAYOUT_PLACES] = {0};
    for (int place = 0; place < places; place++) {
        memset(suited[place], 0, (size_t)it->suits * sizeof *suited[place]);
        for (int nth = 0; nth < it->length[place]; nth++) suited[place][it->suit[it->order[place][nth]]] |= 1ull << nth;
        left[place] = (1ull << it->length[place]) - 1;
    }
    uint64_t follow = it->head[PLAYOUT_MUST] ? ~0ull : 0;
    while (left[leader]) {
        int which = highest(left[leader]), best = it->order[leader][which], suit = it->suit[best], winner = leader, place = leader;
        uint64_t trick = 1ull << best;
        left[leader] ^= 1ull << which;
        for (int nth = 1; nth < places; nth++) {
            place = place + 1 == places ? 0 : place + 1;
            uint64_t all = left[place], own = suited[place][suit] & all & follow;
            if (!all) return 0;
            which = own ? lowest(own) : highest(all);
            left[place] = all ^ 1ull << which;
            int card = it->order[place][which];
            trick |= 1ull << card;
            int better = (card > best) & (it->suit[card] == suit);
            best = better ? card : best, winner = better ? place : winner;
        }
        won[winner] |= trick, leader = winner;
    }
    for (int place = 0; place < places; place++) at[AT_WON + place] = (int64_t)won[place];
    at[AT_LAST] = leader;
    return 1;
}

static void told(const playouts *it, int64_t *row, int64_t contract, int64_t declarer) {
    int places = (int)it->head[PLAYOUT_HAS_PLACES], piles = (int)it->head[PLAYOUT_HAS_PILES];
    const int64_t *at = it->on.at;
    row[PLAYED_CONTRACT] = contract, row[PLAYED_DECLARER] = declarer;
    row[PLAYED_MATE] = declarer < 0 ? -1 : at[AT_MATE], row[PLAYED_LAST] = contract == PLAYED_NOTHING ? -1 : at[AT_LAST];
    memcpy(row + PLAYED_HEAD, at + AT_WON, (size_t)places * sizeof *row);
    memcpy(row + PLAYED_HEAD + places, at + AT_LIST, (size_t)places * sizeof *row);
    memcpy(row + PLAYED_HEAD + 2 * places, at + AT_PILES, (size_t)piles * sizeof *row);
}

static int all_passed(playouts *it, int64_t *row) {
    int64_t *at = it->on.at;
    int contracts = (int)it->head[PLAYOUT_HAS_CONTRACTS];
    if (!it->head[PLAYOUT_PLAYED_OUT]) {
        memset(at + AT_WON, 0, MACHINE_PLACES * sizeof *at), memset(at + AT_LIST, 0, MACHINE_PLACES * sizeof *at);
        told(it, row, PLAYED_NOTHING, -1);
        return 1;
    }
    memcpy(at + AT_HELD, at + AT_HANDS, MACHINE_PLACES * sizeof *at);
    if (!played(it, it->leader[contracts][it->table][0]) || !machine_runs(&it->on, program_of(it, contracts, 0))) return 0;
    told(it, row, PLAYED_FREELY, -1);
    return 1;
}

/* From the end of the auction to the payments. */
static int played_out(playouts *it, int found, int declarer, int64_t *row) {
    int64_t *at = it->on.at;
    int places = (int)it->head[PLAYOUT_HAS_PLACES];
    at[AT_OUT] = 0, at[AT_DEALS] = it->dealer[it->table];
    if (found < 0) return all_passed(it, row);
    if (it->contracts[found].raises) {
        int64_t to = chance_below(&it->random, it->contracts[found].raises + 1);
        if (to) found = it->contracts[found].raise[to - 1];
    }
    const contract *of = &it->contracts[found];
    at[AT_DECL] = declarer;
    if (!of->with_card) at[AT_ASKED] = 0, at[AT_FOUND] = -3, at[AT_MATE] = -1;
    if (of->acts) {
        if (!machine_runs(&it->on, program_of(it, found, PLAYOUT_CHANCE))) return 0;
        for (int place = 0; place < places; place++) {
            if ((uint64_t)at[AT_HANDS + place] & ~it->full) return 0;
            if (at[AT_HANDS + place] != at[AT_DEALT + place]) mixed(it, place);
        }
    }
    memcpy(at + AT_HELD, at + AT_HANDS, MACHINE_PLACES * sizeof *at);
    if (!played(it, it->leader[found][it->table][declarer])) return 0;
    if (!machine_runs(&it->on, program_of(it, found, PLAYOUT_PAYMENT))) return 0;
    if (it->dummies[it->table]) answer_for_dummies(at + AT_LIST, it->dummies[it->table], places, declarer, (int)at[AT_MATE]);
    told(it, row, found, declarer);
    return 1;
}

/* ------------------------------------------------------------------ the auction */

/* What is named with a bid. */
static int named(playouts *it, const point *of) {
    int64_t *at = it->on.at;
    at[AT_DECL] = of->seat;
    if (!machine_runs(&it->on, program_of(it, of->calling, PLAYOUT_CALLABLE)) || at[AT_IDLE] < 0) return 0;
    at[AT_CARDS] = (int64_t)machine_pick(&it->random, (uint64_t)at[AT_IDLE], 1), at[AT_TO] = ROW_UNSAID;
    return machine_runs(&it->on, program_of(it, of->calling, PLAYOUT_CALLED));
}

/* Goes on to the end of the auction: how it ended; NULL if a word is asked about, or all is lost. */
static const way *auction(playouts *it) {
    for (;;) {
        const point *of = &it->points[it->at];
        if (it->word < 0) {
            if (of->calling >= 0) it->lost = !named(it, of);
            it->word = of->calling >= 0 ? 0 : (int)chance_below(&it->random, of->words);
            if (it->lost) return NULL;
        }
        const way *to = &it->ways[of->ways + (size_t)it->word];
        if (!to->known) return NULL;
        it->word = -1;
        if (to->next < 0) return to;
        it->at = to->next;
    }
}

playouts_stop playouts_run(playouts *it, int64_t *rows, size_t room, size_t *hands, int *point, int *word) {
    size_t width = (size_t)playouts_width(it);
    if (it->point_count < (size_t)it->head[PLAYOUT_HAS_TABLES]) it->lost = 1;
    for (*hands = 0; *hands < room && !it->lost; ++*hands) {
        if (it->at == DEALING) {
            it->table = (int)chance_below(&it->random, it->head[PLAYOUT_HAS_TABLES]);
            it->at = it->table, it->word = -1;
            deal(it);
        }
        const way *end = auction(it);
        if (!end && !it->lost) {
            *point = it->at, *word = it->word;
            return PLAYOUTS_AUCTION;
        }
        it->at = DEALING;
        if (!end || !played_out(it, end->contract, end->declarer, rows + *hands * width)) {
            it->lost = 1;
            break;
        }
    }
    return it->lost ? PLAYOUTS_LOST : PLAYOUTS_FULL;
}

int playouts_width(const playouts *it) {
    return PLAYED_HEAD + 2 * (int)it->head[PLAYOUT_HAS_PLACES] + (int)it->head[PLAYOUT_HAS_PILES];
}

/* Room for so many more, each of a size; 0 if there is none. */
static int grown(void **of, size_t *room, size_t wanted, size_t size) {
    if (wanted <= *room) return 1;
    size_t more = wanted * 2;
    void *made = realloc(*of, more * size);
    if (!made) return 0;
    *of = made, *room = more;
    return 1;
}

int playouts_point(playouts *it, int seat, int calling, int words) {
    size_t ways = calling < 0 ? (size_t)words : 1;
    if (seat < 0 || seat >= it->head[PLAYOUT_HAS_PLACES] || calling < -1 || calling >= it->head[PLAYOUT_HAS_CONTRACTS]) return -1;
    if (it->point_count == MOST_POINTS || (calling < 0 && (words < 1 || words > 2 * PLAYOUT_CONTRACTS))) return -1;
    if (!grown((void **)&it->points, &it->point_room, it->point_count + 1, sizeof *it->points)) return -1;
    if (!grown((void **)&it->ways, &it->way_room, it->way_count + ways, sizeof *it->ways)) return -1;
    it->points[it->point_count] = (point){seat, calling, words, it->way_count};
    memset(it->ways + it->way_count, 0, ways * sizeof *it->ways);
    it->way_count += ways;
    return (int)it->point_count++;
}

int playouts_leads(playouts *it, int at, int word, int next, int contract, int declarer) {
    if (at < 0 || (size_t)at >= it->point_count || word < 0) return 0;
    const point *of = &it->points[at];
    if (word >= (of->calling < 0 ? of->words : 1) || next < -1 || next >= (int)it->point_count) return 0;
    if (contract < -1 || contract >= it->head[PLAYOUT_HAS_CONTRACTS]) return 0;
    if (next < 0 && contract >= 0 && (declarer < 0 || declarer >= it->head[PLAYOUT_HAS_PLACES])) return 0;
    it->ways[of->ways + (size_t)word] = (way){next, contract, declarer, 1};
    return 1;
}

/* ------------------------------------------------------------------ tables */

typedef struct {
    const int64_t *at, *end;
} reader;

/* The next word, if it lies within bounds. */
static int takes(reader *of, int64_t least, int64_t most, int *into) {
    if (of->at == of->end || *of->at < least || *of->at > most) return 0;
    *into = (int)*of->at++;
    return 1;
}

static int fits(const int64_t *head) {
    static const int64_t most[PLAYOUT_HEAD] = {
        PLAYOUT_PLACES, PLAYOUT_CARDS, PLAYOUT_PILES, PLAYOUT_CARDS, PLAYOUT_CONTRACTS, 1, 1, PLAYOUT_TABLES,
    };
    for (int nth = 0; nth < PLAYOUT_HEAD; nth++)
        if (head[nth] < 0 || head[nth] > most[nth]) return 0;
    return head[PLAYOUT_HAS_PLACES] > 1 && head[PLAYOUT_HAS_SIZE] && head[PLAYOUT_HAS_CARDS] && head[PLAYOUT_HAS_TABLES];
}

/* Suits by number: cards of one suit name the same mask. */
static int read_suits(playouts *it, reader *of) {
    int64_t masks[SUITS];
    int64_t cards = it->head[PLAYOUT_HAS_CARDS];
    if (of->end - of->at < cards) return 0;
    for (int card = 0; card < cards; card++, of->at++) {
        int suit = 0;
        while (suit < it->suits && masks[suit] != *of->at) suit++;
        if (suit == SUITS || *of->at < 0 || !(*of->at >> card & 1)) return 0;
        if (suit == it->suits) masks[it->suits++] = *of->at;
        it->suit[card] = (uint8_t)suit;
    }
    return 1;
}

static int read_contracts(playouts *it, reader *of) {
    int contracts = (int)it->head[PLAYOUT_HAS_CONTRACTS];
    for (int nth = 0; nth < contracts; nth++) {
        contract *made = &it->contracts[nth];
        if (!takes(of, 0, 1, &made->with_card) || !takes(of, 0, 1, &made->acts)) return 0;
        if (!takes(of, 0, contracts, &made->raises)) return 0;
        for (int one = 0; one < made->raises; one++)
            if (!takes(of, 0, contracts - 1, &made->raise[one])) return 0;
    }
    return 1;
}

static int read_leaders(playouts *it, reader *of) {
    int places = (int)it->head[PLAYOUT_HAS_PLACES];
    for (int nth = 0; nth <= it->head[PLAYOUT_HAS_CONTRACTS]; nth++)
        for (int table = 0; table < it->head[PLAYOUT_HAS_TABLES]; table++)
            for (int place = 0; place < places; place++) {
                int leader;
                if (!takes(of, 0, places - 1, &leader)) return 0;
                it->leader[nth][table][place] = (int8_t)leader;
            }
    return 1;
}

static size_t programs_of(const playouts *it) { return PLAYOUT_PROGRAMS * (size_t)it->head[PLAYOUT_HAS_CONTRACTS] + 1; }

static int read_tables(playouts *it, const int64_t *words, size_t count) {
    reader of = {words + PLAYOUT_HEAD, words + count};
    if (count < PLAYOUT_HEAD) return 0;
    memcpy(it->head, words, sizeof it->head);
    if (!fits(it->head) || !read_suits(it, &of)) return 0;
    it->full = (1ull << it->head[PLAYOUT_HAS_CARDS]) - 1;
    int64_t places = it->head[PLAYOUT_HAS_PLACES], dealt = places * it->head[PLAYOUT_HAS_SIZE];
    for (int pile = 0; pile < it->head[PLAYOUT_HAS_PILES]; pile++) {
        if (!takes(&of, 0, PLAYOUT_CARDS, &it->dealt[pile])) return 0;
        dealt += it->dealt[pile];
    }
    if (dealt > it->head[PLAYOUT_HAS_CARDS]) return 0;
    for (int table = 0; table < it->head[PLAYOUT_HAS_TABLES]; table++)
        if (!takes(&of, -1, places - 1, &it->dealer[table]) || !takes(&of, 0, (1 << places) - 1, &it->dummies[table])) return 0;
    if (!read_contracts(it, &of) || !read_leaders(it, &of)) return 0;
    size_t at = (size_t)(of.at - words);
    it->programs = programs_read(words, count, &at, programs_of(it));
    return it->programs && at == count;
}

playouts *playouts_new(const int64_t *words, size_t count, const int64_t *state, size_t length) {
    playouts *it = calloc(1, sizeof *it);
    if (!it) return NULL;
    it->at = DEALING, it->on.random = &it->random;
    if (chance_begun(&it->random, state, length) && read_tables(it, words, count)) return it;
    playouts_free(it);
    return NULL;
}

void playouts_free(playouts *it) {
    if (!it) return;
    if (it->programs) programs_free(it->programs, programs_of(it));
    free(it->points), free(it->ways), free(it);
}
