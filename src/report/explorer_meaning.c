/* explorer_meaning.c - heads, weights and labels: what the numbers in the explorer's graphs mean. */
#include "report/explorer_parts.h"

#include "base/mem.h"
#include "text/json_reader.h"

#include <stdio.h>
#include <string.h>

/* ---- Directories ------------------------------------------------------------------------------ */

sg_status sgi_directory_make(sgi_directory *d, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(d->number, n);
    SG_ALLOC(d->met, n);
done:
    return status;
}

void sgi_directory_free(sgi_directory *d)
{
    sg_free(d->number);
    sg_free(d->met);
}

int64_t sgi_directory_meet(sgi_directory *d, uint32_t i)
{
    if (i == SG_NONE) return -1;
    if (d->number[i] == 0) {
        d->met[d->n_met++] = i;
        d->number[i] = d->n_met;
    }
    return (int64_t)d->number[i] - 1;
}

sg_status sgi_explorer_name(sg_json_writer *json, char *name, sg_error *err)
{
    const char *end = name + strlen(name);
    for (char *p = name; p < end;) {
        const size_t size = sg_utf8_size(p, end);
        if (size == 0) *p = '?';
        p += size > 0 ? size : 1;
    }
    return sg_json_put_text(json, name, err);
}

/* ---- Labels and weights ----------------------------------------------------------------------- */

typedef size_t label_text(char *text, size_t room, const sg_explainer *explainer,
                          uint32_t labeling, uint32_t label);

/* The labels of the page in words of one kind. */
static sg_status put_label_texts(sgi_explorer *e, const char *key, label_text *text_of,
                                 uint32_t labeling, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_array(&e->json, key, err));
    for (uint32_t i = 0; i < e->labels[labeling].n_met; i++) {
        char text[200];
        (void)text_of(text, sizeof text, e->report->explainer, labeling,
                      e->labels[labeling].met[i]);
        SG_TRY(sgi_explorer_name(&e->json, text, err));
    }
    SG_TRY(sg_json_close(&e->json, err));
done:
    return status;
}

static sg_status put_labelings(sgi_explorer *e, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_writer *json = &e->json;
    SG_TRY(sg_json_member_array(json, "labelings", err));
    for (size_t l = 0; l < e->n_labelings; l++) {
        const sg_explained_labeling *from = &e->labeling[l];
        SG_TRY(sg_json_open_object(json, err));
        SG_TRY(sg_json_member_text(json, "expression", from->expression, err));
        SG_TRY(sg_json_member_integer(
            json, "radius", from->radius == SG_NONE ? -1 : (int64_t)from->radius, err));
        SG_TRY(sg_json_member_integer(json, "size", from->n_labels, err));
        SG_TRY(put_label_texts(e, "names", sg_explainer_label_name, (uint32_t)l, err));
        SG_TRY(put_label_texts(e, "words", sg_explainer_label_words, (uint32_t)l, err));
        SG_TRY(sg_json_member_array(json, "counts", err));
        for (uint32_t i = 0; i < e->labels[l].n_met; i++)
            SG_TRY(sg_json_put_unsigned(json, from->count[e->labels[l].met[i]], err));
        SG_TRY(sg_json_close(json, err));
        SG_TRY(sg_json_close(json, err));
    }
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* Which weights training has changed, 0 or 1, where that is known. */
static sg_status put_trained(sgi_explorer *e, size_t h, sg_error *err)
{
    sg_status status = SG_OK;
    const uint64_t *uses = e->met.uses != NULL ? e->met.uses[h] : NULL;
    const sgi_directory *d = &e->weights[h];
    if (uses == NULL) goto done;
    SG_TRY(sg_json_member_array(&e->json, "trained", err));
    for (uint32_t i = 0; i < d->n_met; i++)
        SG_TRY(sg_json_put_unsigned(&e->json, uses[d->met[i]] > 0, err));
    SG_TRY(sg_json_close(&e->json, err));
done:
    return status;
}

/* One list of each thing that is known about the weights of a head in the page. */
static sg_status put_weights(sgi_explorer *e, size_t h, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_writer *json = &e->json;
    const sg_explained_head *from = &e->head[h];
    const sgi_directory *d = &e->weights[h];
    SG_TRY(sg_json_member_array(json, "receivers", err));
    for (uint32_t i = 0; i < d->n_met; i++)
        SG_TRY(sg_json_put_integer(
            json,
            sgi_directory_meet(&e->labels[from->receiver], from->weight_receiver[d->met[i]]),
            err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "senders", err));
    for (uint32_t i = 0; i < d->n_met; i++)
        SG_TRY(sg_json_put_integer(
            json, sgi_directory_meet(&e->labels[from->sender], from->weight_sender[d->met[i]]),
            err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "at", err));
    for (uint32_t i = 0; i < d->n_met; i++)
        SG_TRY(sg_json_put_unsigned(json, from->weight_value[d->met[i]], err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "strength", err));
    for (uint32_t i = 0; i < d->n_met; i++)
        SG_TRY(sg_json_put_real(json, from->weight[d->met[i]], err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "occurrences", err));
    for (uint32_t i = 0; i < d->n_met; i++)
        SG_TRY(sg_json_put_unsigned(json, from->occurrences[d->met[i]], err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(put_trained(e, h, err));
done:
    return status;
}

static sg_status put_head(sgi_explorer *e, size_t h, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_writer *json = &e->json;
    const sg_explained_head *from = &e->head[h];
    SG_TRY(sg_json_open_object(json, err));
    SG_TRY(sg_json_member_integer(json, "layer", from->layer, err));
    SG_TRY(sg_json_member_integer(json, "number", from->number, err));
    SG_TRY(sg_json_member_text(json, "text", from->text, err));
    SG_TRY(sg_json_member_text(json, "kind", from->kind, err));
    SG_TRY(sg_json_member_bool(json, "decodes", from->decodes, err));
    SG_TRY(sg_json_member_integer(
        json, "labeling", from->receiver == SG_NONE ? -1 : (int64_t)from->receiver, err));
    if (!from->decodes) {
        SG_TRY(sg_json_member_integer(json, "sending", from->sender, err));
        SG_TRY(sg_json_member_array(json, "values", err));
        for (uint32_t v = 0; v < from->n_values; v++) {
            char name[400];
            (void)snprintf(name, sizeof name, "%s", from->value[v]);
            SG_TRY(sgi_explorer_name(json, name, err));
        }
        SG_TRY(sg_json_close(json, err));
        SG_TRY(put_weights(e, h, err));
    }
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

sg_status sgi_explorer_meaning(sgi_explorer *e, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_array(&e->json, "heads", err));
    for (size_t h = 0; h < e->n_heads; h++) SG_TRY(put_head(e, h, err));
    SG_TRY(sg_json_close(&e->json, err));
    SG_TRY(put_labelings(e, err)); /* last: heads may have met labels */
done:
    return status;
}
