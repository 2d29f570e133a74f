/* The machine: straight arithmetic over masks, made from rules, which knows no rule. Programs have no way back, so that each
 * ends; one that does what it may not, or outgrows a register, answers no.
 *
 * Nothing here knows a variant, a language that calls it, a clock or a file.
 */
#ifndef CALAREC_MACHINE_H
#define CALAREC_MACHINE_H

#include "chance.h"

#include <stddef.h>
#include <stdint.h>

enum { MACHINE_PLACES = 8, MACHINE_ROWS = 32 };

/* What programs find, and where they leave what they found: numbers of registers. */
enum {
    AT_HANDS = 0, AT_PILES = 8, AT_WON = 16, AT_DEALT = 24, AT_HELD = 32, AT_LIST = 40, AT_DECL = 48, AT_MATE, AT_FOUND,
    AT_ASKED, AT_LAST, AT_OUT, AT_DEALS, AT_IDLE, AT_POINTS, AT_OTHERS, AT_LOCALS, REGISTERS = 256
};

enum { AT_CARDS = AT_LOCALS + 2, AT_TO }; /* of a card that is named with a bid: where rows leave theirs */

/* The first numbers of a program stand in the last registers when it begins, the first in the very last. */
enum { LAID_OUT = 64 };

/* Instructions: four bytes, from the lowest: what, and three registers; numbers and jumps (always ahead) take two bytes. */
enum {
    DO_END, DO_NUMBER, DO_COPY, DO_ADD, DO_SUBTRACT, DO_MULTIPLY, DO_DIVIDE, DO_REMAINDER, DO_AND, DO_OR, DO_XOR, DO_LEFT,
    DO_RIGHT, DO_NEGATE, DO_INVERT, DO_COUNT, DO_LEAST, DO_MOST, DO_AMOUNT, DO_LOAD, DO_STORE, DO_ROW, DO_JUMP, DO_UNLESS,
    DO_EQUAL, DO_OTHER, DO_LESS, DO_LESS_EQUAL, DO_MORE, DO_MORE_EQUAL, DO_COUNT_OF, DO_PICK, DO_BETWEEN
};

/* What lines of an exchange say, and what they leave unsaid. */
enum { ROW_END, ROW_CALL, ROW_LAY, ROW_GIVE, ROW_TAKE, ROW_DISCARD, ROW_UNSAID = -9 };

/* A line of an exchange. */
typedef struct {
    int64_t does, seat, cards, to, shown;
} row;

typedef struct {
    uint32_t *code;
    int64_t *numbers;
    size_t length, count, laid_out;
} program;

/* What programs run on. */
typedef struct {
    int64_t at[REGISTERS];
    row rows[MACHINE_ROWS];
    int many;       /* rows that there are */
    unsigned ended; /* how often it was asked what comes behind the last of them */
    chance *random; /* NULL: nothing is left to chance */
} machine;

/* 1 if the program accepts; what it leaves stands in the registers. */
int machine_runs(machine *it, const program *of);

/* So many of some cards, each choice equally likely; none are drawn if there are no more. */
uint64_t machine_pick(chance *of, uint64_t cards, int64_t number);

/* So many programs from a place of some words on: how many instructions, how many numbers, the instructions, the numbers.
 * NULL if these are none, or there is no memory. */
program *programs_read(const int64_t *words, size_t count, size_t *at, size_t many);
void programs_free(program *of, size_t many);

/* What a dummy would pay or receive goes to who plays it: the first opponent who sits there in person. */
void answer_for_dummies(int64_t *pays, int dummies, int places, int declarer, int mate);

#endif
