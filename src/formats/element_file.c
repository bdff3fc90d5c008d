/* element_file.c - lines of two or three words. */
#include "formats/element_file.h"

#include "base/file.h"
#include "base/mem.h"
#include "chem/atom_name.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 1 << 20, LONGEST = 40 };

/* A line that says something. */
typedef struct entry {
    int32_t label;
    char name[LONGEST];
} entry;

typedef struct entries {
    entry *entry; /* [n] */
    size_t n, capacity;
} entries;

typedef struct reader {
    const char *path;
    uint32_t line;
} reader;

static sg_status refuse(const reader *r, const char *what, sg_error *err)
{
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){r->path, r->line, 0}, "%s", what);
}

static bool is_bond(const char *name)
{
    static const char *const known[] = {"single", "double", "triple", "aromatic", "quadruple"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], name) == 0) return true;
    return false;
}

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t') p++;
    return p;
}

/* The rest of a line without blanks at its end. */
static bool take_name(char name[LONGEST], const char *p, const char *end)
{
    while (end > p && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r')) end--;
    const size_t size = (size_t)(end - p);
    if (size == 0 || size >= LONGEST) return false;
    memcpy(name, p, size);
    name[size] = '\0';
    return true;
}

static sg_status read_line(entries *atoms, entries *bonds, const reader *r, const char *p,
                           const char *end, sg_error *err)
{
    static const char word[] = "bond";
    sg_status status = SG_OK;
    sg_named_atom atom;
    entry made = {0};
    char *rest = NULL;
    p = skip_blanks(p);
    if (p >= end || *p == '\r') goto done;
    const bool of_bond = strncmp(p, word, strlen(word)) == 0;
    if (of_bond) p = skip_blanks(p + strlen(word));
    const long long label = strtoll(p, &rest, 10);
    if (rest == p || (*rest != ' ' && *rest != '\t') || label < INT32_MIN || label > INT32_MAX)
        SG_TRY(refuse(r, "a line begins with a label, or with the word bond and a label", err));
    if (!take_name(made.name, skip_blanks(rest), end))
        SG_TRY(refuse(r, "what the label is, an atom or a bond, is missing", err));
    if (of_bond && !is_bond(made.name))
        SG_TRY(refuse(r, "a bond is single, double, triple, aromatic or quadruple", err));
    if (!of_bond && !sg_atom_name_parse(&atom, made.name))
        SG_TRY(refuse(r, "an atom is needed: an element, its hydrogens, its charge, as NH3+",
                      err));
    made.label = (int32_t)label;
    entries *to = of_bond ? bonds : atoms;
    SG_TRY(sg_grow(&to->entry, &to->capacity, to->n + 1, sizeof *to->entry, err));
    to->entry[to->n++] = made;
done:
    return status;
}

static int compare_labels(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return (x->label > y->label) - (x->label < y->label);
}

static sg_status name_labels(sg_label_names *names, entries *list, const char *path,
                             sg_error *err)
{
    sg_status status = SG_OK;
    if (list->n > 0) qsort(list->entry, list->n, sizeof *list->entry, compare_labels);
    for (size_t i = 0; i < list->n; i++) {
        const entry *e = &list->entry[i];
        SG_REQUIRE(i == 0 || list->entry[i - 1].label != e->label, SG_EFORMAT,
                   "%s: label %d occurs twice", path, (int)e->label);
        SG_TRY(sg_label_names_add(names, e->label, e->name, strlen(e->name), err));
    }
done:
    return status;
}

static sg_status parse(entries *atoms, entries *bonds, const char *path, const char *text,
                       sg_error *err)
{
    sg_status status = SG_OK;
    reader r = {path, 1};
    for (const char *p = text;; r.line++) {
        const char *line = p + strcspn(p, "\n"), *end = p + strcspn(p, "#\n");
        SG_TRY(read_line(atoms, bonds, &r, p, end, err));
        if (*line == '\0') break;
        p = line + 1;
    }
done:
    return status;
}

sg_status sg_dataset_name_elements(sg_dataset *data, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    entries atoms = {0}, bonds = {0};
    sg_label_names nodes = {0}, edges = {0};
    SG_REQUIRE(data->node_label.n_columns == 1 && data->node_name.content == NULL, SG_EINVAL,
               "%s: \"%s\" has no node labels that are numbers of one column", path,
               data->name);
    SG_TRY(sg_file_read(&text, path, MAX_SIZE, err));
    SG_REQUIRE(text.size == 0 || memchr(text.data, '\0', text.size) == NULL, SG_EFORMAT,
               "%s: it has zero bytes and is not a text", path);
    SG_TRY(parse(&atoms, &bonds, path, text.data != NULL ? text.data : "", err));
    SG_TRY(name_labels(&nodes, &atoms, path, err));
    SG_TRY(name_labels(&edges, &bonds, path, err));
    sg_label_names_free(&data->node_name);
    data->node_name = nodes;
    nodes = (sg_label_names){0};
    if (bonds.n == 0) goto done;
    sg_label_names_free(&data->edge_name);
    data->edge_name = edges;
    edges = (sg_label_names){0};
done:
    sg_label_names_free(&nodes);
    sg_label_names_free(&edges);
    sg_free(atoms.entry);
    sg_free(bonds.entry);
    sg_text_free(&text);
    return status;
}
