/* typed_members.h - members of a public struct as members of a map, as files have them.
 *
 * Typed settings and files say the same: a struct becomes a map, and what reads files reads the map.
 * So there is one place that knows what is allowed, and both give the same bits.
 *
 *     static const sg_typed_member MEMBERS[] = {
 *         {.key = "epochs", .type = SG_TYPED_COUNT, SG_TYPED_AT(sg_training_options, n_epochs)}, ...};
 *     SG_TRY(sg_typed_put(map, MEMBERS, n, training, "training", err));
 */
#ifndef SG_CONFIG_TYPED_MEMBERS_H
#define SG_CONFIG_TYPED_MEMBERS_H

#include "base/document/tree.h"

#include <stddef.h>

typedef enum sg_typed_type {
    SG_TYPED_COUNT,  /* uint32_t                                             */
    SG_TYPED_REAL,   /* double; SG_ZERO: 0                                   */
    SG_TYPED_TEXT,   /* const char *                                         */
    SG_TYPED_YES_NO, /* sg_yes_no                                            */
    SG_TYPED_CHOICE  /* an enum: 0 says nothing, c is word_at(c - 1)          */
} sg_typed_type;

typedef struct sg_typed_member {
    const char *key; /* in files                                             */
    sg_typed_type type;
    const char *name; /* in the struct                                       */
    size_t offset;
    const char *(*word_at)(size_t i); /* SG_TYPED_CHOICE; NULL: there are no more */
} sg_typed_member;

/* Name and offset of a member. */
#define SG_TYPED_AT(type, member) .name = #member, .offset = offsetof(type, member)

/* Put all members of `object` that are not 0 into `map`.  `what` is what messages call the object.
 * Fails with SG_EINVAL (a choice that is none, a number that is not finite) or SG_ENOMEM. */
sg_status sg_typed_put(sg_node *map, const sg_typed_member *member, size_t n,
                       const void *object, const char *what, sg_error *err);

/* Fail with SG_EINVAL where a number is not finite. */
sg_status sg_typed_check_real(double value, const char *what, const char *name, sg_error *err);

/* Fail with SG_EINVAL where a count is so large that a negative number must be meant. */
sg_status sg_typed_check_count(uint32_t count, const char *what, const char *name,
                               sg_error *err);

/* What reading a map of typed settings fails with: SG_EINVAL where a file would be malformed. */
sg_status sg_typed_failure(sg_status status, const sg_error *inner, const char *what,
                           sg_error *err);

#endif
