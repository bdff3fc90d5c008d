/* output_name.h - the name of a model's output, as a value.
 *
 *     printf("%s", shown_text(output_name_of(model, o).text).text);
 */
#ifndef SG_CLI_OUTPUT_NAME_H
#define SG_CLI_OUTPUT_NAME_H

#include "sharegnn.h"

/* Cut where it is longer. */
typedef struct output_name {
    char text[200];
} output_name;

static inline output_name output_name_of(const sg_model *model, uint32_t output)
{
    output_name name;
    (void)sg_model_output_name(name.text, sizeof name.text, model, output);
    return name;
}

#endif
