/* test_traces.c - three real trainings of the author's code, batch by batch.
 *
 * The trace files give the batches and the loss of each; with constant initial weights and true
 * invariants every correct implementation in double must meet them. */
#define SG_REAL_DOUBLE
#include "network/real/loss.h"
#include "network/real/network.h"

#include "base/file.h"
#include "base/mem.h"
#include "data/dataset_view.h"
#include "formats/tu_reader.h"
#include "support/check.h"
#include "support/labels_of.h"
#include "support/layer_specs.h"
#include "support/tiny_model.h"
#include "text/json_reader.h"

#define ITEMS(items, count) (&(sg_loss_items){.item = (items), .n = (count)})

enum { MAX_BATCH = 128 };

/* A network with the author's settings and torch's Adam, written down plainly. */
typedef struct training {
    sg_dataset data;
    sg_labels labels, decoder_labels;
    sg_plan plan;
    sg_weight_keys keys;
    sg_encoder_head encoder_head;
    sg_decoder_head decoder_head;
    sg_encoder_spec encoder;
    sg_decoder_spec decoder;
    sg_activation_spec activation;
    sg_layer_spec layer[4];
    sg_network_spec spec;
    sg_network_f64 *network;
    double *gradient, *m, *v;
    long step;
} training;

static void open_training(training *t, const char *path, const char *decoder)
{
    *t = (training){0};
    check_ok(sg_tu_open(&t->data, path, 0, &err));
    const sg_graph_view view = sg_dataset_view(&t->data);
    tiny_plan(&t->plan, &t->keys, &t->labels, &view, "wl:2", "distance 0..6");
    t->decoder_labels = labels_of(&view, decoder);
    t->encoder_head = (sg_encoder_head){.plan = &t->plan};
    t->decoder_head = (sg_decoder_head){.label = t->decoder_labels.label,
                                        .n_labels = t->decoder_labels.vocabulary.n_keys};
    t->encoder = (sg_encoder_spec){.head = &t->encoder_head, .n_heads = 1};
    t->activation = (sg_activation_spec){SG_ACTIVATION_TANH};
    t->decoder = (sg_decoder_spec){.head = &t->decoder_head,
                                   .n_heads = 1,
                                   .outputs = t->data.items.n_classes,
                                   .bias = true,
                                   .pooling = SG_POOL_SUM};
    t->layer[0] = (sg_layer_spec){.kind = &sg_encoder_kind, .of = &t->encoder};
    t->layer[1] = (sg_layer_spec){.kind = &sg_activation_kind, .of = &t->activation};
    t->layer[2] = (sg_layer_spec){.kind = &sg_decoder_kind, .of = &t->decoder};
    t->layer[3] = t->layer[1];
    t->spec = (sg_network_spec){
        .graph = &t->data.graph, .layer = t->layer, .n_layers = 4, .max_batch = MAX_BATCH};
    check_ok(sg_network_open_f64(&t->network, &t->spec, NULL, &err));
    const size_t n = sg_network_size_f64(t->network);
    double *w = sg_network_parameters_f64(t->network);
    for (size_t i = 0; i < n; i++) w[i] = i < n - t->data.items.n_classes ? 0.001 : 0;
    t->gradient = sg_alloc(n, sizeof *t->gradient);
    t->m = sg_alloc(n, sizeof *t->m);
    t->v = sg_alloc(n, sizeof *t->v);
    assert_true(t->gradient != NULL && t->m != NULL && t->v != NULL);
}

static void close_training(training *t)
{
    sg_network_close_f64(t->network);
    sg_free(t->gradient);
    sg_free(t->m);
    sg_free(t->v);
    sg_plan_free(&t->plan);
    sg_weight_keys_free(&t->keys);
    sg_labels_free(&t->labels);
    sg_labels_free(&t->decoder_labels);
    sg_dataset_free(&t->data);
}

static void adam(training *t)
{
    double *w = sg_network_parameters_f64(t->network), *g = t->gradient;
    t->step++;
    const double rate = 0.01 / (1 - pow(0.9, (double)t->step));
    const double fix = sqrt(1 - pow(0.999, (double)t->step));
    for (size_t i = 0; i < sg_network_size_f64(t->network); i++) {
        t->m[i] = 0.9 * t->m[i] + 0.1 * g[i];
        t->v[i] = 0.999 * t->v[i] + 0.001 * g[i] * g[i];
        w[i] -= rate * t->m[i] / (sqrt(t->v[i]) / fix + 1e-8);
        g[i] = 0;
    }
}

static double train_batch(training *t, const uint32_t *graph, uint32_t n)
{
    const sg_targets targets = {.item_class = t->data.items.item_class};
    const double *out = sg_network_forward_f64(t->network, graph, n, true);
    const double loss =
        sg_loss_of_f64(sg_network_output_gradient_f64(t->network), out, t->data.items.n_classes,
                       &sg_loss_cross_entropy, &targets, ITEMS(graph, n));
    sg_network_backward_f64(t->network, &(sg_gradient_sink_f64){sg_sink_add_f64, t->gradient});
    adam(t);
    return loss;
}

