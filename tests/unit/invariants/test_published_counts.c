/* test_published_counts.c - numbers of labels and triples that the paper prints, and its Figure 2.
 *
 * Where the paper's own count comes from labels that are no invariants (CSL 550, DHFR 292,
 * Snowflakes 5,000: their cycle labels depend on the order in which cycles were found), the count
 * of the true invariant stands here. */
#include "base/mem.h"
#include "data/dataset_view.h"
#include "formats/tu_reader.h"
#include "invariants/triples.h"
#include "support/check.h"
#include "support/labels_of.h"

typedef struct count {
    const char *data, *label;
    uint32_t n_labels; /* 0: not published */
    const char *pair;  /* NULL: no triples */
    uint32_t n_triples;
} count;

static const count COUNTS[] = {
    {"NCI1", "wl:2", 4058, "distance 0..6", 381145},
    {"DHFR", "wl:2", 630, "distance 0..6", 53715},
    {"DHFR", "cycles:20+label", 102, NULL, 0},
    {"Mutagenicity", "wl:1", 274, "distance 0..6", 28640},
    {"Mutagenicity", "label", 14, NULL, 0},
    {"IMDB-BINARY", "patterns:triangle,square+degree", 0, "distance 0..2", 19332},
    {"RingTransfer1", "label", 5, "distance 0,50", 18},
    {"RingTransfer2", "label", 16, "distance 8", 240},
    {"RingTransfer3", "label", 16, "distance 4", 240},
    {"CSL", "cycles:10", 10, "distance 0,1", 20},
    {"Snowflakes", "cycles:10+label", 0, "distance 0,3", 543},
    {"Snowflakes", "wl:2/degree+label", 8, NULL, 0},
};

static void check_triples(const sg_labels *labels, const sg_graph_view *view, const count *c)
{
    sg_property property = {0};
    sg_triples triples = {0};
    check_ok(sg_property_parse(&property, c->pair, &err));
    check_ok(sg_triples_collect(&triples, labels, labels, &property, view, NULL, &err));
    if (triples.n_triples != c->n_triples)
        fail_msg("%s %s %s: %u triples, not %u", c->data, c->label, c->pair, triples.n_triples,
                 c->n_triples);
    uint64_t n_pairs = 0;
    for (uint32_t t = 0; t < triples.n_triples; t++) n_pairs += triples.count[t];
    assert_int_equal(n_pairs, triples.n_pairs);
    sg_triples_free(&triples);
    sg_property_free(&property);
}

static void check_count(const count *c)
{
    char path[64];
    (void)snprintf(path, sizeof path, "data/%s.zip", c->data);
    sg_dataset data = {0};
    check_ok(sg_tu_open(&data, check_shared(path), 0, &err));
    const sg_graph_view view = sg_dataset_view(&data);
    sg_labels labels = labels_of(&view, c->label);
    if (c->n_labels != 0 && labels.vocabulary.n_keys != c->n_labels)
        fail_msg("%s %s: %u labels, not %u", c->data, c->label, labels.vocabulary.n_keys,
                 c->n_labels);
    if (c->pair != NULL) check_triples(&labels, &view, c);
    sg_labels_free(&labels);
    sg_dataset_free(&data);
}

static void published_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS; i++) check_count(&COUNTS[i]);
}

/* ---- CSL's classes ------------------------------------------------------------------------ */

