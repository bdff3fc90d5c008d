/* fuzz_same_plans.c - explicit and implicit plans of a head have the same slots, keys and rows. */
#include "fuzz/byte_graphs.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "invariants/expression.h"
#include "plans/plan.h"

#include <string.h>

static const char *const LABELS[] = {"none", "label",    "degree",         "wl:1",
                                     "wl:2", "cycles:6", "cliques:4",      "wl:1 of 2",
                                     "core", "index",    "degree + label", "betweenness:5"};
static const char *const PAIRS[] = {
    "edge",    "distance 0..2", "distance 1,3", "path 0..3",  "cycle-distance 0..4",
    "walks:2", "paths:3",       "distance 0",   "separators", "fwl:1 within 2"};

/* False where the expression means nothing for these graphs. */
static bool label(sg_labels *labels, const sg_graph_view *view, uint8_t number)
{
    sg_label_expression expression = {0};
    const char *text = LABELS[number % (sizeof LABELS / sizeof *LABELS)];
    const bool is_good = sg_label_parse(&expression, text, NULL) == SG_OK &&
                         sg_labels_compute(labels, &expression, view, NULL, NULL) == SG_OK;
    sg_label_expression_free(&expression);
    return is_good;
}

/* The slot of every node as a sender of v: rows of the two kinds are in different orders. */
static void read_row(uint32_t slot_of[BYTE_NODES], const sg_plan *plan, const sg_graph *graph,
                     uint32_t g, uint32_t v)
{
    uint32_t sender[BYTE_NODES];
    uint32_t slot[BYTE_NODES];
    const uint32_t n = sg_plan_row(sender, slot, plan, graph, g, v);
    for (uint32_t u = 0; u < BYTE_NODES; u++) slot_of[u] = SG_NO_SLOT;
    for (uint32_t i = 0; i < n; i++) {
        FUZZ_CHECK(sender[i] < BYTE_NODES && slot_of[sender[i]] == SG_NO_SLOT);
        slot_of[sender[i]] = slot[i];
    }
}

static void check_same(const sg_plan *a, const sg_plan *b, const sg_graph *graph)
{
    uint32_t slot_of[2][BYTE_NODES];
    FUZZ_CHECK(a->n_slots == b->n_slots && a->n_stretches == b->n_stretches);
    FUZZ_CHECK(memcmp(a->stretch_begin, b->stretch_begin,
                      (a->n_stretches + (size_t)1) * sizeof *a->stretch_begin) == 0);
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t v = 0; v < graph->graph_offset[g + 1] - graph->graph_offset[g]; v++) {
            read_row(slot_of[0], a, graph, g, v);
            read_row(slot_of[1], b, graph, g, v);
            FUZZ_CHECK(memcmp(slot_of[0], slot_of[1], sizeof slot_of[0]) == 0);
        }
}

static void compare_plans(const sg_graph_view *view, const sg_labels *receiver,
                          const sg_labels *sender, const sg_property *property,
                          sg_thresholds thresholds)
{
    sg_plan plan[2] = {{0}};
    sg_weight_keys keys[2] = {{0}};
    sg_plan_pairs *pairs = NULL;
    sg_status status[2];
    FUZZ_CHECK(sg_plan_pairs_open(&pairs, property, view, NULL) == SG_OK);
    for (int k = 0; k < 2; k++) {
        const sg_plan_source source = {.receiver = receiver,
                                       .sender = sender,
                                       .pairs = pairs,
                                       .kind = k == 0 ? SG_PLAN_EXPLICIT : SG_PLAN_IMPLICIT};
        status[k] = sg_plan_make(&plan[k], &keys[k], &source, thresholds, NULL);
    }
    FUZZ_CHECK(status[0] == status[1]);
    if (status[0] == SG_OK) {
        const size_t size = keys[0].n_slots * sizeof(uint64_t);
        FUZZ_CHECK(keys[0].n_slots == keys[1].n_slots);
        FUZZ_CHECK(size == 0 || (memcmp(keys[0].receiver, keys[1].receiver, size) == 0 &&
                                 memcmp(keys[0].sender, keys[1].sender, size) == 0 &&
                                 memcmp(keys[0].value, keys[1].value, size) == 0));
        check_same(&plan[0], &plan[1], view->graph);
    }
    for (int k = 0; k < 2; k++) {
        sg_plan_free(&plan[k]);
        sg_weight_keys_free(&keys[k]);
    }
    sg_plan_pairs_release(pairs);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    byte_source source = {bytes, bytes + size};
    byte_graphs all;
    sg_dataset data = {0};
    sg_labels receiver = {0}, sender = {0};
    sg_property property = {0};
    const long live = sg_mem_live();
    const uint8_t first = byte_next(&source), second = byte_next(&source),
                  pair = byte_next(&source), most = byte_next(&source);
    byte_graphs_read(&all, &source);
    byte_graphs_open(&data, &all);
    const sg_graph_view view = sg_dataset_view(&data);
    const sg_thresholds thresholds = {most % 4, most % 16 == 7 ? 3 : 0};
    FUZZ_CHECK(sg_property_parse(&property, PAIRS[pair % (sizeof PAIRS / sizeof *PAIRS)],
                                 NULL) == SG_OK);
    if (label(&receiver, &view, first) && label(&sender, &view, second))
        compare_plans(&view, &receiver, &sender, &property, thresholds);
    sg_property_free(&property);
    sg_labels_free(&receiver);
    sg_labels_free(&sender);
    sg_dataset_free(&data);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
