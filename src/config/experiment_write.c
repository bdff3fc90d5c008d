/* experiment_write.c - an experiment as a file that leaves nothing to defaults.
 *
 * Layers and training are the file's own words, with what they leave out added behind them: so the
 * paths of a grid still lead where they led, and who wrote the file knows it again. */
#include "config/experiment_parts.h"
#include "config/layer_blocks.h"

#include "base/document/tree_put.h"
#include "text/yaml.h"
#include "train/train_options_put.h"

#include <string.h>

sg_status sgi_put_copy(sg_node *map, const char *key, const sg_node *node, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *copy = NULL;
    SG_TRY(sg_node_copy(&copy, node, err));
    SG_TRY(sg_node_add(map, key, &copy, err));
done:
    sg_node_free(copy);
    return status;
}

/* Add the members of `defaults` that `map` lacks. */
static sg_status complete(sg_node *map, const sg_node *defaults, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t i = 0; i < defaults->n_children; i++) {
        const sg_node *member = defaults->child[i];
        if (sg_node_member(map, member->key) != NULL) continue;
        SG_TRY(sgi_put_copy(map, member->key, member, err));
    }
done:
    return status;
}

/* ---- Network -------------------------------------------------------------------------------- */

/* What a single layer is when all is said: `full` becomes {input, noise, layers: [LAYER]}, or stays
 * empty where the layer is not valid by itself, because the grid replaces a part of it say. */
static sg_status spell_out(sg_node *full, const sg_node *item, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_blueprint blueprint = {0};
    sg_node *map = NULL, *layers = NULL, *copy = NULL;
    sg_fields f;
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_put_list(&layers, map, "layers", err));
    SG_TRY(sg_node_copy(&copy, item, err));
    sg_layer_forget_repeat(copy);
    SG_TRY(sg_node_append(layers, NULL, &copy, err));
    SG_TRY(sg_fields_open(&f, map, NULL, NULL, err));
    status = sg_blueprint_read(&blueprint, &f, &inner);
    if (status == SG_EFORMAT) {
        status = SG_OK;
        goto done;
    }
    SG_REQUIRE(status == SG_OK, SG_ENOMEM, "out of memory");
    SG_TRY(sg_blueprint_put(full, &blueprint, err));
done:
    sg_blueprint_free(&blueprint);
    sg_node_free(copy);
    sg_node_free(map);
    return status;
}

static sg_status complete_layer(sg_node *item, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *full = NULL;
    /* A word, or a value in place of members, stays as it is. */
    if (item->n_children == 0 || item->child[0]->kind != SG_NODE_MAP) goto done;
    SG_TRY(sg_node_make(&full, SG_NODE_MAP, NULL, err));
    SG_TRY(spell_out(full, item, err));
    const sg_node *layers = sg_node_member(full, "layers");
    if (layers != NULL) SG_TRY(complete(item->child[0], layers->child[0]->child[0], err));
done:
    sg_node_free(full);
    return status;
}

static sg_status put_network(sg_node *map, const sg_node *root, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *input = sg_node_member(root, "input"),
                  *noise = sg_node_member(root, "noise"),
                  *model = sg_node_member(root, "model"),
                  *layers = sg_node_member(root, "layers");
    SG_TRY(input != NULL ? sgi_put_copy(map, "input", input, err)
                         : sg_put_text(map, "input", "ones", err));
    SG_TRY(noise != NULL ? sgi_put_copy(map, "noise", noise, err)
                         : sg_put_real(map, "noise", 0, err));
    if (model != NULL) SG_TRY(sgi_put_copy(map, "model", model, err));
    if (layers == NULL) goto done; /* the model, or the grid, makes them */
    SG_TRY(sgi_put_copy(map, "layers", layers, err));
    sg_node *copied = sg_node_member(map, "layers");
    for (size_t l = 0; copied->kind == SG_NODE_LIST && l < copied->n_children; l++)
        SG_TRY(complete_layer(copied->child[l], err));
done:
    return status;
}

/* ---- Training ------------------------------------------------------------------------------- */

/* Whether a default is one for the whole grid, and for every task that the data may have. */
static bool is_settled(const char *name, const sg_experiment *e)
{
    /* A model has its costs itself. */
    if (strcmp(name, "svm") == 0) return sg_node_member(e->tree.root, "model") == NULL;
    if (strcmp(name, "loss") == 0 || strcmp(name, "metric") == 0) return e->has_task;
    return !sg_is_of_optimizer(name) || !sgi_grid_varies(e, "train.optimizer");
}

/* All options, or all that are settled where the grid is written too. */
static sg_status list_options(sg_node **list, const sg_train_options *options,
                              const sg_experiment *e, bool with_grid, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *all = NULL, *settled = NULL;
    SG_TRY(sg_node_make(&all, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_node_make(&settled, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_train_options_put(all, options, err));
    for (size_t i = 0; i < all->n_children; i++)
        if (!with_grid || is_settled(all->child[i]->key, e))
            SG_TRY(sgi_put_copy(settled, all->child[i]->key, all->child[i], err));
    *list = settled;
    settled = NULL;
done:
    sg_node_free(settled);
    sg_node_free(all);
    return status;
}

static sg_status put_train(sg_node *map, const sg_node *root, const sg_node *defaults,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *given = sg_node_member(root, "train");
    sg_node *train = NULL;
    if (given != NULL && given->kind == SG_NODE_MAP) {
        SG_TRY(sgi_put_copy(map, "train", given, err));
        train = sg_node_member(map, "train");
    } else {
        SG_TRY(sg_put_map(&train, map, "train", err));
    }
    SG_TRY(complete(train, defaults, err));
done:
    return status;
}

/* ---- The whole ------------------------------------------------------------------------------ */

sg_status sgi_point_write(char **text, const sg_experiment *e, uint32_t i, sg_task task,
                          const sg_train_options *train, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *map = NULL, *root = NULL, *options = NULL;
    const sg_node *grid = sg_node_member(e->tree.root, "grid");
    const bool with_grid = i == SG_NO_POINT, knows_task = !with_grid || e->has_task;
    SG_TRY(sgi_grid_apply(&root, e, i, err));
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sgi_run_keys_put(map, e, knows_task ? &task : NULL, err));
    SG_TRY(put_network(map, root, err));
    SG_TRY(list_options(&options, train, e, with_grid, err));
    SG_TRY(put_train(map, root, options, err));
    if (with_grid && grid != NULL) SG_TRY(sgi_put_copy(map, "grid", grid, err));
    SG_TRY(sg_yaml_write(text, map, err));
done:
    sg_node_free(options);
    sg_node_free(map);
    sg_node_free(root);
    return status;
}

sg_status sg_experiment_write(char **text, const sg_experiment *experiment, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint blueprint = {0};
    sg_train_options train;
    SG_TRY(sgi_point_read(&blueprint, &train, experiment, 0, experiment->task, err));
    SG_TRY(sgi_point_write(text, experiment, SG_NO_POINT, experiment->task, &train, err));
done:
    sg_blueprint_free(&blueprint);
    return status;
}
