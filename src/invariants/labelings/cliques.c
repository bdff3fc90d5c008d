/* cliques.c - the labeling by numbers of maximal cliques. */
#include "invariants/colors/count_words.h"
#include "invariants/labelings/maximal_cliques.h"

#include <string.h>

enum { LARGEST_MAX = 1000 };

static sg_status parse_cliques(sg_labeling_parameters *parameters, const char *text,
                               sg_error *err)
{
    return sg_parse_number(parameters, text, 1, LARGEST_MAX, err);
}

static bool same_counts(const sg_clique_counts *counts, uint32_t u, uint32_t v)
{
    const uint32_t n_sizes = sg_clique_sizes(counts, v);
    return sg_clique_sizes(counts, u) == n_sizes &&
           memcmp(counts->count + counts->offset[u], counts->count + counts->offset[v],
                  n_sizes * sizeof *counts->count) == 0;
}

/* The content: MAX, then the counts of sizes 1 .. MAX.  It may be long, but is often the same as
 * that of the node before. */
static sg_status label_cliques(sg_key *key, const sg_labeling *labeling,
                               const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t max = labeling->parameters.max;
    sg_clique_counts counts = {0};
    uint64_t *word = NULL;
    SG_TRY(sg_cliques_count(&counts, labeling, work, err));
    SG_TAKE(word, work->scratch, max + (size_t)3);
    word[2] = max;
    for (uint32_t v = 0; v < work->graph->n_nodes; v++) {
        if (v > 0 && same_counts(&counts, v - 1, v)) {
            key[v] = key[v - 1];
            continue;
        }
        const uint32_t n_sizes = sg_clique_sizes(&counts, v);
        memcpy(word + 3, counts.count + counts.offset[v], n_sizes * sizeof *word);
        memset(word + 3 + n_sizes, 0, (max - n_sizes) * sizeof *word);
        key[v] = sg_key_in_place(SG_TAG_CLIQUES, word, max + (size_t)1);
    }
done:
    return status;
}

static sg_status describe_cliques(sg_text *text, const sg_labeling *labeling,
                                  const sg_label_work *work, uint32_t node, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t before = text->size;
    sg_clique_counts counts = {0};
    SG_TRY(sg_cliques_count(&counts, labeling, work, err));
    const sg_length_counts sizes = {counts.count + counts.offset[node], 1, 1,
                                    sg_clique_sizes(&counts, node), "maximal clique"};
    SG_TRY(sg_count_words_add(text, &sizes, "", err));
    if (text->size == before)
        SG_TRY(sg_text_add(text, err, "no maximal clique up to %u", labeling->parameters.max));
done:
    return status;
}

static uint32_t cliques_radius(const sg_labeling_parameters *parameters)
{
    (void)parameters;
    return 1;
}

const sg_labeling_kind sg_labeling_cliques = {
    .name = "cliques",
    .usage = "cliques:MAX",
    .about =
        "how many maximal cliques of 1, 2, ... MAX nodes contain the node; larger ones are "
        "ignored",
    .example = "cliques:4",
    .describe = describe_cliques,
    .parse = parse_cliques,
    .radius = cliques_radius,
    .label = label_cliques,
};
