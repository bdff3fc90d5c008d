/* lines_api.c - data sets from lines in memory behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/struct_size.h"
#include "data/array_check.h"
#include "data/dataset_hold.h"
#include "formats/import_options.h"
#include "formats/memory/line_array.h"

/* Give the graphs of the kept lines the classes of the caller. */
static sg_status set_classes(sg_dataset *data, const int64_t *graph_class, const uint32_t *kept,
                             uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    int64_t *label = NULL;
    if (graph_class == NULL) goto done;
    SG_REQUIRE(data->items.item_class == NULL, SG_EINVAL,
               "options->graph_class: the lines have classes of their own");
    SG_ALLOC(label, n);
    for (uint32_t i = 0; i < n; i++) label[i] = graph_class[kept[i]];
    SG_TRY(sg_items_number_classes(&data->items, label, n, err));
done:
    sg_free(label);
    return status;
}

/* Likewise their targets. */
static sg_status set_targets(sg_dataset *data, const sg_line_array_options *o,
                             const uint32_t *kept, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    double *value = NULL;
    const size_t width = o->n_targets > 0 ? o->n_targets : 1;
    if (o->target == NULL) goto done;
    SG_REQUIRE(data->items.target.n_columns == 0, SG_EINVAL,
               "options->target: the lines have targets of their own");
    SG_REQUIRE(width <= SIZE_MAX / n, SG_ELIMIT, "options->n_targets: %zu is too many", width);
    SG_ALLOC(value, width * n);
    for (uint32_t i = 0; i < n; i++)
        for (size_t c = 0; c < width; c++) {
            value[i * width + c] = o->target[kept[i] * width + c];
            SG_REQUIRE(!__builtin_isinf(value[i * width + c]), SG_EINVAL,
                       "options->target[%zu] is infinite; NaN means missing",
                       kept[i] * width + c);
        }
    data->items.target = (sg_value_table){value, (uint32_t)width};
    value = NULL;
done:
    sg_free(value);
    return status;
}

/* The settings of lines: those of their format, and what of their arcs is kept, as a model says it. */
static sg_status read_form(sg_import_options *settings, const char *form,
                           const sg_format *format, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_import_options_parse(settings, form, err));
    const sg_arc_rules rules = settings->rules;
    settings->rules = (sg_arc_rules){0};
    SG_REQUIRE(sg_import_options_are_own(settings), SG_EINVAL,
               "settings: \"%.80s\" may only say how molecules and arcs are read", form);
    settings->rules = rules;
    SG_TRY(sg_import_options_check_lines(settings, format, err));
done:
    return status;
}

sg_status sg_data_from_lines(sg_dataset **data, const char *const *line, size_t n,
                             const sg_line_array_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(line);
    sg_line_array_options chosen;
    SG_TAKE_OPTIONS(chosen, options, context);
    sg_status status = SG_OK;
    sg_line_array lines = {
        .line = line, .n = n, .refused = chosen.refused, .context = chosen.context};
    sg_import_options settings = {0};
    sg_dataset made = {0};
    sg_threads *threads = NULL;
    uint32_t *kept = NULL, n_kept = 0;
    SG_REQUIRE(n > 0, SG_EINVAL, "n: 0; a data set has at least one graph");
    SG_REQUIRE(chosen.target != NULL || chosen.n_targets == 0, SG_EINVAL,
               "options->target: it is NULL, but n_targets is %u", chosen.n_targets);
    SG_TRY(sg_arrays_check_name(chosen.name, "options->name", err));
    SG_TRY(sg_format_with_lines(&lines.format, chosen.format != NULL ? chosen.format : "smiles",
                                "options->format", err));
    if (chosen.form != NULL) SG_TRY(read_form(&settings, chosen.form, lines.format, err));
    lines.options = &settings;
    SG_TRY(sg_threads_open(&threads, chosen.n_threads, err));
    SG_TRY(sg_line_array_read(&made, &kept, &n_kept, &lines,
                              chosen.name != NULL ? chosen.name : "lines", threads, err));
    SG_TRY(set_classes(&made, chosen.graph_class, kept, n_kept, err));
    SG_TRY(set_targets(&made, &chosen, kept, n_kept, err));
    SG_TRY(sg_dataset_publish(data, &made, err));
done:
    sg_free(kept);
    sg_threads_close(threads);
    sg_dataset_free(&made);
    sg_import_options_free(&settings);
    return status;
}
