/* experiment_set.c - "path=value" from the command line, put into the document before anybody reads
 * it.  So a change is checked like what it replaces, and a misspelt path like a misspelt key. */
#include "config/experiment_parts.h"

#include "base/mem.h"
#include "base/text.h"
#include "text/yaml.h"

#include <string.h>

static const char GRID[] = "grid.";

static bool is_of_grid(const char *path)
{
    return strncmp(path, GRID, sizeof GRID - 1) == 0 && path[sizeof GRID - 1] != '\0';
}

/* The part before '='. */
static sg_status cut_path(char **path, const char *setting, sg_error *err)
{
    sg_status status = SG_OK;
    char *cut = NULL;
    const char *equals = strchr(setting, '=');
    SG_REQUIRE(equals != NULL && equals > setting, SG_EINVAL,
               "setting %.80s: PATH=VALUE is needed, as in train.epochs=5", setting);
    SG_ALLOC(cut, (size_t)(equals - setting) + 1);
    memcpy(cut, setting, (size_t)(equals - setting));
    *path = cut;
done:
    return status;
}

/* Whatever is wrong with a value or a path, it is the setting that is wrong. */
static sg_status blame_setting(sg_status status, const char *prefix, const sg_error *inner,
                               sg_error *err)
{
    if (status == SG_OK) return SG_OK;
    return sg_error_set(err, status == SG_ENOMEM ? SG_ENOMEM : SG_EINVAL, SG_WHERE, "%s%s",
                        prefix, inner->text);
}

/* The value as a node that hangs nowhere. */
static sg_status parse_value(sg_node **value, const char *path, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_tree tree = {0};
    sg_text name = {0};
    SG_TRY(sg_text_add(&name, err, "setting %.80s", path));
    SG_TRY(blame_setting(sg_yaml_parse(&tree, name.data, text, strlen(text), &inner), "",
                         &inner, err));
    sg_node_forget_places(tree.root);
    *value = tree.root;
    tree.root = NULL;
done:
    sg_text_free(&name);
    sg_tree_free(&tree);
    return status;
}

/* A list of the grid is one member, whatever dots its name has. */
static sg_status set_axis(sg_node *root, const char *path, sg_node **value, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *made = NULL;
    if (sg_node_member(root, "grid") == NULL) {
        SG_TRY(sg_node_make(&made, SG_NODE_MAP, NULL, err));
        SG_TRY(sg_node_add(root, "grid", &made, err));
    }
    sg_node *grid = sg_node_member(root, "grid");
    SG_REQUIRE(grid->kind == SG_NODE_MAP, SG_EINVAL, "setting %.80s: grid is not a map", path);
    SG_TRY(sg_node_add(grid, path + sizeof GRID - 1, value, err));
done:
    sg_node_free(made);
    return status;
}

static sg_status apply(sg_tree *tree, const char *setting, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    char *path = NULL;
    sg_node *value = NULL, *old = NULL;
    SG_TRY(cut_path(&path, setting, err));
    SG_TRY(parse_value(&value, path, setting + strlen(path) + 1, err));
    if (is_of_grid(path)) {
        SG_TRY(set_axis(tree->root, path, &value, err));
        goto done;
    }
    SG_TRY(blame_setting(sg_tree_find(&old, tree->root, path, true, &inner), "setting ", &inner,
                         err));
    SG_TRY(sg_tree_replace(tree->root, old, &value, err));
done:
    sg_node_free(value);
    sg_free(path);
    return status;
}

sg_status sgi_settings_apply(sg_tree *tree, const sg_settings *settings, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t i = 0; i < settings->n; i++) SG_TRY(apply(tree, settings->set[i], err));
done:
    return status;
}

sg_status sgi_setting_path(char **path, const char *setting, sg_error *err)
{
    sg_status status = SG_OK;
    char *cut = NULL;
    SG_TRY(cut_path(&cut, setting, err));
    *path = NULL;
    if (!is_of_grid(cut) && strcmp(cut, "grid") != 0) {
        *path = cut;
        cut = NULL;
    }
done:
    sg_free(cut);
    return status;
}
