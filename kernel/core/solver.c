/* Alpha-beta with a window of one at the starts of tricks, and a table of what is known of them.
 *
 * Terms. Places are numbered in order of play. A suit is `seen` as the cards of it that are left: since nobody's cards
 * change hands in the play, they say who holds which, so everything about a suit is looked up by them alone. Cards of
 * one hand are equal if they are worth the same and nobody else's card lies between them; one of them is tried. A card
 * is sure if it wins whenever its holder leads it, after his other sure ones.
 *
 * What decides. Every value comes with the cards on whose rank it rests (`rests`): the winner of a trick in which
 * another card of its suit lay, the sure cards that were counted, and all cards above those. Of the cards below only
 * the number of each holder and worth matters. So what was found holds for every position with the same numbers
 * (`lows`) and the same holders and points from the top down to those cards (`tops`), in each suit. Both have names that
 * say nothing of the deal, so what was found in one deal holds in others with the same facts.
 *
 * What holds when. Equal cards always: rank and points are all that a card is; a value that was found by trying one of
 * them rests on all of them if it rests on one. Cards above all others are sure in any case; the rest of the suit too
 * once nobody else can have any left, which is certain only where suit must be followed; there the others have to play
 * under sure cards what they have of the suit, and what they throw instead falls to the leader as well. A lazy place,
 * which holds more cards than there are tricks, need not follow a suit of which it can still lay all cards aside: then
 * it has done so.
 */
#include "solver.h"
#include "bits.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_CLUSTERS = 1 << 9, MOST_CLUSTERS = 1 << 16, CLUSTER = 8, NO_KIND = 0xffff, NO_LEAD = 0xff, MOST_MERIT = 4096, ABOVE = 32767,
       LEAST_NAMES = 1 << 10, NAME_BITS = 16 };

typedef struct {
    uint8_t known, count;
    int16_t total;
    uint16_t lows;
    uint16_t tops[SOLVER_RANKS + 1];
    uint8_t cut[SOLVER_RANKS + 1]; /* the rank of the nth card from the top */
    uint16_t choices[SOLVER_PLACES];
    uint8_t sure[SOLVER_PLACES], need[SOLVER_PLACES]; /* how many are sure, and how many of the top that rests on */
    int16_t worth[SOLVER_PLACES];
} seen;

/* A name of cards of a suit: of what was named before and cards of one holder, so many of each worth. */
typedef struct {
    uint64_t worths;
    uint16_t before, name;
    uint8_t holder;
} naming;

typedef struct {
    naming *known;
    uint64_t size;
    unsigned used;
    uint8_t *lengths; /* of how many top cards a name is */
} names;

typedef struct {
    uint64_t lows, tops; /* a name for each suit */
    int16_t low, high;
    uint16_t kind;
    uint8_t leader, best; /* the lead that was best: suit and place from the top */
} entry;

typedef struct {
    int tricks, taken, left, points, kind;
} kind_row;

struct solver {
    solver_facts facts;
    int shift[SOLVER_SUITS], width[SOLVER_SUITS];
    uint8_t suit_of[SOLVER_CARDS];
    uint64_t sides[2];
    seen *seen[SOLVER_SUITS];
    uint64_t hands[SOLVER_PLACES];
    /* the names of cards: so many bits for each suit, the last for what has none any more */
    names names[SOLVER_SUITS];
    uint64_t worths[SOLVER_CARDS]; /* one more card of its worth */
    int bits;
    unsigned nameless;
    /* the table */
    entry *table;
    uint64_t clusters, stored;
    /* the question */
    int asked, rows, columns;
    uint8_t *cells;
    int32_t *some, *lacking; /* sums over all cells above and left: those that are wanted at all, those that are not quite */
    kind_row *memo;
    uint64_t memo_size, memo_used;
    int kinds, tricks, taken;
    int last; /* what the last trick is worth besides its cards and those that will never be played */
    /* the allowance */
    uint64_t left, nodes, rests;
    solver_grant grant;
    void *context;
    int stopped;
    int16_t merit[SOLVER_PLACES][SOLVER_CARDS]; /* how often a lead has decided lately */
};

typedef struct {
    seen *seen[SOLVER_SUITS];
    int led, tricks;
    uint64_t suit, whole; /* the suit led; the cards that were left before the trick */
} trick;


/* ------------------------------------------------------------------ suits */

static inline unsigned lane(const solver *it, int suit, uint64_t cards) {
    return (unsigned)(cards >> it->shift[suit]) & ((1u << it->width[suit]) - 1);
}

static int worth_of(const solver *it, int suit, unsigned cards) {
    int worth = 0;
    for (; cards; cards &= cards - 1) worth += it->facts.points[it->shift[suit] + lowest(cards)];
    return worth;
}

static inline unsigned own(const solver *it, int suit, int place) { return lane(it, suit, it->facts.owners[place]); }

static inline naming *name_place(const names *of, unsigned before, int holder, uint64_t worths) {
    uint64_t key = (worths + 1) * 0x9E3779B97F4A7C15u + (before * 32u + (unsigned)holder) * 0xC2B2AE3D27D4EB4Fu;
    uint64_t at = (key ^ key >> 31) & (of->size - 1);
    for (; of->known[at].name; at = (at + 1) & (of->size - 1)) {
        const naming *it = &of->known[at];
        if (it->worths == worths && it->before == before && it->holder == holder) break;
    }
    return &of->known[at];
}

