/* search_page.c - what was tried and what it was worth, as a page without scripts. */
#include "search/search_parts.h"

#include "base/mem.h"
#include "base/text.h"

#include <math.h>

/* Text for HTML. */
static sg_status add_escaped(sg_text *html, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    for (; *text != '\0'; text++) {
        if (*text == '<' || *text == '>' || *text == '&' || *text == '"')
            SG_TRY(sg_text_add(html, err, "&#%d;", *text));
        else
            SG_TRY(sg_text_add_bytes(html, text, 1, err));
    }
done:
    return status;
}

/* A value of the space as it is written: a scalar, or the scalars of a list. */
static sg_status add_value(sg_text *html, const sg_node *value, sg_error *err)
{
    sg_status status = SG_OK;
    if (value->text != NULL) SG_TRY(add_escaped(html, value->text, err));
    for (size_t i = 0; i < value->n_children; i++) {
        if (i > 0) SG_TRY(sg_text_add(html, err, "; "));
        if (value->child[i]->key != NULL) {
            SG_TRY(add_escaped(html, value->child[i]->key, err));
            SG_TRY(sg_text_add(html, err, ": "));
        }
        SG_TRY(add_value(html, value->child[i], err));
    }
done:
    return status;
}

/* The parts of the space, the one that mattered most first; order is [n_axes]. */
static void order_axes(uint32_t *order, sg_axis_effect *effect, const sg_search_state *s)
{
    for (uint32_t a = 0; a < s->experiment.n_axes; a++) {
        effect[a] = sg_trial_axis_effect(&s->book, s->rung_metric, a);
        uint32_t i = a;
        for (; i > 0 && !(effect[order[i - 1]].difference >= effect[a].difference) &&
               !isnan(effect[a].difference);
             i--)
            order[i] = order[i - 1];
        order[i] = a;
    }
}

static sg_status add_axis(sg_text *html, const sg_search_state *s, uint32_t a,
                          sg_axis_effect effect, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t v = 0; v < s->book.n_values[a]; v++) {
        const sg_value_effect e = sg_trial_effect(&s->book, s->rung_metric, a, v);
        const bool is_same = s->book.order.first != NULL && s->book.order.first[a][v] != v;
        SG_TRY(sg_text_add(html, err, "<tr><td>"));
        if (v == 0) SG_TRY(add_escaped(html, s->experiment.axis[a].path, err));
        SG_TRY(sg_text_add(html, err, "<td>"));
        if (v == 0 && !isnan(effect.difference))
            SG_TRY(sg_text_add(html, err, "%.3g &#177; %.1g", effect.difference,
                               effect.standard_error));
        SG_TRY(sg_text_add(html, err, "<td>"));
        SG_TRY(add_value(html, s->experiment.axis[a].list->child[v], err));
        if (is_same)
            SG_TRY(sg_text_add(html, err,
                               "<td colspan=3>the same labels as a value above</tr>\n"));
        else if (e.n == 0)
            SG_TRY(sg_text_add(html, err, "<td>0<td>-<td>-</tr>\n"));
        else if (e.n == 1)
            SG_TRY(sg_text_add(html, err, "<td>1<td>%.4g<td>-</tr>\n", e.mean));
        else
            SG_TRY(
                sg_text_add(html, err, "<td>%u<td>%.4g<td>%.2g</tr>\n", e.n, e.mean, e.spread));
    }
done:
    return status;
}

static sg_status add_effects(sg_text *html, const sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t order[SG_MOST_AXES];
    sg_axis_effect effect[SG_MOST_AXES];
    order_axes(order, effect, s);
    SG_TRY(sg_text_add(
        html, err,
        "<h2>What each choice was worth</h2>\n<p>The mean and the standard deviation of the "
        "validation %s on the first rung, over all candidates that had the value. The effect of "
        "a part is the difference between the means of its best and its worst value, with its "
        "standard error; the part with the largest effect comes first.</p>\n"
        "<table><tr><th>part<th>effect<th>value<th>candidates<th>mean<th>deviation</tr>\n",
        s->metric->name));
    for (uint32_t i = 0; i < s->experiment.n_axes; i++)
        SG_TRY(add_axis(html, s, order[i], effect[order[i]], err));
    SG_TRY(sg_text_add(html, err, "</table>\n"));
done:
    return status;
}

/* The values of a trial, those that are the first of their list left out. */
static sg_status add_point(sg_text *html, const sg_search_state *s, size_t t, sg_error *err)
{
    sg_status status = SG_OK;
    bool is_first = true;
    for (uint32_t a = 0; a < s->experiment.n_axes; a++) {
        const uint32_t v = s->book.digit[t * s->experiment.n_axes + a];
        if (v == 0) continue;
        if (!is_first) SG_TRY(sg_text_add(html, err, ", "));
        is_first = false;
        SG_TRY(add_escaped(html, s->experiment.axis[a].path, err));
        SG_TRY(sg_text_add(html, err, ": "));
        SG_TRY(add_value(html, s->experiment.axis[a].list->child[v], err));
    }
    if (is_first) SG_TRY(sg_text_add(html, err, "the first model of the space"));
done:
    return status;
}

