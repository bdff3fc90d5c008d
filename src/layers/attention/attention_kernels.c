/* attention_kernels.c - the loops, once for every processor and all but once for every usual number of heads.
 *
 * A node looks at three or four others with a few heads, so loops over heads cost more to enter than to
 * run where their number is not known beforehand. */
#include "layers/attention/attention_kernels.h"

#include "layers/real/short_rows.h"

#include <string.h>

#define INLINE __attribute__((always_inline)) static inline

enum { MOST_KNOWN_HEADS = 8, GROUP_BYTES = SG_SHORT * sizeof(sg_real) };

/* Eight numbers; in memory they lie anywhere.  Functions take them by address, because how they are handed over
 * differs between processors. */
typedef sg_real group __attribute__((vector_size(GROUP_BYTES)));
typedef sg_real half __attribute__((vector_size(GROUP_BYTES / 2)));
typedef sg_real group_in_memory
    __attribute__((vector_size(GROUP_BYTES), aligned(sizeof(sg_real)), may_alias));
#ifdef SG_REAL_DOUBLE
typedef int64_t choice __attribute__((vector_size(GROUP_BYTES)));
#else
typedef int32_t choice __attribute__((vector_size(GROUP_BYTES)));
#endif

INLINE const group_in_memory *at(const sg_real *array)
{
    return (const group_in_memory *)array;
}

INLINE group_in_memory *to_memory(sg_real *array)
{
    return (group_in_memory *)array;
}

/* The leaky relu of x, and its slope, as sg_leaky and sg_leaky_slope. */
INLINE void leak(group *leaky, group *slope, const group *x)
{
    const group less = (sg_real)0.2 * *x, one = (group){0} + 1,
                fifth = (group){0} + (sg_real)0.2;
    const choice positive = *x > 0;
    *leaky = (group)((positive & (choice)*x) | (~positive & (choice)less));
    *slope = (group)((positive & (choice)one) | (~positive & (choice)fifth));
}

/* The sum of eight numbers, as sg_short_total. */
INLINE sg_real total(const group *sums)
{
    const half low = __builtin_shufflevector(*sums, *sums, 0, 1, 2, 3),
               high = __builtin_shufflevector(*sums, *sums, 4, 5, 6, 7), four = low + high,
               two = four + __builtin_shufflevector(four, four, 2, 3, 0, 1);
    return two[0] + two[1];
}

INLINE sg_real dot(const sg_real *x, const sg_real *y, size_t n)
{
    group sums = {0};
    size_t f = 0;
    for (; f + SG_SHORT <= n; f += SG_SHORT) sums += *at(x + f) * *at(y + f);
    for (size_t i = 0; f < n; i++, f++) sums[i] += x[f] * y[f];
    return total(&sums);
}

/* ---- Scores --------------------------------------------------------------------------------- */

INLINE void weigh_rows(const SG_R(sg_attention) *a, sg_row_range rows)
{
    const sg_real *p = a->parameter + a->at.vector, *q = a->parameter + a->at.second;
    const sg_real *s = a->s + rows.first * a->width;
    for (size_t r = rows.first; r < (size_t)rows.first + rows.n; r++, s += a->width)
        for (size_t h = 0; h < a->heads; h++) {
            const size_t f = h * a->columns;
            a->l[r * a->heads + h] = dot(p + f, s + f, a->columns);
            a->t[r * a->heads + h] = dot(q + f, s + f, a->columns);
        }
}

/* p . leaky(s + t + edge), in eight sums */
INLINE sg_real dot_of_leaky(const sg_real *p, const sg_real *s, const sg_real *t,
                            const sg_real *edge, size_t n)
{
    group sums = {0};
    size_t f = 0;
    for (; f + SG_SHORT <= n; f += SG_SHORT) {
        group x = *at(s + f) + *at(t + f), leaky, slope;
        if (edge != NULL) x += *at(edge + f);
        leak(&leaky, &slope, &x);
        sums += *at(p + f) * leaky;
    }
    for (size_t i = 0; f < n; i++, f++)
        sums[i] += p[f] * SG_R(sg_leaky)(s[f] + t[f] + (edge != NULL ? edge[f] : 0));
    return total(&sums);
}

