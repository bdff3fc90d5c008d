/* bench_peers.c - an epoch of the usual networks and of one of ours, side by side: the runtime table.
 *
 * Peers are four layers of 64 and two matrices behind the pool, ours is one encoder and one decoder.  All
 * train on fold 0 of the fair splits, one thread, with validation and test, for as many epochs as they
 * want; what counts is the fastest epoch in seconds of the processor, and the epoch that validates best.
 * The ruler of a peer is its dense products alone, through OpenBLAS, timed between its epochs.  Before
 * that, float and double must agree on the loss of the first epoch. */
#include "bench.h"
#include "dense_products.h"
#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 4, WIDTH = 64, BATCH = 64, EPOCHS = 200, PATIENCE = 25, TIMED_EVERY = 10 };

typedef struct peer {
    const char *name;
    const char *layer; /* repeated; NULL: ours                                     */
    const char *pool;
    int n_matrices; /* of a layer, from its input                               */
    bool inner;     /* the second one comes behind the first, as in a gin       */
    const char *rate;
} peer;

static const peer PEERS[] = {
    {"gcn", "{gcn: {outputs: 64, activation: relu}}", "mean", 1, false, "0.001"},
    {"sage", "{sage: {outputs: 64, gather: mean, activation: relu}}", "mean", 2, false,
     "0.001"},
    {"gin", "{gin: {outputs: 64, activation: relu}}, {norm: batch}", "sum", 2, true, "0.001"},
    {"gat", "{gat: {outputs: 64, heads: 4, activation: elu}}", "mean", 1, false, "0.001"},
    {"gatv2", "{gatv2: {outputs: 64, heads: 4, activation: elu}}", "mean", 2, false, "0.001"},
    {"ours", NULL, "mean", 0, false, "0.01"}};

/* ---- Products --------------------------------------------------------------------------------- */

static int list_products(product_layer *layer, const peer *p, int n_inputs, int n_classes)
{
    int n = 0;
    for (int l = 0; l < DEPTH; l++)
        for (int m = 0; m < p->n_matrices; m++) {
            const bool of_input = m == 0 || !p->inner;
            layer[n++] = (product_layer){.inner = l == 0 && of_input ? n_inputs : WIDTH,
                                         .columns = WIDTH,
                                         .first = l == 0 && of_input};
        }
    layer[n++] = (product_layer){.inner = WIDTH, .columns = WIDTH, .of_graphs = true};
    layer[n++] = (product_layer){.inner = WIDTH, .columns = n_classes, .of_graphs = true};
    return n;
}

/* ---- A peer while it is measured -------------------------------------------------------------- */

typedef struct measured {
    const peer *peer;
    const sg_dataset *data;
    sg_splits *splits;
    int n_inputs, n_classes;
    double epoch_s, begin; /* in seconds of the processor; begin 0: not known */
    double first_loss;
    uint32_t n_epochs;
    sg_epoch best;
    product_times products;
    uint64_t n_weights;
} measured;

static void time_products(measured *m)
{
    product_layer layer[MAX_PRODUCT_LAYERS];
    product_times t = {0};
    const sg_data_size size = sg_data_sizes_of(m->data);
    uint32_t n[3] = {0};
    for (int part = 0; part < 3; part++)
        (void)sg_splits_part(&n[part], m->splits, 0, (sg_part)part);
    const int n_layers = list_products(layer, m->peer, m->n_inputs, m->n_classes);
    if (!dense_layers_time(
            &t, layer, n_layers,
            &(product_epoch){.batch = BATCH,
                             .nodes = (int)((double)size.n_nodes / size.n_graphs + 0.5),
                             .n_train = (int)n[SG_TRAIN],
                             .n_evaluated = (int)(n[1] + n[2])}))
        return;
    bench_keep_fastest(&m->products.of_fastest, t.of_fastest);
    bench_keep_fastest(&m->products.in_a_row, t.in_a_row);
    m->products.flops = t.flops;
}

static bool note_epoch(void *context, const sg_epoch *epoch)
{
    measured *m = context;
    if (m->begin > 0) bench_keep_fastest(&m->epoch_s, bench_processor_now() - m->begin);
    if (epoch->epoch == 1) m->first_loss = epoch->loss[SG_TRAIN];
    m->n_epochs = epoch->epoch;
    if (m->peer->layer != NULL && epoch->epoch % TIMED_EVERY == 1) time_products(m);
    m->begin = bench_processor_now();
    return true;
}

