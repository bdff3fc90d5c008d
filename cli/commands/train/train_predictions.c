/* train_predictions.c - what the model says of the items that were held out, beside the model. */
#include "message.h"
#include "output_file.h"
#include "output_name.h"
#include "prediction_view.h"
#include "train_job.h"

#include <inttypes.h>
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

/* Lines as those of `predict`, behind what is true and, where all were predicted in folds, the fold. */
static void write_lines(FILE *file, const train_job *j, const train_cross *said)
{
    prediction_view view = prediction_view_of(j->model, "graph");
    view.known = true;
    view.ids = sg_data_graph_id(j->data, 0) != NULL;
    view.spreads = said->spread != NULL;
    view.coverage = sg_model_interval_models(j->model) > 0 ? 0.9 : 0;
    const sg_data_arrays arrays = sg_data_view_of(j->data);
    fputs(said->fold != NULL ? "true\tfold\t" : "true\t", file);
    view_header(file, &view);
    for (uint32_t i = 0; i < said->n; i++) {
        const uint32_t item = said->item[i];
        const size_t first = (size_t)i * view.size.n_outputs;
        print_truth(file, j, &arrays, item);
        if (said->fold != NULL) fprintf(file, "%" PRIu32 "\t", said->fold[i]);
        view_line(file, &view,
                  &(predicted){.number = item,
                               .row = item,
                               .id = sg_data_graph_id(j->data, item),
                               .score = said->score + first,
                               .spread = said->spread != NULL ? said->spread + first : NULL,
                               .known = &said->trust[i]});
    }
}

int train_write_predictions(const train_job *j, const train_cross *said)
{
    if (!j->has_opponents || j->stopped) return 0;
    char *path = train_beside_model(j, ".predictions.tsv");
    output_file out;
    if (path == NULL) return message_out_of_memory();
    int code = 0;
    if (!output_file_open(&out, path))
        code = output_file_complain(path);
    else {
        write_lines(out.stream, j, said);
        if (!output_file_close(&out)) code = output_file_complain(path);
    }
    free(path);
    return code;
}
