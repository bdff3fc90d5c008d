/* experiment_texts.h - texts and short cuts for the tests of experiments. */
#ifndef SG_TESTS_UNIT_CONFIG_EXPERIMENT_TEXTS_H
#define SG_TESTS_UNIT_CONFIG_EXPERIMENT_TEXTS_H

#include "support/check.h"

#include "base/mem.h"
#include "config/experiment.h"

/* The lines that every experiment needs; six of them. */
#define SMALLEST                                                                               \
    "data: MUTAG\n"                                                                            \
    "layers:\n"                                                                                \
    "  - encoder:\n"                                                                           \
    "      heads: [\"wl:1 @ distance 0..3\"]\n"                                                \
    "  - decoder:\n"                                                                           \
    "      heads: [label]\n"

/* Parse a text that is called e.yml. */
static inline sg_status parse_text(sg_experiment *e, const char *text, const char *const *set,
                                   size_t n_set, sg_error *err)
{
    return sg_experiment_parse(e, "e.yml", text, strlen(text), set, n_set, err);
}

/* Parse a text that must be valid. */
static inline sg_experiment experiment_of(const char *text)
{
    sg_experiment e = {0};
    check_ok(parse_text(&e, text, NULL, 0, &err));
    return e;
}

static inline sg_configuration configuration_of(const sg_experiment *e, uint32_t i)
{
    sg_configuration c = {0};
    check_ok(sg_experiment_configuration(&c, e, i, e->task, &err));
    return c;
}

#endif
