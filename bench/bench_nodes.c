/* bench_nodes.c - epochs over the nodes of one graph.
 *
 * The first line is a graph of Cora's size (2,708 nodes, 5,278 edges, 1,433 sparse attributes of which a node has
 * 18) and the two-layer GCN with 16 hidden numbers, dropout and evaluation included.  The other lines tell what a
 * node costs from 10,000 to a million nodes: two GCN layers, and an encoder with shared weights and its
 * prediction, each in a process of its own.  Neighbors are mostly of the same class, so that every
 * training must beat guessing. */
#include "apart.h"
#include "bench.h"
#include "message.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CORA_NODES = 2708,
    CORA_EDGES = 5278,
    CORA_COLUMNS = 1433,
    CORA_ENTRIES = 18,
    N_CLASSES = 7,
    N_ATTRIBUTES = 16,
    EDGES_PER_NODE = 5
};

static const char CORA_MODEL[] =
    "layers:\n"
    "  - sparse: { outputs: 16, columns: 1433, gather: gcn, scale: rows, dropout: 0.5, "
    "activation: relu }\n"
    "  - dropout: { rate: 0.5 }\n"
    "  - gcn: { outputs: classes }\n";

static const char GCN_MODEL[] = "input: attributes\n"
                                "layers:\n"
                                "  - gcn: { outputs: 16, activation: relu }\n"
                                "  - gcn: { outputs: classes }\n";

static const char ENCODER_MODEL[] = "layers:\n"
                                    "  - encoder: { heads: [\"wl:2 @ distance 0..1 x4\"], "
                                    "activation: tanh }\n"
                                    "  - linear: { outputs: classes }\n";

/* A stream of numbers that is the same everywhere. */
static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (uint32_t)((*state >> 33) % below);
}

static uint32_t class_of(uint32_t node)
{
    return node % N_CLASSES;
}

/* Another end of an edge of v: of its class four times of five. */
static uint32_t draw_neighbor(uint64_t *state, uint32_t v, uint32_t n)
{
    uint32_t w = draw(state, n);
    if (draw(state, 5) > 0) w = w - w % N_CLASSES + class_of(v);
    return w < n ? w : class_of(v);
}

/* Seconds are those of the processor, so that other work on the machine does not count. */
typedef struct measured {
    double epoch_s;             /* the fastest one                */
    double last_s;              /* when the last one ended        */
    double wall_s, last_wall_s; /* the same by the clock, which threads make shorter */
    double build_s;             /* labels, plans and vocabularies */
    double predict_s;
    double accuracy; /* of test nodes, at the end      */
    uint32_t n_nodes;
    uint64_t n_arcs;
} measured;

static bool note_epoch(void *context, const sg_epoch *epoch)
{
    measured *m = context;
    const double now = bench_processor_now();
    const double wall = bench_now();
    if (epoch->epoch > 1) bench_keep_fastest(&m->epoch_s, now - m->last_s);
    if (epoch->epoch > 1) bench_keep_fastest(&m->wall_s, wall - m->last_wall_s);
    m->last_s = now;
    m->last_wall_s = wall;
    m->accuracy = epoch->metric[SG_TEST];
    return true;
}

/* How a model is made and trained, and how many nodes are for what. */
typedef struct task {
    const char *description, *settings;
    uint32_t n_items[SG_N_PARTS], n_threads;
} task;

