/* test_layer_kinds.c - the registry of layers: every kind is found, and has all that others ask
 * of it. */
#include "layers/layer_kind.h"

#include "support/check.h"

/* What comes with the library, in the order of messages. */
static const char *const WORDS[] = {
    "encoder",     "decoder",  "linear", "norm",         "activation", "dropout",
    "pool",        "residual", "gcn",    "sage",         "gin",        "gine",
    "gat",         "gatv2",    "concat", "virtual-node", "batch-norm", "embedding",
    "standardize", "add",      "branch", "low-rank",     "sparse"};
enum { N_WORDS = sizeof WORDS / sizeof *WORDS };

static void every_kind_is_found_by_its_word(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < N_WORDS; i++) {
        const sg_layer_kind *kind = NULL;
        check_ok(sg_layer_kind_find(&kind, WORDS[i], &err));
        assert_string_equal(kind->word, WORDS[i]);
        assert_ptr_equal(kind, sg_layer_kind_at(i));
    }
    assert_null(sg_layer_kind_at(UINT32_MAX));
}

static void other_words_are_refused_with_an_offer(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"encodr", "unknown layer \"encodr\"; did you mean encoder?"},
        {"Norm", "unknown layer \"Norm\"; did you mean norm?"},
        {"residuals", "did you mean residual?"},
        {"convolution",
         "unknown layer \"convolution\"; there are encoder, decoder, linear, norm, "
         "activation, dropout, pool, residual, gcn, sage, gin, gine, gat, gatv2, concat, "
         "virtual-node, batch-norm, embedding, standardize, add, branch, low-rank, sparse"},
        {"", "unknown layer \"\""}};
    const sg_layer_kind *kind = sg_layer_kind_at(3);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_fails(sg_layer_kind_find(&kind, cases[i][0], &err), SG_EINVAL, cases[i][1]);
    assert_ptr_equal(kind, sg_layer_kind_at(3));
}

