/* report_explorer.c - what the page needs to show graphs and their messages.
 *
 * The page reads one JSON element at once.  It has the graphs up to MOST_BYTES; of the others it has what is
 * predicted and true, and their pictures and messages stand in blocks behind the script, packed, which
 * the page opens when it needs them. */
#include "report/explorer_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "chem/molecule_look.h"
#include "data/task.h"
#include "model/model_words.h"
#include "text/packed_text.h"

#include <string.h>

enum {
    MOST_BYTES = 3500000,
    BLOCK_BYTES = 400000,
    MOST_GRAPHS = 40,
    QUICK_NODES = 20000,    /* of a graph of which so many nodes can be explained */
    LEAST_NODES = 6,        /* that are explained, however large their graph is   */
    MOST_OUTPUTS = 12,      /* of an item that are explained               */
    MOST_WITH_OUTPUTS = 400 /* graphs; with more, only predicted outputs are */
};

static sg_status put_outputs(sgi_explorer *e, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = e->report->model;
    SG_TRY(sg_json_member_text(&e->json, "task", sg_task_words[model->outputs.task], err));
    SG_TRY(sg_json_member_array(&e->json, "outputs", err));
    for (uint32_t c = 0; c < model->outputs.n; c++) {
        char name[160];
        (void)sg_outputs_name(name, sizeof name, &model->outputs, c);
        SG_TRY(sgi_explorer_name(&e->json, name, err));
    }
    SG_TRY(sg_json_close(&e->json, err));
done:
    return status;
}

/* ---- Graphs ----------------------------------------------------------------------------------- */

/* A list of graphs that becomes a block when it is long enough. */
typedef struct block_list {
    sg_text text;
    sg_json_writer json;
    uint32_t n_blocks;
    bool is_open;
} block_list;

static sg_status open_block(block_list *b, sg_error *err)
{
    b->text.size = 0;
    b->json = sg_json_write_to(&b->text);
    b->is_open = true;
    return sg_json_open_array(&b->json, err);
}

static sg_status close_block(block_list *b, sg_text *to, sg_error *err)
{
    sg_status status = SG_OK;
    if (!b->is_open) goto done;
    SG_TRY(sg_json_close(&b->json, err));
    SG_TRY(sg_text_add(to, err, "<script type=\"text/plain\" id=\"block-%u\">", b->n_blocks));
    SG_TRY(sg_packed_text_add(to, b->text.data, b->text.size, err));
    SG_TRY(sg_text_add(to, err, "</script>\n"));
    b->n_blocks++;
    b->is_open = false;
done:
    return status;
}

/* The numbers of graphs in the blocks, one after the other. */
static sg_status put_blocks(sgi_explorer *e, const uint32_t *first, uint32_t n_blocks,
                            sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_array(&e->json, "blocks", err));
    for (uint32_t b = 0; b < n_blocks; b++)
        SG_TRY(sg_json_put_unsigned(&e->json, first[b], err));
    SG_TRY(sg_json_close(&e->json, err));
done:
    return status;
}

/* All graphs that were chosen; where a block begins is in `first`. */
static sg_status put_items(sgi_explorer *e, const uint32_t *item, uint32_t n, uint32_t *first,
                           block_list *b, sg_text *blocks, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < n; i++) {
        const sg_progress progress = {"explaining", "graphs", i, n};
        SG_TRY(sg_observe(e->report->options->observer, progress, err));
        const bool at_once = b->n_blocks == 0 && !b->is_open && e->json.text->size < MOST_BYTES;
        if (!at_once && !b->is_open) {
            first[b->n_blocks] = i;
            SG_TRY(open_block(b, err));
        }
        SG_TRY(sgi_explorer_item(e, item[i], at_once ? NULL : &b->json, err));
        if (b->text.size >= BLOCK_BYTES) SG_TRY(close_block(b, blocks, err));
    }
    SG_TRY(close_block(b, blocks, err));
done:
    return status;
}

