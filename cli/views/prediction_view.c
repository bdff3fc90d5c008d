/* prediction_view.c - predictions as lines of a table or of JSON. */
#include "prediction_view.h"

#include "doubt_view.h"
#include "json_out.h"
#include "message.h"
#include "output_name.h"
#include "safe_text.h"

#include <inttypes.h>
#include <stdlib.h>

prediction_view prediction_view_of(const sg_model *model, const char *counted)
{
    return (prediction_view){
        .model = model, .size = sg_model_sizes_of(model), .counted = counted};
}

uint32_t view_best_class(const prediction_view *view, const double *score)
{
    uint32_t said = 0;
    while (said + 1 < view->size.n_outputs && !sg_model_says(view->model, score, said)) said++;
    return said;
}

/* The share of what a model has never met. */
static double share(uint64_t unknown, uint64_t n)
{
    return n > 0 ? (double)unknown / (double)n : 0;
}

static double known_of(const predicted *p)
{
    if (p->known != NULL) return *p->known;
    return p->trust != NULL ? sg_trust_share(p->trust) : 1;
}

/* What speaks against a row: "label,size", or "-". */
static void print_doubts(FILE *out, const prediction_view *view, const predicted *p)
{
    const uint32_t doubts = sg_model_doubts(view->model, p->trust, p->score);
    const char *before = "\t";
    for (size_t i = 0; doubt_word(i) != NULL; i++) {
        if ((doubts >> i & 1) == 0) continue;
        fprintf(out, "%s%s", before, doubt_word(i));
        before = ",";
    }
    if (doubts == 0) fputs("\t-", out);
}

static void json_doubts(json *j, const prediction_view *view, const predicted *p)
{
    const uint32_t doubts = sg_model_doubts(view->model, p->trust, p->score);
    if (doubts == 0) return;
    json_open(j, "doubts", '[');
    for (size_t i = 0; doubt_word(i) != NULL; i++)
        if ((doubts >> i & 1) != 0) json_text(j, NULL, doubt_word(i));
    json_close(j, ']');
}

/* ---- Intervals --------------------------------------------------------------------------- */

enum { FEW_OUTPUTS = 64 };

int view_intervals(prediction_view *view, const arguments *args, uint32_t n_models)
{
    const uint32_t n = sg_model_interval_models(view->model);
    const char *text = arguments_text(args, "coverage");
    char *end = NULL;
    const double coverage = strtod(text, &end);
    if (end == text || *end != '\0' || !(coverage >= 0 && coverage < 1))
        return message_usage(args->verb, "--coverage %s is not a share between 0 and 1",
                             shown_text(text).text);
    view->coverage = 0;
    if (n == n_models && !arguments_flag(args, "no-trust"))
        view->coverage = coverage;
    else if (n > 0 && coverage > 0 && !arguments_flag(args, "no-trust"))
        fprintf(stderr,
                "no intervals: those of the model are for the mean of %" PRIu32
                " models, and there %s %" PRIu32 "\n",
                n, n_models == 1 ? "is" : "are", n_models);
    return 0;
}

/* The intervals of a line; false: out of memory.  `made` is freed unless it is `few`. */
static bool intervals_of(sg_interval **made, sg_interval few[FEW_OUTPUTS],
                         const prediction_view *view, const predicted *p)
{
    const double known = known_of(p);
    *made = few;
    if (view->size.n_outputs > FEW_OUTPUTS) *made = calloc(view->size.n_outputs, sizeof **made);
    return *made != NULL && sg_model_intervals(*made, view->model, p->score, p->spread, &known,
                                               1, view->coverage, NULL) == SG_OK;
}

static void interval_titles(FILE *out, const prediction_view *view);
static void interval_cells(FILE *out, const prediction_view *view, const predicted *p);

/* ---- Lines for people and spreadsheets --------------------------------------------------- */

/* A name must not break the table, nor be a formula where it is a field of its own. */
static void print_name(FILE *out, const char *name)
{
    while (*name != '\0') {
        char piece[SAFE_PIECE];
        const char *before = name;
        const size_t length = safe_piece(piece, &name);
        if (piece[0] == before[0])
            fwrite(piece, 1, length, out);
        else
            fputc('?', out);
    }
}

static void print_field(FILE *out, const char *text)
{
    if (safe_is_formula(text)) fputc('\'', out);
    print_name(out, text);
}

static void print_title(FILE *out, const char *around, output_name name)
{
    fprintf(out, "\t%s(", around);
    print_name(out, name.text);
    fputc(')', out);
}

