/* fuzz_expression.c - a text as label expression and as pair property; what parses is run on two
 * tiny graphs with a small budget. */
#include "fuzz/fuzz.h"

#include "invariants/triples.h"

#include <string.h>

/* A triangle with a tail, and a node alone. */
static uint32_t graph_offset[] = {0, 4, 5}, arc_offset[] = {0, 2, 4, 7, 8, 8};
static uint32_t neighbor[] = {1, 2, 0, 2, 0, 1, 3, 2};
static const int32_t node_label[] = {6, 6, 7, -1, 6}, edge_label[] = {1, 2, 1, 1, 2, 1, 3, 3};
static const sg_graph GRAPH = {2, 5, 8, graph_offset, arc_offset, neighbor, {0}};
static const sg_graph_view VIEW = {.graph = &GRAPH,
                                   .node_label = node_label,
                                   .n_node_columns = 1,
                                   .edge_label = edge_label,
                                   .n_edge_columns = 1};

enum { BUDGET = 10000 };

/* What was wrong is said, with a place. */
static void check_refusal(sg_status status, const sg_error *err)
{
    FUZZ_CHECK(status == SG_EINVAL && err->status == SG_EINVAL);
    FUZZ_CHECK(strstr(err->text, ", column ") != NULL);
    FUZZ_CHECK(strlen(err->text) < sizeof err->text);
}

static void run_labels(const sg_label_expression *expression)
{
    sg_labels labels = {0};
    sg_error err = {0};
    const sg_invariant_options options = {.budget = BUDGET};
    const sg_status status = sg_labels_compute(&labels, expression, &VIEW, &options, &err);
    FUZZ_CHECK(status == SG_OK || status == SG_ELIMIT);
    if (status == SG_OK) {
        const uint32_t n_labels = labels.vocabulary.n_keys;
        FUZZ_CHECK(labels.n_nodes == 5 && n_labels >= 1 && n_labels <= 5);
        FUZZ_CHECK(expression->limit == 0 || n_labels <= expression->limit);
        for (uint32_t v = 0; v < 5; v++) FUZZ_CHECK(labels.label[v] < n_labels);
    }
    sg_labels_free(&labels);
}

/* The normal form means the same and is its own normal form. */
static void fuzz_label(const char *text)
{
    sg_label_expression expression = {0}, again = {0};
    sg_error err = {0};
    const sg_status status = sg_label_parse(&expression, text, &err);
    if (status != SG_OK) {
        check_refusal(status, &err);
        return;
    }
    FUZZ_CHECK(expression.n_parts >= 1);
    FUZZ_CHECK(sg_label_parse(&again, expression.text, &err) == SG_OK);
    FUZZ_CHECK(strcmp(again.text, expression.text) == 0);
    FUZZ_CHECK(again.n_parts == expression.n_parts && again.limit == expression.limit);
    run_labels(&expression);
    sg_label_expression_free(&expression);
    sg_label_expression_free(&again);
}

static void fuzz_pair(const char *text)
{
    static uint32_t label[5] = {0, 1, 0, 2, 1};
    const sg_labels labels = {.label = label, .n_nodes = 5, .vocabulary.n_keys = 3};
    sg_property property = {0};
    sg_triples triples = {0};
    sg_error err = {0};
    sg_status status = sg_property_parse(&property, text, &err);
    if (status != SG_OK) {
        check_refusal(status, &err);
        return;
    }
    status = sg_triples_collect(&triples, &labels, &labels, &property, &VIEW, NULL, &err);
    FUZZ_CHECK(status == SG_OK || status == SG_ELIMIT || status == SG_EINVAL);
    if (status == SG_OK) {
        FUZZ_CHECK(triples.n_pairs <= 25 && triples.n_triples <= triples.n_pairs);
        for (uint64_t p = 0; p < triples.n_pairs; p++)
            FUZZ_CHECK(triples.triple[p] < triples.n_triples);
    }
    sg_triples_free(&triples);
    sg_property_free(&property);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);
    FUZZ_CHECK(text != NULL);
    if (size > 0) memcpy(text, bytes, size);
    text[size] = '\0';
    fuzz_label(text);
    fuzz_pair(text);
    free(text);
    return 0;
}
