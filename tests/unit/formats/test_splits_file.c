/* test_splits_file.c - splits as JSON, sound and unsound. */
#include "formats/splits_file.h"

#include "base/file.h"
#include "base/mem.h"
#include "support/check.h"

#include <unistd.h>

#define FOLD(test, train, validation)                                                          \
    "{\"test\": [" test "], \"model_selection\": [{\"train\": [" train                         \
    "], \"validation\": [" validation "]}]}"

static sg_status parse(sg_splits *splits, const char *text, uint32_t n_graphs, sg_error *err)
{
    return sg_splits_parse(splits, "x.json", text, strlen(text), n_graphs, err);
}

static void check_refused_for(uint32_t n_graphs, const char *text, const char *part)
{
    sg_splits splits, before;
    memset(&splits, 0x5a, sizeof splits);
    memcpy(&before, &splits, sizeof splits);
    const long live = sg_mem_live();
    check_fails(parse(&splits, text, n_graphs, &err), SG_EFORMAT, part);
    check_fails(parse(&splits, text, n_graphs, &err), SG_EFORMAT, "x.json:");
    assert_memory_equal(&splits, &before, sizeof splits);
    assert_int_equal(sg_mem_live(), live);
}

static void check_refused(const char *text, const char *part)
{
    check_refused_for(10, text, part);
}

static void check_list(const sg_index_list *list, uint32_t n, const uint32_t *expected)
{
    assert_int_equal(list->n, n);
    for (uint32_t i = 0; i < n; i++) assert_int_equal(list->index[i], expected[i]);
}

static void reads_folds(void **state)
{
    (void)state;
    sg_splits splits = {0};
    check_ok(
        parse(&splits, "[" FOLD("3, 1", "0,4, 5", "2") ",\n" FOLD("0", "1", "") "]", 6, &err));
    assert_int_equal(splits.n_folds, 2);
    check_list(&splits.fold[0].part[SG_TEST], 2, (uint32_t[]){3, 1});
    check_list(&splits.fold[0].part[SG_TRAIN], 3, (uint32_t[]){0, 4, 5});
    check_list(&splits.fold[0].part[SG_VALIDATION], 1, (uint32_t[]){2});
    check_list(&splits.fold[1].part[SG_TEST], 1, (uint32_t[]){0});
    check_list(&splits.fold[1].part[SG_TRAIN], 1, (uint32_t[]){1});
    check_list(&splits.fold[1].part[SG_VALIDATION], 0, NULL);
    sg_splits_free(&splits);
    check_ok(parse(&splits, "[" FOLD("", "", "") "]", 0, &err));
    sg_splits_free(&splits);
}

static void skips_what_it_does_not_know(void **state)
{
    (void)state;
    sg_splits splits = {0};
    check_ok(
        parse(&splits,
              "[{\"note\": {\"a\": [1, {\"b\": null}]}, \"model_selection\": [{\"seed\": 7, "
              "\"validation\": [1], \"x\": [], \"train\": [0]}, {\"train\": [99]}, 5], "
              "\"fold\": 3, \"test\": [2]}]",
              3, &err));
    assert_int_equal(splits.n_folds, 1);
    check_list(&splits.fold[0].part[SG_TRAIN], 1, (uint32_t[]){0});
    check_list(&splits.fold[0].part[SG_VALIDATION], 1, (uint32_t[]){1});
    check_list(&splits.fold[0].part[SG_TEST], 1, (uint32_t[]){2});
    sg_splits_free(&splits);
}

static void refuses_indices_out_of_range(void **state)
{
    (void)state;
    check_refused("[" FOLD("10", "", "") "]",
                  "x.json:1:12: found 10; a whole number from 0 to 9 is needed");
    check_refused("[" FOLD("0", "1", "\n 4294967296") "]", "x.json:2:2: found 4294967296;");
    check_refused("[" FOLD("-1", "", "") "]", "x.json:1:12: found -1;");
    check_refused("[" FOLD("1.5", "", "") "]", "x.json:1:12: found 1.5;");
    check_refused("[" FOLD("\"1\"", "", "") "]", "x.json:1:12: found something else;");
    check_refused("[" FOLD("[1]", "", "") "]", "x.json:1:12: found something else;");
    check_refused("[" FOLD("null", "", "") "]", "x.json:1:12: found something else;");
    check_refused_for(0, "[" FOLD("0", "", "") "]", "x.json:1:12: the data set has no graphs");
}

static void refuses_overlaps(void **state)
{
    (void)state;
    check_refused("[" FOLD("1, 2, 1", "", "") "]",
                  "x.json:1:18: graph 1 is in \"test\" already");
    check_refused("[" FOLD("1", "2, 3, 1", "") "]", "graph 1 is in \"test\" already");
    check_refused("[" FOLD("1", "2, 3", "3") "]", "graph 3 is in \"train\" already");
    check_refused("[" FOLD("1", "", "4, 4") "]", "graph 4 is in \"validation\" already");
    check_refused("[" FOLD("1", "2", "3") "," FOLD("1", "1", "") "]", "graph 1 is in \"test\"");
    check_refused(
        "[{\"model_selection\": [{\"validation\": [3], \"train\": [2]}], \"test\": [3]}]",
        "graph 3 is in \"validation\" already");
}

