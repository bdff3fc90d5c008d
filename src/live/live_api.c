/* live_api.c - live data sets behind the public header. */
#include "sharegnn/live.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "data/dataset_hold.h"
#include "live/live_edits.h"
#include "live/live_json.h"
#include "live/live_union.h"

#include <string.h>

enum { FEWEST_RECORDS = 10000 }; /* that are kept for taking back; up to twice as many */

struct sg_live {
    sg_live_with with;
    sg_live_state *graph; /* [n_graphs] */
    uint32_t n_graphs;
    sg_live_record *record; /* [n_records] the last edit at the end */
    size_t n_records, record_capacity;
    uint64_t model_changes; /* of the model, when the data was opened */
    char *name;
    sg_items items;
    sg_names graph_id;
    char *form;
};

void sg_live_close(sg_live *live)
{
    if (live == NULL) return;
    for (uint32_t g = 0; live->graph != NULL && g < live->n_graphs; g++)
        sg_live_state_close(&live->graph[g]);
    sg_free(live->graph);
    for (size_t i = 0; i < live->n_records; i++) sg_live_record_free(&live->record[i]);
    sg_free(live->record);
    sg_items_free(&live->items);
    sg_names_free(&live->graph_id);
    sg_free(live->form);
    sg_free(live->name);
    sg_live_with_close(&live->with);
    sg_free(live);
}

/* What is said of the graphs and does not change. */
static sg_status copy_items(sg_live *live, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *all = NULL;
    SG_ALLOC(all, live->n_graphs);
    for (uint32_t g = 0; g < live->n_graphs; g++) all[g] = g;
    SG_TRY(sg_items_select(&live->items, &data->items, all, live->n_graphs, err));
    if (data->graph_id.n > 0)
        SG_TRY(sg_names_add_some(&live->graph_id, &data->graph_id, all, live->n_graphs, err));
    SG_TRY(sg_text_replace(&live->name, data->name, err));
    SG_TRY(sg_text_replace(&live->form, data->form, err));
done:
    sg_free(all);
    return status;
}

sg_status sg_live_open(sg_live **live, const sg_model *model, const sg_dataset *data,
                       const sg_label_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(live);
    SG_REQUIRE_ARGUMENT(model);
    SG_REQUIRE_ARGUMENT(data);
    sg_label_options chosen;
    SG_TAKE_OPTIONS(chosen, options, observer);
    SG_REQUIRE_OBSERVER(chosen, "options");
    sg_status status = SG_OK;
    const sg_invariant_options inner = {.budget = chosen.budget};
    sg_live *opened = NULL;
    SG_ALLOC(opened, 1);
    SG_TRY(sg_live_with_open(&opened->with, model, data, &inner, err));
    SG_ALLOC(opened->graph, data->graph.n_graphs);
    opened->n_graphs = data->graph.n_graphs;
    opened->model_changes = model->n_changes;
    for (uint32_t g = 0; g < opened->n_graphs; g++)
        SG_TRY(sg_live_graph_open(&opened->graph[g].graph, data, g, err));
    SG_TRY(copy_items(opened, data, err));
    *live = opened;
    opened = NULL;
done:
    sg_live_close(opened);
    return status;
}

/* ---- Edits ---------------------------------------------------------------------------------- */

static sg_status find_graph(sg_live_state **state, sg_live *live, uint32_t graph, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(graph < live->n_graphs, SG_EINVAL, "there is no graph %lld; there are %u",
               sg_as_meant(graph), live->n_graphs);
    /* States of before and weights of now would be mixed. */
    SG_TRY(sg_model_check_changes(live->with.model, live->model_changes, "live", err));
    *state = &live->graph[graph];
done:
    return status;
}

/* Room for one more record; the oldest ones go where there are too many, many at once, so that an edit does
 * not move all of them. */
static sg_status make_room(sg_live *live, sg_error *err)
{
    sg_status status = SG_OK;
    if (live->n_records == 2 * (size_t)FEWEST_RECORDS) {
        live->n_records = FEWEST_RECORDS;
        for (size_t i = 0; i < FEWEST_RECORDS; i++) sg_live_record_free(&live->record[i]);
        memmove(live->record, live->record + FEWEST_RECORDS,
                FEWEST_RECORDS * sizeof *live->record);
    }
    SG_TRY(sg_grow(&live->record, &live->record_capacity, live->n_records + 1,
                   sizeof *live->record, err));
done:
    return status;
}

/* A graph that nobody has asked about is brought up to date when somebody does. */
static sg_status update(sg_live_state *state, sg_live *live, const sg_live_record *record,
                        sg_error *err)
{
    if (!state->is_computed) return SG_OK;
    return sg_live_update(state, &live->with, record->seed, record->n_seeds, err);
}

