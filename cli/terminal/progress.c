/* progress.c - a bar for terminals, a few lines for logs.
 *
 * The bar is redrawn ten times a second at most: the computation is what should take the time. */
#include "progress.h"

#include "status_line.h"

#include <math.h>
#include <string.h>

/* An amount in words: "3.1 MB", "120 graphs". */
static void put_amount(char *text, size_t size, double amount, const char *unit)
{
    static const char *const larger[] = {"bytes", "kB", "MB", "GB", "TB"};
    size_t k = 0;
    if (strcmp(unit, "bytes") == 0)
        for (unit = larger[0]; amount >= 1000 && k < 4; unit = larger[++k]) amount /= 1000;
    snprintf(text, size, k > 0 && amount < 100 ? "%.1f %s" : "%.0f %s", amount, unit);
}

/* Amounts, rate and time left, as far as they are known. */
static void describe(char *text, size_t size, const progress *p)
{
    char done[48], total[48] = "", rate[64] = "", left[48] = "";
    const sg_progress *now = &p->latest;
    const double seconds = p->time - p->started;
    const double per_second = seconds > 0 ? (double)(now->done - p->begin) / seconds : 0;
    put_amount(done, sizeof done, (double)now->done, now->unit);
    if (now->total > 0) {
        memcpy(total, " of ", 5);
        put_amount(total + 4, sizeof total - 4, (double)now->total, now->unit);
    }
    if (per_second > 0) {
        char amount[48];
        put_amount(amount, sizeof amount, per_second, now->unit);
        snprintf(rate, sizeof rate, ", %s/s", amount);
    }
    if (per_second > 0 && now->total > now->done) {
        const double wait = (double)(now->total - now->done) / per_second;
        snprintf(left, sizeof left, ", %s left", clock_of(wait).text);
    }
    snprintf(text, size, "%s%s%s%s", done, total, rate, left);
}

static uint64_t parts_done(const progress *p, uint64_t parts)
{
    const sg_progress *now = &p->latest;
    if (now->total == 0) return 0;
    const double part = (double)now->done / (double)now->total;
    return part >= 1 ? parts : (uint64_t)(part * (double)parts);
}

static void draw_bar(const progress *p)
{
    char text[256], tail[264];
    const sg_progress *now = &p->latest;
    describe(text, sizeof text, p);
    if (now->total == 0) {
        status_line_draw(p->out, now->stage, NAN, text);
        return;
    }
    snprintf(tail, sizeof tail, "%3u%% %s", (unsigned)parts_done(p, 100), text);
    status_line_draw(p->out, now->stage, (double)now->done / (double)now->total, tail);
}

static void write_line(const progress *p)
{
    char text[256];
    describe(text, sizeof text, p);
    if (p->latest.total > 0)
        fprintf(p->out, "%s: %u%%, %s\n", p->latest.stage, (unsigned)parts_done(p, 100), text);
    else
        fprintf(p->out, "%s: %s\n", p->latest.stage, text);
}

static void end_stage(progress *p)
{
    if (p->latest.stage == NULL) return;
    const bool was_fast = p->time - p->started < p->patience;
    if (p->bar && p->drawn > 0)
        status_line_clear(p->out);
    else if (!p->bar && !was_fast && p->latest.total == 0 && p->latest.done > 0)
        write_line(p);
    p->latest.stage = NULL;
    p->drawn = 0;
}

static bool on_progress(void *context, const sg_progress *now)
{
    progress *p = context;
    const bool first = p->latest.stage == NULL || now->done < p->latest.done ||
                       strcmp(p->latest.stage, now->stage) != 0;
    p->time = seconds_now();
    if (first) {
        end_stage(p);
        p->begin = now->done;
        p->started = p->time;
        p->tenth = 0;
    }
    p->latest = *now;
    if (p->time - p->started < p->patience) return !interrupted();
    const uint64_t tenth = parts_done(p, 10);
    if (first || tenth > p->tenth || (p->bar && p->time - p->drawn >= 0.1)) {
        if (p->bar)
            draw_bar(p);
        else
            write_line(p);
        p->tenth = tenth;
        p->drawn = p->time;
    }
    return !interrupted();
}

void progress_start(progress *p, double patience)
{
    *p = (progress){.observer = {on_progress, p}, .out = stderr, .patience = patience};
    p->bar = status_line_possible(p->out);
    /* Lines stay in a log, where what takes seconds is no news. */
    if (!p->bar) p->patience *= 10;
    interrupts_begin(&p->signals);
    /* Without memory for it, work that takes no observer goes on to its end and shows nothing. */
    (void)sg_watch_open(&p->watch, &p->observer, NULL);
}

void progress_stop(progress *p)
{
    end_stage(p);
    sg_watch_close(p->watch);
    interrupts_end(&p->signals);
}

sg_status progress_finish(progress *p, sg_status status, sg_error *err)
{
    progress_stop(p);
    if (status != SG_OK || !interrupted()) return status;
    *err = (sg_error){.status = SG_ECANCELED, .text = "stopped"};
    return SG_ECANCELED;
}
