/* items.c - owning, numbering and copying what is said about items. */
#include "data/items.h"

#include "base/mem.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sg_items_free(sg_items *items)
{
    sg_free(items->item_class);
    sg_free(items->class_name);
    sg_names_free(&items->class_word);
    sg_free(items->target.value);
    sg_names_free(&items->target_name);
    sg_free(items->part);
    *items = (sg_items){0};
}

size_t sg_items_bytes(const sg_items *items, size_t n)
{
    size_t bytes = n * items->target.n_columns * sizeof(double);
    if (items->item_class != NULL) bytes += n * sizeof(uint32_t);
    bytes += items->n_classes * sizeof(int64_t);
    bytes += sg_names_bytes(&items->class_word) + sg_names_bytes(&items->target_name);
    if (items->part != NULL) bytes += n;
    return bytes;
}

static int compare_names(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

sg_status sg_items_number_classes(sg_items *items, const int64_t *label, uint32_t n,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    int64_t *name = NULL;
    uint32_t *number = NULL, n_names = 0;
    const bool may_lack = items->kind == SG_ITEM_NODE;
    SG_ALLOC(name, n);
    SG_ALLOC(number, n);
    if (n > 0) memcpy(name, label, n * sizeof *name);
    qsort(name, n, sizeof *name, compare_names);
    for (uint32_t i = 0; i < n; i++) {
        if (may_lack && name[i] == SG_NO_NODE_CLASS) continue;
        if (n_names == 0 || name[i] != name[n_names - 1]) name[n_names++] = name[i];
    }
    for (uint32_t i = 0; i < n; i++) {
        number[i] = SG_NO_CLASS;
        if (may_lack && label[i] == SG_NO_NODE_CLASS) continue;
        const int64_t *found = bsearch(&label[i], name, n_names, sizeof *name, compare_names);
        number[i] = (uint32_t)(found - name);
    }
    items->item_class = number;
    items->class_name = name;
    items->n_classes = n_names;
    number = NULL;
    name = NULL;
done:
    sg_free(name);
    sg_free(number);
    return status;
}

sg_status sg_items_select(sg_items *copy, const sg_items *items, const uint32_t *item,
                          uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t width = items->target.n_columns;
    copy->kind = items->kind;
    copy->n_classes = items->n_classes;
    copy->target.n_columns = items->target.n_columns;
    if (items->item_class != NULL) {
        SG_ALLOC(copy->item_class, n);
        for (uint32_t i = 0; i < n; i++) copy->item_class[i] = items->item_class[item[i]];
    }
    if (items->class_name != NULL) {
        SG_ALLOC(copy->class_name, items->n_classes);
        memcpy(copy->class_name, items->class_name,
               items->n_classes * sizeof *copy->class_name);
    }
    if (items->target.value != NULL) {
        SG_ALLOC(copy->target.value, n * width);
        for (uint32_t i = 0; i < n; i++)
            memcpy(copy->target.value + i * width, items->target.value + item[i] * width,
                   width * sizeof *copy->target.value);
    }
    if (items->part != NULL) {
        SG_ALLOC(copy->part, n);
        for (uint32_t i = 0; i < n; i++) copy->part[i] = items->part[item[i]];
    }
    SG_TRY(sg_names_add_all(&copy->class_word, &items->class_word, err));
    SG_TRY(sg_names_add_all(&copy->target_name, &items->target_name, err));
done:
    return status;
}

bool sg_items_known(const sg_items *items, uint32_t item)
{
    const uint32_t n = items->target.n_columns;
    if (items->item_class != NULL && items->item_class[item] != SG_NO_CLASS) return true;
    for (uint32_t c = 0; c < n; c++)
        if (!isnan(items->target.value[(size_t)item * n + c])) return true;
    return false;
}

uint32_t sg_items_lacking(const sg_items *items, const uint32_t *graph_offset,
                          uint32_t n_graphs)
{
    uint32_t g = 0;
    for (; g < n_graphs; g++) {
        uint32_t v = graph_offset[g];
        while (v < graph_offset[g + 1] && !sg_items_known(items, v)) v++;
        if (v == graph_offset[g + 1]) break;
    }
    return g;
}

void sg_items_class_name(char *name, size_t room, const sg_items *items, uint32_t number)
{
    const char *word = sg_names_or_null(&items->class_word, number);
    if (word != NULL)
        (void)snprintf(name, room, "%s", word);
    else
        (void)snprintf(name, room, "%" PRId64, items->class_name[number]);
}

const char *sg_item_word(sg_item_kind kind)
{
    return kind == SG_ITEM_NODE ? "node" : "graph";
}

const char *sg_items_word(sg_item_kind kind)
{
    return kind == SG_ITEM_NODE ? "nodes" : "graphs";
}
