/* doubt_view.c - what speaks against predictions. */
#include "doubt_view.h"

#include "counted.h"

#include <inttypes.h>
#include <string.h>

/* Below this share a prediction rests on the smaller part of a graph. */
static const double HALF = 0.5;

/* Doubts in the order of their flags, 1 << i. */
static const char *const WORDS[] = {"label", "size", "value"};

const char *doubt_word(size_t i)
{
    return i < sizeof WORDS / sizeof *WORDS ? WORDS[i] : NULL;
}

static void add_example(doubt_examples *examples, const predicted *row)
{
    if (examples->n < DOUBT_EXAMPLES) {
        examples->number[examples->n] = row->number;
        if (row->id != NULL) examples->id[examples->n] = shown_text(row->id);
    }
    examples->n++;
}

uint32_t doubt_list_add(doubt_list *list, const sg_model *model, const predicted *row)
{
    const bool is_first = list->last != row->number + 1; /* of its graph */
    const uint32_t doubts = sg_model_doubts(model, row->trust, row->score);
    if (row->trust != NULL && is_first && sg_trust_share(row->trust) < HALF)
        add_example(&list->kind[0], row);
    for (uint32_t i = 0; i < DOUBT_KINDS - 1; i++)
        if ((doubts >> i & 1) != 0 && (is_first || 1U << i == SG_DOUBT_VALUE))
            add_example(&list->kind[i + 1], row);
    list->last = row->number + 1;
    return doubts;
}

static void name_examples(const doubt_examples *examples)
{
    for (uint64_t i = 0; i < examples->n && i < DOUBT_EXAMPLES; i++) {
        fprintf(stderr, "%s %" PRIu64, i > 0 ? "," : "", examples->number[i]);
        if (examples->id[i].text[0] != '\0') fprintf(stderr, " (%s)", examples->id[i].text);
    }
    if (examples->n > DOUBT_EXAMPLES) fputs(", ...", stderr);
}

/* What a warning says before and behind the number of items, of one and of many. */
typedef struct saying {
    const char *before, *of_one, *of_many;
} saying;

void doubt_list_warn(const doubt_list *list, const char *one, const char *many)
{
    static const saying says[DOUBT_KINDS] = {
        {"the model knows less than half of ", "", ""},
        {"", " has labels of nodes or edges that no training graph has",
         " have labels of nodes or edges that no training graph has"},
        {"", " has more or fewer nodes than training graphs have",
         " have more or fewer nodes than training graphs have"},
        {"values far from all training targets are predicted for ", "", ""}};
    for (size_t k = 0; k < DOUBT_KINDS; k++) {
        const doubt_examples *e = &list->kind[k];
        if (e->n == 0) continue;
        fprintf(stderr, "warning: %s%s%s:", says[k].before, counted(e->n, one, many).text,
                e->n == 1 ? says[k].of_one : says[k].of_many);
        name_examples(e);
        fprintf(stderr, "; %s predictions for %s say little\n", k == 0 ? "its" : "the",
                e->n == 1 ? "it" : "them");
    }
}
