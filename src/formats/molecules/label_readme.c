/* label_readme.c - sections of numbers and words, in a text that people wrote for people. */
#include "formats/molecules/label_readme.h"

#include "chem/atom_name.h"
#include "text/lines.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 40 };

typedef enum section { NOTHING, NODES, EDGES } section;

typedef struct readme {
    section at;
    bool is_bad[3];            /* by section: what it says is not understood */
    bool has_valences;         /* edges are labeled by them                  */
    sg_label_names node, edge; /* as far as they were read                   */
} readme;

static bool begins(const char *text, size_t size, const char *words)
{
    return size >= strlen(words) && strncmp(text, words, strlen(words)) == 0;
}

static bool contains(const char *text, size_t size, const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++)
        if (strncmp(text + i, word, length) == 0) return true;
    return false;
}

/* "Node labels were converted ...": entries follow.  "Node labels: [chem]": what they are. */
static bool take_title(readme *r, const char *text, size_t size)
{
    const bool nodes = begins(text, size, "Node labels"),
               edges = begins(text, size, "Edge labels");
    if (begins(text, size, "Component ") && !begins(text, size, "Component 0:"))
        r->is_bad[r->at] = true; /* labels of several columns */
    if (edges && contains(text, size, "[valence]")) r->has_valences = true;
    if (size == 0 || text[0] == ' ' || text[0] == '\t') return false;
    if (!begins(text, size, "Component ")) r->at = nodes ? NODES : edges ? EDGES : NOTHING;
    return true;
}

static const char *bond_of(const char *valence)
{
    static const char *const bond[] = {"single", "double", "triple"};
    return strlen(valence) == 1 && valence[0] >= '1' && valence[0] <= '3'
               ? bond[valence[0] - '1']
               : NULL;
}

/* A line "<blanks>NUMBER<blanks>WORD" of a section. */
static sg_status take_line(void *context, const char *text, size_t size, sg_error *err)
{
    readme *r = context;
    char word[LONGEST];
    char *end = NULL;
    sg_named_atom atom;
    if (take_title(r, text, size) || r->at == NOTHING) return SG_OK;
    const long long label = strtoll(text, &end, 10); /* the line ends with a newline */
    if (end == text || end >= text + size) return SG_OK;
    while (end < text + size && (*end == ' ' || *end == '\t')) end++;
    size_t length = (size_t)(text + size - end);
    while (length > 0 && (end[length - 1] == ' ' || end[length - 1] == '\t')) length--;
    sg_label_names *to = r->at == NODES ? &r->node : &r->edge;
    bool bad = length == 0 || length >= sizeof word || label < INT32_MIN || label > INT32_MAX ||
               (to->name.n > 0 && label <= to->label[to->name.n - 1]);
    if (!bad) {
        memcpy(word, end, length);
        word[length] = '\0';
        bad = r->at == NODES ? !sg_atom_name_parse(&atom, word) : bond_of(word) == NULL;
    }
    r->is_bad[r->at] = r->is_bad[r->at] || bad;
    if (r->is_bad[r->at]) return SG_OK;
    const char *name = r->at == NODES ? word : bond_of(word);
    return sg_label_names_add(to, (int32_t)label, name, strlen(name), err);
}

static sg_status read_file(readme *r, const sg_bundle *bundle, size_t i, sg_error *err)
{
    sg_error inner = {0};
    sg_stream *stream = NULL;
    sg_status status = sg_stream_open(&stream, bundle, i, &inner);
    if (status == SG_OK) status = sg_lines_each(stream, take_line, r, &inner);
    sg_stream_close(stream);
    if (status == SG_ENOMEM) return sg_error_set(err, status, SG_WHERE, "out of memory");
    if (status != SG_OK) r->is_bad[NODES] = true;
    return SG_OK;
}

sg_status sg_label_readme_read(sg_dataset *data, const sg_bundle *bundle, sg_error *err)
{
    sg_status status = SG_OK;
    readme r = {0};
    sg_text file = {0};
    SG_TRY(sg_text_add(&file, err, "%s_label_readme.txt", data->name));
    const size_t i = sg_bundle_find(bundle, file.data);
    if (i == SG_BUNDLE_NONE || data->node_label.n_columns != 1 || data->node_name.name.n > 0)
        goto done;
    SG_TRY(read_file(&r, bundle, i, err));
    if (r.is_bad[NODES] || r.node.name.n == 0) goto done;
    data->node_name = r.node;
    r.node = (sg_label_names){0};
    if (r.is_bad[EDGES] || !r.has_valences || data->edge_label.n_columns != 1 ||
        data->edge_name.name.n > 0)
        goto done;
    data->edge_name = r.edge;
    r.edge = (sg_label_names){0};
done:
    sg_label_names_free(&r.node);
    sg_label_names_free(&r.edge);
    sg_text_free(&file);
    return status;
}
