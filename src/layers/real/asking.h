/* asking.h - whether to go on with the rows of a huge graph.
 *
 *     sg_row_asks asks = sg_row_asks_of(n_rows, width);
 *     for (uint32_t v = 0; v < n_rows; v++) {
 *         if (v == asks.next && sg_row_asks_stop(&asks)) return;
 *
 * A layer cannot fail.  Once an observer has said no, it may return in the midst of its work: whoever
 * started the batch asks the watch (base/observer.h) behind it, and uses none of the numbers.  Graphs of a
 * usual size are never asked about, so that their loops have one comparison more and nothing else.
 */
#ifndef SG_LAYERS_REAL_ASKING_H
#define SG_LAYERS_REAL_ASKING_H

#include "base/observer.h"

typedef struct sg_row_asks {
    uint32_t next; /* the row before which to ask */
    uint32_t step;
} sg_row_asks;

/* Rows have up to n_rows neighbors with states of `width` numbers.  Between two questions are some
 * milliseconds of work, or 16 rows. */
static inline sg_row_asks sg_row_asks_of(uint32_t n_rows, size_t width)
{
    enum { STEPS = 1 << 22, FEWEST_ROWS = 16 };
    const uint64_t per_row = (uint64_t)n_rows * width + 1, rows = STEPS / per_row;
    const uint32_t step = rows > FEWEST_ROWS ? (uint32_t)rows : FEWEST_ROWS;
    return (sg_row_asks){step, step};
}

/* Whether somebody wants to stop, for loops that know themselves when to ask. */
static inline bool sg_rows_stop(void)
{
    return sg_watch_ask_seldom(NULL) != SG_OK;
}

/* Ask, and say when to ask again. */
static inline bool sg_row_asks_stop(sg_row_asks *asks)
{
    asks->next += asks->step;
    return sg_rows_stop();
}

#endif
