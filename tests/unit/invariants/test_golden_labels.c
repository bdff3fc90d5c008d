/* test_golden_labels.c - labels and distances as the author's code computes them.
 *
 * The ids in the reference files are arbitrary names, so partitions are compared.  Cycle and clique
 * labels there depend on the order of enumeration and are left out (their true counts are compared
 * in the tests of those labelings).  MOL2, CYC and RT2x3 are fixtures; DHFR3 and IMDB3 are real
 * data, used where they are. */
#include "base/file.h"
#include "base/mem.h"
#include "base/table.h"
#include "data/dataset_view.h"
#include "formats/tu_reader.h"
#include "support/check.h"
#include "support/labels_of.h"
#include "text/json_reader.h"

/* The author's names and our expressions.  wl_labeled_d runs d + 1 rounds; wl_d counts the degree
 * as its first. */
static const struct {
    const char *theirs, *ours;
} NAMES[] = {
    {"primary", "label"},
    {"degree", "degree"},
    {"wl_1", "wl:1/none"},
    {"wl_2", "wl:2/none"},
    {"wl_3", "wl:3/none"},
    {"wl_labeled_0", "wl:1"},
    {"wl_labeled_1", "wl:2"},
    {"wl_labeled_2", "wl:3"},
    {"wl_labeled_3", "wl:4"},
    {"wl_labeled_edges_0", "wl-edges:1"},
    {"wl_labeled_edges_1", "wl-edges:2"},
    {"wl_labeled_edges_2", "wl-edges:3"},
    {"subgraph_3(tri,square,edge)", "patterns:triangle,square+degree"},
};

/* All numbers of nested lists, one after the other. */
static uint32_t *read_numbers(sg_json *json, size_t *n)
{
    uint32_t *number = NULL;
    size_t capacity = 0;
    unsigned depth = 0;
    *n = 0;
    do {
        sg_json_token token;
        check_ok(sg_json_next(&token, json, &err));
        if (token.kind == SG_JSON_ARRAY_BEGIN) depth++;
        if (token.kind == SG_JSON_ARRAY_END) depth--;
        if (token.kind != SG_JSON_NUMBER) continue;
        check_ok(sg_grow(&number, &capacity, *n + 1, sizeof *number, &err));
        number[(*n)++] = (uint32_t)strtol(token.text, NULL, 10); /* -1 becomes UINT32_MAX */
    } while (depth > 0);
    return number;
}

static void skip_value(sg_json *json)
{
    sg_json_token token;
    check_ok(sg_json_next(&token, json, &err));
    check_ok(sg_json_skip(json, &token, &err));
}

static void check_partition(const sg_dataset *data, const char *ours, const uint32_t *theirs,
                            size_t n, const char *name)
{
    sg_table joint = {0}, own = {0};
    const sg_graph_view view = sg_dataset_view(data);
    sg_labels labels = labels_of(&view, ours);
    assert_int_equal(n, labels.n_nodes);
    for (uint32_t v = 0; v < n; v++) {
        uint32_t id = 0;
        check_ok(
            sg_table_intern(&id, &joint, (uint64_t)labels.label[v] << 32 | theirs[v], &err));
        check_ok(sg_table_intern(&id, &own, theirs[v], &err));
    }
    if (joint.n_keys != labels.vocabulary.n_keys || joint.n_keys != own.n_keys)
        fail_msg("%s: %s: %u labels, theirs %u, together %u", name, ours,
                 labels.vocabulary.n_keys, own.n_keys, joint.n_keys);
    sg_table_free(&joint);
    sg_table_free(&own);
    sg_labels_free(&labels);
}

/* {"n_labels": ..., "per_graph": [[...], ...]} */
static int check_labels_entry(sg_json *json, const sg_dataset *data, const char *name)
{
    const char *ours = NULL;
    sg_json_token token;
    int n_checked = 0;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(NAMES[i].theirs, name) == 0) ours = NAMES[i].ours;
    check_ok(sg_json_expect(&token, json, SG_JSON_OBJECT_BEGIN, "an object", &err));
    for (;;) {
        check_ok(sg_json_next(&token, json, &err));
        if (token.kind == SG_JSON_OBJECT_END) break;
        if (ours == NULL || !sg_json_equals(&token, "per_graph")) {
            skip_value(json);
            continue;
        }
        size_t n = 0;
        uint32_t *theirs = read_numbers(json, &n);
        check_partition(data, ours, theirs, n, name);
        sg_free(theirs);
        n_checked = 1;
    }
    return n_checked;
}