static void refuses_what_is_incomplete(void **state)
{
    (void)state;
    check_refused("", "x.json:1:1: the text ends here");
    check_refused("[]", "x.json:1:1: the list of folds is empty");
    check_refused("{}", "x.json:1:1: a list of folds is needed here");
    check_refused("7", "x.json:1:1: a list of folds is needed here");
    check_refused("[1]", "x.json:1:2: a fold {\"test\"");
    check_refused("[{}]", "x.json:1:2: \"test\" is missing in this fold");
    check_refused("[{\"test\": []}]", "\"model_selection\" is missing in this fold");
    check_refused("[{\"model_selection\": [{\"train\": [], \"validation\": []}]}]",
                  "\"test\" is missing in this fold");
    check_refused("[{\"test\": [], \"model_selection\": []}]",
                  "an object with \"train\" and \"validation\" is needed here");
    check_refused("[{\"test\": [], \"model_selection\": {}}]",
                  "a list of selections is needed");
    check_refused("[{\"test\": [], \"model_selection\": [{}]}]", "\"train\" is missing here");
    check_refused("[{\"test\": [], \"model_selection\": [{\"train\": []}]}]",
                  "\"validation\" is missing here");
    check_refused("[{\"test\": 5, \"model_selection\": []}]", "a list of graph numbers");
    check_refused("[{\"test\": [], \"test\": []}]", "\"test\" is given twice");
    check_refused("[{\"model_selection\": [{\"train\": [], \"train\": []}]}]",
                  "\"train\" is given twice");
    check_refused("[" FOLD("", "", "") "] 1", "the end of the text is needed");
    check_refused("[" FOLD("", "", "") ",]", "a value is needed");
    check_refused("[" FOLD("", "", "") "", "the text ends here");
    check_refused("[{\"test\": [1, 2", "the text ends here");
    check_refused("\x1f\x8b\x08 garbage", "x.json:1:1: found byte 31");
}

static void reads_a_letter_per_item(void **state)
{
    (void)state;
    sg_splits splits = {0};
    check_ok(parse(&splits, "[{\"parts\": \".vt-.t\"}, {\"parts\": \"------\"}]", 6, &err));
    assert_int_equal(splits.n_folds, 2);
    check_list(&splits.fold[0].part[SG_TRAIN], 2, (uint32_t[]){0, 4});
    check_list(&splits.fold[0].part[SG_VALIDATION], 1, (uint32_t[]){1});
    check_list(&splits.fold[0].part[SG_TEST], 2, (uint32_t[]){2, 5});
    check_list(&splits.fold[1].part[SG_TEST], 0, NULL);
    sg_splits_free(&splits);
    check_refused_for(6, "[{\"parts\": \".vt-.\"}]", "5 letters, but there are 6 graphs");
    check_refused_for(3, "[{\"parts\": \".vx\"}]", "letter 3 is none of");
    check_refused_for(3, "[{\"parts\": 3}]", "a text of . v t -");
    check_refused_for(3, "[{\"parts\": \".vt\", \"parts\": \".vt\"}]", "exclude each other");
    check_refused_for(3, "[{\"test\": [1], \"parts\": \".vt\"}]", "exclude each other");
    check_refused_for(3, "[{\"parts\": \".vt\", \"test\": [1]}]", "given twice");
}

static void writes_what_it_reads(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1024];
    (void)snprintf(path, sizeof path, "%s/splits.json", folder);
    sg_rng rng = check_rng("writes_what_it_reads");
    for (uint32_t round = 0; round < 20; round++) {
        const uint32_t n_graphs = 3 + sg_rng_below(&rng, 100), n_folds = 2 + round % 2;
        sg_splits made = {0}, read = {0};
        if (round == 0)
            check_ok(sg_splits_in_order(&made, 5, 0, 5, &err)); /* empty lists */
        else
            check_ok(sg_splits_make(&made, NULL, n_graphs, n_folds, &rng, &err));
        check_ok(sg_splits_file_write(&made, path, &err));
        check_ok(sg_splits_read(&read, path, round == 0 ? 5 : n_graphs, &err));
        assert_int_equal(read.n_folds, made.n_folds);
        for (uint32_t i = 0; i < made.n_folds; i++) {
            const sg_fold *a = &made.fold[i], *b = &read.fold[i];
            for (int p = 0; p < SG_N_PARTS; p++)
                check_list(&b->part[p], a->part[p].n, a->part[p].index);
        }
        sg_splits_free(&made);
        sg_splits_free(&read);
    }
    check_folder_remove(folder);
}

