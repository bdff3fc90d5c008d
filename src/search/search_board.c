/* search_board.c - the candidates by what they reached, and what they cost. */
#include "search/search_parts.h"

#include "base/mem.h"

sg_status sgi_search_order(uint32_t **order, uint32_t *n, const sg_search_state *s,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_trial_score *score = NULL;
    uint32_t *place = NULL, *made = NULL, n_scores = 0;
    SG_ALLOC(score, s->book.n);
    SG_ALLOC(place, s->book.n);
    SG_ALLOC(made, s->book.n);
    for (size_t t = 0; t < s->book.n; t++)
        if (s->book.trial[t].has_score) score[n_scores++] = s->book.trial[t].score;
    sg_trial_places(place, score, n_scores, s->book.higher_is_better);
    for (uint32_t i = 0; i < n_scores; i++) made[place[i]] = score[i].number;
    *order = made;
    *n = n_scores;
    made = NULL;
done:
    sg_free(score);
    sg_free(place);
    sg_free(made);
    return status;
}

static sg_status put_trial(sg_json_writer *json, const sg_search_state *s, uint32_t t,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_trial *trial = &s->book.trial[t];
    SG_TRY(sg_json_open_object(json, err));
    SG_TRY(sg_json_member_unsigned(json, "trial", t, err));
    SG_TRY(sg_json_member_unsigned(json, "rung", trial->score.rung, err));
    SG_TRY(sg_json_member_unsigned(json, "configuration", trial->configuration, err));
    SG_TRY(sg_json_member_real(json, "validation", trial->score.metric, err));
    SG_TRY(sg_json_member_real(json, "standard_error", trial->score.standard_error, err));
    SG_TRY(sg_json_member_unsigned(json, "weights", trial->cost.n_weights, err));
    SG_TRY(sg_json_member_unsigned(json, "pairs", trial->cost.n_pairs, err));
    SG_TRY(sg_json_member_unsigned(json, "plan_bytes", trial->cost.plan_bytes, err));
    SG_TRY(sg_json_member_real(json, "expected_epoch_seconds", trial->expected, err));
    SG_TRY(sg_json_member_real(json, "epoch_seconds", trial->seconds, err));
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

sg_status sgi_search_put_board(sg_json_writer *json, const sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *order = NULL, n = 0;
    SG_TRY(sgi_search_order(&order, &n, s, err));
    SG_TRY(sg_json_member_array(json, "board", err));
    for (uint32_t i = 0; i < n; i++) SG_TRY(put_trial(json, s, order[i], err));
    SG_TRY(sg_json_close(json, err));
done:
    sg_free(order);
    return status;
}
