/* Line by line, each looked at once; only a line that is data for people is read twice. */
#include "layout.h"

#include <string.h>

enum { MOST_NAME = 40 };

typedef struct {
    const uint8_t *at, *end;
} span;

/* ------------------------------------------------------------------ characters */

static inline int between(uint8_t byte, char first, char last) { return byte >= (uint8_t)first && byte <= (uint8_t)last; }

/* Whether a byte goes on with the character before it. */
static inline int goes_on(uint8_t byte) { return (byte & 0xc0) == 0x80; }

/* A half of a pair that stands for a byte which is not text. */
static inline int half(const uint8_t *at, const uint8_t *end) { return *at == 0xed && end - at > 1 && at[1] >= 0xa0; }

/* The bytes of an unusual space; 0 if there is none. */
static size_t wide_space(const uint8_t *at, const uint8_t *end) {
    if (end - at > 1 && at[0] == 0xc2 && at[1] == 0xa0) return 2;
    if (end - at < 3) return 0;
    if (at[0] == 0xe3) return at[1] == 0x80 && at[2] == 0x80 ? 3 : 0;
    if (at[0] != 0xe2 || at[1] != 0x80) return 0;
    return at[2] == 0x82 || at[2] == 0x83 || at[2] == 0x89 || at[2] == 0xaf ? 3 : 0;
}

static size_t characters(span line) {
    size_t found = 0;
    for (const uint8_t *at = line.at; at < line.end; at++) found += !goes_on(*at);
    return found;
}

/* ------------------------------------------------------------------ lines that say nothing */

/* Whether a sign and what follows it is a comment about which there is nothing to report. */
static int silent_comment(span line) {
    if (line.end - line.at < 2 || line.at[0] != ';' || !line.at[1] || !strchr(" ;\t-=#!", line.at[1])) return 0;
    for (const uint8_t *at = line.at; at < line.end; at++)
        if (*at == '\r' || *at == 0x1a || half(at, line.end)) return 0;
    return 1;
}

/* Whether a line ends here, or after spaces with a comment. */
static int ends(span line) {
    if (line.at == line.end) return 1;
    while (line.at < line.end && *line.at == ' ') line.at++;
    return silent_comment(line);
}

static int hex(uint8_t byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10 : -1;
}

/* The number that four digits behind `\u` write; -1 if they are none. */
static int escaped(span line) {
    int found = 0;
    if (line.end - line.at < 6 || line.at[0] != '\\' || line.at[1] != 'u') return -1;
    for (int nth = 2; nth < 6; nth++) {
        int digit = hex(line.at[nth]);
        if (digit < 0) return -1;
        found = found << 4 | digit;
    }
    return found;
}

/* Behind a text in quotes; NULL if there is none. `strict`: what follows a backslash is as in JSON. */
static const uint8_t *after_quoted(span line, int strict) {
    if (line.at == line.end || *line.at != '"') return NULL;
    for (line.at++; line.at < line.end;) {
        if (*line.at == '"') return line.at + 1;
        if (*line.at < 0x20) return NULL;
        if (*line.at != '\\') {
            line.at++;
            continue;
        }
        if (line.end - line.at < 2 || line.at[1] < 0x20) return NULL;
        if (!strict || (line.at[1] != 'u' && strchr("\"\\/bfnrt", line.at[1]))) {
            line.at += 2;
            continue;
        }
        int number = escaped(line);
        if (number < 0 || (number >= 0xdc00 && number < 0xe000)) return NULL;
        line.at += 6;
        if (number < 0xd800 || number >= 0xe000) continue;
        number = escaped(line);
        if (number < 0xdc00 || number >= 0xe000) return NULL;
        line.at += 6;
    }
    return NULL;
}

