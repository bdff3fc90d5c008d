/* task_guess.c - what targets look like, and what that means. */
#include "data/reading/task_guess.h"

#include "data/task.h"

#include <math.h>
#include <stdio.h>

/* More different whole numbers than this are counts or measurements, unless each comes up often. */
enum { MOST_CLASSES = 20, FEW_PER_CLASS = 10, MANY_PER_CLASS = 50 };

static void doubt(sg_task_guess *guess, sg_task other, const char *why)
{
    guess->is_doubtful = true;
    (void)snprintf(guess->remedy, sizeof guess->remedy, "task: %s %s", sg_task_word(other),
                   why);
}

/* What is in a column of targets. */
typedef struct column_look {
    bool is_binary, has_gaps, is_empty;
} column_look;

static column_look look_at(const sg_value_table *target, uint32_t column, uint32_t n)
{
    column_look look = {.is_binary = true, .is_empty = true};
    for (uint32_t i = 0; i < n; i++) {
        const double value = target->value[(size_t)i * target->n_columns + column];
        if (isnan(value)) {
            look.has_gaps = true;
            continue;
        }
        look.is_empty = false;
        if (value != 0 && value != 1) look.is_binary = false;
    }
    return look;
}

/* Numbers from 0 or 1 on, without gaps. */
static bool are_counted(const sg_items *items)
{
    const int64_t first = items->class_name[0], last = items->class_name[items->n_classes - 1];
    return (first == 0 || first == 1) && last - first == (int64_t)items->n_classes - 1;
}

bool sg_numbers_are_classes(const sg_items *items, uint32_t n)
{
    const uint32_t k = items->n_classes;
    return k <= MOST_CLASSES || (are_counted(items) && n / k >= MANY_PER_CLASS);
}

/* Whole numbers, which may be classes. */
static void guess_numbered(sg_task_guess *guess, const sg_items *items, uint32_t n)
{
    const uint32_t k = items->n_classes;
    (void)snprintf(guess->reason, sizeof guess->reason, "%u different whole number%s", k,
                   k == 1 ? "" : "s");
    if (!sg_numbers_are_classes(items, n)) {
        guess->task = SG_REGRESSION;
        if (are_counted(items))
            doubt(guess, SG_CLASSIFICATION, "where the numbers are classes");
        return;
    }
    guess->task = SG_CLASSIFICATION;
    if (k == 1 || (k > 2 && n / k < FEW_PER_CLASS) || k > MOST_CLASSES)
        doubt(guess, SG_REGRESSION, "where the numbers are amounts");
}

static void guess_columns(sg_task_guess *guess, const sg_value_table *target, uint32_t n)
{
    uint32_t n_binary = 0, n_gaps = 0;
    for (uint32_t c = 0; c < target->n_columns; c++) {
        const column_look look = look_at(target, c, n);
        n_binary += look.is_binary && !look.is_empty;
        n_gaps += look.has_gaps;
    }
    /* A single column without gaps would be classes, had its owner wanted them. */
    const bool labels = n_binary == target->n_columns && (n_binary > 1 || n_gaps > 0);
    guess->task = labels ? SG_MULTILABEL : SG_REGRESSION;
    if (guess->task == SG_MULTILABEL && target->n_columns == 1)
        (void)snprintf(guess->reason, sizeof guess->reason, "a column of 0 and 1 with gaps");
    else if (guess->task == SG_MULTILABEL)
        (void)snprintf(guess->reason, sizeof guess->reason, "%u columns of 0 and 1",
                       target->n_columns);
    else if (target->n_columns == 1)
        (void)snprintf(guess->reason, sizeof guess->reason, "a column of numbers");
    else
        (void)snprintf(guess->reason, sizeof guess->reason, "%u columns of numbers",
                       target->n_columns);
    if (guess->task == SG_REGRESSION && n_binary > 0 && target->n_columns > 1) {
        guess->is_doubtful = true;
        (void)snprintf(guess->remedy, sizeof guess->remedy,
                       "%u of them %s 0 and 1 alone; train them by themselves", n_binary,
                       n_binary == 1 ? "has" : "have");
    }
}

/* Words among measurements, or decimal commas, make a column of hundreds of words. */
static void guess_words(sg_task_guess *guess, const sg_items *items, uint32_t n)
{
    const uint32_t k = items->n_classes;
    guess->task = SG_CLASSIFICATION;
    (void)snprintf(guess->reason, sizeof guess->reason, "%u classes%s", k,
                   items->class_word.n > 0 ? " that are words" : "");
    if (items->class_word.n == 0 || k <= MOST_CLASSES || n / k >= FEW_PER_CLASS) return;
    guess->is_doubtful = true;
    (void)snprintf(guess->remedy, sizeof guess->remedy,
                   "where these are measurements, write numbers alone, with decimal points");
}

/* Whether the classes are the whole numbers of the only target. */
static bool are_numbers(const sg_items *items, uint32_t n)
{
    if (items->item_class == NULL || items->target.n_columns != 1 || items->n_classes == 0 ||
        items->class_word.n > 0)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (items->item_class[i] != SG_NO_CLASS &&
            (double)items->class_name[items->item_class[i]] != items->target.value[i])
            return false;
    return true;
}

sg_task_guess sg_task_guess_of(const sg_dataset *data)
{
    const sg_items *items = &data->items;
    const uint32_t n = sg_item_count(data);
    sg_task_guess guess = {.task = SG_REGRESSION, .reason = "no classes and no targets"};
    if (are_numbers(items, n)) {
        guess_numbered(&guess, items, n);
    } else if (items->item_class != NULL) {
        guess.task = SG_CLASSIFICATION;
        guess_words(&guess, items, n);
    } else if (items->target.n_columns > 0) {
        guess_columns(&guess, &items->target, n);
    }
    return guess;
}
