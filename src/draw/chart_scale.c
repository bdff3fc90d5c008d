/* chart_scale.c - round numbers after Heckbert, "Nice numbers for graph labels" (Graphics Gems,
 * 1990), with steps of 1, 2 and 5 only: 2.5 needs a decimal more than its neighbors. */
#include "draw/chart_scale.h"

#include <math.h>
#include <stdio.h>

static double nice_step(double span, uint32_t wanted)
{
    const double rough = span / (wanted > 1 ? wanted - 1 : 1);
    const double power = pow(10, floor(log10(rough)));
    const double share = rough / power;
    return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

/* What is too close together, or nothing at all, gets some room. */
static void widen(double *low, double *high)
{
    if (!isfinite(*low) || !isfinite(*high)) {
        if (!isfinite(*low) && !isfinite(*high)) {
            *low = 0;
            *high = 1;
        } else if (isfinite(*low)) {
            *high = *low;
        } else {
            *low = *high;
        }
    }
    if (*low > *high) {
        const double other = *low;
        *low = *high;
        *high = other;
    }
    const double size = fmax(fabs(*low), fabs(*high));
    if (*high - *low <= 1e-9 * size || *high - *low < 1e-300) {
        const double room = size > 1e-290 ? 0.1 * size : 1;
        *low -= room;
        *high += room;
    }
}

/* Beyond this doubles have no steps that are worth a picture. */
static double confine(double number)
{
    return fmax(-1e300, fmin(1e300, number));
}

/* Ticks are first * step, (first + 1) * step, ... */
static void add_ticks(sg_scale *s, double first, double last)
{
    for (uint32_t i = 0; first + i <= last && i < SG_SCALE_MAX_TICKS; i++)
        s->tick[s->n_ticks++] = (first + i) * s->step;
}

/* Between two ticks there may be no tick at all: then a snug scale asks for more of them. */
static void fit_snug(sg_scale *s, uint32_t wanted)
{
    const bool whole = s->kind == SG_SCALE_COUNTS;
    for (;; wanted *= 2) {
        s->step = nice_step(s->high - s->low, wanted);
        const bool is_finest = whole && s->step <= 1;
        if (is_finest) s->step = 1;
        /* The small share keeps a border that is a tick but for rounding where it is. */
        const double first = ceil(s->low / s->step - 1e-9);
        const double last = floor(s->high / s->step + 1e-9);
        if (last - first < 1 && !is_finest && wanted < SG_SCALE_MAX_TICKS) continue;
        add_ticks(s, first, last);
        return;
    }
}

static void fit_linear(sg_scale *s, uint32_t wanted)
{
    s->step = nice_step(s->high - s->low, wanted);
    const double first = floor(s->low / s->step + 1e-9);
    const double last = ceil(s->high / s->step - 1e-9);
    s->low = first * s->step;
    s->high = last * s->step;
    add_ticks(s, first, last);
}

static void fit_log(sg_scale *s, uint32_t wanted)
{
    if (!(s->high > 0) || !isfinite(s->high)) s->high = 1;
    if (!(s->low > 0) || s->low > s->high) s->low = s->high;
    const double first = floor(log10(s->low) + 1e-9);
    const double last = fmax(first + 1, ceil(log10(s->high) - 1e-9));
    const double stride = ceil((last - first) / wanted);
    s->low = pow(10, first);
    s->high = pow(10, last);
    s->step = pow(10, stride);
    for (uint32_t i = 0; first + i * stride <= last && i < SG_SCALE_MAX_TICKS; i++)
        s->tick[s->n_ticks++] = pow(10, first + i * stride);
}

sg_scale sg_scale_fit(double low, double high, sg_scale_kind kind, uint32_t wanted)
{
    sg_scale s = {.kind = kind, .low = low, .high = high, .from = 0, .to = 1};
    const uint32_t ticks = wanted < 2                        ? 2
                           : wanted > SG_SCALE_MAX_TICKS / 3 ? SG_SCALE_MAX_TICKS / 3
                                                             : wanted;
    if (kind == SG_SCALE_LOG) {
        fit_log(&s, ticks);
        return s;
    }
    widen(&s.low, &s.high);
    s.low = confine(s.low);
    s.high = confine(s.high);
    if (kind == SG_SCALE_SNUG || kind == SG_SCALE_COUNTS)
        fit_snug(&s, ticks);
    else
        fit_linear(&s, ticks);
    return s;
}

double sg_scale_at(const sg_scale *s, double number)
{
    const double share = s->kind == SG_SCALE_LOG
                             ? log10(fmax(number, 1e-308) / s->low) / log10(s->high / s->low)
                             : (number - s->low) / (s->high - s->low);
    return s->from + share * (s->to - s->from);
}

/* Decimals that tell a tick from the next one. */
static int decimals_for(double step)
{
    const double need = ceil(-log10(step) - 1e-9);
    return need > 0 ? (int)need : 0;
}

void sg_scale_label(char text[SG_TICK_ROOM], const sg_scale *s, double tick)
{
    const double largest = fmax(fabs(s->low), fabs(s->high));
    const double own = s->kind == SG_SCALE_LOG ? fabs(tick) : largest;
    const double step = s->kind == SG_SCALE_LOG ? tick : s->step;
    if (tick == 0) tick = 0; /* no "-0" */
    if (own >= 1e10 || (own < 1e-4 && own > 0))
        (void)snprintf(text, SG_TICK_ROOM, "%.3g", tick);
    else if (own >= 1e6 && tick != 0)
        (void)snprintf(text, SG_TICK_ROOM, "%.*fM", decimals_for(step / 1e6), tick / 1e6);
    else if (own >= 1e4 && tick != 0)
        (void)snprintf(text, SG_TICK_ROOM, "%.*fk", decimals_for(step / 1e3), tick / 1e3);
    else
        (void)snprintf(text, SG_TICK_ROOM, "%.*f", decimals_for(step), tick);
    for (char *c = text; *c != '\0'; c++)
        if (*c == ',') *c = '.'; /* whatever the program's locale is */
}
