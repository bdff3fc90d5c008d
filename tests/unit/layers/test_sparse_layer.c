/* test_sparse_layer.c - sparse attributes give what dense ones give, in values and in training. */
#include "sharegnn.h"

#include "data/dataset.h"
#include "layers/kinds/sparse_layer.h"
#include "layers/layer_kind.h"
#include "support/check.h"
#include "support/check_alloc.h"

#include <math.h>

enum { N_GRAPHS = 5, SIZE = 9, N = N_GRAPHS * SIZE, COLUMNS = 11 };

/* Rings with random attributes, most of them 0, dense and sparse. */
typedef struct fixture {
    uint32_t offset[N_GRAPHS + 1], edge[N][2];
    int64_t node_class[N];
    double attribute[N][COLUMNS], weight[N];
    sg_dataset *data;
} fixture;

static void set_up(fixture *f)
{
    sg_rng rng = check_rng("sparse");
    *f = (fixture){.data = NULL};
    for (uint32_t v = 0; v < N; v++) {
        if (v % SIZE == 0) f->offset[v / SIZE] = v;
        f->edge[v][0] = v;
        f->edge[v][1] = v / SIZE * SIZE + (v + 1) % SIZE;
        f->weight[v] = 0.25 + v % 4;
        for (uint32_t c = 0; c < COLUMNS; c++)
            if (sg_rng_uniform(&rng) < 0.3)
                f->attribute[v][c] = (float)(sg_rng_uniform(&rng) - 0.3);
        f->node_class[v] = f->attribute[v][0] > 0 || f->attribute[v][3] > 0.1;
    }
    f->offset[N_GRAPHS] = N;
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = N_GRAPHS,
                                    .graph_offset = f->offset,
                                    .n_edges = N,
                                    .edge = f->edge[0],
                                    .edge_attribute = f->weight,
                                    .n_edge_attributes = 1,
                                    .node_attribute = f->attribute[0],
                                    .n_node_attributes = COLUMNS,
                                    .node_class = f->node_class};
    check_ok(sg_data_from_arrays(&f->data, &arrays, &err));
    for (uint32_t v = 0; v < N; v++) {
        for (uint32_t c = 0; c < COLUMNS; c++)
            if (f->attribute[v][c] != 0)
                check_ok(sg_sparse_row_add(&f->data->node_sparse, c, (float)f->attribute[v][c],
                                           &err));
        check_ok(sg_sparse_row_end(&f->data->node_sparse, &err));
    }
}

/* Train for some epochs and predict. */
static void train_and_predict(double *score, const sg_dataset *data, const char *layers,
                              uint32_t n_threads)
{
    char text[600];
    sg_model *model = NULL;
    (void)snprintf(text, sizeof text,
                   "%s\ntrain: {epochs: 12, learning-rate: 0.05, batch-size: 2, precision: "
                   "double, weight-decay: 0.001}\n",
                   layers);
    const sg_model_options options = {.struct_size = sizeof options, .description = text};
    check_ok(sg_model_build(&model, data, &options, &err));
    const sg_training_options training = {
        .struct_size = sizeof training, .description = text, .seed = 3, .n_threads = n_threads};
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_model_predict(score, model, data, NULL, &err));
    sg_model_close(model);
}

#define BEHIND "\n  - linear: {outputs: classes}"

static void dense_and_sparse_agree(void **state)
{
    static const char *const pairs[][2] = {
        {"input: attributes\nlayers:\n  - linear: {outputs: 5, activation: tanh}" BEHIND,
         "layers:\n  - sparse: {outputs: 5, columns: 11, activation: tanh}" BEHIND},
        {"input: attributes\nlayers:\n  - gcn: {outputs: 5, activation: tanh}" BEHIND,
         "layers:\n  - sparse: {outputs: 5, columns: 11, gather: gcn, activation: tanh}" BEHIND},
        {"input: attributes\nlayers:\n  - gcn: {outputs: 4, bias: false}" BEHIND,
         "layers:\n  - sparse: {outputs: 4, columns: 11, gather: gcn, bias: false}" BEHIND},
        {"input: attributes\nlayers:\n  - gcn: {outputs: 5, weight: 0, activation: tanh}" BEHIND,
         "layers:\n  - sparse: {outputs: 5, columns: 11, gather: gcn, weight: 0, activation: "
         "tanh}" BEHIND}};
    fixture f;
    double dense[N][2], sparse[N][2], unweighted[N][2] = {{0}};
    (void)state;
    set_up(&f);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        train_and_predict(dense[0], f.data, pairs[i][0], 1);
        train_and_predict(sparse[0], f.data, pairs[i][1], 1);
        for (uint32_t v = 0; v < N; v++) check_near(dense[v][0], sparse[v][0], 1e-9, 1e-9);
        if (i == 1) memcpy(unweighted, sparse, sizeof sparse);
    }
    /* The weights count. */
    assert_true(fabs(unweighted[0][0] - sparse[0][0]) > 1e-3);
    sg_data_close(f.data);
}

