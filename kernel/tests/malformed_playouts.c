/* Feeds the playouts with what a careless or hostile caller might pass: damaged tables of a file, and random answers to what they
 * ask. To be compiled with sanitizers; prints how often they stopped for each reason.
 *
 *     malformed_playouts SEED ROUNDS TABLES
 */
#include "../core/playouts.h"
#include "malformed.h"

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
    static int64_t tables[1 << 16];
    size_t length = read_file(words[3], tables, sizeof *tables, 1 << 16);
    if (!length) return 2;
    seed(words[1]);
    for (long round = 0; round < rounds; round++) {
        int64_t begun[CHANCE_WORDS + 1];
        for (int nth = 0; nth < CHANCE_WORDS; nth++) begun[nth] = (int64_t)(uint32_t)random_word();
        begun[CHANCE_WORDS] = below(40) ? CHANCE_WORDS : below(CHANCE_WORDS + 40) - 20;
        size_t its = length;
        int64_t *copy = damaged_tables(tables, &its, below(3) ? below(6) : 0, 90);
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
