/* pool.h - a few threads that work through numbered pieces.
 *
 * The caller cuts the work by the data, never by the number of threads, and every piece writes
 * to its own place; then the result is the same for any number of threads.
 *
 *     sg_pool *pool = NULL;
 *     sg_pool_open(&pool, 0, &err);                  // 0: one thread per core
 *     sg_pool_run(pool, n_pieces, do_piece, &context);
 *     sg_pool_close(pool);
 */
#ifndef SG_BASE_POOL_H
#define SG_BASE_POOL_H

#include "base/status.h"

typedef struct sg_pool sg_pool;

/* Do piece number `piece`.  `worker` is 0 .. n_threads-1, for scratch memory of one's own. */
typedef void (*sg_piece)(void *context, uint32_t piece, uint32_t worker);

/* Start a pool of `n_threads` threads, the calling one included; 0 = one per core that this
 * process may use (sg_count_cores).
 * Fails with SG_ENOMEM or SG_EIO; *pool is then unchanged. */
sg_status sg_pool_open(sg_pool **pool, uint32_t n_threads, sg_error *err);

/* Stop the threads; NULL is fine. */
void sg_pool_close(sg_pool *pool);

/* Number of threads; a NULL pool has one, the caller's. */
uint32_t sg_pool_threads(const sg_pool *pool);

/* Do all pieces 0 .. n_pieces-1, each once, in no fixed order; return when all are done.  The
 * calling thread works too.  A NULL pool does them one after the other. */
void sg_pool_run(sg_pool *pool, uint32_t n_pieces, sg_piece piece, void *context);

/* The cores that the calling thread may use: those of its affinity, at most as many as the quotas of
 * its control groups pay for; 1 .. 1024. */
uint32_t sg_count_cores(void);

/* The cores that the content of a file cpu.max pays for, rounded up: 2 for "150000 100000".
 * UINT32_MAX where there is no limit ("max 100000") or the text is something else. */
uint32_t sg_cores_of_quota(const char *text);

#endif
