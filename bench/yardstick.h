/* yardstick.h - the bare loop that we measure ourselves against: a program that the user compiled and
 * names with --yardstick.
 *
 *     yardstick yard;
 *     if (yardstick_open(&yard, data, path, options)) {
 *         yardstick_run(&times, &yard, 2, 2, 5);
 *         yardstick_close(&yard);
 *     }
 */
#ifndef SG_BENCH_YARDSTICK_H
#define SG_BENCH_YARDSTICK_H

#include "bench.h"

/* The fastest of all runs so far; 0: none. */
typedef struct yardstick_times {
    double labels_s, plan_s, epoch_s;
    uint32_t n_triples;
} yardstick_times;

/* The program and what it needs: an unpacked copy of the data, and its splits. */
typedef struct yardstick {
    const char *program;
    const char *name;
    char folder[40];
    char splits[4096];
} yardstick;

/* Unpack the data for the program; false where there is no program or no splits beside `path`. */
bool yardstick_open(yardstick *yard, const sg_dataset *data, const char *path,
                    const bench_options *options);

/* Run it for a model with so many rounds of refinement, distances up to 6. */
void yardstick_run(yardstick_times *best, const yardstick *yard, uint32_t encoder_rounds,
                   uint32_t decoder_rounds, uint32_t n_epochs);

void yardstick_close(yardstick *yard);

#endif
