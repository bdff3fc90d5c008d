/* experiment_choice.c - a network for a file that names none, as if it had been written there: so a grid can vary its
 * training, and whoever reads the file of the run sees it. */
#include "config/experiment_parts.h"

#include "base/mem.h"
#include "text/yaml.h"

#include <string.h>

/* Whether a path of the grid leads to the network: "layers.0.heads.0". */
static bool is_of_network(const char *path)
{
    static const char *const ROOT[] = {"layers", "model"};
    for (size_t i = 0; i < sizeof ROOT / sizeof *ROOT;
         i++) { /* NOLINT(bugprone-sizeof-expression) */
        const size_t n = strlen(ROOT[i]);
        if (strncmp(path, ROOT[i], n) == 0 && (path[n] == '.' || path[n] == '\0')) return true;
    }
    return false;
}

/* Whether the file, or its grid where that counts, says anything about layers. */
static bool names_network(const sg_node *root, bool grid_counts)
{
    const sg_node *grid = sg_node_member(root, "grid");
    if (sg_node_member(root, "layers") != NULL || sg_node_member(root, "model") != NULL)
        return true;
    if (!grid_counts || grid == NULL || grid->kind != SG_NODE_MAP) return false;
    for (size_t i = 0; i < grid->n_children; i++)
        if (is_of_network(grid->child[i]->key)) return true;
    return false;
}

/* Add the members of `chosen` that `map` lacks; maps that both have, member by member. */
static sg_status add_missing(sg_node *map, const sg_node *chosen, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t i = 0; i < chosen->n_children; i++) {
        const sg_node *member = chosen->child[i];
        sg_node *own = sg_node_member(map, member->key);
        if (own == NULL)
            SG_TRY(sgi_put_copy(map, member->key, member, err));
        else if (own->kind == SG_NODE_MAP && member->kind == SG_NODE_MAP)
            SG_TRY(add_missing(own, member, err));
    }
done:
    return status;
}

sg_status sgi_network_choose(sg_experiment *experiment, const sg_network_chooser *chooser,
                             sg_error *err)
{
    sg_status status = SG_OK;
    char *text = NULL;
    sg_tree tree = {0};
    if (names_network(experiment->tree.root, !chooser->for_grid)) goto done;
    SG_TRY(chooser->choose(chooser->context, &text, experiment, err));
    SG_TRY(sg_yaml_parse(&tree, "the chosen network", text, strlen(text), err));
    sg_node_forget_places(tree.root);
    SG_TRY(add_missing(experiment->tree.root, tree.root, err));
done:
    sg_tree_free(&tree);
    sg_free(text);
    return status;
}
