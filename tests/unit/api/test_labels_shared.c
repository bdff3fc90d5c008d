/* test_labels_shared.c - labels and triples of ranks that divide the graphs: those of one process. */
#include "sharegnn.h"

#include "support/check.h"
#include "support/fake_ranks.h"
#include "support/folder.h"

enum { MOST = 7 };

/* What ranks are told, what one process found, and what they found. */
typedef struct common {
    const char *data, *expression, *property;
    const char *path,
        *path_of_one; /* a file that ranks read in parts, and that of rank 1; NULL: `data` is made */
    const char *expression_of_one; /* that of rank 1, or NULL */
    uint32_t n_graphs;             /* the first ones of the data; 0: all */
    uint64_t budget;
    const char *cache;
    sg_labels *wanted;
    sg_triples_size wanted_size;
    sg_status status[MOST];
    sg_error err[MOST];
    bool good[MOST];
    uint32_t n_found[MOST]; /* graphs */
} common;

/* A copy of the first graphs. */
static sg_status cut_data(sg_dataset **data, uint32_t n, sg_error *err)
{
    sg_dataset *cut = NULL;
    uint32_t number[MOST] = {0};
    for (uint32_t i = 0; i < MOST; i++) number[i] = i;
    const sg_status status = sg_data_select(&cut, *data, number, n, err);
    sg_data_close(*data);
    *data = cut;
    return status;
}

static sg_status open_data(sg_dataset **data, const common *c, sg_cluster *cluster,
                           sg_error *err)
{
    const bool other = c->path_of_one != NULL && sg_cluster_rank(cluster) == 1;
    if (c->path != NULL)
        return sg_data_open_part(data, other ? c->path_of_one : c->path, NULL, cluster, err);
    const sg_status status = sg_data_generate(data, c->data, 3, err);
    return status == SG_OK && c->n_graphs > 0 ? cut_data(data, c->n_graphs, err) : status;
}

static bool are_same_labels(const sg_labels *a, const sg_labels *b)
{
    const sg_labels_arrays x = sg_labels_view_of(a), y = sg_labels_view_of(b);
    return x.n_nodes == y.n_nodes && x.n_labels == y.n_labels &&
           memcmp(x.label, y.label, x.n_nodes * sizeof *x.label) == 0 &&
           memcmp(x.key, y.key, x.n_labels * sizeof *x.key) == 0 &&
           memcmp(x.count, y.count, x.n_labels * sizeof *x.count) == 0;
}

static void label(sg_cluster *cluster, void *context)
{
    common *c = context;
    const uint32_t rank = sg_cluster_rank(cluster);
    sg_error *err = &c->err[rank];
    sg_dataset *data = NULL;
    sg_labels *labels = NULL;
    sg_triples_size size = {.struct_size = sizeof size};
    const sg_label_options options = {.struct_size = sizeof options,
                                      .n_threads = rank % 2 + 1,
                                      .budget = c->budget,
                                      .cache = c->cache};
    const char *expression =
        rank == 1 && c->expression_of_one != NULL ? c->expression_of_one : c->expression;
    sg_status status = open_data(&data, c, cluster, err);
    if (status == SG_OK)
        status = sg_labels_open_shared(&labels, data, expression, &options, cluster, err);
    if (status == SG_OK)
        status = sg_triples_measure_shared(&size, data, labels, labels, c->property, 1, cluster,
                                           err);
    c->good[rank] = status == SG_OK && c->wanted != NULL &&
                    are_same_labels(labels, c->wanted) &&
                    memcmp(&size, &c->wanted_size, sizeof size) == 0;
    c->status[rank] = status;
    sg_labels_close(labels);
    sg_data_close(data);
}

/* What one process finds. */
static void label_alone(common *c)
{
    sg_dataset *data = NULL;
    c->wanted_size = (sg_triples_size){.struct_size = sizeof c->wanted_size};
    check_ok(open_data(&data, c, NULL, &err));
    check_ok(sg_labels_open(&c->wanted, data, c->expression, NULL, &err));
    check_ok(
        sg_triples_measure(&c->wanted_size, data, c->wanted, c->wanted, c->property, 1, &err));
    sg_data_close(data);
}

static void check_same(common *c)
{
    static const uint32_t N_RANKS[] = {1, 2, MOST};
    label_alone(c);
    for (size_t i = 0; i < sizeof N_RANKS / sizeof *N_RANKS; i++) {
        run_ranks(N_RANKS[i], label, c);
        for (uint32_t r = 0; r < N_RANKS[i]; r++)
            if (!c->good[r])
                fail_msg("%s, %s: rank %u of %u: %s", c->expression, c->property, r, N_RANKS[i],
                         c->err[r].text);
    }
    sg_labels_close(c->wanted);
    c->wanted = NULL;
}

