/* search_page.c - what was tried and what it was worth, as a page without scripts that looks like a report. */
#include "search/search_parts.h"

#include "base/mem.h"
#include "page/html.h"
#include "page/page_frame.h"

#include <math.h>
#include <stdio.h>

static sg_status add_cell(sg_text *html, const char *words, sg_error *err)
{
    return sgi_html_element(html, "td", words, err);
}

static sg_status add_fact(sg_text *html, const char *name, const char *value, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(html, err, "<div>"));
    SG_TRY(sgi_html_element(html, "dt", name, err));
    SG_TRY(sgi_html_element(html, "dd", value, err));
    SG_TRY(sg_text_add(html, err, "</div>\n"));
done:
    return status;
}

/* ---- The head of the page -------------------------------------------------------------------- */

static sg_status add_facts(sg_text *html, const sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_folds = s->stage.workload.splits.n_folds;
    char text[120];
    (void)snprintf(text, sizeof text, "%.40s of %.40s possible ones",
                   sgi_count_words(s->book.n).text,
                   sgi_count_words(sg_trial_book_points(&s->book)).text);
    SG_TRY(sg_text_add(html, err, "<dl class=\"facts\">\n"));
    SG_TRY(add_fact(html, "Candidates", text, err));
    if (s->n_skipped > 0)
        SG_TRY(add_fact(html, "Too large", sgi_count_words(s->n_skipped).text, err));
    SG_TRY(add_fact(html, n_folds == 1 ? "Validation" : "Folds that validate",
                    n_folds == 1 ? "one held-out part" : sgi_count_words(n_folds).text, err));
    (void)snprintf(text, sizeof text, "%.3g s", sgi_search_seconds(s));
    SG_TRY(add_fact(html, "Time", text, err));
    SG_TRY(sg_text_add(html, err, "</dl>\n"));
done:
    return status;
}

static sg_status add_ensemble(sg_text *html, const sg_search_state *s,
                              const sg_search_ensemble *ensemble, sg_error *err)
{
    sg_status status = SG_OK;
    if (ensemble->n == 0) goto done;
    SG_TRY(sg_text_add(html, err,
                       "<p class=\"note\">The model of this folder is the mean of %u "
                       "candidates:",
                       ensemble->n));
    for (uint32_t m = 0; m < ensemble->n; m++)
        SG_TRY(sg_text_add(html, err, "%s trial %u (%.0f %%)", m > 0 ? "," : "",
                           ensemble->trial[m], 100 * ensemble->share[m]));
    SG_TRY(sg_text_add(html, err, ". Together they validate with %s%s.</p>\n",
                       sgi_search_metric_words(s, ensemble->validation).text,
                       s->metric->in_percent ? " %" : ""));
done:
    return status;
}

/* Why the winner is not the best one of the table. */
static sg_status add_reason(sg_text *html, const sg_search_state *s, uint32_t chosen,
                            sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *order = NULL, n = 0;
    SG_TRY(sgi_search_order(&order, &n, s, err));
    if (n > 0 && order[0] != chosen)
        SG_TRY(sg_text_add(
            html, err,
            "<p class=\"interval\">Trial %u validates better, with %s%s, by no more than a "
            "standard error: of such candidates the one with the fewest weights wins.</p>\n",
            order[0], sgi_search_metric_words(s, s->book.trial[order[0]].score.metric).text,
            s->metric->in_percent ? " %" : ""));
done:
    sg_free(order);
    return status;
}

static sg_status add_header(sg_text *html, const sg_search_state *s, uint32_t chosen,
                            const sg_search_ensemble *ensemble, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_trial_score *score = &s->book.trial[chosen].score;
    SG_TRY(sg_text_add(html, err, "<p class=\"protocol\">search for a model</p>\n"));
    SG_TRY(sgi_html_element(html, "h1", s->stage.workload.data.name, err));
    SG_TRY(sg_text_add(html, err,
                       "\n<p class=\"score\"><strong>%s%s</strong> <span>%s in validation: "
                       "trial %u, the winner. The value was used for choosing and flatters; "
                       "the search has not looked at test items.</span></p>\n",
                       sgi_search_metric_words(s, score->metric).text,
                       s->metric->in_percent ? " %" : "", s->metric->name, chosen));
    SG_TRY(add_reason(html, s, chosen, err));
    SG_TRY(add_ensemble(html, s, ensemble, err));
    SG_TRY(add_facts(html, s, err));
done:
    return status;
}

/* ---- Candidates ------------------------------------------------------------------------------ */

static sg_status add_part(sg_text *text, const sg_search_state *s, uint32_t axis, size_t trial,
                          const char *between, sg_error *err)
{
    sg_status status = SG_OK;
    char part[160];
    const uint32_t v = s->book.digit[trial * s->experiment.n_axes + axis];
    sgi_search_part_words(part, sizeof part, s, s->experiment.axis[axis].path);
    SG_TRY(sg_text_add(text, err, "%s%s", part, between));
    SG_TRY(sgi_search_value_words(text, s->experiment.axis[axis].list->child[v], err));
done:
    return status;
}

static sg_status add_winner(sg_text *html, const sg_search_state *s, uint32_t chosen,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_text value = {0};
    char part[160];
    SG_TRY(sg_text_add(html, err,
                       "<p class=\"lead\">What was chosen for every part that may vary; "
                       "<code>best.yml</code> has all of it, and <code>best</code> the trained "
                       "model.</p>\n<div class=\"wide\"><table>\n"));
    for (uint32_t a = 0; a < s->experiment.n_axes; a++) {
        const uint32_t v = s->book.digit[(size_t)chosen * s->experiment.n_axes + a];
        value.size = 0;
        sgi_search_part_words(part, sizeof part, s, s->experiment.axis[a].path);
        SG_TRY(sgi_search_value_words(&value, s->experiment.axis[a].list->child[v], err));
        SG_TRY(sg_text_add(html, err, "<tr><th scope=\"row\" class=\"words\">"));
        SG_TRY(sgi_html_add(html, part, err));
        SG_TRY(sg_text_add(html, err, "</th><td class=\"words\">"));
        SG_TRY(sgi_html_add(html, value.size > 0 ? value.data : "", err));
        SG_TRY(sg_text_add(html, err, "</td></tr>\n"));
    }
    SG_TRY(sg_text_add(html, err, "</table></div>\n"));
done:
    sg_text_free(&value);
    return status;
}

