/* model_file.h - models as files.
 *
 * One safetensors file.  Its metadata has the member "model": a YAML document with the layers and
 * expressions as in experiment files, what the outputs mean, and which labelings and heads the
 * vocabularies belong to.  The tensors:
 *
 *     layers.L.heads.H.weight, layers.L.weight, ...bias ...  weights, F32 or F64
 *     labels.I.key, labels.I.count                           content keys of labeling I, U64
 *     weights.I.receiver, .sender, .value                    the triples of head I: positions among
 *                                                            the labels and values, U32
 *     weights.I.values                                       content keys of its values, U64
 *     targets.scale, targets.offset                          F64
 */
#ifndef SG_STORE_MODEL_FILE_H
#define SG_STORE_MODEL_FILE_H

#include "model/model.h"

/* The version of the format that is written, and the newest that is read. */
#define SG_MODEL_FILE_VERSION 1

/* Write a model, whole or not at all; the same model gives the same bytes.
 * Fails with SG_EIO, SG_ENOTFOUND, SG_EINVAL or SG_ENOMEM. */
sg_status sg_model_write(const sg_model *model, const char *path, sg_error *err);

/* Read a model into an empty one.  Nothing in the file is believed: a damaged or hostile one is
 * refused with a reason, and memory grows with the file's size alone.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_ELIMIT or SG_ENOMEM. */
sg_status sg_model_read(sg_model *model, const char *path, sg_error *err);

/* The same for bytes in memory; `path` is what messages call them. */
sg_status sg_model_read_memory(sg_model *model, const char *path, const void *bytes,
                               size_t size, sg_error *err);

#endif
