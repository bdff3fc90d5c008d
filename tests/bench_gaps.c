/* bench_gaps.c - how long calls of the interface go without asking whether to go on, one JSON line each.
 *
 *     bench_gaps [NODES [NAME]]        2,000,000 nodes unless told; only calls whose name begins so
 *
 * Every call works on one very large graph, or on a model with as many weights, for some seconds; then its watch says
 * no.  `gap` is the longest time between two questions, from the beginning of the call to its end, in seconds of the
 * processor, so that other programs do not disturb it. */
#include "sharegnn.h"

#include "support/check.h"
#include "support/folder.h"

#include <time.h>

static const double PATIENCE = 5; /* seconds, then the watch says no */

/* ---- Who watches ------------------------------------------------------------------------------ */

typedef struct watcher {
    double begin, last, gap;
    const char *at; /* the stage that the longest gap ended in */
} watcher;

static const char *wanted = "";
static uint32_t n_nodes = 2000000;

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void note(watcher *w, const char *at)
{
    const double time = now();
    if (time - w->last > w->gap) {
        w->gap = time - w->last;
        w->at = at;
    }
    w->last = time;
}

static bool look(void *context, const sg_progress *progress)
{
    watcher *w = context;
    note(w, progress->stage);
    return w->last - w->begin < PATIENCE;
}

static void print(const char *name, const char *what, watcher *w, sg_status status,
                  const char *text)
{
    printf(
        "{\"bench\": \"gaps\", \"call\": \"%s\", \"of\": \"%s\", \"nodes\": %u, \"gap\": %.3f, "
        "\"at\": \"%s\", \"seconds\": %.2f, \"status\": \"%s\"}\n",
        name, what, n_nodes, w->gap, w->at, w->last - w->begin,
        status == SG_OK ? "done" : text);
    (void)fflush(stdout);
}

/* Make a call that is wanted; whether it was made. */
#define MEASURE(name, what, call)                                                              \
    do {                                                                                       \
        sg_error err = {0};                                                                    \
        sg_watch *watch = NULL;                                                                \
        watcher w = {.at = ""};                                                                \
        if (strncmp(name, wanted, strlen(wanted)) != 0) break;                                 \
        if (sg_watch_open(&watch, &(sg_observer){look, &w}, &err) != SG_OK) abort();           \
        w.begin = w.last = now();                                                              \
        const sg_status status = (call);                                                       \
        note(&w, "the end");                                                                   \
        sg_watch_close(watch);                                                                 \
        print(name, what, &w, status, err.text);                                               \
    } while (0)

static bool is_wanted(const char *name)
{
    return strncmp(name, wanted, strlen(wanted)) == 0 ||
           strncmp(name, wanted, strlen(name)) == 0;
}

/* ---- Graphs ----------------------------------------------------------------------------------- */

typedef enum shape { LADDER, RING, TANGLE, STAR, TREE, N_SHAPES } shape;
static const char *const SHAPES[] = {"ladder", "ring", "tangle", "star", "tree"};

static size_t draw_edges(uint32_t *edge, shape of, sg_rng *rng)
{
    size_t n = 0;
    for (uint32_t v = 0; v < n_nodes; v++) {
        const uint32_t n_of = of == LADDER ? 2 : of == TANGLE ? 3 : 1;
        for (uint32_t k = 1; k <= n_of; k++) {
            const uint32_t other = of == LADDER || of == RING ? (v + k) % n_nodes
                                   : of == TANGLE             ? sg_rng_below(rng, n_nodes)
                                   : of == STAR               ? 0
                                   : v > 0                    ? sg_rng_below(rng, v)
                                                              : 0;
            edge[2 * n] = v;
            edge[2 * n++ + 1] = other;
        }
    }
    return n;
}

/* One graph whose nodes have labels; `of_nodes`: they have classes or targets, too, else the graph has a class. */
static sg_dataset *make_graph(shape of, bool of_nodes, bool with_targets)
{
    const uint64_t word = 1;
    sg_rng rng = sg_rng_stream(1, &word, 1);
    const uint32_t offset[] = {0, n_nodes};
    const int64_t graph_class = 1;
    uint32_t *edge = malloc(6 * (size_t)n_nodes * sizeof *edge);
    int32_t *label = malloc(n_nodes * sizeof *label);
    int64_t *node_class = malloc(n_nodes * sizeof *node_class);
    double *target = malloc(n_nodes * sizeof *target);
    sg_dataset *data = NULL;
    if (edge == NULL || label == NULL || node_class == NULL || target == NULL) abort();
    for (uint32_t v = 0; v < n_nodes; v++) {
        label[v] = (int32_t)sg_rng_below(&rng, 3);
        node_class[v] = sg_rng_below(&rng, 2);
        target[v] = sg_rng_below(&rng, 1000);
    }
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 1,
                                    .graph_offset = offset,
                                    .n_edges = draw_edges(edge, of, &rng),
                                    .edge = edge,
                                    .node_label = label,
                                    .graph_class = of_nodes ? NULL : &graph_class,
                                    .node_class = of_nodes && !with_targets ? node_class : NULL,
                                    .node_target = of_nodes && with_targets ? target : NULL};
    MEASURE("arrays", SHAPES[of], sg_data_from_arrays(&data, &arrays, &err));
    if (data == NULL) check_ok(sg_data_from_arrays(&data, &arrays, &err));
    free(edge);
    free(label);
    free(node_class);
    free(target);
    return data;
}

