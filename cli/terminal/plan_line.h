/* plan_line.h - how the messages of a head are kept, in a line on standard error, for --verbose. */
#ifndef SG_CLI_PLAN_LINE_H
#define SG_CLI_PLAN_LINE_H

#include "sharegnn.h"

void plan_line_print(const sg_plan_choice *plan);

#endif