static int more_names(names *of) {
    names more = *of;
    more.size *= 2;
    more.known = calloc(more.size, sizeof *more.known);
    if (!more.known) return 0;
    for (uint64_t nth = 0; nth < of->size; nth++) {
        const naming *it = &of->known[nth];
        if (it->name) *name_place(&more, it->before, it->holder, it->worths) = *it;
    }
    free(of->known);
    *of = more;
    return 1;
}

/* The name of some cards, always the same for the same. */
static unsigned named(solver *it, int suit, unsigned before, int holder, uint64_t worths, int length) {
    names *of = &it->names[suit];
    if (before == it->nameless) return before;
    naming *at = name_place(of, before, holder, worths);
    if (at->name) return at->name;
    if (of->used + 1 == it->nameless) return it->nameless;
    if (of->used * 2 >= of->size) {
        if (!more_names(of)) return it->nameless;
        at = name_place(of, before, holder, worths);
    }
    *at = (naming){worths, (uint16_t)before, (uint16_t)++of->used, (uint8_t)holder};
    of->lengths[of->used] = (uint8_t)length;
    return of->used;
}

/* The names of the cards from the top, neighbours of one holder in any order, and of all without order. */
static void told(solver *it, int suit, unsigned left, seen *of) {
    unsigned before = 0, name = 0, lows = 0;
    uint64_t run = 0, held[SOLVER_PLACES] = {0};
    int holder = -1, nth = 0;
    for (unsigned rest = left; rest;) {
        int rank = highest(rest), place = 0;
        rest ^= 1u << rank;
        while (!(own(it, suit, place) >> rank & 1)) place++;
        if (place != holder) holder = place, before = name, run = 0;
        uint64_t worth = it->worths[it->shift[suit] + rank];
        run += worth, held[place] += worth;
        name = named(it, suit, before, place, run, ++nth);
        of->tops[nth] = (uint16_t)name;
        of->cut[nth] = (uint8_t)rank;
    }
    for (int place = 0; place < it->facts.places; place++)
        if (held[place]) lows = named(it, suit, lows, SOLVER_PLACES + place, held[place], 0);
    of->lows = (uint16_t)lows;
}

/* So many of some cards: what is dear, or what is cheap. */
static int worth_of_some(const solver *it, int suit, unsigned cards, int many, int dear) {
    const int *points = it->facts.points + it->shift[suit];
    int worth = 0;
    for (; cards && many; many--) {
        int taken = lowest(cards);
        for (unsigned rest = cards & (cards - 1); rest; rest &= rest - 1)
            if (dear ? points[lowest(rest)] > points[taken] : points[lowest(rest)] < points[taken]) taken = lowest(rest);
        cards ^= 1u << taken, worth += points[taken];
    }
    return worth;
}

/* What others have to play under so many sure cards: partners choose what is dear, the other side what is cheap. */
static int falling(const solver *it, int suit, unsigned left, int leader, int sure) {
    int worth = 0;
    if (!it->facts.must) return 0;
    for (int place = 0; place < it->facts.places; place++) {
        if (place == leader || it->facts.lazy >> place & 1) continue;
        int partner = !((it->facts.side >> place ^ it->facts.side >> leader) & 1);
        worth += worth_of_some(it, suit, own(it, suit, place) & left, sure, partner);
    }
    return worth;
}

static void look(solver *it, int suit, unsigned left, seen *of) {
    const int *points = it->facts.points + it->shift[suit];
    of->count = (uint8_t)count(left);
    of->total = (int16_t)worth_of(it, suit, left);
    told(it, suit, left, of);
    for (int place = 0; place < it->facts.places; place++) {
        unsigned mine = left & own(it, suit, place), others = left ^ mine, chosen = 0;
        for (unsigned rest = mine; rest;) {
            int rank = highest(rest);
            rest ^= 1u << rank;
            /* equal to one that is chosen if nobody else's card lies between */
            unsigned above = chosen & ~((2u << rank) - 1);
            if (others >> rank) above &= (1u << (lowest(others >> rank) + rank)) - 1;
            int equal = 0;
            for (; above; above &= above - 1) equal |= points[lowest(above)] == points[rank];
            if (!equal) chosen |= 1u << rank;
        }
        of->choices[place] = (uint16_t)chosen;
        unsigned top = others ? mine & ~((2u << highest(others)) - 1) : mine;
        int most = 0;
        for (int other = 0; other < it->facts.places; other++) {
            int length = count(own(it, suit, other) & others);
            if (length > most) most = length;
        }
        int all = it->facts.must && count(top) >= most;
        unsigned sure = all ? mine : top;
        of->sure[place] = (uint8_t)count(sure);
        of->need[place] = (uint8_t)(all ? most : count(top));
        of->worth[place] = (int16_t)(worth_of(it, suit, sure) + falling(it, suit, left, place, count(sure)));
    }
    of->known = 1;
}

static inline seen *view(solver *it, int suit, uint64_t rest) {
    unsigned left = lane(it, suit, rest);
    seen *of = &it->seen[suit][left];
    if (!of->known) look(it, suit, left, of);
    return of;
}

/* ------------------------------------------------------------------ the table */

static inline uint64_t mixed(uint64_t lows, int leader, int kind) {
    uint64_t key = lows * 0x9E3779B97F4A7C15u + (uint64_t)(leader + 8 * kind) * 0xC2B2AE3D27D4EB4Fu;
    key ^= key >> 29;
    key *= 0xBF58476D1CE4E5B9u;
    return key ^ key >> 32;
}

