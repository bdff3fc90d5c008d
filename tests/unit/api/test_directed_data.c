/* test_directed_data.c - directed graphs through the public interface: arrays, files, models. */
#include "sharegnn.h"

#include "support/check.h"
#include "support/folder.h"

#include <stdio.h>

enum { N_GRAPHS = 10, SIZE = 4 };

/* Graphs of four nodes with arcs 0 -> 1 -> 2 -> 3, of which every other graph has the last one turned;
 * arc 0 -> 1 is there twice, and node 3 has a self-loop. */
typedef struct fixture {
    uint32_t offset[N_GRAPHS + 1], edge[5 * N_GRAPHS][2];
    double weight[5 * N_GRAPHS];
    int64_t graph_class[N_GRAPHS];
    sg_graph_arrays arrays;
} fixture;

static void add_arc(fixture *f, uint32_t u, uint32_t v, double weight)
{
    f->edge[f->arrays.n_edges][0] = u;
    f->edge[f->arrays.n_edges][1] = v;
    f->weight[f->arrays.n_edges++] = weight;
}

static void set_up(fixture *f)
{
    *f = (fixture){.arrays = {.struct_size = sizeof f->arrays,
                              .n_graphs = N_GRAPHS,
                              .directed = true,
                              .self_loops = true}};
    for (uint32_t g = 0; g < N_GRAPHS; g++) {
        const uint32_t first = g * SIZE;
        f->offset[g + 1] = first + SIZE;
        f->graph_class[g] = g % 2;
        add_arc(f, first, first + 1, 1);
        add_arc(f, first + 1, first + 2, 2);
        add_arc(f, first + (g % 2 == 0 ? 2 : 3), first + (g % 2 == 0 ? 3 : 2), 4);
        add_arc(f, first, first + 1, 8);
        add_arc(f, first + 3, first + 3, 16);
    }
    f->arrays.graph_offset = f->offset;
    f->arrays.edge = f->edge[0];
    f->arrays.graph_class = f->graph_class;
    f->arrays.edge_attribute = f->weight;
    f->arrays.n_edge_attributes = 1;
}

static void arcs_stay_and_weights_are_added(void **state)
{
    static const uint32_t expected[] = {1, 2, 3, 3};
    static const double weights[] = {9, 2, 4, 16};
    fixture f;
    (void)state;
    set_up(&f);
    for (int i = 0; i < 2; i++) {
        sg_dataset *data = NULL;
        f.arrays.ownership = i == 0 ? SG_COPIED : SG_BORROWED;
        check_ok(sg_data_from_arrays(&data, &f.arrays, &err));
        const sg_data_size size = sg_data_sizes_of(data);
        const sg_data_arrays view = sg_data_view_of(data);
        assert_true(size.is_directed);
        assert_true(size.has_self_loops);
        assert_int_equal(size.n_arcs, 4 * N_GRAPHS);
        assert_memory_equal(view.neighbor, expected, sizeof expected);
        assert_memory_equal(view.edge_attribute, weights, sizeof weights);
        assert_int_equal(sg_data_repairs_of(data).duplicates, N_GRAPHS);
        assert_int_equal(sg_data_repairs_of(data).one_way, 0);
        assert_true(f.weight[0] == 1); /* the caller's are as they were */
        sg_data_close(data);
    }
}

/* Without directions the row of an edge that comes first counts for both, whether edges are listed or rows of
 * neighbors are lent. */
