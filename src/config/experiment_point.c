/* experiment_point.c - network and training at one point of the grid, and whether they go together
 * with the rest. */
#include "config/experiment_parts.h"

#include "model/model_words.h"

/* ---- Which training fits which task --------------------------------------------------------- */

static sg_goal goal_of(sg_loss loss)
{
    static const sg_goal goal[SG_N_LOSSES] = {[SG_LOSS_CROSS_ENTROPY] = SG_GOAL_CLASSIFICATION,
                                              [SG_LOSS_MAE] = SG_GOAL_REGRESSION,
                                              [SG_LOSS_MSE] = SG_GOAL_REGRESSION,
                                              [SG_LOSS_HUBER] = SG_GOAL_REGRESSION,
                                              [SG_LOSS_BCE] = SG_GOAL_MULTILABEL};
    return goal[loss];
}

static sg_status check_loss(const sg_train_options *o, sg_goal goal, sg_fields *f,
                            sg_error *err)
{
    static const char *const allowed[] = {[SG_GOAL_CLASSIFICATION] = "cross-entropy",
                                          [SG_GOAL_REGRESSION] = "mae, mse and huber",
                                          [SG_GOAL_MULTILABEL] = "bce"};
    if (goal_of(o->loss) == goal) return SG_OK;
    return sg_tree_fail(err, f->path, sg_field(f, "loss"),
                        "train.loss: %s is not for %s, which has %s", sg_loss_words[o->loss],
                        sg_goal_words[goal], allowed[goal]);
}

static sg_status check_metric(const sg_train_options *o, sg_fields *f, sg_error *err)
{
    sg_error inner = {0};
    if (sg_metric_check(o->metric, o->loss, &inner) == SG_OK) return SG_OK;
    return sg_tree_fail(err, f->path, sg_field(f, "metric"), "train.metric: %s", inner.text);
}

/* What an optimizer does not use would be ignored without a word. */
static sg_status check_optimizer(const sg_train_options *o, sg_fields *f, sg_error *err)
{
    static const char *const of_sgd[] = {"momentum"};
    static const char *const of_adam[] = {"beta1", "beta2", "epsilon"};
    const bool is_sgd = o->optimizer.kind == SG_OPTIMIZER_SGD;
    const char *const *others = is_sgd ? of_adam : of_sgd;
    const size_t n = is_sgd ? 3 : 1;
    for (size_t i = 0; i < n; i++) {
        const sg_node *member = sg_field(f, others[i]);
        if (member == NULL) continue;
        const sg_node at_key = sgi_key_of(member);
        return sg_tree_fail(err, f->path, &at_key, "train.%s: %s has none; it is for %s",
                            others[i], sg_optimizer_name(o->optimizer.kind),
                            is_sgd ? "adam and adamw" : "sgd");
    }
    return SG_OK;
}

static sg_status check_patience(const sg_train_options *o, const sg_experiment *e, sg_fields *f,
                                sg_error *err)
{
    if (o->patience == 0 || e->protocol != SG_PROTOCOL_STANDARD) return SG_OK;
    return sg_tree_fail(err, f->path, sg_field(f, "patience"),
                        "train.patience: the standard protocol compares all folds epoch by "
                        "epoch, so none may stop early; leave it out");
}

static sg_status check_freeze(const sg_train_options *o, uint32_t n_layers, const sg_node *root,
                              const char *path, sg_error *err)
{
    const uint32_t end = sg_layer_set_end(&o->freeze);
    if (end <= n_layers) return SG_OK;
    return sg_tree_fail(err, path, sg_node_member(sg_node_member(root, "train"), "freeze"),
                        "train.freeze: there is no layer %u; there are %u, from 0 on", end - 1,
                        n_layers);
}

/* ---- Reading -------------------------------------------------------------------------------- */

static sg_status read_network(sg_blueprint *blueprint, sg_node *root, const char *path,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_fields f;
    SG_TRY(sgi_layers_expand(root, path, err));
    SG_TRY(sg_fields_open(&f, root, NULL, path, err));
    SG_TRY(sg_blueprint_read(blueprint, &f, err));
    SG_TRY(sgi_layers_check(blueprint, sg_node_member(root, "layers"), path, err));
done:
    return status;
}

/* The options alone, with the fields they were read from for further questions. */
static sg_status read_options(sg_train_options *options, sg_fields *f, const sg_node *root,
                              const char *path, sg_goal goal, sg_error *err)
{
    sg_status status = SG_OK;
    sg_train_options made = sg_train_defaults(goal);
    SG_TRY(sg_fields_open(f, sg_node_member(root, "train"), "train", path, err));
    SG_TRY(sg_train_options_read(&made, f, err));
    SG_TRY(sg_fields_finish(f, err));
    *options = made;
done:
    return status;
}

static sg_status read_train(sg_train_options *options, const sg_node *root,
                            const sg_experiment *e, sg_goal goal, sg_error *err)
{
    sg_status status = SG_OK;
    sg_train_options made;
    sg_fields f;
    SG_TRY(read_options(&made, &f, root, e->tree.path, goal, err));
    SG_TRY(check_loss(&made, goal, &f, err));
    SG_TRY(check_metric(&made, &f, err));
    SG_TRY(check_optimizer(&made, &f, err));
    SG_TRY(check_patience(&made, e, &f, err));
    *options = made;
done:
    return status;
}

sg_status sgi_point_read(sg_blueprint *blueprint, sg_train_options *train,
                         const sg_experiment *e, uint32_t i, sg_goal goal, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint made = {0};
    sg_node *root = NULL;
    SG_TRY(sgi_run_keys_check(e, goal, err));
    SG_TRY(sgi_grid_apply(&root, e, i, err));
    SG_TRY(read_network(&made, root, e->tree.path, err));
    SG_TRY(read_train(train, root, e, goal, err));
    SG_TRY(check_freeze(train, made.n_layers, root, e->tree.path, err));
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

sg_status sgi_likely_goal(sg_goal *goal, const sg_experiment *e, sg_error *err)
{
    sg_status status = SG_OK;
    sg_train_options options;
    sg_fields f;
    sg_node *root = NULL;
    if (e->has_goal) {
        *goal = e->goal;
        goto done;
    }
    SG_TRY(sgi_grid_apply(&root, e, 0, err));
    SG_TRY(read_options(&options, &f, root, e->tree.path, SG_GOAL_CLASSIFICATION, err));
    const bool measures_errors =
        options.metric == SG_METRIC_MAE || options.metric == SG_METRIC_RMSE;
    if (sg_field(&f, "loss") != NULL)
        *goal = goal_of(options.loss);
    else if (measures_errors || has_key(e, "scale") || has_key(e, "report") ||
             has_key(e, "target"))
        *goal = SG_GOAL_REGRESSION;
    else
        *goal = SG_GOAL_CLASSIFICATION;
done:
    sg_node_free(root);
    return status;
}
