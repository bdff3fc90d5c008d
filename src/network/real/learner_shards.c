/* learner_shards.c - batches in shards, which ranks may share.
 *
 * A network adds the gradients of a rank's own shards.  Every rank then moves a stretch of the parameters: it gets
 * the gradients of this stretch from all ranks, adds them along the tree that the shards are leaves of, makes
 * the optimizer's step, and all get the new weights from each other.  A rank thus sends and receives about
 * twice the parameters in every step, and has the optimizer's moments of its own stretch alone.  The gradient of a
 * stretch is on its way to its rank as soon as it is complete, while others are still computed. */
#include "base/mem.h"
#include "network/real/learner_parts.h"
#include "network/real/loss.h"

#include <string.h>

/* Squares are summed by stretches of so many parameters, and ranks own whole stretches.  Both are part of what is
 * computed. */
enum { STRETCH = 1 << 12 };

static size_t count_squares(const learner *l)
{
    return (l->n + STRETCH - 1) / STRETCH;
}

/* The first stretch of a rank, and the first parameter. */
static size_t first_square(const learner *l, uint32_t rank)
{
    return count_squares(l) * rank / sg_cluster_size(l->options.cluster);
}

static size_t first_parameter(const learner *l, uint32_t rank)
{
    const size_t first = first_square(l, rank) * STRETCH;
    return first < l->n ? first : l->n;
}

/* What layers keep is a sum over shards; frozen layers, and those that have measured the input, keep what they have. */
static sg_status list_statistics(learner *l, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_tensors = 0;
    const sg_tensor *tensor = SG_R(sg_network_tensors)(l->network, &n_tensors);
    SG_ALLOC(l->statistic, n_tensors);
    for (uint32_t t = 0; t < n_tensors; t++)
        if (tensor[t].kept && !sg_tensor_is_measured(&tensor[t]) &&
            !l->spec.layer[tensor[t].layer].frozen)
            l->statistic[l->n_statistics++] =
                (stretch){tensor[t].first, tensor[t].first + tensor[t].n};
done:
    return status;
}

sg_status SG_R(sg_learner_open_shards)(learner *l, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t rank = sg_cluster_rank(l->options.cluster),
                   size = sg_cluster_size(l->options.cluster);
    SG_TRY(list_statistics(l, err));
    l->own = (stretch){first_parameter(l, rank), first_parameter(l, rank + 1)};
    if (l->options.clip > 0) SG_ALLOC(l->square, count_squares(l));
    if (size > 1) {
        SG_ALLOC(l->place, size + (size_t)1);
        SG_ALLOC(l->handed, size);
        SG_ALLOC(l->received, size * (l->own.end - l->own.begin) + 1);
    }
done:
    return status;
}

/* ---- Ranks ----------------------------------------------------------------------------------- */

/* Send the stretches that are complete, or all that are left. */
static void hand_over(const learner *l, bool all)
{
    sg_cluster *cluster = l->options.cluster;
    for (uint32_t r = 0; r < sg_cluster_size(cluster); r++) {
        handing_over *h = &l->handed[r];
        const size_t begin = first_parameter(l, r), end = first_parameter(l, r + 1);
        const bool complete =
            h->n_all > 0 && atomic_load_explicit(&h->n_got, memory_order_acquire) == h->n_all;
        if (h->is_sent || r == sg_cluster_rank(cluster) || (!all && !complete)) continue;
        sg_cluster_begin_send(cluster, r, l->gradient + begin, (end - begin) * sizeof(sg_real));
        h->is_sent = true;
    }
}

/* A sink: who has the cluster sends what is complete. */
static void take_stretch(void *context, size_t begin, size_t end, sg_real *gradient)
{
    const learner *l = context;
    SG_R(sg_sink_put)(l->gradient, begin, end, gradient);
    for (uint32_t r = 0; r < sg_cluster_size(l->options.cluster); r++) {
        const size_t first = first_parameter(l, r), behind = first_parameter(l, r + 1);
        const size_t from = begin > first ? begin : first, to = end < behind ? end : behind;
        if (from < to)
            atomic_fetch_add_explicit(&l->handed[r].n_got, to - from, memory_order_release);
    }
    if (!pthread_equal(pthread_self(), l->caller)) return;
    hand_over(l, false);
    sg_cluster_go_on(l->options.cluster);
}

/* Compute the gradient of this rank's shards; every rank gets that of its stretch from all.  Frozen parameters have
 * none, so that a stretch may be complete without them; which these are does not change. */
static void scatter_gradient(learner *l)
{
    sg_cluster *cluster = l->options.cluster;
    const uint32_t size = sg_cluster_size(cluster);
    const size_t n_own = l->own.end - l->own.begin;
    const SG_R(sg_gradient_sink) sink = {take_stretch, l};
    l->caller = pthread_self();
    for (uint32_t r = 0; r < size; r++) {
        atomic_store(&l->handed[r].n_got, 0);
        l->handed[r].is_sent = false;
        if (r != sg_cluster_rank(cluster))
            sg_cluster_begin_receive(cluster, r, l->received + r * n_own,
                                     n_own * sizeof(sg_real));
    }
    SG_R(sg_network_backward)(l->network, &sink);
    hand_over(l, true);
    sg_cluster_finish(cluster);
    for (uint32_t r = 0; r < size; r++) l->handed[r].n_all = atomic_load(&l->handed[r].n_got);
}

/* The gradient of a rank for this rank's stretch. */
static sg_real *gradient_of(const learner *l, uint32_t rank)
{
    if (rank == sg_cluster_rank(l->options.cluster)) return l->gradient + l->own.begin;
    return l->received + rank * (l->own.end - l->own.begin);
}

