/* search_space.c - a space file becomes an experiment: what is the run's is put before what is the network's. */
#include "search/search_space.h"

#include "base/document/tree_put.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "choice/choice.h"
#include "data/reading/task_guess.h"
#include "data/task.h"
#include "search/space_files.h"
#include "text/yaml.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *text;
} SPACES[] = {{"deep", sgi_space_deep_yml},        {"form", sgi_space_form_yml},
              {"labels", sgi_space_labels_yml},    {"nodes", sgi_space_nodes_yml},
              {"sparse", sgi_space_sparse_yml},    {"structures", sgi_space_structures_yml},
              {"training", sgi_space_training_yml}};

enum { N_SPACES = sizeof SPACES / sizeof *SPACES, LARGEST_SPACE = 1 << 24 };

const char *sg_search_space_name(size_t i)
{
    return i < N_SPACES ? SPACES[i].name : NULL;
}

const char *sg_search_space_text(const char *name)
{
    for (size_t i = 0; i < N_SPACES; i++)
        if (strcmp(name, SPACES[i].name) == 0) return SPACES[i].text;
    return NULL;
}

/* ---- Reading -------------------------------------------------------------------------------- */

static sg_task task_of(const sg_space_request *r, const sg_dataset *data)
{
    return r->has_task ? r->task : sg_task_guess_of(data).task;
}

/* What the context of a choice is. */
typedef struct choosing {
    const sg_space_request *request;
    const sg_dataset *data;
} choosing;

static sg_status choose(void *context, char **description, const sg_experiment *e,
                        sg_error *err)
{
    sg_status status = SG_OK;
    const choosing *c = context;
    sg_choice choice = {0};
    (void)e;
    SG_TRY(sg_choice_make(&choice, c->data, task_of(c->request, c->data), true, err));
    *description = choice.description;
    choice.description = NULL;
done:
    sg_choice_free(&choice);
    return status;
}

/* The text of the space that is wanted, and what messages call it. */
static sg_status read_space(sg_text *text, sg_text *path, const sg_space_request *r,
                            const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    sg_choice choice = {0};
    SG_TRY(sg_choice_make(&choice, data, task_of(r, data), true, err));
    const char *name = r->space != NULL ? r->space : choice.space;
    const char *own = sg_search_space_text(name);
    if (own != NULL) {
        SG_TRY(sg_text_add(path, err, "the space %s", name));
        SG_TRY(sg_text_add_bytes(text, own, strlen(own), err));
    } else {
        SG_TRY(sg_text_add(path, err, "%s", name));
        SG_TRY(sg_file_read(text, name, LARGEST_SPACE, err));
    }
done:
    sg_choice_free(&choice);
    return status;
}

/* A space has a grid with something in it, and nothing that is the run's. */
static sg_status check_space(const sg_tree *tree, sg_error *err)
{
    sg_status status = SG_OK;
    static const char *const allowed[] = {"input", "noise", "layers", "model",
                                          "train", "grid",  "scale"};
    const sg_node *grid = sg_node_member(tree->root, "grid");
    if (tree->root == NULL || tree->root->kind != SG_NODE_MAP || grid == NULL ||
        grid->kind != SG_NODE_MAP || grid->n_children == 0)
        return sg_tree_fail(err, tree->path, tree->root,
                            "the space is empty: a grid with lists of values is needed, as in "
                            "grid: {train.learning-rate: [0.01, 0.003]}");
    for (size_t i = 0; i < tree->root->n_children; i++) {
        const sg_node *member = tree->root->child[i];
        bool is_allowed = false;
        for (size_t a = 0; a < sizeof allowed / sizeof *allowed; a++) /* NOLINT */
            is_allowed = is_allowed || strcmp(member->key, allowed[a]) == 0;
        if (!is_allowed)
            SG_TRY(sg_tree_fail(err, tree->path, member,
                                "%s: a space has input, noise, layers, model, train, scale and "
                                "grid alone; the rest is the search's",
                                member->key));
    }
done:
    return status;
}

static sg_status put_run_keys(sg_node *root, const sg_space_request *r, const sg_dataset *data,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_text split = {0};
    char seed[24];
    (void)snprintf(seed, sizeof seed, "%llu", (unsigned long long)r->seed);
    SG_TRY(sg_text_add(&split, err, "file %s", r->split));
    SG_TRY(sg_put_text(root, "data", r->data, err));
    SG_TRY(sg_put_text(root, "task", sg_task_word(task_of(r, data)), err));
    SG_TRY(sg_put_text(root, "protocol", "fixed", err));
    SG_TRY(sg_put_text(root, "split", split.data, err));
    SG_TRY(sg_put_text(root, "vocabulary", "train", err));
    SG_TRY(sg_put_whole(root, "seed", r->seed, err));
    /* As for models that are chosen: targets are learned in units of their deviation. */
    if (task_of(r, data) == SG_REGRESSION && sg_node_member(root, "scale") == NULL)
        SG_TRY(sg_put_text(root, "scale", "standard", err));
done:
    sg_text_free(&split);
    return status;
}

sg_status sg_search_space_open(sg_experiment *experiment, const sg_space_request *request,
                               const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0}, path = {0};
    sg_tree tree = {0};
    choosing context = {request, data};
    const sg_network_chooser chooser = {choose, &context, true};
    SG_TRY(read_space(&text, &path, request, data, err));
    SG_TRY(sg_yaml_parse(&tree, path.data, text.data != NULL ? text.data : "", text.size, err));
    SG_TRY(check_space(&tree, err));
    SG_TRY(put_run_keys(tree.root, request, data, err));
    SG_TRY(sg_experiment_take(experiment, &tree, &chooser, err));
done:
    sg_tree_free(&tree);
    sg_text_free(&text);
    sg_text_free(&path);
    return status;
}

/* ---- Epochs --------------------------------------------------------------------------------- */

sg_status sg_search_text_with_epochs(char **text, const char *configuration, uint32_t n_epochs,
                                     sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    SG_TRY(sg_yaml_parse(&tree, "configuration", configuration, strlen(configuration), err));
    sg_node *train = sg_node_member(tree.root, "train");
    SG_REQUIRE(train != NULL, SG_EFORMAT, "configuration: it has no train");
    SG_TRY(sg_put_whole(train, "epochs", n_epochs, err));
    SG_TRY(sg_yaml_write(text, tree.root, err));
done:
    sg_tree_free(&tree);
    return status;
}
