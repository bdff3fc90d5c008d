/* test_generators.c - what holds for every generated data set, and the published sets. */
#include "base/mem.h"
#include "formats/tu_reader.h"
#include "generators/generators.h"
#include "support/check.h"

static void registry_is_in_order(void **state)
{
    (void)state;
    static const char *const names[] = {
        "RingTransfer1", "RingTransfer2",        "RingTransfer3", "CSL",
        "Snowflakes",    "SubstructureCounting", "BlockModel",    "MarkedTrees"};
    size_t n;
    const sg_generator *all = sg_generators(&n);
    assert_int_equal(n, sizeof names / sizeof *names);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(all[i].name, names[i]);
        assert_ptr_equal(sg_generator_find(names[i]), &all[i]);
    }
    assert_null(sg_generator_find("csl"));
    assert_null(sg_generator_find(""));
}

static void same_seed_makes_the_same_data(void **state)
{
    (void)state;
    size_t n;
    const sg_generator *all = sg_generators(&n);
    for (size_t i = 0; i < n; i++) {
        uint64_t fingerprint[3];
        for (uint32_t k = 0; k < 3; k++) {
            sg_dataset data = {0};
            check_ok(all[i].make(&data, k / 2, &err)); /* seeds 0, 0, 1 */
            assert_string_equal(data.name, all[i].name);
            assert_int_equal(data.graph.n_graphs, all[i].n_graphs);
            fingerprint[k] = sg_dataset_fingerprint(&data);
            sg_dataset_free(&data);
        }
        assert_true(fingerprint[0] == fingerprint[1]);
        assert_true(fingerprint[0] != fingerprint[2]);
    }
}

/* Folds and the sizes of train, validation and test, as in the published splits. */
static void splits_have_the_published_sizes(void **state)
{
    (void)state;
    static const uint32_t sizes[][4] = {{10, 972, 108, 120},   {10, 972, 108, 120},
                                        {10, 972, 108, 120},   {5, 96, 24, 30},
                                        {10, 810, 90, 100},    {1, 1500, 1000, 2500},
                                        {1, 4000, 2000, 4000}, {10, 2430, 270, 300}};
    size_t n;
    const sg_generator *all = sg_generators(&n);
    for (size_t i = 0; i < n; i++) {
        sg_dataset data = {0};
        sg_splits splits = {0};
        check_ok(all[i].make(&data, all[i].default_seed, &err));
        check_ok(all[i].split(&splits, &data, all[i].default_seed, &err));
        assert_int_equal(splits.n_folds, sizes[i][0]);
        for (uint32_t f = 0; f < splits.n_folds; f++) {
            assert_int_equal(splits.fold[f].part[SG_TRAIN].n, sizes[i][1]);
            assert_int_equal(splits.fold[f].part[SG_VALIDATION].n, sizes[i][2]);
            assert_int_equal(splits.fold[f].part[SG_TEST].n, sizes[i][3]);
        }
        assert_string_equal(all[i].protocol, splits.n_folds > 1 ? "synthetic" : "fixed");
        sg_splits_free(&splits);
        sg_dataset_free(&data);
    }
}

#define check_same(ours, theirs, n)                                                            \
    assert_memory_equal((ours), (theirs), (size_t)(n) * sizeof *(ours))

static void check_published(const char *name, const char *path)
{
    const sg_generator *generator = sg_generator_find(name);
    sg_dataset ours = {0}, theirs = {0};
    check_ok(sg_tu_open(&theirs, path, 1, &err));
    check_ok(generator->make(&ours, generator->default_seed, &err));
    const sg_graph *g = &ours.graph, *h = &theirs.graph;
    assert_int_equal(g->n_graphs, h->n_graphs);
    assert_int_equal(g->n_nodes, h->n_nodes);
    assert_int_equal(g->n_arcs, h->n_arcs);
    check_same(g->graph_offset, h->graph_offset, g->n_graphs + 1);
    check_same(g->arc_offset, h->arc_offset, g->n_nodes + 1);
    check_same(g->neighbor, h->neighbor, g->n_arcs);
    assert_int_equal(theirs.node_label.n_columns, 1);
    check_same(ours.node_label.value, theirs.node_label.value, g->n_nodes);
    assert_int_equal(ours.items.n_classes, theirs.items.n_classes);
    check_same(ours.items.class_name, theirs.items.class_name, ours.items.n_classes);
    check_same(ours.items.item_class, theirs.items.item_class, g->n_graphs);
    assert_true(sg_dataset_fingerprint(&ours) == sg_dataset_fingerprint(&theirs));
    sg_dataset_free(&theirs);
    sg_dataset_free(&ours);
}

static void default_seed_gives_the_published_graphs(void **state)
{
    (void)state;
    check_published("RingTransfer1", check_shared("data/RingTransfer1.zip"));
    check_published("RingTransfer2", check_shared("data/RingTransfer2.zip"));
    check_published("RingTransfer3", check_shared("data/RingTransfer3.zip"));
    check_published("Snowflakes", check_shared("data/Snowflakes.zip"));
}

static sg_status make_and_split(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_generator *generator = context;
    sg_dataset data = {0};
    sg_splits splits = {0};
    SG_TRY(generator->make(&data, 1, err));
    SG_TRY(generator->split(&splits, &data, 1, err));
done:
    sg_splits_free(&splits);
    sg_dataset_free(&data);
    return status;
}

/* Every allocation of the small sets fails in turn.  The large ones allocate in the same places
 * through the same collector, so for them some allocations are enough. */
static void generators_survive_lack_of_memory(void **state)
{
    (void)state;
    size_t n;
    const sg_generator *all = sg_generators(&n);
    for (size_t i = 0; i < n; i++) {
        sg_generator generator = all[i];
        if (strcmp(generator.name, "RingTransfer2") == 0 ||
            strcmp(generator.name, "CSL") == 0) {
            assert_true(check_out_of_memory(make_and_split, &generator) > 20);
            continue;
        }
        sg_status status = SG_ENOMEM;
        for (long k = 0; status == SG_ENOMEM; k += 11) {
            const long live_before = sg_mem_live();
            sg_mem_fail_at(k);
            status = make_and_split(&generator, NULL);
            sg_mem_fail_at(-1);
            assert_int_equal(sg_mem_live(), live_before);
        }
        assert_int_equal(status, SG_OK);
    }
}

SG_TESTS(cmocka_unit_test(registry_is_in_order),
         cmocka_unit_test(same_seed_makes_the_same_data),
         cmocka_unit_test(splits_have_the_published_sizes),
         cmocka_unit_test(default_seed_gives_the_published_graphs),
         cmocka_unit_test(generators_survive_lack_of_memory))