static sg_status build(sg_model **model, const measured *m, sg_error *err)
{
    static const char *const ENCODER = "wl:2 @ distance 0..6";
    char text[2048];
    sg_model_options options = {.struct_size = sizeof options};
    size_t used = 0;
    if (m->peer->layer == NULL) {
        options.encoder = &ENCODER;
        options.n_encoders = 1;
        options.decoder = "wl:2";
        return sg_model_build(model, m->data, &options, err);
    }
    used += (size_t)snprintf(text, sizeof text, "{input: labels, layers: [");
    for (int l = 0; l < DEPTH; l++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s, ", m->peer->layer);
    (void)snprintf(text + used, sizeof text - used,
                   "{pool: {kind: %s}}, {linear: {outputs: 64, activation: relu}}, {dropout: "
                   "{rate: 0.5}}, {linear: {outputs: classes}}]}",
                   m->peer->pool);
    options.description = text;
    return sg_model_build(model, m->data, &options, err);
}

static sg_status train(measured *m, uint32_t epochs, const char *precision, const char *rate,
                       sg_error *err)
{
    char settings[200];
    sg_model *model = NULL;
    (void)snprintf(
        settings, sizeof settings,
        "{epochs: %u, batch-size: %d, patience: %d, learning-rate: %s, precision: %s%s}",
        epochs, BATCH, PATIENCE, rate, precision,
        m->peer->layer == NULL ? ", init: constant 0.001" : "");
    sg_training_options training = {.struct_size = sizeof training,
                                    .settings = settings,
                                    .n_threads = 1,
                                    .epoch = note_epoch,
                                    .context = m,
                                    .seed = 42};
    for (int part = 0; part < 3; part++)
        training.item[part] =
            sg_splits_part(&training.n_items[part], m->splits, 0, (sg_part)part);
    m->begin = 0;
    sg_status status = build(&model, m, err);
    if (status == SG_OK) {
        m->n_weights = sg_model_sizes_of(model).n_weights;
        status = sg_model_train(&m->best, model, m->data, &training, err);
    }
    sg_model_close(model);
    return status;
}

/* The weights hardly move meanwhile: else an epoch makes large differences of small ones, and precisions differ by
 * several percent without anything being wrong. */
static bool is_right(measured *m, sg_error *err)
{
    static const char SLOW[] = "1e-7";
    if (train(m, 1, "double", SLOW, err) != SG_OK) return false;
    const double exact = m->first_loss;
    if (train(m, 1, "float", SLOW, err) != SG_OK) return false;
    if (fabs(m->first_loss - exact) <= 1e-3 * fabs(exact)) return true;
    (void)fprintf(stderr, "bench peers: %s: loss %.9g in float, but %.9g in double\n",
                  m->peer->name, m->first_loss, exact);
    return false;
}

static void print_row(const measured *m, const char *data)
{
    json line;
    bench_begin_line(&line, "peers", 1);
    json_text(&line, "data", data);
    json_text(&line, "model", m->peer->name);
    json_count(&line, "weights", m->n_weights);
    json_real(&line, "epoch_processor_s", m->epoch_s);
    json_count(&line, "best_epoch", m->best.epoch);
    json_count(&line, "epochs", m->n_epochs);
    json_real(&line, "validation", m->best.metric[SG_VALIDATION]);
    if (m->products.of_fastest > 0) {
        json_text(&line, "products_of", dense_products_core());
        json_real(&line, "products_s", m->products.of_fastest);
        json_real(&line, "products_in_a_row_s", m->products.in_a_row);
        json_real(&line, "products_gflop", m->products.flops / 1e9);
        json_real(&line, "ratio_to_products", m->epoch_s / m->products.of_fastest);
        json_real(&line, "ratio_to_products_in_a_row", m->epoch_s / m->products.in_a_row);
    }
    bench_end_line(&line);
}

/* ---- All of them ------------------------------------------------------------------------------ */

static sg_status open_data(sg_dataset **data, sg_splits **splits, const char *name,
                           const bench_options *options, sg_error *err)
{
    char *path = NULL, file[4096];
    sg_status status = sg_data_find(&path, name, options->folder, err);
    if (status != SG_OK) return status;
    const char *slash = strrchr(path, '/');
    (void)snprintf(file, sizeof file, "%.*s/splits/fair/%s_splits.json",
                   slash != NULL ? (int)(slash - path) : 0, path, name);
    status = sg_data_open(data, path, NULL, err);
    if (status == SG_OK)
        status = sg_splits_open(splits, file, sg_data_sizes_of(*data).n_graphs, err);
    sg_text_release(path);
    return status;
}

/* Columns of the input: one per node label. */
static sg_status count_inputs(int *n, const sg_dataset *data, sg_error *err)
{
    sg_labels *labels = NULL;
    const sg_status status = sg_labels_open(&labels, data, "label", NULL, err);
    if (status == SG_OK) *n = (int)sg_labels_view_of(labels).n_labels;
    sg_labels_close(labels);
    return status;
}

int bench_peers(const bench_options *options)
{
    const char *name = options->data != NULL ? options->data : "NCI1";
    sg_error err = {0};
    sg_dataset *data = NULL;
    sg_splits *splits = NULL;
    sg_status status = open_data(&data, &splits, name, options, &err);
    bool ok = status == SG_OK;
    if (status == SG_ENOTFOUND)
        (void)fprintf(stderr, "bench peers: %s or its splits are not here and left out\n",
                      name);
    if (ok && !dense_products_are_known())
        (void)fprintf(stderr, "bench peers: this program was built without OpenBLAS; products "
                              "are left out\n");
    for (size_t i = 0; ok && i < sizeof PEERS / sizeof *PEERS; i++) {
        const sg_data_size size = sg_data_sizes_of(data);
        measured m = {.peer = &PEERS[i],
                      .data = data,
                      .splits = splits,
                      .n_classes = (int)size.n_classes};
        ok = count_inputs(&m.n_inputs, data, &err) == SG_OK && is_right(&m, &err);
        m.epoch_s = 0;
        ok = ok && train(&m, (uint32_t)bench_times(options, EPOCHS), "float", PEERS[i].rate,
                         &err) == SG_OK;
        if (ok) print_row(&m, name);
    }
    sg_splits_close(splits);
    sg_data_close(data);
    if (ok || status == SG_ENOTFOUND) return EXIT_SUCCESS;
    return err.status != SG_OK ? message_failure(&err, NULL) : EXIT_FAILURE;
}
