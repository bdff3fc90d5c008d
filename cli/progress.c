/* progress.c - a bar for terminals, a few lines for logs.
 *
 * The bar needs nothing of a terminal but "\r" and "erase to the end of the line", no colors,
 * and is redrawn ten times a second at most: the computation is what should take the time. */
#include "progress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { SHORTEST_BAR = 8, LONGEST_BAR = 40 };

/* A signal handler can reach nothing else. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

static double seconds_now(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static size_t terminal_width(FILE *out)
{
    struct winsize size = {0};
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

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
        const uint64_t s = wait < 1e9 ? (uint64_t)(wait + 0.5) : 1000000000;
        snprintf(left, sizeof left, ", %" PRIu64 ":%02u left", s / 60, (unsigned)(s % 60));
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
    char head[64], bar[LONGEST_BAR + 4] = "", tail[256], line[512];
    const size_t width = terminal_width(p->out) - 1;
    describe(tail, sizeof tail, p);
    snprintf(head, sizeof head, "%s ", p->latest.stage);
    const size_t used = strlen(head) + strlen(tail) + 8;
    if (p->latest.total > 0 && used + SHORTEST_BAR <= width) {
        const size_t length = width - used < LONGEST_BAR ? width - used : LONGEST_BAR;
        const size_t full = (size_t)parts_done(p, length);
        bar[0] = '[';
        memset(bar + 1, '#', full);
        memset(bar + 1 + full, '.', length - full);
        memcpy(bar + 1 + length, "] ", 3);
    }
    if (p->latest.total > 0)
        snprintf(line, sizeof line, "%s%s%3u%% %s", head, bar, (unsigned)parts_done(p, 100),
                 tail);
    else
        snprintf(line, sizeof line, "%s%s", head, tail);
    fprintf(p->out, "\r%.*s\033[K", (int)width, line);
    fflush(p->out);
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
    if (p->bar)
        fputs("\r\033[K", p->out);
    else if (p->latest.total == 0)
        write_line(p);
    p->latest.stage = NULL;
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
    }
    p->latest = *now;
    if (p->time - p->started < p->patience) return interrupted == 0;
    const uint64_t tenth = parts_done(p, 10);
    if (first || tenth > p->tenth || (p->bar && p->time - p->drawn >= 0.1)) {
        if (p->bar)
            draw_bar(p);
        else
            write_line(p);
        p->tenth = tenth;
        p->drawn = p->time;
    }
    return interrupted == 0;
}

void progress_start(progress *p, double patience)
{
    const char *terminal = getenv("TERM");
    const bool dumb = terminal == NULL || strcmp(terminal, "dumb") == 0;
    *p = (progress){.observer = {on_progress, p}, .out = stderr, .patience = patience};
    p->bar = isatty(fileno(p->out)) && !dumb;

    /* Restored by the first Ctrl-C, so that the second one is not asked. */
    struct sigaction action = {0};
    action.sa_handler = on_interrupt;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    interrupted = 0;
    sigaction(SIGINT, NULL, &p->interrupt);
    if (p->interrupt.sa_handler != SIG_IGN) sigaction(SIGINT, &action, NULL);
}

void progress_stop(progress *p)
{
    end_stage(p);
    sigaction(SIGINT, &p->interrupt, NULL);
}
