/* orbit.c - the canonical form of the graph rooted at the node.
 *
 * Two nodes have the same label exactly if their rooted graphs are the same, so nodes of one graph share
 * a label exactly if a symmetry maps one to the other. */
#include "graph/canonical.h"
#include "graph/marks.h"
#include "invariants/labeling.h"

#include <string.h>

enum { ROOM = 2 }; /* in front of the words of a key */

/* The graph as its search wants it: arcs from 0 on, and hashes of labels. */
typedef struct plain_graph {
    uint32_t *offset, *neighbor;
    uint64_t *arc, *label;
} plain_graph;

static sg_status make_plain(plain_graph *plain, const sg_key *start, const sg_one_graph *graph,
                            sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes, first_arc = graph->arc_offset[0];
    const uint32_t n_arcs = graph->arc_offset[n] - first_arc;
    SG_TAKE(plain->offset, scratch, n + (size_t)1);
    SG_TAKE(plain->neighbor, scratch, n_arcs);
    SG_TAKE(plain->arc, scratch, n_arcs);
    SG_TAKE(plain->label, scratch, n);
    plain->offset[n] = n_arcs;
    for (uint32_t v = 0; v < n; v++) {
        plain->offset[v] = graph->arc_offset[v] - first_arc;
        plain->label[v] = sg_check_mix(start[v].key) + start[v].check;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            plain->neighbor[a - first_arc] = graph->neighbor[a] - graph->first;
            plain->arc[a - first_arc] = sg_arc_mark(graph, v, a);
        }
    }
done:
    return status;
}

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
    plain_graph plain = {0};
    sg_canonical *canonical = NULL;
    sg_key *start = NULL;
    SG_TAKE(start, work->scratch, graph->n_nodes);
    SG_TRY(sg_labeling_start(start, labeling, work, err));
    SG_TRY(make_plain(&plain, start, graph, work->scratch, err));
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
    .about = "the whole graph as the node sees it, with edge labels: nodes get the same label "
             "exactly if nothing tells them apart; for small graphs",
    .example = "orbit",
    .takes_base = true,
    .label = label_orbit,
};
