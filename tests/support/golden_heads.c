/* golden_heads.c - from the author's weight positions to plans and labels. */
#include "support/golden_heads.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "plans/plan_parts.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/labels_of.h"
#include "support/tiny_model.h"

#define NO_INDEX UINT32_MAX

/* All numbers of nested lists as positions; -1 becomes NO_INDEX. */
static uint32_t *read_indices(const json_value *list, size_t *n)
{
    double *number = json_numbers(list, n);
    uint32_t *index = check_alloc(*n, sizeof *index);
    for (size_t i = 0; i < *n; i++) index[i] = number[i] < 0 ? NO_INDEX : (uint32_t)number[i];
    sg_free(number);
    return index;
}

/* rank[x] = how many smaller values occur among value[0 .. n), for the x that do. */
static uint32_t *rank_values(const uint32_t *value, size_t n, uint32_t *n_ranks)
{
    uint32_t behind = 0;
    for (size_t i = 0; i < n; i++)
        if (value[i] != NO_INDEX && value[i] >= behind) behind = value[i] + 1;
    uint32_t *rank = check_alloc(behind, sizeof *rank);
    *n_ranks = 0;
    for (size_t i = 0; i < n; i++)
        if (value[i] != NO_INDEX) rank[value[i]] = 1;
    for (uint32_t x = 0; x < behind; x++) {
        const bool occurs = rank[x] == 1;
        rank[x] = *n_ranks;
        *n_ranks += occurs;
    }
    return rank;
}

static uint32_t *unknown_indices(size_t n)
{
    uint32_t *index = check_alloc(n, sizeof *index);
    for (size_t i = 0; i < n; i++) index[i] = NO_INDEX;
    return index;
}

/* to_of[x] = to[i] for all i with from[i] = x, which must agree; NO_INDEX is the same on both
 * sides. */
static uint32_t *map_indices(const uint32_t *from, const uint32_t *to, size_t n,
                             uint32_t n_from)
{
    uint32_t *to_of = unknown_indices(n_from);
    for (size_t i = 0; i < n; i++) {
        assert_true((from[i] == NO_INDEX) == (to[i] == NO_INDEX));
        if (from[i] == NO_INDEX) continue;
        assert_true(from[i] < n_from);
        if (to_of[from[i]] == NO_INDEX) to_of[from[i]] = to[i];
        if (to_of[from[i]] != to[i])
            fail_msg("%u is %u and %u", from[i], to_of[from[i]], to[i]);
    }
    return to_of;
}

/* Their position of each of our numbers, which must correspond one to one. */
static uint32_t *link_indices(const uint32_t *ours, const uint32_t *theirs, size_t n,
                              uint32_t n_ours)
{
    uint32_t n_ranks = 0;
    uint32_t *index = map_indices(ours, theirs, n, n_ours);
    uint32_t *rank = rank_values(index, n_ours, &n_ranks);
    assert_int_equal(n_ranks, n_ours);
    sg_free(rank);
    return index;
}

/* ---- Their descriptions ------------------------------------------------------------------ */

uint32_t golden_count(const json_value *object, const char *key)
{
    return (uint32_t)json_number(json_field(object, key));
}

static double first_number(const json_value *value)
{
    size_t n = 0;
    double *number = json_numbers(value, &n);
    assert_true(n >= 1);
    const double first = number[0];
    sg_free(number);
    return first;
}

/* How our labels relate to theirs. */
typedef enum relation { SAME_LABELS, COARSER_LABELS } relation;

/* Our expression for a labeling of theirs.  wl_labeled_d runs d + 1 rounds; wl_d counts the
 * degree as its first.  Their cycle and clique labels depend on the order of enumeration as
 * well, so that they are finer than ours, which are the counts alone. */
