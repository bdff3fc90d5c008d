/* ensemble_models.c - the models of a command line. */
#include "ensemble_models.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* MODEL.2, MODEL.3, ..., which were trained with MODEL. */
static sg_status open_members(ensemble *e, const char *path, uint32_t n, sg_error *err)
{
    const size_t room = strlen(path) + 12;
    char *name = malloc(room);
    /* NOLINTNEXTLINE(bugprone-sizeof-expression) */
    sg_model **model = realloc(e->model, (size_t)n * sizeof *model);
    if (model != NULL) e->model = model;
    sg_status status = name != NULL && model != NULL ? SG_OK : SG_ENOMEM;
    if (status == SG_ENOMEM) *err = (sg_error){.status = SG_ENOMEM, .text = "out of memory"};
    for (uint32_t m = 2; m <= n && status == SG_OK; m++) {
        (void)snprintf(name, room, "%s.%" PRIu32, path, m);
        if ((status = sg_model_open(&e->model[e->n], name, err)) == SG_OK) e->n++;
    }
    free(name);
    return status;
}

sg_status ensemble_open(ensemble *e, const arguments *args, sg_error *err)
{
    const char *path = args->positional[0];
    sg_status status = SG_OK;
    e->n = 0;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression) */
    e->model = calloc((size_t)args->n_options + 1, sizeof *e->model);
    if (e->model == NULL) {
        *err = (sg_error){.status = SG_ENOMEM, .text = "out of memory"};
        return SG_ENOMEM;
    }
    for (; path != NULL && status == SG_OK;
         path = arguments_each(args, "ensemble", (int)e->n - 1))
        if ((status = sg_model_open(&e->model[e->n], path, err)) == SG_OK) e->n++;
    if (status == SG_OK && e->n == 1 && sg_model_interval_models(e->model[0]) > 1)
        status =
            open_members(e, args->positional[0], sg_model_interval_models(e->model[0]), err);
    return status;
}

void ensemble_close(ensemble *e)
{
    for (uint32_t m = 0; m < e->n; m++) sg_model_close(e->model[m]);
    free(e->model);
    *e = (ensemble){0};
}
