/* train_and_predict.c - from graphs to a model file: generate data, label its nodes, build a model
 * from expressions, train it, predict, save.
 *
 *     cc train_and_predict.c $(pkg-config --cflags --libs sharegnn) -o train_and_predict
 *     ./train_and_predict csl.model
 */
#include <sharegnn.h>
#include <stdio.h>

/* Called after every epoch; false would end the training. */
static bool show(void *context, const sg_epoch *epoch)
{
    (void)context;
    if (epoch->epoch % 50 == 0)
        printf("epoch %u: loss %.3f, accuracy %.1f %%\n", (unsigned)epoch->epoch,
               epoch->loss[SG_TRAIN], epoch->metric[SG_TRAIN]);
    return true;
}

int main(int argc, char **argv)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    sg_labels *labels = NULL;
    sg_model *model = NULL;
    static double score[150][10]; /* CSL has 150 graphs of 10 classes */
    const char *encoder[] = {"cycles:10 @ distance 0..2"};
    const sg_model_options design = {.struct_size = sizeof design,
                                     .encoder = encoder,
                                     .n_encoders = 1,
                                     .decoder = "cycles:10"};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = "{epochs: 200, learning-rate: 0.01}",
                                          .seed = 42,
                                          .epoch = show};
    const bool good = sg_data_generate(&data, "CSL", 0, &err) == SG_OK &&
                      sg_labels_open(&labels, data, "cycles:10", NULL, &err) == SG_OK &&
                      sg_model_build(&model, data, &design, &err) == SG_OK &&
                      sg_model_train(NULL, model, data, &training, &err) == SG_OK &&
                      sg_model_predict(score[0], model, data, NULL, &err) == SG_OK &&
                      sg_model_save(model, argc > 1 ? argv[1] : "csl.model", &err) == SG_OK;
    if (good)
        printf("%u labels\ngraph 0: class 0 with probability %.3f\n",
               (unsigned)sg_labels_view_of(labels).n_labels, score[0][0]);
    else
        fprintf(stderr, "%s\n", err.text);
    sg_model_close(model);
    sg_labels_close(labels);
    sg_data_close(data);
    return good ? 0 : 1;
}
