/* version.c - which library this is. */
#include "sharegnn.h"

const char *sg_version(void)
{
    return SG_VERSION;
}
