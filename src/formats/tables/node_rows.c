/* node_rows.c - the table of nodes. */
#include "formats/tables/node_tables.h"

#include "base/mem.h"
#include "data/part.h"
#include "formats/tables/table_columns.h"

#include <string.h>

void sg_node_rows_free(sg_node_rows *r)
{
    sg_name_table_close(r->ids);
    sg_names_free(&r->id);
    sg_names_free(&r->target);
    sg_names_free(&r->target_name);
    sg_names_free(&r->graph_id);
    sg_names_free(&r->attribute_name);
    sg_free(r->line);
    sg_free(r->part);
    sg_free(r->attribute);
    sg_free(r->graph_offset);
    sg_sparse_table_free(&r->sparse);
    *r = (sg_node_rows){0};
}

/* What the columns are; SIZE_MAX: there is none. */
typedef struct layout {
    size_t n_columns, id, split, sparse, graph;
    size_t *target; /* [n_targets] */
    size_t n_targets;
    size_t *attribute; /* [n_attributes] */
    size_t n_attributes;
} layout;

static void layout_free(layout *l)
{
    sg_free(l->target);
    sg_free(l->attribute);
}

static sg_status find_targets(layout *l, const sg_csv *csv, const sg_import_options *o,
                              sg_error *err)
{
    static const char *const usual[] = {"class", "target", "label", "y"};
    sg_status status = SG_OK;
    SG_ALLOC(l->target, o->target.n + (size_t)1);
    for (uint32_t t = 0; t < o->target.n; t++)
        SG_TRY(
            sg_table_column(&l->target[l->n_targets++], csv, sg_names_at(&o->target, t), err));
    if (o->has_target) goto done;
    l->target[0] = sg_table_guess(csv, usual, sizeof usual / sizeof *usual);
    l->n_targets = l->target[0] != SIZE_MAX;
done:
    return status;
}

static sg_status find_layout(layout *l, const sg_csv *csv, const sg_import_options *o,
                             sg_error *err)
{
    static const char *const sparse[] = {"attributes", "features", "words"};
    sg_status status = SG_OK;
    const char *said = sg_import_value(o, "attributes");
    l->n_columns = csv->n_fields;
    SG_TRY(find_targets(l, csv, o, err));
    SG_TRY(sg_table_column_or(&l->id, csv, o->id, "id", err));
    if (l->id == SIZE_MAX) l->id = 0;
    SG_TRY(sg_table_column_or(&l->split, csv, o->split, "split", err));
    SG_TRY(sg_table_column_or(&l->graph, csv, sg_import_value(o, "graph"), "graph", err));
    l->sparse = SIZE_MAX;
    if (said != NULL)
        SG_TRY(sg_table_column_or(&l->sparse, csv, said, "", err));
    else
        l->sparse = sg_table_guess(csv, sparse, sizeof sparse / sizeof *sparse);
    SG_ALLOC(l->attribute, csv->n_fields);
    for (size_t c = 0; c < csv->n_fields; c++) {
        bool used = c == l->id || c == l->split || c == l->graph || c == l->sparse;
        for (size_t t = 0; t < l->n_targets; t++) used = used || c == l->target[t];
        if (!used) l->attribute[l->n_attributes++] = c;
    }
done:
    return status;
}

/* ---- Rows ------------------------------------------------------------------------------------- */

static sg_status read_id(sg_node_rows *r, const sg_csv_field *field, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t number = 0;
    if (field->size == 0)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place, "a node without an id"));
    SG_TRY(sg_name_table_intern(&number, r->ids, field->text, field->size, err));
    if (number < r->n)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                           "the id \"%.60s\" is in line %llu already", field->text,
                           (unsigned long long)r->line[number]));
done:
    return status;
}

/* Rows of a graph are together. */
static sg_status read_graph(sg_node_rows *r, const sg_csv_field *field, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = r->graph_id.n;
    if (n > 0 && strcmp(sg_names_at(&r->graph_id, n - 1), field->text) == 0) goto done;
    for (uint32_t g = 0; g + 1 < n; g++)
        if (strcmp(sg_names_at(&r->graph_id, g), field->text) == 0)
            SG_TRY(
                sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                            "a node of graph \"%.60s\", whose other nodes are further up; the "
                            "nodes of a graph must be together",
                            field->text));
    SG_TRY(sg_names_add(&r->graph_id, field->text, field->size, err));
    SG_TRY(sg_grow(&r->graph_offset, &r->offset_capacity, n + (size_t)2,
                   sizeof *r->graph_offset, err));
    r->graph_offset[n] = r->n;
