/* test_yaml_writer.c - trees become documents that read as the same trees; memory that runs out on
 * the way there and back. */
#include "unit/text/yaml_documents.inc"

/* libyaml asks these for memory.  Defined here they take the place of its own, so that its k-th
 * request can be made to fail, too. */
SG_API void *yaml_malloc(size_t size);

SG_API void *yaml_realloc(void *block, size_t size);
static long yaml_requests_left = -1; /* negative: all succeed */
static long yaml_requests;

static bool yaml_must_fail(void)
{
    yaml_requests++;
    return yaml_requests_left >= 0 && yaml_requests_left-- == 0;
}

void *yaml_malloc(size_t size)
{
    return yaml_must_fail() ? NULL : malloc(size > 0 ? size : 1);
}

void *yaml_realloc(void *block, size_t size)
{
    return yaml_must_fail() ? NULL : realloc(block, size > 0 ? size : 1);
}

static void check_rewritten(const char *text, const char *expected)
{
    sg_tree tree = {0};
    char *written = NULL;
    check_ok(parse(&tree, text, strlen(text), &err));
    check_ok(sg_yaml_write(&written, tree.root, &err));
    assert_string_equal(written, expected);
    sg_free(written);
    sg_tree_free(&tree);
}

static void writes_pleasantly(void **state)
{
    (void)state;
    check_rewritten(EXPERIMENT, "data: NCI1\n"
                                "task: classification\n"
                                "runs: 3\n"
                                "layers:\n"
                                "  - encoder:\n"
                                "      heads: [wl:2 @ distance 0..6, b]\n"
                                "      activation: tanh\n"
                                "  - decoder:\n"
                                "      heads: [wl:2]\n"
                                "      bias: true\n"
                                "grid:\n"
                                "  layers.0.heads.0: [x, y]\n");
    check_rewritten("a", "a\n");
    check_rewritten("[]", "[]\n");
    check_rewritten("{}", "{}\n");
    check_rewritten("[1, 2.5, x]", "[1, 2.5, x]\n");
    check_rewritten("[[1, 2], [], {}, 3]", "- [1, 2]\n- []\n- {}\n- 3\n");
    check_rewritten("[[[a], [b]], {c: {d: e}, f: g}]",
                    "- - [a]\n  - [b]\n- c:\n    d: e\n  f: g\n");
    check_rewritten("a:\nb: [x]\nc:\n  -\n  - y\n", "a:\nb: [x]\nc:\n  -\n  - y\n");
    const char *const heads =
        "wl:2 @ distance 0..6, wl:3 @ distance 0..6, wl:4 @ distance 0..6";
    char list[128], line[132];
    (void)snprintf(list, sizeof list, "a: [%s, %s]", heads, "wl:5 @ distance 0..600000");
    (void)snprintf(line, sizeof line, "%s\n", list);
    assert_int_equal(strlen(list), 96);
    check_rewritten(list, line);
    (void)snprintf(list, sizeof list, "a: [%s, %s]", heads, "wl:5 @ distance 0..6000000");
    check_rewritten(list, "a:\n  - wl:2 @ distance 0..6\n  - wl:3 @ distance 0..6\n"
                          "  - wl:4 @ distance 0..6\n  - wl:5 @ distance 0..6000000\n");
}