/* Seconds, or a dash where nobody knows. */
static sg_status add_seconds(sg_text *html, double seconds, sg_error *err)
{
    return isnan(seconds) ? sg_text_add(html, err, "<td>-")
                          : sg_text_add(html, err, "<td>%.3g", seconds);
}

static sg_status add_trial(sg_text *html, const sg_search_state *s, size_t t, bool is_chosen,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_trial *trial = &s->book.trial[t];
    SG_TRY(sg_text_add(html, err, "<tr%s><td>%zu", is_chosen ? " class=best" : "", t));
    if (trial->is_skipped)
        SG_TRY(sg_text_add(html, err, "<td>-<td>too large<td>-"));
    else if (!trial->has_score)
        SG_TRY(sg_text_add(html, err, "<td>-<td>not at its end<td>-"));
    else
        SG_TRY(sg_text_add(html, err, "<td>%u<td>%.4g<td>%.4g", trial->score.rung,
                           trial->score.metric, s->rung_metric[t]));
    SG_TRY(sg_text_add(
        html, err, "<td>%llu<td>%llu<td>%.1f", (unsigned long long)trial->cost.n_weights,
        (unsigned long long)trial->cost.n_pairs, (double)trial->cost.plan_bytes / 1e6));
    SG_TRY(add_seconds(html, trial->expected, err));
    SG_TRY(add_seconds(html, trial->seconds, err));
    SG_TRY(sg_text_add(html, err, "<td>"));
    SG_TRY(add_point(html, s, t, err));
    SG_TRY(sg_text_add(html, err, "</tr>\n"));
done:
    return status;
}

static sg_status add_trials(sg_text *html, const sg_search_state *s, uint32_t chosen,
                            sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *order = NULL, n = 0;
    SG_TRY(sgi_search_order(&order, &n, s, err));
    SG_TRY(
        sg_text_add(html, err,
                    "<h2>What was tried</h2>\n<p>The best candidates first. Seconds are those "
                    "of an epoch on one fold: as expected before, and as measured.</p>\n"
                    "<table><tr><th>trial<th>rung<th>validation<th>first rung<th>weights"
                    "<th>pairs<th>plans, MB<th>expected s<th>measured s<th>what differs from "
                    "the first model</tr>\n"));
    for (uint32_t i = 0; i < n; i++)
        SG_TRY(add_trial(html, s, order[i], order[i] == chosen, err));
    for (size_t t = 0; t < s->book.n; t++)
        if (!s->book.trial[t].has_score) SG_TRY(add_trial(html, s, t, false, err));
    SG_TRY(sg_text_add(html, err, "</table>\n"));
done:
    sg_free(order);
    return status;
}

static sg_status add_ensemble(sg_text *html, const sg_search_ensemble *ensemble, sg_error *err)
{
    sg_status status = SG_OK;
    if (ensemble->n == 0) goto done;
    SG_TRY(sg_text_add(
        html, err, "<p>The model of this folder is the mean of %u candidates:", ensemble->n));
    for (uint32_t m = 0; m < ensemble->n; m++)
        SG_TRY(sg_text_add(html, err, "%s trial %u (%.0f %%)", m > 0 ? "," : "",
                           ensemble->trial[m], 100 * ensemble->share[m]));
    SG_TRY(
        sg_text_add(html, err, ". Its validation value is %.4g.</p>\n", ensemble->validation));
done:
    return status;
}

sg_status sgi_search_page(sg_text *html, const sg_search_state *s, uint32_t chosen,
                          const sg_search_ensemble *ensemble, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(
        sg_text_add(html, err,
                    "<!doctype html>\n<html lang=en><meta charset=utf-8><title>A search</title>"
                    "<style>body{font-family:sans-serif;margin:2em}td,th{padding:.2em "
                    ".6em;text-align:left}.best{font-weight:bold}</style>\n<h1>A search on "));
    SG_TRY(add_escaped(html, s->stage.workload.data.name, err));
    SG_TRY(sg_text_add(
        html, err,
        "</h1>\n<p>%zu candidates of %llu were tried, %u were too large. The best "
        "one is trial %u, printed bold. Its validation value was used for choosing "
        "and flatters; the search has not looked at test items.</p>\n",
        s->book.n, (unsigned long long)sg_trial_book_points(&s->book), s->n_skipped, chosen));
    SG_TRY(add_ensemble(html, ensemble, err));
    SG_TRY(sgi_search_curves(html, s, chosen, err));
    SG_TRY(add_effects(html, s, err));
    SG_TRY(add_trials(html, s, chosen, err));
    SG_TRY(sg_text_add(html, err, "</html>\n"));
done:
    return status;
}
