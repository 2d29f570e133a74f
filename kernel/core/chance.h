/* Chance: the generator of Python's `random` (MT19937), number for number, so that the same seed gives the same hands. */
#ifndef CALAREC_CHANCE_H
#define CALAREC_CHANCE_H

#include <stddef.h>
#include <stdint.h>

enum { CHANCE_WORDS = 624 };

typedef struct {
    uint32_t state[CHANCE_WORDS], ready[CHANCE_WORDS];
    uint32_t at;
} chance;

/* What `getstate` of Python's generator tells: its words and how many of them were used; 0 if these are none. */
int chance_begun(chance *of, const int64_t *words, size_t count);

/* The next words, all at once. */
void chance_turned(chance *of);

static inline uint32_t chance_word(chance *of) {
    if (of->at == CHANCE_WORDS) chance_turned(of);
    return of->ready[of->at++];
}

/* `int(random() * many)`: the same number of 53 bits, rounded the same way. */
static inline int64_t chance_below(chance *of, int64_t many) {
    uint64_t high = chance_word(of) >> 5, low = chance_word(of) >> 6;
    return (int64_t)((double)(high * 67108864 + low) * (1.0 / 9007199254740992.0) * (double)many);
}

#endif