static relation write_expression(char *text, size_t size, const json_value *label)
{
    const json_value *type = json_field(label, "label_type");
    const json_value *depth = json_find(label, "depth");
    const json_value *length = json_find(label, "max_cycle_length");
    const int rounds = depth != NULL ? (int)first_number(depth) + 1 : 0;
    if (length != NULL) {
        (void)snprintf(text, size, "cycles:%d%s", (int)first_number(length),
                       type->kind == SG_JSON_ARRAY_BEGIN ? "+label" : "");
        return COARSER_LABELS;
    }
    if (json_is(type, "cliques")) {
        (void)snprintf(text, size, "cliques:%d",
                       (int)first_number(json_field(label, "max_clique_size")));
        return COARSER_LABELS;
    }
    if (json_is(type, "primary")) {
        (void)snprintf(text, size, "label");
    } else if (json_is(type, "wl_labeled")) {
        (void)snprintf(text, size, "wl:%d", rounds);
    } else if (json_is(type, "wl")) {
        (void)snprintf(text, size, "wl:%d/none", rounds);
    } else {
        assert_true(json_is(type, "subgraph") && first_number(json_field(label, "id")) == 3);
        (void)snprintf(text, size, "patterns:triangle,square+degree");
    }
    return SAME_LABELS;
}

/* What head `h` of a layer is made of. */
typedef struct head_entry {
    const json_value *label, *bias_label, *property;
} head_entry;

static head_entry find_head(const json_value *layer, uint32_t h)
{
    const json_value *heads = json_field(layer, "heads");
    if (heads->first->kind == SG_JSON_NUMBER) {
        const json_value *label = json_field(layer, "labels")->first;
        const json_value *properties = json_find(layer, "properties");
        return (head_entry){label, label, properties != NULL ? properties->first : NULL};
    }
    const json_value *entry = heads->first;
    uint32_t n = golden_count(entry, "num");
    while (h >= n) {
        entry = entry->next;
        n += golden_count(entry, "num");
    }
    const json_value *labels = json_field(entry, "labels");
    const json_value *receiver = json_find(labels, "head");
    if (receiver == NULL) return (head_entry){labels, NULL, NULL};
    return (head_entry){receiver, json_field(labels, "bias"), json_field(entry, "properties")};
}

static void write_distances(char *text, size_t size, const json_value *property)
{
    size_t n = 0;
    double *value = json_numbers(json_field(property, "values"), &n);
    size_t used = (size_t)snprintf(text, size, "distance ");
    assert_true(json_is(json_field(property, "name"), "distances"));
    for (size_t i = 0; i < n; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%d", i > 0 ? "," : "", (int)value[i]);
    assert_true(used < size);
    sg_free(value);
}

/* ---- Plans ------------------------------------------------------------------------------- */

/* The positions of all pairs of head `h`, one matrix per graph. */
static uint32_t *head_matrices(const json_value *encoder, const sg_graph *graph, uint32_t h,
                               size_t *n)
{
    size_t n_all = 0, from = 0;
    const uint32_t n_heads = golden_count(encoder, "n_heads");
    uint32_t *all = read_indices(json_field(encoder, "weight_index"), &n_all);
    uint32_t *matrix = check_alloc(n_all, sizeof *matrix);
    *n = 0;
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const size_t nodes = graph->graph_offset[g + 1] - graph->graph_offset[g];
        memcpy(matrix + *n, all + from + h * nodes * nodes, nodes * nodes * sizeof *matrix);
        *n += nodes * nodes;
        from += n_heads * nodes * nodes;
    }
    assert_int_equal(from, n_all);
    sg_free(all);
    return matrix;
}

/* A plan with their positions: all nodes have one label, and every position is a value of its
 * own. */
