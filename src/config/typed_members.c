/* typed_members.c - members of structs become members of maps. */
#include "config/typed_members.h"

#include "base/document/tree_put.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static_assert(sizeof(sg_yes_no) == sizeof(uint32_t), "enums are read as whole numbers");

sg_status sg_typed_check_real(double value, const char *what, const char *name, sg_error *err)
{
    if (isfinite(value)) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "%s->%s: it is not a finite number", what,
                        name);
}

static sg_status put_real(sg_node *map, const sg_typed_member *m, const void *at,
                          const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    double value = 0;
    memcpy(&value, at, sizeof value);
    if (value == 0) goto done;
    SG_TRY(sg_typed_check_real(value, what, m->name, err));
    SG_TRY(sg_put_real(map, m->key, value == SG_ZERO ? 0 : value, err));
done:
    return status;
}

sg_status sg_typed_check_count(uint32_t count, const char *what, const char *name,
                               sg_error *err)
{
    if (count <= INT32_MAX) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "%s->%s: %u is above %d, the largest count",
                        what, name, count, INT32_MAX);
}

static sg_status put_count(sg_node *map, const sg_typed_member *m, uint32_t count,
                           const char *what, sg_error *err)
{
    const sg_status status = sg_typed_check_count(count, what, m->name, err);
    return status == SG_OK ? sg_put_whole(map, m->key, count, err) : status;
}

static sg_status put_choice(sg_node *map, const sg_typed_member *m, uint32_t choice,
                            const char *what, sg_error *err)
{
    const bool is_flag = m->type == SG_TYPED_YES_NO;
    const char *word = is_flag ? NULL : m->word_at(choice - 1);
    if (is_flag && choice < SG_N_YES_NO) return sg_put_bool(map, m->key, choice == SG_YES, err);
    if (word != NULL) return sg_put_text(map, m->key, word, err);
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "%s->%s: %d is none of the possible values",
                        what, m->name, (int)choice);
}

static sg_status put_text(sg_node *map, const sg_typed_member *m, const void *at, sg_error *err)
{
    const char *text = NULL;
    memcpy(&text, at, sizeof text);
    return text != NULL ? sg_put_text(map, m->key, text, err) : SG_OK;
}

static sg_status put_member(sg_node *map, const sg_typed_member *m, const void *at,
                            const char *what, sg_error *err)
{
    uint32_t number = 0;
    if (m->type == SG_TYPED_REAL) return put_real(map, m, at, what, err);
    if (m->type == SG_TYPED_TEXT) return put_text(map, m, at, err);
    memcpy(&number, at, sizeof number); /* enums are as wide */
    if (number == 0) return SG_OK;
    if (m->type == SG_TYPED_COUNT) return put_count(map, m, number, what, err);
    return put_choice(map, m, number, what, err);
}

sg_status sg_typed_put(sg_node *map, const sg_typed_member *member, size_t n,
                       const void *object, const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t i = 0; i < n; i++)
        SG_TRY(put_member(map, &member[i], (const char *)object + member[i].offset, what, err));
done:
    return status;
}

sg_status sg_typed_failure(sg_status status, const sg_error *inner, const char *what,
                           sg_error *err)
{
    if (status == SG_OK) return SG_OK;
    return sg_error_set(err, status == SG_EFORMAT ? SG_EINVAL : status, inner->where, "%s: %s",
                        what, inner->text);
}
