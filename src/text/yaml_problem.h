/* yaml_problem.h - what libyaml found wrong, in our words.
 */
#ifndef SG_TEXT_YAML_PROBLEM_H
#define SG_TEXT_YAML_PROBLEM_H

#include "base/status.h"

#include <yaml.h>

/* What is refused by us, or by libyaml where it is not even well-formed. */
#define SG_YAML_NO_TABS "found a tab; indent with blanks"
#define SG_YAML_NO_ALIASES                                                                     \
    "aliases are not allowed; write the value again, or put text that begins with '*' in quotes"
#define SG_YAML_NO_ANCHORS "anchors are not allowed; put text that begins with '&' in quotes"
#define SG_YAML_NO_TAGS    "tags are not allowed; put text that begins with '!' in quotes"
#define SG_YAML_NO_DIRECTIVES                                                                  \
    "directives are not allowed; leave out the line, or put text that begins with '%' in quotes"

/* Report why the parser of a text failed: SG_ENOMEM, or SG_EFORMAT with path:line:column, what was
 * found and what is allowed. */
sg_status sg_yaml_problem(sg_error *err, const char *path, const yaml_parser_t *parser,
                          const char *text, size_t size);

#endif
