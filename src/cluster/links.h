/* links.h - what carries bytes between ranks: MPI, or threads of one process in tests.
 *
 * Messages from one rank to another arrive in the order in which they were sent.  Nothing here fails: who
 * cannot reach the others ends all of them.
 */
#ifndef SG_CLUSTER_LINKS_H
#define SG_CLUSTER_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SG_ANY_RANK UINT32_MAX

typedef struct sg_links {
    /* Send a message without waiting for its receiver; the bytes are copied. */
    void (*send)(void *state, uint32_t to, const void *bytes, size_t n);

    /* Receive the next message of a rank, or of any.  The bytes are put where room(memory, n) says, which
     * is called once or several times with growing n and keeps what was there before; NULL ends all ranks.
     * Returns false where there is no message and `wait` is false. */
    bool (*receive)(void *state, uint32_t *from, bool wait,
                    void *(*room)(void *memory, size_t n), void *memory);

    /* Send n_out bytes to a rank that sends n_in to this one. */
    void (*exchange)(void *state, uint32_t with, const void *out, size_t n_out, void *in,
                     size_t n_in);

    /* Begin to send n bytes to a rank that begins to receive as many from this one; likewise to receive them.  The bytes
     * are the links' until finish, which waits for everything that was begun.  Between two ranks the first that
     * is sent is the first that is received.  go_on gives the links time to work. */
    void (*begin_send)(void *state, uint32_t to, const void *bytes, size_t n);
    void (*begin_receive)(void *state, uint32_t from, void *bytes, size_t n);
    void (*go_on)(void *state);
    void (*finish)(void *state);

    /* End all ranks. */
    void (*abort)(void *state);

    /* Wait until everything that was sent has arrived, and leave. */
    void (*close)(void *state);
} sg_links;

/* One rank's end of the links. */
typedef struct sg_links_end {
    const sg_links *links;
    void *state;
    uint32_t rank, size;
    uint32_t n_local; /* ranks on the same machine, this one included */
} sg_links_end;

/* What libsharegnn-mpi.so has to offer, by this name.  False: MPI cannot be started. */
#define SG_MPI_OPEN "sg_mpi_open"
typedef bool sg_mpi_open_function(sg_links_end *end);

#endif
