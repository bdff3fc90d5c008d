/* threads.h - a few threads that work through numbered pieces.
 *
 * The caller cuts the work by the data, never by the number of threads, and every piece writes
 * to its own place; then the result is the same for any number of threads.
 *
 *     sg_threads *threads = NULL;
 *     sg_threads_open(&threads, 0, &err);                  // 0: one thread per core
 *     sg_threads_run(threads, n_pieces, do_piece, &context);
 *     sg_threads_close(threads);
 */
#ifndef SG_BASE_THREADS_H
#define SG_BASE_THREADS_H

#include "base/status.h"

typedef struct sg_threads sg_threads;

/* Do piece number `piece`.  `worker` is 0 .. n_threads-1, for scratch memory of one's own. */
typedef void (*sg_piece_work)(void *context, uint32_t piece, uint32_t worker);

/* More threads than this are started only where there are as many cores: each takes memory and a
 * place in the system's table of processes, and none makes the work faster. */
enum { SG_MOST_THREADS = 256 };

/* Start `n_threads` threads, the calling one included; 0 = one per core that this
 * process may use (sg_count_cores).  There are at most SG_MOST_THREADS or as many as cores, and
 * fewer where the system has no more threads to give.
 * Fails with SG_ENOMEM; *threads is then unchanged. */
sg_status sg_threads_open(sg_threads **threads, uint32_t n_threads, sg_error *err);

/* Stop the threads; NULL is fine. */
void sg_threads_close(sg_threads *threads);

/* Number of threads; NULL is one, the caller's. */
uint32_t sg_threads_count(const sg_threads *threads);

/* Do all pieces 0 .. n_pieces-1, each once, in no fixed order; return when all are done.  The
 * calling thread works too.  NULL does them one after the other, and so does a process that was forked
 * from the one that opened the threads. */
void sg_threads_run(sg_threads *threads, uint32_t n_pieces, sg_piece_work do_piece,
                    void *context);

#endif
