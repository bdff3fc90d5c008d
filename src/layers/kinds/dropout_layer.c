/* dropout_layer.c - during training, elements become zero with probability `rate`, the others grow by
 * 1 / (1 - rate).  The mask is drawn anew in backward from the same stream, named by layer, step
 * and graph, and by block of rows where a graph is large, so that it does not depend on threads. */
#include "layers/kinds/dropout_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/layer_kind.h"

#include <stddef.h>

static const sg_member MEMBERS[] = {{.name = "rate",
                                     .type = SG_MEMBER_REAL,
                                     .offset = offsetof(sg_dropout_spec, rate),
                                     .preset = 0.5,
                                     .least = 0,
                                     .most = 0.999,
                                     .help = "the probability that a number becomes 0"}};

static sg_status state_behind(sg_state *behind, const void *spec, const sg_layer_place *place,
                              sg_error *err)
{
    const double rate = ((const sg_dropout_spec *)spec)->rate;
    (void)behind;
    (void)place;
    if (rate >= 0 && rate < 1) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "dropout: the rate must be in [0, 1), not %g",
                        rate);
}

SG_LAYER_OPS(dropout);

const sg_layer_kind sg_dropout_kind = {
    .word = "dropout",
    .summary = "during training, numbers become 0 at random and the others grow",
    .member = MEMBERS,
    .n_members = 1,
    .settings_size = sizeof(sg_dropout_spec),
    .state = state_behind,
    .linearity = SG_LINEAR,
    SG_LAYER_COMPUTES(dropout)};

#else /* compiled for float and for double */

#include "base/rng.h"
#include "layers/real/rows.h"

/* Elements whose fate is drawn before any of them is touched, so that the loop over them has no branch. */
enum { CHUNK = 64 };

/* Multiply n elements by the mask and put or add them to `to`.  Elements whose random bits are less than
 * `least` are dropped. */
static void mask_chunk(sg_real *restrict to, const sg_real *restrict from, size_t n, bool add,
                       sg_real grow, uint64_t least, sg_rng *rng)
{
    uint8_t dropped[CHUNK];
    sg_rng drawn = *rng;
    for (size_t e = 0; e < n; e++) dropped[e] = sg_rng_next(&drawn) >> 11 < least;
    *rng = drawn;
    for (size_t e = 0; e < n; e++) {
        const sg_real grown = from[e] * grow, value = dropped[e] ? 0 : grown;
        to[e] = add ? to[e] + value : value;
    }
}

/* Multiply what a piece of one graph has in `from` by the mask and put or add it to `to`. */
static void mask_graph(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                       sg_batch_piece piece, const sg_real *from, sg_real *to, bool add)
{
    const double rate = ((const sg_dropout_spec *)layer->of)->rate;
    const uint64_t words[4] = {layer->number, flow->step, flow->batch->span[piece.first].graph,
                               piece.first_row};
    sg_rng rng = sg_rng_stream(layer->seed, words, piece.n_rows > 0 ? 4 : 3);
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t first = (size_t)rows.first * layer->in_width;
    const size_t behind = first + (size_t)rows.n * layer->in_width;
    const sg_real grow = (sg_real)(1 / (1 - rate));
    const uint64_t least = sg_rng_bits_below(rate);
    for (size_t e = first; e < behind && !flow->training; e++)
        to[e] = add ? to[e] + from[e] : from[e];
    for (size_t e = first; e < behind && flow->training; e += CHUNK)
        mask_chunk(to + e, from + e, behind - e < CHUNK ? behind - e : CHUNK, add, grow, least,
                   &rng);
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    for (uint32_t i = piece.first; i < piece.behind; i++)
        mask_graph(layer, flow, sg_piece_of_span(piece, i), flow->x, flow->y, false);
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    for (uint32_t i = piece.first; i < piece.behind && flow->dx != NULL; i++)
        mask_graph(layer, flow, sg_piece_of_span(piece, i), flow->dy, flow->dx, layer->adds);
}

const SG_R(sg_layer_ops)
    SG_R(sg_dropout_ops) = {.forward = forward, .backward = backward, .cuts = SG_CUT_ROWS};

#endif
