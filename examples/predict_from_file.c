/* predict_from_file.c - apply a model file to graphs it may never have seen.
 *
 *     cc predict_from_file.c $(pkg-config --cflags --libs sharegnn) -o predict_from_file
 *     ./predict_from_file csl.model data/CSL
 */
#include <sharegnn.h>
#include <stdio.h>
#include <stdlib.h>

/* Say which class has the largest score. */
static void print(uint32_t item, const sg_model *model, const double *score)
{
    char name[100];
    uint32_t best = 0;
    for (uint32_t c = 1; c < sg_model_sizes_of(model).n_outputs; c++)
        if (score[c] > score[best]) best = c;
    sg_model_output_name(name, sizeof name, model, best);
    printf("%s %u: class %s with probability %.3f\n",
           sg_model_sizes_of(model).item == SG_ITEM_NODE ? "node" : "graph", (unsigned)item,
           name, score[best]);
}

int main(int argc, char **argv)
{
    sg_error err = {.text = "usage: predict_from_file MODEL DATA"};
    sg_model *model = NULL;
    sg_dataset *data = NULL;
    double *score = NULL; /* [n_items][n_outputs] */
    uint32_t n_items = 0, n_outputs = 0;
    bool good = argc == 3 && sg_model_open(&model, argv[1], &err) == SG_OK &&
                sg_data_open(&data, argv[2], NULL, &err) == SG_OK;
    if (good) {
        n_items = sg_model_items(model, data); /* graphs, or nodes of all graphs */
        n_outputs = sg_model_sizes_of(model).n_outputs;
        score = calloc((size_t)n_items * n_outputs, sizeof *score);
        good = score != NULL && sg_model_predict(score, model, data, NULL, &err) == SG_OK;
    }
    for (uint32_t i = 0; good && i < n_items; i++)
        print(i, model, score + (size_t)i * n_outputs);
    if (!good) fprintf(stderr, "%s\n", err.text);
    free(score);
    sg_data_close(data);
    sg_model_close(model);
    return good ? 0 : 1;
}
