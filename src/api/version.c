/* version.c - which library this is, and how it lays out its structs. */
#include "sharegnn.h"

const char *sg_version(void)
{
    return SG_VERSION;
}

uint32_t sg_version_number(void)
{
    return SG_VERSION_NUMBER;
}

#define STRUCT(type) {#type, NULL, 0, sizeof(type)},
#define MEMBER(type, name)                                                                     \
    {#type, #name, offsetof(type, name), sizeof(((const type *)NULL)->name)},

static const sg_struct_member layout[] = {
#include "api/struct_members.inc"
};

const sg_struct_member *sg_struct_members(size_t *n)
{
    if (n != NULL) *n = sizeof layout / sizeof layout[0];
    return layout;
}
