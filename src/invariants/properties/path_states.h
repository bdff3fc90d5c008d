/* path_states.h - what the shortest paths between two nodes have in common, numbered.
 *
 * A state says how long the shortest paths between two nodes are, how many there are, and how
 * often each kind of edge occurs on all of them together.  States of one step more come from
 * states of one step less:
 *
 *     uint32_t state = SG_PATH_START;                                  // the node itself
 *     SG_TRY(sg_path_states_step(&state, &states, state, kind, err));  // one edge farther
 *
 * and, where several shortest paths meet,
 *
 *     SG_TRY(sg_path_states_join(&states, before1, kind1, err));
 *     SG_TRY(sg_path_states_join(&states, before2, kind2, err));
 *     SG_TRY(sg_path_states_joined(&state, &states, err));
 *
 * Equal states have equal numbers.
 */
#ifndef SG_INVARIANTS_PROPERTIES_PATH_STATES_H
#define SG_INVARIANTS_PROPERTIES_PATH_STATES_H

#include "base/scratch.h"

/* The state of a node with itself: no edge, one path. */
#define SG_PATH_START 0

/* Most graphs have no more kinds of edges than these. */
#define SG_PATH_COMMON_KINDS 4

typedef struct sg_path_state {
    uint64_t *word; /* [n_words] distance, number of paths, then (kind, occurrences) by kind */
    uint32_t n_words;
    uint32_t value; /* for the caller; UINT32_MAX at first                                   */

    /* The states one step farther: by kind (0: not known yet), and a list for all other kinds
     * (UINT32_MAX: none). */
    uint32_t common_step[SG_PATH_COMMON_KINDS];
    uint32_t more_steps;
} sg_path_state;

/* From a state along an edge of a kind that is not common. */
typedef struct sg_path_step {
    uint32_t kind;
    uint32_t to;   /* state                                        */
    uint32_t next; /* step from the same state, UINT32_MAX: none   */
} sg_path_step;

typedef struct sg_path_states {
    sg_path_state *state; /* [n_states] */
    uint32_t n_states, state_capacity;
    sg_path_step *step; /* [n_steps] */
    uint32_t n_steps, step_capacity;
    uint32_t *place; /* [n_places] hash table of states, UINT32_MAX: free */
    uint32_t n_places;

    uint32_t n_kinds; /* 0: edges are not told apart */

    /* The state being joined. */
    uint64_t distance;
    uint64_t n_paths;
    uint64_t *n_of_kind; /* [n_kinds]                    */
    uint64_t *word;      /* [2 + 2 * n_kinds] content    */

    uint32_t graph_number;
    sg_scratch *scratch;
} sg_path_states;

/* Only SG_PATH_START; all arrays are scratch memory, which is kept for more.
 * Fails with SG_ENOMEM. */
sg_status sg_path_states_prepare(sg_path_states *states, uint32_t n_kinds,
                                 uint32_t graph_number, sg_scratch *scratch, sg_error *err);

/* The state one edge of kind `kind` behind state `from`.
 * Time O(kinds).  Fails with SG_ENOMEM, or SG_ELIMIT where a number reaches 2^64. */
sg_status sg_path_states_step(uint32_t *to, sg_path_states *states, uint32_t from,
                              uint32_t kind, sg_error *err);

/* One of the ways to the state being joined: an edge of kind `kind` behind state `from`.
 * Fails with SG_ELIMIT where a number reaches 2^64. */
sg_status sg_path_states_join(sg_path_states *states, uint32_t from, uint32_t kind,
                              sg_error *err);

/* The state that was joined, and begin a new one.  Fails with SG_ENOMEM. */
sg_status sg_path_states_joined(uint32_t *to, sg_path_states *states, sg_error *err);

#endif
