/* train_from.c - starting from the weights of another model. */
#include "message.h"
#include "train_job.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

int train_read_from_layers(train_job *j)
{
    const char *text = arguments_text(j->args, "from-layers");
    if (text == NULL) return 0;
    j->from_layer = calloc(strlen(text) + 1, sizeof *j->from_layer);
    if (j->from_layer == NULL) return message_out_of_memory();
    for (const char *p = text;; p++) {
        char *end = NULL;
        const unsigned long layer = *p >= '0' && *p <= '9' ? strtoul(p, &end, 10) : ULONG_MAX;
        if (layer > UINT32_MAX || (*end != ',' && *end != '\0'))
            return message_usage(j->args->verb,
                                 "--from-layers %s: numbers of layers are needed, as in 0,1",
                                 shown_text(text).text);
        j->from_layer[j->n_from_layers++] = (uint32_t)layer;
        p = end;
        if (*p == '\0') return 0;
    }
}

int train_open_from(train_job *j)
{
    sg_error err = {0};
    const char *from = arguments_text(j->args, "from");
    if (from == NULL || sg_model_open(&j->from, from, &err) == SG_OK) return 0;
    return message_failure(&err, NULL);
}

int train_match_from(train_job *j)
{
    sg_error err = {0};
    if (j->from == NULL) return 0;
    const uint32_t mine = sg_model_sizes_of(j->model).n_layers,
                   theirs = sg_model_sizes_of(j->from).n_layers;
    j->n_matches = mine > theirs ? mine : theirs;
    j->match = calloc((size_t)j->n_matches + 1, sizeof *j->match);
    if (j->match == NULL) return message_out_of_memory();
    j->training.from = j->from;
    j->training.from_layers = j->from_layer;
    j->training.n_from_layers = j->n_from_layers;
    if (sg_model_match(j->match, j->model, j->from, j->from_layer, j->n_from_layers, &err) ==
        SG_OK)
        return 0;
    return message_failure(&err, NULL);
}
