/* exact_sum.c - a number is two or three words of the long integer. */
#include "live/exact_sum.h"

#include <math.h>
#include <stdbool.h>

enum {
    WORD = 32,
    LOWEST = 1088,          /* word 0 counts 2^-LOWEST                                     */
    MOST_WAITING = 1 << 29, /* additions of 32 bits that fit into the upper half of a word */
    DIGITS = 53,            /* of a double                                                 */
    SMALLEST = -1074,       /* 2^SMALLEST is the smallest one                              */
    POSITIVE = 0,
    NEGATIVE = 1,
    NOT_A_NUMBER = 2
};

static const uint64_t LOW = 0xffffffff;

/* Pass carries on, so that all words but the last are 0 .. 2^32 - 1. */
static void pass_carries(sg_exact_sum *sum)
{
    int64_t carry = 0;
    for (int i = 0; i < SG_EXACT_WORDS; i++) {
        const int64_t all = sum->word[i] + carry;
        if (i + 1 == SG_EXACT_WORDS) {
            sum->word[i] = all;
            break;
        }
        sum->word[i] = (int64_t)((uint64_t)all & LOW);
        carry = (all - sum->word[i]) / ((int64_t)1 << WORD);
    }
    sum->n_waiting = 0;
}

static int special_of(double value)
{
    if (isnan(value)) return NOT_A_NUMBER;
    return value > 0 ? POSITIVE : NEGATIVE;
}

/* Add mantissa * 2^exponent, or take it away. */
static void add_bits(sg_exact_sum *sum, uint64_t mantissa, int exponent, bool minus)
{
    const int place = exponent + LOWEST, first = place / WORD, shift = place % WORD;
    __extension__ const unsigned __int128 wide = (unsigned __int128)mantissa << shift;
    for (int i = 0; i < 3; i++) {
        const int64_t part = (int64_t)((uint64_t)(wide >> (WORD * i)) & LOW);
        sum->word[first + i] += minus ? -part : part;
    }
    if (++sum->n_waiting == MOST_WAITING) pass_carries(sum);
}

static void add(sg_exact_sum *sum, double value, bool minus)
{
    int exponent = 0;
    if (value == 0) return;
    const double half = frexp(fabs(value), &exponent); /* 0.5 .. 1 */
    uint64_t mantissa = (uint64_t)ldexp(half, DIGITS);
    exponent -= DIGITS;
    /* The last digits of the smallest numbers are zeros. */
    if (exponent < SMALLEST) {
        mantissa >>= SMALLEST - exponent;
        exponent = SMALLEST;
    }
    add_bits(sum, mantissa, exponent, (value < 0) != minus);
}

void sg_exact_add(sg_exact_sum *sum, double value)
{
    if (!isfinite(value))
        sum->n_infinite[special_of(value)]++;
    else
        add(sum, value, false);
}

void sg_exact_remove(sg_exact_sum *sum, double value)
{
    if (!isfinite(value))
        sum->n_infinite[special_of(value)]--;
    else
        add(sum, value, true);
}

/* The three highest words that count, as one number and its place; what is below them only says whether
 * there is something. */
static double round_words(const int64_t *word)
{
    int top = SG_EXACT_WORDS - 1;
    while (top > 0 && word[top] == 0) top--;
    if (word[top] == 0) return 0;
    /* At least 65 bits below a leading one: enough for 53 digits, a half and the rest. */
    __extension__ unsigned __int128 all = 0;
    for (int i = 0; i < 4; i++) {
        const int at = top - i;
        all = all << WORD | (at >= 0 ? (uint64_t)word[at] & LOW : 0);
    }
    bool rest = false;
    for (int i = 0; i < top - 3; i++) rest = rest || word[i] != 0;
    int place = WORD * (top - 3) - LOWEST;
    /* Shift the leading one to the top, then round by hand: 64 bits, the last of them sticky. */
    int n_bits = 128;
    while ((all >> (n_bits - 1) & 1) == 0) n_bits--;
    enum { KEPT = 62 };
    __extension__ const unsigned __int128 one = 1;
    uint64_t high = 0;
    if (n_bits > KEPT) {
        const int drop = n_bits - KEPT;
        high = (uint64_t)(all >> drop);
        rest = rest || (all & ((one << drop) - 1)) != 0;
        place += drop;
    } else {
        high = (uint64_t)all;
    }
    /* Below 2^-1074 there is nothing to be rounded, and above ldexp rounds where it must: once. */
    int n_high = 64;
    while ((high >> (n_high - 1) & 1) == 0) n_high--;
    int drop = n_high - DIGITS;
    if (place + drop < SMALLEST) drop = SMALLEST - place;
    if (drop > 0) {
        const uint64_t half = (uint64_t)1 << (drop - 1), below = high & (half * 2 - 1);
        high >>= drop;
        place += drop;
        if (below > half || (below == half && (rest || (high & 1) != 0))) high++;
    }
    return ldexp((double)high, place);
}

double sg_exact_value(const sg_exact_sum *sum)
{
    const bool up = sum->n_infinite[POSITIVE] > 0, down = sum->n_infinite[NEGATIVE] > 0;
    if (sum->n_infinite[NOT_A_NUMBER] > 0 || (up && down)) return NAN;
    if (up || down) return up ? INFINITY : -INFINITY;
    sg_exact_sum copy = *sum;
    pass_carries(&copy);
    if (copy.word[SG_EXACT_WORDS - 1] >= 0) return round_words(copy.word);
    for (int i = 0; i < SG_EXACT_WORDS; i++) copy.word[i] = -copy.word[i];
    pass_carries(&copy);
    return -round_words(copy.word);
}
