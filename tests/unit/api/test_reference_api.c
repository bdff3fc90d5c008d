/* test_reference_api.c - lists of words say what the library reads. */
#include "sharegnn.h"

#include "layers/layer_kind.h"
#include "support/check.h"

static sg_reference_entry entry_at(sg_reference list, size_t i)
{
    sg_reference_entry entry = {.struct_size = sizeof entry};
    check_ok(sg_reference_at(&entry, list, i, &err));
    return entry;
}

static sg_reference_entry entry_of(sg_reference list, const char *word, const char *of)
{
    for (size_t i = 0; i < sg_reference_count(list); i++) {
        const sg_reference_entry e = entry_at(list, i);
        if (strcmp(e.word, word) == 0 && (of == NULL || strcmp(e.of, of) == 0)) return e;
    }
    fail_msg("%s has no %s", sg_reference_name(list), word);
    return (sg_reference_entry){0};
}

/* Members follow what they belong to. */
static void every_entry_is_described(void **state)
{
    (void)state;
    for (int l = 0; l < SG_N_REFERENCES; l++) {
        const sg_reference list = (sg_reference)l;
        const char *owner = "";
        assert_true(sg_reference_name(list)[0] != '\0' && sg_reference_about(list)[0] != '\0');
        assert_true(sg_reference_count(list) > 2);
        for (size_t i = 0; i < sg_reference_count(list); i++) {
            const sg_reference_entry e = entry_at(list, i);
            assert_true(e.word[0] != '\0' && e.about != NULL && e.about[0] != '\0');
            assert_int_equal(e.struct_size, sizeof e);
            if (e.of == NULL) {
                owner = e.word;
                assert_true(e.usage[0] != '\0');
            } else
                assert_string_equal(e.of, owner);
        }
    }
}

static void lists_are_those_of_the_library(void **state)
{
    (void)state;
    size_t n_kinds = 0, n_listed = 0;
    while (sg_layer_kind_at((uint32_t)n_kinds) != NULL) n_kinds++;
    for (size_t i = 0; i < sg_reference_count(SG_REFERENCE_LAYERS); i++)
        n_listed += entry_at(SG_REFERENCE_LAYERS, i).of == NULL;
    assert_int_equal(n_listed, n_kinds);
    assert_int_equal(sg_reference_count(SG_REFERENCE_LABELINGS), sg_labeling_count());
    assert_int_equal(sg_reference_count(SG_REFERENCE_PAIRS), sg_property_count());
    size_t n = sg_reference_count(SG_REFERENCE_METRICS);
    assert_non_null(sg_metric_word(n - 1));
    assert_null(sg_metric_word(n));
    n = sg_reference_count(SG_REFERENCE_LOSSES);
    assert_non_null(sg_loss_word(n - 1));
    assert_null(sg_loss_word(n));
    n = sg_reference_count(SG_REFERENCE_FORMATS);
    assert_non_null(sg_data_format_of(n - 1).name);
    assert_null(sg_data_format_of(n).name);
}

static void entries_by_example(void **state)
{
    (void)state;
    assert_string_equal(entry_of(SG_REFERENCE_LAYERS, "bias", "linear").preset, "true");
    assert_string_equal(entry_of(SG_REFERENCE_LAYERS, "kind", "pool").usage,
                        "mean, sum or max");
    assert_string_equal(entry_of(SG_REFERENCE_LAYERS, "activation", "linear").preset,
                        "identity");
    assert_string_equal(entry_of(SG_REFERENCE_LABELINGS, "cycles", NULL).usage,
                        "cycles:MAX or cycles:MIN-MAX");
    assert_string_equal(entry_of(SG_REFERENCE_OPTIMIZERS, "weight-decay", "adamw").preset,
                        "0.01");
    assert_string_equal(entry_of(SG_REFERENCE_OPTIMIZERS, "decoupled", "adamw").preset, "true");
    assert_string_equal(entry_of(SG_REFERENCE_OPTIMIZERS, "beta2", "adam").usage,
                        "0 to 0.99999999");
    assert_string_equal(entry_of(SG_REFERENCE_SCHEDULES, "step", NULL).usage,
                        "step SIZE GAMMA");
    assert_string_equal(entry_of(SG_REFERENCE_INITS, "he", NULL).usage, "he");
    assert_string_equal(entry_of(SG_REFERENCE_FORMATS, "smiles", NULL).usage,
                        ".smi, .smiles, ?smiles");
}

static void there_is_an_end(void **state)
{
    (void)state;
    sg_reference_entry entry = {.struct_size = sizeof entry};
    assert_null(sg_reference_name(SG_N_REFERENCES));
    assert_null(sg_reference_about(SG_N_REFERENCES));
    assert_int_equal(sg_reference_count(SG_N_REFERENCES), 0);
    check_fails(sg_reference_at(&entry, SG_N_REFERENCES, 0, &err), SG_EINVAL, "no list 11");
    check_fails(sg_reference_at(&entry, SG_REFERENCE_LOSSES, 99, &err), SG_EINVAL,
                "losses: there is no entry 99");
}

SG_TESTS(cmocka_unit_test(every_entry_is_described),
         cmocka_unit_test(lists_are_those_of_the_library), cmocka_unit_test(entries_by_example),
         cmocka_unit_test(there_is_an_end))