/* The cell of a column of the user's own. */
static const char *cell_of(const prediction_view *view, const predicted *p, uint32_t column)
{
    const char *cell = p->error != NULL ? sg_data_reject_cell(view->data, p->row, column)
                                        : sg_data_cell(view->data, (uint32_t)p->row, column);
    return cell != NULL ? cell : "";
}

static void interval_titles(FILE *out, const prediction_view *view)
{
    const uint32_t n = view->size.n_outputs;
    if (view->size.task == SG_CLASSIFICATION) fputs("\tset", out);
    for (uint32_t c = 0; c < n && view->size.task == SG_MULTILABEL; c++)
        print_title(out, "set", output_name_of(view->model, c));
    for (uint32_t c = 0; c < n && view->size.task == SG_REGRESSION; c++) {
        if (n == 1) {
            fputs("\tlow\thigh", out);
            continue;
        }
        print_title(out, "low", output_name_of(view->model, c));
        print_title(out, "high", output_name_of(view->model, c));
    }
}

/* Classes that may be true with commas between them, '-' where none fits. */
static void print_set(FILE *out, const prediction_view *view, const sg_interval *interval)
{
    uint32_t n = 0;
    fputc('\t', out);
    for (uint32_t c = 0; c < view->size.n_outputs; c++) {
        if (!interval[c].yes) continue;
        if (n++ > 0) fputc(',', out);
        print_name(out, output_name_of(view->model, c).text);
    }
    if (n == 0) fputc('-', out);
}

static void interval_cells(FILE *out, const prediction_view *view, const predicted *p)
{
    sg_interval few[FEW_OUTPUTS], *interval = NULL;
    if (!intervals_of(&interval, few, view, p)) return;
    if (view->size.task == SG_CLASSIFICATION) print_set(out, view, interval);
    for (uint32_t c = 0; c < view->size.n_outputs; c++) {
        static const char *const sets[] = {"-", "0", "1", "0,1"};
        if (view->size.task == SG_REGRESSION)
            fprintf(out, "\t%.6g\t%.6g", interval[c].low, interval[c].high);
        if (view->size.task == SG_MULTILABEL)
            fprintf(out, "\t%s", sets[interval[c].no + 2 * interval[c].yes]);
    }
    if (interval != few) free(interval);
}

void view_header(FILE *out, const prediction_view *view)
{
    const bool values = view->size.task == SG_REGRESSION;
    const uint32_t n = view->size.n_outputs;
    fputs(view->counted, out);
    if (view->nodes) fputs("\tnode", out);
    if (view->ids) fputs("\tid", out);
    for (uint32_t c = 0; c < sg_data_column_count(view->data); c++) {
        fputc('\t', out);
        print_name(out, sg_data_column_name(view->data, c));
    }
    if (!values || n == 1) fputs("\tprediction", out);
    for (uint32_t c = 0; c < n && (!values || n > 1); c++)
        print_title(out, values ? "prediction" : "p", output_name_of(view->model, c));
    for (uint32_t c = 0; c < n && view->spreads; c++)
        print_title(out, "spread", output_name_of(view->model, c));
    if (view->coverage > 0) interval_titles(out, view);
    if (view->trust) fputs("\tunknown labels\tunknown pairs", out);
    if (view->known) fputs("\ttrust", out);
    if (view->doubts) fputs("\tdoubt", out);
    fputc('\n', out);
}

static void print_values(FILE *out, const prediction_view *view, const predicted *p)
{
    const uint32_t n = view->size.n_outputs;
    if (view->size.task == SG_CLASSIFICATION) {
        fputc('\t', out);
        print_field(out, output_name_of(view->model, view_best_class(view, p->score)).text);
    }
    for (uint32_t c = 0; c < n && view->size.task == SG_MULTILABEL; c++)
        fprintf(out, "%c%d", c == 0 ? '\t' : ',', sg_model_says(view->model, p->score, c));
    for (uint32_t c = 0; c < n; c++) fprintf(out, "\t%.6g", p->score[c]);
    for (uint32_t c = 0; c < n && view->spreads; c++) fprintf(out, "\t%.6g", p->spread[c]);
    if (view->coverage > 0) interval_cells(out, view, p);
    if (view->trust)
        fprintf(out, "\t%.4f\t%.4f", share(p->trust->unknown_labels, p->trust->n_labels),
                share(p->trust->unknown_pairs, p->trust->n_pairs));
    if (view->known) fprintf(out, "\t%.4f", known_of(p));
    if (view->doubts) print_doubts(out, view, p);
}

