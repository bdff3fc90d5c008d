/* blueprint_compose.c - the paper's plain model, put together from a few words.
 *
 * The words become a document, which is read like any other: so this file knows what experiment files
 * know of layers, and no more. */
#include "model/blueprint.h"

#include "base/document/tree_put.h"
#include "base/mem.h"
#include "base/text.h"

#include <string.h>

/* An encoder whose heads are separated by ';'; *n_copies is the number of its heads. */
static sg_status put_encoder(uint64_t *n_copies, sg_node *layers, const char *text,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *members = NULL, *heads = NULL;
    char *copy = sg_text_copy(text);
    sg_head head = {0};
    SG_REQUIRE(copy != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sg_put_layer(&members, layers, "encoder", err));
    SG_TRY(sg_put_list(&heads, members, "heads", err));
    *n_copies = 0;
    for (char *rest = copy, *next = NULL; rest != NULL; rest = next) {
        next = strchr(rest, ';');
        if (next != NULL) *next++ = '\0';
        SG_TRY(sg_head_parse(&head, rest, err));
        *n_copies += head.copies;
        sg_head_free(&head);
        SG_TRY(sg_put_text(heads, NULL, rest, err));
    }
    SG_TRY(sg_put_text(members, "activation", sg_activation_name(SG_ACTIVATION_TANH), err));
done:
    sg_head_free(&head);
    sg_free(copy);
    return status;
}

/* What its outputs are is bounded only where a linear layer joins them: nothing squashes what becomes
 * probabilities.  `n_columns`: that the encoders make; 0: nobody knows. */
static sg_status put_decoder(bool *is_joined, sg_node *layers, const char *text,
                             sg_pooling pooling, bool bounded, uint64_t n_columns,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *members = NULL, *heads = NULL;
    char *label = NULL;
    uint32_t copies = 1;
    SG_TRY(sg_decoder_head_parse(&label, &copies, text, err));
    *is_joined = n_columns != 1 || copies > 1;
    const sg_activation behind =
        bounded && *is_joined ? SG_ACTIVATION_TANH : SG_ACTIVATION_IDENTITY;
    SG_TRY(sg_put_layer(&members, layers, "decoder", err));
    SG_TRY(sg_put_list(&heads, members, "heads", err));
    SG_TRY(sg_put_text(heads, NULL, text, err));
    SG_TRY(sg_put_text(members, "pool", sg_pooling_words[pooling], err));
    SG_TRY(sg_put_text(members, "activation", sg_activation_name(behind), err));
done:
    sg_free(label);
    return status;
}

sg_status sg_blueprint_compose(sg_blueprint *blueprint, const char *const *encoder,
                               size_t n_encoders, const char *decoder, sg_pooling pooling,
                               bool bounded, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *map = NULL, *layers = NULL, *linear = NULL;
    sg_fields f;
    sg_error inner = {0};
    sg_blueprint made = {0};
    uint64_t columns = 1; /* that the encoders make of a row of one number */
    bool is_joined = false;
    SG_REQUIRE(n_encoders <= SG_MAX_LAYERS, SG_EINVAL, "model: more than %d encoders",
               SG_MAX_LAYERS);
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_put_list(&layers, map, "layers", err));
    for (size_t l = 0; l < n_encoders; l++) {
        uint64_t heads = 0;
        const sg_status made_one = put_encoder(&heads, layers, encoder[l], &inner);
        SG_REQUIRE(made_one == SG_OK, made_one, "encoder[%zu]: %s", l, inner.text);
        if (columns <= UINT32_MAX) columns *= heads;
    }
    /* How many numbers labels or attributes are is known only on data: they are joined as well. */
    const sg_status decoded =
        put_decoder(&is_joined, layers, decoder, pooling, bounded,
                    sg_inputs_are_ones(&blueprint->input) ? columns : 0, &inner);
    SG_REQUIRE(decoded == SG_OK, decoded, "decoder: %s", inner.text);
    if (is_joined) SG_TRY(sg_put_layer(&linear, layers, "linear", err));
    SG_TRY(sg_fields_open(&f, map, NULL, "model", err));
    SG_TRY(sg_blueprint_read(&made, &f, err));
    blueprint->layer = made.layer;
    blueprint->n_layers = made.n_layers;
    made.layer = NULL;
    made.n_layers = 0;
done:
    sg_blueprint_free(&made);
    sg_node_free(map);
    return status;
}
