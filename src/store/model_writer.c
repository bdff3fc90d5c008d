/* model_writer.c - a model to a file.
 *
 * Triples are written as positions among the labels and values, half the size of their keys. */
#include "store/model_file.h"

#include "base/document/tree_put.h"
#include "base/mem.h"
#include "base/observer.h"
#include "base/table.h"
#include "data/task.h"
#include "model/model_words.h"
#include "store/model_intervals.h"
#include "store/model_met.h"
#include "store/model_parts.h"
#include "store/safetensors.h"
#include "text/yaml.h"

#include <stdio.h>
#include <string.h>

/* Arrays that were made for the file and live until it is written. */
typedef struct keeper {
    void **block;
    size_t n_blocks, capacity;
} keeper;

static void keeper_free(keeper *k)
{
    for (size_t i = 0; i < k->n_blocks; i++) sg_free(k->block[i]);
    sg_free(k->block);
}

/* Take over `block`, which is released on failure too. */
static sg_status keep(keeper *k, void *block, sg_error *err)
{
    const sg_status status =
        sg_grow(&k->block, &k->capacity, k->n_blocks + 1, sizeof *k->block, err);
    if (status == SG_OK)
        k->block[k->n_blocks++] = block;
    else
        sg_free(block);
    return status;
}

/* ---- The document ----------------------------------------------------------------------------- */

static sg_status put_outputs(sg_node *root, const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *names = NULL;
    SG_TRY(sg_put_whole(root, "outputs", model->outputs.n, err));
    if (model->outputs.class_name != NULL) {
        SG_TRY(sg_put_list(&names, root, "classes", err));
        for (uint32_t c = 0; c < model->outputs.n; c++) {
            char text[32];
            (void)snprintf(text, sizeof text, "%lld", (long long)model->outputs.class_name[c]);
            SG_TRY(sg_put_text(names, NULL, text, err));
        }
        if (model->outputs.class_word.n > 0)
            SG_TRY(sg_put_list(&names, root, "class-words", err));
        for (uint32_t c = 0; c < model->outputs.class_word.n; c++)
            SG_TRY(sg_put_text(names, NULL, sg_names_at(&model->outputs.class_word, c), err));
    } else {
        SG_TRY(sg_put_list(&names, root, "targets", err));
        for (uint32_t c = 0; c < model->outputs.n; c++)
            SG_TRY(sg_put_text(names, NULL, sg_names_at(&model->outputs.target_name, c), err));
        SG_TRY(sg_put_list(&names, root, "columns", err));
        for (uint32_t c = 0; c < model->outputs.n; c++)
            SG_TRY(sg_put_whole(names, NULL, model->outputs.target_column[c], err));
    }
done:
    return status;
}

static sg_status put_vocabularies(sg_node *root, const sg_vocabularies *vocabularies,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *list = NULL;
    SG_TRY(sg_put_list(&list, root, "labelings", err));
    for (uint32_t i = 0; i < vocabularies->n_labelings; i++)
        SG_TRY(sg_put_text(list, NULL, vocabularies->labels[i].expression, err));
    SG_TRY(sg_put_list(&list, root, "heads", err));
    for (uint32_t i = 0; i < vocabularies->n_heads; i++)
        SG_TRY(sg_put_text(list, NULL, vocabularies->weights[i].head, err));
done:
    return status;
}

/* A model that looks at structure alone says nothing. */
static sg_status put_sights(sg_node *root, const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *list = NULL;
    if (model->sees == 0) goto done;
    SG_TRY(sg_put_list(&list, root, "looks-at", err));
    for (uint32_t i = 0; i < SG_N_SIGHTS; i++)
        if ((model->sees >> i & 1) != 0)
            SG_TRY(sg_put_text(list, NULL, sg_sight_words[i], err));
done:
    return status;
}

/* Nothing where the model does not know them. */
static sg_status put_names(sg_node *root, const char *key, const sg_names *names, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *list = NULL;
    if (names->n == 0) goto done;
    SG_TRY(sg_put_list(&list, root, key, err));
    for (uint32_t i = 0; i < names->n; i++)
        SG_TRY(sg_put_text(list, NULL, sg_names_at(names, i), err));
done:
    return status;
}

