/* Bits of masks: how many there are, the lowest and the highest; and of masks of cards: which card beats which.
 *
 * The oldest processors of x86-64 lack the instruction that counts bits, so a compiler that may not assume it calls a
 * function of its library for each count. Counting in place needs no call, and no choice of the processor at run time:
 * the solver is as fast with it as with the instruction, as far as that can be measured.
 */
#ifndef CALAREC_BITS_H
#define CALAREC_BITS_H

#include <stdint.h>

#if defined(__x86_64__) && !defined(__POPCNT__)
static inline int count(uint64_t mask) {
    mask -= mask >> 1 & 0x5555555555555555u;
    mask = (mask & 0x3333333333333333u) + (mask >> 2 & 0x3333333333333333u);
    mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(mask * 0x0101010101010101u >> 56);
}
#else
static inline int count(uint64_t mask) { return __builtin_popcountll(mask); }
#endif

static inline int lowest(uint64_t mask) { return __builtin_ctzll(mask); }
static inline int highest(uint64_t mask) { return 63 - __builtin_clzll(mask); }

/* Whether a card, or the highest of some, takes the trick from the best so far: it is of the suit led, and higher. */
static inline int beats(uint64_t cards, uint64_t best, uint64_t led) { return (cards & led) > best; }

#endif