/* The deviation of a column over some nodes. */
static double deviation_of(const fixture *f, uint32_t column, uint32_t n)
{
    double mean = 0, squares = 0;
    for (uint32_t v = 0; v < n; v++) mean += f->attribute[v][column] / n;
    for (uint32_t v = 0; v < n; v++)
        squares += (f->attribute[v][column] - mean) * (f->attribute[v][column] - mean) / n;
    return squares > 0 ? sqrt(squares) : 1;
}

/* Columns that are divided by their deviations over the training nodes beforehand give the same. */
static void columns_are_scaled_by_training_nodes(void **state)
{
    static const char *const layers[] = {
        "layers:\n  - sparse: {outputs: classes, columns: 13, scale: columns, gather: gcn}",
        "layers:\n  - sparse: {outputs: classes, columns: 13, gather: gcn}"};
    enum { N_TRAIN = 30 };
    double score[2][N][2];
    uint32_t item[N_TRAIN];
    fixture f;
    (void)state;
    set_up(&f);
    for (uint32_t v = 0; v < N_TRAIN; v++) item[v] = v;
    for (int i = 0; i < 2; i++) {
        const sg_model_options options = {.struct_size = sizeof options,
                                          .description = layers[i]};
        const sg_training_options training = {
            .struct_size = sizeof training,
            .settings = "{epochs: 9, precision: double, learning-rate: 0.05}",
            .item = {item},
            .n_items = {N_TRAIN}};
        sg_model *model = NULL;
        check_ok(sg_model_build(&model, f.data, &options, &err));
        check_ok(sg_model_train(NULL, model, f.data, &training, &err));
        check_ok(sg_model_predict(score[i][0], model, f.data, NULL, &err));
        sg_model_close(model);
        sg_sparse_table *x = &f.data->node_sparse;
        for (uint64_t e = 0; e < x->row[N] && i == 0; e++)
            x->value[e] =
                (float)((double)x->value[e] / deviation_of(&f, x->column[e], N_TRAIN));
    }
    for (uint32_t v = 0; v < N; v++)
        for (int c = 0; c < 2; c++) check_near(score[0][v][c], score[1][v][c], 1e-4, 1e-5);
    sg_data_close(f.data);
}

static void threads_do_not_matter(void **state)
{
    static const char LAYERS[] =
        "layers:\n  - sparse: {outputs: 6, columns: 40000, gather: gcn, scale: rows, dropout: "
        "0.4, activation: relu}" BEHIND;
    fixture f;
    double one[N][2], other[N][2], plain[N][2];
    (void)state;
    set_up(&f);
    train_and_predict(one[0], f.data, LAYERS, 1);
    for (uint32_t n = 2; n <= 8; n += 3) {
        train_and_predict(other[0], f.data, LAYERS, n);
        assert_memory_equal(one, other, sizeof one);
    }
    /* Dropout is there. */
    train_and_predict(plain[0], f.data,
                      "layers:\n  - sparse: {outputs: 6, columns: 40000, gather: gcn, scale: "
                      "rows, activation: relu}" BEHIND,
                      1);
    assert_memory_not_equal(one, plain, sizeof one);
    sg_data_close(f.data);
}

/* A ring with chords that is large enough to be cut into blocks of rows. */
static sg_dataset *make_large(void)
{
    enum { LARGE = 9001 };
    const uint32_t offset[] = {0, LARGE};
    uint32_t *edge = check_alloc(4 * (size_t)LARGE, sizeof *edge);
    int64_t *node_class = check_alloc(LARGE, sizeof *node_class);
    double *attribute = check_alloc(LARGE * (size_t)COLUMNS, sizeof *attribute);
    double *weight = check_alloc(2 * (size_t)LARGE, sizeof *weight);
    sg_dataset *data = NULL;
    for (uint32_t v = 0; v < LARGE; v++) {
        edge[4 * v] = edge[4 * v + 2] = v;
        edge[4 * v + 1] = (v + 1) % LARGE;
        edge[4 * v + 3] = (v * 7 + 5) % LARGE;
        node_class[v] = v / 3 % 2;
        attribute[v * COLUMNS + v % COLUMNS] = 0.5;
        attribute[v * COLUMNS + v / 3 % 5] += 0.25;
        weight[2 * v] = 0.5 + v % 3;
        weight[2 * v + 1] = 0.25;
    }
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 1,
                                    .graph_offset = offset,
                                    .n_edges = 2 * (size_t)LARGE,
                                    .edge = edge,
                                    .edge_attribute = weight,
                                    .n_edge_attributes = 1,
                                    .node_attribute = attribute,
                                    .n_node_attributes = COLUMNS,
                                    .node_class = node_class,
                                    .directed = true};
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    for (uint32_t v = 0; v < LARGE; v++) {
        for (uint32_t c = 0; c < COLUMNS; c++)
            if (attribute[v * COLUMNS + c] != 0)
                check_ok(sg_sparse_row_add(&data->node_sparse, c,
                                           (float)attribute[v * COLUMNS + c], &err));
        check_ok(sg_sparse_row_end(&data->node_sparse, &err));
    }
    sg_free(edge);
    sg_free(node_class);
    sg_free(attribute);
    sg_free(weight);
    return data;
}

