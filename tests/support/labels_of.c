/* labels_of.c - parse, label, compare. */
#include "support/labels_of.h"

#include "base/mem.h"
#include "support/check.h"

sg_labels labels_of(const sg_graph_view *view, const char *expression)
{
    sg_label_expression parsed = {0};
    sg_labels labels = {0};
    check_ok(sg_label_parse(&parsed, expression, &err));
    check_ok(sg_labels_compute(&labels, &parsed, view, NULL, &err));
    sg_label_expression_free(&parsed);
    return labels;
}

sg_key *keys_of_view(const sg_graph_view *view, const char *expression)
{
    sg_label_expression parsed = {0};
    sg_key *key = sg_alloc(view->graph->n_nodes, sizeof *key);
    assert_non_null(key);
    check_ok(sg_label_parse(&parsed, expression, &err));
    check_ok(sg_labels_compute_keys(key, &parsed, view, NULL, &err));
    sg_label_expression_free(&parsed);
    return key;
}

void check_same_labels(const sg_labels *a, const sg_labels *b)
{
    const uint32_t n_keys = a->vocabulary.n_keys;
    assert_int_equal(a->n_nodes, b->n_nodes);
    assert_int_equal(n_keys, b->vocabulary.n_keys);
    assert_memory_equal(a->label, b->label, a->n_nodes * sizeof *a->label);
    assert_memory_equal(a->vocabulary.key, b->vocabulary.key, n_keys * sizeof(uint64_t));
    assert_memory_equal(a->vocabulary.count, b->vocabulary.count, n_keys * sizeof(uint64_t));
}
