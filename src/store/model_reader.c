/* model_reader.c - a model from a file that may be anything.
 *
 * The order of reading is the order of trust: the container has been checked as a whole
 * (safetensors.h); the document is parsed strictly; vocabularies are checked against their tensors;
 * only then is the network measured, and its tensors are looked up one by one. */
#include "base/mem.h"
#include "base/observer.h"
#include "base/table.h"
#include "data/task.h"
#include "formats/import_options.h"
#include "model/model_words.h"
#include "store/model_file.h"
#include "store/model_intervals.h"
#include "store/model_met.h"
#include "store/model_parts.h"
#include "store/safetensors.h"
#include "text/yaml.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_OUTPUTS = 1 << 20,
    MAX_ATTRIBUTES = 1 << 20,
    MAX_VOCABULARIES = 4096,
    NUMBERS_PER_ASK = 1 << 16
};

/* The file being read. */
typedef struct reading {
    const sg_tensors *file;
    const char *path;
} reading;

/* ---- Tensors ---------------------------------------------------------------------------------- */

static sg_status fail_tensor(const reading *r, const char *name, const char *reason,
                             sg_error *err)
{
    (void)sg_error_set(err, SG_EFORMAT, SG_WHERE, "%s: tensor %s: %s", r->path, name, reason);
    return SG_EFORMAT;
}

/* A list of numbers of the given type. */
static sg_status find_list(const sg_file_tensor **tensor, const reading *r, const char *name,
                           sg_tensor_type type, sg_error *err)
{
    const sg_file_tensor *found = sg_tensors_find(r->file, name);
    if (found == NULL) return fail_tensor(r, name, "is missing", err);
    if (found->type != type || found->n_dims != 1 || found->n_items > UINT32_MAX - 1)
        return fail_tensor(r, name, "has another type or shape than a model's", err);
    *tensor = found;
    return SG_OK;
}

static sg_status read_keys(uint64_t **key, uint32_t *n, const reading *r, const char *group,
                           uint32_t number, const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_file_tensor *tensor = NULL;
    char name[SG_MODEL_NAME_SIZE];
    (void)snprintf(name, sizeof name, "%s.%u.%s", group, number, what);
    SG_TRY(find_list(&tensor, r, name, SG_TENSOR_U64, err));
    SG_ALLOC(*key, tensor->n_items);
    if (tensor->n_items > 0) memcpy(*key, tensor->data, tensor->n_items * sizeof **key);
    *n = (uint32_t)tensor->n_items;
done:
    return status;
}

/* Keys from positions among `known` keys. */
static sg_status read_positions(uint64_t **key, uint32_t *n, const reading *r, uint32_t number,
                                const char *what, const uint64_t *known, uint32_t n_known,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const sg_file_tensor *tensor = NULL;
    char name[SG_MODEL_NAME_SIZE];
    (void)snprintf(name, sizeof name, "weights.%u.%s", number, what);
    SG_TRY(find_list(&tensor, r, name, SG_TENSOR_U32, err));
    const uint32_t *position = tensor->data;
    SG_ALLOC(*key, tensor->n_items);
    for (size_t i = 0; i < tensor->n_items; i++) {
        if (i % NUMBERS_PER_ASK == 0) SG_TRY(sg_watch_ask_seldom(err));
        if (position[i] >= n_known)
            SG_TRY(fail_tensor(r, name, "a position is behind the end of the vocabulary", err));
        (*key)[i] = known[position[i]];
    }
    *n = (uint32_t)tensor->n_items;
done:
    return status;
}

/* An expression that does not parse, or layers that do not fit, make the file malformed. */
static sg_status fail_inside(const reading *r, const sg_error *inner, sg_error *err)
{
    const bool malformed = inner->status == SG_EINVAL || inner->status == SG_EFORMAT;
    return sg_error_set(err, malformed ? SG_EFORMAT : inner->status, SG_WHERE, "%s: %s",
                        r->path, inner->text);
}

/* ---- Vocabularies ----------------------------------------------------------------------------- */

static sg_status read_labeling(sg_label_vocabulary *labels, const reading *r, uint32_t number,
                               const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_counts = 0;
    sg_error inner = {0};
    sg_label_expression expression = {0};
    if (sg_label_parse(&expression, text, &inner) != SG_OK) SG_TRY(fail_inside(r, &inner, err));
    labels->expression = expression.text;
    expression.text = NULL;
    SG_TRY(read_keys(&labels->key, &labels->n_labels, r, "labels", number, "key", err));
    SG_TRY(read_keys(&labels->count, &n_counts, r, "labels", number, "count", err));
    SG_REQUIRE(n_counts == labels->n_labels, SG_EFORMAT,
               "%s: labels.%u: %u keys, but %u counts", r->path, number, labels->n_labels,
               n_counts);
done:
    sg_label_expression_free(&expression);
    return status;
}

