/* pairs_of.c - parse and find. */
#include "support/pairs_of.h"

#include "support/check.h"

sg_pairs pairs_of(const sg_graph_view *view, const char *expression, sg_scratch *scratch)
{
    sg_property property = {0};
    const sg_one_graph one = sg_view_graph(view, 0);
    sg_pairs pairs = {0};
    check_ok(sg_property_parse(&property, expression, &err));
    check_ok(property.kind->find(&pairs, &property, &one, scratch, &err));
    sg_property_free(&property);
    return pairs;
}
