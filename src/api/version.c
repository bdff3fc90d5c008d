/* version.c - which library this is. */
#include "sharegnn.h"

const char *sg_version(void)
{
    return SG_VERSION;
}

uint32_t sg_version_number(void)
{
    return SG_VERSION_NUMBER;
}