sg_status sg_live_edit(uint32_t *node, sg_live *live, const sg_live_change *change,
                       sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(live);
    SG_REQUIRE_ARGUMENT(change);
    sg_live_change own;
    SG_TAKE_OPTIONS(own, change, attribute);
    SG_REQUIRE_CHOICE(change->kind, SG_N_LIVE_KINDS);
    sg_status status = SG_OK;
    sg_live_state *state = NULL;
    sg_live_record record = {0};
    SG_TRY(find_graph(&state, live, own.graph, err));
    SG_TRY(sg_live_check(&state->graph, &own, err));
    SG_TRY(make_room(live, err));
    SG_TRY(sg_live_make(&record, state, &live->with, &own, err));
    status = update(state, live, &record, err);
    if (status != SG_OK) {
        sg_live_take_back(&record, state, &live->with);
        goto done;
    }
    if (node != NULL) *node = record.node;
    live->record[live->n_records++] = record;
    record = (sg_live_record){0};
done:
    sg_live_record_free(&record);
    return status;
}

sg_status sg_live_undo(uint32_t *graph, sg_live *live, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(live);
    sg_status status = SG_OK;
    SG_REQUIRE(live->n_records > 0, SG_EINVAL, "there is no edit to take back");
    sg_live_record *record = &live->record[--live->n_records];
    sg_live_state *state = &live->graph[record->graph];
    sg_live_take_back(record, state, &live->with);
    if (graph != NULL) *graph = record->graph;
    /* What cannot be brought up to date now is computed when somebody asks. */
    if (update(state, live, record, NULL) != SG_OK) sg_live_forget(state);
    sg_live_record_free(record);
done:
    return status;
}

sg_status sg_live_edit_json(uint32_t *graph, uint32_t *node, sg_live *live, const char *text,
                            size_t size, const char *path, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(live);
    SG_REQUIRE_ARGUMENT(text);
    sg_status status = SG_OK;
    sg_live_words words = {.columns = live->n_graphs > 0 ? live->graph[0].graph.columns
                                                         : (sg_live_columns){0},
                           .node_name = &live->with.node_name,
                           .edge_name = &live->with.edge_name};
    sg_live_said said = {0};
    SG_TRY(sg_live_read(&said, text, size, path != NULL ? path : "edit", &words, err));
    if (said.undo) {
        SG_TRY(sg_live_undo(graph, live, err));
        goto done;
    }
    SG_TRY(sg_live_edit(node, live, &said.change, err));
    if (graph != NULL) *graph = said.change.graph;
done:
    sg_live_said_free(&said);
    return status;
}

/* ---- Looking -------------------------------------------------------------------------------- */

sg_status sg_live_predict(double *score, sg_live *live, uint32_t graph, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(score);
    SG_REQUIRE_ARGUMENT(live);
    sg_status status = SG_OK;
    sg_live_state *state = NULL;
    SG_TRY(find_graph(&state, live, graph, err));
    SG_TRY(sg_live_compute(state, &live->with, err));
    memcpy(score, state->output, live->with.model->outputs.n * sizeof *score);
done:
    return status;
}

sg_status sg_live_sizes(sg_live_size *size, const sg_live *live, sg_error *err)
{
    SG_REQUIRE_RESULT(size, reason);
    SG_REQUIRE_ARGUMENT(live);
    sg_live_size made = {.n_graphs = live->n_graphs,
                         .n_outputs = live->with.model->outputs.n,
                         .n_undo = (uint32_t)live->n_records,
                         .is_local = live->with.reach.reason[0] == '\0',
                         .n_looked_at = live->with.cut.n_taken};
    for (uint32_t g = 0; g < live->n_graphs; g++) {
        made.n_nodes += live->graph[g].graph.n_alive;
        made.n_edges += live->graph[g].graph.n_arcs / 2;
    }
    memcpy(made.reason, live->with.reach.reason, sizeof made.reason);
    sg_struct_write(size, &made, sizeof made);
    return SG_OK;
}

sg_status sg_live_data(sg_dataset **data, const sg_live *live, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(live);
    sg_status status = SG_OK;
    sg_dataset made = {0};
    uint32_t *all = NULL;
    SG_ALLOC(all, live->n_graphs);
    for (uint32_t g = 0; g < live->n_graphs; g++) all[g] = g;
    SG_TRY(sg_live_union_make(&made, live->graph, live->n_graphs, err));
    SG_TRY(sg_items_select(&made.items, &live->items, all, live->n_graphs, err));
    SG_TRY(sg_label_names_copy(&made.node_name, &live->with.node_name, err));
    SG_TRY(sg_label_names_copy(&made.edge_name, &live->with.edge_name, err));
    if (live->graph_id.n > 0)
        SG_TRY(sg_names_add_some(&made.graph_id, &live->graph_id, all, live->n_graphs, err));
    SG_TRY(sg_text_replace(&made.name, live->name, err));
    SG_TRY(sg_text_replace(&made.form, live->form, err));
    SG_TRY(sg_dataset_publish(data, &made, err));
done:
    sg_dataset_free(&made);
    sg_free(all);
    return status;
}
