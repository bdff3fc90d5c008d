/* member_text.h - members of layers in words, for help.
 *
 *     char values[200], preset[40];
 *     sg_member_values(values, sizeof values, member);       // "sum, mean or max"
 *     sg_member_preset(preset, sizeof preset, member);       // "mean"
 */
#ifndef SG_LAYERS_MEMBER_TEXT_H
#define SG_LAYERS_MEMBER_TEXT_H

#include "layers/layer_kind.h"

/* The member `activation` of kinds that have one behind them. */
extern const sg_member sg_activation_member;

/* Write what a member may be, "" where the kind alone knows; cut to `room` bytes. */
void sg_member_values(char *text, size_t room, const sg_member *member);

/* Write what it is where a file does not say, "" where the kind alone knows; likewise. */
void sg_member_preset(char *text, size_t room, const sg_member *member);

#endif
