/* The checker: plain hands of text, one after the other, held against rules, with a running score.
 *
 * In go tables (the pack, the names of cards and piles, who sits where), programs (what an exchange may be, what a hand
 * pays: straight arithmetic over masks without loops) and text; out comes how many hands passed, what each pays, and
 * where the first stands of which something may have to be said. That hand is handed back: nothing is ever found fault
 * with here. Auctions are not known beforehand: what one came to is asked for once and kept.
 *
 * Nothing here knows a variant, a language that calls it, a clock or a file. Numbers in tables and programs may be
 * anything: what does not fit is refused, and a program that does what it may not hands the hand back.
 */
#ifndef CALAREC_CHECKER_H
#define CALAREC_CHECKER_H

#include "machine.h"

#include <stddef.h>
#include <stdint.h>

enum { CHECKER_PLACES = MACHINE_PLACES, CHECKER_PILES = 8, CHECKER_LABELS = 10, CHECKER_CARDS = 62, CHECKER_NAME = 9, CHECKER_OUT = 8, CHECKER_SIGNALS = 32, CHECKER_DECLARED = 16 };

/* How tables are laid out, word by word; what is counted follows behind. */
enum {
    TABLE_PLACES, TABLE_SIZE, TABLE_MONTE, TABLE_PILE, TABLE_PILES, TABLE_CONTRACTS, TABLE_CARDS, TABLE_MUST, TABLE_AUCTION,
    TABLE_CALLS, TABLE_COUNTS, TABLE_WHOLE, TABLE_LEFTOVER, TABLE_THROWN_IN, TABLE_PLAYED_OUT, TABLE_STAYS, TABLE_SHOWS, TABLE_CLAIMS,
    TABLE_AT_ONCE, TABLE_POINTS, TABLE_CARRIES, TABLE_SIGNALS, TABLE_DRAWS, TABLE_DECLARED, TABLE_LABELS, TABLE_PEOPLE, TABLE_HEAD
};
/* then: the letter of each label; of each card its two characters, as one number, and the cards of its suit; of each pile
 * the length of its name and the name; of each contract the same, whether a card is named with its bid, and whether
 * the play begins once it is called; of each word of a signal its name, whether the declarer may not say it, whether only
 * who leads, and in which contracts (0: all); of each word that may be declared its name, after how many tricks and until
 * when, by whom, whether cards that were played count, how many melds there are, and of each the cards and what it adds to
 * the score of everybody on the side; then programs:
 * how many instructions, how many numbers, the instructions, the numbers. A program of no length: hand back. */
enum { PROGRAM_EXCHANGE, PROGRAM_PAYMENT, PROGRAM_CLAIMED, PROGRAM_CALLED, PROGRAMS }; /* of each contract */
enum { PROGRAM_OUT, PROGRAM_POINTS, PROGRAM_CLAIMABLE, PROGRAMS_BEHIND }; /* of a hand without one, and of any */

enum { CARRIES_NOTHING, CARRIES_AUCTION, CARRIES_PILE }; /* when all pass: a narrowed auction, and what lies on the pile too */
enum { DRAWS_NOTHING, DRAWS_CLOSED, DRAWS_OPEN }; /* behind each trick, from the pile that is dealt, until it is used up */
enum { CLAIMS_NOBODY, CLAIMS_ANYONE, CLAIMS_DECLARER };
enum { DECLARED_BY_ANYONE, DECLARED_BY_DECLARER, DECLARED_BY_OPPONENTS };
enum { COUNTS_PAYMENTS, COUNTS_WINNERS, COUNTS_POINTS, COUNTS_DECLARER };

/* Who sits where when somebody deals: words in this order. */
enum {
    SEATING_DEALER, SEATING_PLACE, SEATING_IDLE, SEATING_DUMMIES, SEATING_OUT, SEATING_HEAD
}; /* then: the text of who sits out, the letter of each place, for each label its place or -1, and the side of each place */

typedef struct {
    int64_t totals[CHECKER_LABELS];
    int64_t highest[CHECKER_LABELS]; /* what each has come to at most after one of the hands that passed */
    int64_t goal;  /* the match may be over once somebody has so much; INT64_MAX: never */
    int64_t deals; /* after how many more hands that were played it may be over; INT64_MAX: never */
    int64_t limit; /* the same for a match that begins; 0: a line with which one begins is handed back */
    int64_t begun; /* how many matches have begun, and hands that were played since the last of them, or since the first hand */
    int64_t since;
    int64_t carried; /* what stayed on the pile since all passed, 0 if only the auction is narrowed; -1: nothing is carried */
    int due;       /* whose deal it is, a letter; 0: nobody knows */
    int dealt;     /* who dealt last */
    int length;    /* of the name of the hand before */
    char name[CHECKER_NAME];
    int called; /* the length of the name of the match that began last */
    char match[CHECKER_NAME];
    int closed; /* whether totals were stated */
} checker_score;

typedef enum { CHECKER_BACK, CHECKER_SEATING, CHECKER_AUCTION, CHECKER_FULL, CHECKER_OVER, CHECKER_DONE } checker_stop;

typedef struct checker checker;

/* NULL if the words are not tables, or there is no memory. */
checker *checker_new(const int64_t *words, size_t count);
void checker_free(checker *it);

/* Who sits where when a seat deals; 0 if the words are not a seating. */
int checker_seat(checker *it, const int64_t *words, size_t count);

/* The dealer of an auction that is narrowed by the hand before: his letter and this. */
enum { CHECKER_NARROWED = 128 };

/* What the auction of some lines came to: the number of a contract, -1 if all passed, -2 if it is not as it should be; 0 if
 * it cannot be kept. */
int checker_learn(checker *it, int dealer, const char *said, size_t length, int contract, int declarer, int leader);

/* How many numbers a hand leaves: payments and gains by label, and what it states: 0 nothing, 2 totals, 1 something else;
 * 4 more if a match begins with it, and 8 more if it was not played. */
int checker_width(const checker *it);

/* Checks hands from *at on, whole hands up to `end`; CHECKER_OVER: with the last that passed the match may be over, and no
 * other one begins. Leaves in *hands how many passed, in *lines on how many lines, in *at where the next begins, and for CHECKER_SEATING and CHECKER_AUCTION what is asked about: the
 * dealer's letter in *dealer (of an auction with CHECKER_NARROWED, if it is), the lines of the auction in *said, until the next call. */
checker_stop checker_run(checker *it, const char *text, size_t end, size_t *at, checker_score *score, int32_t *rows,
                         size_t room, size_t *hands, size_t *lines, int *dealer, const char **said, size_t *length);

#endif