static void cycles_separate_the_classes_of_csl(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(sg_tu_open(&data, check_shared("data/CSL.zip"), 0, &err));
    const sg_graph_view view = sg_dataset_view(&data);
    sg_labels labels = labels_of(&view, "cycles:10");
    uint32_t label_of_class[10], class_of_label[10];
    memset(label_of_class, 0xff, sizeof label_of_class);
    memset(class_of_label, 0xff, sizeof class_of_label);
    for (uint32_t v = 0; v < labels.n_nodes; v++) {
        const uint32_t g = sg_graph_of_node(data.graph.graph_offset, data.graph.n_graphs, v);
        const uint32_t c = data.items.item_class[g], l = labels.label[v];
        if (label_of_class[c] == UINT32_MAX) label_of_class[c] = l;
        if (class_of_label[l] == UINT32_MAX) class_of_label[l] = c;
        assert_int_equal(label_of_class[c], l); /* one label for all nodes of a class ... */
        assert_int_equal(class_of_label[l], c); /* ... and one class for all nodes of a label */
    }
    sg_labels_free(&labels);
    sg_dataset_free(&data);
}

/* ---- Figure 2 ------------------------------------------------------------------------------ */

/* Two graphs as edge lists; both have n nodes. */
typedef struct pair_of_graphs {
    uint32_t n;
    const char *first, *second;
} pair_of_graphs;

static sg_graph build(const pair_of_graphs *p)
{
    sg_arc_list arcs = {0};
    sg_graph graph = {0};
    uint32_t *offset = sg_alloc(3, sizeof *offset);
    assert_non_null(offset);
    offset[1] = p->n;
    offset[2] = 2 * p->n;
    const char *lists[2] = {p->first, p->second};
    for (uint32_t g = 0; g < 2; g++)
        for (const char *s = lists[g]; *s != '\0'; s += 2) {
            const uint32_t u = (uint32_t)(s[0] - 'a') + g * p->n;
            const uint32_t v = (uint32_t)(s[1] - 'a') + g * p->n;
            check_ok(sg_arc_list_add(&arcs, u, v, &err));
        }
    check_ok(sg_graph_build(&graph, NULL, NULL, &arcs, &offset, 2, &err));
    return graph;
}

/* How often each of `n` ids occurs in graph 0 less how often in graph 1 must be 0 or not. */
static bool same_multiset(const int64_t *balance, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (balance[i] != 0) return false;
    return true;
}

static void check_figure(const pair_of_graphs *p)
{
    sg_graph graph = build(p);
    const sg_graph_view view = {.graph = &graph};
    sg_property property = {0};
    sg_labels labels = labels_of(&view, "wl:10");
    sg_triples triples = {0};
    check_ok(sg_property_parse(&property, "distance 0..10", &err));
    check_ok(sg_triples_collect(&triples, &labels, &labels, &property, &view, NULL, &err));
    int64_t *of_labels = sg_alloc(labels.vocabulary.n_keys, sizeof *of_labels);
    int64_t *of_triples = sg_alloc(triples.n_triples, sizeof *of_triples);
    for (uint32_t v = 0; v < graph.n_nodes; v++) {
        const int64_t sign = v < p->n ? 1 : -1;
        of_labels[labels.label[v]] += sign;
        for (uint64_t i = triples.row[v]; i < triples.row[v + 1]; i++)
            of_triples[triples.triple[i]] += sign;
    }
    assert_true(same_multiset(of_labels, labels.vocabulary.n_keys));
    assert_false(same_multiset(of_triples, triples.n_triples));
    sg_free(of_labels);
    sg_free(of_triples);
    sg_triples_free(&triples);
    sg_labels_free(&labels);
    sg_property_free(&property);
    sg_graph_free(&graph);
}

static void figure_2_pairs_have_equal_labels_and_different_triples(void **state)
{
    (void)state;
    /* G1, G2: a hexagon and two triangles. */
    check_figure(&(pair_of_graphs){6, "abbccddeeffa", "abbccadeeffd"});
    /* G3, G4: two hexagons that share an edge, two pentagons joined by one. */
    check_figure(&(pair_of_graphs){10, "abbccddeeffaagghhiijjf", "abbccddeeaaffgghhiijjf"});
}

SG_TESTS(cmocka_unit_test(published_counts),
         cmocka_unit_test(cycles_separate_the_classes_of_csl),
         cmocka_unit_test(figure_2_pairs_have_equal_labels_and_different_triples))