static void refuses_to_write_nonsense(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1024];
    (void)snprintf(path, sizeof path, "%s/splits.json", folder);
    const sg_splits none = {0};
    check_fails(sg_splits_file_write(&none, path, &err), SG_EINVAL, "no folds");
    assert_int_not_equal(access(path, F_OK), 0);
    sg_splits splits = {0};
    check_ok(sg_splits_in_order(&splits, 3, 1, 1, &err));
    check_fails(sg_splits_file_write(&splits, "/nowhere/x.json", &err), SG_ENOTFOUND,
                "/nowhere/x.json: ");
    sg_splits_free(&splits);
    check_folder_remove(folder);
}

static void refuses_files_that_cannot_be_read(void **state)
{
    (void)state;
    sg_splits splits = {0};
    char *folder = check_folder(), path[1024];
    check_fails(sg_splits_read(&splits, "/nowhere/x.json", 3, &err), SG_ENOTFOUND,
                "/nowhere/x.json: ");
    check_fails(sg_splits_read(&splits, folder, 3, &err), SG_EIO, folder);
    check_write(folder, "empty.json", "");
    (void)snprintf(path, sizeof path, "%s/empty.json", folder);
    check_fails(sg_splits_read(&splits, path, 3, &err), SG_EFORMAT,
                "empty.json:1:1: the text ends here");
    check_folder_remove(folder);
}

static void reads_the_published_splits(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        uint32_t n_graphs, n_folds, train, validation, test; /* sizes of the first fold */
    } published[] = {{"fair/DHFR", 756, 10, 612, 68, 76},
                     {"fair/IMDB-BINARY", 1000, 10, 810, 90, 100},
                     {"fair/MUTAG", 188, 10, 153, 16, 19},
                     {"fair/Mutagenicity", 4337, 10, 3513, 390, 434},
                     {"fair/NCI1", 4110, 10, 3328, 370, 412},
                     {"fixed/SubstructureCounting", 5000, 1, 1500, 1000, 2500},
                     {"fixed/ZINC-full", 249456, 1, 220011, 24445, 5000},
                     {"fixed/ZINC", 12000, 1, 10000, 1000, 1000},
                     {"standard/IMDB-BINARY", 1000, 10, 900, 100, 0},
                     {"standard/NCI1", 4110, 10, 3699, 411, 0},
                     {"synthetic/CSL", 150, 5, 96, 24, 30},
                     {"synthetic/RingTransfer1", 1200, 10, 972, 108, 120},
                     {"synthetic/RingTransfer2", 1200, 10, 972, 108, 120},
                     {"synthetic/RingTransfer3", 1200, 10, 972, 108, 120},
                     {"synthetic/Snowflakes", 1000, 10, 810, 90, 100}};
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        char name[128];
        (void)snprintf(name, sizeof name, "data/splits/%s_splits.json", published[i].file);
        const char *path = check_shared(name);
        const uint32_t n_graphs = published[i].n_graphs;
        sg_splits splits = {0};
        check_ok(sg_splits_read(&splits, path, n_graphs, &err));
        assert_int_equal(splits.n_folds, published[i].n_folds);
        assert_int_equal(splits.fold[0].part[SG_TRAIN].n, published[i].train);
        assert_int_equal(splits.fold[0].part[SG_VALIDATION].n, published[i].validation);
        assert_int_equal(splits.fold[0].part[SG_TEST].n, published[i].test);
        sg_splits_free(&splits);
        check_fails(sg_splits_read(&splits, path, n_graphs / 2, &err), SG_EFORMAT,
                    "a whole number from 0 to");
    }
}

static sg_status parse_and_write(void *context, sg_error *err)
{
    sg_splits splits = {0};
    sg_status status =
        parse(&splits, "[" FOLD("1", "2", "3") "," FOLD("2", "0, 3", "") "]", 6, err);
    if (status == SG_OK) status = sg_splits_file_write(&splits, context, err);
    if (status == SG_OK) {
        sg_splits_free(&splits);
        status = sg_splits_read(&splits, context, 6, err);
    }
    sg_splits_free(&splits);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1024];
    (void)snprintf(path, sizeof path, "%s/splits.json", folder);
    assert_true(check_out_of_memory(parse_and_write, path) >= 10);
    check_folder_remove(folder);
}

SG_TESTS(cmocka_unit_test(reads_folds), cmocka_unit_test(reads_a_letter_per_item),
         cmocka_unit_test(skips_what_it_does_not_know),
         cmocka_unit_test(refuses_indices_out_of_range), cmocka_unit_test(refuses_overlaps),
         cmocka_unit_test(refuses_what_is_incomplete), cmocka_unit_test(writes_what_it_reads),
         cmocka_unit_test(refuses_to_write_nonsense),
         cmocka_unit_test(refuses_files_that_cannot_be_read),
         cmocka_unit_test(reads_the_published_splits),
         cmocka_unit_test(survives_lack_of_memory))
