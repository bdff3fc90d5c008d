/* named_pair.c - the way of an explanation, for one value. */
#include "support/named_pair.h"

#include "support/check.h"
#include "support/pairs_of.h"

static uint64_t key_between(const sg_pairs *pairs, uint32_t receiver, uint32_t sender)
{
    for (uint32_t p = pairs->row[receiver]; p < pairs->row[receiver + 1]; p++)
        if (pairs->sender[p] == sender) return pairs->key[pairs->value[p]].key;
    fail_msg("%u and %u have no value", receiver, sender);
    return 0;
}

const char *named_pair(const sg_graph_view *view, const char *property, uint32_t receiver,
                       uint32_t sender)
{
    static char text[200];
    const sg_one_graph one = sg_view_graph(view, 0);
    sg_property parsed = {0};
    sg_scratch scratch = {0}, more = {0};
    sg_value_names names = {0};
    const sg_pairs pairs = pairs_of(view, property, &scratch);
    const sg_value_example example = {.key = key_between(&pairs, receiver, sender),
                                      .graph = &one,
                                      .receiver = receiver,
                                      .sender = sender,
                                      .scratch = &more};
    check_ok(sg_property_parse(&parsed, property, &err));
    if (parsed.kind->list != NULL) check_ok(parsed.kind->list(&names, &parsed, &err));
    if (parsed.kind->name_value != NULL)
        check_ok(parsed.kind->name_value(&names, &parsed, &example, &err));
    check_ok(sg_value_names_add(&names, example.key, &err));
    const char *name =
        sg_value_names_text(&names, (uint32_t)sg_table_find(&names.number, example.key));
    (void)snprintf(text, sizeof text, "%s", name != NULL ? name : "");
    sg_value_names_free(&names);
    sg_scratch_free(&more);
    sg_scratch_free(&scratch);
    sg_property_free(&parsed);
    return text;
}
