/* test_yaml_reader.c - documents become trees, and what is said of those that do not. */
#include "base/file.h"
#include "unit/text/yaml_documents.inc"

#include <unistd.h>

/* Spell a node: "text", plain, [list], {key=value}, each with the place of its beginning. */
static void spell(sg_text *out, const sg_node *node, bool places)
{
    if (node->key != NULL) check_ok(sg_text_add(out, &err, "%s=", node->key));
    if (places) check_ok(sg_text_add(out, &err, "%u:%u ", node->line, node->column));
    if (node->kind == SG_NODE_SCALAR) {
        const char *const quote = node->quoted ? "\"" : "";
        check_ok(sg_text_add(out, &err, "%s%s%s", quote, node->text, quote));
        return;
    }
    const bool is_map = node->kind == SG_NODE_MAP;
    check_ok(sg_text_add(out, &err, is_map ? "{" : "["));
    for (size_t i = 0; i < node->n_children; i++) {
        if (i > 0) check_ok(sg_text_add(out, &err, ", "));
        assert_ptr_equal(node->child[i]->parent, node);
        spell(out, node->child[i], places);
    }
    check_ok(sg_text_add(out, &err, is_map ? "}" : "]"));
}

static void check_tree(const char *text, const char *expected, bool places)
{
    sg_tree tree = {0};
    sg_text found = {0};
    check_ok(parse(&tree, text, strlen(text), &err));
    assert_string_equal(tree.path, "x.yml");
    spell(&found, tree.root, places);
    assert_string_equal(found.data, expected);
    sg_text_free(&found);
    sg_tree_free(&tree);
}

static void check_refused_bytes(const char *text, size_t size, const char *part)
{
    const long live = sg_mem_live();
    sg_tree tree = {0};
    check_fails(parse(&tree, text, size, &err), SG_EFORMAT, part);
    assert_null(tree.root);
    assert_null(tree.path);
    assert_int_equal(sg_mem_live(), live);
}

static void check_refused(const char *text, const char *part)
{
    check_refused_bytes(text, strlen(text), part);
}

static void reads_an_experiment(void **state)
{
    (void)state;
    check_tree(EXPERIMENT,
               "{data=NCI1, task=classification, runs=3, layers=[{encoder={heads=[\"wl:2 @ "
               "distance 0..6\", \"b\"], activation=tanh}}, {decoder={heads=[\"wl:2\"], "
               "bias=true}}], grid={layers.0.heads.0=[x, y]}}",
               false);
}

static void knows_where_things_stand(void **state)
{
    (void)state;
    check_tree("data: NCI1\nlayers:\n  - a: [x,  \"y\"]\n    b: {c: 1}\n",
               "1:1 {data=1:7 NCI1, layers=3:3 [3:5 {a=3:8 [3:9 x, 3:13 \"y\"], b=4:8 {c=4:12 "
               "1}}]}",
               true);
    /* columns count characters, and a byte order mark is none */
    check_tree("\xef\xbb\xbf\xc3\xbc: {\xc3\xa4: 1, b: 2}\n",
               "1:1 {\xc3\xbc=1:4 {\xc3\xa4=1:8 1, b=1:14 2}}", true);
    check_tree("a: 1\r\nb: 2\r\n", "1:1 {a=1:4 1, b=2:4 2}", true);
    sg_tree tree = {0};
    check_ok(parse(&tree, "\n  key:\n    other: x", 20, &err));
    assert_int_equal(tree.root->child[0]->key_line, 2);
    assert_int_equal(tree.root->child[0]->key_column, 3);
    assert_int_equal(tree.root->child[0]->child[0]->key_line, 3);
    assert_int_equal(tree.root->child[0]->child[0]->key_column, 5);
    assert_int_equal(tree.root->key_line, 0);
    sg_tree_free(&tree);
}

