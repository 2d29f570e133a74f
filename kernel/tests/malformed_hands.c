/* Feeds the checker with what a careless or hostile caller might hand over: tables, seatings and hands of a file, bytes of
 * them put otherwise, and answers of chance to what it asks. To be compiled with sanitizers; says why it stopped how often.
 *
 *     malformed_hands SEED ROUNDS TABLES SEATING... TEXT
 */
#include "../core/checker.h"
#include "malformed.h"

typedef struct {
    unsigned char *bytes;
    size_t length;
} bytes;

static bytes content(const char *name) {
    FILE *file = fopen(name, "rb");
    bytes found = {NULL, 0};
    if (!file) exit(2);
    fseek(file, 0, SEEK_END);
    found.length = (size_t)ftell(file);
    rewind(file);
    found.bytes = malloc(found.length + 1);
    if (!found.bytes || fread(found.bytes, 1, found.length, file) != found.length) exit(2);
    fclose(file);
    return found;
}

/* A copy without a byte to spare, some of it put otherwise, perhaps cut. */
static bytes damaged(bytes of, int times, int text) {
    bytes made = {NULL, times && !below(4) ? (size_t)below((int)of.length + 1) : of.length};
    made.bytes = malloc(made.length ? made.length : 1);
    memcpy(made.bytes, of.bytes, made.length);
    while (made.length && times-- > 0) {
        size_t at = (size_t)random_word() % made.length;
        if (below(2))
            made.bytes[at] = of.bytes[(size_t)random_word() % of.length];
        else if (text && below(2))
            made.bytes[at] = (unsigned char)"\n :+-0123456789ABCbscd>"[below(22)];
        else
            made.bytes[at] = (unsigned char)random_word();
    }
    return made;
}

/* What the auction of the game in hand came to: three seats, whoever sits behind the dealer is the first. */
static int heard(const char *said, size_t length, int dealer, int *declarer) {
    static const char *words[] = {"chiamo", "solo", "solissimo"};
    int found = -1;
    for (size_t at = 1; at + 11 < length; at++)
        for (int word = 0; word < 3 && said[at] == ':'; word++)
            if (!memcmp(said + at + 2, words[word], strlen(words[word])))
                found = word, *declarer = (said[at - 1] - dealer + 2 + 3 * 128) % 3;
    return found;
}

static void learn(checker *it, const char *said, size_t length, int dealer) {
    int declarer = -1, contract = heard(said, length, dealer % CHECKER_NARROWED, &declarer), leader = contract == 2 ? declarer : 0;
    if (!below(4)) contract = below(8) - 2, declarer = below(4) - 1, leader = below(4) - 1;
    checker_learn(it, dealer, said, length, contract, declarer, leader);
}

static void check(checker *it, bytes text, long *stops) {
    size_t at = 0, hands, lines, length, room = (size_t)below(6);
    const char *said;
    int32_t *rows = malloc((room * (size_t)checker_width(it) + 1) * sizeof *rows);
    checker_score score = {0};
    for (int label = 0; label < CHECKER_LABELS; label++) score.totals[label] = below(4) ? 0 : (int64_t)random_word();
    score.goal = below(3) ? INT64_MAX : below(9), score.deals = below(3) ? INT64_MAX : below(9);
    score.limit = below(3) ? INT64_MAX : below(9);
    score.carried = below(3) ? -1 : below(2) ? 0 : (int64_t)random_word();
    for (int time = 0, dealer = 0; time < 30; time++) {
        checker_stop stop =
            checker_run(it, (const char *)text.bytes, text.length, &at, &score, rows, room, &hands, &lines, &dealer, &said, &length);
        stops[stop]++;
        if (stop == CHECKER_AUCTION)
            learn(it, said, length, dealer);
        else if ((stop != CHECKER_FULL || !room) && stop != CHECKER_OVER)
            break;
    }
    free(rows);
}

int main(int many, char **words) {
    if (many < 6) return 2;
    long rounds = atol(words[2]), stops[CHECKER_DONE + 1] = {0}, refused = 0;
    bytes tables = content(words[3]), text = content(words[many - 1]);
    seed(words[1]);
    for (long round = 0; round < rounds; round++) {
        bytes its = damaged(tables, below(2) ? below(4) : 0, 0);
        int64_t *aligned = malloc(its.length + 8);
        memcpy(aligned, its.bytes, its.length);
        checker *it = checker_new(aligned, its.length / 8);
        free(aligned), free(its.bytes);
        if (!it) {
            refused++;
            continue;
        }
        for (int nth = 4; nth < many - 1; nth++) {
            bytes whole = content(words[nth]), seat = damaged(whole, below(6) ? 0 : 2, 0);
            int64_t *row = malloc(seat.length + 8);
            memcpy(row, seat.bytes, seat.length);
            checker_seat(it, row, seat.length / 8);
            free(row), free(seat.bytes), free(whole.bytes);
        }
        for (int time = 0; time < 4; time++) {
            bytes changed = damaged(text, below(3) ? below(4) : 0, 1);
            check(it, changed, stops);
            free(changed.bytes);
        }
        checker_free(it);
    }
    printf("%ld refused", refused);
    for (int stop = 0; stop <= CHECKER_DONE; stop++) printf(", %ld", stops[stop]);
    printf("\n");
    free(tables.bytes), free(text.bytes);
    return 0;
}
