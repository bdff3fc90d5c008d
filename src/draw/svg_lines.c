/* svg_lines.c - words broken into lines, greedily. */
#include "draw/svg.h"

#include <string.h>

enum { LONGEST = 300 };

/* How many bytes of a word that is too long for a line fit into it, one character at least. */
static size_t fitting_letters(const char *word, size_t length, double size, double width)
{
    char line[LONGEST];
    memcpy(line, word, length);
    line[length] = '\0';
    while (length > 1 && sg_svg_text_width(line, size) > width) {
        do length--;
        while (length > 1 && ((unsigned char)word[length] & 0xc0) == 0x80);
        line[length] = '\0';
    }
    return length;
}

/* How many bytes of the words fit into a line: as many words as have room, or a part of the first. */
static size_t fitting(const char *words, double size, double width)
{
    char line[LONGEST];
    size_t fits = 0;
    for (size_t i = 1; i < LONGEST; i++) {
        if (words[i] != ' ' && words[i] != '\0') continue;
        memcpy(line, words, i);
        line[i] = '\0';
        if (fits > 0 && sg_svg_text_width(line, size) > width) break;
        fits = i;
        if (words[i] == '\0') break;
    }
    if (fits == 0) fits = strnlen(words, LONGEST - 1);
    return fitting_letters(words, fits, size, width);
}

uint32_t sg_svg_lines(sg_svg *svg, double x, double y, double size, double step, double width,
                      const char *class_name, const char *words)
{
    uint32_t n_lines = 0;
    while (*words == ' ') words++;
    while (*words != '\0') {
        char line[LONGEST];
        const size_t fits = fitting(words, size, width);
        memcpy(line, words, fits);
        line[fits] = '\0';
        if (svg != NULL)
            sg_svg_text(svg, x, y + step * n_lines, size, SG_ANCHOR_START, class_name, "%s",
                        line);
        words += fits;
        while (*words == ' ') words++;
        n_lines++;
    }
    return n_lines;
}
