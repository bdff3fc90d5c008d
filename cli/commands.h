/* commands.h - the functions behind the verbs, one file each.
 *
 * A command trusts its arguments (the table in commands.c has checked them), prints its result
 * on standard output and returns the program's exit status.
 */
#ifndef SG_CLI_COMMANDS_H
#define SG_CLI_COMMANDS_H

#include "arguments.h"

int command_data_list(const arguments *args);
int command_data_make(const arguments *args);
int command_data_get(const arguments *args);
int command_data_info(const arguments *args);
int command_data_import(const arguments *args);
int command_data_export(const arguments *args);
int command_data_audit(const arguments *args);
int command_labels(const arguments *args);
int command_run(const arguments *args);
int command_results(const arguments *args);
int command_train(const arguments *args);
int command_predict(const arguments *args);
int command_explain(const arguments *args);
int command_model(const arguments *args);
int command_model_diff(const arguments *args);
int command_report(const arguments *args);
int command_plot(const arguments *args);
int command_bench(const arguments *args);
int command_help(const arguments *args);

/* The terms of label and pair expressions. */
bool labels_term_at(expression_term *t, size_t i);

/* The formats that data sets are read from. */
bool format_term_at(expression_term *t, size_t i);

/* The figures of a run. */
bool plot_term_at(expression_term *t, size_t i);

/* The forms of a head and the settings of a training. */
bool train_term_at(expression_term *t, size_t i);

#endif
