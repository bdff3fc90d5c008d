/* init.c - initial weights. */
#include "optim/init.h"

#include "optim/normal.h"
#include "optim/word_reader.h"

#include <math.h>

const sg_init_words sg_init_kinds[SG_N_INITS] = {
    [SG_INIT_CONSTANT] = {"constant", "constant VALUE", {"the value"}, "all the same"},
    [SG_INIT_UNIFORM] = {"uniform",
                         "uniform LOW HIGH",
                         {"the lower end", "the upper end"},
                         "uniform from LOW to HIGH"},
    [SG_INIT_NORMAL] = {"normal",
                        "normal MEAN STD",
                        {"the mean", "the standard deviation"},
                        "normal with this mean and standard deviation"},
    [SG_INIT_HE] =
        {"he",
         "he",
         {NULL},
         "normal with mean 0 and standard deviation sqrt(2 / n), for n weights of a tensor"},
    [SG_INIT_LOWER_UPPER] =
        {"lower-upper",
         "lower-upper",
         {NULL},
         "normal with mean -1 / sqrt(n) and standard deviation 2 / sqrt(n)"},
    [SG_INIT_GLOROT] = {"glorot",
                        "glorot",
                        {NULL},
                        "uniform in +-sqrt(6 / (inputs + outputs)), matrices of layers, too; "
                        "their biases start at 0"},
};

static sg_status fail(const sg_word_reader *in, sg_word word, sg_error *err)
{
    sg_words usages = {0};
    for (int k = 0; k < SG_N_INITS; k++) sg_words_add(&usages, sg_init_kinds[k].usage);
    return sg_word_reader_refuse(in, word, "allowed", &usages, "", err);
}

static sg_status parse_kind(sg_init_kind *kind, sg_word_reader *in, sg_error *err)
{
    const sg_word word = sg_word_reader_take(in);
    for (int k = 0; k < SG_N_INITS; k++) {
        if (!sg_word_is(word, sg_init_kinds[k].word)) continue;
        *kind = (sg_init_kind)k;
        return SG_OK;
    }
    return fail(in, word, err);
}

sg_status sg_init_parse(sg_init *init, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_word_reader in = {.what = "init", .text = text, .next = text};
    sg_init parsed = {SG_INIT_CONSTANT, 0, 0};
    SG_TRY(parse_kind(&parsed.kind, &in, err));
    const char *const *number = sg_init_kinds[parsed.kind].number;
    if (number[0] != NULL) SG_TRY(sg_word_reader_real(&parsed.first, &in, number[0], err));
    if (number[1] != NULL) SG_TRY(sg_word_reader_real(&parsed.second, &in, number[1], err));
    SG_REQUIRE(parsed.kind != SG_INIT_UNIFORM || parsed.first <= parsed.second, SG_EINVAL,
               "init \"%.120s\": the lower end must not be above the upper one", text);
    SG_REQUIRE(parsed.kind != SG_INIT_NORMAL || parsed.second >= 0, SG_EINVAL,
               "init \"%.120s\": the standard deviation must be >= 0", text);
    const sg_word rest = sg_word_reader_take(&in);
    if (rest.length > 0) SG_TRY(fail(&in, rest, err));
    *init = parsed;
done:
    return status;
}

sg_status sg_init_write(sg_text *text, const sg_init *init, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_init_words *kind = &sg_init_kinds[init->kind];
    const double number[2] = {init->first, init->second};
    SG_TRY(sg_text_add(text, err, "%s", kind->word));
    for (int i = 0; i < 2 && kind->number[i] != NULL; i++) {
        SG_TRY(sg_text_add(text, err, " "));
        SG_TRY(sg_word_add_real(text, number[i], err));
    }
done:
    return status;
}

static void fill_normal(double *value, size_t n, double mean, double deviation, sg_rng *rng)
{
    for (size_t i = 0; i < n; i++) value[i] = mean + deviation * sg_rng_normal(rng);
}

static void fill_uniform(double *value, size_t n, double low, double high, sg_rng *rng)
{
    for (size_t i = 0; i < n; i++) value[i] = low + (high - low) * sg_rng_uniform(rng);
}

void sg_init_fill(double *value, size_t n, const sg_init *init, size_t size, sg_rng *rng)
{
    const double root = sqrt((double)size);
    switch (init->kind) {
    case SG_INIT_CONSTANT:
        for (size_t i = 0; i < n; i++) value[i] = init->first;
        break;
    case SG_INIT_UNIFORM:
        fill_uniform(value, n, init->first, init->second, rng);
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
    case SG_INIT_GLOROT:
        fill_uniform(value, n, -sqrt(6 / ((double)size + 1)), sqrt(6 / ((double)size + 1)),
                     rng);
        break;
    }
}
