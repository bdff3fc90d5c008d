/* keys_of.c - parse, label, compare. */
#include "support/keys_of.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/random_graph.h"

sg_graph graph_of(uint32_t n_nodes, const char *edges)
{
    sg_graph graph = {0};
    sg_arc_list arcs = {0};
    const size_t room = strlen(edges) / 2 + 1;
    uint32_t *offset = sg_alloc(2, sizeof *offset);
    arcs.from = sg_alloc(room, sizeof *arcs.from);
    arcs.to = sg_alloc(room, sizeof *arcs.to);
    assert_non_null(offset);
    assert_non_null(arcs.from);
    assert_non_null(arcs.to);
    offset[1] = n_nodes;
    char *end = NULL;
    for (const char *p = edges; *p != '\0'; p = *end == ' ' ? end + 1 : end) {
        arcs.from[arcs.n] = (uint32_t)strtoul(p, &end, 10);
        assert_true(*end == '-');
        arcs.to[arcs.n++] = (uint32_t)strtoul(end + 1, &end, 10);
        assert_true(*end == ' ' || *end == '\0');
    }
    check_ok(sg_graph_build(&graph, NULL, NULL, &arcs, &offset, 1, &err));
    return graph;
}

/* Label every graph of the union; `budget` for each. */
static sg_status label_all(sg_key *key, const sg_graph *graph, const char *text,
                           uint64_t budget, sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_expression expression = {0};
    sg_scratch scratch = {0};
    const sg_graph_view view = {.graph = graph};
    SG_TRY(sg_label_parse(&expression, text, err));
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(&view, g);
        sg_budget left = {budget};
        const sg_label_work work = {&one, &scratch, &left};
        sg_scratch_reset(&scratch);
        SG_TRY(sg_label_graph(key + one.first, &expression, &work, err));
    }
done:
    sg_scratch_free(&scratch);
    sg_label_expression_free(&expression);
    return status;
}

sg_key *keys_of(const sg_graph *graph, const char *expression)
{
    sg_key *key = sg_alloc(graph->n_nodes, sizeof *key);
    assert_non_null(key);
    check_ok(label_all(key, graph, expression, UINT64_MAX, &err));
    return key;
}

sg_status label_with_budget(const sg_graph *graph, const char *expression, uint64_t budget,
                            sg_error *err)
{
    sg_key *key = calloc(graph->n_nodes + (size_t)1, sizeof *key);
    assert_non_null(key);
    const sg_status status = label_all(key, graph, expression, budget, err);
    free(key);
    return status;
}

void check_same_key(sg_key found, sg_key expected)
{
    assert_int_equal(found.key, expected.key);
    assert_int_equal(found.check, expected.check);
}

void check_without_nodes(const char *expression)
{
    sg_graph graph = graph_of(0, "");
    sg_free(keys_of(&graph, expression));
    sg_graph_free(&graph);
}

void check_keys_move(sg_rng *rng, const char *expression, int n_graphs)
{
    for (int i = 0; i < n_graphs; i++) {
        sg_graph graph = random_graph(rng, (random_shape){3, 12});
        uint32_t new_id[36];
        random_permutation(new_id, rng, graph.graph_offset, graph.n_graphs);
        sg_graph renumbered = renumbered_graph(&graph, new_id);
        sg_key *before = keys_of(&graph, expression), *after = keys_of(&renumbered, expression);
        for (uint32_t v = 0; v < graph.n_nodes; v++)
            check_same_key(after[new_id[v]], before[v]);
        sg_free(before);
        sg_free(after);
        sg_graph_free(&renumbered);
        sg_graph_free(&graph);
    }
}

typedef struct memory_case {
    const sg_graph *graph;
    const char *expression;
} memory_case;

static sg_status label_again(void *context, sg_error *err)
{
    const memory_case *c = context;
    return label_with_budget(c->graph, c->expression, UINT64_MAX, err);
}

void check_labeling_memory(const sg_graph *graph, const char *expression)
{
    memory_case c = {graph, expression};
    assert_true(check_out_of_memory(label_again, &c) > 0);
}
