/* closed_walks.c - how many walks of each length return to a node: the integers behind random-walk
 * encodings. */
#include "invariants/colors/count_words.h"
#include "invariants/colors/walk_counts.h"
#include "invariants/labeling.h"

enum { MAX_LENGTH = 32 };

static sg_status parse_length(sg_labeling_parameters *parameters, const char *text,
                              sg_error *err)
{
    return sg_parse_number(parameters, text, 1, MAX_LENGTH, err);
}

static sg_status label_closed_walks(sg_key *key, const sg_labeling *labeling,
                                    const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = work->graph;
    const uint32_t length = labeling->parameters.max;
    const size_t n = graph->n_nodes;
    const uint64_t n_arcs = graph->arc_offset[n] - graph->arc_offset[0];
    sg_walk_counts walks = {0};
    SG_TRY(sg_walk_counts_prepare(&walks, graph, length, work->scratch, err));
    for (uint32_t v = 0; v < n; v++) {
        uint64_t word[MAX_LENGTH];
        SG_TRY(sg_budget_spend(work, labeling, length * (n_arcs + n), err));
        SG_TRY(sg_walk_counts_from(&walks, v, "closed-walks", err));
        for (uint32_t k = 1; k <= length; k++) word[k - 1] = walks.count[k * n + v];
        key[v] = sg_key_of(SG_TAG_CLOSED_WALKS, word, length);
    }
done:
    return status;
}

static sg_status describe_closed_walks(sg_text *text, const sg_labeling *labeling,
                                       const sg_label_work *work, uint32_t node, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = work->graph->n_nodes;
    const uint32_t length = labeling->parameters.max;
    sg_walk_counts walks = {0};
    SG_TRY(sg_walk_counts_prepare(&walks, work->graph, length, work->scratch, err));
    SG_TRY(sg_walk_counts_from(&walks, node, "closed-walks", err));
    const sg_length_counts counts = {walks.count + n + node, n, 1, length, "closed walk"};
    const size_t before = text->size;
    SG_TRY(sg_count_words_add(text, &counts, "", err));
    if (text->size == before) SG_TRY(sg_text_add(text, err, "no closed walk up to %u", length));
done:
    return status;
}

static uint32_t radius_of(const sg_labeling_parameters *parameters)
{
    return parameters->max / 2;
}

const sg_labeling_kind sg_labeling_closed_walks = {
    .name = "closed-walks",
    .usage = "closed-walks:LENGTH",
    .about = "the numbers of walks of each length up to LENGTH that return to the node",
    .example = "closed-walks:6",
    .describe = describe_closed_walks,
    .parse = parse_length,
    .radius = radius_of,
    .label = label_closed_walks,
};
