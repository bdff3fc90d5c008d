/* train_terms.c - heads by their forms, settings by their words. */
#include "train_terms.h"

#include "sharegnn.h"

#include <stdio.h>
#include <string.h>

/* "mae, mse or huber" and then `rest`, of the words that word_at gives. */
static void list_words(expression_term *t, const char *(*word_at)(size_t i), const char *rest)
{
    size_t size = 0;
    for (size_t i = 0; word_at(i) != NULL && size < sizeof t->made; i++) {
        const char *between = i == 0 ? "" : word_at(i + 1) != NULL ? ", " : " or ";
        size += (size_t)snprintf(t->made + size, sizeof t->made - size, "%s%s", between,
                                 word_at(i));
    }
    if (size < sizeof t->made)
        (void)snprintf(t->made + size, sizeof t->made - size, "%s", rest);
    t->about = t->made;
}

bool train_term_at(expression_term *t, size_t i)
{
    static const struct {
        const char *usage, *about;
    } terms[] = {
        {"LABEL @ PAIR", "a head: nodes send to the nodes that have this pair property with "
                         "them; receiver and sender are looked up by LABEL"},
        {"LABEL -> LABEL @ PAIR", "the sender's label, then the receiver's"},
        {"HEAD x2", "two heads of this kind"},
        {"HEAD at-least N",
         "a weight for triples that occur N times or more; at-most N likewise"},
        {"HEAD bias LABEL", "with a bias per label"},
        {"HEAD weight N",
         "messages are multiplied by attribute N of their edge; for edge and arc"},
        {"HEAD ; HEAD", "several heads of one layer"},
        {"optimizer", "; weight-decay, momentum, beta1, beta2, epsilon"},
        {"schedule", "constant, step 10 0.5, plateau factor 0.5 patience 5, cosine; warm-up 5"},
        {"loss", "; the task's own where not given"},
        {"metric", ": what chooses the best epoch"},
        {"clip", "the largest norm of a gradient"},
        {"average", "decay of averaged weights (EMA), which are then the model's: 0.999"},
        {"bias-init", "how biases start, as --init"},
        {"precision", ""}};
    if (i >= sizeof terms / sizeof *terms) return false;
    t->usage = terms[i].usage;
    t->about = terms[i].about;
    if (strcmp(t->usage, "loss") == 0) list_words(t, sg_loss_word, t->about);
    if (strcmp(t->usage, "metric") == 0) list_words(t, sg_metric_word, t->about);
    if (strcmp(t->usage, "optimizer") == 0) list_words(t, sg_optimizer_word, t->about);
    if (strcmp(t->usage, "precision") == 0) list_words(t, sg_precision_word, t->about);
    return true;
}