/* Slots of one receiver must stand together, as threads rely on it; and which of two weights a triple
 * has must not be a matter of chance. */
static sg_status check_slots(const sg_weight_keys *keys, const reading *r, uint32_t number,
                             sg_error *err)
{
    sg_table slots = {0};
    sg_error inner = {0};
    const sg_status status = sg_slots_number(&slots, keys, &inner);
    sg_table_free(&slots);
    if (status == SG_OK) return SG_OK;
    return sg_error_set(err, status, SG_WHERE, "%s: weights.%u: %s", r->path, number,
                        inner.text);
}

static sg_status read_head(sg_triple_vocabulary *weights, const reading *r, uint32_t number,
                           const char *text, const sg_vocabularies *vocabularies, sg_error *err)
{
    sg_status status = SG_OK;
    sg_head head = {0};
    sg_error inner = {0};
    sg_weight_keys *keys = &weights->keys;
    uint64_t *value = NULL;
    uint32_t n_values = 0, n[3] = {0};
    if (sg_head_parse(&head, text, &inner) != SG_OK) SG_TRY(fail_inside(r, &inner, err));
    SG_REQUIRE(head.copies == 1 && head.bias == NULL, SG_EFORMAT,
               "%s: heads: \"%.100s\": a vocabulary has no copies and no bias", r->path, text);
    SG_TRY(sg_head_write(&weights->head, &head, err));
    const sg_label_vocabulary *receiver = sg_vocabularies_labels(vocabularies, head.receiver);
    const sg_label_vocabulary *sender = sg_vocabularies_labels(vocabularies, head.sender);
    SG_REQUIRE(receiver != NULL && sender != NULL, SG_EFORMAT,
               "%s: heads: \"%.100s\": its labels are not among the labelings", r->path, text);
    SG_TRY(read_positions(&keys->receiver, &n[0], r, number, "receiver", receiver->key,
                          receiver->n_labels, err));
    SG_TRY(read_positions(&keys->sender, &n[1], r, number, "sender", sender->key,
                          sender->n_labels, err));
    SG_TRY(read_keys(&value, &n_values, r, "weights", number, "values", err));
    SG_TRY(read_positions(&keys->value, &n[2], r, number, "value", value, n_values, err));
    SG_REQUIRE(n[0] == n[1] && n[1] == n[2], SG_EFORMAT,
               "%s: weights.%u: numbers of receivers, senders and values differ", r->path,
               number);
    keys->n_slots = n[0];
    SG_TRY(check_slots(keys, r, number, err));
done:
    sg_free(value);
    sg_head_free(&head);
    return status;
}

/* The texts of a list, checked to be few. */
static sg_status list_of_texts(const sg_node **list, sg_fields *f, const char *name,
                               size_t most, sg_error *err)
{
    const sg_node *found = sg_field(f, name);
    if (found == NULL || found->kind != SG_NODE_LIST || found->n_children > most) {
        (void)sg_tree_fail(err, f->path, found != NULL ? found : f->map,
                           "%s: a list of at most %zu texts is needed", name, most);
        return SG_EFORMAT;
    }
    for (size_t i = 0; i < found->n_children; i++)
        if (found->child[i]->kind != SG_NODE_SCALAR) {
            (void)sg_tree_fail(err, f->path, found->child[i], "%s: a text is needed", name);
            return SG_EFORMAT;
        }
    *list = found;
    return SG_OK;
}

static sg_status read_vocabularies(sg_vocabularies *k, const reading *r, sg_fields *f,
                                   sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *labelings = NULL, *heads = NULL;
    SG_TRY(list_of_texts(&labelings, f, "labelings", MAX_VOCABULARIES, err));
    SG_TRY(list_of_texts(&heads, f, "heads", MAX_VOCABULARIES, err));
    SG_ALLOC(k->labels, labelings->n_children);
    SG_ALLOC(k->weights, heads->n_children);
    for (uint32_t i = 0; i < labelings->n_children; i++) {
        k->n_labelings++;
        SG_TRY(read_labeling(&k->labels[i], r, i, labelings->child[i]->text, err));
    }
    for (uint32_t i = 0; i < heads->n_children; i++) {
        k->n_heads++;
        SG_TRY(read_head(&k->weights[i], r, i, heads->child[i]->text, k, err));
    }
done:
    return status;
}

