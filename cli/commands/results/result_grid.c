/* result_grid.c - a row per model, a column per data set, in the order in which they come first. */
#include "result_grid.h"

#include "locale_signs.h"
#include "result_tables.h"
#include "safe_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Differences are told from chance where they would come about by it in one of twenty tables. */
static const double SIGNIFICANT = 0.05;

enum { NAME = 64, CELL = 200 };

/* A run that was compared with the best of its column, and how likely chance would do as much. */
typedef struct tested {
    size_t run;
    double p;
} tested;

typedef struct grid {
    sg_results *const *results; /* [n] */
    size_t n;
    size_t *row, *column; /* [n] of each run                            */
    size_t *first_of_row, *first_of_column;
    size_t n_rows, n_columns;
    bool *worse;    /* [n] than the best of its column, beyond chance      */
    bool *best;     /* [n] of its column                                   */
    tested *tested; /* [n] room for those of a column                   */
} grid;

/* ---- Names -------------------------------------------------------------------------------------- */

static const char *data_of(const grid *g, size_t i)
{
    return sg_results_overview_of(g->results[i]).data;
}

/* The name of the folder without the data set's; ours where nothing is left. */
static void name_model(char name[NAME], const grid *g, size_t i)
{
    const sg_result_overview o = sg_results_overview_of(g->results[i]);
    size_t end = strlen(o.folder);
    while (end > 0 && o.folder[end - 1] == '/') end--;
    size_t begin = end;
    while (begin > 0 && o.folder[begin - 1] != '/') begin--;
    const size_t length = strlen(o.data);
    if (end - begin >= length && strncmp(o.folder + begin, o.data, length) == 0)
        begin += length;
    while (begin < end && (o.folder[begin] == '-' || o.folder[begin] == '_')) begin++;
    (void)snprintf(name, NAME, "%.*s", (int)(end - begin), o.folder + begin);
    if (name[0] == '\0') (void)snprintf(name, NAME, "ours");
}

/* ---- Places ------------------------------------------------------------------------------------- */

static void place(grid *g)
{
    for (size_t i = 0; i < g->n; i++) {
        char name[NAME], other[NAME];
        name_model(name, g, i);
        size_t r = 0, c = 0;
        for (; r < g->n_rows; r++) {
            name_model(other, g, g->first_of_row[r]);
            if (strcmp(name, other) == 0) break;
        }
        while (c < g->n_columns &&
               strcmp(data_of(g, i), data_of(g, g->first_of_column[c])) != 0)
            c++;
        if (r == g->n_rows) g->first_of_row[g->n_rows++] = i;
        if (c == g->n_columns) g->first_of_column[g->n_columns++] = i;
        g->row[i] = r;
        g->column[i] = c;
    }
}

static bool is_better(const sg_result_overview *a, const sg_result_overview *b)
{
    return a->higher_is_better ? a->test_mean > b->test_mean : a->test_mean < b->test_mean;
}

/* The best run of a column; SIZE_MAX: none is complete. */
static size_t find_best(const grid *g, size_t c)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < g->n; i++) {
        const sg_result_overview o = sg_results_overview_of(g->results[i]);
        if (g->column[i] != c || !o.is_complete) continue;
        if (best == SIZE_MAX) best = i;
        const sg_result_overview b = sg_results_overview_of(g->results[best]);
        if (is_better(&o, &b)) best = i;
    }
    return best;
}

static int by_p(const void *a, const void *b)
{
    const double p = ((const tested *)a)->p, q = ((const tested *)b)->p;
    return p < q ? -1 : p > q;
}

/* The more models a column has, the likelier is one of them worse by chance.  Holm's step-down procedure keeps the
 * chance of any wrong mark in a column at SIGNIFICANT: the k-th smallest of m values is compared with
 * SIGNIFICANT / (m - k + 1), until one is larger.  Runs that cannot be compared, on other folds say, are told
 * from nothing. */
static void compare(grid *g)
{
    for (size_t c = 0; c < g->n_columns; c++) {
        const size_t best = find_best(g, c);
        size_t m = 0;
        if (best == SIZE_MAX) continue;
        g->best[best] = true;
        for (size_t i = 0; i < g->n; i++) {
            sg_comparison test = {.struct_size = sizeof test};
            if (g->column[i] != c || i == best ||
                sg_results_compare(&test, g->results[best], g->results[i], NULL) != SG_OK)
                continue;
            if (!isnan(test.corrected_p)) g->tested[m++] = (tested){i, test.corrected_p};
            sg_comparison_free(&test);
        }
        qsort(g->tested, m, sizeof *g->tested, by_p);
        for (size_t k = 0; k < m && g->tested[k].p * (double)(m - k) < SIGNIFICANT; k++)
            g->worse[g->tested[k].run] = true;
    }
}

/* ---- Printing ----------------------------------------------------------------------------------- */

/* The last run of a model on a data set; SIZE_MAX: none. */
static size_t find(const grid *g, size_t r, size_t c)
{
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < g->n; i++)
        if (g->row[i] == r && g->column[i] == c) found = i;
    return found;
}

static void write_cell(char cell[CELL], const grid *g, size_t i, grid_format format)
{
    (void)snprintf(cell, CELL, "%s", format == GRID_LATEX ? "$-$" : "-");
    if (i == SIZE_MAX) return;
    const sg_result_overview o = sg_results_overview_of(g->results[i]);
    if (!o.is_complete) return;
    const int decimals = metric_decimals(o.test_mean, o.in_percent);
    const char *mark = g->worse[i] ? format == GRID_LATEX ? "^{*}" : "*" : "";
    if (format == GRID_LATEX)
        (void)snprintf(cell, CELL,
                       g->best[i] ? "$\\mathbf{%.*f \\pm %.*f}%s$" : "$%.*f \\pm %.*f%s$",
                       decimals, o.test_mean, decimals, o.test_std, mark);
    else
        (void)snprintf(cell, CELL,
                       g->best[i] && format == GRID_MARKDOWN ? "**%.*f %s %.*f**%s"
                                                             : "%.*f %s %.*f%s",
                       decimals, o.test_mean, sign_plus_minus(), decimals, o.test_std, mark);
}