void view_line(FILE *out, const prediction_view *view, const predicted *p)
{
    fprintf(out, "%" PRIu64, p->number);
    if (view->nodes) fprintf(out, "\t%" PRIu64, p->node);
    if (view->ids) {
        fputc('\t', out);
        if (p->id != NULL) print_field(out, p->id);
    }
    for (uint32_t c = 0; c < sg_data_column_count(view->data); c++) {
        fputc('\t', out);
        print_name(out, cell_of(view, p, c));
    }
    if (p->error != NULL) {
        fputs("\terror\t", out);
        print_field(out, p->error);
    } else {
        print_values(out, view, p);
    }
    fputc('\n', out);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void json_prediction(json *j, const prediction_view *view, const double *score)
{
    const uint32_t n = view->size.n_outputs;
    if (view->size.task == SG_CLASSIFICATION) {
        const uint32_t best = view_best_class(view, score);
        if (sg_model_class_word(view->model, 0) != NULL)
            json_text(j, "prediction", output_name_of(view->model, best).text);
        else
            json_real(j, "prediction", (double)sg_model_class(view->model, best));
        return;
    }
    if (n > 1) json_open(j, "prediction", '[');
    for (uint32_t c = 0; c < n; c++) {
        const char *key = n > 1 ? NULL : "prediction";
        if (view->size.task == SG_REGRESSION)
            json_real(j, key, score[c]);
        else
            json_count(j, key, sg_model_says(view->model, score, c));
    }
    if (n > 1) json_close(j, ']');
}

static void json_values(json *j, const char *key, const prediction_view *view,
                        const double *value)
{
    json_open(j, key, '{');
    for (uint32_t c = 0; c < view->size.n_outputs; c++)
        json_real(j, output_name_of(view->model, c).text, value[c]);
    json_close(j, '}');
}

/* "intervals": {"logP": [1, 2]}; "set": ["yes"]; "sets": {"toxic": [0, 1]}. */
static void json_intervals(json *j, const prediction_view *view, const predicted *p)
{
    sg_interval few[FEW_OUTPUTS], *interval = NULL;
    const sg_task task = view->size.task;
    if (!intervals_of(&interval, few, view, p)) return;
    json_open(j,
              task == SG_REGRESSION   ? "intervals"
              : task == SG_MULTILABEL ? "sets"
                                      : "set",
              task == SG_CLASSIFICATION ? '[' : '{');
    for (uint32_t c = 0; c < view->size.n_outputs; c++) {
        const output_name name = output_name_of(view->model, c);
        if (task == SG_CLASSIFICATION) {
            if (interval[c].yes) json_text(j, NULL, name.text);
            continue;
        }
        json_open(j, name.text, '[');
        if (task == SG_REGRESSION) {
            json_real(j, NULL, interval[c].low);
            json_real(j, NULL, interval[c].high);
        }
        if (task == SG_MULTILABEL && interval[c].no) json_count(j, NULL, 0);
        if (task == SG_MULTILABEL && interval[c].yes) json_count(j, NULL, 1);
        json_close(j, ']');
    }
    json_close(j, task == SG_CLASSIFICATION ? ']' : '}');
    if (interval != few) free(interval);
}

void view_json(FILE *out, const prediction_view *view, const predicted *p)
{
    json j = {.out = out};
    json_open(&j, NULL, '{');
    json_count(&j, view->counted, p->number);
    if (view->nodes) json_count(&j, "node", p->node);
    if (p->id != NULL) json_text(&j, "id", p->id);
    if (sg_data_column_count(view->data) > 0) {
        json_open(&j, "columns", '{');
        for (uint32_t c = 0; c < sg_data_column_count(view->data); c++)
            json_text(&j, sg_data_column_name(view->data, c), cell_of(view, p, c));
        json_close(&j, '}');
    }
    if (p->error != NULL) {
        json_text(&j, "error", p->error);
    } else {
        json_prediction(&j, view, p->score);
        json_values(&j, "scores", view, p->score);
        if (p->spread != NULL) json_values(&j, "spread", view, p->spread);
        if (view->coverage > 0) json_intervals(&j, view, p);
        if (p->trust != NULL && view->known) json_real(&j, "trust", sg_trust_share(p->trust));
        if (p->trust != NULL && view->trust) {
            json_real(&j, "unknown_labels",
                      share(p->trust->unknown_labels, p->trust->n_labels));
            json_real(&j, "unknown_pairs", share(p->trust->unknown_pairs, p->trust->n_pairs));
        }
        if (p->trust != NULL) json_doubts(&j, view, p);
    }
    json_close(&j, '}');
    json_line(&j);
}