/* ---- Outputs ---------------------------------------------------------------------------------- */

static sg_status add_names(sg_names *names, const sg_node *list, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < list->n_children; i++)
        SG_TRY(sg_names_add(names, list->child[i]->text, strlen(list->child[i]->text), err));
done:
    return status;
}

static sg_status read_classes(sg_model *model, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *list = NULL;
    SG_TRY(list_of_texts(&list, f, "classes", MAX_OUTPUTS, err));
    if (list->n_children != model->outputs.n)
        SG_TRY(sg_tree_fail(err, f->path, list, "classes: %u are needed", model->outputs.n));
    SG_ALLOC(model->outputs.class_name, model->outputs.n);
    for (uint32_t c = 0; c < model->outputs.n; c++) {
        char *end = NULL;
        const char *text = list->child[c]->text;
        model->outputs.class_name[c] = strtoll(text, &end, 10);
        if (end == text || *end != '\0')
            SG_TRY(sg_tree_fail(err, f->path, list->child[c],
                                "classes: a whole number is needed"));
    }
    if (sg_field(f, "class-words") == NULL) goto done;
    SG_TRY(list_of_texts(&list, f, "class-words", MAX_OUTPUTS, err));
    if (list->n_children != model->outputs.n)
        SG_TRY(
            sg_tree_fail(err, f->path, list, "class-words: %u are needed", model->outputs.n));
    SG_TRY(add_names(&model->outputs.class_word, list, err));
done:
    return status;
}

static sg_status read_scaling(double **values, const reading *r, const char *name, uint32_t n,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const sg_file_tensor *tensor = NULL;
    SG_TRY(find_list(&tensor, r, name, SG_TENSOR_F64, err));
    if (tensor->n_items != n) SG_TRY(fail_tensor(r, name, "one per output is needed", err));
    SG_ALLOC(*values, n);
    memcpy(*values, tensor->data, n * sizeof **values);
    for (uint32_t c = 0; c < n; c++)
        if (!isfinite((*values)[c])) SG_TRY(fail_tensor(r, name, "is not finite", err));
done:
    return status;
}

/* The same where it may be absent; all of them are above 0 and at most `most`. */
static sg_status read_positive(double **values, const reading *r, const char *name, uint32_t n,
                               double most, sg_error *err)
{
    sg_status status = SG_OK;
    if (sg_tensors_find(r->file, name) == NULL) goto done;
    SG_TRY(read_scaling(values, r, name, n, err));
    for (uint32_t c = 0; c < n; c++)
        if (!((*values)[c] > 0 && (*values)[c] <= most))
            SG_TRY(fail_tensor(r, name, "is out of range", err));
done:
    return status;
}

/* How probabilities are made and decided upon. */
static sg_status read_decisions(sg_outputs *outputs, const reading *r, sg_error *err)
{
    sg_status status = SG_OK;
    if (outputs->task == SG_REGRESSION) goto done;
    SG_TRY(read_positive(&outputs->temperature, r, "outputs.temperature", outputs->n, DBL_MAX,
                         err));
    SG_TRY(read_positive(&outputs->threshold, r, "outputs.threshold", outputs->n,
                         1 - DBL_EPSILON, err));
done:
    return status;
}

static sg_status read_targets(sg_model *model, const reading *r, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *list = NULL;
    SG_TRY(list_of_texts(&list, f, "targets", MAX_OUTPUTS, err));
    if (list->n_children != model->outputs.n)
        SG_TRY(sg_tree_fail(err, f->path, list, "targets: %u are needed", model->outputs.n));
    SG_TRY(add_names(&model->outputs.target_name, list, err));
    SG_TRY(list_of_texts(&list, f, "columns", MAX_OUTPUTS, err));
    if (list->n_children != model->outputs.n)
        SG_TRY(sg_tree_fail(err, f->path, list, "columns: %u are needed", model->outputs.n));
    SG_ALLOC(model->outputs.target_column, model->outputs.n);
    for (uint32_t c = 0; c < model->outputs.n; c++) {
        uint64_t column = 0;
        SG_TRY(sg_node_whole(&column, list->child[c], "columns", f->path, 0, UINT32_MAX, err));
        model->outputs.target_column[c] = (uint32_t)column;
    }
    SG_TRY(read_scaling(&model->outputs.scale, r, "targets.scale", model->outputs.n, err));
    SG_TRY(read_scaling(&model->outputs.offset, r, "targets.offset", model->outputs.n, err));
done:
    return status;
}

