/* explain_label.c - what a label is: a picture of a node that has it. */
#include "explain_view.h"
#include "json_out.h"
#include "message.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static sg_status refuse(const explain_view *v, const char *name, sg_error *err)
{
    size_t n = 0;
    const sg_explained_labeling *labeling = sg_explainer_labelings(&n, v->explainer);
    *err = (sg_error){.status = SG_EINVAL};
    int size =
        snprintf(err->text, sizeof err->text, "--label: the model has no label \"%s\"; it has",
                 shown_text(name).text);
    for (size_t l = 0; l < n && size > 0 && (size_t)size < sizeof err->text; l++)
        size += snprintf(err->text + size, sizeof err->text - (size_t)size,
                         "%s \"%s #0\" to \"#%" PRIu32 "\"", l == 0 ? "" : ",",
                         labeling[l].expression,
                         labeling[l].n_labels > 0 ? labeling[l].n_labels - 1 : 0);
    return SG_EINVAL;
}

/* The labeling and the number of "wl:2 #17"; "#17" will do where there is one labeling. */
static sg_status find_label(size_t *which, uint32_t *label, const explain_view *v,
                            const char *name, sg_error *err)
{
    size_t n = 0, length = strcspn(name, "#");
    const sg_explained_labeling *labeling = sg_explainer_labelings(&n, v->explainer);
    const char *digits = name[length] == '#' ? name + length + 1 : "";
    const bool is_number = *digits != '\0' && digits[strspn(digits, "0123456789")] == '\0';
    while (length > 0 && name[length - 1] == ' ') length--;
    for (size_t l = 0; l < n && is_number; l++) {
        const char *expression = labeling[l].expression;
        const bool is_it =
            length == 0 ? n == 1
                        : strlen(expression) == length && memcmp(expression, name, length) == 0;
        if (!is_it || strtoull(digits, NULL, 10) >= labeling[l].n_labels) continue;
        *which = l;
        *label = (uint32_t)strtoull(digits, NULL, 10);
        return SG_OK;
    }
    return refuse(v, name, err);
}

static void print_label(const explain_view *v, size_t which, uint32_t label, FILE *out)
{
    size_t n = 0;
    char name[200];
    const sg_explained_labeling *of = &sg_explainer_labelings(&n, v->explainer)[which];
    (void)sg_explainer_label_name(name, sizeof name, v->explainer, (uint32_t)which, label);
    fprintf(out, "%s: %" PRIu64 " node%s, one of them node %" PRIu32 " of graph %" PRIu32 "\n",
            shown_text(name).text, of->count[label], of->count[label] == 1 ? "" : "s",
            of->example_node[label], of->example_graph[label]);
}

static void print_label_json(const explain_view *v, size_t which, uint32_t label, FILE *out)
{
    size_t n = 0;
    char name[200];
    json j = {.out = out};
    const sg_explained_labeling *of = &sg_explainer_labelings(&n, v->explainer)[which];
    (void)sg_explainer_label_name(name, sizeof name, v->explainer, (uint32_t)which, label);
    json_open(&j, NULL, '{');
    json_text(&j, "labeling", of->expression);
    json_count(&j, "label", label);
    json_text(&j, "name", name);
    json_count(&j, "nodes", of->count[label]);
    json_count(&j, "graph", of->example_graph[label]);
    json_count(&j, "node", of->example_node[label]);
    json_close(&j, '}');
    json_line(&j);
}

sg_status explain_draw_label(const explain_view *v, const char *name, const char *path,
                             bool as_json, sg_error *err)
{
    size_t which = 0;
    uint32_t label = 0;
    char *svg = NULL;
    sg_status status = find_label(&which, &label, v, name, err);
    if (status == SG_OK)
        status = sg_explainer_label_picture(&svg, v->explainer, (uint32_t)which, label, err);
    if (status == SG_OK) status = sg_picture_write(path, svg, err);
    sg_text_release(svg);
    if (status == SG_OK) (as_json ? print_label_json : print_label)(v, which, label, stdout);
    return status;
}
