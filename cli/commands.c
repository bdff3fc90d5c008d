/* commands.c - the table of verbs. */
#include "commands.h"

#define LIST_VERB(name) &verb_##name,

const verb *const verbs[] = {EACH_VERB(LIST_VERB) NULL};
