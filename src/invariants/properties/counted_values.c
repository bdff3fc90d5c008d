/* counted_values.c - numbers by length as keys and as words. */
#include "invariants/properties/counted_values.h"

#include "invariants/colors/count_words.h"
#include "invariants/properties/near_values.h"

sg_status sg_parse_lengths(sg_property_parameters *parameters, const char *text, sg_error *err)
{
    return sg_parse_rounds_within(parameters, text, 1, SG_MAX_LENGTH, err);
}

sg_key sg_key_of_counts(sg_tag tag, const uint64_t *count, uint32_t n_nodes, uint32_t length)
{
    uint64_t word[SG_MAX_LENGTH + 1];
    for (uint32_t k = 0; k <= length; k++) word[k] = count[(size_t)k * n_nodes];
    return sg_key_of(tag, word, (size_t)length + 1);
}

/* The least length comes first. */
static sg_value_rank rank_of(const uint64_t *count, uint32_t n_nodes, uint32_t length)
{
    uint32_t k = 0;
    while (k < length && count[(size_t)k * n_nodes] == 0) k++;
    const uint64_t n = count[(size_t)k * n_nodes];
    return (sg_value_rank){{k, n < INT64_MAX ? (int64_t)n : INT64_MAX}};
}

sg_status sg_name_counts(sg_value_names *names, const sg_value_example *example,
                         const char *what, const uint64_t *count, uint32_t length,
                         sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_nodes = example->graph->n_nodes;
    const sg_length_counts counts = {count + n_nodes, n_nodes, 1, length, what};
    const bool is_self = count[0] != 0;
    sg_text text = {0};
    SG_TRY(sg_text_add(&text, err, "%s", is_self ? "self" : ""));
    SG_TRY(sg_count_words_add(&text, &counts, is_self ? ", " : "", err));
    SG_TRY(sg_value_names_put(names, example->key, rank_of(count, n_nodes, length), err, "%s",
                              text.data));
done:
    sg_text_free(&text);
    return status;
}
