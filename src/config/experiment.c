/* experiment.c - opening and closing: from a file to a checked experiment.
 *
 * Changes of the command line come first, then the keys of the run, then the grid; then every point
 * of the grid is read as if it were the only one, and what was read is thrown away.  It is cheap, and
 * so no message has to wait until the hour in which a configuration is trained. */
#include "config/experiment_parts.h"

#include "base/mem.h"
#include "text/yaml.h"

enum { CHECK_ALL = 2000 };

void sg_experiment_free(sg_experiment *experiment)
{
    for (uint32_t t = 0; t < experiment->n_targets; t++) sg_free(experiment->target[t]);
    sg_free(experiment->target);
    sg_free(experiment->data);
    sg_free(experiment->splits);
    sg_free(experiment->split);
    sg_free(experiment->shares);
    sg_free(experiment->from);
    sg_free(experiment->relabel);
    sg_free(experiment->axis);
    sg_tree_free(&experiment->tree);
    *experiment = (sg_experiment){0};
}

/* ---- Checking ------------------------------------------------------------------------------- */

/* What makes two configurations comparable. */
static sg_status check_same_metric(const sg_train_options *first, const sg_train_options *other,
                                   const sg_experiment *e, sg_error *err)
{
    const bool same = first->metric == other->metric &&
                      (!first->metric->depends_on_loss || first->loss == other->loss);
    if (same) return SG_OK;
    return sg_tree_fail(err, e->tree.path, sg_node_member(e->tree.root, "grid"),
                        "grid: the metric must be the same everywhere, since it says which "
                        "configuration is best");
}

static sg_status check_point(const sg_train_options *first, const sg_experiment *e, uint32_t i,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint blueprint = {0};
    sg_train_options train;
    SG_TRY(sgi_point_read(&blueprint, &train, e, i, e->task, err));
    SG_TRY(check_same_metric(first, &train, e, err));
done:
    sg_blueprint_free(&blueprint);
    return status;
}

/* Every value of every list, the others at their first ones. */
static sg_status check_axes(const sg_train_options *first, const sg_experiment *e,
                            sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t stride = e->n_configurations;
    for (uint32_t a = 0; a < e->n_axes; a++) {
        const uint32_t n = (uint32_t)e->axis[a].list->n_children;
        stride /= n;
        for (uint32_t v = 1; v < n; v++) SG_TRY(check_point(first, e, v * stride, err));
    }
done:
    return status;
}

static sg_status check_points(const sg_experiment *e, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint blueprint = {0};
    sg_train_options first;
    SG_TRY(sgi_point_read(&blueprint, &first, e, 0, e->task, err));
    if (e->n_configurations > CHECK_ALL) {
        SG_TRY(check_axes(&first, e, err));
        goto done;
    }
    for (uint32_t i = 1; i < e->n_configurations; i++) SG_TRY(check_point(&first, e, i, err));
done:
    sg_blueprint_free(&blueprint);
    return status;
}

/* ---- Opening -------------------------------------------------------------------------------- */

/* Give a tree its meaning; it moves. */
static sg_status read_tree(sg_experiment *experiment, sg_tree *tree,
                           const sg_settings *settings, const sg_network_chooser *chooser,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_experiment made = {.tree = *tree};
    sg_fields f;
    *tree = (sg_tree){0};
    SG_TRY(sg_fields_open(&f, made.tree.root, NULL, made.tree.path, err));
    SG_TRY(sgi_settings_apply(&made.tree, settings, err));
    SG_TRY(sgi_run_keys_read(&made, err));
    if (chooser != NULL) SG_TRY(sgi_network_choose(&made, chooser, err));
    SG_TRY(sgi_grid_read(&made, settings, err));
    SG_TRY(sgi_likely_task(&made.task, &made, err));
    SG_TRY(check_points(&made, err));
    *experiment = made;
    made = (sg_experiment){0};
done:
    sg_experiment_free(&made);
    return status;
}

sg_status sg_experiment_open_with(sg_experiment *experiment, const char *path,
                                  const char *const *set, size_t n_set,
                                  const sg_network_chooser *chooser, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    SG_TRY(sg_yaml_open(&tree, path, err));
    SG_TRY(read_tree(experiment, &tree, &(sg_settings){set, n_set}, chooser, err));
done:
    return status;
}

sg_status sg_experiment_open(sg_experiment *experiment, const char *path,
                             const char *const *set, size_t n_set, sg_error *err)
{
    return sg_experiment_open_with(experiment, path, set, n_set, NULL, err);
}

sg_status sg_experiment_take(sg_experiment *experiment, sg_tree *tree,
                             const sg_network_chooser *chooser, sg_error *err)
{
    return read_tree(experiment, tree, &(sg_settings){NULL, 0}, chooser, err);
}

sg_status sg_experiment_parse(sg_experiment *experiment, const char *path, const char *text,
                              size_t size, const char *const *set, size_t n_set, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    SG_TRY(sg_yaml_parse(&tree, path, text, size, err));
    SG_TRY(read_tree(experiment, &tree, &(sg_settings){set, n_set}, NULL, err));
done:
    return status;
}

/* ---- Configurations ------------------------------------------------------------------------- */

void sg_configuration_free(sg_configuration *configuration)
{
    sg_blueprint_free(&configuration->blueprint);
    sg_free(configuration->text);
    *configuration = (sg_configuration){0};
}

sg_status sg_experiment_configuration(sg_configuration *configuration,
                                      const sg_experiment *experiment, uint32_t i, sg_task task,
                                      sg_error *err)
{
    sg_status status = SG_OK;
    sg_configuration made = {0};
    const sg_task used = experiment->has_task ? experiment->task : task;
    SG_REQUIRE(i < experiment->n_configurations, SG_EINVAL,
               "experiment: there is no configuration %u; there are %u, numbered from 0", i,
               experiment->n_configurations);
    SG_TRY(sgi_point_read(&made.blueprint, &made.train, experiment, i, used, err));
    SG_TRY(sgi_point_write(&made.text, experiment, i, used, &made.train, err));
    *configuration = made;
    made = (sg_configuration){0};
done:
    sg_configuration_free(&made);
    return status;
}
