#ifndef MALFORMED_H
#define MALFORMED_H

/* Random numbers, files and damaged tables for the programs that feed the core with malformed input. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static inline uint64_t random_word(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state * 0x2545F4914F6CDD1Du;
}

static inline int below(int most) { return (int)((random_word() >> 33) % (uint64_t)most); }

static inline void seed(const char *word) { state = (uint64_t)atoll(word) * 0x9E3779B97F4A7C15u + 1; }

static inline size_t read_file(const char *name, void *into, size_t size, size_t most) {
    FILE *file = fopen(name, "rb");
    size_t length = file ? fread(into, size, most, file) : 0;
    if (file) fclose(file);
    return length;
}

/* A copy without a word to spare, perhaps cut, with some words changed: often in the head, where the counts are. */
static inline int64_t *damaged_tables(const int64_t *of, size_t *length, int times, size_t head) {
    if (times && !below(8)) *length = (size_t)below((int)*length + 1);
    int64_t *made = malloc(*length ? *length * sizeof *made : 1);
    memcpy(made, of, *length * sizeof *made);
    for (; *length && times > 0; times--) {
        size_t at = (size_t)random_word() % (below(3) ? *length : (*length < head ? *length : head));
        switch (below(4)) {
        case 0: made[at] = of[(size_t)random_word() % *length]; break;
        case 1: made[at] = below(80) - 2; break;
        case 2: ((unsigned char *)(made + at))[below(4)] = (unsigned char)random_word(); break;
        default: made[at] = (int64_t)random_word(); break;
        }
    }
    return made;
}

#endif
