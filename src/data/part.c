/* part.c - one table of words to write, one of words to read. */
#include "data/part.h"

#include <string.h>
#include <strings.h>

const char *const sg_part_words[SG_N_PARTS + 1] = {[SG_TRAIN] = "train",
                                                   [SG_VALIDATION] = "validation",
                                                   [SG_TEST] = "test",
                                                   [SG_NO_PART] = "none"};

const char *sg_part_word(sg_part part)
{
    return (unsigned)part <= SG_N_PARTS ? sg_part_words[part] : NULL;
}

bool sg_part_of_word(uint8_t *part, const char *word, size_t size)
{
    /* Published files use all of these. */
    static const struct {
        const char *word;
        uint8_t part;
    } known[] = {
        {"train", SG_TRAIN},      {"training", SG_TRAIN}, {"validation", SG_VALIDATION},
        {"valid", SG_VALIDATION}, {"val", SG_VALIDATION}, {"dev", SG_VALIDATION},
        {"test", SG_TEST},        {"none", SG_NO_PART},   {"", SG_NO_PART}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].word) == size && strncasecmp(known[i].word, word, size) == 0) {
            *part = known[i].part;
            return true;
        }
    return false;
}
