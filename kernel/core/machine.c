/* Instructions of four bytes and the numbers that they use: programs come from tables that anybody may hand over. */
#include "machine.h"
#include "bits.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 60000, MOST_CHOICE = 1 << 20 };


uint64_t machine_pick(chance *of, uint64_t cards, int64_t number) {
    int held = count(cards);
    uint64_t rest = cards;
    if (number >= held || number <= 0) return number > 0 || !held ? cards : 0;
    for (int left = held; left > held - number; left--) {
        uint64_t chosen = rest;
        for (int64_t skipped = chance_below(of, left); skipped; skipped--) chosen &= chosen - 1;
        rest ^= chosen & -chosen;
    }
    return cards ^ rest;
}

static int well_formed(const program *of) {
    if (of->length && (of->code[of->length - 1] & 255) != DO_END) return 0;
    for (size_t nth = 0; nth < of->length; nth++) {
        uint32_t now = of->code[nth];
        int what = now & 255, a = now >> 8 & 255, b = now >> 16 & 255;
        size_t far = now >> 16;
        if (what > DO_BETWEEN) return 0;
        if (what == DO_NUMBER && far >= of->count) return 0;
        if (what == DO_LOAD && b > REGISTERS - MACHINE_PLACES) return 0;
        if (what == DO_STORE && a > REGISTERS - MACHINE_PLACES) return 0;
        if (what == DO_ROW && a > REGISTERS - 5) return 0;
        if ((what == DO_JUMP || what == DO_UNLESS) && far >= of->length - nth) return 0;
    }
    return 1;
}

/* Numbers without bounds are meant: where one outgrows its register, or nobody knows what is meant, the answer is no. */
int machine_runs(machine *it, const program *of) {
    int64_t *at = it->at;
    if (!of->length) return 0;
    for (size_t nth = 0; nth < of->laid_out; nth++) at[REGISTERS - 1 - nth] = of->numbers[nth];
    for (const uint32_t *next = of->code;;) {
        uint32_t now = *next++;
        int a = now >> 8 & 255, b = now >> 16 & 255, c = now >> 24;
        int64_t x = at[b], y = at[c], over;
        switch (now & 255) {
        case DO_END: return a;
        case DO_NUMBER: at[a] = of->numbers[now >> 16]; break;
        case DO_COPY: at[a] = x; break;
        case DO_ADD:
            if (__builtin_add_overflow(x, y, &over)) return 0;
            at[a] = over;
            break;
        case DO_SUBTRACT:
            if (__builtin_sub_overflow(x, y, &over)) return 0;
            at[a] = over;
            break;
        case DO_MULTIPLY:
            if (__builtin_mul_overflow(x, y, &over)) return 0;
            at[a] = over;
            break;
        case DO_DIVIDE:
            if (y <= 0) return 0;
            at[a] = x / y - (x % y < 0);
            break;
        case DO_REMAINDER:
            if (y <= 0) return 0;
            at[a] = x % y + (x % y < 0 ? y : 0);
            break;
        case DO_AND: at[a] = x & y; break;
        case DO_OR: at[a] = x | y; break;
        case DO_XOR: at[a] = x ^ y; break;
        case DO_LEFT:
            if (x < 0 || y < 0 || y > 61 || x > INT64_MAX >> y) return 0;
            at[a] = x << y;
            break;
        case DO_RIGHT:
            if (x < 0 || y < 0 || y > 62) return 0;
            at[a] = x >> y;
            break;
        case DO_NEGATE:
            if (x == INT64_MIN) return 0;
            at[a] = -x;
            break;
        case DO_INVERT: at[a] = ~x; break;
        case DO_COUNT:
            if (x < 0) return 0;
            at[a] = count((uint64_t)x);
            break;
        case DO_COUNT_OF:
            if ((x & y) < 0) return 0;
            at[a] = count((uint64_t)(x & y));
            break;
        case DO_LEAST: at[a] = x < y ? x : y; break;
        case DO_MOST: at[a] = x > y ? x : y; break;
        case DO_AMOUNT:
            if (x == INT64_MIN) return 0;
            at[a] = x < 0 ? -x : x;
            break;
        case DO_LOAD:
            if (y < 0 || y >= MACHINE_PLACES) return 0;
            at[a] = at[b + y];
            break;
        case DO_STORE:
            if (x < 0 || x >= MACHINE_PLACES) return 0;
            at[a + x] = y;
            break;
        case DO_ROW: {
            if (x < 0 || x >= it->many) return 0;
            const row *line = &it->rows[x];
            it->ended += line->does == ROW_END;
            at[a] = line->does, at[a + 1] = line->seat, at[a + 2] = line->cards, at[a + 3] = line->to, at[a + 4] = line->shown;
            break;
        }
        case DO_JUMP: next += now >> 16; break;
        case DO_UNLESS:
            if (!at[a]) next += now >> 16;
            break;
        case DO_PICK:
            if (!it->random || x < 0) return 0;
            at[a] = (int64_t)machine_pick(it->random, (uint64_t)x, y);
            break;
        case DO_BETWEEN:
            if (!it->random || __builtin_sub_overflow(y, x, &over) || over < -1 || over > MOST_CHOICE) return 0;
            at[a] = x + chance_below(it->random, over + 1);
            break;
        case DO_EQUAL: at[a] = x == y; break;
        case DO_OTHER: at[a] = x != y; break;
        case DO_LESS: at[a] = x < y; break;
        case DO_LESS_EQUAL: at[a] = x <= y; break;
        case DO_MORE: at[a] = x > y; break;
        case DO_MORE_EQUAL: at[a] = x >= y; break;
        default: __builtin_unreachable();
        }
    }
}

