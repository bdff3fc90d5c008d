/* pair_property.c - what pair properties share: lists of values, and the labels of edges. */
#include "invariants/pair_property.h"

#include "base/wording.h"

enum { MAX_VALUE = 1023 };

static bool read_value(uint32_t *value, const char **text)
{
    const char *p = *text;
    uint32_t sum = 0;
    for (; *p >= '0' && *p <= '9' && sum <= MAX_VALUE; p++)
        sum = sum * 10 + (uint32_t)(*p - '0');
    if (p == *text || sum > MAX_VALUE) return false;
    *value = sum;
    *text = p;
    return true;
}

/* "3" or "0..6" at *text. */
static bool read_span(uint32_t *low, uint32_t *high, const char **text)
{
    if (!read_value(low, text)) return false;
    *high = *low;
    if ((*text)[0] != '.' || (*text)[1] != '.') return true;
    *text += 2;
    return read_value(high, text) && *high >= *low;
}

sg_status sg_parse_values(sg_property_parameters *parameters, const char *text, sg_error *err)
{
    sg_property_parameters read = {0};
    const char *p = text;
    for (;;) {
        uint32_t low = 0, high = 0;
        while (*p == ' ') p++;
        if (!read_span(&low, &high, &p)) goto wrong;
        for (uint32_t v = low; v <= high; v++)
            read.value_set[v / 64] |= (uint64_t)1 << (v % 64);
        if (high > read.max_value) read.max_value = high;
        while (*p == ' ') p++;
        if (*p == '\0') break;
        if (*p++ != ',') goto wrong;
    }
    *parameters = read;
    return SG_OK;
wrong:
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "found \"%.40s\"; values from 0 to %d are needed, like 0..6 or 0,3",
                        text, MAX_VALUE);
}

sg_status sg_write_edge_label(sg_text *text, const sg_value_example *example, uint32_t arc,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = example->graph->n_edge_columns;
    const int32_t *label =
        n > 0 ? example->graph->edge_label + (size_t)arc * n : NULL; /* [n] */
    const char *name = n == 1 ? sg_label_names_find(example->edge_name, label[0]) : NULL;
    if (name != NULL) return sg_text_add(text, err, "%s", name);
    if (n > 1) SG_TRY(sg_text_add(text, err, "("));
    for (uint32_t c = 0; c < n; c++)
        SG_TRY(sg_text_add(text, err, c == 0 ? "%d" : ",%d", label[c]));
    if (n > 1) SG_TRY(sg_text_add(text, err, ")"));
done:
    return status;
}

sg_status sg_property_find(sg_pairs *pairs, const sg_property *property,
                           const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    size_t n = 0;
    const sg_property_kind *const *kinds = sg_property_kinds(&n);
    sg_words words = {0};
    if (property->kind->follows_arcs || !sg_arcs_are_special(graph->rules))
        return property->kind->find(pairs, property, graph, scratch, err);
    for (size_t i = 0; i < n; i++)
        if (kinds[i]->follows_arcs) sg_words_add(&words, kinds[i]->name);
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "%s: it is for undirected graphs without self-loops, and these %s; %s "
                        "are for all graphs",
                        property->kind->name,
                        graph->rules.directed ? "are directed" : "keep self-loops",
                        sg_words_end(&words, "and"));
}

uint32_t sg_property_radius(const sg_property *property)
{
    return property->kind->radius != NULL ? property->kind->radius(&property->parameters)
                                          : SG_EVERYWHERE;
}

uint32_t sg_radius_of_values(const sg_property_parameters *parameters)
{
    return parameters->max_value;
}

uint32_t sg_radius_of_neighbors(const sg_property_parameters *parameters)
{
    (void)parameters;
    return 1;
}

uint32_t sg_radius_of_rounds(const sg_property_parameters *parameters)
{
    return parameters->rounds;
}
