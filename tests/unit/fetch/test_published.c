/* test_published.c - recognizing data sets that others publish. */
#include "fetch/published.h"
#include "formats/tu_reader.h"
#include "support/check.h"

static const sg_published *find(const char *name)
{
    size_t n = 0;
    const sg_published *all = sg_published_all(&n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].name, name) == 0) return &all[i];
    return NULL;
}

static void the_list_is_in_order_and_complete(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_published *all = sg_published_all(&n);
    assert_true(n > 0);
    for (size_t i = 0; i < n; i++) {
        assert_true(strlen(all[i].name) > 0);
        assert_true(strlen(all[i].about) > 0 && strchr(all[i].about, '\n') == NULL);
        assert_true(all[i].n_graphs > 0);
        if (i > 0) assert_true(strcmp(all[i - 1].name, all[i].name) < 0);
        for (size_t k = 0; k < i; k++)
            assert_true(all[i].fingerprint == 0 || all[k].fingerprint != all[i].fingerprint);
    }
}

/* The numbers of graphs in the tables of the paper and of the collection. */
static void the_paper_s_data_sets_are_known(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t n_graphs;
    } expected[] = {{"NCI1", 4110},      {"NCI109", 4127}, {"Mutagenicity", 4337},
                    {"DHFR", 756},       {"MUTAG", 188},   {"IMDB-BINARY", 1000},
                    {"IMDB-MULTI", 1500}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const sg_published *known = find(expected[i].name);
        assert_non_null(known);
        assert_int_equal(known->n_graphs, expected[i].n_graphs);
    }
}

static void unknown_names_pass(void **state)
{
    (void)state;
    const sg_dataset data = {0};
    check_ok(sg_published_check(&data, "MyMolecules", &err));
    check_ok(sg_published_check(&data, "", &err));
    check_ok(sg_published_check(&data, "mutag", &err)); /* names are names */
}

static void other_numbers_of_graphs_are_noticed(void **state)
{
    (void)state;
    const sg_dataset empty = {0};
    check_fails(sg_published_check(&empty, "MUTAG", &err), SG_EFORMAT,
                "MUTAG: has 0 graphs where the published data set has 188");
}

static void other_content_is_noticed(void **state)
{
    (void)state;
    uint32_t zero[189] = {0};
    const sg_dataset hollow = {
        .graph = {.n_graphs = 188, .graph_offset = zero, .arc_offset = zero}};
    check_fails(sg_published_check(&hollow, "MUTAG", &err), SG_EFORMAT,
                "MUTAG: differs from the published data set (fingerprint ");
}

/* Where only the number of graphs is known, it alone decides. */
static void content_nobody_saw_passes(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_published *all = sg_published_all(&n);
    static uint32_t zero[5001];
    for (size_t i = 0; i < n; i++) {
        if (all[i].fingerprint != 0 || all[i].n_graphs > 5000) continue;
        const sg_dataset hollow = {
            .graph = {.n_graphs = all[i].n_graphs, .graph_offset = zero, .arc_offset = zero}};
        check_ok(sg_published_check(&hollow, all[i].name, &err));
    }
}

static void check_real(const char *name)
{
    char relative[100];
    sg_dataset data = {0};
    (void)snprintf(relative, sizeof relative, "data/%s.zip", name);
    check_ok(sg_tu_open(&data, check_shared(relative), 0, &err));
    assert_true(find(name)->fingerprint != 0);
    check_ok(sg_published_check(&data, name, &err));
    data.items.item_class[data.graph.n_graphs - 1] ^= 1;
    check_fails(sg_published_check(&data, name, &err), SG_EFORMAT, "differs");
    sg_dataset_free(&data);
}

static void the_real_ones_are_recognized(void **state)
{
    (void)state;
    check_real("MUTAG");
    check_real("DHFR");
    check_real("IMDB-BINARY");
    check_real("NCI1");
    check_real("Mutagenicity");
}

SG_TESTS(cmocka_unit_test(the_list_is_in_order_and_complete),
         cmocka_unit_test(the_paper_s_data_sets_are_known),
         cmocka_unit_test(unknown_names_pass),
         cmocka_unit_test(other_numbers_of_graphs_are_noticed),
         cmocka_unit_test(other_content_is_noticed),
         cmocka_unit_test(content_nobody_saw_passes),
         cmocka_unit_test(the_real_ones_are_recognized))
