/* rank_part.h - the graphs of a data set that one of several ranks looks at.
 *
 *     SG_TRY(sg_rank_part_open(&part, data, cluster, err));
 *     sg_graph_view view = sg_rank_part_view(&part);          // some graphs, one behind the other
 *     sg_rank_part_close(&part);
 *
 * Ranks have about equally many nodes, unless each has read a part of its own.  Where there are more ranks than graphs,
 * some have none.
 */
#ifndef SG_DATA_RANK_PART_H
#define SG_DATA_RANK_PART_H

#include "cluster/cluster.h"
#include "data/dataset_view.h"

typedef struct sg_rank_part {
    const sg_dataset *graphs; /* this rank's: the data set where it is a part already, else: */
    sg_dataset copy;          /* of this rank's graphs                                    */
    uint32_t first_graph;     /* their first among those of all ranks                     */
    uint32_t *first_node;     /* [ranks + 1] where the nodes of a rank begin among all        */
} sg_rank_part;

/* Find the graphs of this rank, and copy them where `data`, which is borrowed, has those of others, too.
 * Fails with SG_EINVAL (it is a part for another number of ranks) or SG_ENOMEM. */
sg_status sg_rank_part_open(sg_rank_part *part, const sg_dataset *data,
                            const sg_cluster *cluster, sg_error *err);

void sg_rank_part_close(sg_rank_part *part);

/* Make a whole data set, which all ranks have, this rank's part of it.  Fails with SG_ENOMEM; it is unchanged then. */
sg_status sg_rank_part_keep(sg_dataset *data, const sg_cluster *cluster, sg_error *err);

/* The graphs of the part, under the numbers that they have in the data set; borrowed. */
static inline sg_graph_view sg_rank_part_view(const sg_rank_part *part)
{
    sg_graph_view view = sg_dataset_view(part->graphs);
    view.first_number = part->first_graph;
    return view;
}

#endif
