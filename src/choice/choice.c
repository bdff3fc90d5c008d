/* choice.c - a row of the table as a description, and the sentence that says why. */
#include "choice/choice.h"

#include "base/mem.h"
#include "base/text.h"
#include "choice/choice_rows.h"
#include "data/task.h"

#include <string.h>

void sg_choice_free(sg_choice *choice)
{
    sg_free(choice->description);
    sg_free(choice->reason);
    *choice = (sg_choice){0};
}

/* ---- The description ------------------------------------------------------------------------ */

/* What a network can see of the nodes; their degrees where there is nothing else. */
static const char *seen(const sg_data_facts *facts)
{
    const bool labels = facts->n_node_labels > 1, attributes = facts->n_attributes > 0;
    if (labels && attributes) return "[labels, attributes, labels degree]";
    if (labels) return "[labels, labels degree]";
    return attributes ? "[attributes, labels degree]" : "labels degree";
}

/* The labels and attributes of nodes; the data has one of them. */
static const char *known(const sg_data_facts *facts)
{
    if (facts->n_node_labels <= 1) return "attributes";
    return facts->n_attributes > 0 ? "[labels, attributes]" : "labels";
}

/* Append `text` with the value of every $word in it. */
static sg_status add_filled(sg_text *to, const char *text, const sg_data_facts *facts,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const bool classify = facts->task == SG_CLASSIFICATION;
    while (*text != '\0') {
        const size_t plain = strcspn(text, "$");
        SG_TRY(sg_text_add_bytes(to, text, plain, err));
        text += plain;
        if (*text == '\0') break;
        const size_t word = 1 + strspn(text + 1, "abcdefghijklmnopqrstuvwxyz");
        if (strncmp(text, "$outputs", word) == 0)
            SG_TRY(sg_text_add(to, err, "%s", classify ? "classes" : "targets"));
        else if (strncmp(text, "$judge", word) == 0)
            SG_TRY(sg_text_add(to, err, "%s",
                               facts->task == SG_REGRESSION
                                   ? "loss: mse, metric: rmse"
                                   : "metric: roc-auc, calibrate: temperature"));
        else if (strncmp(text, "$pool", word) == 0)
            SG_TRY(sg_text_add(to, err, "%s", classify ? "mean" : "sum"));
        else if (strncmp(text, "$seen", word) == 0)
            SG_TRY(sg_text_add(to, err, "%s", seen(facts)));
        else if (strncmp(text, "$known", word) == 0)
            SG_TRY(sg_text_add(to, err, "%s", known(facts)));
        else if (strncmp(text, "$edges", word) == 0)
            SG_TRY(sg_text_add(to, err, "%u", facts->n_edge_attributes));
        else
            SG_TRY(sg_text_add(to, err, "%u", facts->n_sparse)); /* $columns */
        text += word;
    }
done:
    return status;
}

/* The settings without patience, which needs validation items. */
static sg_status add_train(sg_text *to, const char *train, const sg_data_facts *facts,
                           bool validates, sg_error *err)
{
    sg_status status = SG_OK;
    static const char patience[] = " patience: ";
    const char *found = validates ? NULL : strstr(train, patience);
    const size_t before = found != NULL ? (size_t)(found - train) : 0;
    SG_TRY(sg_text_add(to, err, "train: "));
    SG_TRY(sg_text_add_bytes(to, train, before, err));
    if (found != NULL) {
        train = found + strlen(patience);
        train += strspn(train, "0123456789,");
    }
    SG_TRY(add_filled(to, train, facts, err));
    SG_TRY(sg_text_add(to, err, "\n"));
done:
    return status;
}

static sg_status describe(sg_text *to, const sg_choice_row *row, const sg_data_facts *facts,
                          bool validates, sg_error *err)
{
    sg_status status = SG_OK;
    if (row->input != NULL) {
        SG_TRY(sg_text_add(to, err, "input: "));
        SG_TRY(add_filled(to, row->input, facts, err));
        SG_TRY(sg_text_add(to, err, "\n"));
    }
    if (row->noise != NULL) SG_TRY(sg_text_add(to, err, "noise: %s\n", row->noise));
    SG_TRY(sg_text_add(to, err, "layers:\n"));
    SG_TRY(add_filled(to, row->layers, facts, err));
    if (facts->task == SG_REGRESSION) SG_TRY(sg_text_add(to, err, "scale: standard\n"));
    SG_TRY(add_train(to, row->train, facts, validates, err));
done:
    return status;
}

/* ---- The reason ----------------------------------------------------------------------------- */

static sg_status explain(sg_text *to, const sg_choice_row *row, const sg_data_facts *facts,
                         sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(
        to, err, "%u graphs with %.1f nodes and %.1f neighbors each (at most %u)",
        facts->n_graphs, facts->mean_nodes, facts->mean_degree, facts->largest_degree));
    if (facts->n_node_labels > 1)
        SG_TRY(sg_text_add(to, err, ", %u node labels", facts->n_node_labels));
    if (facts->n_edge_labels > 1)
        SG_TRY(sg_text_add(to, err, ", %u edge labels", facts->n_edge_labels));
    if (facts->n_attributes > 0)
        SG_TRY(sg_text_add(to, err, ", %u attribute%s", facts->n_attributes,
                           facts->n_attributes == 1 ? "" : "s"));
    if (facts->n_sparse > 0)
        SG_TRY(sg_text_add(to, err, ", %u sparse attributes", facts->n_sparse));
    if (facts->n_edge_attributes > 0)
        SG_TRY(sg_text_add(to, err, ", %u edge attribute%s", facts->n_edge_attributes,
                           facts->n_edge_attributes == 1 ? "" : "s"));
    SG_TRY(sg_text_add(to, err, "; %s of %s; the row \"%s\": %s", sg_task_word(facts->task),
                       sg_items_word(facts->item), row->name, row->why));
done:
    return status;
}

sg_status sg_choice_make(sg_choice *choice, const sg_dataset *data, sg_task task,
                         bool validates, sg_error *err)
{
    sg_status status = SG_OK;
    sg_data_facts facts;
    sg_text description = {0}, reason = {0};
    SG_TRY(sg_data_facts_of(&facts, data, task, err));
    const sg_choice_row *row = sg_choice_row_for(&facts);
    SG_TRY(describe(&description, row, &facts, validates, err));
    SG_TRY(explain(&reason, row, &facts, err));
    *choice = (sg_choice){.description = description.data,
                          .reason = reason.data,
                          .space = row->space != NULL ? row->space : "training"};
    description = reason = (sg_text){0};
done:
    sg_text_free(&description);
    sg_text_free(&reason);
    return status;
}
