/* yaml_problem.c - libyaml's messages are for people who know the grammar of YAML; these are for
 * people who wrote a file that does not follow it. */
#include "text/yaml_problem.h"

#include <string.h>

/* `text` replaces a problem in whose description by libyaml `problem` occurs, met while doing
 * something in which `context` occurs (NULL: anything).  The first that fits counts. */
typedef struct translation {
    const char *problem, *context;
    const char *text;
    const char *begins; /* name what it is that begins before, and where               */
    bool at_begin;      /* report where the thing begins, not where it turns out wrong */
    bool is_next_line;  /* something was expected to begin a line                      */
} translation;

static const translation TRANSLATIONS[] = {
    {.problem = "could not find expected ':'",
     .text = "a colon is missing behind this; write \"key: value\"",
     .at_begin = true},
    {.problem = "mapping values are not allowed",
     .text = "a key is not allowed here; check the indentation, or put text with a colon in "
             "quotes"},
    {.problem = "mapping keys are not allowed",
     .text =
         "a key is not allowed here; check the indentation, or put text with '?' in quotes"},
    {.problem = "block sequence entries are not allowed",
     .text = "a list item is not allowed here; write each \"- item\" in a line of its own"},
    {.problem = "did not find expected key",
     .text = "a key is needed here; check the indentation: the keys of a map begin in the same "
             "column",
     .begins = "the map",
     .is_next_line = true},
    {.problem = "did not find expected '-' indicator",
     .text = "a list item is needed here; check the indentation: all \"- item\" begin in the "
             "same column",
     .begins = "the list",
     .is_next_line = true},
    {.problem = "expected ',' or ']'",
     .text = "',' or ']' is needed here",
     .begins = "the list"},
    {.problem = "expected ',' or '}'",
     .text = "',' or '}' is needed here",
     .begins = "the map"},
    {.problem = "did not find expected node content", .text = "a value is needed here"},
    {.problem = "found unexpected ':'",
     .text = "a blank is needed behind this colon; or put the text in quotes"},
    {.problem = "did not find expected <document start>",
     .text = "the document has ended before this; it must be one map, one list or one value"},
    {.problem = "found unexpected", /* end of stream, document indicator */
     .context = "quoted scalar",
     .text = "the quotes that begin here are not closed",
     .at_begin = true},
    {.problem = "found unknown escape character",
     .text =
         "unknown escape; double quotes know \\n, \\t, \\\", \\\\, \\u0041 and such, single "
         "quotes take every '\\' as it is"},
    {.problem = "did not find expected hexdecimal number",
     .text = "a hexadecimal digit is needed: \\x41, \\u0041, \\U00000041"},
    {.problem = "found invalid Unicode character escape code",
     .text = "this escape is half of a character or none at all; write the character itself"},
    {.problem = "found a tab character", .text = SG_YAML_NO_TABS},
    {.problem = "found an indentation indicator equal to 0",
     .text = "an indentation must be 1 to 9; or leave the number out"},
    {.problem = "did not find expected comment or line break",
     .context = "block scalar",
     .text = "behind '|' or '>' the text begins in the next line; put a text that begins with "
             "one of them in quotes",
     .at_begin = true},
    {.context = "directive", .text = SG_YAML_NO_DIRECTIVES, .at_begin = true},
    {.problem = "directive", .text = SG_YAML_NO_DIRECTIVES},
    {.problem = "found incompatible YAML document", .text = SG_YAML_NO_DIRECTIVES},
    {.context = "alias", .text = SG_YAML_NO_ALIASES, .at_begin = true},
    {.context = "anchor", .text = SG_YAML_NO_ANCHORS, .at_begin = true},
    {.context = "a tag", .text = SG_YAML_NO_TAGS, .at_begin = true},
    {.problem = "found undefined tag handle", .text = SG_YAML_NO_TAGS, .at_begin = true},
};

static bool applies(const char *ours, const char *theirs)
{
    return ours == NULL || (theirs != NULL && strstr(theirs, ours) != NULL);
}

static const translation *translate(const yaml_parser_t *parser)
{
    for (size_t i = 0; i < sizeof TRANSLATIONS / sizeof *TRANSLATIONS; i++)
        if (applies(TRANSLATIONS[i].problem, parser->problem) &&
            applies(TRANSLATIONS[i].context, parser->context))
            return &TRANSLATIONS[i];
    return NULL;
}

static sg_place place_of_mark(const char *path, yaml_mark_t mark)
{
    return (sg_place){path, mark.line + 1, mark.column + 1};
}

/* Whether nothing but blanks stands before a place in its line. */
static bool begins_line(yaml_mark_t mark, const char *text, size_t size)
{
    const char *p = text, *const end = text + size;
    for (size_t line = 0; line < mark.line && p < end; p++)
        line += *p == '\n' || (*p == '\r' && (p + 1 == end || p[1] != '\n'));
    for (size_t column = 0; column < mark.column && p < end; column++, p++)
        if (*p != ' ') return false;
    return true;
}

/* No value begins with the character that the scanner stopped at. */
static sg_status wrong_beginning(sg_error *err, sg_place place, char c)
{
    if (c == '\t') return sg_error_at(err, SG_EFORMAT, SG_WHERE, place, "%s", SG_YAML_NO_TABS);
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                       "no value begins with '%c'; put the text in quotes", c);
}

sg_status sg_yaml_problem(sg_error *err, const char *path, const yaml_parser_t *parser,
                          const char *text, size_t size)
{
    if (parser->error == YAML_MEMORY_ERROR)
        return sg_error_set(err, SG_ENOMEM, SG_WHERE, "out of memory");
    const sg_place at = place_of_mark(path, parser->problem_mark);
    const sg_place begin = place_of_mark(path, parser->context_mark);
    const char *problem = parser->problem != NULL ? parser->problem : "cannot be read";
    if (strcmp(problem, "found character that cannot start any token") == 0)
        return wrong_beginning(err, at, (char)*parser->buffer.pointer);
    const translation *t = translate(parser);
    if (t == NULL) return sg_error_at(err, SG_EFORMAT, SG_WHERE, at, "%s", problem);
    if (t->is_next_line && !begins_line(parser->problem_mark, text, size))
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, at,
                           "the value has ended before this; put all of a text in quotes");
    if (t->begins != NULL && begin.line < at.line)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, at, "%s; %s begins in line %llu", t->text,
                           t->begins, (unsigned long long)begin.line);
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, t->at_begin ? begin : at, "%s", t->text);
}