static sg_status write_document(char **text, const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *root = NULL;
    SG_TRY(sg_node_make(&root, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_put_whole(root, "version", SG_MODEL_FILE_VERSION, err));
    SG_TRY(sg_put_text(root, "task", sg_task_words[model->outputs.task], err));
    SG_TRY(sg_put_text(root, "loss", model->loss->word, err));
    SG_TRY(sg_put_text(root, "precision", sg_precision_words[model->precision], err));
    SG_TRY(put_outputs(root, model, err));
    SG_TRY(sg_put_whole(root, "attributes", model->n_attributes, err));
    SG_TRY(put_names(root, "node-attribute-names", &model->node_attribute_name, err));
    SG_TRY(put_names(root, "edge-attribute-names", &model->edge_attribute_name, err));
    SG_TRY(put_sights(root, model, err));
    if (model->form != NULL) SG_TRY(sg_put_text(root, "molecules", model->form, err));
    if (model->rules.directed) SG_TRY(sg_put_bool(root, "directed", true, err));
    if (model->rules.loops) SG_TRY(sg_put_bool(root, "self-loops", true, err));
    SG_TRY(sg_blueprint_put(root, &model->blueprint, err));
    SG_TRY(put_vocabularies(root, &model->vocabularies, err));
    SG_TRY(sg_yaml_write(text, root, err));
done:
    sg_node_free(root);
    return status;
}

/* ---- Weights ---------------------------------------------------------------------------------- */

/* The weights of a tensor in the model's precision. */
static sg_status add_weights(sg_tensors_writer *writer, keeper *k, const char *name,
                             const sg_model *model, const sg_tensor *t, sg_error *err)
{
    sg_status status = SG_OK;
    const bool is_double = model->precision == SG_PRECISION_DOUBLE;
    size_t shape[SG_MAX_AXES] = {0};
    float *single = NULL;
    for (uint32_t a = 0; a < t->n_axes; a++) shape[a] = t->axis[a].size;
    if (!is_double) {
        SG_ALLOC(single, t->n);
        SG_TRY(keep(k, single, err));
        for (size_t i = 0; i < t->n; i++) {
            SG_TRY(sg_watch_ask_at(i, err));
            single[i] = (float)model->weight[t->first + i];
        }
    }
    SG_TRY(sg_tensors_add(writer, name, is_double ? SG_TENSOR_F64 : SG_TENSOR_F32,
                          is_double ? (const void *)(model->weight + t->first) : single,
                          t->n_axes, shape, err));
done:
    return status;
}

static sg_status add_all_weights(sg_tensors_writer *writer, keeper *k, const sg_model *model,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    sg_model_on_data alone = {0};
    SG_TRY(sg_model_open_alone(&alone, model, 0, err));
    for (uint32_t t = 0; t < alone.outline.n_tensors; t++) {
        char name[SG_MODEL_NAME_SIZE];
        sg_model_tensor_name(name, &alone, &alone.outline.tensor[t]);
        SG_TRY(add_weights(writer, k, name, model, &alone.outline.tensor[t], err));
    }
done:
    sg_model_on_data_close(&alone);
    return status;
}

/* ---- Vocabularies ----------------------------------------------------------------------------- */

static sg_status add_keys(sg_tensors_writer *writer, const char *group, uint32_t number,
                          const char *what, const uint64_t *key, size_t n, sg_error *err)
{
    char name[SG_MODEL_NAME_SIZE];
    (void)snprintf(name, sizeof name, "%s.%u.%s", group, number, what);
    return sg_tensors_add(writer, name, SG_TENSOR_U64, key, 1, &n, err);
}

/* Number keys by their position among the labels of an expression. */
static sg_status index_labels(sg_table *table, const sg_label_vocabulary *known, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t id = 0;
    for (uint32_t i = 0; i < known->n_labels; i++) {
        SG_TRY(sg_watch_ask_at(i, err));
        SG_TRY(sg_table_intern(&id, table, known->key[i], err));
    }
done:
    return status;
}

static sg_status add_positions(sg_tensors_writer *writer, keeper *k, const char *name,
                               sg_table *table, const uint64_t *key, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *position = NULL;
    SG_ALLOC(position, n);
    SG_TRY(keep(k, position, err));
    for (size_t i = 0; i < n; i++) {
        SG_TRY(sg_watch_ask_at(i, err));
        SG_TRY(sg_table_intern(&position[i], table, key[i], err));
    }
    SG_TRY(sg_tensors_add(writer, name, SG_TENSOR_U32, position, 1, &n, err));
done:
    return status;
}

/* The values of a head in the order in which its triples have them. */
static sg_status add_values(sg_tensors_writer *writer, keeper *k, uint32_t number,
                            const sg_weight_keys *keys, sg_error *err)
{
    sg_status status = SG_OK;
    sg_table table = {0};
    char name[SG_MODEL_NAME_SIZE];
    uint64_t *value = NULL;
    size_t n = 0;
    (void)snprintf(name, sizeof name, "weights.%u.value", number);
    SG_TRY(add_positions(writer, k, name, &table, keys->value, keys->n_slots, err));
    SG_ALLOC(value, table.n_keys);
    SG_TRY(keep(k, value, err));
    for (size_t p = 0; p < table.n_places; p++)
        if (table.place[p].id != SG_TABLE_NONE) value[table.place[p].id] = table.place[p].key;
    n = table.n_keys;
    SG_TRY(add_keys(writer, "weights", number, "values", value, n, err));
done:
    sg_table_free(&table);
    return status;
}

static sg_status add_label_positions(sg_tensors_writer *writer, keeper *k, const char *what,
                                     uint32_t number, const sg_label_vocabulary *labels,
                                     const uint64_t *key, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sg_table table = {0};
    char name[SG_MODEL_NAME_SIZE];
    (void)snprintf(name, sizeof name, "weights.%u.%s", number, what);
    SG_TRY(index_labels(&table, labels, err));
    SG_TRY(add_positions(writer, k, name, &table, key, n, err));
done:
    sg_table_free(&table);
    return status;
}

static sg_status add_head(sg_tensors_writer *writer, keeper *k, uint32_t number,
                          const sg_vocabularies *vocabularies, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_triple_vocabulary *weights = &vocabularies->weights[number];
    const sg_weight_keys *keys = &weights->keys;
    sg_head head = {0};
    SG_TRY(sg_head_parse(&head, weights->head, err));
    const sg_label_vocabulary *receiver = sg_vocabularies_labels(vocabularies, head.receiver),
                              *sender = sg_vocabularies_labels(vocabularies, head.sender);
    SG_TRY(add_label_positions(writer, k, "receiver", number, receiver, keys->receiver,
                               keys->n_slots, err));
    SG_TRY(add_label_positions(writer, k, "sender", number, sender, keys->sender, keys->n_slots,
                               err));
    SG_TRY(add_values(writer, k, number, keys, err));
done:
    sg_head_free(&head);
    return status;
}

static sg_status add_vocabularies(sg_tensors_writer *writer, keeper *k,
                                  const sg_vocabularies *vocabularies, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < vocabularies->n_labelings; i++) {
        const sg_label_vocabulary *labels = &vocabularies->labels[i];
        SG_TRY(add_keys(writer, "labels", i, "key", labels->key, labels->n_labels, err));
        SG_TRY(add_keys(writer, "labels", i, "count", labels->count, labels->n_labels, err));
    }
    for (uint32_t i = 0; i < vocabularies->n_heads; i++)
        SG_TRY(add_head(writer, k, i, vocabularies, err));
done:
    return status;
}

