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

uint32_t doubt_list_add(doubt_list *list, const sg_model *model, const predicted *row)
{
    const bool is_first = list->last != row->number + 1; /* of its graph */
    const uint32_t doubts = sg_model_doubts(model, row->trust, row->score);
    const bool little = row->trust != NULL && sg_trust_share(row->trust) < HALF;
    const uint32_t reasons = (is_first ? (uint32_t)little | doubts << 1 : 0) |
                             (doubts & (uint32_t)SG_DOUBT_VALUE) << 1;
    for (uint32_t k = 0; k < DOUBT_KINDS; k++) list->n_of[k] += reasons >> k & 1;
    if (reasons != 0 && list->n < DOUBT_EXAMPLES) {
        list->number[list->n] = row->number;
        if (row->id != NULL) list->id[list->n] = shown_text(row->id);
    }
    list->n += reasons != 0;
    list->last = row->number + 1;
    return doubts;
}

static void name_examples(const doubt_list *list)
{
    for (uint64_t i = 0; i < list->n && i < DOUBT_EXAMPLES; i++) {
        fprintf(stderr, "%s %" PRIu64, i > 0 ? "," : "", list->number[i]);
        if (list->id[i].text[0] != '\0') fprintf(stderr, " (%s)", list->id[i].text);
    }
    if (list->n > DOUBT_EXAMPLES) fputs(", ...", stderr);
}

/* "; 2 have labels ..., 1 has ..."; of a single item without the numbers. */
static void name_reasons(const doubt_list *list)
{
    static const struct {
        const char *of_one, *of_many;
    } says[DOUBT_KINDS] = {
        {"is less than half known to the model", "are less than half known to the model"},
        {"has labels of nodes or edges that no training graph has",
         "have labels of nodes or edges that no training graph has"},
        {"has more or fewer nodes than training graphs have",
         "have more or fewer nodes than training graphs have"},
        {"has a predicted value far from all training targets",
         "have predicted values far from all training targets"}};
    const char *before = list->n == 1 ? "; it " : "; ";
    for (size_t k = 0; k < DOUBT_KINDS; k++) {
        const uint64_t n = list->n_of[k];
        if (n == 0) continue;
        fputs(before, stderr);
        if (list->n > 1) fprintf(stderr, "%" PRIu64 " ", n);
        fputs(n == 1 ? says[k].of_one : says[k].of_many, stderr);
        before = ", ";
    }
}

void doubt_list_warn(const doubt_list *list, const char *one, const char *many)
{
    if (list->n == 0) return;
    fprintf(stderr, "warning: the prediction%s for %s say%s little:", list->n == 1 ? "" : "s",
            counted(list->n, one, many).text, list->n == 1 ? "s" : "");
    name_examples(list);
    name_reasons(list);
    fputc('\n', stderr);
}
