/* expression.c - a small recursive parser; positions are columns from 1. */
#include "invariants/expression.h"

#include "base/mem.h"
#include "base/nearest.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { MAX_PARTS = 64, MAX_DEPTH = 8 };

typedef struct parser {
    const char *text;
    const char *p;
} parser;

static sg_status fail_at(const parser *in, const char *at, const char *reason, sg_error *err)
{
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "\"%.120s\", column %d: %s", in->text,
                        (int)(at - in->text) + 1, reason);
}

static void skip_blanks(parser *in)
{
    while (*in->p == ' ' || *in->p == '\t') in->p++;
}

/* Whether `c` may stand in a kind's name. */
static bool in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '_';
}

/* The length of the name at `p`; an arrow "->" ends it. */
static size_t name_length(const char *p)
{
    size_t n = 0;
    while (in_name(p[n]) && !(p[n] == '-' && p[n + 1] == '>')) n++;
    return n;
}

/* The length of " within 4", where the text begins so; else 0. */
static size_t within_length(const char *p)
{
    static const char within[] = " within ";
    size_t n = sizeof within - 1;
    if (strncmp(p, within, n) != 0) return 0;
    while (p[n] >= '0' && p[n] <= '9') n++;
    return n;
}

/* Parameters go on to what may follow a part; " within 4" belongs to them. */
static size_t parameters_length(const char *p)
{
    size_t n = 0;
    while (p[n] != '\0' && strchr("+/@ \t", p[n]) == NULL && !(p[n] == '-' && p[n + 1] == '>'))
        n++;
    return n + within_length(p + n);
}

static bool is_word(const char *p, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(p, word, length) == 0;
}

static sg_status unknown_kind(const parser *in, const char *at, size_t length, const char *what,
                              sg_nearest *nearest, sg_error *err)
{
    sg_text reason = {0};
    sg_status status = SG_OK;
    const int shown = length < 40 ? (int)length : 40;
    if (length == 0)
        SG_TRY(sg_text_add(&reason, err, "a %s is needed here", what));
    else if (nearest->name != NULL)
        SG_TRY(sg_text_add(&reason, err, "unknown %s \"%.*s\"; did you mean %s?", what, shown,
                           at, nearest->name));
    else
        SG_TRY(sg_text_add(&reason, err, "unknown %s \"%.*s\"", what, shown, at));
    status = fail_at(in, at, reason.data, err);
done:
    sg_text_free(&reason);
    return status;
}

static sg_status parse_kind(const sg_labeling_kind **kind, parser *in, sg_error *err)
{
    size_t n_kinds = 0;
    const sg_labeling_kind *const *kinds = sg_labeling_kinds(&n_kinds);
    const size_t length = name_length(in->p);
    char wanted[64] = "";
    if (length < sizeof wanted) memcpy(wanted, in->p, length);
    sg_nearest nearest = {.wanted = wanted};
    for (size_t i = 0; i < n_kinds; i++) {
        sg_nearest_offer(&nearest, kinds[i]->name);
        if (!is_word(in->p, length, kinds[i]->name)) continue;
        *kind = kinds[i];
        in->p += length;
        return SG_OK;
    }
    return unknown_kind(in, in->p, length, "labeling", &nearest, err);
}

/* What a kind's own parser says about its parameters, with the place. */
static sg_status fail_in_parameters(const parser *in, const char *at, const char *name,
                                    const char *usage, const sg_error *inner, sg_error *err)
{
    char reason[400];
    if (inner->status == SG_ENOMEM)
        return sg_error_set(err, SG_ENOMEM, SG_WHERE, "out of memory");
    (void)snprintf(reason, sizeof reason, "%s: %.200s (usage: %s)", name, inner->text, usage);
    return fail_at(in, at, reason, err);
}

static sg_status parse_parameters(sg_labeling *part, parser *in, sg_error *err)
{
    sg_status status = SG_OK;
    const char *at = in->p;
    char *text = NULL;
    sg_error inner = {0};
    size_t length = 0;
    const sg_labeling_kind *kind = part->kind;
    if (*in->p == ':') {
        at = ++in->p;
        length = parameters_length(in->p);
        if (kind->parse == NULL)
            SG_TRY(fail_at(in, at - 1, "this labeling takes no parameters", err));
    }
    if (kind->parse == NULL) goto done;
    SG_ALLOC(text, length + 1);
    memcpy(text, in->p, length);
    in->p += length;
    if (kind->parse(&part->parameters, text, &inner) != SG_OK)
        SG_TRY(fail_in_parameters(in, at, kind->name, kind->usage, &inner, err));
done:
    sg_free(text);
    return status;
}

