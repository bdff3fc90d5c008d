/* ensemble_models.c - the models of a command line. */
#include "ensemble_models.h"

#include <stdlib.h>

sg_status ensemble_open(ensemble *e, const arguments *args, sg_error *err)
{
    const char *path = args->positional[0];
    sg_status status = SG_OK;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression) */
    e->model = calloc((size_t)args->n_options + 1, sizeof *e->model);
    if (e->model == NULL) {
        *err = (sg_error){.status = SG_ENOMEM, .text = "out of memory"};
        return SG_ENOMEM;
    }
    for (; path != NULL && status == SG_OK;
         path = arguments_each(args, "ensemble", (int)e->n - 1))
        if ((status = sg_model_open(&e->model[e->n], path, err)) == SG_OK) e->n++;
    return status;
}

void ensemble_close(ensemble *e)
{
    for (uint32_t m = 0; m < e->n; m++) sg_model_close(e->model[m]);
    free(e->model);
    *e = (ensemble){0};
}
