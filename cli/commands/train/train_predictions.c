/* train_predictions.c - what the model says of the items that were held out, beside the model. */
#include "message.h"
#include "output_file.h"
#include "output_name.h"
#include "prediction_view.h"
#include "train_job.h"

#include <math.h>
#include <stdlib.h>

/* What is true of a graph: its class, or its targets with commas between them; '-' where one is missing. */
static void print_truth(FILE *file, const train_job *j, const sg_data_arrays *arrays,
                        uint32_t graph)
{
    const uint32_t n = sg_data_sizes_of(j->data).n_targets;
    const bool classes = sg_model_sizes_of(j->model).task == SG_CLASSIFICATION;
    if (classes) fputs(output_name_of(j->model, arrays->graph_class[graph]).text, file);
    for (uint32_t c = 0; !classes && c < n; c++) {
        const double value = arrays->target[(size_t)graph * n + c];
        if (isnan(value))
            fprintf(file, "%s-", c > 0 ? "," : "");
        else
            fprintf(file, "%s%.9g", c > 0 ? "," : "", value);
    }
    fputc('\t', file);
}

/* Lines as those of `predict`, behind what is true. */
static void write_lines(FILE *file, const train_job *j, const double *score,
                        const sg_trust *trust)
{
    prediction_view view = prediction_view_of(j->model, "graph");
    const uint32_t *item = j->training.item[j->held_out], n = j->training.n_items[j->held_out];
    view.known = true;
    view.ids = sg_data_graph_id(j->data, 0) != NULL;
    const sg_data_arrays arrays = sg_data_view_of(j->data);
    fputs("true\t", file);
    view_header(file, &view);
    for (uint32_t i = 0; i < n; i++) {
        print_truth(file, j, &arrays, item[i]);
        view_line(file, &view,
                  &(predicted){.number = item[i],
                               .row = item[i],
                               .id = sg_data_graph_id(j->data, item[i]),
                               .score = score + (size_t)i * view.size.n_outputs,
                               .trust = &trust[item[i]]});
    }
}

int train_write_predictions(const train_job *j, sg_prediction *prediction, const double *score)
{
    sg_error err = {0};
    if (!j->has_opponents || j->stopped) return 0;
    char *path = train_beside_model(j, ".predictions.tsv");
    sg_trust *trust = calloc((size_t)sg_data_sizes_of(j->data).n_graphs + 1, sizeof *trust);
    output_file out;
    int code = 0;
    if (path == NULL || trust == NULL)
        code = message_out_of_memory();
    else if (sg_prediction_trust(trust, prediction, &err) != SG_OK)
        code = message_failure(&err, NULL);
    else if (!output_file_open(&out, path))
        code = output_file_complain(path);
    else {
        write_lines(out.stream, j, score, trust);
        if (!output_file_close(&out)) code = output_file_complain(path);
    }
    free(trust);
    free(path);
    return code;
}
