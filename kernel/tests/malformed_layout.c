/* Bytes at random, in rooms of exactly the promised size: a sanitizer says what was written or read beyond them. */
#include "../core/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const PARTS[] = {"\n", "\n", "\r\n", " ", "  ", "\t", "1 A: 3b!", "hand", "\nhand 1\n", "\nend\n", "note \"", "note \"\\u",
                                    "\\ud83d", "x-", "x-a \"", "\"", ";", "; a", "\xc2", "\xa0", "\xe2\x80", "\x82", "\xed\xa0", "\xff", "3b?", "_"};

int main(int count, char **given) {
    long runs = count > 1 ? atol(given[1]) : 1000, all = 0;
    srand(1);
    for (long run = 0; run < runs; run++) {
        char draft[400] = "";
        size_t length = 0, lines = 0, many;
        for (int parts = rand() % 24; parts; parts--) {
            const char *part = PARTS[(size_t)rand() % (sizeof PARTS / sizeof *PARTS)];
            memcpy(draft + length, part, strlen(part)), length += strlen(part);
        }
        for (size_t at = 0; at < length; at++) lines += draft[at] == '\n';
        char *text = malloc(length + !length), *into = malloc(length + lines + !(length + lines));
        int64_t *dropped = malloc((lines + !lines) * sizeof *dropped);
        if (!text || !into || !dropped) return 1;
        memcpy(text, draft, length);
        layout_limits limits = {rand() % 8, (size_t)(rand() % 40), (size_t)(rand() % 3)};
        int ascii;
        size_t end = layout_text(text, length, &limits, into, dropped, &many, &ascii);
        if (end > length + lines || many > lines) return 2;
        all += (long)many;
        free(text), free(into), free(dropped);
    }
    printf("%ld\n", all);
    return 0;
}
