/* head.c - the text is cut at the arrow, at '@' and at the first option word; labels and pair
 * property have parsers of their own. */
#include "plans/head.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static sg_status fail(const char *text, sg_error *err, const char *reason)
{
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "head \"%.120s\": %s", text, reason);
}

/* A copy of [begin, end) without blanks around it. */
static sg_status cut(char **part, const char *begin, const char *end, sg_error *err)
{
    sg_status status = SG_OK;
    while (begin < end && is_blank(*begin)) begin++;
    while (end > begin && is_blank(end[-1])) end--;
    SG_ALLOC(*part, (size_t)(end - begin) + 1);
    memcpy(*part, begin, (size_t)(end - begin));
done:
    return status;
}

/* ---- Options -------------------------------------------------------------------------------- */

/* Read digits up to a blank or the end; 0 where there are none or too many. */
static uint64_t read_count(const char **p)
{
    uint64_t value = 0;
    const char *begin = *p;
    while (**p >= '0' && **p <= '9' && *p - begin < 18)
        value = value * 10 + (uint64_t)(*(*p)++ - '0');
    return **p == '\0' || is_blank(**p) ? value : 0;
}

static bool starts_word(const char *p, const char *word)
{
    const size_t n = strlen(word);
    return strncmp(p, word, n) == 0 && (p[n] == '\0' || is_blank(p[n]));
}

static bool starts_copies(const char *p)
{
    return p[0] == 'x' && p[1] >= '0' && p[1] <= '9';
}

static bool starts_option(const char *p)
{
    return starts_copies(p) || starts_word(p, "at-least") || starts_word(p, "at-most") ||
           starts_word(p, "bias") || starts_word(p, "weight") || starts_word(p, "decay");
}

/* The first option word at or behind `p`, or the end of the text. */
static const char *find_option(const char *p)
{
    for (bool fresh = true; *p != '\0'; p++) {
        if (fresh && starts_option(p)) return p;
        fresh = is_blank(*p);
    }
    return p;
}

static const char *skip_blanks(const char *p)
{
    while (is_blank(*p)) p++;
    return p;
}

static sg_status read_copies(uint32_t *copies, const char **p, const char *text, sg_error *err)
{
    (*p)++;
    const uint64_t n = read_count(p);
    if (*copies > 1) return fail(text, err, "the number of copies occurs twice");
    if (n < 1 || n > SG_MAX_COPIES)
        return fail(text, err, "behind x comes the number of copies, 1 to 4096: x2");
    *copies = (uint32_t)n;
    return SG_OK;
}

static sg_status read_threshold(uint64_t *threshold, const char **p, const char *word,
                                const char *text, sg_error *err)
{
    *p = skip_blanks(*p + strlen(word));
    if (*threshold > 0) return fail(text, err, "at-least or at-most occurs twice");
    *threshold = read_count(p);
    return *threshold > 0
               ? SG_OK
               : fail(text, err,
                      "behind at-least and at-most comes a number of pairs from 1 on");
}

static sg_status read_bias(char **bias, const char **p, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    const char *begin = skip_blanks(*p + strlen("bias")), *end = find_option(begin);
    if (*bias != NULL) SG_TRY(fail(text, err, "bias occurs twice"));
    SG_TRY(cut(bias, begin, end, err));
    *p = end;
done:
    return status;
}

static sg_status read_weight(sg_head *head, const char **p, const char *text, sg_error *err)
{
    *p = skip_blanks(*p + strlen("weight"));
    const char *begin = *p;
    const uint64_t column = read_count(p);
    if (head->weighs) return fail(text, err, "weight occurs twice");
    if (*p == begin || (**p != '\0' && !is_blank(**p)) || column > UINT16_MAX)
        return fail(text, err, "the number of an edge attribute, from 0, must follow weight");
    return sg_head_weigh(head, (uint32_t)column, err);
}

static sg_status read_decay(sg_head *head, const char **p, const char *text, sg_error *err)
{
    const char *begin = skip_blanks(*p + strlen("decay"));
    *p = begin;
    while (**p != '\0' && !is_blank(**p)) (*p)++;
    if (head->decays) return fail(text, err, "decay occurs twice");
    if (!sg_number_real(&head->decay, begin, (size_t)(*p - begin)) || head->decay < 0 ||
        head->decay > 1e6)
        return fail(text, err,
                    "behind decay comes a weight decay from 0 to 1000000: decay 0.01");
    head->decays = true;
    return SG_OK;
}

static sg_status read_options(sg_head *head, const char *p, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    while (*(p = skip_blanks(p)) != '\0') {
        if (starts_copies(p))
            SG_TRY(read_copies(&head->copies, &p, text, err));
        else if (starts_word(p, "at-least"))
            SG_TRY(read_threshold(&head->thresholds.at_least, &p, "at-least", text, err));
        else if (starts_word(p, "at-most"))
            SG_TRY(read_threshold(&head->thresholds.at_most, &p, "at-most", text, err));
        else if (starts_word(p, "bias"))
            SG_TRY(read_bias(&head->bias, &p, text, err));
        else if (starts_word(p, "weight"))
            SG_TRY(read_weight(head, &p, text, err));
        else if (starts_word(p, "decay"))
            SG_TRY(read_decay(head, &p, text, err));
        else
            SG_TRY(fail(text, err,
                        "behind the pair property may come x2, at-least N, at-most N, "
                        "bias LABEL, weight COLUMN and decay D"));
    }
    const sg_thresholds t = head->thresholds;
    if (t.at_most > 0 && t.at_least > t.at_most)
        SG_TRY(fail(text, err, "at-least is larger than at-most: no weight is left"));
done:
    return status;
}