INLINE void score_gatv2(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a,
                        const sg_real *edge)
{
    const size_t columns = a->columns;
    const sg_real *p = a->parameter + a->at.vector, *t = a->t + to->row * a->width;
    for (uint32_t i = 0; i < to->n; i++) {
        const sg_real *s = a->s + to->node[i] * a->width;
        for (size_t h = 0, f = 0; h < a->heads; h++, f += columns)
            to->weight[i * a->heads + h] =
                dot_of_leaky(p + f, s + f, t + f,
                             edge != NULL ? edge + i * a->edge_width + f : NULL, columns);
    }
}

INLINE void score_gat(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a,
                      const sg_real *edge, size_t heads)
{
    const sg_real *restrict t = a->t + to->row * heads, *restrict l = a->l;
    const uint32_t *restrict node = to->node;
    sg_real *restrict weight = to->weight;
    for (uint32_t i = 0; i < to->n; i++)
        for (size_t h = 0; h < heads; h++)
            weight[i * heads + h] = SG_R(sg_leaky)(l[node[i] * heads + h] + t[h] +
                                                   (edge != NULL ? edge[i * heads + h] : 0));
}

/* ---- Softmax -------------------------------------------------------------------------------- */

INLINE void subtract_most(sg_real *weight, size_t n, size_t heads)
{
    sg_real most[MOST_KNOWN_HEADS];
    for (size_t h = 0; h < heads; h++) most[h] = weight[h];
    for (size_t i = heads; i < n; i += heads)
        for (size_t h = 0; h < heads; h++)
            most[h] = weight[i + h] > most[h] ? weight[i + h] : most[h];
    for (size_t i = 0; i < n; i += heads)
        for (size_t h = 0; h < heads; h++) weight[i + h] -= most[h];
}

INLINE void divide_by_sum(sg_real *weight, size_t n, size_t heads)
{
    sg_real sum[MOST_KNOWN_HEADS] = {0};
    for (size_t i = 0; i < n; i += heads)
        for (size_t h = 0; h < heads; h++) sum[h] += weight[i + h];
    for (size_t i = 0; i < n; i += heads)
        for (size_t h = 0; h < heads; h++) weight[i + h] /= sum[h];
}

/* The same for any number of heads, one after the other. */
INLINE void subtract_most_of_many(sg_real *weight, size_t n, size_t heads)
{
    for (size_t h = 0; h < heads; h++) {
        sg_real most = weight[h];
        for (size_t i = h; i < n; i += heads)
            if (weight[i] > most) most = weight[i];
        for (size_t i = h; i < n; i += heads) weight[i] -= most;
    }
}

INLINE void divide_by_sum_of_many(sg_real *weight, size_t n, size_t heads)
{
    for (size_t h = 0; h < heads; h++) {
        sg_real sum = 0;
        for (size_t i = h; i < n; i += heads) sum += weight[i];
        for (size_t i = h; i < n; i += heads) weight[i] /= sum;
    }
}

INLINE void score_heads(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a, size_t heads)
{
    if (a->spec->dynamic && a->has_edges)
        score_gatv2(to, a, to->edge);
    else if (a->spec->dynamic)
        score_gatv2(to, a, NULL);
    else if (a->has_edges)
        score_gat(to, a, to->edge, heads);
    else
        score_gat(to, a, NULL, heads);
}

INLINE void score(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a)
{
    const size_t n = to->n * a->heads;
    switch (a->heads) {
    case 1:
        score_heads(to, a, 1);
        subtract_most(to->weight, n, 1);
        break;
    case 4:
        score_heads(to, a, 4);
        subtract_most(to->weight, n, 4);
        break;
    case MOST_KNOWN_HEADS:
        score_heads(to, a, MOST_KNOWN_HEADS);
        subtract_most(to->weight, n, MOST_KNOWN_HEADS);
        break;
    default:
        score_heads(to, a, a->heads);
        subtract_most_of_many(to->weight, n, a->heads);
    }
}

INLINE void divide(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a)
{
    const size_t n = to->n * a->heads;
    switch (a->heads) {
    case 1:
        divide_by_sum(to->weight, n, 1);
        break;
    case 4:
        divide_by_sum(to->weight, n, 4);
        break;
    case MOST_KNOWN_HEADS:
        divide_by_sum(to->weight, n, MOST_KNOWN_HEADS);
        break;
    default:
        divide_by_sum_of_many(to->weight, n, a->heads);
    }
}

/* ---- What is sent --------------------------------------------------------------------------- */

