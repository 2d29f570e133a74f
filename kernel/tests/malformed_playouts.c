/* Feeds the playouts with what a careless or hostile caller might hand over: tables of a file, words of them put otherwise,
 * and answers of chance to what they ask. To be compiled with sanitizers; says why they stopped how often.
 *
 *     malformed_playouts SEED ROUNDS TABLES
 */
#include "../core/playouts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t random_word(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state * 0x2545F4914F6CDD1Du;
}

static int below(int most) { return (int)((random_word() >> 33) % (uint64_t)most); }

/* A copy without a word to spare, some of it put otherwise, perhaps cut. */
static int64_t *damaged(const int64_t *of, size_t *length, int times) {
    if (times && !below(8)) *length = (size_t)below((int)*length + 1);
    int64_t *made = malloc(*length ? *length * sizeof *made : 1);
    memcpy(made, of, *length * sizeof *made);
    for (; *length && times > 0; times--) {
        size_t at = (size_t)random_word() % (below(3) ? *length : (*length < 90 ? *length : 90));
        switch (below(4)) {
        case 0: made[at] = of[(size_t)random_word() % *length]; break;
        case 1: made[at] = below(80) - 2; break;
        case 2: ((unsigned char *)(made + at))[below(4)] = (unsigned char)random_word(); break;
        default: made[at] = (int64_t)random_word(); break;
        }
    }
    return made;
}

/* An auction in which each of some points leads ahead or to an end, with what makes no sense among it. */
static void answer(playouts *it, int point, int word) {
    int next = below(3) ? -1 : playouts_point(it, below(4), below(8) ? -1 : below(5) - 1, below(4));
    if (!playouts_leads(it, point, word, next, below(5) - 1, below(3)))
        playouts_leads(it, point, word, -1, -1, -1);
}

static void play(playouts *it, long *stops) {
    size_t width = (size_t)playouts_width(it), room = (size_t)below(20), hands;
    int64_t *rows = malloc((room * width + 1) * sizeof *rows);
    for (int time = 0, point = 0, word = 0; time < 60; time++) {
        playouts_stop stop = playouts_run(it, rows, room, &hands, &point, &word);
        stops[stop]++;
        if (stop == PLAYOUTS_LOST) break;
        if (stop == PLAYOUTS_AUCTION) answer(it, point, word);
    }
    free(rows);
}

int main(int many, char **words) {
    if (many != 4) return 2;
    long rounds = atol(words[2]), stops[PLAYOUTS_FULL + 1] = {0}, refused = 0;
    FILE *file = fopen(words[3], "rb");
    static int64_t tables[1 << 16];
    size_t length = file ? fread(tables, sizeof *tables, 1 << 16, file) : 0;
    if (!length) return 2;
    fclose(file);
    state = (uint64_t)atoll(words[1]) * 0x9E3779B97F4A7C15u + 1;
    for (long round = 0; round < rounds; round++) {
        int64_t begun[CHANCE_WORDS + 1];
        for (int nth = 0; nth < CHANCE_WORDS; nth++) begun[nth] = (int64_t)(uint32_t)random_word();
        begun[CHANCE_WORDS] = below(40) ? CHANCE_WORDS : below(CHANCE_WORDS + 40) - 20;
        size_t its = length;
        int64_t *copy = damaged(tables, &its, below(3) ? below(6) : 0);
        playouts *it = playouts_new(copy, its, begun, below(60) ? CHANCE_WORDS + 1 : (size_t)below(CHANCE_WORDS));
        free(copy);
        if (!it) {
            refused++;
            continue;
        }
        for (int nth = below(20) ? 4 : 0; nth; nth--) playouts_point(it, below(3), -1, 1 + below(4));
        play(it, stops);
        playouts_free(it);
    }
    printf("%ld refused", refused);
    for (int stop = 0; stop <= PLAYOUTS_FULL; stop++) printf(", %ld", stops[stop]);
    printf("\n");
    return 0;
}
