/* atom_name.c - isotope, element, hydrogens, charge, in this order. */
#include "chem/atom_name.h"

#include "chem/elements.h"

#include <string.h>

static const char *skip_blanks(const char *text)
{
    while (*text == ' ') text++;
    return text;
}

/* A number of up to three digits, `missing` where there is none. */
static uint32_t read_number(const char **text, uint32_t missing)
{
    uint32_t number = 0, n_digits = 0;
    for (; **text >= '0' && **text <= '9' && n_digits < 4; ++*text, n_digits++)
        number = 10 * number + (uint32_t)(**text - '0');
    return n_digits > 0 ? number : missing;
}

static bool read_element(uint8_t *element, const char **text)
{
    size_t length = 0;
    if (**text == '*') {
        *element = SG_ELEMENT_ANY;
        ++*text;
        return true;
    }
    *element = sg_element_find(&length, *text, strlen(*text));
    *text += length;
    return *element != 0;
}

bool sg_atom_name_parse(sg_named_atom *atom, const char *name)
{
    sg_named_atom made = {0};
    const char *text = skip_blanks(name);
    made.isotope = (uint16_t)read_number(&text, 0);
    if (!read_element(&made.element, &text)) return false;
    text = skip_blanks(text);
    if (*text == 'H') {
        text++;
        const uint32_t n = read_number(&text, 1);
        if (n > 9) return false;
        made.hydrogens = (uint8_t)n;
        text = skip_blanks(text);
    }
    if (*text == '+' || *text == '-') {
        const int sign = *text++ == '+' ? 1 : -1;
        const uint32_t n = read_number(&text, 1);
        if (n > 9) return false;
        made.charge = (int8_t)(sign * (int)n);
        text = skip_blanks(text);
    }
    for (; *text == '@' && made.n_hands < 2; text++) made.n_hands++;
    made.is_marked = *text == '!';
    if (made.is_marked) text++;
    if (*text != '\0') return false;
    *atom = made;
    return true;
}