/* How many items are shown where nobody says it.  A node's explanation takes time in proportion to its graph. */
static uint32_t usual_number(const sgi_report *report)
{
    const sg_graph *graph = &report->data->graph;
    if (!sgi_report_is_of_nodes(report) || graph->n_graphs == 0) return MOST_GRAPHS;
    const uint64_t mean = graph->n_nodes / graph->n_graphs + 1;
    const uint64_t n = (uint64_t)MOST_GRAPHS * QUICK_NODES / mean;
    return n > MOST_GRAPHS ? MOST_GRAPHS : n < LEAST_NODES ? LEAST_NODES : (uint32_t)n;
}

static sg_status put_graphs(sgi_explorer *e, sg_text *blocks, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_report_options *options = e->report->options;
    uint32_t *item = NULL, *first = NULL;
    block_list b = {0};
    const uint32_t wanted = options->n_graphs > 0 ? options->n_graphs : usual_number(e->report);
    uint32_t n = wanted;
    SG_TRY(sgi_report_sample(&item, &n, e->report, err));
    SG_ALLOC(first, n);
    e->most_outputs = n > MOST_WITH_OUTPUTS ? 1 : MOST_OUTPUTS;
    SG_TRY(sg_json_member_array(&e->json, "graphs", err));
    SG_TRY(put_items(e, item, n, first, &b, blocks, err));
    SG_TRY(sg_json_close(&e->json, err));
    SG_TRY(put_blocks(e, first, b.n_blocks, err));
    SG_TRY(sg_json_member_integer(&e->json, "wanted", options->n_graphs > n ? wanted : n, err));
    if (options->n_shown != NULL) *options->n_shown = n;
done:
    sg_text_free(&b.text);
    sg_free(first);
    sg_free(item);
    return status;
}

/* ---- Together --------------------------------------------------------------------------------- */

static sg_status open_directories(sgi_explorer *e, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(e->labels, e->n_labelings);
    SG_ALLOC(e->weights, e->n_heads);
    for (size_t l = 0; l < e->n_labelings; l++)
        SG_TRY(sgi_directory_make(&e->labels[l], e->labeling[l].n_labels, err));
    for (size_t h = 0; h < e->n_heads; h++)
        SG_TRY(sgi_directory_make(&e->weights[h], e->head[h].n_weights, err));
done:
    return status;
}

/* A text that says </script> would end the element; only texts can have a '<'. */
static sg_status add_for_script(sg_text *to, const sg_text *json, sg_error *err)
{
    sg_status status = SG_OK;
    const char *from = json->data;
    while (*from != '\0') {
        const size_t plain = strcspn(from, "<");
        SG_TRY(sg_text_add_bytes(to, from, plain, err));
        from += plain;
        if (*from == '\0') break;
        SG_TRY(sg_text_add(to, err, "\\u003c"));
        from++;
    }
done:
    return status;
}

sg_status sgi_report_explorer(sg_text *to, sg_text *blocks, const sgi_report *report,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    sgi_explorer e = {.report = report, .json = sg_json_write_to(&text)};
    e.labeling = sg_explainer_labelings(&e.n_labelings, report->explainer);
    e.head = sg_explainer_heads(&e.n_heads, report->explainer);
    SG_TRY(open_directories(&e, err));
    SG_TRY(sgi_report_met(&e.met, report, err));
    SG_TRY(sg_json_open_object(&e.json, err));
    SG_TRY(sg_json_member_integer(&e.json, "all",
                                  sgi_report_is_of_nodes(report) ? report->data->graph.n_nodes
                                                                 : report->data->graph.n_graphs,
                                  err));
    SG_TRY(sg_json_member_bool(&e.json, "words", report->data->node_name.content != NULL, err));
    SG_TRY(sg_json_member_text(&e.json, "lacks", sg_molecule_lacks(report->data), err));
    SG_TRY(put_outputs(&e, err));
    SG_TRY(put_graphs(&e, blocks, err));
    SG_TRY(sgi_explorer_meaning(&e, err));
    SG_TRY(sg_json_close(&e.json, err));
    SG_TRY(add_for_script(to, &text, err));
done:
    for (size_t l = 0; e.labels != NULL && l < e.n_labelings; l++)
        sgi_directory_free(&e.labels[l]);
    for (size_t h = 0; e.weights != NULL && h < e.n_heads; h++)
        sgi_directory_free(&e.weights[h]);
    sg_known_parts_free(&e.met);
    sg_free(e.labels);
    sg_free(e.weights);
    sg_text_free(&text);
    return status;
}