/* A word of any length fits into the message. */
static void long_words_are_cut_off(void **state)
{
    (void)state;
    char word[5000], quoted[80];
    const sg_layer_kind *kind = NULL;
    memset(word, 'q', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    (void)snprintf(quoted, sizeof quoted, "\"%.60s\";", word);
    check_fails(sg_layer_kind_find(&kind, word, &err), SG_EINVAL, quoted);
    assert_null(kind);
}

/* ---- What every kind must have ---------------------------------------------------------------- */

static size_t size_of(const sg_member *member)
{
    static const size_t SIZE[] = {[SG_MEMBER_BOOL] = sizeof(bool),
                                  [SG_MEMBER_REAL] = sizeof(double),
                                  [SG_MEMBER_WORD] = sizeof(uint32_t),
                                  [SG_MEMBER_OUTPUTS] = sizeof(uint32_t),
                                  [SG_MEMBER_ACTIVATION] = sizeof(sg_activation),
                                  [SG_MEMBER_LAYER] = sizeof(uint32_t),
                                  [SG_MEMBER_LAYERS] = sizeof(sg_earlier_layers),
                                  [SG_MEMBER_OWN] = 0};
    return SIZE[member->type];
}

static void check_member(const sg_layer_kind *kind, const sg_member *member)
{
    assert_true(member->name != NULL && member->name[0] != '\0');
    assert_true(member->help != NULL && member->help[0] != '\0');
    assert_null(strchr(member->help, '\n'));
    assert_true(member->offset + size_of(member) <= kind->settings_size);
    if (member->type == SG_MEMBER_REAL)
        assert_true(member->least <= member->preset && member->preset <= member->most);
    if (member->type == SG_MEMBER_WORD) {
        assert_true(member->preset < member->n_words);
        for (uint32_t w = 0; w < member->n_words; w++) assert_non_null(member->words[w]);
    }
    if (member->type == SG_MEMBER_ACTIVATION) assert_true(member->preset < SG_N_ACTIVATIONS);
    if (member->type != SG_MEMBER_OWN) assert_true(member->read == NULL && member->put == NULL);
}

static void every_kind_is_complete(void **state)
{
    (void)state;
    const sg_layer_kind *kind = NULL;
    for (uint32_t i = 0; (kind = sg_layer_kind_at(i)) != NULL; i++) {
        assert_true(kind->summary != NULL && kind->summary[0] != '\0');
        assert_null(strchr(kind->summary, '\n'));
        assert_true(kind->ops_f32 != NULL && kind->ops_f64 != NULL);
        assert_true((const void *)kind->ops_f32 != (const void *)kind->ops_f64);
        assert_true(kind->n_members == 0 || kind->member != NULL);
        for (uint32_t m = 0; m < kind->n_members; m++) {
            check_member(kind, &kind->member[m]);
            for (uint32_t other = 0; other < m; other++)
                assert_string_not_equal(kind->member[m].name, kind->member[other].name);
            if (kind->activates) assert_string_not_equal(kind->member[m].name, "activation");
        }
        /* Without a `bind` the spec is a copy of the settings. */
        assert_true(kind->bind == NULL || kind->spec_size > 0);
        assert_true(kind->bind != NULL || (kind->unbind == NULL && kind->release == NULL));
        /* Heads that are counted have texts, and a kind that pools tells who gave what. */
        assert_true(kind->n_heads == NULL || kind->head_text != NULL);
        /* A kind that may look at other nodes says how far. */
        assert_true(!kind->needs_nodes || kind->pools || kind->reach > 0);
        assert_true(!kind->pools || (kind->credit != NULL && kind->head_text != NULL));
        /* Messages are explained head by head. */
        assert_true(!kind->weighs_messages || (!kind->pools && kind->n_heads != NULL));
    }
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static sg_status find_nothing(void *context, sg_error *err)
{
    const sg_layer_kind *kind = NULL;
    const sg_status status = sg_layer_kind_find(&kind, context, err);
    return status == SG_EINVAL ? SG_OK : status;
}

static void out_of_memory(void **state)
{
    (void)state;
    static char word[] = "convolution";
    assert_true(check_out_of_memory(find_nothing, word) > 0);
}

/* ---- The page ---------------------------------------------------------------------------------- */

enum { PAGE_SIZE = 1 << 20 };

/* The row of a table that begins with `word`, ended by a zero; NULL: there is none. */
static char *row_of(char *page, const char *word)
{
    char begin[80];
    (void)snprintf(begin, sizeof begin, "\n| `%s` |", word);
    char *row = strstr(page, begin);
    if (row != NULL) *strchr(row + 1, '\n') = '\0';
    return row;
}

/* docs/models.md has a row for every kind, which names all of its members. */
static void the_page_lists_all_kinds(void **state)
{
    (void)state;
    char *page = calloc(PAGE_SIZE, 1), *row_page = calloc(PAGE_SIZE, 1);
    assert_true(page != NULL && row_page != NULL);
    FILE *file = fopen(SG_TEST_FIXTURES "/../../docs/models.md", "rb");
    assert_non_null(file);
    assert_true(fread(page, 1, PAGE_SIZE - 1, file) > 0);
    assert_int_equal(fclose(file), 0);
    const sg_layer_kind *kind = NULL;
    for (uint32_t i = 0; (kind = sg_layer_kind_at(i)) != NULL; i++) {
        memcpy(row_page, page, PAGE_SIZE);
        const char *row = row_of(row_page, kind->word);
        if (row == NULL) fail_msg("docs/models.md has no row for %s", kind->word);
        for (uint32_t m = 0; m < kind->n_members; m++) {
            char name[80];
            (void)snprintf(name, sizeof name, "`%s", kind->member[m].name);
            if (strstr(row, name) == NULL)
                fail_msg("docs/models.md does not name %s of %s", kind->member[m].name,
                         kind->word);
        }
        assert_int_equal(kind->activates, strstr(row, "`activation`") != NULL &&
                                              strcmp(kind->word, "activation") != 0);
    }
    free(page);
    free(row_page);
}

/* All of them, and no others. */
static void kinds_that_pool_are_told(void **state)
{
    (void)state;
    sg_words words = {0};
    const sg_layer_kind *kind = NULL;
    const char *told = sg_layer_kinds_that_pool(&words);
    assert_string_equal(told, "decoder or a pool");
    for (uint32_t i = 0; (kind = sg_layer_kind_at(i)) != NULL; i++)
        assert_int_equal(kind->pools, strstr(told, kind->word) != NULL);
}

/* Who says nothing may look at the whole graph. */
static void kinds_look_so_far(void **state)
{
    (void)state;
    static const struct {
        sg_layer_kind kind;
        uint32_t steps;
    } cases[] = {{{.needs_nodes = true}, SG_EVERYWHERE},
                 {{.needs_nodes = true, .reach = SG_OWN_ROW}, 0},
                 {{.needs_nodes = true, .reach = 1}, 1},
                 {{.needs_nodes = true, .reach = SG_EVERYWHERE}, SG_EVERYWHERE},
                 {{.needs_nodes = true, .pools = true}, 0},
                 {{.needs_nodes = false}, 0},
                 {{.reach = 3}, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(sg_layer_reach(&cases[i].kind), cases[i].steps);
    const sg_layer_kind *sparse = NULL;
    check_ok(sg_layer_kind_find(&sparse, "sparse", &err));
    assert_int_equal(sg_layer_reach(sparse), 2);
}

static void activations_become_layers(void **state)
{
    (void)state;
    const sg_layer_kind *kind = NULL;
    sg_activation activation = SG_ACTIVATION_IDENTITY;
    check_ok(sg_layer_kind_find(&kind, "activation", &err));
    const sg_layer_design layer = sg_layer_design_of_activation(&activation);
    assert_ptr_equal(layer.kind, kind);
    assert_ptr_equal(layer.settings, &activation);
    assert_int_equal(kind->linearity_of(layer.settings), SG_LINEAR);
    activation = SG_ACTIVATION_LEAKY_RELU; /* it is borrowed */
    assert_int_equal(kind->linearity_of(layer.settings), SG_PIECEWISE_LINEAR);
    activation = SG_ACTIVATION_TANH;
    assert_int_equal(kind->linearity_of(layer.settings), SG_NONLINEAR);
}

SG_TESTS(cmocka_unit_test(kinds_that_pool_are_told), cmocka_unit_test(kinds_look_so_far),
         cmocka_unit_test(activations_become_layers),
         cmocka_unit_test(the_page_lists_all_kinds),
         cmocka_unit_test(every_kind_is_found_by_its_word),
         cmocka_unit_test(other_words_are_refused_with_an_offer),
         cmocka_unit_test(long_words_are_cut_off), cmocka_unit_test(every_kind_is_complete),
         cmocka_unit_test(out_of_memory))