done:
    return status;
}

static sg_status read_attributes(sg_node_rows *r, const layout *l, const sg_csv *csv,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    const size_t first = (size_t)r->n * l->n_attributes;
    SG_TRY(sg_grow(&r->attribute, &r->attribute_capacity, first + l->n_attributes + 1,
                   sizeof *r->attribute, err));
    SG_TRY(sg_table_read_reals(
        r->attribute + first, csv, l->attribute, l->n_attributes,
        "a column that is not named as a target is an attribute, and an attribute", err));
    if (l->sparse == SIZE_MAX) goto done;
    const sg_csv_field *field = &csv->field[l->sparse];
    SG_TRY(sg_sparse_row_read(&r->sparse, field->text, field->place, err));
    sg_error inner = {0};
    if ((status = sg_sparse_row_end(&r->sparse, &inner)) != SG_OK)
        SG_TRY(sg_error_at(err, status, SG_WHERE, field->place, "%s", inner.text));
done:
    return status;
}

static sg_status read_row(sg_node_rows *r, const layout *l, const sg_csv *csv, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_table_check_row(csv, l->n_columns, err));
    SG_TRY(read_id(r, &csv->field[l->id], err));
    if (l->graph != SIZE_MAX) SG_TRY(read_graph(r, &csv->field[l->graph], err));
    SG_TRY(sg_grow(&r->line, &r->line_capacity, r->n + (size_t)1, sizeof *r->line, err));
    r->line[r->n] = csv->field[0].place.line;
    for (size_t t = 0; t < l->n_targets; t++) {
        const sg_csv_field *field = &csv->field[l->target[t]];
        SG_TRY(sg_names_add(&r->target, field->text, field->size, err));
    }
    if (l->split != SIZE_MAX) {
        const sg_csv_field *field = &csv->field[l->split];
        SG_TRY(sg_grow(&r->part, &r->part_capacity, r->n + (size_t)1, 1, err));
        if (!sg_part_of_word(&r->part[r->n], field->text, field->size))
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                               "found \"%.40s\"; train, validation, test or nothing is needed",
                               field->text));
    }
    SG_TRY(read_attributes(r, l, csv, err));
    SG_REQUIRE(++r->n < UINT32_MAX - 1, SG_ELIMIT, "%s: more than 2^32-3 nodes", csv->path);
done:
    return status;
}

sg_status sg_node_rows_read(sg_node_rows *r, const char *path, char *text, size_t size,
                            const sg_import_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_csv csv = sg_csv_of(path, text, size, ',');
    layout l = {0};
    bool some = false;
    SG_TRY(sg_csv_next(&some, &csv, err));
    SG_REQUIRE(some, SG_EFORMAT, "%s: it is empty; a header is needed", path);
    SG_TRY(find_layout(&l, &csv, options, err));
    SG_TRY(
        sg_table_name_columns(&r->target_name, &csv, l.target, l.n_targets, "a target", err));
    SG_TRY(sg_table_name_columns(&r->attribute_name, &csv, l.attribute, l.n_attributes,
                                 "an attribute", err));
    SG_TRY(sg_name_table_open(&r->ids, &r->id, err));
    for (;;) {
        SG_TRY(sg_csv_next(&some, &csv, err));
        if (!some) break;
        SG_TRY(read_row(r, &l, &csv, err));
    }
    SG_REQUIRE(r->n > 0, SG_EFORMAT, "%s: there are no nodes in it", path);
    SG_TRY(sg_grow(&r->graph_offset, &r->offset_capacity, r->graph_id.n + (size_t)2,
                   sizeof *r->graph_offset, err));
    r->n_graphs = r->graph_id.n > 0 ? r->graph_id.n : 1;
    r->graph_offset[0] = 0;
    r->graph_offset[r->n_graphs] = r->n;
    r->n_attributes = (uint32_t)l.n_attributes;
done:
    layout_free(&l);
    sg_csv_free(&csv);
    return status;
}
