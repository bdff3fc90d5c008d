/* patterns.c - the labeling by numbers of small induced patterns. */
#include "base/bitset.h"
#include "base/mem.h"
#include "invariants/labelings/pattern_dense.h"
#include "invariants/labelings/pattern_sparse.h"

#include <inttypes.h>
#include <string.h>

/* Put `pattern` where it belongs among *n patterns in ascending order, unless it is there. */
static void insert(sg_pattern *sorted, size_t *n, sg_pattern pattern)
{
    const uint64_t code = sg_pattern_code(&pattern);
    size_t i = *n;
    while (i > 0 && sg_pattern_code(&sorted[i - 1]) > code) i--;
    if (i > 0 && sg_pattern_code(&sorted[i - 1]) == code) return;
    memmove(sorted + i + 1, sorted + i, (*n - i) * sizeof *sorted);
    sorted[i] = pattern;
    ++*n;
}

static sg_status parse_patterns(sg_labeling_parameters *parameters, const char *text,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_pattern *sorted = NULL;
    size_t n_sorted = 0, n_listed = 1;
    for (const char *p = text; *p != '\0'; p++) n_listed += *p == ',';
    SG_REQUIRE(*text != '\0', SG_EINVAL, "a list of patterns is needed");
    SG_ALLOC(sorted, n_listed);
    for (const char *p = text;; p++) {
        sg_pattern pattern = {0};
        const size_t length = strcspn(p, ",");
        SG_TRY(sg_pattern_parse(&pattern, p, length, err));
        insert(sorted, &n_sorted, pattern);
        p += length;
        if (*p == '\0') break;
    }
    parameters->pattern = sorted;
    parameters->n_patterns = n_sorted;
    sorted = NULL;
done:
    sg_free(sorted);
    return status;
}

/* A node that is visited costs a row of bits here and a list of neighbors there; one neighbor
 * costs as much as several words. */
static bool is_dense(const sg_one_graph *graph)
{
    enum { WORDS_ALWAYS = 4, WORDS_PER_NEIGHBOR = 4 }; /* measured */
    const uint32_t n_words = sg_bit_words(graph->n_nodes);
    if (n_words <= WORDS_ALWAYS) return true;
    if (graph->n_nodes > SG_DENSE_MAX_NODES) return false;
    uint64_t sum = 0, sum_of_squares = 0;
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        const uint64_t degree = graph->arc_offset[v + 1] - graph->arc_offset[v];
        sum += degree;
        sum_of_squares += degree * degree;
    }
    return WORDS_PER_NEIGHBOR * sum_of_squares >= n_words * sum;
}

/* count[i * n_nodes + v] = occurrences of pattern i through v. */
static sg_status count_patterns(uint64_t *count, const sg_labeling *labeling,
                                const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_labeling_parameters *parameters = &labeling->parameters;
    const uint32_t n = work->graph->n_nodes;
    const bool dense = is_dense(work->graph);
    sg_dense_search by_rows = {0};
    sg_sparse_search by_lists = {0};
    if (dense)
        SG_TRY(sg_dense_search_open(&by_rows, labeling, work, err));
    else
        SG_TRY(sg_sparse_search_open(&by_lists, labeling, work, err));
    memset(count, 0, n * parameters->n_patterns * sizeof *count);
    for (size_t i = 0; i < parameters->n_patterns; i++) {
        sg_pattern_plan plan[SG_PATTERN_MAX_NODES];
        const unsigned n_plans = sg_pattern_plans(plan, &parameters->pattern[i]);
        for (unsigned k = 0; k < n_plans; k++)
            SG_TRY(dense ? sg_dense_search_count(count + i * n, &by_rows, &plan[k], err)
                         : sg_sparse_search_count(count + i * n, &by_lists, &plan[k], err));
    }
done:
    return status;
}

/* The content: for every pattern its code and its count, in the order of the codes. */
static sg_status label_patterns(sg_key *key, const sg_labeling *labeling,
                                const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = work->graph->n_nodes;
    const size_t n_patterns = labeling->parameters.n_patterns;
    uint64_t *count = NULL, *word = NULL;
    SG_TAKE(count, work->scratch, n_patterns * n);
    SG_TAKE(word, work->scratch, 2 * n_patterns + 2);
    SG_TRY(count_patterns(count, labeling, work, err));
    for (size_t i = 0; i < n_patterns; i++)
        word[2 + 2 * i] = sg_pattern_code(&labeling->parameters.pattern[i]);
    for (uint32_t v = 0; v < n; v++) {
        for (size_t i = 0; i < n_patterns; i++) word[3 + 2 * i] = count[i * n + v];
        key[v] = sg_key_in_place(SG_TAG_PATTERNS, word, 2 * n_patterns);
    }
done:
    return status;
}

/* "6 triangles, 1 square", "1 cycle of 5": those that contain the node, in the order of their codes. */
static sg_status describe_patterns(sg_text *text, const sg_labeling *labeling,
                                   const sg_label_work *work, uint32_t node, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = work->graph->n_nodes;
    const size_t n_patterns = labeling->parameters.n_patterns, before = text->size;
    uint64_t *count = NULL;
    SG_TAKE(count, work->scratch, n_patterns * n);
    SG_TRY(count_patterns(count, labeling, work, err));
    for (size_t i = 0; i < n_patterns; i++) {
        const uint64_t times = count[i * n + node];
        const char *name = sg_pattern_name(&labeling->parameters.pattern[i]);
        const int kind = (int)strcspn(name, " "); /* "cycles of 5", "tailed triangles" */
        const bool ends = strncmp(name + kind, " of ", 4) != 0;
        if (times == 0) continue;
        SG_TRY(
            sg_text_add(text, err, "%s%" PRIu64 " ", text->size > before ? ", " : "", times));
        SG_TRY(times == 1 ? sg_text_add(text, err, "%s", name)
               : ends     ? sg_text_add(text, err, "%ss", name)
                          : sg_text_add(text, err, "%.*ss%s", kind, name, name + kind));
    }
    if (text->size == before) SG_TRY(sg_text_add(text, err, "none of the patterns"));
done:
    return status;
}

/* A pattern is connected: its nodes are fewer steps apart than there are of them. */
static uint32_t patterns_radius(const sg_labeling_parameters *parameters)
{
    uint32_t largest = 1;
    for (size_t p = 0; p < parameters->n_patterns; p++)
        if (parameters->pattern[p].n_nodes > largest) largest = parameters->pattern[p].n_nodes;
    return largest - 1;
}

const sg_labeling_kind sg_labeling_patterns = {
    .name = "patterns",
    .usage =
        "patterns:P,P,... with P = edge, triangle, square, star, tailed-triangle, cliqueK, "
        "cycleK, or edges such as 0-1.1-2.2-0.2-3",
    .about = "how many induced copies of each pattern of up to 6 nodes contain the node",
    .example = "patterns:triangle,square",
    .describe = describe_patterns,
    .parse = parse_patterns,
    .radius = patterns_radius,
    .label = label_patterns,
};
