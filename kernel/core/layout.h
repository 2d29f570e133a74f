/* The layout of a text: what says nothing is taken out, so that the checker finds hands in the form that it knows.
 *
 * In goes a text of whole lines as UTF-8; out comes the text in plain layout, a byte for each character, and the numbers of
 * the lines that were dropped. `bulk/searched_text.py` does the same in Python and says what layout is.
 */
#ifndef CALAREC_LAYOUT_H
#define CALAREC_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

/* What has been reported of the file, and is layout from then on. */
enum { LAYOUT_RETURNS = 1, LAYOUT_TABS = 2, LAYOUT_WIDE_SPACES = 4 };

typedef struct {
    int told;        /* LAYOUT_… */
    size_t most;     /* the characters of the longest line that is read */
    size_t most_row; /* the most lines that are dropped of a hand or an interval */
} layout_limits;

/* Writes at most a byte more for each line than the text has, and the number of each dropped line; how many bytes.
 * *ascii: whether all that was written are characters of ASCII; for another one there is a question mark. */
size_t layout_text(const char *text, size_t length, const layout_limits *limits, char *into, int64_t *dropped, size_t *many,
                   int *ascii);

#endif