static int custom(span line) {
    const uint8_t *name = line.at;
    while (line.at < line.end && line.at - name < MOST_NAME &&
           (between(*line.at, 'a', 'z') || between(*line.at, '0', '9') || *line.at == '-'))
        line.at++;
    const uint8_t *named = line.at;
    while (line.at < line.end && *line.at == ' ') line.at++;
    if (named == name || line.at == line.end) return named != name && named == line.end;
    if (*line.at == ';') return silent_comment(line);
    if (line.at - named != 1) return 0;
    while (line.at < line.end) {
        if (*line.at == ';') return silent_comment(line);
        if (*line.at < 0x20) return 0;
        line.at = *line.at == '"' ? after_quoted(line, 0) : line.at + 1;
        if (!line.at) return 0;
    }
    return line.end[-1] != ' ';
}

/* A line in plain layout that is data for people and decides nothing. */
static int silent(span line) {
    size_t length = (size_t)(line.end - line.at);
    if (length > 2 && !memcmp(line.at, "x-", 2)) return line.at += 2, custom(line);
    if (length < 6 || memcmp(line.at, "note ", 5)) return 0;
    line.at += 5;
    line.at = after_quoted(line, 1);
    return line.at && ends(line);
}

/* ------------------------------------------------------------------ one line */

/* A line as it is, a byte for each character; where it ends. */
static char *as_it_is(span line, char *into, int *ascii) {
    for (; line.at < line.end; line.at++) {
        if (*line.at < 0x80)
            *into++ = (char)*line.at;
        else if (!goes_on(*line.at))
            *into++ = '?', *ascii = 0;
    }
    return into;
}

/* The bytes of a space; 0 if there is none. */
static inline size_t space(const uint8_t *at, const uint8_t *end, int told) {
    if (*at == ' ' || (*at == '\t' && told & LAYOUT_TABS)) return 1;
    return *at >= 0x80 && told & LAYOUT_WIDE_SPACES ? wide_space(at, end) : 0;
}

/* How many marks on a card begin here. */
static size_t marks(span line, const uint8_t *first, int told) {
    const uint8_t *at = line.at;
    if (at - first < 2 || !(between(at[-1], 'a', 'z') || at[-1] == '_')) return 0;
    if (!(between(at[-2], '0', '9') || between(at[-2], 'A', 'Z') || at[-2] == '_')) return 0;
    while (at < line.end && (*at == '!' || *at == '?')) at++;
    return at - line.at <= 2 && (at == line.end || space(at, line.end, told)) ? (size_t)(at - line.at) : 0;
}

/* Whether the line of a trick begins here whose number has one digit. */
static int is_trick(const uint8_t *at, const uint8_t *end) {
    return end - at > 3 && between(at[0], '1', '9') && at[1] == ' ' && between(at[2], 'A', 'Z') && at[3] == ':';
}

/* Words with one space between them, without marks on the cards of a trick, whose number is padded; where they end. */
static char *words(span line, int told, char *into, int *ascii) {
    size_t length;
    while (line.at < line.end && (length = space(line.at, line.end, told))) line.at += length;
    const uint8_t *first = line.at;
    int numbered = first < line.end && between(*first, '0', '9'), gap = 0;
    char *start = into, *from = into += numbered; /* room for a space before the number */
    for (; line.at < line.end; line.at += length) {
        length = space(line.at, line.end, told);
        if (length) {
            gap = 1;
            continue;
        }
        if (gap) *into++ = ' ', gap = 0;
        length = numbered && (*line.at == '!' || *line.at == '?') ? marks(line, first, told) : 0;
        if (length) continue;
        length = 1;
        if (*line.at < 0x80)
            *into++ = (char)*line.at;
        else if (!goes_on(*line.at))
            *into++ = '?', *ascii = 0;
    }
    if (!numbered) return into;
    if (is_trick((const uint8_t *)from, (const uint8_t *)into)) {
        *start = ' ';
        return into;
    }
    memmove(start, from, (size_t)(into - from));
    return into - 1;
}

