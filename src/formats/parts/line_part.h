/* line_part.h - the lines of a file that are one rank's.
 *
 *     SG_TRY(sg_lines_read_part(&data, format, &input, cluster, err));        // all ranks call it
 *
 * A file is cut into as many stretches of bytes as there are ranks, and a line belongs to the rank in whose stretch it
 * begins.  No rank reads more than its lines; what ranks must know of each other's they tell each other.
 */
#ifndef SG_FORMATS_PARTS_LINE_PART_H
#define SG_FORMATS_PARTS_LINE_PART_H

#include "cluster/cluster.h"
#include "formats/format.h"

/* Read this rank's lines of the plain file input->path into a data set that knows where the other ranks have theirs
 * (data->rank_node).  Rows that cannot be read are counted together.  Classes are those of this rank's graphs.
 *
 *   data    out; an empty data set
 *   format  one whose files have lines
 *   input   its text is not looked at
 *
 * Fails like sg_lines_read, or with SG_EINVAL (the ranks find files of different sizes; a pipe), on all ranks. */
sg_status sg_lines_read_part(sg_dataset *data, const sg_format *format,
                             const sg_format_input *input, sg_cluster *cluster, sg_error *err);

#endif
