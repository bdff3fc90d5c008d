/* search_view.h - a search while it goes on: a bar for terminals, a line per candidate for logs.
 *
 *     search_view view;
 *     search_view_start(&view, false);
 *     options.event = search_view_show; options.context = &view;
 *     search_view_stop(&view);
 */
#ifndef SG_CLI_SEARCH_VIEW_H
#define SG_CLI_SEARCH_VIEW_H

#include "progress.h"

typedef struct search_view {
    progress signals; /* Ctrl-C, and where lines go */
    bool quiet;
    double drawn;
} search_view;

void search_view_start(search_view *view, bool quiet);
void search_view_stop(search_view *view);

/* For sg_search_options.event. */
bool search_view_show(void *view, const sg_search_event *event);

#endif