/* A line in plain layout; one with quotes, and one about which there is something to report, as it is. */
static char *plain_line(span line, const layout_limits *limits, char *into, int *ascii) {
    size_t length = (size_t)(line.end - line.at);
    const uint8_t *quote = memchr(line.at, '"', length), *sign = memchr(line.at, ';', length);
    if ((quote && (!sign || quote < sign)) || (length > limits->most && characters(line) > limits->most))
        return as_it_is(line, into, ascii);
    if (sign) {
        span comment = {sign, line.end};
        if (!silent_comment(comment)) return as_it_is(line, into, ascii);
        line.end = sign;
    }
    return words(line, limits->told, into, ascii);
}

/* What a byte is where a line is looked at as a whole. A return that is told may end one; ODD_BYTE may have to be changed. */
enum { PLAIN_BYTE, SPACE_BYTE, ODD_BYTE, RETURN_BYTE = 4, END_BYTE = 8 };

static uint8_t kind_of(unsigned byte, int told) {
    if (byte == ' ') return SPACE_BYTE;
    if (byte == '\n') return END_BYTE;
    if (byte == '\r' && told & LAYOUT_RETURNS) return RETURN_BYTE;
    return byte < ' ' || byte > 126 || byte == '"' || byte == ';' || byte == '!' || byte == '?' ? ODD_BYTE : PLAIN_BYTE;
}

/* Finds the end of a line; whether it has no signs but those of plain layout, and no two spaces together. */
static int has_plain_signs(span *line, const uint8_t *kinds) {
    unsigned before = 0, odd = 0, kind;
    const uint8_t *at = line->at;
    for (; at < line->end && (kind = kinds[*at]) != END_BYTE; at++) {
        odd |= (kind & (before | ODD_BYTE)) | (before & RETURN_BYTE);
        before = kind;
    }
    line->end = at - (before == RETURN_BYTE);
    return !odd && before != SPACE_BYTE;
}

/* Whether a line with such signs is in plain layout, and has something in it, but no data for people. */
static int is_plain(span line) {
    if (line.at == line.end || *line.at == 'x' || line.end[-1] == ' ') return 0;
    return *line.at == ' ' ? is_trick(line.at + 1, line.end) : !is_trick(line.at, line.end);
}

/* ------------------------------------------------------------------ all lines */

static int begins(span line, const char *word, size_t length) {
    return (size_t)(line.end - line.at) >= length && !memcmp(line.at, word, length);
}

size_t layout_text(const char *text, size_t length, const layout_limits *limits, char *into, int64_t *dropped, size_t *many,
                   int *ascii) {
    const char *start = into;
    const uint8_t *at = (const uint8_t *)text, *end = at + length, *next;
    uint8_t kinds[256];
    int in_hand = 0;
    size_t in_row = 0;
    for (unsigned byte = 0; byte < 256; byte++) kinds[byte] = kind_of(byte, limits->told);
    *many = 0, *ascii = 1;
    for (int64_t number = 0; at < end; number++, at = next + 1) {
        span line = {at, end}, made = {(uint8_t *)into, (uint8_t *)into};
        int said = 1, as_before = has_plain_signs(&line, kinds) && is_plain(line);
        char *stop = into + (line.end - line.at);
        next = line.end + (line.end < end && *line.end == '\r');
        if (next == end) break;
        if (as_before)
            memcpy(into, line.at, (size_t)(line.end - line.at));
        else
            stop = plain_line(line, limits, into, &said);
        made.end = (uint8_t *)stop;
        span word = made;
        while (word.at < word.end && *word.at == ' ') word.at++;
        if (begins(word, "hand", 4) || begins(word, "end", 3))
            in_hand = *word.at == 'h', in_row = 0;
        else if (!as_before && in_row < limits->most_row &&
                 (stop == into ? in_hand || line.at < line.end
                               : in_hand && (size_t)(stop - into) <= limits->most && silent(made))) {
            in_row++;
            dropped[(*many)++] = number;
            continue;
        }
        *ascii &= said;
        *stop = '\n';
        into = stop + 1;
    }
    return (size_t)(into - start);
}
