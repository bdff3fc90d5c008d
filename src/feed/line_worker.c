/* line_worker.c - collecting graphs until they are worth predicting, and blaming the right line when
 * that fails.
 *
 * Many small graphs are predicted together, because what a batch costs besides is the same for one of
 * them and for sixty.  Where a batch fails, its graphs are predicted one by one, so that the one that
 * is to blame is the only one without a prediction. */
#include "feed/line_worker.h"

#include "base/machine/claims.h"
#include "base/mem.h"
#include "base/wording.h"

#include <string.h>

static const char PATH[] = "input";

/* Of a line; a larger graph comes as a file. */
enum { MAX_NODES = 65536 };

/* The run under way. */
typedef struct line_run {
    sg_line_result *result;
    sg_trust *trust;
    sg_line_worker *worker;
    const sg_cut_line *line;
} line_run;

void sg_line_worker_free(sg_line_worker *w)
{
    sg_line_reader_free(&w->reader);
    sg_names_free(&w->text);
    sg_record_free(&w->record);
    sg_record_free(&w->again);
    sg_record_collector_free(&w->collector);
    sg_free(w->waiting);
    sg_free(w->score);
    sg_free(w->kept);
    sg_free(w->trust);
    *w = (sg_line_worker){0};
}

static sg_status add_text(uint32_t *number, sg_line_worker *w, const char *text, size_t size,
                          sg_error *err)
{
    const sg_status status = sg_names_add(&w->text, text, size, err);
    if (status == SG_OK) *number = w->text.n - 1;
    return status;
}

/* Line i has no prediction, because of `why`; readers name the place, others do not.  Nobody is to
 * blame where somebody wants to stop. */
static sg_status blame(const line_run *run, uint32_t i, const sg_error *why, sg_error *err)
{
    sg_error named = {0};
    if (why->status == SG_ECANCELED)
        return sg_error_set(err, SG_ECANCELED, SG_WHERE, "%s", why->text);
    sg_place place = {PATH, 0, 0};
    if (sg_error_read_place(&place.line, &place.column, PATH, why->text) == NULL) {
        place.line = run->line[i].number;
        (void)sg_error_at(&named, why->status, SG_WHERE, place, "%s", why->text);
        why = &named;
    }
    return add_text(&run->result[i].error, run->worker, why->text, strlen(why->text), err);
}

/* ---- Reading ---------------------------------------------------------------------------------- */

/* How many rows of scores a model gives for a graph. */
static uint32_t count_items(const sg_line_worker *w, const sg_record *record)
{
    return sg_blueprint_item(&w->prepared->model->blueprint) == SG_ITEM_NODE ? record->n_nodes
                                                                             : 1;
}

/* Leave of the record what the model looks at. */
static sg_status trim_record(sg_record *record, const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(record->n_nodes > 0 || sg_blueprint_item(&model->blueprint) == SG_ITEM_GRAPH,
               SG_EINVAL, "the model predicts nodes, and the graph has none");
    record->target.n = 0;
    record->target.text.size = 0;
    record->n_node_targets = 0;
    record->node_said = SG_SAID_NOTHING;
    record->has_node_parts = false;
    record->part = SG_PART_NOT_SAID;
    record->has_id = false;
    if (record->n_nodes == 0) record->has_node_labels = false;
    if (record->n_edges == 0) record->has_edge_labels = false;
    if (!sg_inputs_have(&model->blueprint.input, SG_INPUT_ATTRIBUTES)) {
        record->n_attributes = 0;
        goto done;
    }
    SG_REQUIRE(record->n_attributes == model->n_attributes, SG_EINVAL,
               "the model looks at %u node attributes, but the graph has %u",
               model->n_attributes, record->n_attributes);
done:
    return status;
}

static sg_status read_line(sg_record *record, sg_line_worker *w, const sg_cut_line *line,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_place place = {PATH, line->number, 1};
    SG_REQUIRE(!line->too_long, SG_ELIMIT, "the line is longer than %d bytes",
               SG_CUT_LINE_MOST);
    SG_REQUIRE(sg_cut_line_begin(line) < line->size, SG_EFORMAT, "the line is empty");
    record->max_nodes = MAX_NODES;
    SG_TRY(sg_line_read(record, &w->reader, line->text, line->size, place, err));
    SG_TRY(sg_claims_check(record->n_nodes, 1, "nodes", line->size, place, err));
done:
    return status;
}

/* ---- Predicting ------------------------------------------------------------------------------- */

/* Predict the graphs of the collector, which is empty afterwards. */
static sg_status predict_collected(const line_run *run, sg_error *err)
{
    sg_status status = SG_OK;
    sg_line_worker *w = run->worker;
    const sg_invariant_options options = {.budget = w->budget};
    sg_dataset data = {0};
    SG_TRY(sg_record_collector_finish(&data, &w->collector, PATH, PATH, err));
    SG_TRY(sg_predict_few(w->score, run->trust != NULL ? w->trust : NULL, w->prepared, &data,
                          &options, err));
done:
    sg_dataset_free(&data);
    sg_record_collector_free(&w->collector);
    return status;
}

/* Keep the scores of one that has waited, the worker's graph g. */
static sg_status keep_prediction(const line_run *run, sg_waiting_line of, uint32_t g,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    sg_line_worker *w = run->worker;
    const size_t n = w->prepared->model->outputs.n, size = of.n_items * n;
    sg_line_result *result = &run->result[of.line];
    SG_TRY(sg_grow(&w->kept, &w->kept_capacity, w->n_kept * n + size, sizeof *w->kept, err));
    memcpy(w->kept + w->n_kept * n, w->score + of.first * n, size * sizeof *w->kept);
    result->first = w->n_kept;
    result->n_items = of.n_items;
    w->n_kept += of.n_items;
    if (run->trust != NULL) run->trust[of.line] = w->trust[g];
done:
    return status;
}

