/* weight_text.c - keys in words where the library knows some, else in hexadecimal. */
#include "weight_text.h"

#include <inttypes.h>

weight_text weight_text_of(const sg_weight_info *w, const sg_contents *contents)
{
    weight_text t;
    char receiver[32], sender[32], pair[32];
    sg_contents_key_text(receiver, contents, w->receiver);
    sg_contents_key_text(sender, contents, w->sender);
    sg_contents_key_text(pair, contents, w->pair);
    if (w->kind == SG_WEIGHT_TRIPLE)
        (void)snprintf(t.text, sizeof t.text, "%s <- %s @ %s", receiver, sender, pair);
    else if (w->kind == SG_WEIGHT_LABEL)
        (void)snprintf(t.text, sizeof t.text, "%s of %s, column %" PRIu32, w->name, receiver,
                       w->column);
    else
        (void)snprintf(t.text, sizeof t.text, "%s, row %" PRIu32 ", column %" PRIu32, w->name,
                       w->row, w->column);
    return t;
}

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