static void undirected_edges_have_one_weight(void **state)
{
    static const uint32_t offset[] = {0, 3}, edge[][2] = {{2, 1}, {0, 1}, {1, 2}, {1, 0}},
                          row[] = {0, 1, 3, 4}, neighbor[] = {1, 0, 2, 1};
    static const double listed[] = {7, 1, 8, 2}, by_rows[] = {1, 2, 8, 7};
    static const double wanted[2][4] = {{1, 1, 7, 7}, {1, 1, 8, 8}};
    static const int64_t graph_class[] = {0};
    (void)state;
    for (int i = 0; i < 4; i++) {
        const bool rows = i % 2 == 1;
        sg_dataset *data = NULL;
        sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                  .n_graphs = 1,
                                  .graph_offset = offset,
                                  .graph_class = graph_class,
                                  .n_edges = rows ? 0 : 4,
                                  .edge = rows ? NULL : edge[0],
                                  .arc_offset = rows ? row : NULL,
                                  .neighbor = rows ? neighbor : NULL,
                                  .edge_attribute = rows ? by_rows : listed,
                                  .n_edge_attributes = 1,
                                  .ownership = i < 2 ? SG_COPIED : SG_BORROWED};
        check_ok(sg_data_from_arrays(&data, &arrays, &err));
        assert_memory_equal(sg_data_view_of(data).edge_attribute, wanted[rows],
                            sizeof wanted[0]);
        if (i == 0) check_ok(sg_data_write(data, folder, "weights", false, &err));
        sg_data_close(data);
    }
    check_write(folder, "weights/weights_edge_attributes.txt", "1\n2\n8\n7\n");
    sg_dataset *data = NULL;
    check_ok(sg_data_open(&data, path_of("weights"), NULL, &err));
    assert_memory_equal(sg_data_view_of(data).edge_attribute, wanted[1], sizeof wanted[1]);
    sg_data_close(data);
}

static void fingerprints_know_directions(void **state)
{
    fixture f;
    sg_dataset *data = NULL;
    uint64_t print[3];
    (void)state;
    set_up(&f);
    f.arrays.n_edges = 0; /* even where there is no arc */
    f.arrays.edge = NULL;
    f.arrays.edge_attribute = NULL;
    for (int i = 0; i < 3; i++) {
        f.arrays.directed = i > 0;
        f.arrays.self_loops = i > 1;
        check_ok(sg_data_from_arrays(&data, &f.arrays, &err));
        print[i] = sg_data_fingerprint(data);
        sg_data_close(data);
    }
    assert_true(print[0] != print[1] && print[1] != print[2] && print[0] != print[2]);
}

static void builders_take_graphs_of_one_kind(void **state)
{
    fixture f;
    sg_data_builder *builder = NULL;
    (void)state;
    set_up(&f);
    check_ok(sg_data_builder_open(&builder, NULL, &err));
    check_ok(sg_data_builder_add(builder, &f.arrays, &err));
    f.arrays.self_loops = false;
    check_fails(sg_data_builder_add(builder, &f.arrays, &err), SG_EINVAL,
                "self_loops: the graphs before keep them");
    f.arrays.directed = false;
    check_fails(sg_data_builder_add(builder, &f.arrays, &err), SG_EINVAL,
                "directed: the graphs before are directed");
    sg_data_builder_close(builder);
}

/* Written and read again it is the same data set. */
static void files_keep_directions(void **state)
{
    fixture f;
    sg_dataset *data = NULL, *again = NULL;
    (void)state;
    set_up(&f);
    check_ok(sg_data_from_arrays(&data, &f.arrays, &err));
    check_ok(sg_data_write(data, folder, "arcs", false, &err));
    check_ok(sg_data_open(&again, path_of("arcs"), NULL, &err));
    assert_int_equal(sg_data_fingerprint(again), sg_data_fingerprint(data));
    assert_true(sg_data_sizes_of(again).is_directed);
    sg_data_close(again);
    check_ok(sg_data_select(&again, data, (uint32_t[]){3}, 1, &err));
    assert_true(sg_data_sizes_of(again).is_directed);
    sg_data_close(again);
    sg_data_close(data);
}

/* Copies are found whatever the order of nodes, and other directions are no copies. */
static void audits_know_directions(void **state)
{
    fixture f;
    sg_dataset *data = NULL;
    sg_audit *audit = NULL;
    sg_audit_counts counts = {.struct_size = sizeof counts};
    (void)state;
    set_up(&f);
    check_ok(sg_data_from_arrays(&data, &f.arrays, &err));
    check_ok(sg_audit_open(&audit, data, NULL, &err));
    check_ok(sg_audit_numbers(&counts, audit, &err));
    assert_int_equal(counts.n_groups, 2);
    assert_int_equal(counts.n_contradictions, 0);
    sg_audit_close(audit);
    sg_data_close(data);
}

