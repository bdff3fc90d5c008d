/* fwl.c - the color that the folklore 2-Weisfeiler-Leman refinement gives to a node's own pair. */
#include "base/hash.h"
#include "invariants/colors/near_part.h"
#include "invariants/colors/pair_colors.h"
#include "invariants/labeling.h"

#include <stdio.h>
#include <string.h>

enum { MAX_ROUNDS = 100, MAX_WITHIN = 1023 };

/* "2" or "2 within 4". */
static sg_status parse_fwl(sg_labeling_parameters *parameters, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    static const char word[] = " within ";
    const char *within = strstr(text, word);
    char rounds[16];
    sg_labeling_parameters read = {0};
    const size_t length = within != NULL ? (size_t)(within - text) : strlen(text);
    parameters->within = SG_WITHIN_ALL;
    (void)snprintf(rounds, sizeof rounds, "%.*s", (int)(length < 99 ? length : 99), text);
    SG_TRY(sg_parse_number(parameters, length < sizeof rounds ? rounds : text, 0, MAX_ROUNDS,
                           err));
    if (within == NULL) goto done;
    SG_TRY(sg_parse_number(&read, within + strlen(word), 0, MAX_WITHIN, err));
    parameters->within = read.max;
done:
    return status;
}

static sg_status label_fwl(sg_key *key, const sg_labeling *labeling, const sg_label_work *work,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = work->graph;
    const uint32_t rounds = labeling->parameters.max, n = graph->n_nodes;
    sg_near_pairs near = {0};
    sg_key *color = NULL;
    SG_TRY(sg_labeling_start(key, labeling, work, err));
    SG_TRY(sg_near_pairs_find(&near, graph, labeling->parameters.within, work->scratch, err));
    SG_TRY(sg_budget_spend(work, labeling, sg_pair_colors_steps(&near, n, rounds), err));
    SG_TRY(sg_pair_colors_refine(&color, &near, graph, key, rounds, work->scratch, err));
    for (uint32_t v = 0; v < n; v++) {
        uint32_t p = near.row[v];
        while (near.node[p] != v) p++;
        key[v] = (sg_key){sg_hash_words((uint64_t[]){SG_TAG_FWL_NODE, color[p].key}, 2),
                          sg_check_mix(color[p].check + SG_TAG_FWL_NODE)};
    }
done:
    return status;
}

/* A round hears of nodes that are `within` steps farther away, but for the second: its new nodes are as near
 * to the node itself as those of the first, and only the ways between them lead farther away. */
static uint32_t radius_of(const sg_labeling_parameters *parameters)
{
    const uint32_t within = parameters->within, rounds = parameters->max;
    if (rounds == 0) return 0;
    if (within >= SG_WITHIN_REACH) return SG_EVERYWHERE;
    if (rounds == 1) return within;
    return rounds == 2 ? sg_near_part_radius(within) : (rounds - 1) * within;
}

const sg_labeling_kind sg_labeling_fwl = {
    .name = "fwl",
    .usage = "fwl:ROUNDS or fwl:ROUNDS within DISTANCE, each also with /LABEL",
    .about =
        "the color of the node as a pair of itself and itself under ROUNDS rounds of the "
        "folklore 2-Weisfeiler-Leman refinement; with DISTANCE only pairs that are so near",
    .example = "fwl:2 within 4",
    .sees_edges = true,
    .takes_base = true,
    .radius = radius_of,
    .parse = parse_fwl,
    .label = label_fwl,
};
