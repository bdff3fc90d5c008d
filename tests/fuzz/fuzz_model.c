/* fuzz_model.c - a model file, and then a prediction with it.
 *
 * The input is the header of a safetensors file up to the first line feed (JSON text has none inside),
 * and behind it the data.  The length that stands before the header in a file is put there by the
 * target, so that a change of the header is more than a wrong length; that is fuzz_safetensors's. */
#include "fuzz/model_mutator.h"

#include "base/mem.h"
#include "formats/tu_reader.h"
#include "model/predictor.h"
#include "store/model_file.h"
#include "support/text_bundle.h"

#include <string.h>

static const char GRAPHS[] = "== A\n1,2\n2,1\n2,3\n3,2\n3,1\n1,3\n3,4\n4,3\n5,6\n6,5\n"
                             "== graph_indicator\n1\n1\n1\n1\n2\n2\n3\n"
                             "== node_labels\n6\n6\n7\n8\n6\n7\n6\n"
                             "== edge_labels\n1\n1\n1\n1\n2\n2\n1\n1\n2\n2\n"
                             "== node_attributes\n1,2\n3,4\n5,6\n7,8\n1,3\n2,4\n0,0\n";

/* Read once and never released: it is the same for every input. */
static const sg_dataset *graphs(void)
{
    static sg_dataset data;
    static text_bundle text;
    sg_bundle bundle = {0};
    if (data.graph.n_graphs > 0) return &data;
    text_bundle_split(&text, GRAPHS, strlen(GRAPHS));
    FUZZ_CHECK(sg_bundle_from_memory(&bundle, "X", text.file, text.n_files, NULL) == SG_OK);
    FUZZ_CHECK(sg_tu_read(&data, &bundle, 1, NULL) == SG_OK);
    sg_bundle_close(&bundle);
    return &data;
}

/* The file that the input stands for; freed by the caller. */
static uint8_t *make_file(size_t *size, const uint8_t *input, size_t n)
{
    const uint8_t *feed = n > 0 ? memchr(input, '\n', n) : NULL;
    const size_t header = feed != NULL ? (size_t)(feed - input) : n;
    const size_t padded = (header + 7) / 8 * 8, n_data = feed != NULL ? n - header - 1 : 0;
    uint8_t *file = malloc(8 + padded + n_data);
    FUZZ_CHECK(file != NULL);
    for (size_t b = 0; b < 8; b++) file[b] = (uint8_t)((uint64_t)padded >> 8 * b);
    if (header > 0) memcpy(file + 8, input, header);
    memset(file + 8 + header, ' ', padded - header);
    if (n_data > 0) memcpy(file + 8 + padded, feed + 1, n_data);
    *size = 8 + padded + n_data;
    return file;
}

/* An accepted model predicts, or says why not. */
static void predict(const sg_model *model)
{
    const sg_dataset *data = graphs();
    const sg_invariant_options options = {.budget = 10000};
    const uint32_t all[] = {0, 1, 2};
    sg_predictor *predictor = NULL;
    sg_error err = {0};
    const sg_status status =
        sg_predictor_open(&predictor, model, NULL, data, &options, 2, &err);
    FUZZ_CHECK(status == SG_OK || err.text[0] != '\0');
    if (status == SG_OK) {
        double *output = malloc(3 * sizeof *output * model->outputs.n);
        FUZZ_CHECK(output != NULL);
        (void)sg_predictor_run(output, predictor, all, 3, &err);
        free(output);
    }
    sg_predictor_close(predictor);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n)
{
    sg_model model = {0};
    sg_error err = {0};
    size_t size = 0;
    uint8_t *file = make_file(&size, input, n);
    (void)graphs();
    const long live = sg_mem_live();
    const sg_status status = sg_model_read_memory(&model, "memory", file, size, &err);
    free(file);
    if (status == SG_OK)
        predict(&model);
    else
        FUZZ_CHECK((status == SG_EFORMAT || status == SG_ELIMIT) && err.text[0] != '\0');
    sg_model_free(&model);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return model_mutate(data, size, most, seed);
}