static int check_all_labels(sg_json *json, const sg_dataset *data)
{
    int n_checked = 0;
    sg_json_token token;
    check_ok(sg_json_expect(&token, json, SG_JSON_OBJECT_BEGIN, "an object", &err));
    for (;;) {
        char name[100];
        check_ok(sg_json_next(&token, json, &err));
        if (token.kind == SG_JSON_OBJECT_END) return n_checked;
        (void)snprintf(name, sizeof name, "%.*s", (int)token.size, token.text);
        n_checked += check_labels_entry(json, data, name);
    }
}

/* [[[0, 1, ...], ...], ...]: a matrix per graph, -1 where there is no way. */
static void check_distances(sg_json *json, const sg_dataset *data)
{
    size_t n = 0, at = 0;
    uint32_t *theirs = read_numbers(json, &n);
    const sg_graph_view view = sg_dataset_view(data);
    sg_property property = {0};
    sg_scratch scratch = {0};
    check_ok(sg_property_parse(&property, "distance 0..100", &err));
    for (uint32_t g = 0; g < data->graph.n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(&view, g);
        sg_pairs pairs = {0};
        size_t n_reached = 0;
        check_ok(sg_property_distance.find(&pairs, &property, &one, &scratch, &err));
        for (uint32_t v = 0; v < one.n_nodes; v++)
            for (uint32_t p = pairs.row[v]; p < pairs.row[v + 1]; p++)
                assert_int_equal(theirs[at + v * one.n_nodes + pairs.sender[p]],
                                 pairs.value[p]);
        for (size_t i = 0; i < (size_t)one.n_nodes * one.n_nodes; i++)
            n_reached += theirs[at + i] != UINT32_MAX;
        assert_int_equal(n_reached, pairs.row[one.n_nodes]);
        at += (size_t)one.n_nodes * one.n_nodes;
    }
    assert_int_equal(at, n);
    sg_scratch_free(&scratch);
    sg_property_free(&property);
    sg_free(theirs);
}

static void check_reference(const char *json_path, const char *data_path)
{
    sg_dataset data = {0};
    sg_text text = {0};
    sg_json_token token;
    int n_labels = 0, n_distances = 0;
    check_ok(sg_tu_open(&data, data_path, 1, &err));
    check_ok(sg_file_read(&text, json_path, (size_t)1 << 24, &err));
    sg_json json = sg_json_of(json_path, text.data, text.size);
    check_ok(sg_json_expect(&token, &json, SG_JSON_OBJECT_BEGIN, "an object", &err));
    for (;;) {
        check_ok(sg_json_next(&token, &json, &err));
        if (token.kind == SG_JSON_OBJECT_END) break;
        if (sg_json_equals(&token, "labels")) {
            n_labels += check_all_labels(&json, &data);
        } else if (sg_json_equals(&token, "distances")) {
            check_distances(&json, &data);
            n_distances++;
        } else {
            skip_value(&json);
        }
    }
    assert_true(n_labels >= 9);
    assert_int_equal(n_distances, 1);
    sg_text_free(&text);
    sg_dataset_free(&data);
}

static void fixtures(void **state)
{
    (void)state;
    check_reference(SG_TEST_FIXTURES "/golden/MOL2.json", SG_TEST_FIXTURES "/MOL2");
    check_reference(SG_TEST_FIXTURES "/golden/CYC.json", SG_TEST_FIXTURES "/CYC");
    check_reference(SG_TEST_FIXTURES "/golden/RT2x3.json", SG_TEST_FIXTURES "/RT2x3");
}

static void real_data(void **state)
{
    (void)state;
    char folder[1024], path[1100];
    (void)snprintf(folder, sizeof folder, "%s", check_shared("golden/tu"));
    (void)snprintf(path, sizeof path, "%s/DHFR3", folder);
    check_reference(check_shared("golden/DHFR3.json"), path);
    (void)snprintf(path, sizeof path, "%s/IMDB3", folder);
    check_reference(check_shared("golden/IMDB3.json"), path);
}

SG_TESTS(cmocka_unit_test(fixtures), cmocka_unit_test(real_data))
