/* small_model.h - a trained model, and bounds that keep single inputs small, for targets that predict. */
#ifndef SG_TESTS_FUZZ_SMALL_MODEL_H
#define SG_TESTS_FUZZ_SMALL_MODEL_H

#include "fuzz/fuzz.h"

#include "sharegnn.h"

/* Lines that claim tens of thousands of nodes take a hundred times as long as others.  What they once showed is in
 * the corpus, which is replayed with more memory than a fuzzer has. */
#ifdef SG_FUZZING
enum { MOST_MEMORY = 2 << 20 };
#else
enum { MOST_MEMORY = 64 << 20 };
#endif

/* Made once and never released; an account of few steps is open from then on. */
static inline sg_model *small_model(void)
{
    static sg_model *model;
    static sg_account *account;
    sg_dataset *data = NULL;
    sg_error err = {0};
    const sg_limits limits = {.struct_size = sizeof limits, .memory = MOST_MEMORY, .steps = 60};
    const sg_model_options options = {
        .struct_size = sizeof options,
        .description = "{ layers: [encoder: { heads: ['wl:1 @ distance 0..1'], bias: label },"
                       " decoder: { heads: ['wl:1'] }] }"};
    const sg_training_options training = {
        .struct_size = sizeof training, .settings = "{epochs: 1}", .n_threads = 1};
    if (model != NULL) return model;
    FUZZ_CHECK(sg_data_generate(&data, "CSL", 0, &err) == SG_OK);
    FUZZ_CHECK(sg_model_build(&model, data, &options, &err) == SG_OK);
    FUZZ_CHECK(sg_model_train(NULL, model, data, &training, &err) == SG_OK);
    sg_data_close(data);
    FUZZ_CHECK(sg_account_open(&account, &limits, &err) == SG_OK);
    return model;
}

#endif