static void reads_what_people_write(void **state)
{
    (void)state;
    static const struct {
        const char *text, *tree;
    } right[] = {
        {"a", "a"},
        {"0.01\n", "0.01"},
        {"\"\"", "\"\""},
        {"[]", "[]"},
        {"{}", "{}"},
        {"---\na: 1\n", "{a=1}"},
        {"a: 1\n...\n", "{a=1}"},
        {"# first\n\na: 1 # second\n# third", "{a=1}"},
        {"a:\nb: ~\nc: null\n", "{a=, b=~, c=null}"},
        {"- a\n-\n- - b\n  - c\n", "[a, , [b, c]]"},
        {"a:\n- b\n- c\n", "{a=[b, c]}"},
        {"a: no\nb: 0x10\nc: 010\n", "{a=no, b=0x10, c=010}"},
        {"a: 'it''s'\n", "{a=\"it's\"}"},
        {"a: \"\\t\\x41\\u00e4\\U0001f600\\/\"\n", "{a=\"\tA\xc3\xa4\xf0\x9f\x98\x80/\"}"},
        {"a: |\n  one\n   two\nb: >\n  one\n  two\n", "{a=\"one\n two\n\", b=\"one two\n\"}"},
        {"a: one\n  two\n", "{a=one two}"},
        {"{a: 1, b}", "{a=1, b=}"},
        {"[a: 1, b]", "[{a=1}, b]"},
        {"? a\n: b\n", "{a=b}"},
        {"\"\": x\n", "{=x}"},
        {"a:\tb\n", "{a=b}"},
        {"a: b:c\n", "{a=b:c}"},
        {"<<: a\n", "{<<=a}"}};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        check_tree(right[i].text, right[i].tree, false);
}

static void reads_json(void **state)
{
    (void)state;
    check_tree("{\"a\":1,\"b\":[1.5e3,true,null,\"x\"],\"c\":{\"d\":{}},\"e\":[]}",
               "{a=1, b=[1.5e3, true, null, \"x\"], c={d={}}, e=[]}", false);
    check_tree("{\n\t\"a\" : [\n\t\t1,\n\t\t2\n\t],\n\t\"b\\n\" : \"\\\\ \\\" \\/\"\n}\n",
               "{a=[1, 2], b\n=\"\\ \" /\"}", false);
    check_tree("[[],[[]],\"\\u00e4\"]", "[[], [[]], \"\xc3\xa4\"]", false);
}

static void refuses_what_surprises(void **state)
{
    (void)state;
    check_refused("a: &x 1\n", "x.yml:1:4: anchors are not allowed; put text that begins with");
    check_refused("&x {a: 1}\n", "x.yml:1:1: anchors are not allowed");
    check_refused("- &x [1]\n", "x.yml:1:3: anchors are not allowed");
    check_refused("a: 1\nb: *a\n", "x.yml:2:4: aliases are not allowed; write the value again");
    check_refused("*a : 1\n", "x.yml:1:1: aliases are not allowed");
    check_refused("a: *\n", "x.yml:1:4: aliases are not allowed");
    check_refused("a: & b\n", "x.yml:1:4: anchors are not allowed");
    check_refused("a: !!int 1\n", "x.yml:1:4: tags are not allowed; put text that begins with");
    check_refused("a: ! 1\n", "x.yml:1:4: tags are not allowed");
    check_refused("a: !u!x 1\n", "x.yml:1:4: tags are not allowed");
    check_refused("!x [1]\n", "x.yml:1:1: tags are not allowed");
    check_refused("!x {a: 1}\n", "x.yml:1:1: tags are not allowed");
    check_refused("!<x y\n", "x.yml:1:1: tags are not allowed");
    check_refused("!x% y\n", "x.yml:1:1: tags are not allowed");
    check_refused("%YAML 1.1\n---\na: 1\n", "x.yml:1:1: directives are not allowed; leave out");
    check_refused("%YAML 2.0\n---\na: 1\n", "x.yml:1:1: directives are not allowed");
    check_refused("%YAML x\n---\na: 1\n", "x.yml:1:1: directives are not allowed");
    check_refused("%TAG ! x\n---\na: 1\n", "x.yml:1:1: directives are not allowed");
    check_refused("%TAG ! x\n%TAG ! x\n---\na: 1\n", "x.yml:2:1: directives are not allowed");
    check_refused("%TAG x\n---\na: 1\n", "x.yml:1:1: directives are not allowed");
    check_refused("%X\n---\na: 1\n", "x.yml:1:1: directives are not allowed");
    check_refused("a: 1\n---\nb: 2\n",
                  "x.yml:2:1: a second document begins here; a file must be one document");
    check_refused("a: 1\n...\nb: 2\n", "x.yml:3:1: the document has ended before this");
    check_refused("a: 1\nb: 2\na: 3\n",
                  "x.yml:3:1: the key \"a\" occurs twice; it was given in line 1 already");
    check_refused("{a: 1, b: 2, b: 3, a: 4, a: 5}", "x.yml:1:14: the key \"b\" occurs twice");
    check_refused("x:\n  - c: 1\n    'c': 2\n    c: 3\n",
                  "x.yml:3:5: the key \"c\" occurs twice; it was given in line 2 already");
    check_refused("[a]: b\n", "x.yml:1:1: a list or map cannot be a key; put text");
    check_refused("a: {{b}}\n", "x.yml:1:5: a list or map cannot be a key");
    check_refused("? - a\n: b\n", "x.yml:1:3: a list or map cannot be a key");
    check_refused("a:\n\tb: 1\n", "x.yml:2:1: found a tab; indent with blanks");
    check_refused("a:\n  - b\n\t- c\n", "x.yml:3:1: found a tab; indent with blanks");
    check_refused("a: |\n\tx\n", "x.yml:2:1: found a tab; indent with blanks");
    check_refused("a: x\n\ty\n", "x.yml:2:1: found a tab; indent with blanks");
    check_refused("[?]", "x.yml:1:4: a key is missing here; write \"key: value\"");
}

