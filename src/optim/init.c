/* init.c - initial weights. */
#include "optim/init.h"

#include "optim/normal.h"
#include "optim/word_reader.h"

#include <math.h>

static const char ALLOWED[] =
    "allowed are constant VALUE, uniform LOW HIGH, normal MEAN STD, he "
    "and lower-upper";

static sg_status parse_kind(sg_init_kind *kind, sg_word_reader *in, sg_error *err)
{
    static const char *const names[] = {"constant", "uniform", "normal", "he", "lower-upper"};
    const sg_word word = sg_word_reader_take(in);
    for (int i = 0; i < 5; i++) {
        if (!sg_word_is(word, names[i])) continue;
        *kind = (sg_init_kind)i;
        return SG_OK;
    }
    return sg_word_reader_fail(in, word, ALLOWED, err);
}

sg_status sg_init_parse(sg_init *init, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_word_reader in = {.what = "init", .text = text, .next = text};
    sg_init parsed = {SG_INIT_CONSTANT, 0, 0};
    SG_TRY(parse_kind(&parsed.kind, &in, err));
    if (parsed.kind == SG_INIT_CONSTANT) {
        SG_TRY(sg_word_reader_real(&parsed.first, &in, "the value", err));
    } else if (parsed.kind == SG_INIT_UNIFORM) {
        SG_TRY(sg_word_reader_real(&parsed.first, &in, "the lower end", err));
        SG_TRY(sg_word_reader_real(&parsed.second, &in, "the upper end", err));
        SG_REQUIRE(parsed.first <= parsed.second, SG_EINVAL,
                   "init \"%.120s\": the lower end must not be above the upper one", text);
    } else if (parsed.kind == SG_INIT_NORMAL) {
        SG_TRY(sg_word_reader_real(&parsed.first, &in, "the mean", err));
        SG_TRY(sg_word_reader_real(&parsed.second, &in, "the standard deviation", err));
        SG_REQUIRE(parsed.second >= 0, SG_EINVAL,
                   "init \"%.120s\": the standard deviation must be >= 0", text);
    }
    const sg_word rest = sg_word_reader_take(&in);
    if (rest.length > 0) SG_TRY(sg_word_reader_fail(&in, rest, ALLOWED, err));
    *init = parsed;
done:
    return status;
}

static void fill_normal(double *value, size_t n, double mean, double deviation, sg_rng *rng)
{
    for (size_t i = 0; i < n; i++) value[i] = mean + deviation * sg_rng_normal(rng);
}

void sg_init_fill(double *value, size_t n, const sg_init *init, size_t size, sg_rng *rng)
{
    const double root = sqrt((double)size);
    switch (init->kind) {
    case SG_INIT_CONSTANT:
        for (size_t i = 0; i < n; i++) value[i] = init->first;
        break;
    case SG_INIT_UNIFORM:
        for (size_t i = 0; i < n; i++)
            value[i] = init->first + (init->second - init->first) * sg_rng_uniform(rng);
        break;
    case SG_INIT_NORMAL:
        fill_normal(value, n, init->first, init->second, rng);
        break;
    case SG_INIT_HE:
        fill_normal(value, n, 0, sqrt(2 / (double)size), rng);
        break;
    case SG_INIT_LOWER_UPPER:
        fill_normal(value, n, -1 / root, 2 / root, rng);
        break;
    }
}