static void labels_are_those_of_one_process(void **state)
{
    (void)state;
    static const char *const EXPRESSIONS[] = {"wl:2", "degree", "cycles:6+wl:1",
                                              "wl:3 limit 20"};
    static const char *const PROPERTIES[] = {"distance 0..3", "edge", "paths:3"};
    for (int i = 0; i < 4; i++)
        check_same(&(common){
            .data = "Snowflakes", .expression = EXPRESSIONS[i], .property = PROPERTIES[i % 3]});
}

static void ranks_without_graphs_find_the_same(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 3; n++)
        check_same(&(common){
            .data = "CSL", .expression = "wl:1", .property = "distance 0..2", .n_graphs = n});
}

/* All ranks fail with one text. */
static void check_failure(common *c, const char *text)
{
    run_ranks(3, label, c);
    for (uint32_t r = 0; r < 3; r++) {
        assert_int_not_equal(c->status[r], SG_OK);
        if (strstr(c->err[r].text, text) == NULL) fail_msg("rank %u: %s", r, c->err[r].text);
    }
}

static void failures_are_everybodys(void **state)
{
    (void)state;
    check_failure(
        &(common){
            .data = "Snowflakes", .expression = "cycles:8", .property = "edge", .budget = 3},
        "takes more steps than the budget");
    check_failure(&(common){.data = "CSL",
                            .expression = "wl:1",
                            .expression_of_one = "degree",
                            .property = "edge"},
                  "rank 1 of 3: it computes other labels than rank 0");
    check_failure(&(common){.data = "CSL",
                            .expression = "wl:1",
                            .expression_of_one = "nonsense",
                            .property = "edge"},
                  "rank 1 of 3: \"nonsense\"");
    check_failure(&(common){.data = "CSL", .expression = "wl:1", .property = "nonsense"},
                  "nonsense");
    check_failure(
        &(common){.data = "CSL", .expression = "wl:1", .property = "edge", .cache = "/nowhere"},
        "options->cache");
}

static void arguments_are_required(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_labels *l = NULL;
    sg_triples_size size = {.struct_size = sizeof size};
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    check_ok(sg_labels_open_shared(&l, data, "degree", NULL, NULL, &err));
    check_fails(sg_labels_open_shared(NULL, data, "degree", NULL, NULL, &err), SG_EINVAL,
                "labels");
    check_fails(sg_labels_open_shared(&l, NULL, "degree", NULL, NULL, &err), SG_EINVAL, "data");
    check_fails(sg_labels_open_shared(&l, data, NULL, NULL, NULL, &err), SG_EINVAL,
                "expression");
    check_fails(sg_triples_measure_shared(NULL, data, l, l, "edge", 1, NULL, &err), SG_EINVAL,
                "size");
    check_fails(sg_triples_measure_shared(&size, NULL, l, l, "edge", 1, NULL, &err), SG_EINVAL,
                "data");
    check_fails(sg_triples_measure_shared(&size, data, NULL, l, "edge", 1, NULL, &err),
                SG_EINVAL, "receiver");
    check_fails(sg_triples_measure_shared(&size, data, l, NULL, "edge", 1, NULL, &err),
                SG_EINVAL, "sender");
    check_fails(sg_triples_measure_shared(&size, data, l, l, NULL, 1, NULL, &err), SG_EINVAL,
                "property");
    sg_labels_close(l);
    sg_data_close(data);
    check_fails(sg_data_open_part(NULL, "CSL", NULL, NULL, &err), SG_EINVAL, "data");
    check_fails(sg_data_open_part(&data, NULL, NULL, NULL, &err), SG_EINVAL, "name");
}

/* ---- Files that are read in parts ---------------------------------------------------------------- */

/* Words in some graphs and numbers in others, edges in some and labels of edges in one, blank lines, carriage returns, no
 * newline at the end; a graph without nodes. */
static const char LINES[] =
    "{\"nodes\": [\"a\", \"b\", \"a\"], \"edges\": [[0, 1], [1, 2]]}\n\n"
    "{\"nodes\": [\"c\"], \"edges\": []}\r\n"
    "{\"nodes\": [7, 7, 2], \"edges\": [[0, 1], [1, 2], [2, 0]]}\n"
    "{\"nodes\": 4, \"edges\": [[0, 1], [2, 3]]}\n"
    "{\"nodes\": 0, \"edges\": []}\n"
    "{\"nodes\": [\"b\", \"zz\"], \"edges\": [[0, 1, \"double\"]]}";