static void refuses_empty_documents(void **state)
{
    (void)state;
    static const char *const empty[] = {
        "", " ", "\n\n", "# only a comment\n", "---\n", "---\n...", "\xef\xbb\xbf"};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        check_refused(empty[i], "x.yml:1:1: the document is empty; write at least one line");
    sg_tree tree = {0};
    check_fails(sg_yaml_parse(&tree, "x.yml", NULL, 0, &err), SG_EFORMAT, "is empty");
}

static void explains_what_is_malformed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"a: b: c\n",
         "x.yml:1:5: a key is not allowed here; check the indentation, or put text "
         "with a colon in quotes"},
        {"a: 1\n  b: 2\n", "x.yml:2:4: a key is not allowed here; check the indentation"},
        {"a: ? b\n", "x.yml:1:4: a key is not allowed here; check the indentation, or put text "
                     "with '?' in quotes"},
        {"a: 1\nb\nc: 2\n", "x.yml:2:1: a colon is missing behind this; write \"key: value\""},
        {"a: - b\n",
         "x.yml:1:4: a list item is not allowed here; write each \"- item\" in a line"},
        {"a:\n  b: 1\n c: 2\n",
         "x.yml:3:2: a key is needed here; check the indentation: the "
         "keys of a map begin in the same column; the map begins in line "
         "1"},
        {"- a\nb: c\n", "x.yml:2:1: a list item is needed here; check the indentation: all \"- "
                        "item\" begin in the same column; the list begins in line 1"},
        {"a: [1, 2\nb: 3\n", "x.yml:2:2: ',' or ']' is needed here; the list begins in line 1"},
        {"a: [1, {b: 2]\n", "x.yml:1:13: ',' or '}' is needed here"},
        {"a: {x: 1\n", "x.yml:2:1: ',' or '}' is needed here; the map begins in line 1"},
        {"a: ]\n", "x.yml:1:4: a value is needed here"},
        {"[a:,b]", "x.yml:1:3: a blank is needed behind this colon; or put the text in quotes"},
        {"[1] 2",
         "x.yml:1:5: the document has ended before this; it must be one map, one list"},
        {"a: \"b\nc: 1\n", "x.yml:1:4: the quotes that begin here are not closed"},
        {"a: \"b\n--- c\"\n", "x.yml:1:4: the quotes that begin here are not closed"},
        {"a: 'it's'\n",
         "x.yml:1:8: the value has ended before this; put all of a text in quotes"},
        {"- \"a\" b\n",
         "x.yml:1:7: the value has ended before this; put all of a text in quotes"},
        {"a: \"\\q\"\n", "x.yml:1:5: unknown escape; double quotes know \\n, \\t"},
        {"a: \"\\x4\"\n", "x.yml:1:7: a hexadecimal digit is needed"},
        {"\"\\ud83d\\ude00\"", "x.yml:1:4: this escape is half of a character or none at all"},
        {"a: @b\n", "x.yml:1:4: no value begins with '@'; put the text in quotes"},
        {"a: `b`\n", "x.yml:1:4: no value begins with '`'; put the text in quotes"},
        {"a: %b\n", "x.yml:1:4: no value begins with '%'; put the text in quotes"},
        {"a: | b\n", "x.yml:1:4: behind '|' or '>' the text begins in the next line"},
        {"a: |0\n  b\n", "x.yml:1:5: an indentation must be 1 to 9"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_refused(wrong[i].text, wrong[i].message);
    /* whether a line begins there is counted in lines of all kinds */
    check_refused("x: 1\r\na: 'it's'\r\n", "x.yml:2:8: the value has ended before this");
    check_refused("x: 1\ra:\r  b: 1\r c: 2\r", "x.yml:4:2: a key is needed here");
}