static void labeling_free(sg_labeling *labeling)
{
    sg_free(labeling->parameters.pattern);
    if (labeling->base != NULL) {
        labeling_free(labeling->base);
        sg_free(labeling->base);
    }
    *labeling = (sg_labeling){0};
}

/* KIND[:PARAMETERS][/part].  What was made on failure belongs to `part`. */
static sg_status parse_part(sg_labeling *part, parser *in, int depth, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(parse_kind(&part->kind, in, err));
    SG_TRY(parse_parameters(part, in, err));
    if (*in->p != '/') goto done;
    if (!part->kind->takes_base)
        SG_TRY(
            fail_at(in, in->p,
                    "this labeling starts from nothing; only wl and wl-edges can be followed "
                    "by \"/\"",
                    err));
    if (depth == MAX_DEPTH) SG_TRY(fail_at(in, in->p, "nested too deep", err));
    in->p++;
    SG_ALLOC(part->base, 1);
    SG_TRY(parse_part(part->base, in, depth + 1, err));
done:
    return status;
}

static sg_status parse_limit(uint32_t *limit, parser *in, sg_error *err)
{
    sg_labeling_parameters number = {0};
    char digits[16] = "";
    sg_error inner = {0};
    if (!is_word(in->p, name_length(in->p), "limit")) return SG_OK;
    in->p += strlen("limit");
    skip_blanks(in);
    const char *at = in->p;
    const size_t length = strspn(at, "0123456789");
    if (length > 0 && length < sizeof digits) memcpy(digits, at, length);
    if (sg_parse_number(&number, digits, 1, UINT32_MAX, &inner) != SG_OK)
        return fail_at(in, at, "a number of labels, at least 1, must follow \"limit\"", err);
    in->p += length;
    *limit = number.max;
    skip_blanks(in);
    return SG_OK;
}

/* The expression with single blanks around "limit" and none elsewhere. */
static sg_status normalize(char **out, const char *text, uint32_t limit, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text normal = {0};
    const char *end = text + strlen(text);
    if (limit > 0) { /* back over the number and the word */
        while (end[-1] == ' ' || end[-1] == '\t') end--;
        while (end[-1] >= '0' && end[-1] <= '9') end--;
        while (end[-1] != 't') end--;
        end -= strlen("limit");
    }
    for (const char *p = text; p < end; p++) {
        const size_t n = within_length(p);
        if (n > 0 || (*p != ' ' && *p != '\t'))
            SG_TRY(sg_text_add_bytes(&normal, p, n > 0 ? n : 1, err));
        if (n > 0) p += n - 1;
    }
    if (limit > 0) SG_TRY(sg_text_add(&normal, err, " limit %u", limit));
    *out = normal.data;
    normal = (sg_text){0};
done:
    sg_text_free(&normal);
    return status;
}

sg_status sg_label_parse(sg_label_expression *expression, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_expression made = {0};
    parser in = {text, text};
    SG_ALLOC(made.part, MAX_PARTS);
    for (;;) {
        skip_blanks(&in);
        if (made.n_parts == MAX_PARTS) SG_TRY(fail_at(&in, in.p, "more than 64 parts", err));
        made.n_parts++;
        SG_TRY(parse_part(&made.part[made.n_parts - 1], &in, 0, err));
        skip_blanks(&in);
        if (*in.p != '+') break;
        in.p++;
    }
    SG_TRY(parse_limit(&made.limit, &in, err));
    if (*in.p != '\0')
        SG_TRY(fail_at(&in, in.p, "only \"+\" or \"limit N\" may follow here", err));
    SG_TRY(normalize(&made.text, text, made.limit, err));
    *expression = made;
    made = (sg_label_expression){0};
done:
    sg_label_expression_free(&made);
    return status;
}

void sg_label_expression_free(sg_label_expression *expression)
{
    for (size_t i = 0; i < expression->n_parts; i++) labeling_free(&expression->part[i]);
    sg_free(expression->part);
    sg_free(expression->text);
    *expression = (sg_label_expression){0};
}

/* Combine the parts' keys; part i of node v is keys[i * n_nodes + v]. */
static void combine(sg_key *key, const sg_key *keys, uint64_t *word, size_t n_parts,
                    uint32_t n_nodes)
{
    const sg_key nothing = {0, 0};
    for (uint32_t v = 0; v < n_nodes; v++) {
        uint64_t check_sum = 0;
        for (size_t i = 0; i < n_parts; i++) {
            const sg_key part = keys[i * n_nodes + v];
            word[SG_KEY_ROOM + i] = part.key;
            check_sum += sg_check_mix(part.check);
        }
        key[v] = sg_key_of_keys(SG_TAG_COMBINED, nothing, word, n_parts, check_sum);
    }
}

