/* epoch_view.h - what a training looks like while it goes on, on standard error.
 *
 *     epoch_view view;
 *     epoch_view_start(&view, &(epoch_view){.metric = "accuracy", .n_epochs = 200});
 *     sg_training_options training = {.struct_size = sizeof training, .epoch = epoch_view_show, .context = &view};
 *     ... sg_model_train(...)
 *     epoch_view_stop(&view);
 *
 * A terminal shows a bar with rate, time left and the best epoch so far; anything else gets a line
 * per epoch, and one who wants quiet nothing.  Between start and stop, Ctrl-C and a polite kill end the training after the current
 * epoch; a second one ends the program at once.
 */
#ifndef SG_CLI_EPOCH_VIEW_H
#define SG_CLI_EPOCH_VIEW_H

#include "interrupt.h"
#include "sharegnn.h"

typedef struct epoch_view {
    const char *metric; /* its name: "accuracy"                                     */
    bool is_percent;    /* of the metric                                            */
    uint32_t n_epochs;  /* planned                                                  */
    bool lines;         /* lines on a terminal, too                                 */
    bool quiet;         /* neither lines nor a bar                                  */
    /* What has been seen so far: */
    uint32_t n_done; /* of the training                                          */
    uint32_t n_seen; /* of these, since the view was started                     */
    sg_epoch best;
    double seconds; /* spent in epochs                                          */
    double drawn;   /* when the bar was drawn last                              */
    interrupts signals;
} epoch_view;

/* Begin with the members of `plan` above the line. */
void epoch_view_start(epoch_view *view, const epoch_view *plan);

/* Takes an epoch; for sg_training_options.  False where the user wants no more. */
bool epoch_view_show(void *view, const sg_epoch *epoch);

void epoch_view_stop(epoch_view *view);

/* A value of the metric in words: "93.62 %", "0.1234". */
typedef struct metric_text {
    char text[40];
} metric_text;

metric_text epoch_view_metric(const epoch_view *view, double value);

#endif