/* A number per output, where there are any. */
static sg_status add_of_outputs(sg_tensors_writer *writer, const char *name,
                                const double *value, size_t n, sg_error *err)
{
    if (value == NULL) return SG_OK;
    return sg_tensors_add(writer, name, SG_TENSOR_F64, value, 1, &n, err);
}

sg_status sg_model_write(const sg_model *model, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tensors_writer writer = {.has_checksum = true};
    keeper k = {0};
    char *document = NULL;
    const size_t n_outputs = model->outputs.n;
    SG_TRY(write_document(&document, model, err));
    SG_TRY(sg_tensors_add_text(&writer, "format", "sharegnn model", err));
    SG_TRY(sg_tensors_add_text(&writer, "model", document, err));
    SG_TRY(add_all_weights(&writer, &k, model, err));
    SG_TRY(add_vocabularies(&writer, &k, &model->vocabularies, err));
    SG_TRY(add_of_outputs(&writer, "targets.scale", model->outputs.scale, n_outputs, err));
    SG_TRY(add_of_outputs(&writer, "targets.offset", model->outputs.offset, n_outputs, err));
    SG_TRY(add_of_outputs(&writer, "outputs.temperature", model->outputs.temperature, n_outputs,
                          err));
    SG_TRY(
        add_of_outputs(&writer, "outputs.threshold", model->outputs.threshold, n_outputs, err));
    SG_TRY(sg_model_met_add(&writer, model, err));
    SG_TRY(sg_intervals_add(&writer, model, err));
    SG_TRY(sg_tensors_write(&writer, path, err));
done:
    sg_free(document);
    keeper_free(&k);
    sg_tensors_writer_free(&writer);
    return status;
}