static void grow(solver *it) {
    uint64_t size = it->clusters * 4;
    entry *table = calloc(size * CLUSTER, sizeof *table);
    if (!table) return; /* the old one still serves */
    for (uint64_t nth = 0; nth < it->clusters * CLUSTER; nth++) {
        entry *old = &it->table[nth];
        if (!old->lows) continue;
        entry *to = table + (mixed(old->lows, old->leader, old->kind) & (size - 1)) * CLUSTER;
        for (int i = 0; i < CLUSTER; i++)
            if (!to[i].lows) {
                to[i] = *old;
                break;
            }
    }
    free(it->table);
    it->table = table, it->clusters = size;
}

static inline unsigned name_in(const solver *it, int suit, uint64_t names) {
    return (unsigned)(names >> suit * it->bits) & it->nameless;
}

static int holds_for(const solver *it, const entry *known, seen *const *views) {
    for (int suit = 0; suit < it->facts.suits; suit++) {
        unsigned name = name_in(it, suit, known->tops);
        if (views[suit]->tops[it->names[suit].lengths[name]] != name) return 0;
    }
    return 1;
}

/* The cards that a known value rests on, in the position at hand. */
static uint64_t rests_of(const solver *it, uint64_t tops, seen *const *views) {
    uint64_t rests = 0;
    for (int suit = 0; suit < it->facts.suits; suit++) {
        unsigned name = name_in(it, suit, tops);
        if (name) rests |= 1ull << (it->shift[suit] + views[suit]->cut[it->names[suit].lengths[name]]);
    }
    return rests;
}

static void keep(solver *it, uint64_t lows, seen *const *views, int leader, int kind, uint64_t rest, uint64_t rests,
                 int low, int high, int best) {
    uint64_t tops = 0;
    for (int suit = 0; suit < it->facts.suits; suit++) {
        uint64_t mask = it->facts.suit[suit], its = rests & mask;
        unsigned name = its ? views[suit]->tops[count(rest & mask & ~((its & -its) - 1))] : 0;
        if (name == it->nameless || views[suit]->lows == it->nameless) return;
        tops |= (uint64_t)name << suit * it->bits;
    }
    if (it->stored * 2 > it->clusters * CLUSTER && it->clusters < MOST_CLUSTERS) grow(it);
    entry *of = it->table + (mixed(lows, leader, kind) & (it->clusters - 1)) * CLUSTER;
    int at = 0;
    for (; at < CLUSTER - 1 && of[at].lows; at++)
        if (of[at].lows == lows && of[at].tops == tops && of[at].leader == leader && of[at].kind == kind) break;
    entry made = {lows, tops, (int16_t)low, (int16_t)high, (uint16_t)kind, (uint8_t)leader, (uint8_t)best};
    if (of[at].lows == lows && of[at].tops == tops && of[at].leader == leader && of[at].kind == kind) {
        if (of[at].low > made.low) made.low = of[at].low;
        if (of[at].high < made.high) made.high = of[at].high;
    } else if (!of[at].lows)
        it->stored++;
    /* the newest stands first, the oldest goes */
    memmove(of + 1, of, (size_t)at * sizeof *of);
    of[0] = made;
}

/* ------------------------------------------------------------------ a trick */

static int node(solver *it, int leader, int tricks, uint64_t rest, int target, uint64_t *rests);
static int question(solver *it, int leader, int tricks, uint64_t rest, uint64_t *rests);

/* What is worth what was never played. */
static int aside(const solver *it, uint64_t rest) {
    int worth = 0;
    for (; rest; rest &= rest - 1) worth += it->facts.points[lowest(rest)];
    return worth;
}

static int leaf(solver *it, int winner, int tricks, uint64_t rest, int gained, int target, uint64_t *rests) {
    int mine = it->facts.side >> winner & 1, found;
    if (!it->asked) {
        if (mine) {
            if (tricks == 1) return gained + it->last + aside(it, rest);
            return gained + node(it, winner, tricks - 1, rest, target - gained, rests);
        }
        return tricks > 1 ? node(it, winner, tricks - 1, rest, target, rests) : 0;
    }
    it->tricks += mine, it->taken += mine * gained;
    if (tricks > 1)
        found = question(it, winner, tricks - 1, rest, rests);
    else
        found = it->cells[it->tricks * it->columns + it->taken] >> mine & 1;
    it->tricks -= mine, it->taken -= mine * gained;
    return found;
}

typedef struct {
    int late;
    uint8_t card;
} choice;

static inline void sort(choice *of, int many) {
    for (int i = 1; i < many; i++) {
        choice it = of[i];
        int j = i;
        for (; j > 0 && of[j - 1].late > it.late; j--) of[j] = of[j - 1];
        of[j] = it;
    }
}

/* Points first into tricks that the own side is likely to win, low cards without points into the others. */
static int ordered(const solver *it, const trick *now, uint64_t choices, int place, uint64_t best, int holder, int coming,
                   choice *into) {
    int mine = it->facts.side >> place & 1, whose = place, many = 0;
    uint64_t ahead = 0;
    for (int step = 1; step <= coming; step++) {
        int other = place + step;
        if (other >= it->facts.places) other -= it->facts.places;
        if (beats(it->hands[other], ahead, now->suit)) ahead = it->hands[other] & now->suit, whose = other;
    }
    int after = it->facts.side >> whose & 1, held = it->facts.side >> holder & 1;
    for (; choices; choices &= choices - 1) {
        int number = lowest(choices), points = it->facts.points[number];
        uint64_t card = 1ull << number;
        int follows = (card & now->suit) != 0, wins = beats(card, best, now->suit);
        int winner = ahead > (wins ? card : best) ? after : wins ? mine : held;
        int late = winner == mine ? -(200 + 20 * points) + (wins ? number + 1 : 0) : 20 * points + (follows ? number + 1 : 0);
        into[many++] = (choice){late, (uint8_t)number};
    }
    sort(into, many);
    return many;
}

