/* fields.h - reading the members of a map strictly: every member is asked for, with a type, or it
 * is an error.
 *
 *     sg_fields f;
 *     SG_TRY(sg_fields_open(&f, node, "train", path, err));     // must be a map
 *     SG_TRY(sg_field_real(&options.rate, &f, "learning-rate", 0, 1e6, err));
 *     SG_TRY(sg_field_choice(&kind, &f, "optimizer", names, n_names, err));
 *     SG_TRY(sg_fields_finish(&f, err));                        // members nobody asked for
 *
 * A member that is missing leaves the output as it is, so defaults are set before.  Errors read
 *     runs/NCI1.yml:9:12: train.learning-rate: "fast" is not a number between 0 and 1000000
 *     runs/NCI1.yml:9:10: train: unknown key "learning-rat"; did you mean "learning-rate"?
 *
 * Numbers are JSON's (base/number.h), true and false have no other names, and what stands in quotes
 * is text.  A member without a value (nothing, ~, null) is an error for every type.
 */
#ifndef SG_BASE_DOCUMENT_FIELDS_H
#define SG_BASE_DOCUMENT_FIELDS_H

#include "base/document/tree.h"

#include <float.h>

enum { SG_MAX_FIELDS = 64 };

/* As `min` of a real number: all that are larger than 0. */
#define SG_ABOVE_ZERO DBL_TRUE_MIN

typedef struct sg_fields {
    const sg_node *map;
    const char *name; /* what messages call the map: "train", "layers.0.encoder"; NULL or "":
                       * the whole document; borrowed                                       */
    const char *path; /* of the document; borrowed                                          */
    const char *asked[SG_MAX_FIELDS]; /* names asked for so far                             */
    size_t n_asked;
} sg_fields;

/* Begin with `map`; NULL reads like a map without members.  Fails with SG_EFORMAT where it is no
 * map. */
sg_status sg_fields_open(sg_fields *fields, const sg_node *map, const char *name,
                         const char *path, sg_error *err);

/* The member called `name`, or NULL; for members that are read by hand.  The name is borrowed until
 * the end.  At most SG_MAX_FIELDS different ones (asserted). */
const sg_node *sg_field(sg_fields *fields, const char *name);

/* Each fails with SG_EFORMAT where the member is of another kind or out of range, min and max
 * included; infinite bounds, or 2^64-1, are none.  `text` outputs are borrowed from the tree; numbers
 * and words such as true are texts, too. */
sg_status sg_field_text(const char **text, sg_fields *fields, const char *name, sg_error *err);
sg_status sg_field_real(double *value, sg_fields *fields, const char *name, double min,
                        double max, sg_error *err);
sg_status sg_field_whole(uint64_t *value, sg_fields *fields, const char *name, uint64_t min,
                         uint64_t max, sg_error *err);
sg_status sg_field_count(uint32_t *value, sg_fields *fields, const char *name, uint32_t min,
                         uint32_t max, sg_error *err);
sg_status sg_field_bool(bool *value, sg_fields *fields, const char *name, sg_error *err);

/* One of `names`; *choice is its position. */
sg_status sg_field_choice(uint32_t *choice, sg_fields *fields, const char *name,
                          const char *const *names, size_t n_names, sg_error *err);

/* The same readings of a node that is no member; `name` is what messages call it. */
sg_status sg_node_text(const char **text, const sg_node *node, const char *name,
                       const char *path, sg_error *err);
sg_status sg_node_real(double *value, const sg_node *node, const char *name, const char *path,
                       double min, double max, sg_error *err);
sg_status sg_node_whole(uint64_t *value, const sg_node *node, const char *name,
                        const char *path, uint64_t min, uint64_t max, sg_error *err);

/* Fails with SG_EFORMAT where the map has a member that was not asked for; the nearest name that
 * was asked for is offered, or all of them where none is near. */
sg_status sg_fields_finish(const sg_fields *fields, sg_error *err);

#endif
