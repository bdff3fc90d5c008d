/* train_usage.c - what can be wrong with the words of a command, before anything is read. */
#include "base/nearest.h"
#include "message.h"
#include "train_job.h"

#include <stdlib.h>
#include <string.h>

static bool is_given(const arguments *args, const char *name)
{
    return arguments_text(args, name) != NULL;
}

static int check_combinations(const arguments *args)
{
    const bool layers = is_given(args, "layers"), splits = is_given(args, "splits");
    const bool heads = is_given(args, "encoder") || is_given(args, "decoder");
    const bool explains = arguments_flag(args, "explain-choice");
    if (!is_given(args, "out") && !explains)
        return message_usage(args->verb, "--out MODEL is missing");
    if (layers && heads)
        return message_usage(
            args->verb, "--layers replaces --encoder and --decoder; give one or the other");
    if (is_given(args, "encoder") && !is_given(args, "decoder"))
        return message_usage(args->verb, "--decoder LABEL is missing, or --layers FILE");
    if (explains && (layers || heads || is_given(args, "from")))
        return message_usage(args->verb,
                             "--explain-choice is for a model that is chosen: leave "
                             "out --layers, --encoder, --decoder and --from");
    if (is_given(args, "every") && !is_given(args, "checkpoint"))
        return message_usage(args->verb, "--every needs --checkpoint FILE");
    if (is_given(args, "from-layers") && !is_given(args, "from"))
        return message_usage(args->verb, "--from-layers needs --from MODEL");
    if (splits + is_given(args, "validation") + is_given(args, "split") > 1)
        return message_usage(args->verb,
                             "--splits, --split and --validation all choose what trains");
    if (is_given(args, "fold") && !splits && !is_given(args, "folds"))
        return message_usage(args->verb, "--fold needs --splits FILE, or --split and --folds");
    if ((is_given(args, "folds") || is_given(args, "shares")) && !is_given(args, "split"))
        return message_usage(args->verb, "--folds and --shares need --split RULE");
    return 0;
}

static int read_task(train_job *j)
{
    const arguments *args = j->args;
    const char *task = arguments_text(args, "task");
    if (task == NULL) return 0;
    sg_nearest best = {.wanted = task};
    for (int i = 0; i < SG_N_TASKS; i++) {
        if (strcmp(task, sg_task_word((sg_task)i)) == 0) {
            j->task = (sg_task_choice)(SG_TASK_CLASSIFICATION + i);
            return 0;
        }
        sg_nearest_offer(&best, sg_task_word((sg_task)i));
    }
    if (best.name != NULL)
        return message_usage(args->verb, "--task %s; did you mean %s?", shown_text(task).text,
                             best.name);
    return message_usage(args->verb,
                         "--task %s is none of classification, regression, multilabel",
                         shown_text(task).text);
}

static int read_vocabulary(train_job *j)
{
    const char *text = arguments_text(j->args, "vocabulary");
    j->knows_all = strcmp(text, "all") == 0;
    if (j->knows_all || strcmp(text, "train") == 0) return 0;
    return message_usage(j->args->verb, "--vocabulary %s is neither train nor all",
                         shown_text(text).text);
}

static int check_scale(const arguments *args)
{
    static const char *const words[] = {"standard", "std", "none"};
    const char *text = arguments_text(args, "scale");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text == NULL || strcmp(text, words[i]) == 0) return 0;
    return message_usage(args->verb, "--scale %s is none of standard, std, none",
                         shown_text(text).text);
}

static int read_share(train_job *j)
{
    const char *text = arguments_text(j->args, "validation");
    char *end = NULL;
    if (text == NULL) return 0;
    j->share = strtod(text, &end);
    if (end == text || *end != '\0' || !(j->share > 0 && j->share < 1))
        return message_usage(j->args->verb, "--validation %s is not a share between 0 and 1",
                             shown_text(text).text);
    return 0;
}

static int collect_lists(train_job *j)
{
    const size_t most = (size_t)j->args->n_options + 1;
    const char *text = NULL;
    j->encoder = calloc(most, sizeof *j->encoder);
    j->column = calloc(most, sizeof *j->column);
    if (j->encoder == NULL || j->column == NULL) return message_out_of_memory();
    while ((text = arguments_each(j->args, "encoder", (int)j->n_encoders)) != NULL)
        j->encoder[j->n_encoders++] = text;
    while ((text = arguments_each(j->args, "column", (int)j->n_columns)) != NULL)
        j->column[j->n_columns++] = (uint32_t)strtoul(text, NULL, 10);
    return 0;
}

int train_check_usage(train_job *j)
{
    int code = check_combinations(j->args);
    j->n_members = (uint32_t)arguments_number(j->args, "members");
    j->chooses = !is_given(j->args, "layers") && !is_given(j->args, "decoder") &&
                 !is_given(j->args, "from");
    if (code == 0) code = read_task(j);
    if (code == 0) code = read_share(j);
    if (code == 0) code = read_vocabulary(j);
    if (code == 0) code = check_scale(j->args);
    if (code == 0) code = collect_lists(j);
    if (code == 0) code = train_read_from_layers(j);
    if (code == 0) code = split_options_read(&j->rule, j->form, j->args);
    if (code == 0) code = train_settings_open(&j->settings, j->args);
    return code;
}