/* What rests on one of some equal cards rests on all of them. */
static uint64_t with_equals(const solver *it, int place, uint64_t whole, uint64_t rests) {
    uint64_t more = 0;
    for (int suit = 0; suit < it->facts.suits; suit++) {
        uint64_t its = rests & it->facts.suit[suit], left = whole & it->facts.suit[suit];
        uint64_t card = its & -its;
        if (!(card & it->facts.owners[place])) continue;
        uint64_t others = left & ~it->facts.owners[place] & (card - 1);
        uint64_t run = left & (card - 1);
        if (others) run &= ~((2ull << highest(others)) - 1);
        if (run) more |= run & -run;
    }
    return rests | more;
}

/* What a lazy place has of the suit led, if it can still lay all of it aside. */
static uint64_t slack(const solver *it, const trick *now, int place) {
    uint64_t hand = it->hands[place], its = hand & now->suit;
    return count(its) <= count(hand) - now->tricks ? its : 0;
}

static int follow(solver *it, const trick *now, int played, int place, uint64_t best, int holder, int rivals, int gained,
                  uint64_t rest, int target, uint64_t *rests) {
    int places = it->facts.places, mine = it->facts.side >> place & 1, led = now->led;
    uint64_t choices = (uint64_t)now->seen[led]->choices[place] << it->shift[led];
    uint64_t shed = choices && it->facts.must && it->facts.lazy >> place & 1 ? slack(it, now, place) : 0;
    if (!choices || !it->facts.must || shed) {
        choices = 0;
        for (int suit = 0; suit < it->facts.suits; suit++)
            choices |= (uint64_t)now->seen[suit]->choices[place] << it->shift[suit];
    }
    choice list[SOLVER_CARDS];
    int many = 1;
    if (choices & (choices - 1))
        many = ordered(it, now, choices, place, best, holder, places - 1 - played, list);
    else
        list[0].card = (uint8_t)lowest(choices);
    uint64_t hand = it->hands[place], all = 0;
    int shed_worth = aside(it, shed), value = mine ? -1 : ABOVE, after = place + 1 == places ? 0 : place + 1;
    for (int nth = 0; nth < many; nth++) {
        uint64_t card = 1ull << list[nth].card, below = 0, top = best;
        int who = holder, against = rivals, found, won = gained + it->facts.points[list[nth].card];
        if (card & now->suit) against = 1;
        if (beats(card, best, now->suit)) top = card, who = place;
        uint64_t gone = card & now->suit ? 0 : shed;
        it->hands[place] = hand ^ card ^ gone;
        it->last += gone ? shed_worth : 0;
        if (played == places - 1) {
            found = leaf(it, who, now->tricks, rest ^ card ^ gone, won, target, &below);
            if (against) below |= top;
        } else
            found = follow(it, now, played + 1, after, top, who, against, won, rest ^ card ^ gone, target, &below);
        it->last -= gone ? shed_worth : 0;
        if (it->stopped) return 0;
        if (mine ? found >= target : found < target) {
            it->hands[place] = hand;
            *rests |= below;
            return found;
        }
        all |= below;
        if (mine ? found > value : found < value) value = found;
    }
    it->hands[place] = hand;
    *rests |= with_equals(it, place, now->whole, all);
    return value;
}

/* How late a lead is tried: sure winners first, then suits in which a partner is high, then low cards. */
static int lateness(const solver *it, int place, int suit, unsigned left, int rank) {
    unsigned mine = own(it, suit, place) & left;
    uint64_t others = it->sides[it->facts.side >> place & 1] >> it->shift[suit] & left & ~mine;
    uint64_t against = left & ~mine & ~others;
    unsigned card = 1u << rank;
    int points = it->facts.points[it->shift[suit] + rank], below = count(left & (card - 1));
    if (against < card) return -(60 + 10 * points + 2 * count(against));
    if (others > against) return -(40 - 5 * points - below);
    return -(20 - 10 * points - below - count(mine));
}

