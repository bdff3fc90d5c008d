/* weight_json.c - what a weight belongs to, and its value. */
#include "weight_json.h"

#include <inttypes.h>

static void put_key(json *j, const char *name, uint64_t key)
{
    char digits[17];
    (void)snprintf(digits, sizeof digits, "%016" PRIx64, key);
    json_text(j, name, digits);
}

void weight_json(json *j, const sg_weight_info *w)
{
    json_count(j, "layer", w->layer);
    json_count(j, "head", w->head);
    json_text(j, "name", w->name);
    if (w->kind == SG_WEIGHT_TRIPLE) {
        put_key(j, "receiver", w->receiver);
        put_key(j, "sender", w->sender);
        put_key(j, "pair", w->pair);
    } else if (w->kind == SG_WEIGHT_LABEL) {
        put_key(j, "label", w->receiver);
        json_count(j, "column", w->column);
    } else {
        json_count(j, "row", w->row);
        json_count(j, "column", w->column);
    }
    json_real(j, "value", w->value);
}