static void large_graphs_agree(void **state)
{
    static const char *const layers[] = {
        "input: attributes\nlayers:\n  - gcn: {outputs: 5, activation: tanh}\n"
        "  - gcn: {outputs: classes}",
        "layers:\n  - sparse: {outputs: 5, columns: 11, gather: gcn, activation: tanh}\n"
        "  - gcn: {outputs: classes}",
        "input: attributes\nlayers:\n  - gcn: {outputs: 5, weight: 0, activation: tanh}\n"
        "  - gcn: {outputs: classes}",
        "layers:\n  - sparse: {outputs: 5, columns: 11, gather: gcn, weight: 0, activation: tanh}\n"
        "  - gcn: {outputs: classes}",
        "layers:\n  - sparse: {outputs: 5, columns: 11, gather: gcn, weight: 0, dropout: 0.4}\n"
        "  - dropout: {rate: 0.3}\n  - gcn: {outputs: classes}",
        "layers:\n  - sparse: {outputs: 5, columns: 11, gather: gcn, dropout: 0.4}\n"
        "  - dropout: {rate: 0.3}\n  - gcn: {outputs: classes}"};
    sg_dataset *data = make_large();
    const uint32_t n = sg_data_sizes_of(data).n_nodes;
    double *score[2] = {check_alloc(2 * (size_t)n, sizeof **score),
                        check_alloc(2 * (size_t)n, sizeof **score)};
    (void)state;
    for (int pair = 0; pair < 4; pair += 2) {
        for (int i = 0; i < 2; i++) train_and_predict(score[i], data, layers[pair + i], 2);
        for (uint32_t e = 0; e < 2 * n; e++) check_near(score[0][e], score[1][e], 1e-9, 1e-9);
    }
    for (int i = 4; i < 6; i++) {
        train_and_predict(score[0], data, layers[i], 1);
        for (uint32_t n_threads = 2; n_threads <= 8; n_threads += 6) {
            train_and_predict(score[1], data, layers[i], n_threads);
            assert_memory_equal(score[0], score[1], 2 * n * sizeof **score);
        }
    }
    sg_free(score[0]);
    sg_free(score[1]);
    sg_data_close(data);
}

static void refuses_other_places_and_data(void **state)
{
    static const char *const bad[][2] = {
        {"layers:\n  - sparse: {outputs: 5, columns: 10}" BEHIND,
         "columns: 10, but the sparse"},
        {"layers:\n  - sparse: {outputs: 5, columns: 11.5}" BEHIND,
         "11.5 is not a whole number"},
        {"layers:\n  - linear: {outputs: 5}\n  - sparse: {outputs: 5, columns: 11}" BEHIND,
         "must be the first layer"},
        {"layers:\n  - sparse: {outputs: 5, columns: 11, gather: gcn, weight: 1}" BEHIND,
         "weight: 1: there is no such attribute of edges"}};
    fixture f;
    sg_model *model = NULL;
    (void)state;
    set_up(&f);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const sg_model_options options = {.struct_size = sizeof options,
                                          .description = bad[i][0]};
        check_fails(sg_model_build(&model, f.data, &options, &err), SG_EINVAL, bad[i][1]);
    }
    const sg_model_options alone = {
        .struct_size = sizeof alone,
        .description = "layers:\n  - sparse: {outputs: 5, columns: 11, weight: 0}" BEHIND};
    check_fails(sg_model_build(&model, f.data, &alone, &err), SG_EFORMAT,
                "weight: it is for gather: gcn");
    sg_sparse_table_free(&f.data->node_sparse);
    const sg_model_options options = {
        .struct_size = sizeof options,
        .description = "layers:\n  - sparse: {outputs: 5, columns: 11}" BEHIND};
    check_fails(sg_model_build(&model, f.data, &options, &err), SG_EINVAL,
                "has no sparse attributes");
    assert_string_equal(sg_sparse_kind.word, "sparse");
    sg_data_close(f.data);
}

SG_TESTS(cmocka_unit_test(large_graphs_agree), cmocka_unit_test(dense_and_sparse_agree),
         cmocka_unit_test(columns_are_scaled_by_training_nodes),
         cmocka_unit_test(threads_do_not_matter),
         cmocka_unit_test(refuses_other_places_and_data))