static void quotes_what_needs_it(void **state)
{
    (void)state;
    /* numbers and words stay what they are, and texts that look like them, too */
    check_rewritten("[1, \"1\", true, \"true\", null, \"null\", ~, \"~\", \"\", \"No\", no]",
                    "[1, \"1\", true, \"true\", null, \"null\", ~, \"~\", \"\", \"No\", no]\n");
    check_rewritten("[\"1_000\", \"2024-01-01\", \"0x1f\", -1.5e+3, \"-1.5e+3\", \".inf\"]",
                    "[\"1_000\", \"2024-01-01\", \"0x1f\", -1.5e+3, \"-1.5e+3\", \".inf\"]\n");
    check_rewritten(
        "['a: b', 'a #b', ' a', 'a ', '- a', '-', '[a', 'a, b', '@a', 'a:', '#', '*a']",
        "[\"a: b\", \"a #b\", \" a\", \"a \", \"- a\", \"-\", \"[a\", \"a, b\", \"@a\", "
        "\"a:\", \"#\", \"*a\"]\n");
    check_rewritten("[a:b, a#b, a@b, label -> degree @ edge, it's, '\"', \"\\\\\", a\\b]",
                    "[a:b, a#b, a@b, label -> degree @ edge, it's, \"\\\"\", \\, a\\b]\n");
    check_rewritten(
        "\"\\n\\r\\t\\x01\\x7f\\x85\\u2028\\ufeff\\uffff\xc3\xa4\xf0\x9f\x98\x80\"",
        "\"\\n\\r\\t\\x01\\x7f\\x85\\u2028\\ufeff\\uffff\xc3\xa4\xf0\x9f\x98\x80\"\n");
    check_rewritten(
        "{\"a: b\": 1, \"\": 2, '- c': 3, '#': 4, \"d\\n\": 5, 6: 7, '?': 8}",
        "\"a: b\": 1\n\"\": 2\n\"- c\": 3\n\"#\": 4\n\"d\\n\": 5\n6: 7\n\"?\": 8\n");
}

static sg_node *make(sg_node_kind kind, const char *text)
{
    sg_node *node = NULL;
    check_ok(sg_node_make(&node, kind, text, &err));
    return node;
}

static void refuses_to_write_what_cannot_be_read(void **state)
{
    (void)state;
    char *text = NULL;
    sg_node *node = make(SG_NODE_SCALAR, "a\xff");
    check_fails(sg_yaml_write(&text, node, &err), SG_EINVAL,
                "yaml: byte 255 at position 2 of a text; UTF-8 is needed");
    sg_node_free(node);

    char key[SG_YAML_MAX_KEY + 2];
    memset(key, 'k', sizeof key);
    key[sizeof key - 1] = '\0';
    sg_node *map = make(SG_NODE_MAP, NULL);
    node = make(SG_NODE_SCALAR, "x");
    check_ok(sg_node_add(map, key, &node, &err));
    check_fails(sg_yaml_write(&text, map, &err), SG_ELIMIT, "a key of 201 characters");
    sg_node_free(map);

    /* 64 deep is fine, in every way a list can be written; 65 is not */
    for (int empty = 0; empty < 2; empty++) {
        sg_node *list = make(SG_NODE_LIST, NULL), *inner = make(SG_NODE_SCALAR, "x");
        if (empty == 0) check_ok(sg_node_add(list, NULL, &inner, &err));
        sg_node_free(inner);
        for (int depth = 1; depth <= SG_YAML_MAX_DEPTH; depth++) {
            if (depth == SG_YAML_MAX_DEPTH) {
                sg_tree tree = {0};
                check_ok(sg_yaml_write(&text, list, &err));
                check_ok(parse(&tree, text, strlen(text), &err));
                assert_true(same_tree(list, tree.root));
                sg_tree_free(&tree);
                sg_free(text);
                text = NULL;
            }
            sg_node *outer = make(SG_NODE_LIST, NULL);
            check_ok(sg_node_add(outer, NULL, &list, &err));
            list = outer;
        }
        check_fails(sg_yaml_write(&text, list, &err), SG_ELIMIT, "nested more than 64 deep");
        sg_node_free(list);
    }
    assert_null(text);
    /* a document is not empty */
    node = make(SG_NODE_SCALAR, "");
    check_ok(sg_yaml_write(&text, node, &err));
    assert_string_equal(text, "null\n");
    sg_free(text);
    sg_node_free(node);
}

static void draw_text(char text[32], sg_rng *rng)
{
    static const char *const pieces[] = {"a",
                                         "wl:2",
                                         " ",
                                         ":",
                                         "#",
                                         "-",
                                         "\"",
                                         "'",
                                         "\\",
                                         "\n",
                                         "\t",
                                         "[",
                                         "]",
                                         "{",
                                         "}",
                                         ",",
                                         "?",
                                         "!",
                                         "&",
                                         "*",
                                         "|",
                                         ">",
                                         "%",
                                         "@",
                                         "`",
                                         "true",
                                         "null",
                                         "~",
                                         "0",
                                         "1.5",
                                         "-",
                                         "e3",
                                         ".",
                                         "...",
                                         "---",
                                         "no",
                                         "\x01",
                                         "\x7f",
                                         "\r",
                                         "\xc2\x85",
                                         "\xc3\xa4",
                                         "\xe2\x80\xa9",
                                         "\xef\xbb\xbf",
                                         "\xf0\x9f\x98\x80",
                                         ": ",
                                         " #",
                                         "  "};
    text[0] = '\0';
    for (uint32_t n = sg_rng_below(rng, 6); n > 0; n--)
        (void)strcat(text, pieces[sg_rng_below(rng, sizeof pieces / sizeof *pieces)]);
}

