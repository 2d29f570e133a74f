/* Words are made 624 at a time, and tempered with them, so that whoever asks only reads. */
#include "chance.h"

static inline uint32_t twisted(uint32_t one, uint32_t next, uint32_t far) {
    uint32_t mixed = (one & 0x80000000u) | (next & 0x7fffffffu);
    return far ^ (mixed >> 1) ^ (-(mixed & 1) & 0x9908b0dfu);
}

static void tempered(chance *of) {
    for (int nth = 0; nth < CHANCE_WORDS; nth++) {
        uint32_t word = of->state[nth];
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c5680u;
        word ^= word << 15 & 0xefc60000u;
        of->ready[nth] = word ^ word >> 18;
    }
}

void chance_turned(chance *of) {
    enum { FAR = 397, LEFT = CHANCE_WORDS - FAR };
    uint32_t *state = of->state;
    for (int nth = 0; nth < LEFT; nth++) state[nth] = twisted(state[nth], state[nth + 1], state[nth + FAR]);
    for (int nth = LEFT; nth < CHANCE_WORDS - 1; nth++) state[nth] = twisted(state[nth], state[nth + 1], state[nth - LEFT]);
    state[CHANCE_WORDS - 1] = twisted(state[CHANCE_WORDS - 1], state[0], state[FAR - 1]);
    tempered(of);
    of->at = 0;
}

int chance_begun(chance *of, const int64_t *words, size_t count) {
    if (count != CHANCE_WORDS + 1 || words[CHANCE_WORDS] < 0 || words[CHANCE_WORDS] > CHANCE_WORDS) return 0;
    for (int nth = 0; nth < CHANCE_WORDS; nth++) {
        if (words[nth] < 0 || words[nth] > UINT32_MAX) return 0;
        of->state[nth] = (uint32_t)words[nth];
    }
    tempered(of);
    of->at = (uint32_t)words[CHANCE_WORDS];
    return 1;
}
