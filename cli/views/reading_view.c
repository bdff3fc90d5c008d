/* reading_view.c - what was found in a table and what was left out of it. */
#include "reading_view.h"

#include "counted.h"
#include "message.h"
#include "text_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A text from outside, without control characters, and what is before and behind it. */
static void print_escaped(const char *before, const char *text, const char *behind)
{
    char *escaped = message_escape(text);
    fprintf(stderr, "%s%s%s", before, escaped != NULL ? escaped : "-", behind);
    free(escaped);
}

void reading_view_print(const sg_dataset *data, const char *rejects)
{
    const char *note = NULL;
    const uint64_t n = sg_data_reject_count(data);
    for (uint32_t i = 0; (note = sg_data_note(data, i)) != NULL; i++)
        print_escaped("note: ", note, "\n");
    if (n == 0) return;
    const sg_data_reject first = sg_data_reject_of(data, 0);
    fprintf(stderr,
            "%" PRIu64 " of %s cannot be read and %s left out, the first in line %" PRIu64, n,
            counted(sg_data_row_count(data), "row", "rows").text, n == 1 ? "is" : "are",
            first.line);
    print_escaped(": ", first.reason != NULL ? first.reason : "", "");
    if (rejects != NULL) print_escaped("; see ", rejects, "");
    fputc('\n', stderr);
}

repairs_text reading_view_repairs(const sg_dataset *data)
{
    const sg_graph_repairs r = sg_data_repairs_of(data);
    const struct {
        uint64_t n;
        const char *what;
    } repair[] = {{r.self_loops, "self-loops dropped"},
                  {r.duplicates, "repeated arcs merged"},
                  {r.one_way, "arcs had no reverse, added"}};
    repairs_text made = {""};
    size_t size = 0;
    for (size_t i = 0; i < sizeof repair / sizeof *repair; i++)
        if (repair[i].n > 0)
            size +=
                (size_t)snprintf(made.text + size, sizeof made.text - size, "%s%" PRIu64 " %s",
                                 size > 0 ? "; " : "", repair[i].n, repair[i].what);
    return made;
}

void reading_view_task(const sg_dataset *data)
{
    const sg_data_task_guess guess = sg_data_task_of(data);
    const sg_data_size size = sg_data_sizes_of(data);
    if (size.n_classes == 0 && size.n_targets == 0) return;
    if (sg_data_row_count(data) == 0 && !guess.is_doubtful) return;
    fprintf(stderr, "%s: %s\n", guess.reason, sg_task_word(guess.task));
    if (guess.is_doubtful) fprintf(stderr, "warning: this is a guess; %s\n", guess.remedy);
}

int reading_view_candidates(const sg_dataset *data, const char *name)
{
    static const column columns[] = {{.title = "column", .left = true},
                                     {.title = "looks like", .left = true}};
    const sg_data_size size = sg_data_sizes_of(data);
    if (size.n_classes > 0 || size.n_targets > 0 ||
        sg_data_candidate_of(data, 0).column == NULL)
        return 0;
    text_table t = {.columns = columns, .n_columns = 2};
    for (uint32_t i = 0; sg_data_candidate_of(data, i).column != NULL; i++) {
        text_table_add(&t, "%s", sg_data_candidate_of(data, i).column);
        text_table_add(&t, "%s", sg_data_candidate_of(data, i).looks);
    }
    char *escaped = message_escape(name);
    fprintf(stderr, "which column is the target? Say it: '%s%ctarget=COLUMN'\n",
            escaped != NULL ? escaped : "TABLE", strchr(name, '?') != NULL ? '&' : '?');
    free(escaped);
    (void)text_table_print(&t, "  ", stderr);
    text_table_free(&t);
    return EXIT_FAILURE;
}