/* How molecules and arcs were read; a model that does not say it read molecules as they are written, and
 * graphs as undirected ones without self-loops. */
static sg_status read_form(sg_model *model, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_arc_rules rules = {0};
    const sg_node *node = sg_field(f, "molecules");
    SG_TRY(sg_field_bool(&rules.directed, f, "directed", err));
    SG_TRY(sg_field_bool(&rules.loops, f, "self-loops", err));
    if (node != NULL && node->kind != SG_NODE_SCALAR)
        SG_TRY(sg_tree_fail(err, f->path, node, "molecules: a text is needed"));
    if (node != NULL && sg_import_form_check(node->text, &inner) != SG_OK)
        SG_TRY(sg_tree_fail(err, f->path, node, "molecules: %s", inner.text));
    SG_TRY(sg_model_keep_form(model, node != NULL ? node->text : NULL, rules, err));
done:
    return status;
}

/* What the model looks at besides structure; files of before do not say it. */
static sg_status read_sights(sg_model *model, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *list = NULL;
    if (sg_field(f, "looks-at") == NULL) goto done;
    SG_TRY(list_of_texts(&list, f, "looks-at", SG_N_SIGHTS, err));
    for (size_t i = 0; i < list->n_children; i++) {
        uint32_t sight = 0;
        while (sight < SG_N_SIGHTS && strcmp(list->child[i]->text, sg_sight_words[sight]) != 0)
            sight++;
        if (sight == SG_N_SIGHTS)
            SG_TRY(sg_tree_fail(err, f->path, list->child[i],
                                "looks-at: it may have %s, %s and %s", sg_sight_words[0],
                                sg_sight_words[1], sg_sight_words[2]));
        model->sees |= UINT32_C(1) << sight;
    }
done:
    return status;
}

/* What attributes are called; files of before do not say it. */
static sg_status read_names(sg_names *names, sg_fields *f, const char *key, sg_error *err)
{
    const sg_node *list = NULL;
    if (sg_field(f, key) == NULL) return SG_OK;
    const sg_status status = list_of_texts(&list, f, key, MAX_ATTRIBUTES, err);
    return status == SG_OK ? add_names(names, list, err) : status;
}

static sg_status read_document(sg_model *model, const reading *r, const sg_tree *tree,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_fields f;
    uint64_t version = 0, n_outputs = 0, n_attributes = 0;
    uint32_t task = 0, precision = 0;
    const sg_loss *loss = sg_loss_default(SG_CLASSIFICATION);
    SG_TRY(sg_fields_open(&f, tree->root, "model", tree->path, err));
    SG_TRY(sg_field_whole(&version, &f, "version", 1, UINT32_MAX, err));
    SG_REQUIRE(version == SG_MODEL_FILE_VERSION, SG_EFORMAT,
               "%s: it has version %llu of the format; this program reads version %d", r->path,
               (unsigned long long)version, SG_MODEL_FILE_VERSION);
    SG_TRY(sg_field_choice(&task, &f, "task", sg_task_words, SG_N_TASKS, err));
    SG_TRY(sg_loss_read(&loss, &f, "loss", err));
    SG_TRY(
        sg_field_choice(&precision, &f, "precision", sg_precision_words, SG_N_PRECISIONS, err));
    SG_TRY(sg_field_whole(&n_outputs, &f, "outputs", 1, MAX_OUTPUTS, err));
    SG_REQUIRE(n_outputs > 0, SG_EFORMAT, "%s: model: outputs are missing", r->path);
    SG_TRY(sg_field_whole(&n_attributes, &f, "attributes", 0, MAX_ATTRIBUTES, err));
    model->outputs.task = (sg_task)task;
    model->loss = loss;
    model->precision = (sg_precision)precision;
    model->outputs.n = (uint32_t)n_outputs;
    model->n_attributes = (uint32_t)n_attributes;
    SG_TRY(read_names(&model->node_attribute_name, &f, "node-attribute-names", err));
    SG_TRY(read_names(&model->edge_attribute_name, &f, "edge-attribute-names", err));
    SG_TRY(read_sights(model, &f, err));
    SG_TRY(read_form(model, &f, err));
    SG_TRY(model->outputs.task == SG_CLASSIFICATION ? read_classes(model, &f, err)
                                                    : read_targets(model, r, &f, err));
    SG_TRY(read_decisions(&model->outputs, r, err));
    SG_TRY(sg_blueprint_read(&model->blueprint, &f, err));
    SG_TRY(read_vocabularies(&model->vocabularies, r, &f, err));
    SG_TRY(sg_fields_finish(&f, err));
done:
    return status;
}

