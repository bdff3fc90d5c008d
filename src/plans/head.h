/* head.h - a head of an encoder as users write it.
 *
 *     HEAD := LABEL ['->' LABEL] '@' PAIR OPTION*
 *     OPTION := 'x' N | 'at-least' N | 'at-most' N | 'bias' LABEL | 'weight' COLUMN | 'decay' D
 *
 *     wl:2 @ distance 0..6                   labels of senders and receivers alike
 *     label -> degree @ edge                 messages go along the arrow: the sender's label, then
 *                                            the receiver's degree
 *     label @ distance 1..23 x2 bias label   two heads of this kind, each with a bias per label
 *
 * at-least and at-most say how often a triple must and may occur among the data's ordered pairs to
 * get a weight.  `weight 0` multiplies every message along an edge by its attribute 0, for properties
 * whose pairs are edges.  `decay 0.01` is the weight decay of the head's weights, in place of its layer's.
 */
#ifndef SG_PLANS_HEAD_H
#define SG_PLANS_HEAD_H

#include "plans/plan.h"

typedef struct sg_head {
    char *receiver, *sender; /* label expressions, blanks normalized              */
    char *property;          /* pair property                                     */
    char *bias;              /* label expression; NULL: none                      */
    uint32_t copies;         /* independent heads of this kind, 1 or more         */
    sg_thresholds thresholds;
    bool weighs;     /* messages are multiplied by an attribute of the edge:         */
    uint32_t column; /* its number, from 0 on                                        */
    bool decays;     /* its weights have a weight decay of their own:                */
    double decay;
} sg_head;

enum { SG_MAX_COPIES = 4096 };

/* Parse a head and check its expressions.  Fails with SG_EINVAL (what was found, what is allowed)
 * or SG_ENOMEM. */
sg_status sg_head_parse(sg_head *head, const char *text, sg_error *err);

void sg_head_free(sg_head *head);

/* The head as text, which parses to the same; the caller releases it with sg_free. */
sg_status sg_head_write(char **text, const sg_head *head, sg_error *err);

/* Take attribute `column` of edges as a factor.  Fails with SG_EINVAL where the property's pairs are no
 * edges. */
sg_status sg_head_weigh(sg_head *head, uint32_t column, sg_error *err);

/* The text that names a head's weights: the head without copies, bias and decay. */
sg_status sg_head_name_weights(char **name, const sg_head *head, sg_error *err);

/* Parse a decoder's head, LABEL ['x' N]; the label expression is the caller's to free. */
sg_status sg_decoder_head_parse(char **label, uint32_t *copies, const char *text,
                                sg_error *err);

#endif
