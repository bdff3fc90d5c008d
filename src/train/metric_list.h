/* metric_list.h - the registry of metrics.
 *
 * A metric is an sg_metric in a file of src/train and a line here.  Messages and help list them in
 * this order, and programs have been compiled with their numbers (sg_metric_choice of training.h): lines are
 * only added at the end.
 */
#ifndef SG_TRAIN_METRIC_LIST_H
#define SG_TRAIN_METRIC_LIST_H

#define SG_METRIC_LIST(METRIC)                                                                 \
    METRIC(sg_metric_loss)                                                                     \
    METRIC(sg_metric_accuracy)                                                                 \
    METRIC(sg_metric_balanced_accuracy)                                                        \
    METRIC(sg_metric_roc_auc)                                                                  \
    METRIC(sg_metric_f1)                                                                       \
    METRIC(sg_metric_mae)                                                                      \
    METRIC(sg_metric_rmse)                                                                     \
    METRIC(sg_metric_r2)                                                                       \
    METRIC(sg_metric_spearman)                                                                 \
    METRIC(sg_metric_pr_auc)                                                                   \
    METRIC(sg_metric_mcc)                                                                      \
    METRIC(sg_metric_ece)

#endif
