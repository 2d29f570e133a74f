/* Playouts: hands dealt, said, exchanged, played and settled by chance, as many a second as can be.
 *
 * In go tables (the pack, what is dealt, who leads), programs (what an exchange leaves to chance, what a hand pays) and the
 * state of a generator; out comes what each hand came to. Auctions are not known beforehand: where a word leads is asked
 * once, then a hand goes on where it stood. What programs do not accept ends it: the caller has to do without.
 *
 * Nothing here knows a variant, a language that calls it, a clock or a file.
 */
#ifndef CALAREC_PLAYOUTS_H
#define CALAREC_PLAYOUTS_H

#include "machine.h"

enum { PLAYOUT_PLACES = MACHINE_PLACES, PLAYOUT_PILES = 8, PLAYOUT_CARDS = 62, PLAYOUT_CONTRACTS = 64, PLAYOUT_TABLES = 8 };

/* How tables are laid out, word by word; what is counted follows behind. */
enum {
    PLAYOUT_HAS_PLACES, PLAYOUT_HAS_SIZE, PLAYOUT_HAS_PILES, PLAYOUT_HAS_CARDS, PLAYOUT_HAS_CONTRACTS, PLAYOUT_MUST,
    PLAYOUT_PLAYED_OUT, PLAYOUT_HAS_TABLES, PLAYOUT_HEAD
};
/* then: of each card the cards of its suit; of each pile how many are dealt to it; of each table the dealer's place and a
 * mask of dummies; of each contract whether a card is named with its bid, whether anybody acts before the play, to how many
 * contracts it may be raised and to which; of each contract and of none, for each table and declarer, who leads; then
 * programs of each contract, and one of a hand without. */
enum { PLAYOUT_CHANCE, PLAYOUT_PAYMENT, PLAYOUT_CALLABLE, PLAYOUT_CALLED, PLAYOUT_PROGRAMS };

/* What a hand leaves: numbers in this order, then what each place has won, what it is paid, and the piles. */
enum { PLAYED_CONTRACT, PLAYED_DECLARER, PLAYED_MATE, PLAYED_LAST, PLAYED_HEAD };
enum { PLAYED_NOTHING = -2, PLAYED_FREELY = -1 }; /* contracts: all passed and nothing was played, or it was played without */

typedef enum { PLAYOUTS_LOST, PLAYOUTS_AUCTION, PLAYOUTS_FULL } playouts_stop;

typedef struct playouts playouts;

/* NULL if the words are not tables and no state of a generator, or there is no memory. */
playouts *playouts_new(const int64_t *words, size_t count, const int64_t *state, size_t length);
void playouts_free(playouts *it);

/* A point of the auction: who speaks, the contract for which he names a card or -1, how many words he has. Its number; -1 if
 * it cannot be kept. The first points are those with which the auctions of the tables begin. */
int playouts_point(playouts *it, int seat, int calling, int words);

/* Where a word of a point leads: to another, or (-1) to the end, with a contract or without (-1). 0 if there is no such word. */
int playouts_leads(playouts *it, int point, int word, int next, int contract, int declarer);

/* How many numbers a hand leaves. */
int playouts_width(const playouts *it);

/* Plays so many hands; leaves in *hands how many are in `rows`, and for PLAYOUTS_AUCTION which word of which point is asked
 * about. After PLAYOUTS_LOST nothing more can be done. */
playouts_stop playouts_run(playouts *it, int64_t *rows, size_t room, size_t *hands, int *point, int *word);

#endif
