/* test_yaml_problem.c - what libyaml does not like, in our words and at the right place. */
#include "text/yaml_problem.h"

#include "support/check.h"

/* Parse until libyaml refuses, and say why. */
static sg_status problem_of(const char *text, sg_error *err)
{
    yaml_parser_t parser;
    yaml_event_t event;
    sg_status status = SG_OK;
    bool over = false;
    assert_true(yaml_parser_initialize(&parser) != 0);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
    while (!over) {
        if (yaml_parser_parse(&parser, &event) == 0) {
            status = sg_yaml_problem(err, "x.yml", &parser, text, strlen(text));
            break;
        }
        over = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return status;
}

static void every_problem_has_a_place(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"a: [1, 2\n", "x.yml:"},
                                           {"a: \"x\n", "x.yml:"},
                                           {"a: \"\\q\"\n", "unknown escape"},
                                           {"a: \"\\u00zz\"\n", "hexadecimal digit"},
                                           {"a:\n\tb: 1\n", "tab"},
                                           {"a: 1\n b: 2\n", "x.yml:2"},
                                           {"a: *\n", "x.yml:1"}};
    check_ok(problem_of("a: 1\n", &err));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_fails(problem_of(cases[i][0], &err), SG_EFORMAT, cases[i][1]);
}

static void lack_of_memory_is_no_flaw(void **state)
{
    (void)state;
    yaml_parser_t parser = {.error = YAML_MEMORY_ERROR};
    check_fails(sg_yaml_problem(&err, "x.yml", &parser, "", 0), SG_ENOMEM, "");
}

SG_TESTS(cmocka_unit_test(every_problem_has_a_place),
         cmocka_unit_test(lack_of_memory_is_no_flaw))