/* Which way the last arc goes can be learned where arcs are followed. */
static void models_follow_arcs(void **state)
{
    static const char *const HEADS[] = {"in-degree @ distance 0..1", "none @ arc",
                                        "out-degree @ edge"};
    fixture f;
    sg_dataset *data = NULL;
    (void)state;
    set_up(&f);
    check_ok(sg_data_from_arrays(&data, &f.arrays, &err));
    for (size_t i = 0; i < sizeof HEADS / sizeof *HEADS; i++) {
        char text[300];
        sg_model *model = NULL;
        sg_epoch best;
        double score[N_GRAPHS][2], value = 0;
        uint64_t n = 0;
        (void)snprintf(
            text, sizeof text,
            "layers:\n"
            "  - encoder: {heads: ['%s'], activation: tanh}\n"
            "  - decoder: {heads: [in-degree], outputs: classes}\n"
            "train: {epochs: 80, learning-rate: 0.1, batch-size: 2, init: normal 0 0.5}\n",
            HEADS[i]);
        const sg_model_options how = {.struct_size = sizeof how, .description = text};
        const sg_training_options training = {
            .struct_size = sizeof training, .description = text, .seed = 3, .n_threads = 1};
        check_ok(sg_model_build(&model, data, &how, &err));
        check_ok(sg_model_train(&best, model, data, &training, &err));
        check_ok(sg_model_predict(score[0], model, data, NULL, &err));
        check_ok(sg_model_agreement(&value, &n, model, data, score[0], &err));
        check_near(value, 1, 0, 0);
        sg_model_close(model);
    }
    sg_data_close(data);
}

static void models_of_undirected_kinds_are_refused(void **state)
{
    static const char TEXT[] = "layers: [{encoder: {heads: ['label @ path 0..2']}}, "
                               "{decoder: {heads: [none], outputs: classes}}]";
    const sg_model_options how = {.struct_size = sizeof how, .description = TEXT};
    fixture f;
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    (void)state;
    set_up(&f);
    check_ok(sg_data_from_arrays(&data, &f.arrays, &err));
    check_fails(sg_model_build(&model, data, &how, &err), SG_EINVAL,
                "path: it is for undirected graphs without self-loops, and these are directed");
    sg_data_close(data);
}

/* A model says how its graphs were read, also from its file, and refuses graphs of another kind. */
static void models_remember_directions(void **state)
{
    static const char TEXT[] = "layers: [{encoder: {heads: ['degree @ distance 0..1']}}, "
                               "{decoder: {heads: [none], outputs: classes}}]\n"
                               "train: {epochs: 1}";
    static const char *const FORMS[] = {"form=as-written", "form=as-written&directed=yes",
                                        "form=as-written&self-loops=keep",
                                        "form=as-written&directed=yes&self-loops=keep"};
    static const char *const LINE[] = {"{\"nodes\": 3, \"edges\": [[0, 1], [1, 2], [2, 2]]}"};
    const sg_model_options how = {.struct_size = sizeof how, .description = TEXT};
    const sg_training_options training = {.struct_size = sizeof training, .description = TEXT};
    fixture f;
    sg_dataset *data[4] = {NULL};
    double score[N_GRAPHS][2];
    (void)state;
    set_up(&f);
    for (int i = 0; i < 4; i++) {
        f.arrays.directed = i % 2 == 1;
        f.arrays.self_loops = i > 1;
        check_ok(sg_data_from_arrays(&data[i], &f.arrays, &err));
    }
    for (int i = 0; i < 4; i++) {
        sg_model *model = NULL;
        sg_dataset *line = NULL;
        check_ok(sg_model_build(&model, data[i], &how, &err));
        check_ok(sg_model_train(NULL, model, data[i], &training, &err));
        check_ok(sg_model_save(model, path_of("arcs.model"), &err));
        sg_model_close(model);
        check_ok(sg_model_open(&model, path_of("arcs.model"), &err));
        assert_string_equal(sg_model_form(model), FORMS[i]);
        const sg_line_array_options lines = {
            .struct_size = sizeof lines, .format = "json-lines", .form = sg_model_form(model)};
        check_ok(sg_data_from_lines(&line, LINE, 1, &lines, &err));
        check_ok(sg_model_predict(score[0], model, line, NULL, &err));
        sg_data_close(line);
        for (int j = 0; j < 4; j++) {
            if (i == j)
                check_ok(sg_model_predict(score[0], model, data[j], NULL, &err));
            else
                check_fails(sg_model_predict(score[0], model, data[j], NULL, &err), SG_EINVAL,
                            i % 2 != j % 2 ? "directed graphs, but those of"
                                           : "self-loops, but");
        }
        sg_model_close(model);
    }
    for (int i = 0; i < 4; i++) sg_data_close(data[i]);
}