static void parts_of_a_file_are_labeled_as_the_whole(void **state)
{
    (void)state;
    check_write(folder, "words.jsonl", LINES);
    check_write(folder, "few.smi",
                "\xef\xbb\xbf"
                "CCO\nC1CC1 ring\n");
    check_write(folder, "few.csv", "smiles,y\n\"CCO\",1\nCC,2\nc1ccccc1,3\n");
    const char *words = path_of("words.jsonl"), *smiles = path_of("few.smi"),
               *table = path_of("few.csv");
    check_same(&(common){.path = words, .expression = "wl:1", .property = "distance 0..2"});
    check_same(&(common){.path = words, .expression = "label", .property = "edge"});
    check_same(&(common){.path = words, .expression = "wl-edges:1", .property = "edge"});
    check_same(&(common){.path = smiles, .expression = "wl:2", .property = "distance 0..2"});
    check_same(&(common){.path = table, .expression = "wl:1", .property = "distance 0..2"});
}

/* A part begins at its graph in the data, and all parts together are the data. */
static void look_at_part(sg_cluster *cluster, void *context)
{
    common *c = context;
    const uint32_t rank = sg_cluster_rank(cluster);
    sg_dataset *data = NULL;
    c->status[rank] = sg_data_open_part(&data, c->path, NULL, cluster, &c->err[rank]);
    c->n_found[rank] = data != NULL ? sg_data_sizes_of(data).n_graphs : 0;
    sg_data_close(data);
}

static void parts_are_divided_by_bytes(void **state)
{
    (void)state;
    check_write(folder, "words.jsonl", LINES);
    for (uint32_t n = 1; n <= MOST; n++) {
        common c = {.path = path_of("words.jsonl")};
        uint32_t n_graphs = 0;
        run_ranks(n, look_at_part, &c);
        for (uint32_t r = 0; r < n; r++) {
            assert_int_equal(c.status[r], SG_OK);
            if (n > 1) assert_true(c.n_found[r] < 6);
            n_graphs += c.n_found[r];
        }
        assert_int_equal(n_graphs, 6);
    }
}

static void what_is_wrong_with_a_part_is_told_to_all(void **state)
{
    (void)state;
    check_write(folder, "words.jsonl", LINES);
    check_write(folder, "bad.smi", "CCO\nCC\nCN\nCF\nC(C\nCCC\n");
    check_write(folder, "empty.smi", "\n\n");
    check_write(folder, "other.jsonl", "{\"nodes\": 1, \"edges\": []}\n");
    check_write(folder, "odd.jsonl",
                "{\"nodes\": [{\"attributes\": [1]}], \"edges\": []}\n"
                "{\"nodes\": [{\"attributes\": [1]}], \"edges\": []}\n"
                "{\"nodes\": [{\"attributes\": [1, 2]}], \"edges\": []}\n");
    common c = {.path = path_of("bad.smi"), .expression = "wl:1", .property = "edge"};
    check_failure(&c, "bad.smi:5:4: SMILES");
    c = (common){.path = path_of("empty.smi"), .expression = "wl:1", .property = "edge"};
    check_failure(&c, "empty.smi: it is empty");
    c = (common){.path = path_of("nowhere.smi"), .expression = "wl:1", .property = "edge"};
    check_failure(&c, "nowhere.smi");
    c = (common){.path = path_of("words.jsonl"),
                 .path_of_one = path_of("other.jsonl"),
                 .expression = "wl:1",
                 .property = "edge"};
    check_failure(&c, "rank 1 of 3: it finds a file of another size than rank 0");
    c.path_of_one = path_of("nowhere.jsonl");
    check_failure(&c, "rank 1 of 3: ");
    c = (common){.path = path_of("odd.jsonl"), .expression = "wl:1", .property = "edge"};
    check_failure(&c, "2 attributes per node, those before 1");
    c = (common){.path = "/dev/null?smiles", .expression = "wl:1", .property = "edge"};
    check_failure(&c, "parts of plain files");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_those_of_one_process),
        cmocka_unit_test(ranks_without_graphs_find_the_same),
        cmocka_unit_test(failures_are_everybodys),
        cmocka_unit_test(arguments_are_required),
        cmocka_unit_test(parts_of_a_file_are_labeled_as_the_whole),
        cmocka_unit_test(parts_are_divided_by_bytes),
        cmocka_unit_test(what_is_wrong_with_a_part_is_told_to_all)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
