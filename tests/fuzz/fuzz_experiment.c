/* fuzz_experiment.c - an experiment file and, behind a zero byte, a change of the command line. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "config/experiment.h"

#include <string.h>

static sg_status parse(sg_experiment *e, const char *text, size_t size, const char *set,
                       sg_error *err)
{
    return sg_experiment_parse(e, "e.yml", text, size, &set, set != NULL ? 1 : 0, err);
}

/* A configuration can be read, and its text is an experiment with it alone. */
static void check_configuration(const sg_experiment *e, uint32_t i)
{
    sg_configuration c = {0};
    sg_experiment alone = {0};
    sg_error err = {0};
    const sg_status status = sg_experiment_configuration(&c, e, i, e->task, &err);
    /* Of large grids not every point was checked when it was opened. */
    FUZZ_CHECK(status == SG_OK || (status == SG_EFORMAT && e->n_configurations > 2000));
    if (status == SG_OK) {
        FUZZ_CHECK(c.blueprint.n_layers > 0 && c.train.n_epochs > 0);
        FUZZ_CHECK(parse(&alone, c.text, strlen(c.text), NULL, &err) == SG_OK);
        FUZZ_CHECK(alone.n_configurations == 1 && alone.task == e->task);
    }
    sg_experiment_free(&alone);
    sg_configuration_free(&c);
}

static void check_writing(const sg_experiment *e)
{
    char *text = NULL, *second = NULL;
    sg_experiment again = {0};
    sg_error err = {0};
    const sg_status status = sg_experiment_write(&text, e, &err);
    /* A change can put something so deep into the document that YAML does not take it. */
    FUZZ_CHECK(status == SG_OK || status == SG_ELIMIT);
    if (status == SG_OK) {
        FUZZ_CHECK(parse(&again, text, strlen(text), NULL, &err) == SG_OK);
        FUZZ_CHECK(again.n_configurations == e->n_configurations && again.task == e->task);
        FUZZ_CHECK(sg_experiment_write(&second, &again, &err) == SG_OK);
        FUZZ_CHECK(strcmp(text, second) == 0);
    }
    sg_experiment_free(&again);
    sg_free(second);
    sg_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *text = (const char *)bytes;
    const size_t length = size > 0 ? strnlen(text, size) : 0;
    char *set = NULL;
    sg_experiment e = {0};
    sg_error err = {0};
    const long live = sg_mem_live();
    if (length < size) {
        set = calloc(size - length, 1);
        FUZZ_CHECK(set != NULL);
        memcpy(set, text + length + 1, size - length - 1);
    }
    const sg_status status = parse(&e, text, length, set, &err);
    if (status == SG_OK) {
        check_configuration(&e, 0);
        check_configuration(&e, e.n_configurations - 1);
        check_writing(&e);
    } else {
        FUZZ_CHECK(status == SG_EFORMAT || status == SG_EINVAL || status == SG_ELIMIT);
        FUZZ_CHECK(err.text[0] != '\0' && e.tree.root == NULL);
    }
    sg_experiment_free(&e);
    FUZZ_CHECK(sg_mem_live() == live);
    free(set);
    return 0;
}
