/* batch.h - what is computed at once: some rows of the data, and which of them are items.
 *
 * Rows of nodes are numbered through the batch, span by span.  A span is some consecutive nodes of one
 * graph.  Behind a layer that pools there is one row per span.  Items are rows behind the last
 * layer: all spans, where items are graphs, or some nodes.
 *
 * Threads compute pieces of a batch.  A piece is some spans; the spans of large graphs are cut into blocks of
 * rows, so that threads can share one graph, too.
 */
#ifndef SG_LAYERS_BATCH_H
#define SG_LAYERS_BATCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sg_batch_span {
    uint32_t graph;         /* number in the data set          */
    uint32_t first_node, n; /* its nodes of the data set       */
    uint32_t first_row;     /* of these nodes                  */
} sg_batch_span;

typedef struct sg_batch {
    sg_batch_span *span; /* [n_spans] */
    uint32_t n_spans;
    uint32_t n_rows;    /* of nodes                                                       */
    uint32_t *item_row; /* [n_items] the rows that are items; NULL: all spans, in order   */
    uint32_t n_items;
} sg_batch;

/* Consecutive spans of a batch, or a block of consecutive rows of one span that is large. */
typedef struct sg_batch_piece {
    uint32_t first, behind;
    uint32_t first_row, n_rows; /* of the span that is cut, from its first row on; n_rows is 0
                                   where the spans are whole                                 */
} sg_batch_piece;

/* Consecutive rows. */
typedef struct sg_row_range {
    uint32_t first, n;
} sg_row_range;

/* Which rows of one of its spans are in a piece, from the span's first row on. */
static inline sg_row_range sg_piece_rows(sg_batch_piece piece, const sg_batch_span *span)
{
    return piece.n_rows > 0 ? (sg_row_range){piece.first_row, piece.n_rows}
                            : (sg_row_range){0, span->n};
}

/* What a piece has of span i, one of its spans. */
static inline sg_batch_piece sg_piece_of_span(sg_batch_piece piece, uint32_t i)
{
    return (sg_batch_piece){i, i + 1, piece.first_row, piece.n_rows};
}

/* The rows of a piece: of its nodes, or one for every span. */
static inline sg_row_range sg_batch_rows(const sg_batch *batch, sg_batch_piece piece,
                                         bool of_nodes)
{
    if (!of_nodes) return (sg_row_range){piece.first, piece.behind - piece.first};
    const uint32_t first =
        piece.first < batch->n_spans ? batch->span[piece.first].first_row : batch->n_rows;
    const uint32_t behind =
        piece.behind < batch->n_spans ? batch->span[piece.behind].first_row : batch->n_rows;
    if (piece.n_rows > 0) return (sg_row_range){first + piece.first_row, piece.n_rows};
    return (sg_row_range){first, behind - first};
}

#endif