/* The values of a trial, those that are the first of their list left out. */
static sg_status add_point(sg_text *html, const sg_search_state *s, size_t t, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text words = {0};
    for (uint32_t a = 0; a < s->experiment.n_axes; a++) {
        if (s->book.digit[t * s->experiment.n_axes + a] == 0) continue;
        if (words.size > 0) SG_TRY(sg_text_add(&words, err, "; "));
        SG_TRY(add_part(&words, s, a, t, " ", err));
    }
    SG_TRY(sg_text_add(html, err, "<td class=\"words\">"));
    SG_TRY(sgi_html_add(html, words.size > 0 ? words.data : "nothing: it is the first model",
                        err));
    SG_TRY(sg_text_add(html, err, "</td>"));
done:
    sg_text_free(&words);
    return status;
}

/* Milliseconds of an epoch, or a dash where nobody knows. */
static sg_status add_milliseconds(sg_text *html, double seconds, sg_error *err)
{
    char text[40] = "–";
    if (!isnan(seconds)) (void)snprintf(text, sizeof text, "%.1f", 1000 * seconds);
    return add_cell(html, text, err);
}

static sg_status add_trial(sg_text *html, const sg_search_state *s, size_t t, bool is_chosen,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_trial *trial = &s->book.trial[t];
    char text[40];
    SG_TRY(sg_text_add(html, err, "<tr%s><th scope=\"row\">%zu</th>",
                       is_chosen ? " class=\"chosen\"" : "", t));
    if (!trial->has_score)
        SG_TRY(sg_text_add(html, err, "<td>–</td><td>%s</td>",
                           trial->is_skipped ? "too large" : "not at its end"));
    else {
        SG_TRY(sg_text_add(html, err, "<td>%u</td>", trial->score.rung + 1));
        SG_TRY(add_cell(html, sgi_search_metric_words(s, trial->score.metric).text, err));
    }
    SG_TRY(add_point(html, s, t, err));
    SG_TRY(add_cell(html, sgi_search_metric_words(s, s->rung_metric[t]).text, err));
    SG_TRY(add_cell(html, sgi_count_words(trial->cost.n_weights).text, err));
    (void)snprintf(text, sizeof text, "%.1f", (double)trial->cost.plan_bytes / 1e6);
    SG_TRY(add_cell(html, text, err));
    SG_TRY(add_milliseconds(html, trial->expected, err));
    SG_TRY(add_milliseconds(html, trial->seconds, err));
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
    SG_TRY(sg_text_add(
        html, err,
        "<p class=\"lead\">The best candidates first: those that reached a later round, then "
        "those that validate better there. Times are those of an epoch on one fold, as expected "
        "before and as measured.</p>\n<div class=\"wide\" role=\"region\" tabindex=\"0\" "
        "aria-label=\"Candidates\"><table><thead><tr>"
        "<th scope=\"col\">trial</th><th scope=\"col\">rounds</th>"
        "<th scope=\"col\">validation%s</th>"
        "<th scope=\"col\" class=\"words\">what differs from the first model</th>"
        "<th scope=\"col\">in the first round</th>"
        "<th scope=\"col\">weights</th><th scope=\"col\">plans (MB)</th>"
        "<th scope=\"col\">expected (ms)</th><th scope=\"col\">measured (ms)</th></tr></thead>"
        "<tbody>\n",
        s->metric->in_percent ? " (%)" : ""));
    for (uint32_t i = 0; i < n; i++)
        SG_TRY(add_trial(html, s, order[i], order[i] == chosen, err));
    for (size_t t = 0; t < s->book.n; t++)
        if (!s->book.trial[t].has_score) SG_TRY(add_trial(html, s, t, false, err));
    SG_TRY(sg_text_add(html, err, "</tbody></table></div>\n"));
done:
    sg_free(order);
    return status;
}

sg_status sgi_search_page(sg_text *html, const sg_search_state *s, uint32_t chosen,
                          const sg_search_ensemble *ensemble, sg_error *err)
{
    static const struct {
        const char *id, *title;
        sg_status (*add)(sg_text *html, const sg_search_state *s, uint32_t chosen,
                         sg_error *err);
    } section[] = {{"winner", "The winner", add_winner},
                   {"curves", "Learning curves", sgi_search_curves},
                   {"effects", "What each choice was worth", sgi_search_effects},
                   {"trials", "What was tried", add_trials}};
    sg_status status = SG_OK;
    sgi_page page = {0};
    sg_text part = {0};
    SG_TRY(sg_text_add(&page.title, err, "A search on "));
    SG_TRY(sgi_html_add(&page.title, s->stage.workload.data.name, err));
    SG_TRY(add_header(&page.header, s, chosen, ensemble, err));
    for (size_t i = 0; i < sizeof section / sizeof *section; i++) {
        part.size = 0;
        SG_TRY(section[i].add(&part, s, chosen, err));
        SG_TRY(sgi_page_add(&page, section[i].id, section[i].title, &part, err));
    }
    SG_TRY(sgi_page_write(html, &page, err));
done:
    sg_text_free(&part);
    sgi_page_free(&page);
    return status;
}