static void refuses_what_is_no_text(void **state)
{
    (void)state;
    check_refused("a: \xff\n", "x.yml:1:4: found byte 255; the text must be UTF-8");
    check_refused("\xc3\xa4: 1\n\xc3\xa4\xc3: \n",
                  "x.yml:2:2: found byte 195; the text must be");
    check_refused("a: \xc0\x80\n", "x.yml:1:4: found byte 192");
    check_refused("a: \xed\xa0\x80\n", "x.yml:1:4: found byte 237");
    check_refused("a\xe2\x86", "x.yml:1:2: found byte 226");
    check_refused_bytes("a: \0 b\n", 7, "x.yml:1:4: found byte 0; the text must be UTF-8");
    check_refused("\xff\xfe"
                  "a",
                  "x.yml:1:1: this looks like UTF-16; save the text as UTF-8");
    check_refused("\xfe\xff", "x.yml:1:1: this looks like UTF-16");
    check_refused_bytes("a\0:\0", 4, "x.yml:1:2: found byte 0");
    check_refused("a: \x1b[2J\n", "x.yml:1:4: found the invisible character U+001B; remove it, "
                                  "or write it as \"\\u001B\" in double quotes");
    check_refused("a: \x7f\n", "x.yml:1:4: found the invisible character U+007F");
    check_refused("a\r\nb\rc\xc2\x85\n", "x.yml:3:2: found the invisible character U+0085");
    check_refused("a: \"\xe2\x80\xa8\"\n", "x.yml:1:5: found the invisible character U+2028");
    check_refused("a: b\xef\xbb\xbf\n", "x.yml:1:5: found the invisible character U+FEFF");
    check_refused("\xef\xbb\xbf\xef\xbb\xbf",
                  "x.yml:1:1: found the invisible character U+FEFF");
    check_refused("a: \xef\xbf\xbf\n", "x.yml:1:4: found the invisible character U+FFFF");
    check_refused("a: \"\\0\"\n", "x.yml:1:4: found the escape of a zero character");
    check_refused("\"\\u0000\": 1\n", "x.yml:1:1: found the escape of a zero character");
    check_tree("a: \"\\u001b\\x85\\u2028\\ufeff\\uffff\"\n",
               "{a=\"\x1b\xc2\x85\xe2\x80\xa8\xef\xbb\xbf\xef\xbf\xbf\"}", false);
}

static void limits_the_nesting(void **state)
{
    (void)state;
    char text[4 * SG_YAML_MAX_DEPTH];
    for (size_t depth = SG_YAML_MAX_DEPTH; depth <= SG_YAML_MAX_DEPTH + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        sg_tree tree = {0};
        if (depth == SG_YAML_MAX_DEPTH)
            check_ok(parse(&tree, text, 2 * depth, &err));
        else
            check_refused_bytes(text, 2 * depth, "x.yml:1:65: nested more than 64 deep");
        sg_tree_free(&tree);
    }
    /* what is never closed is refused as soon as it is too deep */
    char *large = malloc(1 << 20);
    memset(large, '[', 1 << 20);
    check_refused_bytes(large, 1 << 20, "x.yml:1:65: nested more than 64 deep");
    for (size_t i = 0; i < 1 << 20; i += 2) memcpy(large + i, "- ", 2);
    check_refused_bytes(large, 1 << 20, "x.yml:1:129: nested more than 64 deep");
    free(large);
}

static void limits_the_size(void **state)
{
    (void)state;
    const size_t size = SG_YAML_MAX_SIZE;
    char *large = malloc(size + 1);
    sg_tree tree = {0};
    memset(large, 'a', size + 1);
    check_fails(sg_yaml_parse(&tree, "x.yml", large, size + 1, &err), SG_ELIMIT,
                "x.yml: larger than the 16777216 bytes allowed here");
    check_ok(sg_yaml_parse(&tree, "x.yml", large, size, &err));
    assert_int_equal(strlen(tree.root->text), size);
    sg_tree_free(&tree);
    for (size_t i = 0; i < size; i++) large[i] = "[a,"[i == 0 ? 0 : 1 + (i + 1) % 2];
    check_fails(sg_yaml_parse(&tree, "x.yml", large, size, &err), SG_ELIMIT,
                "more than 1048576 values");
    assert_null(tree.root);
    free(large);
}