/* One head, in groups that stay in registers while the others are gone through. */
INLINE void join_head(sg_real *y, const SG_R(sg_attended) *to, const SG_R(sg_attention) *a,
                      sg_real share, size_t h)
{
    const sg_real *s = a->s + h * a->columns, *weight = to->weight + h;
    size_t f = 0;
    for (; f + SG_SHORT <= a->columns; f += SG_SHORT) {
        group sum = *at(y + f);
        for (uint32_t i = 0; i < to->n; i++)
            sum += share * weight[i * a->heads] * *at(s + to->node[i] * a->width + f);
        *to_memory(y + f) = sum;
    }
    for (; f < a->columns; f++)
        for (uint32_t i = 0; i < to->n; i++)
            y[f] += share * weight[i * a->heads] * s[to->node[i] * a->width + f];
}

INLINE void join(sg_real *y, const SG_R(sg_attended) *to, const SG_R(sg_attention) *a)
{
    const bool mean = a->spec->join == SG_JOIN_MEAN;
    const sg_real share = mean ? 1 / (sg_real)a->heads : 1;
    const size_t out = mean ? a->columns : a->width;
    if (a->spec->bias)
        memcpy(y, a->parameter + a->at.bias, out * sizeof *y);
    else
        memset(y, 0, out * sizeof *y);
    if (!mean) {
        for (size_t h = 0; h < a->heads; h++) join_head(y + h * a->columns, to, a, share, h);
        return;
    }
    /* Heads of one that is looked at come before the next one's. */
    for (uint32_t i = 0; i < to->n; i++)
        for (size_t h = 0; h < a->heads; h++) SG_R(sg_short_add_times)
    (y, share * to->weight[i * a->heads + h], a->s + to->node[i] * a->width + h * a->columns,
     a->columns);
}

/* ---- Back ----------------------------------------------------------------------------------- */

INLINE void score_gradient(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a,
                           const sg_real *dy, sg_real *ds)
{
    const bool mean = a->spec->join == SG_JOIN_MEAN;
    const sg_real share = mean ? 1 / (sg_real)a->heads : 1;
    for (size_t h = 0; h < a->heads; h++) {
        const sg_real *d_out = mean ? dy : dy + h * a->columns;
        sg_real sum = 0;
        for (uint32_t i = 0; i < to->n; i++) {
            const sg_real weight = to->weight[i * a->heads + h];
            const size_t at = to->node[i] * a->width + h * a->columns;
            const sg_real product = dot(d_out, a->s + at, a->columns);
            if (ds != NULL)
                SG_R(sg_short_add_times)(ds + at, share * weight, d_out, a->columns);
            to->d_score[i * a->heads + h] = share * product;
            sum += weight * share * product;
        }
        for (uint32_t i = 0; i < to->n; i++) {
            sg_real *d = &to->d_score[i * a->heads + h];
            *d = to->weight[i * a->heads + h] * (*d - sum);
        }
    }
}

/* A number of S: the gradient of the argument of its leaky relu goes to S, T and p. */
INLINE void pair_back(sg_real *ds, sg_real *dt, sg_real *dp, sg_real d, sg_real p,
                      sg_real argument)
{
    const sg_real back = d * p * SG_R(sg_leaky_slope)(argument);
    *ds += back;
    *dt += back;
    *dp += d * SG_R(sg_leaky)(argument);
}

/* Eight numbers of a head, which stay in registers while those that are looked at are gone through. */
INLINE void receive_group(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a,
                          sg_real *room, const sg_real *edge, size_t h, size_t f)
{
    const size_t at_row = to->row * a->width + f;
    const group p = *at(a->parameter + a->at.vector + f), t = *at(a->t + at_row);
    group sum_t = *at(a->dt + at_row), sum_p = *at(a->dp + at_row);
    for (uint32_t i = 0; i < to->n; i++) {
        const size_t from = to->node[i] * a->width + f;
        const sg_real d = to->d_score[i * a->heads + h];
        sg_real *ds = room != NULL ? room + f : a->ds + from;
        group x = *at(a->s + from) + t, leaky, slope;
        if (edge != NULL) x += *at(edge + i * a->width + f);
        leak(&leaky, &slope, &x);
        const group back = d * p * slope;
        *to_memory(ds) += back;
        sum_t += back;
        sum_p += d * leaky;
    }
    *to_memory(a->dt + at_row) = sum_t;
    *to_memory(a->dp + at_row) = sum_p;
}

