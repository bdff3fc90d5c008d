/* sharegnn.h - the public interface of libsharegnn.
 *
 * Graph neural networks whose weights are indexed by graph invariants, after "Invariant-Based
 * Weight Sharing for Message Passing".  This header includes all topics, in the order of the work:
 *
 *     sharegnn/types.h         status, error, progress, what all topics share
 *     sharegnn/limits.h        how much memory and work calls may take: sg_account_open
 *     sharegnn/data.h          data sets: sg_data_open, sg_data_from_arrays, sg_data_view
 *     sharegnn/reading.h       how tables were read: sg_data_reject_at, sg_data_task
 *     sharegnn/sources.h       where they come from: sg_data_make, sg_data_generate, sg_data_get
 *     sharegnn/splits.h        which items train and test: sg_splits_open, sg_splits_hold_out
 *     sharegnn/audit.h         duplicates: sg_audit_open
 *     sharegnn/labels.h        invariants of nodes and pairs: sg_labels_open, sg_triples_measure
 *     sharegnn/power.h         which graphs an invariant distinguishes: sg_power_open
 *     sharegnn/counts.h        labels and triples per graph, as a sparse matrix: sg_label_counts_open
 *     sharegnn/choice.h        a model that suits the data: sg_data_choose
 *     sharegnn/models.h        models: sg_model_build, sg_model_save, sg_model_open
 *     sharegnn/weights.h       the weights of a model as arrays: sg_weights_get, sg_weights_set
 *     sharegnn/training.h      sg_model_train
 *     sharegnn/prediction.h    sg_model_predict, sg_prediction_open
 *     sharegnn/intervals.h     intervals around predictions: sg_model_calibrate, sg_model_intervals
 *     sharegnn/feed.h          graphs as they come: sg_feed_open
 *     sharegnn/live.h          graphs that change, and what a model says then: sg_live_open
 *     sharegnn/explanation.h   why a model says what it says: sg_explainer_open
 *     sharegnn/inspection.h    what is inside a model: sg_contents_open, sg_model_diff_open
 *     sharegnn/cluster.h       one computation by several processes: sg_cluster_open
 *     sharegnn/runs.h          experiments: sg_run
 *     sharegnn/search.h        a search for the best model: sg_search
 *     sharegnn/results.h       what they gave: sg_results_open, sg_results_compare
 *     sharegnn/reports.h       pages and figures: sg_report_write, sg_figure_draw
 *     sharegnn/reference.h     all words of files and expressions: sg_reference_at
 *
 * Example: open a data set, look at it, close it:
 *
 *     sg_error failure = {0};
 *     sg_dataset *csl = NULL;
 *     if (sg_data_open(&csl, "CSL", NULL, &failure) != SG_OK) {
 *         fprintf(stderr, "%s\n", failure.text);
 *         return 1;
 *     }
 *     printf("%u graphs\n", sg_data_sizes_of(csl).n_graphs);
 *     sg_data_close(csl);
 *
 * The tests compile and run the example of every header.  In an example of a topic, what it does not
 * declare is there already: sg_error err = {0}, a data set `data` and a trained model `model`.
 *
 * Complexity: every topic says what its expensive calls cost.  "Pairs" are the ordered pairs of nodes
 * that have a value of a pair property, "arcs" are edges counted in both directions.
 *
 * Conventions: outputs come first and the error last; on failure outputs are untouched; the library never
 * prints, never exits and keeps no global state but the open watches and accounts of a thread. Texts are
 * UTF-8.  NULL options mean defaults.  NULL where a handle, an output or a text is due is SG_EINVAL with
 * the name of the argument; functions that cannot fail then return zeros or NULL. Numbers of graphs,
 * nodes, layers, heads, outputs and folds count from 0 within what they belong to; epochs and lines of
 * files count from 1.  Sizes are in bytes and times in seconds.  An error, where it is not NULL, is the
 * caller's and is written by every call that takes it, in the thread that calls: it tells of the last
 * call alone.  A text, an array or a handle that goes in is borrowed for the call unless something else
 * is said, and a struct or an array that a call fills is the caller's.  An array may be NULL only where
 * the number of its entries is 0; a number without its array is SG_EINVAL, in structs, too.  An array of
 * options (encoders, layers, columns) without its number is SG_EINVAL likewise; lists of items, edges,
 * models and changes may be empty.
 *
 * Failures that many functions share: SG_EINVAL for such a NULL, for a struct_size that cannot be and for
 * a value that its enum does not have; SG_ENOMEM where memory or the bound of an account (limits.h) does
 * not suffice; SG_ECANCELED where an observer or a watch stops long work.  Functions name them only where
 * there is more to say.  Where fewer threads can be started than a call may use, it works with those.
 *
 * Structs that may grow begin with struct_size, which the caller sets to the sizeof of the struct; all
 * other members may be 0, and those of a result may have any value before the call.  So a program works
 * with later libraries without being compiled again. Other structs never change, but for the events of
 * callbacks (sg_run_event): they belong to the library and may grow at the end, so a program reads them
 * where they are and copies members.  A size that cannot be is SG_EINVAL with the name of the argument.
 * Functions that end in _of give small results as values, for expressions; zeros where they fail.
 *
 * Stopping: long work asks an observer whether to go on, at least every few tenths of a second.  Functions
 * that take options have a place for one; sg_watch_open of types.h gives one to all calls of a thread.
 *
 * Threads: any number of threads may use a handle at the same time through functions that take it as
 * const, as long as no other thread changes or closes it.  So a data set and a trained model can be
 * shared.  Functions that take a handle without const (sg_model_train, sg_prediction_run,
 * sg_feed_push, sg_explainer_graph, ...) want it for themselves: a prediction, a feed, an explainer or a
 * live data set belongs to one thread at a time, and each thread opens its own on the shared model.
 * Threads that a call starts end with the call, those of a handle with its close: between calls there
 * are none but those of handles (predictions, feeds, explainers) that were opened with more than one
 * thread, and these sleep.  A process may fork between calls: the child may use and close the handles,
 * which then work on the calling thread alone, and open new ones.  "One per core" means one for every
 * core that the process may use by its affinity and the quota of its control group.
 */
#ifndef SHAREGNN_H
#define SHAREGNN_H

#include "sharegnn/audit.h"
#include "sharegnn/choice.h"
#include "sharegnn/cluster.h"
#include "sharegnn/counts.h"
#include "sharegnn/data.h"
#include "sharegnn/explanation.h"
#include "sharegnn/feed.h"
#include "sharegnn/inspection.h"
#include "sharegnn/intervals.h"
#include "sharegnn/labels.h"
#include "sharegnn/limits.h"
#include "sharegnn/live.h"
#include "sharegnn/models.h"
#include "sharegnn/power.h"
#include "sharegnn/prediction.h"
#include "sharegnn/reading.h"
#include "sharegnn/reference.h"
#include "sharegnn/reports.h"
#include "sharegnn/results.h"
#include "sharegnn/runs.h"
#include "sharegnn/search.h"
#include "sharegnn/sources.h"
#include "sharegnn/splits.h"
#include "sharegnn/training.h"
#include "sharegnn/types.h"
#include "sharegnn/weights.h"

#endif