sg_status sg_label_graph(sg_key *key, const sg_label_expression *expression,
                         const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n_parts = expression->n_parts;
    const uint32_t n_nodes = work->graph->n_nodes;
    sg_key *keys = NULL;
    uint64_t *word = NULL;
    for (size_t i = 0; i < n_parts; i++)
        SG_TRY(sg_labeling_check(&expression->part[i], work->graph, err));
    if (n_parts == 1)
        return expression->part[0].kind->label(key, &expression->part[0], work, err);
    SG_TAKE(keys, work->scratch, n_parts * n_nodes);
    SG_TAKE(word, work->scratch, n_parts + SG_KEY_ROOM);
    for (size_t i = 0; i < n_parts; i++) {
        const sg_labeling *part = &expression->part[i];
        SG_TRY(part->kind->label(keys + i * n_nodes, part, work, err));
    }
    combine(key, keys, word, n_parts, n_nodes);
done:
    return status;
}

sg_status sg_property_parse(sg_property *property, const char *text, sg_error *err)
{
    size_t n_kinds = 0;
    const sg_property_kind *const *kinds = sg_property_kinds(&n_kinds);
    parser in = {text, text};
    skip_blanks(&in);
    const size_t length = name_length(in.p);
    char wanted[64] = "";
    if (length < sizeof wanted) memcpy(wanted, in.p, length);
    sg_nearest nearest = {.wanted = wanted};
    for (size_t i = 0; i < n_kinds; i++) {
        sg_nearest_offer(&nearest, kinds[i]->name);
        if (!is_word(in.p, length, kinds[i]->name)) continue;
        in.p += length;
        skip_blanks(&in);
        sg_property made = {.kind = kinds[i]};
        sg_error inner = {0};
        if (kinds[i]->parse == NULL) {
            if (*in.p != '\0')
                return fail_at(&in, in.p, "this pair property takes no parameters", err);
        } else if (kinds[i]->parse(&made.parameters, in.p, &inner) != SG_OK) {
            sg_property_free(&made);
            return fail_in_parameters(&in, in.p, kinds[i]->name, kinds[i]->usage, &inner, err);
        }
        *property = made;
        return SG_OK;
    }
    return unknown_kind(&in, in.p, length, "pair property", &nearest, err);
}

void sg_property_free(sg_property *property)
{
    sg_free(property->parameters.mask);
    *property = (sg_property){0};
}

/* A labeling that starts from another sees as much farther. */
static uint32_t radius_of_part(const sg_labeling *part)
{
    uint32_t sum = 0;
    for (; part != NULL; part = part->base) {
        const uint32_t radius =
            part->kind->radius != NULL ? part->kind->radius(&part->parameters) : SG_EVERYWHERE;
        if (radius >= SG_EVERYWHERE - sum) return SG_EVERYWHERE;
        sum += radius;
    }
    return sum;
}

uint32_t sg_label_radius(const sg_label_expression *expression)
{
    uint32_t largest = 0;
    for (size_t p = 0; p < expression->n_parts; p++) {
        const uint32_t of_part = radius_of_part(&expression->part[p]);
        if (of_part > largest) largest = of_part;
    }
    return largest;
}

/* A labeling that starts from no other starts from the labels of the data. */
static uint32_t part_sees(const sg_labeling *part)
{
    uint32_t sees = 0;
    for (; part != NULL; part = part->base) {
        if (part->kind->sees_edges) sees |= SG_SEES_EDGE_LABELS;
        if (part->kind->is_of_data || (part->kind->takes_base && part->base == NULL))
            sees |= SG_SEES_NODE_LABELS;
    }
    return sees;
}

uint32_t sg_label_sees(const sg_label_expression *expression)
{
    uint32_t sees = 0;
    for (size_t p = 0; p < expression->n_parts; p++) sees |= part_sees(&expression->part[p]);
    return sees;
}

const sg_labeling_kind *sg_label_kind_alone(const sg_label_expression *expression)
{
    const bool alone = expression->n_parts == 1 && expression->part->base == NULL;
    return alone && expression->limit == 0 ? expression->part->kind : NULL;
}

sg_status sg_label_text_radius(uint32_t *radius, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_expression expression = {0};
    SG_TRY(sg_label_parse(&expression, text, err));
    *radius = sg_label_radius(&expression);
done:
    sg_label_expression_free(&expression);
    return status;
}
