/* labeling_list.h - the registry of labelings.
 *
 * A kind is a file in src/invariants/labelings and a line here: the name of its sg_labeling_kind, and
 * the tag of its keys (key.h) with a number.  Keys are part of model files, so a number that was used
 * once is never used again; those of labelings are 1 .. 13 and from 64 on.  The help lists the kinds in
 * this order.
 *
 *     LABELING(sg_labeling_degree, SG_TAG_DEGREE, 3)
 */
#ifndef SG_INVARIANTS_LABELING_LIST_H
#define SG_INVARIANTS_LABELING_LIST_H

/* clang-format off */
#define SG_LABELING_LIST(LABELING)                                                             \
    LABELING(sg_labeling_none,            SG_TAG_NONE,              1)                         \
    LABELING(sg_labeling_label,           SG_TAG_LABEL,             2)                         \
    LABELING(sg_labeling_degree,          SG_TAG_DEGREE,            3)                         \
    LABELING(sg_labeling_in_degree,       SG_TAG_IN_DEGREE,        68)                         \
    LABELING(sg_labeling_out_degree,      SG_TAG_OUT_DEGREE,       69)                         \
    LABELING(sg_labeling_index,           SG_TAG_INDEX,             4)                         \
    LABELING(sg_labeling_wl,              SG_TAG_WL,                5)                         \
    LABELING(sg_labeling_wl_edges,        SG_TAG_WL_EDGES,          6)                         \
    LABELING(sg_labeling_cycles,          SG_TAG_CYCLES,            7)                         \
    LABELING(sg_labeling_induced_cycles,  SG_TAG_INDUCED_CYCLES,    8)                         \
    LABELING(sg_labeling_cliques,         SG_TAG_CLIQUES,           9)                         \
    LABELING(sg_labeling_patterns,        SG_TAG_PATTERNS,         10)                         \
    LABELING(sg_labeling_core,            SG_TAG_CORE,             12)                         \
    LABELING(sg_labeling_ring,            SG_TAG_RING,             13)                         \
    LABELING(sg_labeling_betweenness,     SG_TAG_BETWEENNESS,      11)                         \
    LABELING(sg_labeling_closed_walks,    SG_TAG_CLOSED_WALKS,     64)                         \
    LABELING(sg_labeling_fwl,             SG_TAG_FWL_NODE,         65)                         \
    LABELING(sg_labeling_marked_wl,       SG_TAG_MARKED_WL_NODE,   66)                         \
    LABELING(sg_labeling_orbit,           SG_TAG_ORBIT,            67)
/* clang-format on */

#endif
