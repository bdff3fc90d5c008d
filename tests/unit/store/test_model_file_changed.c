/* test_model_file_changed.c - model files that were changed on purpose are refused, or harmless. */
#include "unit/store/model_files.inc"

/* A change of a file: one text of its document, and one tensor. */
typedef struct change {
    const char *from, *to; /* the first `from` in the document becomes `to`; NULL: none   */
    const char *tensor;    /* which tensor; NULL: none                                    */
    bool drop;             /* it is missing                                               */
    const void *data;      /* its items, if not NULL                                      */
    size_t n;              /* their number: one dimension                                 */
    sg_tensor_type type;
} change;

/* The document with the change made; the caller frees it. */
static char *change_document(const char *document, const change *c)
{
    char *text = malloc(strlen(document) + 100000);
    const char *at = c->from != NULL ? strstr(document, c->from) : NULL;
    if (c->from != NULL && at == NULL) fail_msg("no %s in\n%s", c->from, document);
    if (at == NULL)
        (void)strcpy(text, document);
    else
        (void)sprintf(text, "%.*s%s%s", (int)(at - document), document, c->to,
                      at + strlen(c->from));
    return text;
}

/* Model m with a change, written and read. */
static sg_status read_changed(sg_model *model, int m, const change *c, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tensors_writer writer = {0};
    bool found = c->tensor == NULL;
    char *document = change_document(sg_tensors_find_text(&files[m], "model"), c);
    SG_TRY(sg_tensors_add_text(&writer, "model", document, err));
    for (size_t t = 0; t < files[m].n_tensors; t++) {
        const sg_file_tensor *tensor = &files[m].tensor[t];
        const bool changes = c->tensor != NULL && strcmp(tensor->name, c->tensor) == 0;
        found = found || changes;
        if (changes && c->drop) continue;
        if (changes)
            SG_TRY(sg_tensors_add(&writer, tensor->name, c->type, c->data, 1, &c->n, err));
        else
            SG_TRY(sg_tensors_add(&writer, tensor->name, tensor->type, tensor->data,
                                  tensor->n_dims, tensor->shape, err));
    }
    if (!found) fail_msg("there is no tensor %s", c->tensor);
    SG_TRY(sg_tensors_write(&writer, path_of("changed"), err));
    SG_TRY(sg_model_read(model, path_of("changed"), err));
done:
    free(document);
    sg_tensors_writer_free(&writer);
    return status;
}

static void check_refused(int m, const change *c, const char *part)
{
    sg_model model = {.outputs = {.n = 77}};
    const long live = sg_mem_live();
    check_fails(read_changed(&model, m, c, &err), SG_EFORMAT, part);
    assert_int_equal(model.outputs.n, 77);
    assert_int_equal(sg_mem_live(), live);
}

static void unchanged_files_are_read(void **state)
{
    (void)state;
    for (int m = 0; m < N_MODELS; m++) {
        sg_model model = {0};
        check_ok(read_changed(&model, m, &(change){0}, &err));
        check_harmless(&model);
        sg_model_free(&model);
    }
}

/* But for what a model remembers of its training, which older files do not have. */
static void every_tensor_is_needed(void **state)
{
    (void)state;
    for (int m = 0; m < N_MODELS; m++)
        for (size_t t = 0; t < files[m].n_tensors; t++)
            if (strncmp(files[m].tensor[t].name, "met.", 4) != 0)
                check_refused(m, &(change){.tensor = files[m].tensor[t].name, .drop = true},
                              "is missing");
}

static void every_tensor_has_its_type_and_size(void **state)
{
    (void)state;
    static const uint64_t zeros[1000];
    for (int m = 0; m < N_MODELS; m++)
        for (size_t t = 0; t < files[m].n_tensors; t++) {
            const sg_file_tensor *tensor = &files[m].tensor[t];
            change c = {.tensor = tensor->name, .data = zeros, .type = SG_TENSOR_U8};
            c.n = tensor->n_items;
            check_refused(m, &c, path_of("changed"));
            c.type = tensor->type;
            c.n = tensor->n_items + 1;
            check_refused(m, &c, path_of("changed"));
            c.n = tensor->n_items - 1;
            check_refused(m, &c, path_of("changed"));
        }
}

/* Copy a tensor's items and change one of them. */
static const void *with_item(int m, const char *name, size_t i, const void *value, size_t size)
{
    static char copy[1 << 14];
    const sg_file_tensor *tensor = sg_tensors_find(&files[m], name);
    assert_non_null(tensor);
    assert_int_equal(sg_tensor_type_size(tensor->type), size);
    assert_true(i < tensor->n_items && tensor->n_items * size <= sizeof copy);
    memcpy(copy, tensor->data, tensor->n_items * size);
    memcpy(copy + i * size, value, size);
    return copy;
}

