/* Feeds the steps with what a careless or hostile caller might hand over: tables of a file, words of them put otherwise, deals
 * that are none, slots by chance, legal and not. To be compiled with sanitizers; says how often what was refused or played.
 *
 *     malformed_steps SEED ROUNDS TABLES TEMPLATES
 */
#include "../core/steps.h"
#include "malformed.h"

enum { REFUSED, NO_DEAL, LOST, DRAWN, OVER, NOT_OVER, COUNTS };

static void play(steps *it, long *counts) {
    static uint8_t seen[SEES_BYTES];
    int64_t gained[STEPS_PLACES + 1];
    uint64_t hands[STEPS_PLACES], piles[STEPS_PILES], pool;
    size_t hand = (size_t)below((int)steps_hands(it));
    if (below(4))
        steps_shuffle(it, hand);
    else {
        for (int place = 0; place < STEPS_PLACES; place++) hands[place] = random_word() >> below(64);
        for (int pile = 0; pile < STEPS_PILES; pile++) piles[pile] = random_word() >> below(64);
        counts[NO_DEAL] += !steps_deal(it, hand, hands, piles);
    }
    for (int time = 0; time < 300 && steps_seat(it, hand) != STEPS_OVER; time++) {
        int seat = steps_seat(it, hand), many = steps_drawn_from(it, hand, &pool);
        if (seat == STEPS_LOST) {
            counts[LOST]++;
            break;
        }
        steps_observe(it, hand, below(STEPS_PLACES + 2) - 1, seen);
        steps_gains(it, hand, gained);
        if (many) {
            counts[DRAWN]++;
            steps_draw(it, hand, below(3) ? pool & random_word() : random_word());
            uint64_t some = 0;
            for (int nth = 0; nth < many; nth++) some |= (pool & ~some) & -(pool & ~some);
            if (!steps_draw(it, hand, some) && steps_seat(it, hand) == STEPS_DRAWS) break;
            continue;
        }
        int slot = below(6) ? steps_choose(it, hand) : below(SLOTS + 4) - 2;
        steps_apply(it, hand, slot, below(2));
        if (!below(20)) steps_copy(it, hand, (size_t)below((int)steps_hands(it) + 1));
    }
    counts[steps_gains(it, hand, gained) ? OVER : NOT_OVER]++;
    steps_observe(it, hand, 0, seen);
}

int main(int many, char **words) {
    if (many != 5) return 2;
    static int64_t tables[1 << 16];
    static uint8_t templates[1 << 20];
    long rounds = atol(words[2]), counts[COUNTS] = {0};
    size_t length = read_file(words[3], tables, sizeof *tables, 1 << 16), rows = read_file(words[4], templates, 1, 1 << 20);
    if (!length || !rows) return 2;
    seed(words[1]);
    for (long round = 0; round < rounds; round++) {
        int64_t begun[CHANCE_WORDS + 1];
        for (int nth = 0; nth < CHANCE_WORDS; nth++) begun[nth] = (int64_t)(uint32_t)random_word();
        begun[CHANCE_WORDS] = CHANCE_WORDS;
        size_t its = length;
        int64_t *copy = damaged_tables(tables, &its, below(3) ? 1 + below(5) : 0, 400);
        steps *it = steps_new(copy, its, templates, below(30) ? rows : rows - 1, begun, CHANCE_WORDS + 1, (size_t)below(4));
        free(copy);
        if (!it) {
            counts[REFUSED]++;
            continue;
        }
        for (int hand = 0; hand < 4; hand++) play(it, counts);
        steps_free(it);
    }
    printf("%ld", counts[0]);
    for (int nth = 1; nth < COUNTS; nth++) printf(", %ld", counts[nth]);
    printf("\n");
    return 0;
}
