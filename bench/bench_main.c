/* bench_main.c - sharegnn-bench: the verb `bench` of sharegnn as a program of its own. */
#include "bench_verb.h"
#include "dense_products.h"
#include "help_text.h"
#include "standard_streams.h"

#include <stdlib.h>

const verb *const verbs[] = {&verb_bench, NULL};

static int run(int argc, char *const *argv)
{
    if (!arguments_ask_for_help(argc, argv)) return arguments_run(&verb_bench, argc, argv);
    help_verb(stdout, &verb_bench);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    standard_streams_open();
    dense_products_choose_core(argv);
    return standard_streams_check(run(argc > 0 ? argc - 1 : 0, argv + 1));
}