/* Add up what ranks first .. behind-1 have for some parameters of the stretch; the sum is the first one's. */
static void add_ranks(const learner *l, stretch s, uint32_t first, uint32_t behind)
{
    const uint32_t middle = sg_rank_middle(first, behind);
    if (behind - first == 1) return;
    add_ranks(l, s, first, middle);
    add_ranks(l, s, middle, behind);
    sg_real *restrict sum = gradient_of(l, first);
    const sg_real *restrict other = gradient_of(l, middle);
    for (size_t i = s.begin; i < s.end; i++) sum[i] += other[i];
}

/* The sum over all ranks, in l->gradient. */
static void add_piece(void *context, uint32_t piece, uint32_t worker)
{
    const learner *l = context;
    const size_t n_own = l->own.end - l->own.begin, begin = (size_t)piece * STRETCH;
    const stretch s = {begin, begin + STRETCH < n_own ? begin + STRETCH : n_own};
    const sg_real *sum = gradient_of(l, 0);
    sg_real *to = l->gradient + l->own.begin;
    (void)worker;
    add_ranks(l, s, 0, sg_cluster_size(l->options.cluster));
    if (sum != to) memcpy(to + s.begin, sum + s.begin, (s.end - s.begin) * sizeof *to);
}

void SG_R(sg_learner_gather)(const learner *l, void *bytes)
{
    sg_cluster *cluster = l->options.cluster;
    for (uint32_t r = 0; r <= sg_cluster_size(cluster); r++)
        l->place[r] = first_parameter(l, r) * sizeof(sg_real);
    sg_rank_gather(bytes, cluster, l->place);
}

/* ---- Clipping -------------------------------------------------------------------------------- */

static void sum_squares(void *context, uint32_t piece, uint32_t worker)
{
    const learner *l = context;
    const size_t number = first_square(l, sg_cluster_rank(l->options.cluster)) + piece,
                 begin = number * STRETCH;
    double sum = 0;
    (void)worker;
    for (stretch rest = {begin, begin + STRETCH < l->n ? begin + STRETCH : l->n};
         rest.begin < rest.end;) {
        const stretch moving = SG_R(sg_learner_moving)(l, rest);
        for (size_t i = moving.begin; i < moving.end; i++)
            sum += (double)l->gradient[i] * (double)l->gradient[i];
        rest.begin = moving.end;
    }
    l->square[number] = sum;
}

static double clip_factor(learner *l)
{
    sg_cluster *cluster = l->options.cluster;
    const uint32_t rank = sg_cluster_rank(cluster), size = sg_cluster_size(cluster);
    double sum = 0;
    if (l->options.clip == 0) return 1;
    sg_threads_run(l->threads, (uint32_t)(first_square(l, rank + 1) - first_square(l, rank)),
                   sum_squares, l);
    for (uint32_t r = 0; r <= size && size > 1; r++)
        l->place[r] = first_square(l, r) * sizeof *l->square;
    if (size > 1) sg_rank_gather(l->square, cluster, l->place);
    for (size_t i = 0; i < count_squares(l); i++) sum += l->square[i];
    return sg_clip_factor(sum, l->options.clip);
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* The gradient of the loss of this rank's items; the divisor is that of all items of the batch. */
static void differentiate_loss(learner *l, const sg_real *out, const uint32_t *item,
                               const sg_batch_shards *shards, const sg_batch_shards *own)
{
    const uint32_t begin = own->begin[0], n = own->begin[own->n] - begin,
                   first = shards->begin[0];
    const uint32_t width = SG_R(sg_network_output_width)(l->network);
    const sg_loss_items all = {.item = item + first, .n = shards->begin[shards->n] - first};
    const sg_loss_items items = {
        .item = item + begin,
        .n = n,
        .weight = l->batch_weight,
        .divisor = sg_loss_divisor(l->options.loss, &l->options.targets, width, &all),
        .room = l->item_loss,
        .threads = l->threads};
    for (uint32_t i = 0; l->batch_weight != NULL && i < n; i++)
        l->batch_weight[i] = l->options.weight[item[begin + i]];
    (void)SG_R(sg_loss_of)(SG_R(sg_network_output_gradient)(l->network), out, width,
                           l->options.loss, &l->options.targets, &items);
}

static void descend(learner *l, double rate)
{
    const bool alone = l->received == NULL;
    l->n_steps++;
    if (alone && l->options.clip == 0) {
        SG_R(sg_learner_move_at_once)(l, l->network, rate);
    } else {
        const SG_R(sg_gradient_sink) put = {SG_R(sg_sink_put), l->gradient};
        if (alone) {
            SG_R(sg_network_backward)(l->network, &put);
        } else {
            scatter_gradient(l);
            sg_threads_run(l->threads,
                           (uint32_t)((l->own.end - l->own.begin + STRETCH - 1) / STRETCH),
                           add_piece, l);
        }
        SG_R(sg_learner_move)(l, rate, clip_factor(l));
        if (!alone) SG_R(sg_learner_gather)(l, SG_R(sg_network_parameters)(l->network));
    }
    SG_R(sg_learner_follow)(l);
}

void SG_R(sg_learner_step_shards)(double *outputs, void *self, const uint32_t *item,
                                  const sg_batch_shards *shards, double rate)
{
    learner *l = self;
    const sg_batch_shards own = {shards->begin + l->first_shard, l->n_shards};
    const sg_real *out = SG_R(sg_network_forward_shards)(
        l->network, item, &own, shards->begin[shards->n] - shards->begin[0]);
    const size_t width = SG_R(sg_network_output_width)(l->network),
                 first = own.begin[0] * width, behind = own.begin[own.n] * width;
    for (size_t i = first; outputs != NULL && i < behind; i++)
        outputs[i] = (double)out[i - first];
    differentiate_loss(l, out, item, shards, &own);
    descend(l, rate);
}
