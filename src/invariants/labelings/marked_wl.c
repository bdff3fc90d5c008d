/* marked_wl.c - what refinement sees in the graph in which the node is marked. */
#include "base/observer.h"
#include "invariants/colors/marked_colors.h"
#include "invariants/labeling.h"

enum { MAX_ROUNDS = 100 };

static sg_status parse_rounds(sg_labeling_parameters *parameters, const char *text,
                              sg_error *err)
{
    return sg_parse_number(parameters, text, 0, MAX_ROUNDS, err);
}

static sg_status label_marked(sg_key *key, const sg_labeling *labeling,
                              const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = work->graph;
    sg_marked_colors colors = {0};
    sg_key *start = NULL;
    SG_TAKE(start, work->scratch, graph->n_nodes);
    SG_TRY(sg_labeling_start(start, labeling, work, err));
    SG_TRY(sg_marked_colors_prepare(&colors, graph, start, labeling->parameters.max,
                                    work->scratch, err));
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        SG_TRY(sg_budget_spend(work, labeling, sg_marked_colors_steps(&colors), err));
        const sg_key seen = sg_marked_colors_of_node(&colors, v);
        key[v] = sg_key_of_multiset(SG_TAG_MARKED_WL_NODE, seen, (sg_multiset){0});
        SG_TRY(sg_watch_ask(err)); /* who is stopped has not refined all of it */
    }
done:
    return status;
}

const sg_labeling_kind sg_labeling_marked_wl = {
    .name = "marked-wl",
    .usage = "marked-wl:ROUNDS or marked-wl:ROUNDS/LABEL",
    .about = "what ROUNDS rounds of Weisfeiler-Leman see in the whole graph with the node "
             "marked",
    .example = "marked-wl:2",
    .takes_base = true,
    .parse = parse_rounds,
    .label = label_marked,
};