/* ---- Labels and pairs ------------------------------------------------------------------------- */

/* More steps than anybody waits for. */
static const sg_label_options ONE = {
    .struct_size = sizeof ONE, .n_threads = 1, .budget = UINT64_C(1) << 60};

static void measure_labels(const sg_dataset *data, shape of)
{
    char what[100];
    for (size_t i = 0; i < sg_labeling_count(); i++) {
        sg_labels *labels = NULL;
        const char *example = sg_labeling_of(i).example;
        (void)snprintf(what, sizeof what, "%s, %s", SHAPES[of], example);
        MEASURE("labels", what, sg_labels_open(&labels, data, example, &ONE, &err));
        sg_labels_close(labels);
    }
}

static void measure_pairs(const sg_dataset *data, shape of)
{
    char what[100];
    sg_labels *labels = NULL;
    sg_triples_size size = {.struct_size = sizeof size};
    if (!is_wanted("triples")) return;
    check_ok(sg_labels_open(&labels, data, "label", &ONE, &err));
    for (size_t i = 0; i < sg_property_count(); i++) {
        const char *example = sg_property_of(i).example;
        (void)snprintf(what, sizeof what, "%s, %s", SHAPES[of], example);
        MEASURE("triples", what,
                sg_triples_measure(&size, data, labels, labels, example, 1, &err));
    }
    sg_labels_close(labels);
}

/* ---- Data ------------------------------------------------------------------------------------- */

static void measure_file(const sg_dataset *data)
{
    sg_dataset *copy = NULL;
    const sg_data_options options = {
        .struct_size = sizeof options, .folder = folder, .n_threads = 1};
    if (!is_wanted("data")) return;
    MEASURE("data", "write", sg_data_write(data, folder, "gaps", true, &err));
    MEASURE("data", "open", sg_data_open(&copy, "gaps", &options, &err));
    sg_data_close(copy);
}

static void measure_data(const sg_dataset *data, shape of)
{
    static const uint32_t thrice[] = {0, 0, 0};
    static const sg_audit_options alone = {
        .struct_size = sizeof alone, .n_threads = 1, .budget = UINT64_C(1) << 60};
    sg_data_summary summary = {.struct_size = sizeof summary};
    sg_dataset *copies = NULL;
    sg_audit *audit = NULL;
    char *text = NULL, *choice = NULL;
    MEASURE("summarize", SHAPES[of], sg_data_summarize(&summary, data, 1, &err));
    MEASURE("json", SHAPES[of], sg_data_graph_json(&text, data, 0, &err));
    sg_text_release(text);
    MEASURE("choose", SHAPES[of], sg_data_choose(&choice, NULL, data, NULL, &err));
    sg_text_release(choice);
    MEASURE("select", SHAPES[of], sg_data_select(&copies, data, thrice, 3, &err));
    if (is_wanted("audit") && copies == NULL)
        check_ok(sg_data_select(&copies, data, thrice, 3, &err));
    if (copies != NULL)
        MEASURE("audit", SHAPES[of], sg_audit_open(&audit, copies, &alone, &err));
    sg_audit_close(audit);
    sg_data_close(copies);
}

static void measure_splits(const sg_dataset *data)
{
    static const sg_split_options ten = {.struct_size = sizeof ten, .n_folds = 10};
    sg_splits *splits = NULL, *again = NULL;
    if (!is_wanted("splits")) return;
    MEASURE("splits", "divide", sg_splits_divide(&again, data, &ten, &err));
    check_ok(sg_splits_divide(&splits, data, &ten, &err));
    sg_splits_close(again);
    again = NULL;
    MEASURE("splits", "write", sg_splits_write(splits, path_of("splits.json"), &err));
    check_ok(sg_splits_write(splits, path_of("splits.json"), &err));
    MEASURE("splits", "open", sg_splits_open(&again, path_of("splits.json"), n_nodes, &err));
    sg_splits_close(again);
    sg_splits_close(splits);
}

/* ---- Models ----------------------------------------------------------------------------------- */

/* Few weights, weights by label, and a weight for every node. */
static const char *const LAYERS[] = {
    "layers: [{linear: {outputs: 8}}, {gcn: {outputs: 8}}, {linear: {}}]",
    "layers: [{encoder: {heads: ['wl:1 @ distance 0..1']}}, {linear: {}}]",
    "layers: [{encoder: {heads: ['label @ edge'], bias: index}}, {linear: {}}]"};

