/* transfer_weights.c - what was learned on some graphs helps with others: a model that starts from the
 * weights of an older one and is trained for a moment is compared with one that starts from nothing.
 * Then the weights are looked at, and one of them is removed.
 *
 *     cc transfer_weights.c $(pkg-config --cflags --libs sharegnn) -lm -o transfer_weights
 */
#include <math.h>
#include <sharegnn.h>
#include <stdio.h>
#include <stdlib.h>

/* Say how many graphs of the data the model knows the class of. */
static bool print_right(const char *name, const sg_model *model, const sg_dataset *data,
                        sg_error *err)
{
    static double score[150][10]; /* CSL has 150 graphs of 10 classes */
    double share = 0;
    uint64_t n = 0;
    const bool good = sg_model_predict(score[0], model, data, NULL, err) == SG_OK &&
                      sg_model_agreement(&share, &n, model, data, score[0], err) == SG_OK;
    if (good) printf("%s: %.0f of %u graphs are right\n", name, share * (double)n, (unsigned)n);
    return good;
}

/* Name the largest weight of the messages, and set it to zero. */
static bool remove_largest(sg_model *model, sg_error *err)
{
    sg_weights *weights = NULL;
    uint64_t n = 0, largest = 0;
    double *value = NULL;
    char name[100];
    bool good = sg_weights_open(&weights, model, err) == SG_OK;
    if (good) {
        sg_weights_view(&n, weights, 0); /* the first tensor has the weights of the encoder */
        value = calloc(n, sizeof *value);
        good = value != NULL && sg_weights_get(value, n, weights, 0, err) == SG_OK;
    }
    for (uint64_t i = 1; good && i < n; i++)
        if (fabs(value[i]) > fabs(value[largest])) largest = i;
    if (good) {
        value[largest] = 0;
        good = sg_weights_name(name, sizeof name, weights, 0, largest) > 0 &&
               sg_weights_set(model, weights, 0, value, n, err) == SG_OK;
    }
    if (good) printf("the largest of %u weights is that of %s\n", (unsigned)n, name);
    free(value);
    sg_weights_close(weights);
    return good;
}

/* Build a model for the data and train it for a moment, from the weights of `from` or, where that is
 * NULL, from nothing. */
static bool begin(sg_model **model, const sg_dataset *data, const sg_model *from,
                  const sg_model_options *design, sg_error *err)
{
    const sg_training_options training = {
        .struct_size = sizeof training, .from = from, .n_epochs = 1, .seed = 7};
    return sg_model_build(model, data, design, err) == SG_OK &&
           sg_model_train(NULL, *model, data, &training, err) == SG_OK;
}

int main(void)
{
    sg_error err = {0};
    sg_dataset *old_data = NULL, *new_data = NULL;
    sg_model *old = NULL, *next = NULL, *fresh = NULL;
    sg_layer_match match[2];
    const char *encoder = "cycles:10 @ distance 0..1";
    const sg_model_options design = {.struct_size = sizeof design,
                                     .encoder = &encoder,
                                     .n_encoders = 1,
                                     .decoder = "cycles:10"};
    const sg_training_options long_training = {
        .struct_size = sizeof long_training, .n_epochs = 100, .learning_rate = 0.1};
    bool good = sg_data_generate(&old_data, "CSL", 1, &err) == SG_OK &&
                sg_data_generate(&new_data, "CSL", 2, &err) == SG_OK &&
                sg_model_build(&old, old_data, &design, &err) == SG_OK &&
                sg_model_train(NULL, old, old_data, &long_training, &err) == SG_OK &&
                begin(&fresh, new_data, NULL, &design, &err) &&
                print_right("from nothing", fresh, new_data, &err) &&
                begin(&next, new_data, old, &design, &err) &&
                print_right("from the older model", next, new_data, &err) &&
                sg_model_match(match, next, old, NULL, 0, &err) == SG_OK;
    for (int i = 0; good && i < 2; i++)
        printf("layer %d: weights taken over %u, new %u, unused %u\n", i,
               (unsigned)match[i].n_matched, (unsigned)match[i].n_new,
               (unsigned)match[i].n_unused);
    good =
        good && remove_largest(next, &err) && print_right("without it", next, new_data, &err);
    if (!good) fprintf(stderr, "%s\n", err.text);
    sg_model_close(fresh);
    sg_model_close(next);
    sg_model_close(old);
    sg_data_close(new_data);
    sg_data_close(old_data);
    return good ? 0 : 1;
}