static int lead(solver *it, int leader, int tricks, uint64_t rest, seen *const *views, int target, int first, int *best,
                uint64_t *rests) {
    int mine = it->facts.side >> leader & 1, many = 0, value = mine ? -1 : ABOVE;
    int after = leader + 1 == it->facts.places ? 0 : leader + 1;
    choice list[SOLVER_CARDS];
    trick now;
    now.tricks = tricks, now.whole = rest;
    for (int suit = 0; suit < it->facts.suits; suit++) {
        now.seen[suit] = views[suit];
        for (unsigned rest_of = views[suit]->choices[leader]; rest_of; rest_of &= rest_of - 1) {
            int rank = lowest(rest_of);
            int late = lateness(it, leader, suit, lane(it, suit, rest), rank);
            int number = it->shift[suit] + rank;
            list[many++] = (choice){late - (it->merit[leader][number] >> 6), (uint8_t)number};
        }
    }
    for (int nth = 0; first != NO_LEAD && nth < many; nth++)
        if (it->suit_of[list[nth].card] == first >> 4) {
            int suit = first >> 4, rank = list[nth].card - it->shift[suit];
            if (count(lane(it, suit, rest) >> rank) - 1 == (first & 15)) list[nth].late = -ABOVE;
        }
    sort(list, many);
    uint64_t hand = it->hands[leader], all = 0;
    for (int nth = 0; nth < many; nth++) {
        int number = list[nth].card;
        uint64_t card = 1ull << number, below = 0;
        now.led = it->suit_of[number], now.suit = it->facts.suit[now.led];
        it->hands[leader] = hand ^ card;
        int found = follow(it, &now, 1, after, card, leader, 0, it->facts.points[number], rest ^ card, target, &below);
        if (it->stopped) return 0;
        int done = mine ? found >= target : found < target;
        if (done || (mine ? found > value : found < value)) {
            value = found;
            *best = now.led << 4 | (count(lane(it, now.led, rest) >> (number - it->shift[now.led])) - 1);
        }
        int16_t *merit = &it->merit[leader][number];
        *merit = (int16_t)(*merit + (((done ? MOST_MERIT : 0) - *merit) >> 5));
        if (done) {
            all = below;
            break;
        }
        all |= below;
    }
    it->hands[leader] = hand;
    if (mine ? value < target : value >= target) all = with_equals(it, leader, rest, all);
    *rests |= all;
    return value;
}

/* Counts a node; whether the search goes on. */
static inline int goes_on(solver *it) {
    it->nodes++;
    if (--it->left) return 1;
    it->left = it->grant ? it->grant(it->context, it->nodes) : 0;
    if (!it->left) it->stopped = 1;
    return !it->stopped;
}

/* Who wins when each has one card left, and on which card that rests. */
static int only_trick(const solver *it, int leader, uint64_t *rests) {
    uint64_t best = it->hands[leader], suit = it->facts.suit[it->suit_of[lowest(best)]];
    int winner = leader, rivals = 0;
    for (int step = 1; step < it->facts.places; step++) {
        int place = leader + step;
        if (place >= it->facts.places) place -= it->facts.places;
        uint64_t card = it->hands[place] & suit;
        rivals |= card != 0;
        if (beats(card, best, suit)) best = card, winner = place;
    }
    if (rivals) *rests |= best;
    return winner;
}

/* The cards on whose rank it rests that the sure cards of a suit are sure. */
static inline uint64_t rests_on_sure(const solver *it, int suit, const seen *of, int place) {
    return of->need[place] ? 1ull << (it->shift[suit] + of->cut[of->need[place]]) : 0;
}

static int node(solver *it, int leader, int tricks, uint64_t rest, int target, uint64_t *rests) {
    if (!goes_on(it)) return 0;
    int mine = it->facts.side >> leader & 1, total = it->last, suits = it->facts.suits, kind = it->last;
    if (target <= 0) return 0;
    seen *views[SOLVER_SUITS];
    uint64_t lows = 0;
    for (int suit = 0; suit < suits; suit++) {
        views[suit] = view(it, suit, rest);
        total += views[suit]->total;
        lows |= (uint64_t)views[suit]->lows << suit * it->bits;
    }
    if (total < target) return total;
    const entry *of = it->table + (mixed(lows, leader, kind) & (it->clusters - 1)) * CLUSTER;
    __builtin_prefetch(of);
    __builtin_prefetch((const char *)of + 64);
    if (tricks == 1 && !it->facts.lazy) {
        uint64_t below = 0;
        int winner = only_trick(it, leader, &below);
        *rests |= below;
        return it->facts.side >> winner & 1 ? total : 0;
    }
    /* what the leader has for certain */
    int sure = 0, worth = 0, enough = mine ? target : total - target + 1;
    uint64_t below = 0;
    for (int suit = 0; suit < suits; suit++) {
        if (!views[suit]->sure[leader]) continue;
        sure += views[suit]->sure[leader], worth += views[suit]->worth[leader];
        below |= rests_on_sure(it, suit, views[suit], leader);
        if (sure >= tricks) worth = total;
        if (worth >= enough) {
            *rests |= below;
            return mine ? worth : total - worth;
        }
    }
    int first = NO_LEAD;
    for (int nth = 0; nth < CLUSTER && of[nth].lows; nth++) {
        if (of[nth].lows != lows || of[nth].leader != leader || of[nth].kind != kind) continue;
        if (!holds_for(it, &of[nth], views)) {
            if (first == NO_LEAD) first = of[nth].best;
            continue;
        }
        if (of[nth].low >= target) {
            *rests |= rests_of(it, of[nth].tops, views);
            return of[nth].low;
        }
        if (of[nth].high < target) {
            *rests |= rests_of(it, of[nth].tops, views);
            return of[nth].high;
        }
        first = of[nth].best;
    }
    int best = NO_LEAD;
    below = 0;
    int value = lead(it, leader, tricks, rest, views, target, first, &best, &below);
    if (it->stopped) return 0;
    keep(it, lows, views, leader, kind, rest, below, value >= target ? value : 0, value >= target ? ABOVE : value, best);
    *rests |= below;
    return value;
}

/* ------------------------------------------------------------------ questions */