static void measure_file_of(const sg_model *model, const char *layers)
{
    sg_model *copy = NULL;
    sg_contents *contents = NULL;
    sg_model_diff *diff = NULL;
    sg_weights *weights = NULL;
    if (!is_wanted("model")) return;
    MEASURE("model save", layers, sg_model_save(model, path_of("gaps.model"), &err));
    check_ok(sg_model_save(model, path_of("gaps.model"), &err));
    MEASURE("model open", layers, sg_model_open(&copy, path_of("gaps.model"), &err));
    if (copy == NULL) check_ok(sg_model_open(&copy, path_of("gaps.model"), &err));
    MEASURE("model contents", layers, sg_contents_open(&contents, model, &err));
    MEASURE("model diff", layers, sg_model_diff_open(&diff, model, copy, &err));
    MEASURE("model weights", layers, sg_weights_open(&weights, model, &err));
    sg_weights_close(weights);
    sg_model_diff_close(diff);
    sg_contents_close(contents);
    sg_model_close(copy);
}

static void measure_scores(sg_model *model, const sg_dataset *data, const char *layers)
{
    const size_t n = (size_t)n_nodes * sg_model_sizes_of(model).n_outputs;
    double *score = calloc(n, sizeof *score);
    uint32_t *item = malloc(n_nodes * sizeof *item), *fold = malloc(n_nodes * sizeof *fold);
    sg_measure *measures = calloc(sg_model_measure_count(model), sizeof *measures);
    sg_coverage coverage = {.struct_size = sizeof coverage};
    uint32_t n_compared = 0;
    if (score == NULL || item == NULL || fold == NULL || measures == NULL) abort();
    for (uint32_t v = 0; v < n_nodes; v++) {
        item[v] = v;
        fold[v] = v % 5;
    }
    const sg_held_out held_out = {.struct_size = sizeof held_out,
                                  .n_items = n_nodes,
                                  .item = item,
                                  .score = score,
                                  .fold = fold};
    MEASURE("predict", layers, sg_model_predict(score, model, data, &ONE, &err));
    MEASURE("measures", layers,
            sg_model_measures(measures, &n_compared, model, data, score, NULL, 0, &err));
    MEASURE("coverage", layers,
            sg_model_coverage(&coverage, model, data, &held_out, 0.9, &err));
    MEASURE("calibrate", layers, sg_model_calibrate(model, data, &held_out, &err));
    free(score);
    free(item);
    free(fold);
    free(measures);
}

static void measure_explainer(const sg_model *model, const sg_dataset *data, const char *layers)
{
    const sg_explainer_options options = {.struct_size = sizeof options, .labels = &ONE};
    sg_explainer *explainer = NULL;
    sg_explanation explanation = {.struct_size = sizeof explanation};
    if (!is_wanted("explain")) return;
    MEASURE("explain open", layers, sg_explainer_open(&explainer, model, data, &options, &err));
    if (explainer != NULL)
        MEASURE("explain node", layers,
                sg_explainer_node(&explanation, explainer, 0, 7, SG_PREDICTED, &err));
    sg_explanation_free(&explanation);
    sg_explainer_close(explainer);
}

static void measure_model(const sg_dataset *data, const char *description, bool with_targets)
{
    const sg_model_options options = {.struct_size = sizeof options,
                                      .description = description,
                                      .labels = &ONE,
                                      .task = with_targets ? SG_TASK_REGRESSION
                                                           : SG_TASK_CLASSIFICATION};
    sg_training_options training = {
        .struct_size = sizeof training, .n_epochs = 1, .n_threads = 1, .learning_rate = 0.001};
    sg_model *model = NULL;
    MEASURE("build", description, sg_model_build(&model, data, &options, &err));
    if (model == NULL) check_ok(sg_model_build(&model, data, &options, &err));
    MEASURE("train", description, sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    measure_scores(model, data, description);
    measure_explainer(model, data, description);
    measure_file_of(model, description);
    sg_model_close(model);
}

static bool is_of_models(void)
{
    static const char *const NAMES[] = {"build",    "train",     "predict", "measures",
                                        "coverage", "calibrate", "explain", "model"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (is_wanted(NAMES[i])) return true;
    return false;
}

static void measure_all(void)
{
    for (int of = 0; of < N_SHAPES; of++) {
        sg_dataset *data = make_graph((shape)of, false, false);
        measure_labels(data, (shape)of);
        measure_pairs(data, (shape)of);
        measure_data(data, (shape)of);
        if (of == LADDER) measure_file(data);
        sg_data_close(data);
    }
    for (int with_targets = 0; with_targets < 2; with_targets++) {
        sg_dataset *data = make_graph(TANGLE, true, with_targets == 1);
        measure_splits(data);
        for (size_t i = 0; is_of_models() && i < sizeof LAYERS / sizeof *LAYERS; i++)
            measure_model(data, LAYERS[i], with_targets == 1);
        sg_data_close(data);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) n_nodes = (uint32_t)strtoul(argv[1], NULL, 10);
    if (argc > 2) wanted = argv[2];
    if (n_nodes < 100) {
        (void)fprintf(stderr, "usage: bench_gaps [NODES [NAME]], 100 nodes or more\n");
        return 2;
    }
    if (make_folder(NULL) != 0) return EXIT_FAILURE;
    measure_all();
    return remove_folder(NULL) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
