/* edge_rows.c - the table of edges. */
#include "formats/tables/node_tables.h"

#include "base/mem.h"
#include "base/sort.h"
#include "formats/tables/table_columns.h"

#include <string.h>

void sg_edge_rows_free(sg_edge_rows *rows)
{
    sg_free(rows->end);
    sg_free(rows->attribute);
    sg_names_free(&rows->label);
    sg_names_free(&rows->attribute_name);
    *rows = (sg_edge_rows){0};
}

/* What the columns are; SIZE_MAX: there is none. */
typedef struct layout {
    size_t n_columns, end[2], label;
    size_t *attribute; /* [n_attributes] */
    size_t n_attributes;
} layout;

static sg_status find_layout(layout *l, const sg_csv *csv, sg_error *err)
{
    static const char *const usual[2][5] = {{"source", "from", "src", "u", "node1"},
                                            {"target", "to", "dst", "v", "node2"}};
    static const char *const label[] = {"label", "type"};
    sg_status status = SG_OK;
    l->n_columns = csv->n_fields;
    if (csv->n_fields < 2)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){csv->path, 1, 0},
                           "found %zu column; the ids of two nodes are needed", csv->n_fields));
    for (int i = 0; i < 2; i++) l->end[i] = sg_table_guess(csv, usual[i], 5);
    if (l->end[0] == SIZE_MAX || l->end[1] == SIZE_MAX) {
        l->end[0] = 0;
        l->end[1] = 1;
    }
    l->label = sg_table_guess(csv, label, 2);
    SG_ALLOC(l->attribute, csv->n_fields);
    for (size_t c = 0; c < csv->n_fields; c++)
        if (c != l->end[0] && c != l->end[1] && c != l->label)
            l->attribute[l->n_attributes++] = c;
done:
    return status;
}

/* Both ends must be nodes, of one graph. */
static sg_status read_ends(uint32_t end[2], const layout *l, const sg_node_rows *nodes,
                           const sg_csv *csv, sg_error *err)
{
    sg_status status = SG_OK;
    for (int i = 0; i < 2; i++) {
        const sg_csv_field *field = &csv->field[l->end[i]];
        if (!sg_name_table_find(&end[i], nodes->ids, field->text, field->size))
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, field->place,
                               "\"%.60s\" is the id of no node", field->text));
    }
    const uint32_t *offset = nodes->graph_offset;
    if (nodes->n_graphs > 1) {
        const uint32_t g = sg_graph_of_node(offset, nodes->n_graphs, end[0]);
        if (end[1] < offset[g] || end[1] >= offset[g + 1])
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, csv->field[l->end[1]].place,
                               "an edge between nodes of different graphs"));
    }
done:
    return status;
}

static sg_status read_row(sg_edge_rows *r, const layout *l, const sg_node_rows *nodes,
                          const sg_csv *csv, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t first = (size_t)r->n * l->n_attributes;
    SG_TRY(sg_table_check_row(csv, l->n_columns, err));
    SG_TRY(sg_grow(&r->end, &r->end_capacity, 2 * ((size_t)r->n + 1), sizeof *r->end, err));
    SG_TRY(read_ends(r->end + 2 * (size_t)r->n, l, nodes, csv, err));
    SG_TRY(sg_grow(&r->attribute, &r->attribute_capacity, first + l->n_attributes + 1,
                   sizeof *r->attribute, err));
    SG_TRY(sg_table_read_reals(r->attribute + first, csv, l->attribute, l->n_attributes,
                               "a weight or attribute of an edge", err));
    if (l->label != SIZE_MAX)
        SG_TRY(
            sg_names_add(&r->label, csv->field[l->label].text, csv->field[l->label].size, err));
    SG_REQUIRE(++r->n < UINT32_MAX / 2, SG_ELIMIT, "%s: more than 2^31 edges", csv->path);
done:
    return status;
}

sg_status sg_edge_rows_read(sg_edge_rows *r, const sg_node_rows *nodes, const char *path,
                            char *text, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    sg_csv csv = sg_csv_of(path, text, size, ',');
    layout l = {0};
    bool some = false;
    SG_TRY(sg_csv_next(&some, &csv, err));
    SG_REQUIRE(some, SG_EFORMAT, "%s: it is empty; a header is needed", path);
    SG_TRY(find_layout(&l, &csv, err));
    SG_TRY(sg_table_name_columns(&r->attribute_name, &csv, l.attribute, l.n_attributes,
                                 "an attribute of edges", err));
    for (;;) {
        SG_TRY(sg_csv_next(&some, &csv, err));
        if (!some) break;
        SG_TRY(read_row(r, &l, nodes, &csv, err));
    }
    r->n_attributes = (uint32_t)l.n_attributes;
done:
    sg_free(l.attribute);
    sg_csv_free(&csv);
    return status;
}

/* A row and the nodes that it joins, the lower number first. */
typedef struct joined_row {
    uint32_t low, high, row;
} joined_row;

static int compare_joined(const void *a, const void *b)
{
    const joined_row *x = a, *y = b;
    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    return (x->high > y->high) - (x->high < y->high);
}

static bool say_the_same(const sg_edge_rows *r, uint32_t a, uint32_t b)
{
    const size_t width = r->n_attributes;
    for (size_t c = 0; c < width; c++)
        if (r->attribute[a * width + c] != r->attribute[b * width + c]) return false;
    return r->label.n == 0 || strcmp(sg_names_at(&r->label, a), sg_names_at(&r->label, b)) == 0;
}

sg_status sg_edge_rows_first(uint32_t **first, uint32_t *n_differ, const sg_edge_rows *r,
                             bool loops, sg_error *err)
{
    sg_status status = SG_OK;
    joined_row *joined = NULL;
    uint32_t *made = NULL, n = 0;
    SG_ALLOC(joined, r->n);
    SG_ALLOC(made, r->n);
    for (uint32_t e = 0; e < r->n; e++) {
        const uint32_t u = r->end[2 * (size_t)e], v = r->end[2 * (size_t)e + 1];
        joined[e] = (joined_row){u < v ? u : v, u < v ? v : u, e};
    }
    SG_TRY(sg_sort(joined, r->n, sizeof *joined, compare_joined, err)); /* rows stay in order */
    for (uint32_t i = 0, next = 0; i < r->n; i = next) {
        bool differs = false;
        for (next = i; next < r->n && compare_joined(&joined[i], &joined[next]) == 0; next++) {
            made[joined[next].row] = joined[i].row;
            differs = differs || !say_the_same(r, joined[i].row, joined[next].row);
        }
        n += differs && (loops || joined[i].low != joined[i].high);
    }
    *first = made;
    *n_differ = n;
    made = NULL;
done:
    sg_free(joined);
    sg_free(made);
    return status;
}
