/* The solver: what a side wins from a position when everybody plays as well as can be, all cards known.
 *
 * In go tables (how many places, suits as masks of cards, points by card, which places win together, whether suit must
 * be followed, what the last trick is worth) and who holds which card; out comes whether the side can have so much, or
 * so many of the outcomes that it wants. Nothing here knows a variant, a language that calls it, a clock or a file.
 *
 * A card is a number below 64, a set of cards a mask. The cards of a suit have neighbouring numbers; the greater wins.
 */
#ifndef CALAREC_SOLVER_H
#define CALAREC_SOLVER_H

#include <stdint.h>

enum { SOLVER_PLACES = 8, SOLVER_SUITS = 8, SOLVER_RANKS = 16, SOLVER_CARDS = 64, SOLVER_WORTH = 30000 };

typedef struct {
    int places, suits, cards, side, must, last;
    int lazy; /* the places that may hold more cards than there are tricks and lay the rest aside in the end, to whoever
                 wins the last trick: more than who has to choose beforehand can have, never less */
    uint64_t suit[SOLVER_SUITS];
    int points[SOLVER_CARDS];
    uint64_t owners[SOLVER_PLACES];
} solver_facts;

/* A set of wanted outcomes: a cell for so many further tricks and points of the side; bit 1: wanted if the last trick
 * is the other side's, bit 2: if it is its own. */
typedef struct {
    int tricks, points;
    const uint8_t *cells; /* (tricks + 1) rows of (points + 1) */
} solver_question;

typedef struct {
    uint64_t hands[SOLVER_PLACES];
    int leader, played;
    uint8_t trick[SOLVER_PLACES];
    int tricks, points; /* of the side, since the position for which a question was made; without one: what the last
                           trick is worth besides what the facts say */
} solver_moment;

typedef enum { SOLVER_FOUND, SOLVER_SPENT, SOLVER_MALFORMED, SOLVER_NO_MEMORY } solver_answer;

/* Asked after as many nodes as were granted; answers how many more are, 0 to stop. */
typedef uint64_t (*solver_grant)(void *context, uint64_t nodes);

typedef struct solver solver;

/* A solver for all moments of one deal; NULL with the reason in *why. The question is copied; without one points are counted. */
solver *solver_new(const solver_facts *facts, const solver_question *question, solver_answer *why);
void solver_free(solver *it);

/* Another deal with the same facts, for a solver without a question: what it has found of positions is kept. */
solver_answer solver_hold(solver *it, const uint64_t *owners);

/* Whether the side can have `target` further points: *value is at least the target and no more than it can have, or
 * below the target and no less. With a question: whether it can have what it wants, 1 or 0. */
solver_answer solver_ask(solver *it, const solver_moment *moment, int target, uint64_t granted, solver_grant grant,
                         void *context, int *value);

/* How many nodes the last question took. */
uint64_t solver_nodes(const solver *it);

/* The cards on whose rank the last answer rests. It holds for every deal with the same holders and points from the top
 * of each suit down to the lowest of these, and with as many cards of each holder and worth below. */
uint64_t solver_rests(const solver *it);

#endif
