/* shown_example.c - what stands around an example of a public header (tests/cli/shown_examples.sh). */
#include <math.h>
#include <sharegnn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns 0 if the example came to its end and nothing failed. */
static int run(const sg_dataset *data, const sg_model *model)
{
    sg_error err = {0};
    (void)data;
    (void)model;
    {
        EXAMPLE
    }
    if (err.status != SG_OK) fprintf(stderr, "%s\n", err.text);
    return err.status != SG_OK;
}

int main(void)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    int failed = 1;
    if (sg_data_open(&data, "data/CSL", NULL, &err) == SG_OK &&
        sg_model_open(&model, "csl.model", &err) == SG_OK)
        failed = run(data, model);
    if (err.status != SG_OK) fprintf(stderr, "%s\n", err.text);
    sg_model_close(model);
    sg_data_close(data);
    return failed;
}