static void change_item(int m, const char *name, size_t i, const void *value, size_t size,
                        const char *part)
{
    const sg_file_tensor *tensor = sg_tensors_find(&files[m], name);
    const change c = {.tensor = name,
                      .data = with_item(m, name, i, value, size),
                      .n = tensor->n_items,
                      .type = tensor->type};
    assert_int_equal(tensor->n_dims, 1);
    check_refused(m, &c, part);
}

static void numbers_are_checked(void **state)
{
    (void)state;
    const float bad[] = {NAN, INFINITY, -INFINITY};
    const double bad_double[] = {NAN, INFINITY, -INFINITY};
    const uint32_t beyond[] = {3, 1000, UINT32_MAX};
    for (int i = 0; i < 3; i++) {
        change_item(0, "layers.0.heads.1.weight", 2, &bad[i], sizeof *bad,
                    "tensor layers.0.heads.1.weight: a weight is not finite");
        change_item(0, "layers.2.bias", 1, &bad[i], sizeof *bad, "a weight is not finite");
        change_item(1, "targets.scale", 0, &bad_double[i], sizeof *bad_double,
                    "tensor targets.scale: is not finite");
        change_item(1, "targets.offset", 1, &bad_double[i], sizeof *bad_double,
                    "tensor targets.offset: is not finite");
        change_item(0, "weights.0.receiver", 0, &beyond[i], sizeof *beyond,
                    "tensor weights.0.receiver: a position is behind the end");
        change_item(0, "weights.0.sender", 4, &beyond[i], sizeof *beyond,
                    "tensor weights.0.sender: a position is behind the end");
        change_item(0, "weights.0.value", 1, &beyond[i], sizeof *beyond,
                    "tensor weights.0.value: a position is behind the end");
    }
    /* A key that stands twice, receivers that do not stand together. */
    const uint64_t *key = sg_tensors_find(&files[0], "labels.0.key")->data;
    change_item(0, "labels.0.key", 1, &key[0], sizeof *key, "have the same key");
    const sg_file_tensor *receiver = sg_tensors_find(&files[0], "weights.0.receiver");
    const uint32_t *position = receiver->data, last = position[receiver->n_items - 1];
    assert_true(position[0] != last && position[1] == position[0]);
    change_item(0, "weights.0.receiver", 0, &last, sizeof last, "are not together");
    const uint32_t *sender = sg_tensors_find(&files[0], "weights.0.sender")->data;
    const uint32_t *value = sg_tensors_find(&files[0], "weights.0.value")->data;
    assert_true(sender[1] == sender[0] && value[1] != value[0]);
    change_item(0, "weights.0.value", 1, &value[0], sizeof *value,
                "weights 0 and 1 have the same key");
}