/* ---- Labels and property ---------------------------------------------------------------------- */

/* Replace *label by its normalized text. */
static sg_status normalize_label(char **label, sg_error *err)
{
    sg_label_expression parsed = {0};
    const sg_status status = sg_label_parse(&parsed, *label, err);
    if (status == SG_OK) {
        sg_free(*label);
        *label = parsed.text;
        parsed.text = NULL;
    }
    sg_label_expression_free(&parsed);
    return status;
}

static sg_status check_property(const char *text, sg_error *err)
{
    sg_property parsed = {0};
    const sg_status status = sg_property_parse(&parsed, text, err);
    sg_property_free(&parsed);
    return status;
}

/* Single blanks, none around: texts that mean the same should read the same. */
static void squeeze_blanks(char *text)
{
    char *to = text;
    for (const char *p = text; *p != '\0'; p++)
        if (!is_blank(*p) || (p[1] != '\0' && !is_blank(p[1]))) *to++ = is_blank(*p) ? ' ' : *p;
    *to = '\0';
}

static sg_status read_labels(sg_head *head, const char *text, const char *at, sg_error *err)
{
    sg_status status = SG_OK;
    const char *arrow = strstr(text, "->");
    if (arrow != NULL && arrow < at) {
        SG_TRY(cut(&head->sender, text, arrow, err));
        SG_TRY(cut(&head->receiver, arrow + 2, at, err));
    } else {
        SG_TRY(cut(&head->sender, text, at, err));
        SG_TRY(cut(&head->receiver, text, at, err));
    }
    SG_TRY(normalize_label(&head->sender, err));
    SG_TRY(normalize_label(&head->receiver, err));
done:
    return status;
}

sg_status sg_head_weigh(sg_head *head, uint32_t column, sg_error *err)
{
    sg_status status = SG_OK;
    sg_property parsed = {0};
    SG_TRY(sg_property_parse(&parsed, head->property, err));
    SG_REQUIRE(parsed.kind->joins_neighbors, SG_EINVAL,
               "weight: the pairs of \"%.60s\" are not edges; use edge, arc or edge-bins",
               head->property);
    head->weighs = true;
    head->column = column;
done:
    sg_property_free(&parsed);
    return status;
}

sg_status sg_head_parse(sg_head *head, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_head parsed = {.copies = 1};
    const char *at = strchr(text, '@');
    if (at == NULL)
        SG_TRY(fail(text, err,
                    "there is no '@'; a head reads LABEL @ PAIR, as in wl:2 @ distance 0..6"));
    const char *options = find_option(skip_blanks(at + 1));
    SG_TRY(read_labels(&parsed, text, at, err));
    SG_TRY(cut(&parsed.property, at + 1, options, err));
    squeeze_blanks(parsed.property);
    SG_TRY(check_property(parsed.property, err));
    SG_TRY(read_options(&parsed, options, text, err));
    if (parsed.bias != NULL) SG_TRY(normalize_label(&parsed.bias, err));
    *head = parsed;
    parsed = (sg_head){0};
done:
    sg_head_free(&parsed);
    return status;
}

void sg_head_free(sg_head *head)
{
    sg_free(head->receiver);
    sg_free(head->sender);
    sg_free(head->property);
    sg_free(head->bias);
    *head = (sg_head){0};
}

sg_status sg_head_write(char **text, const sg_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text out = {0};
    if (strcmp(head->sender, head->receiver) == 0)
        SG_TRY(sg_text_add(&out, err, "%s @ %s", head->sender, head->property));
    else
        SG_TRY(sg_text_add(&out, err, "%s -> %s @ %s", head->sender, head->receiver,
                           head->property));
    if (head->copies > 1) SG_TRY(sg_text_add(&out, err, " x%u", head->copies));
    if (head->thresholds.at_least > 1)
        SG_TRY(sg_text_add(&out, err, " at-least %llu",
                           (unsigned long long)head->thresholds.at_least));
    if (head->thresholds.at_most > 0)
        SG_TRY(sg_text_add(&out, err, " at-most %llu",
                           (unsigned long long)head->thresholds.at_most));
    if (head->bias != NULL) SG_TRY(sg_text_add(&out, err, " bias %s", head->bias));
    if (head->weighs) SG_TRY(sg_text_add(&out, err, " weight %u", head->column));
    if (head->decays) {
        SG_TRY(sg_text_add(&out, err, " decay "));
        SG_TRY(sg_text_add_real(&out, head->decay, err));
    }
    *text = out.data;
    out = (sg_text){0};
done:
    sg_text_free(&out);
    return status;
}

sg_status sg_head_name_weights(char **name, const sg_head *head, sg_error *err)
{
    sg_head plain = *head;
    plain.copies = 1;
    plain.bias = NULL;
    plain.decays = false;
    return sg_head_write(name, &plain, err);
}

sg_status sg_decoder_head_parse(char **label, uint32_t *copies, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    char *parsed = NULL;
    uint32_t n = 1;
    const char *p = text;
    for (bool fresh = true; *p != '\0' && !(fresh && starts_copies(p)); p++)
        fresh = is_blank(*p);
    SG_TRY(cut(&parsed, text, p, err));
    SG_TRY(normalize_label(&parsed, err));
    if (*p != '\0') SG_TRY(read_copies(&n, &p, text, err));
    if (*skip_blanks(p) != '\0')
        SG_TRY(fail(text, err, "behind the label may come the number of copies: x2"));
    *label = parsed;
    *copies = n;
    parsed = NULL;
done:
    sg_free(parsed);
    return status;
}
