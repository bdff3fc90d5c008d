/* chart_scale.h - from numbers to places on paper, and the round numbers that stand at an axis.
 *
 *     sg_scale x = sg_scale_fit(0, 187.3, SG_SCALE_LINEAR, 6);     // 0 .. 200, every 50
 *     x.from = 60, x.to = 600;                                     // where it lies on the paper
 *     double place = sg_scale_at(&x, 100);                         // 330
 *
 * Ticks of a linear scale are multiples of 1, 2 or 5 times a power of ten, and the scale ends at
 * ticks.  A logarithmic scale begins and ends at powers of ten.  A snug scale begins and ends where
 * the numbers do, for shares and ranks; a scale of counts does so, too, and its ticks are whole
 * numbers: epochs.
 */
#ifndef SG_DRAW_CHART_SCALE_H
#define SG_DRAW_CHART_SCALE_H

#include <stdbool.h>
#include <stdint.h>

enum { SG_SCALE_MAX_TICKS = 32, SG_TICK_ROOM = 24 };

typedef enum sg_scale_kind {
    SG_SCALE_LINEAR,
    SG_SCALE_SNUG,
    SG_SCALE_LOG,
    SG_SCALE_COUNTS
} sg_scale_kind;

typedef struct sg_scale {
    sg_scale_kind kind;
    double low, high; /* the numbers at both ends, low < high         */
    double from, to;  /* the places of both ends; the caller's        */
    double step;      /* between ticks; a factor where logarithmic    */
    uint32_t n_ticks;
    double tick[SG_SCALE_MAX_TICKS];
} sg_scale;

/* A scale for numbers low .. high with about `wanted` ticks (2 or more).  Whatever is given, the
 * scale is finite and not empty: NaN counts as nothing, a single number gets room around it, a
 * logarithmic scale begins above zero. */
sg_scale sg_scale_fit(double low, double high, sg_scale_kind kind, uint32_t wanted);

/* The place of a number; beyond the ends for numbers that are. */
double sg_scale_at(const sg_scale *scale, double number);

/* What stands at a tick: "0.05", "20k", "1M", with as many decimals as its neighbors need. */
void sg_scale_label(char text[SG_TICK_ROOM], const sg_scale *scale, double tick);

#endif