static int certain(const solver *it, int tricks, int most_tricks, int points, int most_points) {
    int width = it->columns + 1;
    const int32_t *some = it->some, *lacking = it->lacking;
    int a = tricks * width + points, b = (most_tricks + 1) * width + points;
    int c = tricks * width + most_points + 1, d = (most_tricks + 1) * width + most_points + 1;
    if (!(lacking[d] - lacking[b] - lacking[c] + lacking[a])) return 1;
    return some[d] - some[b] - some[c] + some[a] ? -1 : 0;
}

static int alike(const solver *it, const kind_row *a, int tricks, int taken, int left, int points) {
    if (a->left != left || a->points != points) return 0;
    for (int row = 0; row <= left; row++)
        if (memcmp(it->cells + (a->tricks + row) * it->columns + a->taken, it->cells + (tricks + row) * it->columns + taken,
                   (size_t)points + 1))
            return 0;
    return 1;
}

static uint64_t place_of(const solver *it, int tricks, int taken, int left, int points) {
    uint64_t hash = ((uint64_t)(tricks * SOLVER_CARDS + left) << 32) + (uint64_t)(taken * it->columns + points);
    hash *= 0x9E3779B97F4A7C15u;
    return (hash ^ hash >> 31) & (it->memo_size - 1);
}

static int grow_memo(solver *it) {
    uint64_t size = it->memo_size * 2, before = it->memo_size;
    kind_row *old = it->memo, *memo = malloc(size * sizeof *memo);
    if (!memo) return 0;
    for (uint64_t nth = 0; nth < size; nth++) memo[nth].kind = -1;
    it->memo = memo, it->memo_size = size;
    for (uint64_t nth = 0; nth < before; nth++) {
        if (old[nth].kind < 0) continue;
        uint64_t at = place_of(it, old[nth].tricks, old[nth].taken, old[nth].left, old[nth].points);
        while (memo[at].kind >= 0) at = (at + 1) & (size - 1);
        memo[at] = old[nth];
    }
    free(old);
    return 1;
}

/* What is left of the question when so much is still to be won: 0 lost, 1 won, or a number of its own. */
static int kind_of(solver *it, int left, int points) {
    int tricks = it->tricks, taken = it->taken, found = certain(it, tricks, tricks + left, taken, taken + points);
    if (found >= 0) return found;
    uint64_t at = place_of(it, tricks, taken, left, points);
    for (; it->memo[at].kind >= 0; at = (at + 1) & (it->memo_size - 1)) {
        const kind_row *row = &it->memo[at];
        if (row->tricks == tricks && row->taken == taken && row->left == left && row->points == points) return row->kind;
    }
    for (uint64_t nth = 0; nth < it->memo_size && found < 0; nth++)
        if (it->memo[nth].kind >= 0 && alike(it, &it->memo[nth], tricks, taken, left, points)) found = it->memo[nth].kind;
    if (found < 0) found = it->kinds == NO_KIND ? NO_KIND : it->kinds++;
    it->memo[at] = (kind_row){tricks, taken, left, points, found};
    /* without memory for more it is found out again each time */
    if (++it->memo_used * 2 > it->memo_size && !grow_memo(it)) it->memo[at].kind = -1, it->memo_used--;
    return found;
}

static int question(solver *it, int leader, int tricks, uint64_t rest, uint64_t *rests) {
    if (!goes_on(it)) return 0;
    int mine = it->facts.side >> leader & 1, total = 0, suits = it->facts.suits, sure = 0, worth = 0;
    seen *views[SOLVER_SUITS];
    uint64_t lows = 0, below = 0;
    for (int suit = 0; suit < suits; suit++) {
        views[suit] = view(it, suit, rest);
        total += views[suit]->total;
        lows |= (uint64_t)views[suit]->lows << suit * it->bits;
        if (!views[suit]->sure[leader]) continue;
        sure += views[suit]->sure[leader], worth += views[suit]->worth[leader];
        below |= rests_on_sure(it, suit, views[suit], leader);
    }
    int kind = kind_of(it, tricks, total);
    if (kind < 2) return kind;
    if (sure >= tricks) sure = tricks, worth = total;
    /* What the leader can have for certain is his to choose; what the other side can have so says nothing. */
    int from = mine ? sure : 0, low = mine ? worth : 0;
    int known = certain(it, it->tricks + from, it->tricks + tricks - sure + from, it->taken + low,
                        it->taken + total - worth + low);
    if (known == mine) {
        *rests |= below;
        return mine;
    }
    const entry *of = it->table + (mixed(lows, leader, kind) & (it->clusters - 1)) * CLUSTER;
    for (int nth = 0; kind != NO_KIND && nth < CLUSTER && of[nth].lows; nth++) {
        if (of[nth].lows != lows || of[nth].leader != leader || of[nth].kind != kind) continue;
        if (!holds_for(it, &of[nth], views)) continue;
        *rests |= rests_of(it, of[nth].tops, views);
        return of[nth].low;
    }
    int best = NO_LEAD;
    below = 0;
    int value = lead(it, leader, tricks, rest, views, 1, NO_LEAD, &best, &below);
    if (it->stopped) return 0;
    if (kind != NO_KIND) keep(it, lows, views, leader, kind, rest, below, value, value, best);
    *rests |= below;
    return value;
}

/* ------------------------------------------------------------------ from outside */

