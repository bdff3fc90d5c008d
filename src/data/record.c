/* record.c - growing the arrays of a record. */
#include "data/record.h"

#include "base/mem.h"
#include "text/json_reader.h"

#include <string.h>

enum { MAX_NODES = 1 << 30 };

void sg_record_free(sg_record *record)
{
    sg_free(record->node);
    sg_free(record->edge);
    sg_free(record->attribute);
    sg_names_free(&record->node_word);
    sg_names_free(&record->edge_word);
    sg_names_free(&record->target);
    sg_names_free(&record->node_target);
    sg_free(record->node_part);
    sg_text_free(&record->id);
    *record = (sg_record){0};
}

static void clear_names(sg_names *names)
{
    names->n = 0;
    names->text.size = 0;
}

void sg_record_clear(sg_record *record)
{
    record->n_nodes = record->n_edges = record->n_attributes = 0;
    record->has_node_labels = record->has_edge_labels = record->has_id = false;
    record->has_class = record->has_node_parts = false;
    record->is_directed = record->has_loops = false;
    record->n_node_targets = 0;
    record->node_said = SG_SAID_NOTHING;
    record->part = SG_PART_NOT_SAID;
    record->id.size = 0;
    clear_names(&record->node_word);
    clear_names(&record->edge_word);
    clear_names(&record->target);
    clear_names(&record->node_target);
}

sg_status sg_record_check_id(sg_record *record, sg_error *err)
{
    const char *flaw =
        record->has_id && record->id.size > 0 ? sg_utf8_flaw(record->id.data) : NULL;
    if (flaw == NULL) return SG_OK;
    record->has_id = false;
    return sg_error_set(err, SG_EFORMAT, SG_WHERE, "found byte %u in the id; ids must be UTF-8",
                        (unsigned)(unsigned char)*flaw);
}

sg_status sg_record_nodes(sg_record *record, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n_nodes = (size_t)record->n_nodes + n;
    const uint32_t most = record->max_nodes > 0 ? record->max_nodes : MAX_NODES;
    SG_REQUIRE(n_nodes <= most, SG_ELIMIT, "a graph may have %u nodes, not more", most);
    SG_TRY(sg_grow(&record->node, &record->node_capacity, n_nodes, sizeof *record->node, err));
    if (n > 0) memset(record->node + record->n_nodes, 0, n * sizeof *record->node);
    record->n_nodes = (uint32_t)n_nodes;
done:
    return status;
}

sg_status sg_record_labeled_nodes(sg_record *record, uint32_t n, sg_error *err)
{
    const sg_status status = sg_record_nodes(record, n, err);
    if (status == SG_OK) record->has_node_labels = true;
    return status;
}

sg_status sg_record_node_word(sg_record *record, const char *word, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_record_nodes(record, 1, err));
    SG_TRY(sg_names_add(&record->node_word, word, size, err));
    record->node[record->n_nodes - 1] = SG_RECORD_WORD(record->node_word.n - 1);
    record->has_node_labels = true;
done:
    return status;
}

sg_status sg_record_edge(sg_record *record, uint32_t from, uint32_t to, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(record->n_edges < MAX_NODES, SG_ELIMIT, "a graph may have 2^30 edges, not more");
    if (record->n_edges == record->edge_capacity)
        SG_TRY(sg_grow(&record->edge, &record->edge_capacity, record->n_edges + (size_t)1,
                       sizeof *record->edge, err));
    record->edge[record->n_edges++] = (sg_record_edge_entry){from, to, 0};
done:
    return status;
}

sg_status sg_record_attributes(sg_record *record, uint32_t n_attributes, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = (size_t)record->n_nodes * n_attributes;
    SG_TRY(sg_grow(&record->attribute, &record->attribute_capacity, n + 1,
                   sizeof *record->attribute, err));
    memset(record->attribute, 0, n * sizeof *record->attribute);
    record->n_attributes = n_attributes;
done:
    return status;
}

sg_status sg_record_node_parts(sg_record *record, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&record->node_part, &record->part_capacity, record->n_nodes + (size_t)1,
                   sizeof *record->node_part, err));
    memset(record->node_part, SG_NO_PART, record->n_nodes);
    record->has_node_parts = true;
done:
    return status;
}

void sg_record_class(sg_record *record, int64_t class_label)
{
    record->class_label = class_label;
    record->has_class = true;
}