/* Names come from folders and files, so they are not printed as they are. */
static void write_name(char cell[CELL], const char *name, grid_format format)
{
    safe_write(cell, CELL, name, format == GRID_LATEX ? latex_piece : safe_piece);
    for (char *c = cell; format == GRID_MARKDOWN && *c != '\0'; c++)
        if (*c == '|' || *c == '<' || *c == '`') *c = '?';
}

static void write_model(char cell[CELL], const grid *g, size_t row, grid_format format)
{
    char name[NAME];
    name_model(name, g, g->first_of_row[row]);
    write_name(cell, name, format);
}

static void write_data(char cell[CELL], const grid *g, size_t c, grid_format format)
{
    char name[NAME];
    (void)snprintf(name, NAME, "%.60s", data_of(g, g->first_of_column[c]));
    write_name(cell, name, format);
}

/* A cell filled up with blanks; a sign such as the one of deviations is one column and two bytes. */
static void print_cell(const char *before, const char *cell, size_t width, FILE *out)
{
    const size_t taken = text_width(cell);
    (void)fprintf(out, "%s%s%*s", before, cell, taken < width ? (int)(width - taken) : 0, "");
}

static void print_row(const grid *g, size_t row, const size_t *width, grid_format format,
                      FILE *out)
{
    static const char *const BEHIND[] = {"\n", " |\n", " \\\\\n"};
    static const char *const BETWEEN[] = {"  ", " | ", " & "};
    char cell[CELL];
    if (row == SIZE_MAX)
        (void)snprintf(cell, CELL, "model");
    else
        write_model(cell, g, row, format);
    print_cell(format == GRID_MARKDOWN ? "| " : "", cell, width[0], out);
    for (size_t c = 0; c < g->n_columns; c++) {
        if (row == SIZE_MAX)
            write_data(cell, g, c, format);
        else
            write_cell(cell, g, find(g, row, c), format);
        const bool last = format == GRID_TEXT && c + 1 == g->n_columns;
        print_cell(BETWEEN[format], cell, last ? 0 : width[c + 1], out);
    }
    (void)fputs(BEHIND[format], out);
}

static void measure(size_t *width, const grid *g, grid_format format)
{
    char cell[CELL];
    for (size_t c = 0; c <= g->n_columns; c++) {
        if (c > 0)
            write_data(cell, g, c - 1, format);
        else
            (void)snprintf(cell, CELL, "model");
        width[c] = text_width(cell);
        for (size_t r = 0; r < g->n_rows; r++) {
            if (c > 0)
                write_cell(cell, g, find(g, r, c - 1), format);
            else
                write_model(cell, g, r, format);
            if (strlen(cell) > width[c]) width[c] = text_width(cell);
        }
    }
}

static void print(const grid *g, const size_t *width, grid_format format, FILE *out)
{
    if (format == GRID_LATEX) {
        (void)fputs("\\begin{tabular}{l", out);
        for (size_t c = 0; c < g->n_columns; c++) (void)fputc('c', out);
        (void)fputs("}\n\\toprule\n", out);
    }
    print_row(g, SIZE_MAX, width, format, out);
    if (format == GRID_LATEX) (void)fputs("\\midrule\n", out);
    if (format == GRID_MARKDOWN) {
        for (size_t c = 0; c <= g->n_columns; c++) (void)fputs("|---", out);
        (void)fputs("|\n", out);
    }
    for (size_t r = 0; r < g->n_rows; r++) print_row(g, r, width, format, out);
    if (format == GRID_LATEX) (void)fputs("\\bottomrule\n\\end{tabular}\n", out);
    bool any = false;
    for (size_t i = 0; i < g->n; i++) any = any || g->worse[i];
    if (any)
        (void)fprintf(out,
                      "%s* worse than the best of the column: corrected resampled t-test on "
                      "the folds, Holm's correction for several models, p < %g\n",
                      format == GRID_LATEX ? "% " : "\n", SIGNIFICANT);
}

bool result_grid_print(sg_results *const *results, size_t n, grid_format format, FILE *out)
{
    grid g = {.results = results,
              .n = n,
              .row = calloc(n, sizeof *g.row),
              .column = calloc(n, sizeof *g.column),
              .first_of_row = calloc(n, sizeof *g.first_of_row),
              .first_of_column = calloc(n, sizeof *g.first_of_column),
              .worse = calloc(n, sizeof *g.worse),
              .best = calloc(n, sizeof *g.best),
              .tested = calloc(n, sizeof *g.tested)};
    size_t *width = calloc(n + 1, sizeof *width);
    const bool ok = g.row != NULL && g.column != NULL && g.first_of_row != NULL &&
                    g.first_of_column != NULL && g.worse != NULL && g.best != NULL &&
                    g.tested != NULL && width != NULL;
    if (ok) {
        place(&g);
        compare(&g);
        measure(width, &g, format);
        print(&g, width, format, out);
    }
    free(g.row);
    free(g.column);
    free(g.first_of_row);
    free(g.first_of_column);
    free(g.worse);
    free(g.best);
    free(g.tested);
    free(width);
    return ok;
}
