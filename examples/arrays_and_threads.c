/* arrays_and_threads.c - graphs in memory become a data set; a model learns to tell rings from paths,
 * four threads predict with it, and it explains itself.
 *
 *     cc arrays_and_threads.c $(pkg-config --cflags --libs sharegnn) -o arrays_and_threads
 */
#include <sharegnn.h>
#include <stdio.h>
#include <threads.h>

enum { N_GRAPHS = 40, N_NODES = 6, N_THREADS = 4, SHARE = N_GRAPHS / N_THREADS };

static const sg_dataset *data; /* shared by all threads, like the model */
static const sg_model *model;
static double score[N_GRAPHS][2];

/* Predict a share of the graphs with a prediction of one's own. */
static int predict(void *number)
{
    const uint32_t first = *(const uint32_t *)number;
    uint32_t graph[SHARE];
    sg_prediction *prediction = NULL;
    for (uint32_t i = 0; i < SHARE; i++) graph[i] = first + i;
    if (sg_prediction_open(
            &prediction, model, data,
            &(sg_label_options){.struct_size = sizeof(sg_label_options), .n_threads = 1}, NULL))
        return 1;
    const sg_status status = sg_prediction_run(score[first], prediction, graph, SHARE, NULL);
    sg_prediction_close(prediction);
    return status != SG_OK;
}

int main(void)
{
    static uint32_t graph_offset[N_GRAPHS + 1], edge[N_GRAPHS * N_NODES][2];
    static int64_t graph_class[N_GRAPHS]; /* 1: a ring */
    sg_error err = {0};
    sg_dataset *made = NULL;
    sg_model *built = NULL;
    sg_explainer *explainer = NULL;
    sg_explanation why = {.struct_size = sizeof why};
    size_t n_edges = 0;
    for (uint32_t g = 0; g < N_GRAPHS; g++) {
        const uint32_t first = graph_offset[g];
        graph_offset[g + 1] = first + N_NODES;
        graph_class[g] = g % 2;
        for (uint32_t v = 0; v < N_NODES - 1 + g % 2; v++, n_edges++) {
            edge[n_edges][0] = first + v;
            edge[n_edges][1] = first + (v + 1) % N_NODES;
        }
    }
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = N_GRAPHS,
                                    .graph_offset = graph_offset,
                                    .n_edges = n_edges,
                                    .edge = edge[0],
                                    .graph_class = graph_class};
    const char *encoder = "degree @ distance 0..1";
    const sg_model_options design = {.struct_size = sizeof design,
                                     .encoder = &encoder,
                                     .n_encoders = 1,
                                     .decoder = "degree"};
    bool good = sg_data_from_arrays(&made, &arrays, &err) == SG_OK &&
                sg_model_build(&built, made, &design, &err) == SG_OK &&
                sg_model_train(NULL, built, made, NULL, &err) == SG_OK;
    thrd_t thread[N_THREADS];
    uint32_t first[N_THREADS], n_started = 0, n_right = 0;
    data = made;
    model = built;
    for (; good && n_started < N_THREADS; n_started++) {
        first[n_started] = n_started * SHARE;
        if (thrd_create(&thread[n_started], predict, &first[n_started]) != thrd_success) break;
    }
    for (uint32_t t = 0; t < n_started; t++) {
        int failed = 1;
        good = thrd_join(thread[t], &failed) == thrd_success && failed == 0 && good;
    }
    for (uint32_t g = 0; g < N_GRAPHS; g++)
        n_right += (score[g][1] > score[g][0]) == (graph_class[g] == 1);
    good = good && sg_explainer_open(&explainer, model, data, NULL, &err) == SG_OK &&
           sg_explainer_graph(&why, explainer, 1, SG_PREDICTED, &err) == SG_OK;
    if (good)
        printf(
            "%u of %d graphs are right\ngraph 1: output %u is %.3f, node 0 contributes %.3f\n",
            (unsigned)n_right, N_GRAPHS, (unsigned)why.output, why.value, why.node[0]);
    else
        fprintf(stderr, "%s\n", err.text);
    sg_explanation_free(&why);
    sg_explainer_close(explainer);
    sg_model_close(built);
    sg_data_close(made);
    return good ? 0 : 1;
}
