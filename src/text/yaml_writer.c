/* yaml_writer.c - trees as YAML that is pleasant to read.
 *
 * Maps always take a line per member; a list takes a single line where it is short and has nothing
 * but scalars in it.  libyaml's emitter would choose the same style for all of a document, and
 * folds long lines. */
#include "text/yaml.h"

#include "base/mem.h"
#include "base/text.h"
#include "text/yaml_characters.h"

#include <string.h>
#include <strings.h>

enum { INDENT = 2, WIDTH = 96 };

static bool is_alphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether a text can begin a scalar without quotes. */
static bool begins_plainly(const char *text)
{
    if (*text == '-') return is_alphanumeric(text[1]);
    return *text != '\0' && strchr(" :#&*!|>'\"%@`", *text) == NULL &&
           strncmp(text, "...", 3) != 0;
}

/* Whether a text can stand without quotes, whatever is around it.  Stricter than YAML: what is
 * allowed depends on the surroundings there. */
static bool is_plain(const char *text)
{
    if (!begins_plainly(text)) return false;
    char before = '\0';
    for (const char *p = text; *p != '\0'; before = *p++) {
        const unsigned char c = (unsigned char)*p;
        if (c < ' ' || c == '\x7f' || strchr(",?[]{}", *p) != NULL) return false;
        if (*p == ':' && (p[1] == ' ' || p[1] == '\0')) return false;
        if (*p == '#' && before == ' ') return false;
    }
    return before != ' ';
}

/* Whether some reader of YAML, ours or another, would take a text for something else where it
 * stands without quotes: a number, a date, a boolean, nothing. */
static bool is_ambiguous(const char *text)
{
    static const char *const words[] = {"true", "false", "yes", "no", "on",
                                        "off",  "null",  "y",   "n"};
    if (strchr("0123456789+-.~", text[0]) != NULL) return true; /* an empty text, too */
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(text, words[i]) == 0) return true;
    return false;
}

/* Whether all characters may stand as they are, and are UTF-8 to begin with. */
static sg_status check_text(bool *printable, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    const char *const end = text + strlen(text);
    bool all = true;
    size_t n = 0;
    for (const char *p = text; p < end; p += n) {
        uint32_t code = 0;
        n = sg_yaml_character(&code, p, end);
        SG_REQUIRE(n > 0, SG_EINVAL, "yaml: byte %u at position %zu of a text; UTF-8 is needed",
                   (unsigned)(unsigned char)*p, (size_t)(p - text) + 1);
        all = all && sg_yaml_may_stand(code);
    }
    *printable = all;
done:
    return status;
}

static sg_status add(sg_text *out, const char *piece, sg_error *err)
{
    return sg_text_add_bytes(out, piece, strlen(piece), err);
}

static sg_status add_character(sg_text *out, const char *p, size_t n, uint32_t code,
                               sg_error *err)
{
    static const char meaning[] = "\"\\\n\r\t", letter[] = "\"\\nrt";
    const char *found = code < 0x80 ? strchr(meaning, (int)code) : NULL;
    if (found != NULL) return sg_text_add(out, err, "\\%c", letter[found - meaning]);
    if (sg_yaml_may_stand(code)) return sg_text_add_bytes(out, p, n, err);
    return sg_text_add(out, err, code < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)code);
}

static sg_status add_quoted(sg_text *out, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    const char *const end = text + strlen(text);
    size_t n = 0;
    SG_TRY(add(out, "\"", err));
    for (const char *p = text; p < end; p += n) {
        uint32_t code = 0;
        n = sg_yaml_character(&code, p, end);
        SG_TRY(add_character(out, p, n, code, err));
    }
    SG_TRY(add(out, "\"", err));
done:
    return status;
}

static sg_status add_scalar(sg_text *out, const char *text, bool quoted, sg_error *err)
{
    sg_status status = SG_OK;
    bool printable = false;
    SG_TRY(check_text(&printable, text, err));
    if (printable && is_plain(text) && !(quoted && is_ambiguous(text)))
        SG_TRY(add(out, text, err));
    else
        SG_TRY(add_quoted(out, text, err));
done:
    return status;
}

static bool is_empty_plain(const sg_node *node)
{
    return node->kind == SG_NODE_SCALAR && !node->quoted && node->text[0] == '\0';
}