static int well_formed(const solver_facts *of, const solver_question *asked) {
    uint64_t pack = 0, held = 0;
    long worth = of->last;
    if (of->places < 2 || of->places > SOLVER_PLACES || of->suits < 1 || of->suits > SOLVER_SUITS) return 0;
    if (of->cards < 1 || of->cards > SOLVER_CARDS || of->last < 0 || of->last > SOLVER_WORTH) return 0;
    if (of->side < 0 || of->side >> of->places || of->lazy < 0 || of->lazy >> of->places) return 0;
    for (int suit = 0; suit < of->suits; suit++) {
        uint64_t mask = of->suit[suit];
        if (!mask || count(mask) > SOLVER_RANKS || mask & pack) return 0;
        if (highest(mask) - lowest(mask) + 1 != count(mask)) return 0;
        pack |= mask;
    }
    if (pack != (of->cards == 64 ? ~0ull : (1ull << of->cards) - 1)) return 0;
    for (int card = 0; card < of->cards; card++) {
        if (of->points[card] < 0 || of->points[card] > SOLVER_WORTH) return 0;
        worth += of->points[card];
    }
    for (int place = 0; place < of->places; place++) {
        uint64_t hand = of->owners[place];
        if (!hand || hand & held || hand & ~pack) return 0;
        if (asked && (of->lazy || count(hand) != count(of->owners[0]))) return 0;
        held |= hand;
    }
    if (worth > SOLVER_WORTH) return 0;
    if (asked) {
        int points = 0;
        for (int card = 0; card < of->cards; card++)
            if (held >> card & 1) points += of->points[card];
        if (asked->tricks != count(of->owners[0]) || asked->points != points) return 0;
    }
    return 1;
}

static int prepare_question(solver *it, const solver_question *asked) {
    int rows = it->rows = asked->tricks + 1, columns = it->columns = asked->points + 1;
    size_t cells = (size_t)rows * (size_t)columns, sums = ((size_t)rows + 1) * ((size_t)columns + 1);
    it->asked = 1, it->kinds = 2, it->memo_size = 1 << 10;
    it->cells = malloc(cells);
    it->some = calloc(sums, sizeof *it->some);
    it->lacking = calloc(sums, sizeof *it->lacking);
    it->memo = malloc(it->memo_size * sizeof *it->memo);
    if (!it->cells || !it->some || !it->lacking || !it->memo) return 0;
    for (uint64_t nth = 0; nth < it->memo_size; nth++) it->memo[nth].kind = -1;
    memcpy(it->cells, asked->cells, cells);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            int cell = it->cells[row * columns + column], width = columns + 1, at = (row + 1) * width + column + 1;
            it->some[at] = it->some[at - 1] + it->some[at - width] - it->some[at - width - 1] + ((cell & 3) != 0);
            it->lacking[at] = it->lacking[at - 1] + it->lacking[at - width] - it->lacking[at - width - 1] + ((cell & 3) != 3);
        }
    return 1;
}

/* A number for each worth of a suit; no carry, as a suit of cards of one worth needs only one. */
static void number_worths(solver *it, int suit) {
    const int *points = it->facts.points + it->shift[suit];
    int many = 0;
    for (int rank = 0; rank < it->width[suit]; rank++) {
        int same = 0;
        while (points[same] != points[rank]) same++;
        uint64_t *worths = it->worths + it->shift[suit];
        worths[rank] = same < rank ? worths[same] : 1ull << 4 * many++;
    }
}

static int prepare(solver *it, const solver_question *asked) {
    it->bits = 64 / it->facts.suits < NAME_BITS ? 64 / it->facts.suits : NAME_BITS;
    it->nameless = (1u << it->bits) - 1;
    for (int suit = 0; suit < it->facts.suits; suit++) {
        it->shift[suit] = lowest(it->facts.suit[suit]);
        it->width[suit] = count(it->facts.suit[suit]);
        for (int rank = 0; rank < it->width[suit]; rank++) it->suit_of[it->shift[suit] + rank] = (uint8_t)suit;
        it->seen[suit] = calloc((size_t)1 << it->width[suit], sizeof(seen));
        number_worths(it, suit);
        names *of = &it->names[suit];
        of->size = LEAST_NAMES;
        of->known = calloc(of->size, sizeof *of->known);
        of->lengths = calloc((size_t)1 << it->bits, 1);
        if (!it->seen[suit] || !of->known || !of->lengths) return 0;
    }
    for (int place = 0; place < it->facts.places; place++)
        it->sides[it->facts.side >> place & 1] |= it->facts.owners[place];
    it->clusters = LEAST_CLUSTERS;
    it->table = calloc(it->clusters * CLUSTER, sizeof *it->table);
    return it->table && (!asked || prepare_question(it, asked));
}

solver *solver_new(const solver_facts *facts, const solver_question *asked, solver_answer *why) {
    *why = SOLVER_MALFORMED;
    if (!well_formed(facts, asked)) return NULL;
    solver *it = calloc(1, sizeof *it);
    *why = SOLVER_NO_MEMORY;
    if (!it) return NULL;
    it->facts = *facts;
    if (!prepare(it, asked)) {
        solver_free(it);
        return NULL;
    }
    *why = SOLVER_FOUND;
    return it;
}

void solver_free(solver *it) {
    if (!it) return;
    for (int suit = 0; suit < SOLVER_SUITS; suit++)
        free(it->seen[suit]), free(it->names[suit].known), free(it->names[suit].lengths);
    free(it->table), free(it->cells), free(it->some), free(it->lacking), free(it->memo);
    free(it);
}

