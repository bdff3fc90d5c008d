/* backoff_layers.c - heads are parsed, written once for every level, and added up behind. */
#include "config/backoff_layers.h"

#include "base/document/fields.h"
#include "base/document/tree_put.h"
#include "base/mem.h"
#include "plans/head.h"

#include <string.h>

enum { MAX_LEVELS = 64 };

/* An encoder while it is read. */
typedef struct reading {
    const sg_node *members, *heads;
    const char *path;
    char *label
        [MAX_LEVELS]; /* [n_levels - 1] from coarse to fine; those of the heads come last */
    uint32_t n_levels;
    const sg_node *bias;
    sg_thresholds thresholds;
    const sg_node *decays; /* a list; NULL: none, or one number for all */
    double decay[MAX_LEVELS];
} reading;

/* ---- Reading -------------------------------------------------------------------------------- */

static sg_status read_labels(reading *r, const sg_node *list, sg_error *err)
{
    sg_status status = SG_OK;
    if (list->kind != SG_NODE_LIST || list->n_children == 0 || list->n_children >= MAX_LEVELS)
        SG_TRY(sg_tree_fail(err, r->path, list,
                            "encoder.backoff: a list of 1 to %d labelings is needed, from "
                            "coarse to fine: [none, label]",
                            MAX_LEVELS - 1));
    for (size_t i = 0; i < list->n_children; i++) {
        const sg_node *node = list->child[i];
        sg_label_expression parsed = {0};
        sg_error inner = {0};
        if (sg_label_parse(&parsed, node->kind == SG_NODE_SCALAR ? node->text : "", &inner) !=
            SG_OK)
            SG_TRY(sg_tree_fail(err, r->path, node, "encoder.backoff: %s", inner.text));
        r->label[r->n_levels++] = parsed.text;
        parsed.text = NULL;
        sg_label_expression_free(&parsed);
    }
    r->n_levels++;
done:
    return status;
}

static sg_status read_decays(reading *r, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *list = sg_node_member(r->members, "decay");
    if (list == NULL || list->kind != SG_NODE_LIST) goto done;
    r->decays = list;
    if (list->n_children != r->n_levels)
        SG_TRY(sg_tree_fail(err, r->path, list,
                            "encoder.decay: %zu numbers for %u levels; there are those of "
                            "backoff and the heads themselves",
                            list->n_children, r->n_levels));
    for (size_t i = 0; i < list->n_children; i++)
        SG_TRY(
            sg_node_real(&r->decay[i], list->child[i], "encoder.decay", r->path, 0, 1e6, err));
done:
    return status;
}

static sg_status read_threshold(uint64_t *threshold, const reading *r, const char *name,
                                const char *word, sg_error *err)
{
    const sg_node *node = sg_node_member(r->members, word);
    if (node == NULL) return SG_OK;
    return sg_node_whole(threshold, node, name, r->path, 1, 1000000000, err);
}