/* Whether a list can stand in brackets at all. */
static bool is_simple_list(const sg_node *node)
{
    if (node->kind != SG_NODE_LIST) return false;
    for (size_t i = 0; i < node->n_children; i++)
        if (node->child[i]->kind != SG_NODE_SCALAR || is_empty_plain(node->child[i]))
            return false;
    return true;
}

static sg_status add_in_brackets(sg_text *out, const sg_node *list, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(add(out, "[", err));
    for (size_t i = 0; i < list->n_children; i++) {
        if (i > 0) SG_TRY(add(out, ", ", err));
        SG_TRY(add_scalar(out, list->child[i]->text, list->child[i]->quoted, err));
    }
    SG_TRY(add(out, "]", err));
done:
    return status;
}

static size_t column(const sg_text *out)
{
    size_t n = 0;
    while (n < out->size && out->data[out->size - 1 - n] != '\n') n++;
    return n;
}

/* Add `blank` and the node to the line, if it fits there: all scalars do, and what is empty. */
static sg_status add_to_line(bool *fits, sg_text *out, const char *blank, const sg_node *node,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const size_t size_before = out->size;
    *fits = true;
    if (is_empty_plain(node)) goto done;
    SG_TRY(add(out, blank, err));
    if (node->kind == SG_NODE_SCALAR) {
        SG_TRY(add_scalar(out, node->text, node->quoted, err));
    } else if (node->n_children == 0) {
        SG_TRY(add(out, node->kind == SG_NODE_MAP ? "{}" : "[]", err));
    } else if (is_simple_list(node)) {
        SG_TRY(add_in_brackets(out, node, err));
        *fits = column(out) <= WIDTH;
    } else {
        *fits = false;
    }
    if (!*fits) out->size = size_before;
done:
    return status;
}

static sg_status add_indent(sg_text *out, size_t indent, sg_error *err)
{
    return sg_text_add(out, err, "%*s", (int)indent, "");
}

static sg_status add_key(sg_text *out, const char *key, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(strlen(key) <= SG_YAML_MAX_KEY, SG_ELIMIT,
               "yaml: a key of %zu characters; at most %d are allowed", strlen(key),
               (int)SG_YAML_MAX_KEY);
    SG_TRY(add_scalar(out, key, false, err));
    SG_TRY(add(out, ":", err));
done:
    return status;
}

/* Write a list or map that is not empty, one line or more per child.  The text ends `depth` indents
 * after the last line break.  As deep as that many calls are on the stack. */
static sg_status write_lines(sg_text *out, const sg_node *node, size_t depth, sg_error *err)
{
    sg_status status = SG_OK;
    const bool is_map = node->kind == SG_NODE_MAP;
    const size_t indent = depth * INDENT;
    for (size_t i = 0; i < node->n_children; i++) {
        const sg_node *child = node->child[i];
        bool fits = false;
        SG_REQUIRE(child->kind == SG_NODE_SCALAR || depth + 1 < SG_YAML_MAX_DEPTH, SG_ELIMIT,
                   "yaml: nested more than %d deep", (int)SG_YAML_MAX_DEPTH);
        if (i > 0) SG_TRY(add_indent(out, indent, err));
        if (is_map)
            SG_TRY(add_key(out, child->key, err));
        else
            SG_TRY(add(out, "-", err));
        SG_TRY(add_to_line(&fits, out, " ", child, err));
        if (fits) {
            SG_TRY(add(out, "\n", err));
            continue;
        }
        SG_TRY(add(out, is_map ? "\n" : " ", err));
        if (is_map) SG_TRY(add_indent(out, indent + INDENT, err));
        SG_TRY(write_lines(out, child, depth + 1, err));
    }
done:
    return status;
}

sg_status sg_yaml_write(char **text, const sg_node *node, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text out = {0};
    bool fits = false;
    SG_TRY(add_to_line(&fits, &out, "", node, err));
    if (!fits)
        SG_TRY(write_lines(&out, node, 0, err));
    else if (is_empty_plain(node))
        SG_TRY(add(&out, "null\n", err)); /* a document is not empty */
    else
        SG_TRY(add(&out, "\n", err));
    *text = out.data;
    out = (sg_text){0};
done:
    sg_text_free(&out);
    return status;
}
