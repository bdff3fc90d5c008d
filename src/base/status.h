/* status.h - how functions fail.
 *
 * A function that can fail returns sg_status and takes `sg_error *err` last.  Inside, three
 * macros and one label are the whole vocabulary:
 *
 *     sg_status status = SG_OK;
 *     SG_REQUIRE(n > 0, SG_EINVAL, "ring: length must be > 0, not %d", n);
 *     SG_ALLOC(buffer, n);
 *     SG_TRY(fill(buffer, n, err));
 * done:
 *     sg_free(buffer);
 *     return status;
 */
#ifndef SG_BASE_STATUS_H
#define SG_BASE_STATUS_H

#include "sharegnn/types.h"

#define SG_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

#define SG_TEXT_(x) #x
#define SG_TEXT(x)  SG_TEXT_(x)
#define SG_WHERE    __FILE_NAME__ ":" SG_TEXT(__LINE__)

/* A position in a text file, for messages.  Lines and columns count from 1; 0 = unknown.  Where the path
 * itself says which line it is, "line[17]", there is a column and no line. */
typedef struct sg_place {
    const char *path;
    uint64_t line;
    uint64_t column;
} sg_place;

/* Record the failure and return `status`, so that it can end a return statement.  Only the
 * first failure is kept; `err` may be NULL. */
SG_PRINTF(4, 5)
sg_status sg_error_set(sg_error *err, sg_status status, const char *where, const char *fmt,
                       ...);

/* The same for a place in a file: the text becomes "path:line:column: ...". */
SG_PRINTF(5, 6)
sg_status sg_error_at(sg_error *err, sg_status status, const char *where, sg_place place,
                      const char *fmt, ...);

/* Record what errno says about `path`: "PATH: cannot VERB: No such file or directory". */
sg_status sg_error_errno(sg_error *err, const char *where, const char *path, const char *verb);

/* The only three control-flow macros of the project.  Each expects the names `status` and
 * `err` and a label `done:` in the enclosing function. */
#define SG_TRY(call)                                                                           \
    do {                                                                                       \
        if ((status = (call)) != SG_OK) goto done;                                             \
    } while (0)

#define SG_REQUIRE(condition, code, ...)                                                       \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            (void)sg_error_set(err, (code), SG_WHERE, __VA_ARGS__);                            \
            status = (code);                                                                   \
            goto done;                                                                         \
        }                                                                                      \
    } while (0)

#define SG_ALLOC(pointer, count)                                                               \
    do {                                                                                       \
        if (((pointer) = sg_alloc((count), sizeof *(pointer))) == NULL) {                      \
            (void)sg_error_memory(err, SG_WHERE);                                              \
            status = SG_ENOMEM;                                                                \
            goto done;                                                                         \
        }                                                                                      \
    } while (0)

/* A number for a message: one that is so large was a negative one. */
static inline long long sg_as_meant(uint32_t number)
{
    return number <= INT32_MAX ? (long long)number : (long long)(int32_t)number;
}

/* Forget what an earlier call has left in the caller's error; NULL is fine. */
static inline void sg_error_forget(sg_error *err)
{
    if (err == NULL) return;
    err->status = SG_OK;
    err->where = NULL;
    err->text[0] = '\0';
}

/* Arguments of public functions.  These come first in a function, before anything is owned or looked
 * at, and return at once; they expect the name `err` alone:
 *
 *     SG_REQUIRE_ARGUMENT(model);          // SG_EINVAL, "model: it is NULL"
 *
 * Every public function that takes an error begins with one of them, or with sg_error_forget, so that the
 * error tells of this call and of no earlier one.  Within the call the first failure is kept.
 */

/* The error of a public function that calls back: callbacks may use the caller's error for calls of their own,
 * so the function has one of its own, and the caller's is written when it returns. */
typedef struct sg_error_guard {
    sg_error own;
    sg_error *caller;
} sg_error_guard;

void sg_error_leave(sg_error_guard *guard);

/* Comes first in a public function that asks observers or calls functions of the caller. */
#define SG_GUARD_ERROR                                                                         \
    __attribute__((cleanup(sg_error_leave))) sg_error_guard guard_ = {.caller = err};          \
    err = &guard_.own

/* A pointer that must not be NULL. */
#define SG_REQUIRE_ARGUMENT(argument)                                                          \
    do {                                                                                       \
        sg_error_forget(err);                                                                  \
        if ((argument) == NULL)                                                                \
            return sg_error_set(err, SG_EINVAL, SG_WHERE, #argument ": it is NULL");           \
    } while (0)

/* A path or the name of a folder, which must not be empty either. */
#define SG_REQUIRE_PATH(argument)                                                              \
    do {                                                                                       \
        SG_REQUIRE_ARGUMENT(argument);                                                         \
        if ((argument)[0] == '\0')                                                             \
            return sg_error_set(err, SG_EINVAL, SG_WHERE, #argument ": it is empty");          \
    } while (0)

/* An array that may be NULL only where it has no entries. */
#define SG_REQUIRE_ARRAY(argument, n)                                                          \
    do {                                                                                       \
        if ((n) > 0) SG_REQUIRE_ARGUMENT(argument);                                            \
    } while (0)

/* An array of options that has an entry where it is given: a number that was forgotten is no wish. */
#define SG_REQUIRE_ENTRIES(argument, n)                                                        \
    do {                                                                                       \
        SG_REQUIRE_ARRAY(argument, n);                                                         \
        if ((argument) != NULL && (n) == 0)                                                    \
            return sg_error_set(err, SG_EINVAL, SG_WHERE,                                      \
                                #n ": it is 0, but " #argument " is given");                   \
    } while (0)

/* An array of texts, none of which is NULL. */
#define SG_REQUIRE_TEXTS(argument, n)                                                          \
    do {                                                                                       \
        SG_REQUIRE_ARRAY(argument, n);                                                         \
        for (size_t text_ = 0; text_ < (n); text_++)                                           \
            if ((argument)[text_] == NULL)                                                     \
                return sg_error_set(err, SG_EINVAL, SG_WHERE, #argument "[%zu]: it is NULL",   \
                                    text_);                                                    \
    } while (0)

/* An enum whose values are 0 .. n_choices-1. */
#define SG_REQUIRE_CHOICE(argument, n_choices)                                                 \
    do {                                                                                       \
        if ((unsigned)(argument) >= (unsigned)(n_choices))                                     \
            return sg_error_set(err, SG_EINVAL, SG_WHERE,                                      \
                                #argument ": %d is none of the possible values",               \
                                (int)(argument));                                              \
    } while (0)

#endif