/* ---- Weights ---------------------------------------------------------------------------------- */

static bool same_shape(const sg_file_tensor *found, const sg_tensor *wanted)
{
    if (found->n_dims != wanted->n_axes) return false;
    for (uint32_t d = 0; d < found->n_dims; d++)
        if (found->shape[d] != wanted->axis[d].size) return false;
    return true;
}

static sg_status read_tensor(sg_model *model, const reading *r, const char *name,
                             const sg_tensor *wanted, sg_error *err)
{
    const bool is_double = model->precision == SG_PRECISION_DOUBLE;
    const sg_file_tensor *found = sg_tensors_find(r->file, name);
    if (found == NULL) return fail_tensor(r, name, "is missing", err);
    if (found->type != (is_double ? SG_TENSOR_F64 : SG_TENSOR_F32) ||
        !same_shape(found, wanted))
        return fail_tensor(r, name, "has another type or shape than its layer", err);
    double *weight = model->weight + wanted->first;
    for (size_t i = 0; i < wanted->n; i++) {
        if (i % NUMBERS_PER_ASK == 0 && sg_watch_ask_seldom(err) != SG_OK) return SG_ECANCELED;
        weight[i] = is_double ? ((const double *)found->data)[i]
                              : (double)((const float *)found->data)[i];
        if (!isfinite(weight[i])) return fail_tensor(r, name, "a weight is not finite", err);
    }
    return SG_OK;
}

static sg_status read_weights(sg_model *model, const reading *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_model_on_data alone = {0};
    sg_error inner = {0};
    uint64_t n_items = 1; /* one more, because 0 would allow any number */
    for (size_t t = 0; t < r->file->n_tensors; t++) n_items += r->file->tensor[t].n_items;
    if (sg_model_open_alone(&alone, model, n_items, &inner) != SG_OK)
        SG_TRY(fail_inside(r, &inner, err));
    SG_REQUIRE(sg_model_on_data_outputs(&alone) == model->outputs.n, SG_EFORMAT,
               "%s: the last layer has %u outputs, but the model predicts %u", r->path,
               sg_model_on_data_outputs(&alone), model->outputs.n);
    model->n_weights = alone.outline.n_parameters;
    SG_ALLOC(model->weight, model->n_weights);
    for (uint32_t t = 0; t < alone.outline.n_tensors; t++) {
        char name[SG_MODEL_NAME_SIZE];
        sg_model_tensor_name(name, &alone, &alone.outline.tensor[t]);
        SG_TRY(read_tensor(model, r, name, &alone.outline.tensor[t], err));
    }
done:
    sg_model_on_data_close(&alone);
    return status;
}

static sg_status read_file(sg_model *model, const sg_tensors *file, const char *path,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_model made = {0};
    sg_tree tree = {0};
    const reading r = {file, path};
    const char *document = sg_tensors_find_text(file, "model");
    SG_REQUIRE(document != NULL, SG_EFORMAT,
               "%s: it is not a model of sharegnn: its metadata has no \"model\"", path);
    SG_TRY(sg_yaml_parse(&tree, path, document, strlen(document), err));
    SG_TRY(read_document(&made, &r, &tree, err));
    SG_TRY(read_weights(&made, &r, err));
    SG_TRY(sg_model_met_read(&made, file, path, err));
    SG_TRY(sg_intervals_read(&made, file, path, err));
    made.is_trained = true;
    *model = made;
    made = (sg_model){0};
done:
    sg_tree_free(&tree);
    sg_model_free(&made);
    return status;
}

sg_status sg_model_read(sg_model *model, const char *path, sg_error *err)
{
    sg_tensors file = {0};
    sg_status status = sg_tensors_open(&file, path, 0, err);
    if (status == SG_OK) status = read_file(model, &file, path, err);
    sg_tensors_free(&file);
    return status;
}

sg_status sg_model_read_memory(sg_model *model, const char *path, const void *bytes,
                               size_t size, sg_error *err)
{
    sg_tensors file = {0};
    sg_status status = sg_tensors_from_memory(&file, path, bytes, size, err);
    if (status == SG_OK) status = read_file(model, &file, path, err);
    sg_tensors_free(&file);
    return status;
}
