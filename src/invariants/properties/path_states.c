/* path_states.c - states are interned by content, and steps between them remembered.
 *
 * In a molecule nearly every node is reached by one edge from one node before it, so that a pair
 * costs one look at a remembered step. */
#include "invariants/properties/path_states.h"

#include "base/hash.h"

#include <string.h>

#define NONE UINT32_MAX

enum { FIRST_CAPACITY = 256 };

static sg_status grow_states(sg_path_states *states, sg_error *err)
{
    sg_status status = SG_OK;
    sg_path_state *more = NULL;
    SG_TAKE(more, states->scratch, (size_t)states->state_capacity * 2);
    memcpy(more, states->state, states->n_states * sizeof *more);
    states->state = more;
    states->state_capacity *= 2;
done:
    return status;
}

static sg_status grow_steps(sg_path_states *states, sg_error *err)
{
    sg_status status = SG_OK;
    sg_path_step *more = NULL;
    SG_TAKE(more, states->scratch, (size_t)states->step_capacity * 2);
    memcpy(more, states->step, states->n_steps * sizeof *more);
    states->step = more;
    states->step_capacity *= 2;
done:
    return status;
}

/* The place of the state with this content, or the free place where it belongs. */
static uint32_t find_place(const sg_path_states *states, const uint64_t *word, uint32_t n_words)
{
    const uint32_t mask = states->n_places - 1;
    uint32_t at = (uint32_t)sg_hash_words(word, n_words) & mask;
    for (; states->place[at] != NONE; at = (at + 1) & mask) {
        const sg_path_state *state = &states->state[states->place[at]];
        if (state->n_words == n_words && memcmp(state->word, word, n_words * sizeof *word) == 0)
            break;
    }
    return at;
}

/* A table of `n_places` places with all states in it. */
static sg_status make_table(sg_path_states *states, uint32_t n_places, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *place = NULL;
    SG_TAKE(place, states->scratch, n_places);
    for (uint32_t i = 0; i < n_places; i++) place[i] = NONE;
    states->place = place;
    states->n_places = n_places;
    for (uint32_t s = 0; s < states->n_states; s++)
        place[find_place(states, states->state[s].word, states->state[s].n_words)] = s;
done:
    return status;
}

/* The state with the content states->word[0 .. n_words). */
static sg_status intern(uint32_t *to, sg_path_states *states, uint32_t n_words, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t *word = NULL;
    uint32_t at = find_place(states, states->word, n_words);
    if (states->place[at] == NONE) {
        if (states->n_states == states->state_capacity) SG_TRY(grow_states(states, err));
        if (states->n_states >= states->n_places / 2) {
            SG_REQUIRE(states->n_places <= UINT32_MAX / 4, SG_ELIMIT,
                       "path: graph %u has too many kinds of paths; ask for shorter ones",
                       states->graph_number);
            SG_TRY(make_table(states, states->n_places * 2, err));
            at = find_place(states, states->word, n_words);
        }
        SG_TAKE(word, states->scratch, n_words);
        memcpy(word, states->word, n_words * sizeof *word);
        states->state[states->n_states] = (sg_path_state){
            .word = word, .n_words = n_words, .value = NONE, .more_steps = NONE};
        states->place[at] = states->n_states++;
    }
    *to = states->place[at];
done:
    return status;
}

sg_status sg_path_states_prepare(sg_path_states *states, uint32_t n_kinds,
                                 uint32_t graph_number, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t start = 0;
    sg_path_states made = {.n_kinds = n_kinds,
                           .graph_number = graph_number,
                           .scratch = scratch,
                           .state_capacity = FIRST_CAPACITY,
                           .step_capacity = FIRST_CAPACITY};
    SG_TAKE(made.state, scratch, FIRST_CAPACITY);
    SG_TAKE(made.step, scratch, FIRST_CAPACITY);
    SG_TAKE(made.n_of_kind, scratch, n_kinds);
    SG_TAKE(made.word, scratch, 2 + 2 * (size_t)n_kinds);
    for (uint32_t k = 0; k < n_kinds; k++) made.n_of_kind[k] = 0;
    SG_TRY(make_table(&made, 2 * FIRST_CAPACITY, err));
    made.word[0] = 0;
    made.word[1] = 1;
    SG_TRY(intern(&start, &made, 2, err));
    *states = made;
done:
    return status;
}

sg_status sg_path_states_join(sg_path_states *states, uint32_t from, uint32_t kind,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const sg_path_state *before = &states->state[from];
    const uint64_t n_paths = before->word[1];
    bool fits = !__builtin_add_overflow(states->n_paths, n_paths, &states->n_paths);
    states->distance = before->word[0] + 1;
    for (uint32_t i = 2; i < before->n_words; i += 2) {
        uint64_t *n = &states->n_of_kind[before->word[i]];
        fits = !__builtin_add_overflow(*n, before->word[i + 1], n) && fits;
    }
    if (states->n_kinds > 0) {
        uint64_t *n = &states->n_of_kind[kind];
        fits = !__builtin_add_overflow(*n, n_paths, n) && fits;
    }
    SG_REQUIRE(fits, SG_ELIMIT,
               "path: graph %u has 2^64 or more shortest paths between two nodes; use distance",
               states->graph_number);
done:
    return status;
}

sg_status sg_path_states_joined(uint32_t *to, sg_path_states *states, sg_error *err)
{
    uint32_t n_words = 0;
    states->word[n_words++] = states->distance;
    states->word[n_words++] = states->n_paths;
    for (uint32_t k = 0; k < states->n_kinds; k++) {
        if (states->n_of_kind[k] == 0) continue;
        states->word[n_words++] = k;
        states->word[n_words++] = states->n_of_kind[k];
        states->n_of_kind[k] = 0;
    }
    states->n_paths = 0;
    return intern(to, states, n_words, err);
}

/* A step that was not taken before. */
static sg_status new_step(uint32_t *to, sg_path_states *states, uint32_t from, uint32_t kind,
                          sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t found = 0;
    SG_TRY(sg_path_states_join(states, from, kind, err));
    SG_TRY(sg_path_states_joined(&found, states, err));
    if (kind < SG_PATH_COMMON_KINDS) {
        states->state[from].common_step[kind] = found;
    } else {
        if (states->n_steps == states->step_capacity) SG_TRY(grow_steps(states, err));
        states->step[states->n_steps] =
            (sg_path_step){kind, found, states->state[from].more_steps};
        states->state[from].more_steps = states->n_steps++;
    }
    *to = found;
done:
    return status;
}

/* No step leads to state 0, the start. */
sg_status sg_path_states_step(uint32_t *to, sg_path_states *states, uint32_t from,
                              uint32_t kind, sg_error *err)
{
    const sg_path_state *state = &states->state[from];
    if (kind < SG_PATH_COMMON_KINDS) {
        if (state->common_step[kind] == 0) return new_step(to, states, from, kind, err);
        *to = state->common_step[kind];
        return SG_OK;
    }
    uint32_t at = state->more_steps;
    while (at != NONE && states->step[at].kind != kind) at = states->step[at].next;
    if (at == NONE) return new_step(to, states, from, kind, err);
    *to = states->step[at].to;
    return SG_OK;
}
