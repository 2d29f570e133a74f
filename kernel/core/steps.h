/* Steps: hands played decision by decision, for learning: deal, legal actions, apply, observe, gains.
 *
 * Tables (the pack, the auction, the steps of each contract), programs (who may do what in a step, what it changes, what a
 * hand pays) and templates of observations go in. Actions are slots of the layout in `calarec/learning/layout.py`, and a
 * table that was made for another layout is refused. `calarec/learning/stepped_hand.py` is the plain twin: the same
 * decisions in the same order, the same legal slots, the same bytes.
 *
 * Nothing here knows a variant, a language that calls it, a clock or a file. A program that does what it may not ends the
 * hand as lost, and the caller has to do without.
 */
#ifndef CALAREC_STEPS_H
#define CALAREC_STEPS_H

#include "machine.h"

enum {
    STEPS_PLACES = MACHINE_PLACES, STEPS_PILES = 4, STEPS_CARDS = 62, STEPS_CONTRACTS = 16, STEPS_MOVES = 16,
    STEPS_POINTS = 1 << 14, STEPS_WAYS = 24
};

/* Slots of actions. */
enum { SLOT_CARDS = 64, SLOT_BID = 64, SLOT_UNSEEN = 112, SLOT_DONE = 113, SLOTS = 114, SLOT_WORDS = SLOT_UNSEEN - SLOT_CARDS };

/* First bytes of the fields of an observation. */
enum {
    SEES_KNOWN = 0, SEES_PILES = 512, SEES_CHOSEN = 768, SEES_PLAYED = 832, SEES_WON = 1344, SEES_TRICK = 1856,
    SEES_CALLED = 2368, SEES_SAID = 2496, SEES_HAND_SIZES = 2880, SEES_PILE_SIZES = 2888, SEES_TRICKS_WON = 2892,
    SEES_DECLARER = 2916, SEES_PARTNERS = 2924, SEES_CALLED_FROM = 2940, SEES_TURN = 2974, SEES_LEADER = 2982,
    SEES_ACTING_FOR = 2990, SEES_TASK = 2998, SEES_RECEIVER = 3009, SEES_PILE = 3017, SEES_NUMBERS = 3021,
    SEES_MOMENT = 3025, SEES_BYTES = 3188
};

/* Kinds of decisions, as the layout numbers them. */
enum { TASK_BID, TASK_RAISE, TASK_DOUBLE, TASK_CALL, TASK_TRUMP, TASK_LAY, TASK_GIVE, TASK_TAKE, TASK_DISCARD, TASK_PLAY, TASKS };

/* How tables are laid out, word by word; what is counted follows behind. */
enum {
    STEPS_HAS_PLACES, STEPS_HAS_SIZE, STEPS_HAS_PILES, STEPS_HAS_CARDS, STEPS_HAS_CONTRACTS, STEPS_MUST, STEPS_PLAYED_OUT,
    STEPS_DEALER, STEPS_IDLE, STEPS_COUNTS_POINTS, STEPS_WHOLE, STEPS_LEFTOVER, STEPS_LOWEST, STEPS_HAS_POINTS, STEPS_HEAD
};
/* then: the constants of the layout (`steps_layout`); of each card its slot, the cards of its suit and the cards with greater
 * slots; of each pile how many are dealt to it; of each place the places of its side; who leads without a contract; of each
 * contract (CONTRACT_… and then who leads by declarer, slots and contracts of raises, steps of STEP_WORDS each); of each point
 * of the auction its seat, the contract for which a card is named or -1, how many ways lead on, and of each way its slot, the
 * next point or -1, the contract or -1, the declarer; then the programs of each contract, and two of a hand without one. */
enum { CONTRACT_PARTNER, CONTRACT_REVEALED, CONTRACT_RAISES, CONTRACT_STEPS, CONTRACT_WORDS };
enum { REVEALED_WHEN_PLAYED, REVEALED_AT_CALL, REVEALED_AT_END };
enum { STEP_KIND, STEP_TASK, STEP_PILE, STEP_OPEN, STEP_TURNS, STEP_FIRST_TWO, STEP_EACH, STEP_IN_TURN, STEP_WORDS };
enum { STEP_LOOKS, STEP_MOVES, STEP_SHARES };
enum { TURNS_NOTHING, TURNS_FOR_DECLARER, TURNS_FOR_OPPONENTS, TURNS_FOR_ALL }; /* who sees a pile before it is taken from */
enum { EACH_EQUAL, EACH_ANY, EACH_ALL };
/* Programs of each contract: what it pays, which cards may be named with its bid, what comes of that; of each of its steps:
 * whether anybody acts, who, with which cards, the fewest, the most, to where (left in the list), and what comes of it. */
enum { STEPS_PAYMENT, STEPS_CALLABLE, STEPS_CALLED, STEPS_PROGRAMS };
enum { STEPS_OFFERED, STEPS_MADE, STEP_PROGRAMS };
enum { STEPS_OUT, STEPS_TAKEN, STEPS_PROGRAMS_BEHIND };

typedef struct steps steps;

enum { STEPS_LAYOUT = 27 };
extern const int64_t steps_layout[STEPS_LAYOUT];

/* So many hands, none of them dealt; NULL if the words are not tables, the templates do not belong to them, the words are not a
 * state of a generator, or there is no memory. Templates: SEES_BYTES for each place and for a seat that sits out, of each
 * without a contract and with each. */
steps *steps_new(const int64_t *words, size_t count, const uint8_t *templates, size_t length, const int64_t *state, size_t states,
                 size_t hands);
void steps_free(steps *it);
size_t steps_hands(const steps *it);
int steps_places(const steps *it);
int steps_piles(const steps *it);

/* Begins a hand with cards as they are dealt, or by chance; 0 if these are not such cards. */
int steps_deal(steps *it, size_t hand, const uint64_t *hands, const uint64_t *piles);
int steps_shuffle(steps *it, size_t hand);

/* Who decides now; or that none does. */
enum { STEPS_OVER = -1, STEPS_DRAWS = -2, STEPS_LOST = -3 };
int steps_seat(const steps *it, size_t hand);

/* A byte for each slot: 1 for a legal one. */
const uint8_t *steps_mask(const steps *it, size_t hand);

/* Applies a legal slot; 0 if it is not legal. Chance draws by itself only if `by_chance`. */
int steps_apply(steps *it, size_t hand, int slot, int by_chance);

/* The cards of which chance draws so many, and a draw of them; 0 if nothing is drawn, or not these. */
int steps_drawn_from(const steps *it, size_t hand, uint64_t *pool);
int steps_draw(steps *it, size_t hand, uint64_t cards);

/* The observation of a place (STEPS: of a seat that sits out, the number of places), SEES_BYTES bytes; 0: no such place. */
int steps_observe(const steps *it, size_t hand, int place, uint8_t *into);

/* What each place and a seat that sits out gains; 0 if the hand is not over, or its program failed. */
int steps_gains(steps *it, size_t hand, int64_t *into);

/* The same hand once more, in the place of another. */
int steps_copy(steps *it, size_t from, size_t to);

/* A legal slot by chance; -1 if there is none. */
int steps_choose(steps *it, size_t hand);

#endif
