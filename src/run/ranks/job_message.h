/* job_message.h - results of jobs as bytes that travel between ranks of the same build.
 *
 *     SG_TRY(sg_job_message_write(&bytes, &result, n_outputs, err));
 *     ...
 *     SG_TRY(sg_job_message_read(&result, bytes.data, bytes.size, n_outputs, err));
 */
#ifndef SG_RUN_JOB_MESSAGE_H
#define SG_RUN_JOB_MESSAGE_H

#include "run/job.h"

/* Append a result.  Its test items are not in it: every rank has them. */
sg_status sg_job_message_write(sg_text *bytes, const sg_job_result *result, uint32_t n_outputs,
                               sg_error *err);

/* Read one; test_item becomes NULL.  Fails with SG_EFORMAT where there are too few bytes. */
sg_status sg_job_message_read(sg_job_result *result, const char *bytes, size_t size,
                              uint32_t n_outputs, sg_error *err);

#endif