static sg_status read_encoder(reading *r, const sg_node *backoff, sg_error *err)
{
    sg_status status = SG_OK;
    r->heads = sg_node_member(r->members, "heads");
    r->bias = sg_node_member(r->members, "bias");
    if (r->heads == NULL || r->heads->kind != SG_NODE_LIST)
        SG_TRY(sg_tree_fail(err, r->path, r->heads != NULL ? r->heads : r->members,
                            "encoder.heads: a list of heads is needed"));
    SG_TRY(read_labels(r, backoff, err));
    SG_TRY(read_decays(r, err));
    SG_TRY(read_threshold(&r->thresholds.at_least, r, "encoder.at-least", "at-least", err));
    SG_TRY(read_threshold(&r->thresholds.at_most, r, "encoder.at-most", "at-most", err));
done:
    return status;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static sg_status put_scalar(sg_node *list, const char *text, const sg_node *place,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *node = NULL;
    SG_TRY(sg_node_make(&node, SG_NODE_SCALAR, text, err));
    node->line = place->line;
    node->column = place->column;
    SG_TRY(sg_node_append(list, NULL, &node, err));
done:
    sg_node_free(node);
    return status;
}

/* What the layer says for heads that say nothing themselves. */
static void complete(sg_head *head, const reading *r)
{
    const sg_thresholds t = r->thresholds;
    if (head->thresholds.at_least == 0) head->thresholds.at_least = t.at_least;
    if (head->thresholds.at_most == 0) head->thresholds.at_most = t.at_most;
}

/* A head at a level; `at` borrows from it and from the labels. */
static sg_head head_at(const sg_head *head, const reading *r, uint32_t level)
{
    sg_head at = *head;
    if (level + 1 < r->n_levels) {
        at.receiver = at.sender = r->label[level];
        at.bias = NULL;
        at.thresholds = (sg_thresholds){0};
    } else {
        complete(&at, r);
    }
    if (!at.decays && r->decays != NULL) {
        at.decays = true;
        at.decay = r->decay[level];
    }
    return at;
}

static sg_status put_head(sg_node *list, const reading *r, const sg_node *node, uint32_t level,
                          sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_head head = {0};
    char *text = NULL;
    if (sg_head_parse(&head, node->kind == SG_NODE_SCALAR ? node->text : "", &inner) != SG_OK)
        SG_TRY(sg_tree_fail(err, r->path, node, "encoder.heads: %s", inner.text));
    const bool last = level + 1 == r->n_levels;
    const char *bias = r->bias != NULL && r->bias->kind == SG_NODE_SCALAR ? r->bias->text : "";
    if (last && head.bias == NULL && bias[0] != '\0' && strcmp(bias, "false") != 0 &&
        strcmp(bias, "none") != 0)
        SG_TRY(sg_text_replace(&head.bias, bias, err));
    const sg_head at = head_at(&head, r, level);
    SG_TRY(sg_head_write(&text, &at, err));
    SG_TRY(put_scalar(list, text, node, err));
done:
    sg_free(text);
    sg_head_free(&head);
    return status;
}

static sg_status put_heads(sg_node *members, const reading *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *list = NULL;
    SG_TRY(sg_put_list(&list, members, "heads", err));
    list->line = r->heads->line;
    list->column = r->heads->column;
    for (uint32_t level = 0; level < r->n_levels; level++)
        for (size_t h = 0; h < r->heads->n_children; h++)
            SG_TRY(put_head(list, r, r->heads->child[h], level, err));
done:
    return status;
}

/* Members of the encoder that stay as they are. */
static bool stays(const reading *r, const sg_node *member)
{
    static const char *const OTHERS[] = {"heads",    "backoff", "activation", "bias",
                                         "at-least", "at-most", "repeat"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (strcmp(member->key, OTHERS[i]) == 0) return false;
    return member != r->decays;
}

static sg_status copy_member(sg_node *members, const sg_node *member, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *copy = NULL;
    if (member == NULL) goto done;
    SG_TRY(sg_node_copy(&copy, member, err));
    SG_TRY(sg_node_append(members, member->key, &copy, err));
done:
    sg_node_free(copy);
    return status;
}

static sg_status make_layer(sg_node **item, sg_node **members, const char *word,
                            const sg_node *place, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_node_make(item, SG_NODE_MAP, NULL, err));
    (*item)->line = place->line;
    (*item)->column = place->column;
    SG_TRY(sg_put_map(members, *item, word, err));
    (*members)->line = place->line;
    (*members)->column = place->column;
done:
    return status;
}

sg_status sg_backoff_spell_out(sg_node **encoder, sg_node **add, const sg_node *item,
                               const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *sums = NULL, *sum = NULL, *members = NULL;
    const bool named = item->kind == SG_NODE_MAP && item->n_children == 1 &&
                       strcmp(item->child[0]->key, "encoder") == 0 &&
                       item->child[0]->kind == SG_NODE_MAP;
    reading r = {.members = named ? item->child[0] : NULL, .path = path};
    const sg_node *backoff = named ? sg_node_member(r.members, "backoff") : NULL;
    if (backoff == NULL) goto done;
    SG_TRY(read_encoder(&r, backoff, err));
    SG_TRY(make_layer(&sums, &members, "encoder", item, err));
    SG_TRY(put_heads(members, &r, err));
    for (size_t i = 0; i < r.members->n_children; i++)
        if (stays(&r, r.members->child[i]))
            SG_TRY(copy_member(members, r.members->child[i], err));
    SG_TRY(make_layer(&sum, &members, "add", item, err));
    SG_TRY(sg_put_whole(members, "parts", r.n_levels, err));
    SG_TRY(copy_member(members, sg_node_member(r.members, "activation"), err));
    *encoder = sums;
    *add = sum;
    sums = sum = NULL;
done:
    for (uint32_t i = 0; i < MAX_LEVELS; i++) sg_free(r.label[i]);
    sg_node_free(sums);
    sg_node_free(sum);
    return status;
}