INLINE void receive_over(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a,
                         sg_real *room, const sg_real *edge)
{
    for (size_t h = 0, f = 0; h < a->heads; h++) {
        const size_t behind = f + a->columns;
        for (; f + SG_SHORT <= behind; f += SG_SHORT) receive_group(to, a, room, edge, h, f);
        for (; f < behind; f++)
            for (uint32_t i = 0; i < to->n; i++) {
                const size_t from = to->node[i] * a->width + f, at = to->row * a->width + f;
                pair_back(room != NULL ? room + f : a->ds + from, a->dt + at, a->dp + at,
                          to->d_score[i * a->heads + h], a->parameter[a->at.vector + f],
                          a->s[from] + a->t[at] + (edge != NULL ? edge[i * a->width + f] : 0));
            }
    }
}

INLINE void receive(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a, sg_real *room)
{
    if (a->has_edges)
        receive_over(to, a, room, to->edge);
    else
        receive_over(to, a, room, NULL);
}

INLINE void rows_back(const SG_R(sg_attention) *a, sg_row_range rows)
{
    const sg_real *p = a->parameter + a->at.vector, *q = a->parameter + a->at.second;
    for (size_t r = rows.first; r < (size_t)rows.first + rows.n; r++)
        for (size_t h = 0; h < a->heads; h++) {
            const size_t f = h * a->columns;
            sg_real *ds = a->ds + r * a->width + f;
            SG_R(sg_short_add_times)(ds, a->dl[r * a->heads + h], p + f, a->columns);
            SG_R(sg_short_add_times)(ds, a->dt[r * a->heads + h], q + f, a->columns);
        }
}

/* ---- For each processor --------------------------------------------------------------------- */

/* With KERNEL defined as what a function is declared with. */
#define KERNELS(NAME)                                                                          \
    KERNEL void weigh_rows_##NAME(const SG_R(sg_attention) *a, sg_row_range rows)              \
    {                                                                                          \
        weigh_rows(a, rows);                                                                   \
    }                                                                                          \
    KERNEL void score_##NAME(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a)         \
    {                                                                                          \
        score(to, a);                                                                          \
    }                                                                                          \
    KERNEL void divide_##NAME(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a)        \
    {                                                                                          \
        divide(to, a);                                                                         \
    }                                                                                          \
    KERNEL void join_##NAME(sg_real *y, const SG_R(sg_attended) *to,                           \
                            const SG_R(sg_attention) *a)                                       \
    {                                                                                          \
        join(y, to, a);                                                                        \
    }                                                                                          \
    KERNEL void score_gradient_##NAME(const SG_R(sg_attended) *to,                             \
                                      const SG_R(sg_attention) *a, const sg_real *dy,          \
                                      sg_real *ds)                                             \
    {                                                                                          \
        score_gradient(to, a, dy, ds);                                                         \
    }                                                                                          \
    KERNEL void receive_##NAME(const SG_R(sg_attended) *to, const SG_R(sg_attention) *a,       \
                               sg_real *room)                                                  \
    {                                                                                          \
        receive(to, a, room);                                                                  \
    }                                                                                          \
    KERNEL void rows_back_##NAME(const SG_R(sg_attention) *a, sg_row_range rows)               \
    {                                                                                          \
        rows_back(a, rows);                                                                    \
    }                                                                                          \
    static const SG_R(sg_attention_kernels) kernels_##NAME = {                                 \
        weigh_rows_##NAME,     score_##NAME,   divide_##NAME,   join_##NAME,                   \
        score_gradient_##NAME, receive_##NAME, rows_back_##NAME};

#define KERNEL static
KERNELS(portable)
#undef KERNEL

#if defined(__x86_64__)
#define KERNEL __attribute__((target("avx2"))) static
KERNELS(avx2)
#undef KERNEL

static const SG_R(sg_attention_kernels) *const VARIANTS[] = {&kernels_portable, &kernels_avx2};

static size_t count_runnable(void)
{
    return __builtin_cpu_supports("avx2") ? 2 : 1;
}
#else
static const SG_R(sg_attention_kernels) *const VARIANTS[] = {&kernels_portable};

static size_t count_runnable(void)
{
    return 1;
}
#endif

const SG_R(sg_attention_kernels) *SG_R(sg_attention_kernels_best)(void)
{
    return VARIANTS[count_runnable() - 1];
}

const SG_R(sg_attention_kernels) *SG_R(sg_attention_kernels_variant)(size_t i)
{
    return i < count_runnable() ? VARIANTS[i] : NULL;
}