static void make_their_plan(sg_plan *plan, const uint32_t *matrix, size_t n_cells,
                            const sg_graph *graph)
{
    uint64_t one_key = 1, one_count = graph->n_nodes;
    sg_weight_keys keys = {0};
    sg_triples triples = {0};
    uint32_t *label = check_alloc(graph->n_nodes, sizeof *label);
    const sg_labels labels = {
        .label = label, .n_nodes = graph->n_nodes, .vocabulary = {&one_key, &one_count, 1}};
    uint32_t *rank = rank_values(matrix, n_cells, &triples.n_triples);
    const uint32_t n = triples.n_triples;
    triples.receiver = check_alloc(n, sizeof *triples.receiver);
    triples.sender = check_alloc(n, sizeof *triples.sender);
    triples.value = check_alloc(n, sizeof *triples.value);
    triples.count = check_alloc(n, sizeof *triples.count);
    triples.values =
        (sg_vocabulary){check_alloc(n, sizeof(uint64_t)), check_alloc(n, sizeof(uint64_t)), n};
    triples.row = check_alloc(graph->n_nodes + (size_t)1, sizeof *triples.row);
    triples.sender_node = check_alloc(n_cells, sizeof *triples.sender_node);
    triples.triple = check_alloc(n_cells, sizeof *triples.triple);
    for (uint32_t t = 0; t < n; t++) {
        triples.value[t] = t;
        triples.values.key[t] = t + 1;
    }
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint32_t nodes = graph->graph_offset[g + 1] - graph->graph_offset[g];
        for (uint32_t v = 0; v < nodes; v++) {
            for (uint32_t w = 0; w < nodes; w++, matrix++) {
                if (*matrix == NO_INDEX) continue;
                triples.sender_node[triples.n_pairs] = w;
                triples.triple[triples.n_pairs++] = rank[*matrix];
                triples.count[rank[*matrix]]++;
                triples.values.count[rank[*matrix]]++;
            }
            triples.row[graph->graph_offset[g] + v + 1] = triples.n_pairs;
        }
    }
    check_ok(sg_plan_make_explicit(plan, &keys, &triples, &labels, &labels, (sg_thresholds){0},
                                   graph, &err));
    sg_weight_keys_free(&keys);
    sg_triples_free(&triples);
    sg_free(rank);
    sg_free(label);
}

/* The slots of all pairs, in the shape of head_matrices. */
static uint32_t *slot_matrices(const sg_plan *plan, const sg_graph *graph, size_t n_cells)
{
    uint32_t *all = unknown_indices(n_cells), *matrix = all;
    const uint32_t largest = sg_graph_largest(graph->graph_offset, graph->n_graphs);
    uint32_t *sender = check_alloc(largest, sizeof *sender);
    uint32_t *slot = check_alloc(largest, sizeof *slot);
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint32_t n = graph->graph_offset[g + 1] - graph->graph_offset[g];
        for (uint32_t v = 0; v < n; v++, matrix += n) {
            const uint32_t n_pairs = sg_plan_row(sender, slot, plan, graph, g, v);
            for (uint32_t p = 0; p < n_pairs; p++) matrix[sender[p]] = slot[p];
        }
    }
    sg_free(sender);
    sg_free(slot);
    return all;
}

/* Make our plan for a head of theirs; false where their positions say more than our slots. */
static bool make_our_plan(sg_plan *plan, const head_entry *entry, const uint32_t *matrix,
                          size_t n_cells, const golden_maker *maker, uint32_t n_weights)
{
    char label[100], pair[100];
    const sg_graph_view view = sg_dataset_view(maker->data);
    sg_labels labels = {0};
    sg_weight_keys keys = {0};
    const relation how = write_expression(label, sizeof label, entry->label);
    write_distances(pair, sizeof pair, entry->property);
    tiny_plan_of(plan, &keys, &labels, &view, label, pair,
                 maker->source == GOLDEN_OUR_TABLES ? SG_PLAN_IMPLICIT : SG_PLAN_EXPLICIT);
    sg_labels_free(&labels);
    sg_weight_keys_free(&keys);
    if (how == SAME_LABELS) return true;
    uint32_t *ours = slot_matrices(plan, &maker->data->graph, n_cells);
    sg_free(map_indices(matrix, ours, n_cells, n_weights));
    sg_free(ours);
    sg_plan_free(plan);
    return false;
}

/* ---- Labels ------------------------------------------------------------------------------ */

/* Give nodes our labels; false where their positions say more. */
static bool make_our_labels(golden_labels *made, const json_value *label,
                            const uint32_t *first_index, const sg_dataset *data,
                            uint32_t n_indices)
{
    char text[100];
    const sg_graph_view view = sg_dataset_view(data);
    const relation how = write_expression(text, sizeof text, label);
    sg_labels ours = labels_of(&view, text);
    if (how == SAME_LABELS) {
        memcpy(made->label, ours.label, ours.n_nodes * sizeof *made->label);
        made->n_labels = ours.vocabulary.n_keys;
    } else {
        sg_free(map_indices(first_index, ours.label, ours.n_nodes, n_indices));
    }
    sg_labels_free(&ours);
    return how == SAME_LABELS;
}

