/* head_list.h - the member `heads` of encoders and decoders.
 *
 *     SG_TRY(sg_head_list_open(&list, fields, "wl:2 @ distance 0..6", err));
 *     for (size_t h = 0; h < list.n; h++) SG_TRY(sg_head_list_text(&text, &list, h, err));
 */
#ifndef SG_LAYERS_HEAD_LIST_H
#define SG_LAYERS_HEAD_LIST_H

#include "base/document/fields.h"

typedef struct sg_head_list {
    const sg_node *node; /* the list */
    size_t n;
    uint32_t n_copies; /* of all heads counted so far */
    const sg_fields *fields;
} sg_head_list;

/* Find the list.  Fails with SG_EFORMAT; `example` shows what is wanted. */
sg_status sg_head_list_open(sg_head_list *list, sg_fields *fields, const char *example,
                            sg_error *err);

/* The text of a head; borrowed. */
sg_status sg_head_list_text(const char **text, const sg_head_list *list, size_t h,
                            sg_error *err);

/* Head h is wrong, for the reason that `inner` says.  A file has a line and a column for it; else the text begins
 * with "layers.0.encoder.heads.1: ". */
sg_status sg_head_list_fail(const sg_head_list *list, size_t h, const sg_error *inner,
                            sg_error *err);

/* Count the copies of head h.  They are cheap to write and expensive to make, so together they are
 * bounded like heads are.  Fails with SG_EFORMAT. */
sg_status sg_head_list_count(sg_head_list *list, size_t h, uint32_t copies, sg_error *err);

#endif
