/* wording.c - texts of others inside of our messages, and lists of names. */
#include "base/wording.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_QUOTED = 48 };

/* Where to cut text[0 .. length) so that at most `room` bytes stay and no character of UTF-8 is
 * torn. */
static size_t cut(const char *text, size_t length, size_t room)
{
    if (length <= room) return length;
    size_t n = room;
    while (n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80) n--;
    return n;
}

static void hide_controls(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == '\x7f') *text = '?';
}

const char *sg_quote(char quoted[SG_QUOTED], const char *text, size_t length)
{
    const size_t shown = cut(text, length, LONGEST_QUOTED);
    (void)snprintf(quoted, SG_QUOTED, "\"%.*s%s\"", (int)shown, text,
                   shown < length ? "..." : "");
    hide_controls(quoted);
    return quoted;
}

void sg_hint_begin(sg_hint *hint, const char *wanted, size_t length)
{
    *hint = (sg_hint){0};
    memcpy(hint->wanted, wanted, cut(wanted, length, sizeof hint->wanted - 1));
}

void sg_hint_offer(sg_hint *hint, const char *name)
{
    hint->nearest.wanted = hint->wanted;
    sg_nearest_offer(&hint->nearest, name);
    if (hint->full) return;
    const size_t room = sizeof hint->text - hint->size;
    const int length = snprintf(hint->text + hint->size, room, "%s%s",
                                hint->size > 0 ? ", " : "allowed: ", name);
    hint->full = (size_t)length + sizeof ", ..." > room;
    if (!hint->full)
        hint->size += (size_t)length;
    else
        (void)snprintf(hint->text + hint->size, room, "%s",
                       hint->size > 0 ? ", ..." : "allowed: ...");
}

const char *sg_hint_end(sg_hint *hint)
{
    if (hint->nearest.name != NULL)
        (void)snprintf(hint->text, sizeof hint->text, "did you mean \"%s\"?",
                       hint->nearest.name);
    else if (hint->size == 0 && !hint->full)
        (void)snprintf(hint->text, sizeof hint->text, "allowed: nothing");
    hide_controls(hint->text);
    return hint->text;
}

static void append(sg_words *words, const char *between, const char *word)
{
    const size_t room = sizeof words->text - words->size;
    const int length = snprintf(words->text + words->size, room, "%s%s", between, word);
    if ((size_t)length < room)
        words->size += (size_t)length;
    else
        words->text[words->size] = '\0';
}

void sg_words_add(sg_words *words, const char *word)
{
    if (words->last != NULL) append(words, words->size > 0 ? ", " : "", words->last);
    words->last = word;
}

const char *sg_words_end(sg_words *words, const char *joint)
{
    char between[16] = "";
    if (words->size > 0) (void)snprintf(between, sizeof between, " %s ", joint);
    if (words->last != NULL) append(words, between, words->last);
    return words->text;
}

/* The number behind a colon at *p, which then is behind it. */
static bool read_number(uint64_t *number, const char **p)
{
    const char *digit = *p;
    if (*digit++ != ':' || *digit < '0' || *digit > '9') return false;
    *number = 0;
    for (; *digit >= '0' && *digit <= '9'; digit++)
        *number = *number * 10 + (uint64_t)(*digit - '0');
    *p = digit;
    return true;
}

const char *sg_error_read_place(uint64_t *line, uint64_t *column, const char *path,
                                const char *text)
{
    const size_t size = strlen(path);
    const char *p = text + size;
    uint64_t number = 0, at = 0;
    if (strncmp(text, path, size) != 0 || !read_number(&number, &p)) return NULL;
    (void)read_number(&at, &p);
    if (p[0] != ':' || p[1] != ' ') return NULL;
    *line = number;
    *column = at;
    return p + 2;
}