static sg_status measure(measured *m, const sg_dataset *data, const task *t, sg_error *err)
{
    const uint32_t n_all =
        t->n_items[SG_TRAIN] + t->n_items[SG_VALIDATION] + t->n_items[SG_TEST];
    const sg_data_size size = sg_data_sizes_of(data);
    uint32_t *item = malloc(n_all * sizeof *item);
    double *score = malloc((size_t)size.n_nodes * N_CLASSES * sizeof *score);
    sg_model *model = NULL;
    sg_status status = item != NULL && score != NULL ? SG_OK : SG_ENOMEM;
    for (uint32_t i = 0; item != NULL && i < n_all; i++) item[i] = i;
    const sg_label_options labels = {.struct_size = sizeof labels, .n_threads = t->n_threads};
    sg_training_options training = {.struct_size = sizeof training,
                                    .settings = t->settings,
                                    .n_threads = t->n_threads,
                                    .epoch = note_epoch,
                                    .context = m,
                                    .seed = 42};
    for (uint32_t p = 0, first = 0; p < SG_N_PARTS; p++) {
        training.item[p] = item + first;
        training.n_items[p] = t->n_items[p];
        first += t->n_items[p];
    }
    m->n_nodes = size.n_nodes;
    m->n_arcs = size.n_arcs;
    double begin = bench_processor_now();
    if (status == SG_OK)
        status = sg_model_build(&model, data,
                                &(sg_model_options){.struct_size = sizeof(sg_model_options),
                                                    .description = t->description,
                                                    .labels = &labels},
                                err);
    m->build_s = bench_processor_now() - begin;
    if (status == SG_OK) status = sg_model_train(NULL, model, data, &training, err);
    begin = bench_processor_now();
    if (status == SG_OK) status = sg_model_predict(score, model, data, &labels, err);
    m->predict_s = bench_processor_now() - begin;
    sg_model_close(model);
    free(score);
    free(item);
    return status;
}

/* Print a line, unless the model has learned nothing. */
static bool print(const measured *m, const char *what, uint32_t n_threads, double peak_bytes)
{
    json line;
    if (m->accuracy < 200.0 / N_CLASSES) {
        (void)fprintf(stderr, "bench nodes: %s: the accuracy is only %.1f %%\n", what,
                      m->accuracy);
        return false;
    }
    bench_begin_line(&line, "nodes", n_threads);
    json_text(&line, "model", what);
    json_count(&line, "nodes", m->n_nodes);
    json_count(&line, "arcs", m->n_arcs);
    json_real(&line, "accuracy", m->accuracy);
    json_real(&line, "epoch_ms", 1e3 * m->epoch_s);
    json_real(&line, "epoch_wall_ms", 1e3 * m->wall_s);
    json_real(&line, "epoch_ns_per_node", 1e9 * m->epoch_s / m->n_nodes);
    json_real(&line, "build_ns_per_node", 1e9 * m->build_s / m->n_nodes);
    json_real(&line, "predict_ns_per_node", 1e9 * m->predict_s / m->n_nodes);
    if (peak_bytes > 0) json_real(&line, "peak_bytes", peak_bytes);
    bench_end_line(&line);
    return true;
}

/* ---- Cora's size ---------------------------------------------------------------------------- */

/* A third of the attributes of a node tell its class. */
static void write_nodes(FILE *file, uint64_t *state)
{
    (void)fputs("id,class,attributes\n", file);
    for (uint32_t v = 0; v < CORA_NODES; v++) {
        bool has[CORA_COLUMNS] = {false};
        (void)fprintf(file, "n%u,c%u,", v, class_of(v));
        for (uint32_t e = 0; e < CORA_ENTRIES;) {
            uint32_t column = draw(state, CORA_COLUMNS);
            if (e % 3 == 0) column = column - column % N_CLASSES + class_of(v);
            if (column >= CORA_COLUMNS || has[column]) continue;
            has[column] = true;
            (void)fprintf(file, e++ > 0 ? " %u:1" : "%u:1", column);
        }
        (void)fputc('\n', file);
    }
}

static void write_edges(FILE *file, uint64_t *state)
{
    (void)fputs("source,target\n", file);
    for (uint32_t e = 0; e < CORA_EDGES; e++) {
        const uint32_t v = draw(state, CORA_NODES), w = draw_neighbor(state, v, CORA_NODES);
        (void)fprintf(file, "n%u,n%u\n", v, w != v ? w : (w + N_CLASSES) % CORA_NODES);
    }
}

