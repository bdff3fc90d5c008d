/* inputs.c - reading and writing what nodes begin with. */
#include "model/inputs.h"

#include "base/document/tree_put.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/wording.h"
#include "invariants/expression.h"

#include <string.h>

const char *const sg_input_words[SG_N_INPUTS] = {[SG_INPUT_ONES] = "ones",
                                                 [SG_INPUT_LABELS] = "labels",
                                                 [SG_INPUT_ATTRIBUTES] = "attributes"};

void sg_inputs_free(sg_inputs *inputs)
{
    for (uint32_t i = 0; i < inputs->n; i++) sg_free(inputs->part[i].labels);
    *inputs = (sg_inputs){0};
}

bool sg_inputs_have(const sg_inputs *inputs, sg_input kind)
{
    if (inputs->n == 0) return kind == SG_INPUT_ONES;
    for (uint32_t i = 0; i < inputs->n; i++)
        if (inputs->part[i].kind == kind) return true;
    return false;
}

bool sg_inputs_are_ones(const sg_inputs *inputs)
{
    return inputs->n == 0 || (inputs->n == 1 && inputs->part[0].kind == SG_INPUT_ONES);
}

/* ---- Texts ---------------------------------------------------------------------------------- */

static sg_status refuse_word(const char *text, size_t length, sg_error *err)
{
    char found[SG_QUOTED];
    sg_hint hint;
    sg_hint_begin(&hint, text, length);
    for (size_t i = 0; i < SG_N_INPUTS; i++) sg_hint_offer(&hint, sg_input_words[i]);
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "%s is none of the choices; %s",
                        sg_quote(found, text, length), sg_hint_end(&hint));
}

static sg_status read_labels(char **labels, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_expression expression = {0};
    /* `labels` alone means those of the data. */
    SG_TRY(sg_label_parse(&expression, *text != '\0' ? text : SG_LABELS_OF_DATA, err));
    *labels = expression.text;
    expression.text = NULL;
done:
    sg_label_expression_free(&expression);
    return status;
}

/* One part, a word and for labels an expression behind it. */
static sg_status add_part(sg_inputs *inputs, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    static const char BLANKS[] = " \t";
    sg_input_part part = {SG_INPUT_ONES, NULL};
    uint32_t kind = 0;
    text += strspn(text, BLANKS);
    const size_t length = strcspn(text, BLANKS);
    const char *rest = text + length + strspn(text + length, BLANKS);
    SG_REQUIRE(inputs->n < SG_MAX_INPUTS, SG_EINVAL, "more than %d parts", SG_MAX_INPUTS);
    while (kind < SG_N_INPUTS && (strlen(sg_input_words[kind]) != length ||
                                  memcmp(sg_input_words[kind], text, length) != 0))
        kind++;
    if (kind == SG_N_INPUTS) {
        status = refuse_word(text, length, err);
        goto done;
    }
    part.kind = (sg_input)kind;
    SG_REQUIRE(part.kind == SG_INPUT_LABELS || *rest == '\0', SG_EINVAL,
               "\"%.100s\": nothing may follow %s", text, sg_input_words[kind]);
    if (part.kind == SG_INPUT_LABELS) SG_TRY(read_labels(&part.labels, rest, err));
    inputs->part[inputs->n++] = part;
done:
    return status;
}

sg_status sg_inputs_parse(sg_inputs *inputs, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_inputs made = {0};
    char *copy = sg_text_copy(text);
    SG_REQUIRE(copy != NULL, SG_ENOMEM, "out of memory");
    for (char *rest = copy, *next = NULL; rest != NULL; rest = next) {
        next = strchr(rest, ';');
        if (next != NULL) *next++ = '\0';
        SG_TRY(add_part(&made, rest, err));
    }
    *inputs = made;
    made = (sg_inputs){0};
done:
    sg_inputs_free(&made);
    sg_free(copy);
    return status;
}

/* ---- Files ---------------------------------------------------------------------------------- */

static sg_status read_part(sg_inputs *inputs, const sg_node *node, const char *path,
                           sg_error *err)
{
    sg_error inner = {0};
    const char *text = node->kind == SG_NODE_SCALAR ? node->text : "";
    const sg_status status = add_part(inputs, text, &inner);
    if (status == SG_OK) return SG_OK;
    if (status != SG_EINVAL && status != SG_EFORMAT)
        return sg_error_set(err, status, SG_WHERE, "%s", inner.text);
    return sg_tree_fail(err, path, node, "input: %s", inner.text);
}

sg_status sg_inputs_read(sg_inputs *inputs, sg_fields *fields, sg_error *err)
{
    sg_status status = SG_OK;
    sg_inputs made = {0};
    const sg_node *node = sg_field(fields, "input");
    if (node == NULL) goto done;
    if (node->kind != SG_NODE_LIST) SG_TRY(read_part(&made, node, fields->path, err));
    for (size_t i = 0; node->kind == SG_NODE_LIST && i < node->n_children; i++)
        SG_TRY(read_part(&made, node->child[i], fields->path, err));
    if (made.n == 0)
        SG_TRY(sg_tree_fail(err, fields->path, node,
                            "input: the list is empty; it may have "
                            "ones, labels LABEL and attributes"));
    *inputs = made;
    made = (sg_inputs){0};
done:
    sg_inputs_free(&made);
    return status;
}

static sg_status put_part(sg_node *map, const char *name, const sg_input_part *part,
                          sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(sg_text_add(&text, err, "%s", sg_input_words[part->kind]));
    if (part->labels != NULL && strcmp(part->labels, SG_LABELS_OF_DATA) != 0)
        SG_TRY(sg_text_add(&text, err, " %s", part->labels));
    SG_TRY(sg_put_text(map, name, text.data, err));
done:
    sg_text_free(&text);
    return status;
}

sg_status sg_inputs_put(sg_node *map, const sg_inputs *inputs, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *list = NULL;
    const sg_input_part ones = {SG_INPUT_ONES, NULL};
    if (inputs->n < 2)
        return put_part(map, "input", inputs->n > 0 ? &inputs->part[0] : &ones, err);
    SG_TRY(sg_put_list(&list, map, "input", err));
    for (uint32_t i = 0; i < inputs->n; i++)
        SG_TRY(put_part(list, NULL, &inputs->part[i], err));
done:
    return status;
}
