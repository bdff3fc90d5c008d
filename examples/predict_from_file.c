/* predict_from_file.c - apply a model file to graphs it may never have seen.
 *
 *     cc predict_from_file.c $(pkg-config --cflags --libs sharegnn) -o predict_from_file
 *     ./predict_from_file csl.model data/CSL
 */
#include <sharegnn.h>
#include <stdio.h>
#include <stdlib.h>

/* Say which class has the largest score. */
static void print(uint32_t graph, const sg_model *model, const double *score)
{
    uint32_t best = 0;
    for (uint32_t c = 1; c < sg_model_sizes_of(model).n_outputs; c++)
        if (score[c] > score[best]) best = c;
    printf("graph %u: class %lld with probability %.3f\n", (unsigned)graph,
           (long long)sg_model_class(model, best), score[best]);
}

int main(int argc, char **argv)
{
    sg_error err = {.text = "usage: predict_from_file MODEL DATA"};
    sg_model *model = NULL;
    sg_dataset *data = NULL;
    double *score = NULL; /* [n_graphs][n_outputs] */
    uint32_t n_graphs = 0, n_outputs = 0;
    bool good = argc == 3 && sg_model_open(&model, argv[1], &err) == SG_OK &&
                sg_data_open(&data, argv[2], NULL, &err) == SG_OK;
    if (good) {
        n_graphs = sg_data_sizes_of(data).n_graphs;
        n_outputs = sg_model_sizes_of(model).n_outputs;
        score = calloc((size_t)n_graphs * n_outputs, sizeof *score);
        good = score != NULL && sg_model_predict(score, model, data, NULL, &err) == SG_OK;
    }
    for (uint32_t g = 0; good && g < n_graphs; g++)
        print(g, model, score + (size_t)g * n_outputs);
    if (!good) fprintf(stderr, "%s\n", err.text);
    free(score);
    sg_data_close(data);
    sg_model_close(model);
    return good ? 0 : 1;
}
