/* labeling_kinds.c - the table of all labelings, and what they share. */
#include "invariants/labeling.h"

#include "base/observer.h"
#include "base/wording.h"

#define LIST(kind, tag, number) &(kind),
static const sg_labeling_kind *const KINDS[] = {SG_LABELING_LIST(LIST)};

enum { N_KINDS = sizeof KINDS / sizeof KINDS[0] }; /* NOLINT(bugprone-sizeof-expression) */

const sg_labeling_kind *const *sg_labeling_kinds(size_t *n_kinds)
{
    *n_kinds = N_KINDS;
    return KINDS;
}

sg_status sg_labeling_check(const sg_labeling *labeling, const sg_one_graph *graph,
                            sg_error *err)
{
    sg_words words = {0};
    while (labeling != NULL && labeling->kind->follows_arcs) labeling = labeling->base;
    if (labeling == NULL || !sg_arcs_are_special(graph->rules)) return SG_OK;
    for (size_t i = 0; i < N_KINDS; i++)
        if (KINDS[i]->follows_arcs) sg_words_add(&words, KINDS[i]->name);
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "%s: it is for undirected graphs without self-loops, and these %s; %s "
                        "are for all graphs",
                        labeling->kind->name,
                        graph->rules.directed ? "are directed" : "keep self-loops",
                        sg_words_end(&words, "and"));
}

sg_status sg_labeling_start(sg_key *key, const sg_labeling *labeling, const sg_label_work *work,
                            sg_error *err)
{
    static const sg_labeling from_data = {.kind = &sg_labeling_label};
    const sg_labeling *base = labeling->base != NULL ? labeling->base : &from_data;
    return base->kind->label(key, base, work, err);
}

/* Whoever spends so many steps at once has worked for a millisecond or so. */
enum { LONG_STEP = 100000 };

sg_status sg_budget_spend(const sg_label_work *work, const sg_labeling *labeling,
                          uint64_t steps, sg_error *err)
{
    sg_budget *budget = work->budget;
    if (steps <= budget->steps_left) {
        budget->steps_left -= steps;
        return steps < LONG_STEP ? sg_watch_ask(err) : sg_watch_ask_seldom(err);
    }
    budget->steps_left = 0;
    const sg_one_graph *graph = work->graph;
    const uint32_t n_arcs = graph->arc_offset[graph->n_nodes] - graph->arc_offset[0];
    return sg_error_set(err, SG_ELIMIT, SG_WHERE,
                        "%s: graph %u (%u nodes, %u edges) takes more steps than the budget "
                        "allows",
                        labeling->kind->name, graph->number, graph->n_nodes, n_arcs / 2);
}

/* Digits from *text on; false where there are none or too many. */
static bool read_number(uint32_t *value, const char **text)
{
    const char *p = *text;
    uint64_t sum = 0;
    for (; *p >= '0' && *p <= '9' && sum <= UINT32_MAX; p++)
        sum = sum * 10 + (uint64_t)(*p - '0');
    if (p == *text || sum > UINT32_MAX) return false;
    *value = (uint32_t)sum;
    *text = p;
    return true;
}

sg_status sg_parse_number(sg_labeling_parameters *parameters, const char *text, uint32_t lowest,
                          uint32_t highest, sg_error *err)
{
    const char *p = text;
    uint32_t value = 0;
    if (!read_number(&value, &p) || *p != '\0' || value < lowest || value > highest)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "found \"%.40s\"; a whole number from %u to %u is needed", text,
                            lowest, highest);
    parameters->max = value;
    return SG_OK;
}

sg_status sg_parse_range(sg_labeling_parameters *parameters, const char *text, uint32_t lowest,
                         uint32_t highest, sg_error *err)
{
    const char *p = text;
    uint32_t min = 0, max = 0;
    bool right = read_number(&min, &p);
    if (right && *p == '-') {
        p++;
        right = read_number(&max, &p);
    } else {
        max = min;
        min = lowest;
    }
    if (!right || *p != '\0' || min < lowest || max < min || max > highest)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "found \"%.40s\"; MAX or MIN-MAX from %u to %u is needed", text,
                            lowest, highest);
    parameters->min = min;
    parameters->max = max;
    return SG_OK;
}
