/* json_value.h - a number of a flat JSON object that the library wrote.
 */
#ifndef SG_CLI_JSON_VALUE_H
#define SG_CLI_JSON_VALUE_H

/* The number that is called `key`; NaN where there is none. */
double json_number(const char *json, const char *key);

#endif