static sg_node *draw_node(sg_rng *rng, uint32_t depth)
{
    char text[32];
    const uint32_t kind = sg_rng_below(rng, depth > 0 ? 4 : 2);
    if (kind < 2) {
        draw_text(text, rng);
        sg_node *node = make(SG_NODE_SCALAR, text);
        node->quoted = kind == 0;
        return node;
    }
    sg_node *node = make(kind == 2 ? SG_NODE_LIST : SG_NODE_MAP, NULL);
    for (uint32_t n = sg_rng_below(rng, 5); n > 0; n--) {
        sg_node *child = draw_node(rng, depth - 1);
        draw_text(text, rng);
        check_ok(sg_node_add(node, kind == 2 ? NULL : text, &child, &err));
    }
    return node;
}

static void reads_what_it_wrote(void **state)
{
    (void)state;
    sg_rng rng = check_rng("reads_what_it_wrote");
    const long live = sg_mem_live();
    const int n_times = check_times(20000);
    for (int i = 0; i < n_times; i++) {
        sg_node *node = draw_node(&rng, sg_rng_below(&rng, 6));
        char *text = NULL, *again = NULL;
        sg_tree tree = {0};
        sg_error err = {0};
        if (sg_yaml_write(&text, node, &err) != SG_OK) fail_msg("%s", err.text);
        if (parse(&tree, text, strlen(text), &err) != SG_OK) fail_msg("%s: %s", err.text, text);
        const bool is_empty = node->kind == SG_NODE_SCALAR && !node->quoted && !node->text[0];
        if (!is_empty && !same_tree(node, tree.root)) fail_msg("another tree from %s", text);
        if (sg_yaml_write(&again, tree.root, &err) != SG_OK) fail_msg("%s", err.text);
        assert_string_equal(text, again);
        sg_free(again);
        sg_free(text);
        sg_tree_free(&tree);
        sg_node_free(node);
    }
    assert_int_equal(sg_mem_live(), live);
}

static sg_status read_and_write(void *context, sg_error *err)
{
    (void)context;
    sg_tree tree = {0};
    char *text = NULL;
    sg_status status = sg_yaml_parse(&tree, "x.yml", EXPERIMENT, strlen(EXPERIMENT), err);
    if (status == SG_OK) status = sg_yaml_write(&text, tree.root, err);
    if (status != SG_OK) assert_null(text);
    sg_free(text);
    sg_tree_free(&tree);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(read_and_write, NULL) >= 60);
}

/* Also inside of libyaml; leaks there are for the sanitizers to find. */
static void survives_when_libyaml_has_no_memory(void **state)
{
    (void)state;
    yaml_requests = 0;
    check_ok(read_and_write(NULL, &err));
    if (yaml_requests == 0) { /* another library, which does not ask us */
        printf("SKIPPED: libyaml's allocations cannot be replaced here\n");
        skip();
    }
    const long n = yaml_requests;
    for (long k = 0; k < n; k++) {
        const long live = sg_mem_live();
        sg_error err = {0};
        yaml_requests_left = k;
        const sg_status status = read_and_write(NULL, &err);
        yaml_requests_left = -1;
        if (status != SG_ENOMEM) fail_msg("request %ld failed: %d, %s", k, status, err.text);
        assert_int_equal(sg_mem_live(), live);
    }
}

SG_TESTS(cmocka_unit_test(writes_pleasantly), cmocka_unit_test(quotes_what_needs_it),
         cmocka_unit_test(refuses_to_write_what_cannot_be_read),
         cmocka_unit_test(reads_what_it_wrote), cmocka_unit_test(survives_without_memory),
         cmocka_unit_test(survives_when_libyaml_has_no_memory))