static void documents_are_read_strictly(void **state)
{
    (void)state;
    static const struct {
        int model;
        const char *from, *to, *part;
    } cases[] = {
        {0, "version: 1", "version: 2", "it has version 2 of the format; this program reads"},
        {0, "version: 1", "version: 0", "version"},
        {0, "version: 1\n", "", "version 0"},
        {0, "version: 1", "version: [1]", "version"},
        {0, "version: 1", "versoin: 1", "version"},
        {0, "task: classification", "task: guessing", "task"},
        {0, "task: classification", "task: regression", "targets"},
        {1, "task: regression", "task: classification", "classes"},
        {0, "loss: cross-entropy", "loss: 3", "loss"},
        {0, "precision: float", "precision: half", "precision"},
        {0, "precision: float", "precision: double", "has another type or shape"},
        {0, "outputs: 2", "outputs: 3", "classes: 3 are needed"},
        {0, "outputs: 2", "outputs: 0", "outputs"},
        {0, "outputs: 2\n", "", "outputs are missing"},
        {0, "outputs: 2", "outputs: 1000000", "classes: 1000000 are needed"},
        {0, "outputs: 2", "outputs: 99999999999999999999", "outputs"},
        {0, "classes: [\"-1\", \"4\"]", "classes: [-1]", "classes: 2 are needed"},
        {0, "classes: [\"-1\", \"4\"]", "classes: [-1, x]",
         "classes: a whole number is needed"},
        {0, "classes: [\"-1\", \"4\"]", "classes: [-1, [4]]", "classes: a text is needed"},
        {0, "classes: [\"-1\", \"4\"]", "classes: 2", "classes: a list"},
        {1, "columns: [0, 1]", "columns: [0]", "columns: 2 are needed"},
        {1, "columns: [0, 1]", "columns: [0, -1]", "columns"},
        {1, "columns: [0, 1]", "columns: [0, 4294967296]", "columns"},
        {1, "attributes: 2", "attributes: 3", "another type or shape"},
        {1, "attributes: 2", "attributes: 0", "input: attributes"},
        {1, "attributes: 2", "attributes: 1000000", "more than the file has"},
        {1, "attributes: 2", "attributes: 4294967296", "attributes"},
        {2, "input: labels", "input: ones", "another type or shape"},
        {2, "input: labels", "input: attributes", "input: attributes"},
        {2, "labelings: [label]", "labelings: [degree]", "it knows no labels of \"label\""},
        {2, "labelings: [label]", "labelings: []", "it knows no labels of \"label\""},
        {2, "labelings: [label]", "labelings: [label, label]", "labels.1.key: is missing"},
        {2, "labelings: [label]", "labelings: [labl]", "did you mean label?"},
        {2, "labelings: [label]", "labelings: label", "labelings: a list"},
        {0, "heads: [label @ distance 0..1]", "", "heads: a list"},
        {0, "[label @ distance 0..1]", "[label @ distance 0..1 x2]", "no copies and no bias"},
        {0, "[label @ distance 0..1]", "[label @ distance 0..2]", "it knows no weights of"},
        {0, "[label @ distance 0..1]", "[wl:3 @ distance 0..1]", "its labels are not among"},
        {0, "[label @ distance 0..1]", "[nothing]", "there is no '@'"},
        {0, "x2 bias degree", "x3 bias degree", "layers.0.heads.2.weight: is missing"},
        {0, "x2 bias degree", "x4096 bias degree", "more than the file has"},
        {0, "x2 bias degree", "x2 bias wl:1", "it knows no labels of \"wl:1\""},
        {0, "- linear:", "- linaer:", "did you mean linear?"},
        {0, "noise: 0", "noise: -1", "noise"},
        {0, "noise: 0", "nose: 0", "unknown key \"nose\""},
        {0, "noise: 0", "noise: 0\nmore: 1", "unknown key \"more\""},
        {1, "outputs: 3", "outputs: 1000000", "more than the file has"},
        {1, "outputs: 3", "outputs: 4", "another type or shape"},
        {1, "from: 0", "from: 2", "from"},
        {1, "from: 0", "from: 00", "from"},
        {0, "layers:", "layers: []\nlayrs:", "layers: a list"},
        {0, "version: 1", "version: 1\nversion: 1", "version"},
        {0, "version: 1", "&a version: *a", ""},
        {0, "version: 1", "{", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const change c = {.from = cases[i].from, .to = cases[i].to};
        check_refused(cases[i].model, &c, cases[i].part);
    }
}

/* Few words that ask for much memory. */
static void large_claims_cost_nothing(void **state)
{
    (void)state;
    char *layers = malloc(100000);
    static const char *const layer[] = {
        "  - linear: {outputs: 1000000}\n",
        "  - encoder: {heads: ['label @ distance 0..1 x4096']}\n",
        "  - decoder: {heads: ['label x4096'], outputs: 1000000}\n"};
    for (int i = 0; i < 3; i++) {
        size_t size = (size_t)sprintf(layers, "layers:\n");
        for (int n = 0; n < 100; n++) size += (size_t)sprintf(layers + size, "%s", layer[i]);
        sg_model model = {0};
        sg_error err = {0};
        const change c = {.from = "layers:\n", .to = layers};
        const sg_status status = read_changed(&model, 0, &c, &err);
        if (status != SG_EFORMAT && status != SG_ELIMIT)
            fail_msg("%s: status %d: %s", layer[i], (int)status, err.text);
        assert_memory_equal(err.text, folder, strlen(folder));
    }
    free(layers);
}

static void other_files_are_no_models(void **state)
{
    (void)state;
    sg_tensors_writer writer = {0};
    sg_model model = {0};
    const float one = 1;
    check_ok(sg_tensors_add(&writer, "x", SG_TENSOR_F32, &one, 0, NULL, &err));
    check_ok(sg_tensors_write(&writer, path_of("other"), &err));
    check_fails(sg_model_read(&model, path_of("other"), &err), SG_EFORMAT,
                "it is not a model of sharegnn: its metadata has no \"model\"");
    check_ok(sg_tensors_add_text(&writer, "model", "", &err));
    check_ok(sg_tensors_write(&writer, path_of("other"), &err));
    check_fails(sg_model_read(&model, path_of("other"), &err), SG_EFORMAT, path_of("other"));
    sg_tensors_writer_free(&writer);
    check_fails(sg_model_read(&model, path_of("none"), &err), SG_ENOTFOUND, path_of("none"));
    check_fails(sg_model_read(&model, folder, &err), SG_EFORMAT, "not a plain file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unchanged_files_are_read),
        cmocka_unit_test(every_tensor_is_needed),
        cmocka_unit_test(every_tensor_has_its_type_and_size),
        cmocka_unit_test(numbers_are_checked),
        cmocka_unit_test(documents_are_read_strictly),
        cmocka_unit_test(large_claims_cost_nothing),
        cmocka_unit_test(other_files_are_no_models),
    };
    return cmocka_run_group_tests(tests, make_models, drop_models);
}
