/* value_names.c - a table of values, sorted once all are named. */
#include "invariants/value_names.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#define NO_TEXT UINT32_MAX

void sg_value_names_free(sg_value_names *names)
{
    sg_free(names->value);
    sg_table_free(&names->number);
    sg_names_free(&names->text);
    *names = (sg_value_names){0};
}

/* The position of a value, which is added without a name where it is not there. */
static sg_status intern(uint32_t *at, sg_value_names *names, uint64_t key, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&names->value, &names->capacity, (size_t)names->n + 1, sizeof *names->value,
                   err));
    SG_TRY(sg_table_intern(at, &names->number, key, err));
    if (*at == names->n) {
        names->value[names->n++] = (sg_named_value){.key = key, .text = NO_TEXT};
        names->n_unnamed++;
    }
done:
    return status;
}

sg_status sg_value_names_add(sg_value_names *names, uint64_t key, sg_error *err)
{
    uint32_t at = 0;
    return intern(&at, names, key, err);
}

sg_status sg_value_names_put(sg_value_names *names, uint64_t key, sg_value_rank rank,
                             sg_error *err, const char *fmt, ...)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    uint32_t at = 0;
    va_list args;
    SG_TRY(intern(&at, names, key, err));
    sg_named_value *value = &names->value[at];
    if (value->text != NO_TEXT) goto done;
    va_start(args, fmt);
    status = sg_text_add_list(&text, err, fmt, args);
    va_end(args);
    if (status != SG_OK) goto done;
    SG_TRY(sg_names_add(&names->text, text.data, text.size, err));
    value->text = names->text.n - 1;
    value->rank = rank;
    names->n_unnamed--;
done:
    sg_text_free(&text);
    return status;
}

bool sg_value_names_wants(const sg_value_names *names, uint64_t key)
{
    const uint32_t at = sg_table_find(&names->number, key);
    return at != SG_TABLE_NONE && names->value[at].text == NO_TEXT;
}

/* What qsort sees: a value and its name. */
typedef struct sorted_value {
    sg_named_value value;
    const char *text; /* NULL: none */
} sorted_value;

static int compare_values(const void *a, const void *b)
{
    const sorted_value *x = a, *y = b;
    int order = (x->text == NULL) - (y->text == NULL);
    for (int i = 0; i < 2 && order == 0; i++) {
        const int64_t p = x->value.rank.by[i], q = y->value.rank.by[i];
        order = (p > q) - (p < q);
    }
    if (order == 0 && x->text != NULL && y->text != NULL) order = strcmp(x->text, y->text);
    return order != 0 ? order : (x->value.key > y->value.key) - (x->value.key < y->value.key);
}

sg_status sg_value_names_sort(sg_value_names *names, sg_error *err)
{
    sg_status status = SG_OK;
    sorted_value *sorted = NULL; /* [n] */
    sg_table number = {0};
    uint32_t id = 0;
    SG_ALLOC(sorted, names->n);
    for (uint32_t i = 0; i < names->n; i++)
        sorted[i] = (sorted_value){names->value[i], sg_value_names_text(names, i)};
    if (names->n > 0) qsort(sorted, names->n, sizeof *sorted, compare_values);
    for (uint32_t i = 0; i < names->n; i++)
        SG_TRY(sg_table_intern(&id, &number, sorted[i].value.key, err));
    for (uint32_t i = 0; i < names->n; i++) names->value[i] = sorted[i].value;
    sg_table_free(&names->number);
    names->number = number;
    number = (sg_table){0};
done:
    sg_table_free(&number);
    sg_free(sorted);
    return status;
}

const char *sg_value_names_text(const sg_value_names *names, uint32_t i)
{
    const uint32_t text = names->value[i].text;
    return text != NO_TEXT ? sg_names_at(&names->text, text) : NULL;
}