static void limits_the_keys(void **state)
{
    (void)state;
    char text[SG_YAML_MAX_KEY + 8];
    memset(text, 'k', sizeof text);
    memcpy(text + SG_YAML_MAX_KEY, ": 1", 4);
    sg_tree tree = {0};
    check_ok(parse(&tree, text, strlen(text), &err));
    sg_tree_free(&tree);
    memcpy(text + SG_YAML_MAX_KEY, "k: 1", 5);
    check_refused(text, "x.yml:1:1: found a key of 201 characters; at most 200 are allowed");
}

/* A hundred thousand keys must not be compared with each other. */
static void finds_one_double_among_many(void **state)
{
    (void)state;
    sg_text text = {0};
    for (int i = 0; i < 100000; i++) check_ok(sg_text_add(&text, &err, "k%d: x\n", i));
    sg_tree tree = {0};
    check_ok(sg_yaml_parse(&tree, "x.yml", text.data, text.size, &err));
    assert_int_equal(tree.root->n_children, 100000);
    assert_string_equal(tree.root->child[99999]->key, "k99999");
    sg_tree_free(&tree);
    check_ok(sg_text_add(&text, &err, "k77: x\n"));
    check_refused(text.data, "x.yml:100001:1: the key \"k77\" occurs twice; it was given in "
                             "line 78 already");
    sg_text_free(&text);
}

static void opens_files(void **state)
{
    (void)state;
    char *folder = check_folder();
    char path[256];
    check_write(folder, "a.yml", EXPERIMENT);
    (void)snprintf(path, sizeof path, "%s/a.yml", folder);
    sg_tree tree = {0};
    check_ok(sg_yaml_open(&tree, path, &err));
    assert_string_equal(tree.path, path);
    assert_int_equal(tree.root->n_children, 5);
    sg_tree_free(&tree);
    check_write(folder, "empty.yml", "");
    (void)snprintf(path, sizeof path, "%s/empty.yml", folder);
    check_fails(sg_yaml_open(&tree, path, &err), SG_EFORMAT, "the document is empty");
    (void)snprintf(path, sizeof path, "%s/none.yml", folder);
    check_fails(sg_yaml_open(&tree, path, &err), SG_ENOTFOUND, "cannot open");
    check_fails(sg_yaml_open(&tree, folder, &err), SG_EIO, "cannot read");
    (void)snprintf(path, sizeof path, "%s/large.yml", folder);
    check_write(folder, "large.yml", "");
    assert_int_equal(truncate(path, SG_YAML_MAX_SIZE + 1), 0);
    check_fails(sg_yaml_open(&tree, path, &err), SG_ELIMIT, "larger than the 16777216 bytes");
    assert_null(tree.root);
    check_folder_remove(folder);
}

/* A text cut off anywhere, or with any byte changed, must not crash nor leak. */
static void survives_damage(void **state)
{
    (void)state;
    const size_t size = strlen(EXPERIMENT);
    const long live = sg_mem_live();
    sg_rng rng = check_rng("survives_damage");
    char damaged[sizeof EXPERIMENT];
    for (size_t i = 0; i < 4000; i++) {
        memcpy(damaged, EXPERIMENT, sizeof damaged);
        const size_t length = i < size ? i : size;
        if (i >= size)
            damaged[sg_rng_below(&rng, (uint32_t)size)] = (char)sg_rng_below(&rng, 256);
        sg_tree tree = {0};
        sg_error err = {0};
        const sg_status status = parse(&tree, damaged, length, &err);
        assert_true(status == SG_OK || status == SG_EFORMAT);
        assert_true((status == SG_OK) == (tree.root != NULL));
        if (status != SG_OK) assert_int_equal(strncmp(err.text, "x.yml:", 6), 0);
        sg_tree_free(&tree);
    }
    assert_int_equal(sg_mem_live(), live);
}

SG_TESTS(cmocka_unit_test(reads_an_experiment), cmocka_unit_test(knows_where_things_stand),
         cmocka_unit_test(reads_what_people_write), cmocka_unit_test(reads_json),
         cmocka_unit_test(refuses_what_surprises), cmocka_unit_test(refuses_empty_documents),
         cmocka_unit_test(explains_what_is_malformed),
         cmocka_unit_test(refuses_what_is_no_text), cmocka_unit_test(limits_the_nesting),
         cmocka_unit_test(limits_the_size), cmocka_unit_test(limits_the_keys),
         cmocka_unit_test(finds_one_double_among_many), cmocka_unit_test(opens_files),
         cmocka_unit_test(survives_damage))