static sg_status make_cora(sg_dataset **data, sg_error *err)
{
    char folder[] = "/tmp/sharegnn-bench-XXXXXX", nodes[64], edges[64], place[160];
    uint64_t state = 2708;
    sg_status status = SG_EIO;
    if (mkdtemp(folder) == NULL) return status;
    (void)snprintf(nodes, sizeof nodes, "%s/nodes.csv", folder);
    (void)snprintf(edges, sizeof edges, "%s/edges.csv", folder);
    (void)snprintf(place, sizeof place, "%s?edges=%s", nodes, edges);
    FILE *first = fopen(nodes, "w"), *second = fopen(edges, "w");
    if (first != NULL) write_nodes(first, &state);
    if (second != NULL) write_edges(second, &state);
    const bool written =
        first != NULL && second != NULL && fclose(first) == 0 && fclose(second) == 0;
    if (written) status = sg_data_open(data, place, NULL, err);
    (void)unlink(nodes);
    (void)unlink(edges);
    (void)rmdir(folder);
    return status;
}

static int run_cora(void)
{
    static const task cora = {
        .description = CORA_MODEL,
        .settings = "{epochs: 200, learning-rate: 0.01, weight-decay: 0.0005}",
        .n_items = {[SG_TRAIN] = 140, [SG_VALIDATION] = 500, [SG_TEST] = 1000},
        .n_threads = 1};
    sg_error err = {0};
    measured m = {0};
    sg_dataset *data = NULL;
    sg_status status = make_cora(&data, &err);
    if (status == SG_OK) status = measure(&m, data, &cora, &err);
    sg_data_close(data);
    if (status != SG_OK) return message_failure(&err, NULL);
    return print(&m, "gcn, Cora's size", 1, 0) ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- From 10,000 to a million nodes --------------------------------------------------------- */

/* One graph of offset[1] nodes with labels and classes. */
static sg_graph_arrays arrays_of(const char *name, const uint32_t offset[2],
                                 const uint32_t *edge, const int32_t *label,
                                 const int64_t *node_class)
{
    return (sg_graph_arrays){.struct_size = sizeof(sg_graph_arrays),
                             .name = name,
                             .n_graphs = 1,
                             .graph_offset = offset,
                             .n_edges = (size_t)offset[1] * EDGES_PER_NODE,
                             .edge = edge,
                             .node_label = label,
                             .n_node_labels = 1,
                             .node_class = node_class};
}

/* One attribute of a node tells its class, more or less. */
static sg_status make_large(sg_dataset **data, uint32_t n, sg_error *err)
{
    const uint32_t offset[] = {0, n};
    const size_t n_edges = (size_t)n * EDGES_PER_NODE;
    uint64_t state = n;
    uint32_t *edge = malloc(2 * n_edges * sizeof *edge);
    double *attribute = calloc((size_t)n * N_ATTRIBUTES, sizeof *attribute);
    int32_t *label = malloc(n * sizeof *label);
    int64_t *node_class = malloc(n * sizeof *node_class);
    sg_status status = SG_ENOMEM;
    if (edge != NULL && attribute != NULL && label != NULL && node_class != NULL) {
        for (size_t e = 0; e < n_edges; e++) {
            edge[2 * e] = (uint32_t)(e / EDGES_PER_NODE);
            edge[2 * e + 1] = draw_neighbor(&state, edge[2 * e], n);
        }
        for (uint32_t v = 0; v < n; v++) {
            node_class[v] = class_of(v);
            label[v] = (int32_t)(draw(&state, 3) == 0 ? class_of(v) : draw(&state, N_CLASSES));
            for (uint32_t a = 0; a < N_ATTRIBUTES; a++)
                attribute[(size_t)v * N_ATTRIBUTES + a] =
                    draw(&state, 1000) * 1e-3 + (a == class_of(v));
        }
        sg_graph_arrays arrays = arrays_of("large", offset, edge, label, node_class);
        arrays.node_attribute = attribute;
        arrays.n_node_attributes = N_ATTRIBUTES;
        status = sg_data_from_arrays(data, &arrays, err);
    }
    free(edge);
    free(attribute);
    free(label);
    free(node_class);
    return status;
}

/* Every node has ten neighbors, the nearest and others far away.  Labels repeat every PERIOD nodes, so that WL gives few
 * labels. */
static sg_status make_regular(sg_dataset **data, uint32_t n, sg_error *err)
{
    enum { PERIOD = 3 * N_CLASSES };
    n -= n % PERIOD;
    const uint32_t offset[] = {0, n};
    const size_t n_edges = (size_t)n * EDGES_PER_NODE;
    uint32_t *edge = malloc(2 * n_edges * sizeof *edge);
    int32_t *label = malloc(n * sizeof *label);
    int64_t *node_class = malloc(n * sizeof *node_class);
    sg_status status = SG_ENOMEM;
    if (edge != NULL && label != NULL && node_class != NULL) {
        for (size_t e = 0; e < n_edges; e++) {
            const uint32_t v = (uint32_t)(e / EDGES_PER_NODE),
                           i = (uint32_t)(e % EDGES_PER_NODE);
            edge[2 * e] = v;
            edge[2 * e + 1] = (v + (i == 0 ? 1 : n / (i + 2) + i)) % n;
        }
        for (uint32_t v = 0; v < n; v++) {
            node_class[v] = class_of(v);
            label[v] = class_of(v) == 0 ? 3 : (int32_t)(v % 3);
        }
        const sg_graph_arrays arrays = arrays_of("regular", offset, edge, label, node_class);
        status = sg_data_from_arrays(data, &arrays, err);
    }
    free(edge);
    free(label);
    free(node_class);
    return status;
}

typedef struct site {
    sg_status (*make)(sg_dataset **data, uint32_t n, sg_error *err);
    const char *description, *settings;
    uint32_t n_nodes, n_threads;
} site;

static bool measure_site(void *result, const void *context)
{
    const site *s = context;
    const uint32_t part = s->n_nodes / 4;
    const task t = {.description = s->description,
                    .settings = s->settings,
                    .n_items = {part, part, part},
                    .n_threads = s->n_threads};
    sg_error err = {0};
    sg_dataset *data = NULL;
    sg_status status = s->make(&data, s->n_nodes, &err);
    if (status == SG_OK) status = measure(result, data, &t, &err);
    sg_data_close(data);
    if (status == SG_OK) return true;
    (void)message_failure(&err, NULL);
    return false;
}

int bench_nodes(const bench_options *options)
{
    static const struct {
        const char *name, *description, *settings;
        sg_status (*make)(sg_dataset **data, uint32_t n, sg_error *err);
    } MODELS[] = {
        {"gcn", GCN_MODEL, "learning-rate: 0.1", make_large},
        {"encoder", ENCODER_MODEL, "learning-rate: 0.3, init: normal 0 0.5", make_regular}};
    /* The fastest epoch counts; short ones are disturbed more easily and are repeated more often. */
    static const struct {
        uint32_t n_nodes, n_epochs;
    } SIZE[] = {{10000, 60}, {100000, 15}, {1000000, 6}};
    enum { N_SIZES = sizeof SIZE / sizeof *SIZE };
    const uint32_t n_threads = options->n_threads > 0 ? options->n_threads : 1;
    int code = run_cora();
    for (size_t i = 0; i < sizeof MODELS / sizeof *MODELS; i++)
        for (int k = 0; k < bench_times(options, N_SIZES) && code == EXIT_SUCCESS; k++) {
            char settings[100];
            (void)snprintf(settings, sizeof settings, "{epochs: %u, %s}", SIZE[k].n_epochs,
                           MODELS[i].settings);
            const site s = {MODELS[i].make, MODELS[i].description, settings, SIZE[k].n_nodes,
                            n_threads};
            measured m = {0};
            double peak_bytes = 0;
            if (!bench_apart(&m, sizeof m, &peak_bytes, measure_site, &s) ||
                !print(&m, MODELS[i].name, n_threads, peak_bytes))
                code = EXIT_FAILURE;
        }
    return code;
}
