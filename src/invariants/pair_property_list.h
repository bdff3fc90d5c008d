/* pair_property_list.h - the registry of pair properties.
 *
 * A kind is a file in src/invariants/properties and a line here: the name of its sg_property_kind,
 * and the tag of its keys (key.h) with a number.  Keys are part of model files, so a number that was
 * used once is never used again.  The help lists the kinds in this order.
 *
 *     PROPERTY(sg_property_edge, SG_TAG_EDGE, 33)
 */
#ifndef SG_INVARIANTS_PAIR_PROPERTY_LIST_H
#define SG_INVARIANTS_PAIR_PROPERTY_LIST_H

/* clang-format off */
#define SG_PAIR_PROPERTY_LIST(PROPERTY)                                                        \
    PROPERTY(sg_property_distance,       SG_TAG_DISTANCE,       32)                            \
    PROPERTY(sg_property_edge,           SG_TAG_EDGE,           33)                            \
    PROPERTY(sg_property_arc,            SG_TAG_ARC,            44)                            \
    PROPERTY(sg_property_edge_bins,      SG_TAG_EDGE_BINS,      45)                            \
    PROPERTY(sg_property_path,           SG_TAG_PATH,           34)                            \
    PROPERTY(sg_property_cycle_distance, SG_TAG_CYCLE_DISTANCE, 35)                            \
    PROPERTY(sg_property_offset,         SG_TAG_OFFSET,         36)                            \
    PROPERTY(sg_property_walks,          SG_TAG_WALKS,          38)                            \
    PROPERTY(sg_property_paths,          SG_TAG_PATHS,          39)                            \
    PROPERTY(sg_property_resistance,     SG_TAG_RESISTANCE,     40)                            \
    PROPERTY(sg_property_separators,     SG_TAG_SEPARATORS,     41)                            \
    PROPERTY(sg_property_fwl,            SG_TAG_FWL,            42)                            \
    PROPERTY(sg_property_marked_wl,      SG_TAG_MARKED_WL,      43)
/* clang-format on */

#endif
