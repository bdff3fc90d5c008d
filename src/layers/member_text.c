/* member_text.c - by the type of a member. */
#include "layers/member_text.h"

#include <stdio.h>

const sg_member sg_activation_member = {
    .name = "activation", .type = SG_MEMBER_ACTIVATION, .help = "the function after it"};

/* The i-th word that a member may be; NULL: no more. */
static const char *word_at(const sg_member *member, uint32_t i)
{
    static const char *const FLAGS[] = {"false", "true"};
    static const char *const OUTPUTS[] = {"a number", "classes", "targets"};
    switch (member->type) {
    case SG_MEMBER_BOOL:
        return i < 2 ? FLAGS[i] : NULL;
    case SG_MEMBER_WORD:
        return i < member->n_words ? member->words[i] : NULL;
    case SG_MEMBER_OUTPUTS:
        return i < 3 ? OUTPUTS[i] : NULL;
    case SG_MEMBER_ACTIVATION:
        return i < SG_N_ACTIVATIONS ? sg_activation_name((sg_activation)i) : NULL;
    case SG_MEMBER_REAL:
    case SG_MEMBER_LAYER:
    case SG_MEMBER_LAYERS:
    case SG_MEMBER_WEIGHT:
    case SG_MEMBER_OWN:
        break;
    }
    return NULL;
}

void sg_member_values(char *text, size_t room, const sg_member *member)
{
    sg_words words = {0};
    for (uint32_t i = 0; word_at(member, i) != NULL; i++)
        sg_words_add(&words, word_at(member, i));
    if (member->type == SG_MEMBER_REAL)
        (void)snprintf(text, room, "%.9g to %.9g", member->least, member->most);
    else
        (void)snprintf(text, room, "%s",
                       word_at(member, 0) != NULL ? sg_words_end(&words, "or") : "");
}

void sg_member_preset(char *text, size_t room, const sg_member *member)
{
    const char *word = NULL;
    if (member->type == SG_MEMBER_REAL)
        (void)snprintf(text, room, "%g", member->preset);
    else if (member->type != SG_MEMBER_OUTPUTS)
        word = word_at(member, (uint32_t)member->preset);
    if (member->type != SG_MEMBER_REAL)
        (void)snprintf(text, room, "%s", word != NULL ? word : "");
}
