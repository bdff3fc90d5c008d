/* key_text.h - a key of a file as people read about it: its values, its default and what it is for.
 *
 * Tables of these stand beside the code that reads the keys; `sharegnn help experiments` prints them.
 */
#ifndef SG_BASE_DOCUMENT_KEY_TEXT_H
#define SG_BASE_DOCUMENT_KEY_TEXT_H

typedef struct sg_key_text {
    const char *word;   /* "runs"                                             */
    const char *values; /* "a whole number from 1", "fair, standard or fixed" */
    const char *preset; /* what holds without the key; "": as `about` says    */
    const char *about;  /* one phrase                                         */
} sg_key_text;

#endif