/* theirs[v * n_outputs + o] = position of output o of node v, below n_indices. */
static golden_labels make_labels(golden_maker *maker, const json_value *label,
                                 const uint32_t *theirs, uint32_t n_outputs, uint32_t n_indices)
{
    const uint32_t n_nodes = maker->data->graph.n_nodes;
    const size_t n = (size_t)n_nodes * n_outputs;
    golden_labels made = {.label = check_alloc(n_nodes, sizeof *made.label),
                          .n_outputs = n_outputs};
    uint32_t *first = check_alloc(n_nodes, sizeof *first), *ours = check_alloc(n, sizeof *ours);
    for (uint32_t v = 0; v < n_nodes; v++) first[v] = theirs[(size_t)v * n_outputs];
    if (maker->source != GOLDEN_THEIR_INDICES &&
        make_our_labels(&made, label, first, maker->data, n_indices)) {
        maker->n_ours++;
    } else {
        uint32_t *rank = rank_values(first, n_nodes, &made.n_labels);
        for (uint32_t v = 0; v < n_nodes; v++) made.label[v] = rank[first[v]];
        sg_free(rank);
    }
    for (size_t i = 0; i < n; i++)
        ours[i] = made.label[i / n_outputs] * n_outputs + (uint32_t)(i % n_outputs);
    made.index = link_indices(ours, theirs, n, made.n_labels * n_outputs);
    sg_free(ours);
    sg_free(first);
    return made;
}

/* The positions of a head's bias, by node; lists of [head, node, feature, position]. */
static uint32_t *bias_indices(const json_value *lists, const sg_graph *graph, uint32_t h)
{
    uint32_t *theirs = unknown_indices(graph->n_nodes), g = 0;
    for (const json_value *list = lists->first; list != NULL; list = list->next, g++)
        for (const json_value *entry = list->first; entry != NULL; entry = entry->next) {
            size_t n = 0;
            uint32_t *number = read_indices(entry, &n);
            assert_true(n == 4 && number[2] == 0);
            if (number[0] == h) theirs[graph->graph_offset[g] + number[1]] = number[3];
            sg_free(number);
        }
    return theirs;
}

/* ---- Heads -------------------------------------------------------------------------------- */

void golden_encoder_head(golden_head *head, golden_maker *maker, const json_value *layer,
                         const json_value *encoder, uint32_t h)
{
    const sg_graph *graph = &maker->data->graph;
    const head_entry entry = find_head(layer, h);
    const json_value *bias = json_find(encoder, "bias_index");
    size_t n = 0;
    uint32_t *matrix = head_matrices(encoder, graph, h, &n);
    *head = (golden_head){0};
    if (maker->source != GOLDEN_THEIR_INDICES &&
        make_our_plan(&head->plan, &entry, matrix, n, maker,
                      golden_count(encoder, "n_weights")))
        maker->n_ours++;
    else
        make_their_plan(&head->plan, matrix, n, graph);
    uint32_t *ours = slot_matrices(&head->plan, graph, n);
    head->slot_index = link_indices(ours, matrix, n, head->plan.n_slots);
    sg_free(ours);
    sg_free(matrix);
    if (bias == NULL) return;
    uint32_t *theirs = bias_indices(bias, graph, h);
    head->bias =
        make_labels(maker, entry.bias_label, theirs, 1, golden_count(encoder, "n_bias"));
    sg_free(theirs);
}

void golden_decoder_head(golden_head *head, golden_maker *maker, const json_value *layer,
                         const json_value *decoder)
{
    const json_value *index = json_field(decoder, "weight_index");
    const uint32_t n_outputs = index->first->first->n_items;
    size_t n = 0;
    uint32_t *theirs = read_indices(index, &n);
    assert_int_equal(n, (size_t)maker->data->graph.n_nodes * n_outputs);
    *head = (golden_head){0};
    head->pooled = make_labels(maker, find_head(layer, 0).label, theirs, n_outputs,
                               golden_count(decoder, "n_weights"));
    sg_free(theirs);
}

static void labels_free(golden_labels *labels)
{
    sg_free(labels->label);
    sg_free(labels->index);
}

void golden_head_free(golden_head *head)
{
    sg_plan_free(&head->plan);
    sg_free(head->slot_index);
    labels_free(&head->bias);
    labels_free(&head->pooled);
    *head = (golden_head){0};
}
