/* read_ahead.h - a thread that reads while the caller works on what was read before.
 *
 *     sg_read_ahead *ahead = NULL;
 *     SG_TRY(sg_read_ahead_open(&ahead, unpack, entry, err));
 *     SG_TRY(sg_read_ahead_next(&n, ahead, buffer, sizeof buffer, err));
 *     sg_read_ahead_close(ahead);
 *
 * Worth it where reading itself takes time, as unpacking does.
 */
#ifndef SG_TEXT_READ_AHEAD_H
#define SG_TEXT_READ_AHEAD_H

#include "base/status.h"

typedef struct sg_read_ahead sg_read_ahead;

/* Read up to `room` bytes; *n is 0 only at the end. */
typedef sg_status (*sg_read_function)(size_t *n, void *context, void *buffer, size_t room,
                                      sg_error *err);

/* Start a thread that calls `read`; from now on nobody else may touch `context`.
 * Fails with SG_ENOMEM, or SG_EIO where no thread can be started. */
sg_status sg_read_ahead_open(sg_read_ahead **ahead, sg_read_function read, void *context,
                             sg_error *err);

/* Stop the thread; NULL is fine. */
void sg_read_ahead_close(sg_read_ahead *ahead);

/* Up to `room` of the next bytes; *n is 0 only at the end.  An error of `read` is reported when
 * the bytes before it have been taken. */
sg_status sg_read_ahead_next(size_t *n, sg_read_ahead *ahead, void *buffer, size_t room,
                             sg_error *err);

#endif
