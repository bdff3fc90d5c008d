/* network_section.c - which layers can follow which. */
#include "config/network_section.h"

#include "base/mem.h"
#include "base/wording.h"
#include "config/kernel_section.h"
#include "config/layer_blocks.h"

/* ---- Order ---------------------------------------------------------------------------------- */

/* `layers` is the list that the blueprint was read from. */
static sg_status check_order(const sg_blueprint *blueprint, const sg_node *layers,
                             const char *path, sg_error *err)
{
    bool pooled[SG_MAX_LAYERS + 1] = {false}; /* the state before each layer */
    for (uint32_t l = 0; l < blueprint->n_layers; l++) {
        const sg_layer_kind *kind = blueprint->layer[l].kind;
        if (pooled[l] && kind->needs_nodes)
            return sg_tree_fail(err, path, layers->child[l],
                                "layers.%u.%s: it needs a row per node, but a layer before it "
                                "has pooled them",
                                l, kind->word);
        pooled[l + 1] =
            pooled[kind->goes_back ? kind->reads(blueprint->layer[l].settings, 0) : l] ||
            kind->pools;
    }
    return SG_OK;
}

/* ---- All of it ------------------------------------------------------------------------------ */

sg_status sg_network_section_read(sg_blueprint *blueprint, sg_fields *fields, sg_node *root,
                                  const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_blueprint made = {0};
    SG_TRY(sg_kernel_spell_out(root, path, err));
    SG_TRY(sg_layers_spell_out(root, path, err));
    SG_TRY(sg_fields_open(fields, root, NULL, path, err));
    SG_TRY(sg_blueprint_read(&made, fields, err));
    SG_TRY(check_order(&made, sg_node_member(root, "layers"), path, err));
    if (path != NULL) made.path = sg_text_copy(path);
    SG_REQUIRE(path == NULL || made.path != NULL, SG_ENOMEM, "out of memory");
    *blueprint = made;
    made = (sg_blueprint){0};
done:
    sg_blueprint_free(&made);
    return status;
}
