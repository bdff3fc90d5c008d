/* experiment_point.c - network and training at one point of the grid, and whether they go together
 * with the rest. */
#include "config/experiment_parts.h"

#include "config/network_section.h"
#include "config/train_section.h"

static sg_status check_patience(const sg_train_options *o, const sg_experiment *e, sg_fields *f,
                                sg_error *err)
{
    if (o->patience == 0 || e->protocol != SG_PROTOCOL_STANDARD) return SG_OK;
    return sg_tree_fail(err, f->path, sg_field(f, "patience"),
                        "train.patience: the standard protocol compares all folds epoch by "
                        "epoch, so none may stop early; leave it out");
}

static sg_status read_train(sg_train_options *options, const sg_node *root,
                            const sg_experiment *e, sg_task task, uint32_t n_layers,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_train_options made = sg_train_defaults(task);
    sg_fields f;
    SG_TRY(sg_train_section_read(&made, &f, sg_node_member(root, "train"), e->tree.path, err));
    SG_TRY(sg_train_section_check(&made, task, &f, err));
    if (made.threshold != NULL && e->protocol == SG_PROTOCOL_STANDARD)
        SG_TRY(sg_tree_fail(err, f.path, sg_field(&f, "threshold"),
                            "train.threshold: the standard protocol has no validation items "
                            "that could choose it; leave it out, or use \"protocol: fair\""));
    SG_TRY(check_patience(&made, e, &f, err));
    SG_TRY(sg_train_section_check_layers(&made, n_layers, &f, err));
    *options = made;
done:
    return status;
}

sg_status sgi_point_read(sg_blueprint *blueprint, sg_train_options *train,
                         const sg_experiment *e, uint32_t i, sg_task task, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint made = {0};
    sg_fields f;
    sg_node *root = NULL;
    SG_TRY(sgi_run_keys_check(e, task, err));
    SG_TRY(sgi_grid_apply(&root, e, i, err));
    SG_TRY(sg_network_section_read(&made, &f, root, e->tree.path, err));
    SG_TRY(read_train(train, root, e, task, made.n_layers, err));
    *blueprint = made;
    made = (sg_blueprint){0};
done:
    sg_blueprint_free(&made);
    sg_node_free(root);
    return status;
}

/* ---- The task where the file does not say it ------------------------------------------------ */

static bool has_key(const sg_experiment *e, const char *name)
{
    return sg_node_member(e->tree.root, name) != NULL;
}

sg_status sgi_likely_task(sg_task *task, const sg_experiment *e, sg_error *err)
{
    sg_status status = SG_OK;
    sg_train_options options = sg_train_defaults(SG_CLASSIFICATION);
    sg_fields f;
    sg_node *root = NULL;
    if (e->has_task) {
        *task = e->task;
        goto done;
    }
    SG_TRY(sgi_grid_apply(&root, e, 0, err));
    SG_TRY(
        sg_train_section_read(&options, &f, sg_node_member(root, "train"), e->tree.path, err));
    const bool measures_errors = options.metric->tasks == SG_TASK_BIT(SG_REGRESSION);
    if (sg_field(&f, "loss") != NULL)
        *task = options.loss->task;
    else if (measures_errors || has_key(e, "scale") || has_key(e, "report") ||
             has_key(e, "target"))
        *task = SG_REGRESSION;
    else
        *task = SG_CLASSIFICATION;
done:
    sg_node_free(root);
    return status;
}
