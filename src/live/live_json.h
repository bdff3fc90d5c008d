/* live_json.h - edits as people write them: {"add":"edge","graph":0,"nodes":[0,5],"label":1}. */
#ifndef SG_LIVE_LIVE_JSON_H
#define SG_LIVE_LIVE_JSON_H

#include "live/live_graph.h"
#include "sharegnn/live.h"

/* What labels are called. */
typedef struct sg_live_words {
    sg_live_columns columns;
    const sg_label_names *node_name, *edge_name;
} sg_live_words;

/* An edit that was read. */
typedef struct sg_live_said {
    bool undo; /* the last edit is to be taken back; else: */
    sg_live_change change;
    int32_t *label; /* change.label and change.attribute */
    double *attribute;
} sg_live_said;

void sg_live_said_free(sg_live_said *said);

/* Read an edit.  Fails with SG_EFORMAT (place, what is wrong, what is allowed) or SG_ENOMEM. */
sg_status sg_live_read(sg_live_said *said, const char *text, size_t size, const char *path,
                       const sg_live_words *words, sg_error *err);

#endif
