/* model_mutator.h - changes of a model file that stay close to a model.
 *
 * Random bytes nearly always break the header's JSON, and a changed shape nearly always contradicts the
 * places of the data.  So one of these happens: a number of the header becomes another, a word becomes
 * another word of models, a weight becomes a special number, or a tensor gets another shape; most often the
 * places of all tensors are then computed anew, and the data gets as many bytes as they say.
 */
#ifndef SG_TESTS_FUZZ_MODEL_MUTATOR_H
#define SG_TESTS_FUZZ_MODEL_MUTATOR_H

#include "fuzz/fuzz.h"

#include "base/rng.h"

#include <math.h>
#include <string.h>

/* A header and data in one buffer, as the input of fuzz_model has them. */
typedef struct model_text {
    uint8_t *bytes;
    size_t size, most;
} model_text;

static inline size_t model_header(const model_text *m)
{
    const uint8_t *end = m->size > 0 ? memchr(m->bytes, '\n', m->size) : NULL;
    return end != NULL ? (size_t)(end - m->bytes) : m->size;
}

/* Replace `n_old` bytes at `at`, as far as there is room. */
static inline void model_splice(model_text *m, size_t at, size_t n_old, const char *text)
{
    const size_t n_new = strlen(text);
    if (m->size - n_old + n_new > m->most) return;
    memmove(m->bytes + at + n_new, m->bytes + at + n_old, m->size - at - n_old);
    memcpy(m->bytes + at, text, n_new);
    m->size = m->size - n_old + n_new;
}

static inline bool model_is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

/* Give a number of the header another value. */
static inline void model_change_number(model_text *m, sg_rng *rng)
{
    static const char *const NUMBERS[] = {"0",   "1",  "2",          "3",          "7",
                                          "8",   "16", "4294967295", "4294967296", "-1",
                                          "1e9", "64", "65536",      "0.5",        "4096"};
    const size_t header = model_header(m);
    if (header == 0) return;
    size_t at = sg_rng_below(rng, (uint32_t)header), tries = header;
    while (tries-- > 0 && !model_is_digit(m->bytes[at])) at = (at + 1) % header;
    if (!model_is_digit(m->bytes[at])) return;
    while (at > 0 && model_is_digit(m->bytes[at - 1])) at--;
    size_t end = at;
    while (end < header && model_is_digit(m->bytes[end])) end++;
    model_splice(m, at, end - at, NUMBERS[sg_rng_below(rng, sizeof NUMBERS / sizeof *NUMBERS)]);
}

/* Put a word of models in the place of another one, or behind it. */
static inline void model_change_word(model_text *m, sg_rng *rng)
{
    static const char *const WORDS[] = {
        "encoder",    "decoder",    "linear", "pool",         "norm",    "residual",
        "dropout",    "gcn",        "gin",    "gat",          "sage",    "virtual-node",
        "batch-norm", "concat",     "sparse", "tanh",         "relu",    "label",
        "degree",     "wl:2",       "none",   "edge",         "mean",    "max",
        "F32",        "F64",        "U64",    "U32",          "targets", "true",
        "regression", "multilabel", "mse",    "distance 0..2"};
    enum { N = sizeof WORDS / sizeof *WORDS };
    const size_t header = model_header(m);
    const char *word = WORDS[sg_rng_below(rng, N)], *other = WORDS[sg_rng_below(rng, N)];
    const size_t n = strlen(word);
    for (size_t at = 0; at + n <= header; at++)
        if (memcmp(m->bytes + at, word, n) == 0 && sg_rng_below(rng, 2) == 0) {
            model_splice(m, at, n, other);
            return;
        }
}

static inline void model_change_weight(model_text *m, sg_rng *rng)
{
    const float special[] = {NAN, INFINITY, -INFINITY, 3e38F, -0.0F, 1e-40F, 1.0F};
    const size_t first = model_header(m) + 1;
    if (m->size < first + 8) return;
    const size_t at = first + sg_rng_below(rng, (uint32_t)((m->size - first) / 4)) * (size_t)4;
    if (at + 4 <= m->size)
        memcpy(m->bytes + at, &special[sg_rng_below(rng, 7)], sizeof *special);
}

/* The product of the numbers up to ']', at most `most`. */
static inline size_t model_product(const char *text, size_t most)
{
    size_t product = 1;
    for (char *end = NULL; *text != ']' && *text != '\0'; text = *end == ',' ? end + 1 : end) {
        const unsigned long n = strtoul(text, &end, 10);
        if (end == text) return most;
        product = n > 0 && product > most / n ? most : product * n;
    }
    return product < most ? product : most;
}

/* Let all tensors follow each other, and the data have as many bytes. */
static inline void model_repair(model_text *m)
{
    static char header[1 << 16];
    const size_t n = model_header(m);
    size_t place = 0;
    if (n >= sizeof header) return;
    memcpy(header, m->bytes, n);
    header[n] = '\0';
    model_text made = {(uint8_t *)header, n, sizeof header - 1};
    for (char *at = header; (at = strstr(at, "\"dtype\":\"")) != NULL; at++) {
        char offsets[64];
        const size_t width = at[10] == '6' ? 8 : 4;
        char *shape = strstr(at, "\"shape\":["), *old = strstr(at, "\"data_offsets\":[");
        char *end = old != NULL ? strchr(old, ']') : NULL;
        if (shape == NULL || end == NULL) break;
        const size_t size = width * model_product(shape + 9, 1 << 14);
        (void)snprintf(offsets, sizeof offsets, "\"data_offsets\":[%zu,%zu", place,
                       place + size);
        place += size;
        model_splice(&made, (size_t)(old - header), (size_t)(end - old), offsets);
        header[made.size] = '\0';
    }
    if (made.size + 1 + place > m->most) return;
    const size_t n_data = m->size > n + 1 ? m->size - n - 1 : 0;
    const size_t n_kept = n_data < place ? n_data : place;
    memmove(m->bytes + made.size + 1, m->bytes + (n < m->size ? n + 1 : n), n_kept);
    memcpy(m->bytes, header, made.size);
    m->bytes[made.size] = '\n';
    memset(m->bytes + made.size + 1 + n_kept, 0, place - n_kept);
    m->size = made.size + 1 + place;
}

static inline size_t model_mutate(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
    model_text m = {bytes, size, most};
    sg_rng rng = sg_rng_stream(seed, NULL, 0);
    for (uint32_t k = 1 + sg_rng_below(&rng, 3); k > 0; k--) switch (sg_rng_below(&rng, 5)) {
        case 0:
            m.size = LLVMFuzzerMutate(m.bytes, m.size, m.most);
            break;
        case 1:
            model_change_word(&m, &rng);
            break;
        case 2:
            model_change_weight(&m, &rng);
            break;
        default:
            model_change_number(&m, &rng);
        }
    if (sg_rng_below(&rng, 4) > 0) model_repair(&m);
    return m.size;
}

#endif