/* Which graphs have heavy arcs can be learned where weights of edges are factors of messages, and explanations
 * multiply by them, too. */
static void models_weigh_messages(void **state)
{
    static const char TEXT[] =
        "layers:\n"
        "  - encoder: {heads: ['none @ arc', 'none @ edge x2'], weight: 0, activation: tanh}\n"
        "  - pool: {kind: sum}\n"
        "  - linear: {outputs: classes}\n"
        "train: {epochs: 100, learning-rate: 0.1, batch-size: 2, init: normal 0 0.1}\n";
    const sg_model_options how = {.struct_size = sizeof how, .description = TEXT};
    const sg_training_options training = {
        .struct_size = sizeof training, .description = TEXT, .seed = 3, .n_threads = 1};
    fixture f;
    sg_dataset *data = NULL;
    sg_model *model = NULL, *again = NULL;
    sg_explainer *explainer = NULL;
    sg_explanation why = {.struct_size = sizeof why};
    double score[N_GRAPHS][2], same[N_GRAPHS][2], value = 0;
    uint64_t n = 0;
    (void)state;
    set_up(&f);
    /* Arcs are alike in all graphs but for their weights, and all nodes have the same label. */
    for (uint32_t e = 0; e < f.arrays.n_edges; e++) {
        f.edge[e][0] = e / 5 * SIZE + e % 3;
        f.edge[e][1] = e / 5 * SIZE + e % 3 + 1;
        f.weight[e] = e / 5 % 2 == 0 ? 0.5 : 1.5;
    }
    check_ok(sg_data_from_arrays(&data, &f.arrays, &err));
    check_ok(sg_model_build(&model, data, &how, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_model_predict(score[0], model, data, NULL, &err));
    check_ok(sg_model_agreement(&value, &n, model, data, score[0], &err));
    check_near(value, 1, 0, 0);
    check_ok(sg_model_save(model, path_of("weighs.model"), &err));
    check_ok(sg_model_open(&again, path_of("weighs.model"), &err));
    check_ok(sg_model_predict(same[0], again, data, NULL, &err));
    assert_memory_equal(score, same, sizeof score);
    check_ok(sg_explainer_open(&explainer, again, data, NULL, &err));
    check_ok(sg_explainer_graph(&why, explainer, 1, SG_PREDICTED, &err));
    check_near(why.layer[0].gap, 0, 0, 1e-4);
    value = why.layer[0].rest;
    for (uint32_t h = 0; h < why.layer[0].n_heads; h++)
        value += why.layer[0].head[h].contribution;
    check_near(value, why.value, 0, 1e-4);
    sg_explainer_close(explainer);
    sg_explanation_free(&why);
    sg_data_close(data);
    f.arrays.n_edge_attributes = 0;
    f.arrays.edge_attribute = NULL;
    check_ok(sg_data_from_arrays(&data, &f.arrays, &err));
    check_fails(sg_model_predict(score[0], again, data, NULL, &err), SG_EINVAL,
                "weight 0: there is no attribute 0 of edges; there are 0, numbered from 0");
    sg_data_close(data);
    sg_model_close(model);
    sg_model_close(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arcs_stay_and_weights_are_added),
        cmocka_unit_test(undirected_edges_have_one_weight),
        cmocka_unit_test(fingerprints_know_directions),
        cmocka_unit_test(builders_take_graphs_of_one_kind),
        cmocka_unit_test(files_keep_directions),
        cmocka_unit_test(audits_know_directions),
        cmocka_unit_test(models_follow_arcs),
        cmocka_unit_test(models_of_undirected_kinds_are_refused),
        cmocka_unit_test(models_remember_directions),
        cmocka_unit_test(models_weigh_messages),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