static sg_status predict_alone(const line_run *run, uint32_t i, sg_error *err)
{
    sg_status status = SG_OK;
    sg_line_worker *w = run->worker;
    sg_error why = {0};
    if (read_line(&w->again, w, &run->line[i], &why) == SG_OK &&
        trim_record(&w->again, w->prepared->model, &why) == SG_OK &&
        sg_record_collector_add(&w->collector, &w->again, run->line[i].number, &why) == SG_OK &&
        predict_collected(run, &why) == SG_OK)
        SG_TRY(keep_prediction(
            run, (sg_waiting_line){.line = i, .n_items = count_items(w, &w->again)}, 0, err));
    else
        SG_TRY(blame(run, i, &why, err));
done:
    sg_record_collector_free(&w->collector);
    return status;
}

/* Predict all that wait. */
static sg_status predict_waiting(const line_run *run, sg_error *err)
{
    sg_status status = SG_OK;
    sg_line_worker *w = run->worker;
    const uint32_t n = w->n_waiting;
    sg_error why = {0};
    w->n_waiting = 0;
    w->n_items = 0;
    w->n_pairs = 0;
    if (n == 0) goto done;
    if (predict_collected(run, &why) == SG_OK) {
        for (uint32_t g = 0; g < n; g++) SG_TRY(keep_prediction(run, w->waiting[g], g, err));
        goto done;
    }
    if (n == 1 || why.status == SG_ECANCELED) SG_TRY(blame(run, w->waiting[0].line, &why, err));
    for (uint32_t g = 0; n > 1 && g < n; g++)
        SG_TRY(predict_alone(run, w->waiting[g].line, err));
done:
    return status;
}

/* ---- Collecting ------------------------------------------------------------------------------- */

/* Whether the record can be predicted with those that wait: together they are few enough, and all or
 * none have labels, because a data set cannot have some. */
static bool can_join(const sg_line_worker *w)
{
    const sg_record *r = &w->record;
    const sg_record_collector *c = &w->collector;
    if (!sg_predict_few_fits(w->n_pairs, r->n_nodes)) return false;
    const bool same_nodes =
        r->n_nodes == 0 || c->all.n_nodes == 0 || r->has_node_labels == c->has_node_labels;
    const bool same_edges =
        r->n_edges == 0 || c->all.arcs.n == 0 || r->has_edge_labels == c->has_edge_labels;
    return same_nodes && same_edges;
}

static sg_status make_room(sg_line_worker *w, uint32_t n_items, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = w->n_waiting + (size_t)1;
    SG_TRY(sg_grow(&w->waiting, &w->waiting_capacity, n, sizeof *w->waiting, err));
    SG_TRY(sg_grow(&w->score, &w->score_capacity,
                   ((size_t)w->n_items + n_items) * w->prepared->model->outputs.n,
                   sizeof *w->score, err));
    SG_TRY(sg_grow(&w->trust, &w->trust_capacity, n, sizeof *w->trust, err));
done:
    return status;
}

/* Let the record of line i wait; where it cannot, `why` says the reason. */
static sg_status wait_for_others(const line_run *run, uint32_t i, sg_error *why)
{
    sg_status status = SG_OK;
    sg_line_worker *w = run->worker;
    const uint32_t n_items = count_items(w, &w->record);
    SG_TRY(make_room(w, n_items, why));
    SG_TRY(sg_record_collector_add(&w->collector, &w->record, run->line[i].number, why));
    w->waiting[w->n_waiting++] = (sg_waiting_line){i, w->n_items, n_items};
    w->n_items += n_items;
    w->n_pairs += (uint64_t)w->record.n_nodes * w->record.n_nodes;
done:
    return status;
}

static sg_status take_line(const line_run *run, uint32_t i, sg_error *err)
{
    sg_status status = SG_OK;
    sg_line_worker *w = run->worker;
    sg_error why = {0};
    sg_record_clear(&w->record);
    const bool is_read = read_line(&w->record, w, &run->line[i], &why) == SG_OK;
    if (w->record.has_id && w->record.id.size > 0)
        SG_TRY(add_text(&run->result[i].id, w, w->record.id.data, w->record.id.size, err));
    if (!is_read) {
        SG_TRY(blame(run, i, &why, err));
        goto done;
    }
    const bool is_usable = trim_record(&w->record, w->prepared->model, &why) == SG_OK;
    if (is_usable && !can_join(w)) SG_TRY(predict_waiting(run, err));
    if (!is_usable || wait_for_others(run, i, &why) != SG_OK) SG_TRY(blame(run, i, &why, err));
done:
    return status;
}

sg_status sg_line_worker_run(sg_line_result *result, sg_trust *trust, sg_line_worker *worker,
                             const sg_cut_line *line, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const line_run run = {result, trust, worker, line};
    for (uint32_t i = 0; i < n; i++)
        result[i] = (sg_line_result){.error = SG_NO_TEXT, .id = SG_NO_TEXT};
    if (trust != NULL && n > 0) memset(trust, 0, n * sizeof *trust);
    for (uint32_t i = 0; i < n; i++) SG_TRY(take_line(&run, i, err));
    SG_TRY(predict_waiting(&run, err));
done:
    sg_record_collector_free(&worker->collector);
    worker->n_waiting = 0;
    worker->n_items = 0;
    worker->n_pairs = 0;
    return status;
}
