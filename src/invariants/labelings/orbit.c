/* orbit.c - the canonical form of the graph rooted at the node.
 *
 * Two nodes have the same label exactly if their rooted graphs are the same, so nodes of one graph share
 * a label exactly if a symmetry maps one to the other. */
#include "graph/canonical.h"
#include "invariants/colors/plain_graph.h"
#include "invariants/labeling.h"

#include <string.h>

enum { ROOM = 2 }; /* in front of the words of a key */

/* One search per orbit. */
static sg_status label_orbits(sg_key *key, sg_canonical *canonical, const sg_label_work *work,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t *orbit = sg_canonical_orbits(canonical);
    uint64_t *word = NULL;
    for (uint32_t v = 0; v < work->graph->n_nodes; v++) {
        const uint64_t *form = NULL;
        size_t n_words = 0;
        if (orbit[v] != v) {
            key[v] = key[orbit[v]];
            continue;
        }
        SG_TRY(
            sg_canonical_rooted(&form, &n_words, canonical, v, &work->budget->steps_left, err));
        if (word == NULL) SG_TAKE(word, work->scratch, ROOM + n_words);
        memcpy(word + ROOM, form, n_words * sizeof *word);
        key[v] = sg_key_in_place(SG_TAG_ORBIT, word, n_words);
    }
done:
    return status;
}

static sg_status label_orbit(sg_key *key, const sg_labeling *labeling,
                             const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = work->graph;
    sg_plain_graph plain = {0};
    sg_canonical *canonical = NULL;
    sg_key *start = NULL;
    SG_TAKE(start, work->scratch, graph->n_nodes);
    SG_TRY(sg_labeling_start(start, labeling, work, err));
    SG_TRY(sg_plain_graph_make(&plain, graph, start, SG_ARCS_LABELED, work->scratch, err));
    SG_TRY(sg_canonical_open(&canonical, graph->n_nodes, plain.offset, plain.neighbor,
                             plain.arc, plain.label, &work->budget->steps_left, err));
    SG_TRY(label_orbits(key, canonical, work, err));
done:
    sg_canonical_close(canonical);
    /* More than any budget has: the message is that of all labelings. */
    if (status == SG_ELIMIT) return sg_budget_spend(work, labeling, UINT64_MAX, err);
    return status;
}

const sg_labeling_kind sg_labeling_orbit = {
    .name = "orbit",
    .usage = "orbit or orbit/LABEL",
    .about = "the whole graph as the node sees it, with edge labels: nodes get the same "
             "label exactly if nothing distinguishes them; for small graphs",
    .example = "orbit",
    .sees_edges = true,
    .takes_base = true,
    .is_complete = true,
    .label = label_orbit,
};
