/* check.h - cmocka plus what it lacks.
 *
 * A test file includes this header alone, defines static tests and ends with SG_TESTS(...):
 *
 *     static void counts_one(void **state) { (void)state; assert_int_equal(1, 1); }
 *     SG_TESTS(cmocka_unit_test(counts_one))
 */
#ifndef SG_TESTS_SUPPORT_CHECK_H
#define SG_TESTS_SUPPORT_CHECK_H

#include "base/rng.h"
#include "base/status.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* cmocka wants the headers above to come first. */
#include <cmocka.h>

/* Fail with the error's text where a call that must succeed does not. */
#define check_ok(call)                                                                         \
    do {                                                                                       \
        sg_error err = {0};                                                                    \
        const sg_status status_ = (call);                                                      \
        if (status_ != SG_OK) fail_msg("%s: %d: %s", #call, (int)status_, err.text);           \
    } while (0)

/* The call must fail with `code` and a text that contains `part`.  Name the error `&err`. */
#define check_fails(call, code, part)                                                          \
    do {                                                                                       \
        sg_error err = {0};                                                                    \
        const sg_status status_ = (call);                                                      \
        if (status_ != (code) || strstr(err.text, (part)) == NULL)                             \
            fail_msg("%s: status %d, text \"%s\"; expected status %d, \"%s\"", #call,          \
                     (int)status_, err.text, (int)(code), (part));                             \
    } while (0)

/* |a - b| <= absolute + relative * max(|a|, |b|) */
#define check_near(a, b, relative, absolute)                                                   \
    do {                                                                                       \
        const double a_ = (a), b_ = (b);                                                       \
        const double allowed_ = (absolute) + (relative)*fmax(fabs(a_), fabs(b_));              \
        if (!(fabs(a_ - b_) <= allowed_))                                                      \
            fail_msg("%s = %.17g, %s = %.17g, allowed difference %g", #a, a_, #b, b_,          \
                     allowed_);                                                                \
    } while (0)

/* Run `body(&err)` with the k-th allocation failing, for k = 0, 1, 2, ... until it succeeds.
 * Every failure must be SG_ENOMEM and must leave no block behind.  `body` releases what it
 * made.  Returns the number of allocations that were failed. */
long check_out_of_memory(sg_status (*body)(void *context, sg_error *err), void *context);

/* A random stream for the test called `name`.  Its seed is printed, and can be set with the
 * environment variable SG_TEST_SEED to replay a failure. */
sg_rng check_rng(const char *name);

/* How many random cases are tried, of n: all of them, or n / SG_TEST_THIN where the environment has that, as where
 * valgrind makes each of them 40 times as slow; one at least. */
int check_times(int n);

/* The path of a file under the folder with the real data sets, or a skipped test (which says so)
 * where that folder does not exist.  Valid until the next call. */
const char *check_shared(const char *relative);

/* A new empty folder for a test's files; check_folder_remove deletes it with all in it. */
char *check_folder(void);
void check_folder_remove(char *folder);

/* Write a small file, folder and all; for making malformed inputs. */
void check_write(const char *folder, const char *name, const char *content);

#define SG_TESTS(...)                                                                          \
    int main(void)                                                                             \
    {                                                                                          \
        const struct CMUnitTest tests[] = {__VA_ARGS__};                                       \
        return cmocka_run_group_tests(tests, NULL, NULL);                                      \
    }

#endif
