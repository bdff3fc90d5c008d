/* near_values.c - "fwl:2 within 4" in parts. */
#include "invariants/properties/near_values.h"

#include "base/machine/account.h"
#include "invariants/labeling.h"
#include "invariants/properties/keyed_rows.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_WITHIN = 1023 };

static bool read_number(uint32_t *number, const char **text, uint32_t highest)
{
    const char *p = *text;
    uint64_t sum = 0;
    for (; *p >= '0' && *p <= '9' && sum <= highest; p++) sum = sum * 10 + (uint64_t)(*p - '0');
    if (p == *text || sum > highest) return false;
    *number = (uint32_t)sum;
    *text = p;
    return true;
}

/* A number, or distances. */
static bool read_distances(sg_property_parameters *read, const char *text)
{
    const char *p = text;
    if (read_number(&read->within, &p, MAX_WITHIN) && p[strspn(p, " ")] == '\0') return true;
    if (sg_parse_values(read, text, NULL) != SG_OK) return false;
    read->within = read->max_value;
    return true;
}

sg_status sg_parse_within(sg_property_parameters *parameters, const char *text, sg_error *err)
{
    static const char word[] = "within";
    const char *p = text + strspn(text, " ");
    sg_property_parameters read = {.within = SG_WITHIN_ALL};
    if (*p != '\0') {
        const bool has_word = strncmp(p, word, sizeof word - 1) == 0;
        if (has_word) p += sizeof word - 1;
        if (!has_word || !read_distances(&read, p + strspn(p, " ")))
            return sg_error_set(
                err, SG_EINVAL, SG_WHERE,
                "found \"%.40s\"; \"within D\" with a distance from 0 to %d, or "
                "with distances like 1..4 or 2,4, is all that is allowed here",
                text, MAX_WITHIN);
    }
    *parameters = read;
    return SG_OK;
}

bool sg_distance_counts(const sg_property_parameters *parameters, uint32_t distance)
{
    const bool all = parameters->max_value == 0 && parameters->value_set[0] == 0;
    return all || sg_value_counts(parameters, distance);
}

sg_status sg_parse_rounds_within(sg_property_parameters *parameters, const char *text,
                                 uint32_t lowest, uint32_t highest, sg_error *err)
{
    const char *p = text;
    uint32_t number = 0;
    if (*p != ':' || (p++, !read_number(&number, &p, highest)) || number < lowest)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "found \"%.40s\"; a colon and a number from %u to %u are needed",
                            text, lowest, highest);
    if (*p != '\0' && *p != ' ')
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "found \"%.40s\"; a blank and \"within D\" are all that may follow "
                            "the number",
                            text);
    const sg_status status = sg_parse_within(parameters, p, err);
    if (status == SG_OK) parameters->rounds = number;
    return status;
}

uint64_t sg_property_budget(const sg_property *property)
{
    return property->budget > 0 ? property->budget : sg_work_budget(SG_PROPERTY_BUDGET);
}

sg_status sg_property_spend(const sg_property *property, const sg_one_graph *graph,
                            uint64_t steps, sg_error *err)
{
    const uint64_t budget = sg_property_budget(property);
    if (steps <= budget) return SG_OK;
    return sg_error_set(
        err, SG_ELIMIT, SG_WHERE,
        "%s: graph %u (%u nodes) takes %" PRIu64
        " steps or more, and the budget allows %" PRIu64
        "; ask for a smaller distance (within D), a smaller number after the colon or a larger "
        "budget",
        property->kind->name, graph->number, graph->n_nodes, steps, budget);
}

sg_status sg_node_labels(sg_key **key, const sg_one_graph *graph, sg_scratch *scratch,
                         sg_error *err)
{
    sg_status status = SG_OK;
    const sg_labeling labeling = {.kind = &sg_labeling_label};
    sg_budget budget = {0};
    const sg_label_work work = {.graph = graph, .scratch = scratch, .budget = &budget};
    sg_key *made = NULL;
    SG_TAKE(made, scratch, graph->n_nodes);
    SG_TRY(sg_labeling_start(made, &labeling, &work, err));
    *key = made;
done:
    return status;
}

sg_status sg_near_values_write(sg_pairs *pairs, const sg_property *property,
                               const sg_one_graph *graph, const sg_near_pairs *near,
                               const sg_key *key, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_keyed_rows rows = {0};
    SG_TRY(sg_keyed_rows_prepare(&rows, property->kind->name, graph, scratch, err));
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        const uint32_t begin = near->row[v];
        const uint32_t end = sg_pairs_wanted(graph, v) ? near->row[v + 1] : begin;
        SG_TRY(sg_keyed_rows_begin(&rows, v, end - begin, err));
        for (uint32_t p = begin; p < end; p++)
            if (sg_distance_counts(&property->parameters, near->distance[p]))
                SG_TRY(sg_keyed_rows_add(&rows, near->node[p], key[p], err));
    }
    *pairs = sg_keyed_rows_finish(&rows);
done:
    return status;
}
