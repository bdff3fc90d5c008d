/* arrays_and_threads.c - graphs in memory become a data set, a model learns to tell rings from paths
 * and is saved, four threads predict with it, and it explains itself.
 *
 *     cc arrays_and_threads.c $(pkg-config --cflags --libs sharegnn) -lpthread -o arrays_and_threads
 */
#include <pthread.h>
#include <sharegnn.h>
#include <stdio.h>

static sg_dataset *data; /* threads share the data and the model */
static sg_model *model;
static double score[4][2];
static sg_error err[4];

static void *predict(void *graph)
{
    const uint32_t *g = graph;
    sg_prediction *own = NULL; /* a prediction belongs to one thread */
    if (sg_prediction_open(&own, model, data, NULL, &err[*g]) == SG_OK)
        (void)sg_prediction_run(score[*g], own, g, 1, &err[*g]);
    sg_prediction_close(own);
    return NULL;
}

int main(void)
{
    sg_graph_arrays arrays = {.struct_size = sizeof arrays, .n_graphs = 4, .n_edges = 10};
    arrays.graph_offset = (uint32_t[]){0, 3, 6, 10, 12}; /* ring, path, ring, path */
    arrays.edge = (uint32_t[]){0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 6, 7, 7, 8, 8, 9, 9, 6, 10, 11};
    arrays.graph_class = (int64_t[]){1, 0, 1, 0};
    sg_model_options form = {.struct_size = sizeof form, .decoder = "degree", .n_encoders = 1};
    form.encoder = (const char *[]){"degree @ distance 0..1"};
    sg_explanation why = {.struct_size = sizeof why};
    sg_explainer *explainer = NULL;
    pthread_t thread[4];
    uint32_t graph[] = {0, 1, 2, 3}, n = 0;
    bool good = sg_data_from_arrays(&data, &arrays, err) == SG_OK &&
                sg_model_build(&model, data, &form, err) == SG_OK &&
                sg_model_train(NULL, model, data, NULL, err) == SG_OK &&
                sg_model_save(model, "rings.model", err) == SG_OK;
    while (good && n < 4 && pthread_create(&thread[n], NULL, predict, &graph[n]) == 0) n++;
    for (uint32_t t = 0; t < n; t++) good &= !pthread_join(thread[t], NULL) && !err[t].status;
    good = good && n == 4 && sg_explainer_open(&explainer, model, data, NULL, err) == SG_OK &&
           sg_explainer_graph(&why, explainer, 0, SG_PREDICTED, err) == SG_OK;
    for (uint32_t g = 0; g < n; g++) puts(score[g][1] > score[g][0] ? "a ring" : "a path");
    if (good) printf("node 0 contributes %.2f of %.2f\n", why.node[0], why.value);
    for (int t = 0; !good && t < 4; t++) fprintf(stderr, "%s\n", err[t].text);
    sg_explanation_free(&why);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
    return good ? 0 : 1;
}