/* Forgets all names, and so all that was found. */
static void forget(solver *it) {
    memset(it->table, 0, it->clusters * CLUSTER * sizeof *it->table);
    it->stored = 0;
    for (int suit = 0; suit < it->facts.suits; suit++) {
        memset(it->names[suit].known, 0, it->names[suit].size * sizeof *it->names[suit].known);
        it->names[suit].used = 0;
        memset(it->seen[suit], 0, sizeof(seen) << it->width[suit]);
    }
}

solver_answer solver_hold(solver *it, const uint64_t *owners) {
    solver_facts facts = it->facts;
    memcpy(facts.owners, owners, sizeof facts.owners);
    if (it->asked || !well_formed(&facts, NULL)) return SOLVER_MALFORMED;
    it->sides[0] = it->sides[1] = 0;
    for (int place = 0; place < facts.places; place++) it->sides[facts.side >> place & 1] |= owners[place];
    int few = 0;
    for (int suit = 0; suit < facts.suits; suit++) {
        int same = 1;
        for (int place = 0; place < facts.places; place++)
            same &= !((owners[place] ^ it->facts.owners[place]) & facts.suit[suit]);
        if (!same) memset(it->seen[suit], 0, sizeof(seen) << it->width[suit]);
        few |= it->names[suit].used > it->nameless / 4 * 3;
    }
    it->facts = facts;
    if (few) forget(it);
    return SOLVER_FOUND;
}

/* How many tricks are still to be won: those for which everybody has cards. */
static int tricks_of(const solver *it, const solver_moment *of) {
    int least = SOLVER_CARDS;
    for (int step = 0; step < it->facts.places; step++) {
        int many = count(of->hands[(of->leader + step) % it->facts.places]) + (step < of->played);
        if (many < least) least = many;
    }
    return least;
}

/* Whether the hands of a moment belong to the deal, with a card less for each who has played to the trick. */
static int belongs(const solver *it, const solver_moment *of) {
    int places = it->facts.places;
    if (of->leader < 0 || of->leader >= places || of->played < 0 || of->played >= places) return 0;
    int tricks = tricks_of(it, of), worth = it->facts.last;
    if (tricks < 1) return 0;
    for (int step = 0; step < places; step++) {
        int place = (of->leader + step) % places;
        uint64_t hand = of->hands[place];
        if (step < of->played) {
            if (of->trick[step] >= it->facts.cards) return 0;
            uint64_t card = 1ull << of->trick[step];
            if (hand & card) return 0;
            hand |= card;
        }
        if (hand & ~it->facts.owners[place]) return 0;
        if (count(hand) != tricks && !(it->facts.lazy >> place & 1)) return 0;
    }
    if (!it->asked) {
        for (int card = 0; card < it->facts.cards; card++) worth += it->facts.points[card];
        return of->points >= 0 && of->points <= SOLVER_WORTH - worth;
    }
    uint64_t whole = 0;
    int points = 0;
    for (int place = 0; place < places; place++) whole |= of->hands[place];
    for (int step = 0; step < of->played; step++) whole |= 1ull << of->trick[step];
    for (; whole; whole &= whole - 1) points += it->facts.points[lowest(whole)];
    return of->tricks >= 0 && of->points >= 0 && of->tricks + tricks < it->rows && of->points + points < it->columns;
}

static int begun(solver *it, const solver_moment *of, uint64_t rest, int tricks, int target, uint64_t *rests) {
    int places = it->facts.places, gained = 0, holder = of->leader, rivals = 0;
    uint64_t best = 1ull << of->trick[0];
    trick now;
    now.tricks = tricks, now.led = it->suit_of[of->trick[0]], now.suit = it->facts.suit[now.led], now.whole = rest;
    for (int step = 0; step < of->played; step++) {
        uint64_t card = 1ull << of->trick[step];
        gained += it->facts.points[of->trick[step]];
        now.whole |= card;
        if (step && card & now.suit) rivals = 1;
        if (beats(card, best, now.suit)) best = card, holder = (of->leader + step) % places;
    }
    for (int suit = 0; suit < it->facts.suits; suit++) now.seen[suit] = view(it, suit, now.whole);
    int place = (of->leader + of->played) % places;
    return follow(it, &now, of->played, place, best, holder, rivals, gained, rest, target, rests);
}

solver_answer solver_ask(solver *it, const solver_moment *of, int target, uint64_t granted, solver_grant grant,
                         void *context, int *value) {
    if (!belongs(it, of)) return SOLVER_MALFORMED;
    if (!granted) return SOLVER_SPENT;
    uint64_t rest = 0, rests = 0;
    memcpy(it->hands, of->hands, sizeof it->hands);
    for (int place = 0; place < it->facts.places; place++) rest |= of->hands[place];
    it->left = granted, it->nodes = 0, it->grant = grant, it->context = context, it->stopped = 0;
    it->tricks = of->tricks, it->taken = of->points;
    it->last = it->facts.last + (it->asked ? 0 : of->points);
    int tricks = tricks_of(it, of);
    if (of->played)
        *value = begun(it, of, rest, tricks, target, &rests);
    else if (it->asked)
        *value = question(it, of->leader, tricks, rest, &rests);
    else
        *value = node(it, of->leader, tricks, rest, target, &rests);
    it->rests = rests;
    return it->stopped ? SOLVER_SPENT : SOLVER_FOUND;
}

uint64_t solver_nodes(const solver *it) { return it->nodes; }

uint64_t solver_rests(const solver *it) { return it->rests; }
