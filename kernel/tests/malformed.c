/* Feeds the core with what a careless or hostile caller might hand over: tables and moments from bytes of chance, some
 * of them well formed, most of them nearly. To be compiled with sanitizers; says how many of each answer it got.
 *
 *     malformed SEED ROUNDS
 */
#include "../core/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t chance(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state * 0x2545F4914F6CDD1Du;
}

static int below(int most) { return (int)(chance() >> 33) % most; }

static uint64_t stop(void *context, uint64_t nodes) {
    (void)context, (void)nodes;
    return chance() % 4 ? 500 : 0;
}

/* A deal that is well formed: some suits, hands of one size, what is left over set aside. */
static void deal(solver_facts *of) {
    memset(of, 0, sizeof *of);
    of->suits = 1 + below(SOLVER_SUITS);
    for (int suit = 0; suit < of->suits; suit++) {
        int ranks = 1 + below(SOLVER_RANKS);
        if (of->cards + ranks > SOLVER_CARDS) ranks = SOLVER_CARDS - of->cards;
        if (!ranks) {
            of->suits = suit;
            break;
        }
        for (int rank = 0; rank < ranks; rank++) of->suit[suit] |= 1ull << of->cards++;
    }
    of->places = 2 + below(SOLVER_PLACES - 1);
    if (of->places > of->cards) of->places = of->cards < 2 ? 2 : of->cards;
    of->side = below(1 << of->places), of->must = below(4) != 0, of->last = below(6);
    if (!below(4)) of->lazy = below(1 << of->places);
    for (int card = 0; card < of->cards; card++) of->points[card] = below(3) ? 0 : below(4);
    int size = 1 + below(of->cards / of->places > 6 ? 6 : of->cards / of->places ? of->cards / of->places : 1);
    uint64_t dealt = 0;
    for (int place = 0; place < of->places; place++)
        for (int nth = 0; nth < size && __builtin_popcountll(dealt) < of->cards;) {
            uint64_t card = 1ull << below(of->cards);
            if (!(dealt & card)) dealt |= card, of->owners[place] |= card, nth++;
        }
}

/* One bit or number somewhere put otherwise. */
static void damage(void *it, size_t size) {
    unsigned char *bytes = it;
    for (int times = 1 + below(3); times--;) {
        size_t at = (size_t)chance() % size;
        if (below(2))
            bytes[at] ^= (unsigned char)(1 << below(8));
        else
            bytes[at] = (unsigned char)chance();
    }
}

static void begin(const solver_facts *of, solver_moment *at) {
    memset(at, 0, sizeof *at);
    memcpy(at->hands, of->owners, sizeof at->hands);
    at->leader = below(of->places), at->played = below(of->places);
    for (int step = 0; step < at->played; step++) {
        int place = (at->leader + step) % of->places;
        int nth = below(__builtin_popcountll(at->hands[place]) + 1);
        uint64_t rest = at->hands[place];
        while (nth-- > 1) rest &= rest - 1;
        if (!rest) continue;
        at->trick[step] = (uint8_t)__builtin_ctzll(rest);
        at->hands[place] ^= rest & -rest;
    }
}

int main(int many, char **words) {
    long rounds = many > 2 ? atol(words[2]) : 1000, answers[4] = {0}, refused = 0;
    state = (many > 1 ? (uint64_t)atoll(words[1]) : 1) * 0x9E3779B97F4A7C15u + 1;
    for (long round = 0; round < rounds; round++) {
        solver_facts facts;
        solver_question asked = {0};
        solver_answer why;
        deal(&facts);
        if (!below(4)) damage(&facts, sizeof facts);
        uint8_t *cells = NULL;
        if (!below(3)) {
            asked.tricks = __builtin_popcountll(facts.owners[0]);
            for (int card = 0; card < SOLVER_CARDS; card++)
                for (int place = 0; place < SOLVER_PLACES; place++)
                    if (facts.owners[place] >> card & 1 && facts.points[card] > 0 && facts.points[card] < 1000)
                        asked.points += facts.points[card];
            if (!below(8)) asked.tricks += below(3) - 1;
            size_t size = (size_t)(asked.tricks + 1) * (size_t)(asked.points + 1);
            cells = malloc(size ? size : 1);
            int from = below(asked.points + 2);
            for (size_t cell = 0; cell < size; cell++)
                cells[cell] = (uint8_t)(below(9) ? ((int)(cell % (size_t)(asked.points + 1)) >= from ? 3 : 0) : below(256));
            asked.cells = cells;
        }
        solver *it = solver_new(&facts, cells ? &asked : NULL, &why);
        free(cells);
        if (!it) {
            refused++;
            continue;
        }
        for (int time = 0; time < 4; time++) {
            solver_moment at;
            int value = 0;
            begin(&facts, &at);
            if (!below(3)) damage(&at, sizeof at);
            if (!below(3)) {
                solver_facts other = facts;
                int from = below(facts.places), to = below(facts.places);
                uint64_t cards = other.owners[from];
                other.owners[from] = other.owners[to], other.owners[to] = cards;
                if (!below(4)) damage(other.owners, sizeof other.owners);
                if (solver_hold(it, other.owners) == SOLVER_FOUND) facts = other, begin(&facts, &at);
            }
            answers[solver_ask(it, &at, below(40) - 3, 1 + chance() % 2000, below(3) ? stop : NULL, NULL, &value)]++;
        }
        solver_free(it);
    }
    printf("%ld refused, %ld found, %ld spent, %ld malformed\n", refused, answers[SOLVER_FOUND], answers[SOLVER_SPENT],
           answers[SOLVER_MALFORMED]);
    return 0;
}