/* What a dummy would pay or receive goes to who plays it: the first opponent who sits there in person. */
void answer_for_dummies(int64_t *pays, int dummies, int places, int declarer, int mate) {
    for (int dummy = 0; dummy < places; dummy++) {
        if (!(dummies >> dummy & 1)) continue;
        for (int step = 1; step < places; step++) {
            int place = (declarer + step) % places;
            if (dummies >> place & 1 || place == mate) continue;
            pays[place] += pays[dummy], pays[dummy] = 0;
            break;
        }
    }
}

static int read_one(program *of, const int64_t *words, size_t count, size_t *at) {
    if (count - *at < 2 || words[*at] < 0 || words[*at] > LONGEST || words[*at + 1] < 0 || words[*at + 1] > LONGEST) return 0;
    size_t length = (size_t)words[*at], numbers = (size_t)words[*at + 1];
    *at += 2;
    if (count - *at < length + numbers) return 0;
    of->code = malloc((length + 1) * sizeof *of->code);
    of->numbers = malloc((numbers + 1) * sizeof *of->numbers);
    if (!of->code || !of->numbers) return 0;
    of->length = length, of->count = numbers, of->laid_out = numbers < LAID_OUT ? numbers : LAID_OUT;
    for (size_t one = 0; one < length; one++) {
        if (words[*at + one] < 0 || words[*at + one] > UINT32_MAX) return 0;
        of->code[one] = (uint32_t)words[*at + one];
    }
    memcpy(of->numbers, words + *at + length, numbers * sizeof *of->numbers);
    *at += length + numbers;
    return well_formed(of);
}

program *programs_read(const int64_t *words, size_t count, size_t *at, size_t many) {
    program *found = calloc(many, sizeof *found);
    for (size_t nth = 0; found && nth < many; nth++)
        if (!read_one(&found[nth], words, count, at)) {
            programs_free(found, many);
            return NULL;
        }
    return found;
}

void programs_free(program *of, size_t many) {
    for (size_t nth = 0; nth < many; nth++) free(of[nth].code), free(of[nth].numbers);
    free(of);
}
