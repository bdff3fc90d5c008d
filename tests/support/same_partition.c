/* same_partition.c - every thing against every other. */
#include "support/same_partition.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/slow_pair_colors.h"

void check_same_partition(const sg_key *key, const uint32_t *color, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++) {
            assert_int_equal(key[i].key == key[j].key, color[i] == color[j]);
            assert_int_equal(key[i].check == key[j].check, color[i] == color[j]);
        }
}

/* Take the keys of one graph's pairs and their colors to lists of those that have a value. */
static uint32_t list_pairs(sg_key *key, uint32_t *listed, const sg_pairs *pairs,
                           const uint32_t *color, uint32_t n_nodes)
{
    uint32_t n = 0, p = 0;
    for (uint32_t v = 0; v < n_nodes; v++)
        for (uint32_t w = 0; w < n_nodes; w++) {
            const bool is_in = p < pairs->row[v + 1] && pairs->sender[p] == w;
            assert_int_equal(is_in, color[v * n_nodes + w] != UINT32_MAX);
            if (!is_in) continue;
            key[n] = pairs->key[pairs->value[p++]];
            listed[n++] = color[v * n_nodes + w];
        }
    return n;
}

void check_pair_partition(const sg_graph_view *view, const char *property,
                          const uint32_t *color)
{
    const uint32_t n_all = slow_pair_number(view, view->graph->n_graphs, 0, 0);
    sg_key *key = sg_alloc(n_all, sizeof *key);
    uint32_t *listed = sg_alloc(n_all, sizeof *listed), n = 0;
    sg_property parsed = {0};
    sg_scratch scratch = {0};
    assert_non_null(key);
    assert_non_null(listed);
    check_ok(sg_property_parse(&parsed, property, &err));
    for (uint32_t g = 0; g < view->graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(view, g);
        sg_pairs pairs = {0};
        sg_scratch_reset(&scratch);
        check_ok(parsed.kind->find(&pairs, &parsed, &one, &scratch, &err));
        n += list_pairs(key + n, listed + n, &pairs, color + slow_pair_number(view, g, 0, 0),
                        one.n_nodes);
    }
    check_same_partition(key, listed, n);
    sg_scratch_free(&scratch);
    sg_property_free(&parsed);
    sg_free(listed);
    sg_free(key);
}

void check_smallest_partitions(const char *property,
                               uint32_t *(*slow)(const sg_graph_view *view))
{
    sg_graph graph[] = {graph_of(0, ""), graph_of(1, ""), graph_of(4, "0-1 2-3")};
    for (size_t i = 0; i < sizeof graph / sizeof *graph; i++) {
        const sg_graph_view view = {.graph = &graph[i]};
        uint32_t *color = slow(&view);
        check_pair_partition(&view, property, color);
        sg_free(color);
        sg_graph_free(&graph[i]);
    }
}
