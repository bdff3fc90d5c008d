/* format_list.h - the registry of formats.
 *
 * A format is an sg_format in a file of src/formats and a line here.  Help and messages list them in
 * this order.  The last one takes every name that no other format recognizes.
 */
#ifndef SG_FORMATS_FORMAT_LIST_H
#define SG_FORMATS_FORMAT_LIST_H

#define SG_FORMAT_LIST(FORMAT)                                                                 \
    FORMAT(sg_format_csv)                                                                      \
    FORMAT(sg_format_tsv)                                                                      \
    FORMAT(sg_format_smiles)                                                                   \
    FORMAT(sg_format_sdf)                                                                      \
    FORMAT(sg_format_text)                                                                     \
    FORMAT(sg_format_images)                                                                   \
    FORMAT(sg_format_graph6)                                                                   \
    FORMAT(sg_format_sparse6)                                                                  \
    FORMAT(sg_format_json_lines)                                                               \
    FORMAT(sg_format_nodes)                                                                    \
    FORMAT(sg_format_idx)                                                                      \
    FORMAT(sg_format_tu)

#endif
