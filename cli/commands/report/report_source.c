/* report_source.c - what `report` and `plot` have in common. */
#include "report_source.h"

#include "message.h"

sg_status report_source_open(report_source *source, const arguments *args, sg_error *err)
{
    source->results = NULL;
    const sg_status status = sg_results_open(&source->results, args->positional[0], err);
    if (status != SG_OK) return status;
    progress_start(&source->bar, 1);
    source->options =
        (sg_report_options){.struct_size = sizeof(sg_report_options),
                            .data_folder = arguments_text(args, "data-dir"),
                            .model = arguments_text(args, "model"),
                            .n_threads = (uint32_t)arguments_number(args, "threads"),
                            .observer = &source->bar.observer};
    return SG_OK;
}

void report_source_close(report_source *source)
{
    progress_stop(&source->bar);
    sg_results_close(source->results);
}

int report_source_failure(const sg_error *err)
{
    const int code = message_failure(err, NULL);
    if (err->status == SG_ECANCELED) interrupt_obey();
    return code;
}