/* ---- The trace file --------------------------------------------------------------------------- */

static double number_of(const sg_json_token *token)
{
    assert_int_equal(token->kind, SG_JSON_NUMBER);
    return strtod(token->text, NULL);
}

/* [[graph, ...], ...]: train on each list; the losses go to loss[]. */
static uint32_t run_batches(training *t, sg_json *json, double *loss, uint32_t max)
{
    sg_json_token token;
    uint32_t n = 0;
    check_ok(sg_json_expect(&token, json, SG_JSON_ARRAY_BEGIN, "a list", &err));
    for (;;) {
        uint32_t graph[MAX_BATCH], size = 0;
        check_ok(sg_json_next(&token, json, &err));
        if (token.kind == SG_JSON_ARRAY_END) return n;
        for (;;) {
            check_ok(sg_json_next(&token, json, &err));
            if (token.kind == SG_JSON_ARRAY_END) break;
            assert_true(size < MAX_BATCH);
            graph[size++] = (uint32_t)number_of(&token);
        }
        assert_true(n < max);
        loss[n++] = train_batch(t, graph, size);
    }
}

/* One epoch; returns the number of batches compared. */
static uint32_t run_epoch(training *t, sg_json *json)
{
    double loss[100];
    uint32_t n = 0, n_compared = 0;
    sg_json_token token;
    for (;;) {
        check_ok(sg_json_next(&token, json, &err));
        if (token.kind == SG_JSON_OBJECT_END) return n_compared;
        if (sg_json_equals(&token, "batches")) {
            n = run_batches(t, json, loss, 100);
        } else if (sg_json_equals(&token, "batch_losses")) {
            check_ok(sg_json_expect(&token, json, SG_JSON_ARRAY_BEGIN, "a list", &err));
            for (;; n_compared++) {
                check_ok(sg_json_next(&token, json, &err));
                if (token.kind == SG_JSON_ARRAY_END) break;
                assert_true(n_compared < n);
                check_near(loss[n_compared], number_of(&token), 1e-8, 0);
            }
        } else {
            check_ok(sg_json_next(&token, json, &err));
            check_ok(sg_json_skip(json, &token, &err));
        }
    }
}

/* Outputs of graphs 0 .. 9 after training. */
static void check_outputs(training *t, sg_json *json)
{
    const uint32_t graph[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const double *out = sg_network_forward_f64(t->network, graph, 10, false);
    sg_json_token token;
    uint32_t n = 0;
    unsigned depth = 0;
    do {
        check_ok(sg_json_next(&token, json, &err));
        if (token.kind == SG_JSON_ARRAY_BEGIN) depth++;
        if (token.kind == SG_JSON_ARRAY_END) depth--;
        if (token.kind == SG_JSON_NUMBER) check_near(out[n++], number_of(&token), 1e-8, 1e-9);
    } while (depth > 0);
    assert_int_equal(n, 10 * t->data.items.n_classes);
}

static void check_trace(const char *json_path, const char *data_path, const char *decoder)
{
    training t;
    sg_text text = {0};
    sg_json_token token;
    uint32_t n_batches = 0, n_outputs = 0;
    char path[1024];
    (void)snprintf(path, sizeof path, "%s", check_shared(json_path));
    check_ok(sg_file_read(&text, path, (size_t)1 << 24, &err));
    open_training(&t, check_shared(data_path), decoder);
    sg_json json = sg_json_of(path, text.data, text.size);
    check_ok(sg_json_expect(&token, &json, SG_JSON_OBJECT_BEGIN, "an object", &err));
    for (;;) {
        check_ok(sg_json_next(&token, &json, &err));
        if (token.kind == SG_JSON_OBJECT_END) break;
        const bool epochs = sg_json_equals(&token, "epochs");
        if (sg_json_equals(&token, "outputs_graphs_0_9_after_training")) {
            check_outputs(&t, &json);
            n_outputs++;
            continue;
        }
        check_ok(sg_json_next(&token, &json, &err));
        if (!epochs) {
            check_ok(sg_json_skip(&json, &token, &err));
            continue;
        }
        for (;;) {
            check_ok(sg_json_next(&token, &json, &err));
            if (token.kind == SG_JSON_ARRAY_END) break;
            n_batches += run_epoch(&t, &json);
        }
    }
    assert_true(n_batches >= 10);
    assert_int_equal(n_outputs, 1);
    sg_text_free(&text);
    close_training(&t);
}

static void mutag(void **state)
{
    (void)state;
    check_trace("golden/trace_MUTAG.json", "data/MUTAG.zip", "label");
}

static void dhfr(void **state)
{
    (void)state;
    check_trace("golden/trace_DHFR-wl-prim.json", "data/DHFR.zip", "label");
}

static void nci1(void **state)
{
    (void)state;
    check_trace("golden/trace_NCI1-d1.json", "data/NCI1.zip", "wl:2");
}

SG_TESTS(cmocka_unit_test(mutag), cmocka_unit_test(dhfr), cmocka_unit_test(nci1))
