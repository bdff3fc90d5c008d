/* account.c - a list of accounts per thread, the innermost first.
 *
 * What an account of memory counts is what the library holds in this process, from the moment the
 * account was opened.  Blocks do not know who asked for them: they often live longer than the call that
 * made them, and are freed by another thread. */
#include "base/machine/account.h"

#include "base/mem.h"
#include "base/struct_size.h"

#include <inttypes.h>
#include <stdio.h>

sg_bytes_text sg_bytes_show(uint64_t bytes)
{
    static const char *const unit[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
    sg_bytes_text shown;
    double amount = (double)bytes;
    size_t k = 0;
    for (; amount >= 999.5 && k + 1 < sizeof unit / sizeof *unit; k++) amount /= 1000;
    (void)snprintf(shown.text, sizeof shown.text,
                   k > 0 && amount < 99.5 ? "%.1f %s" : "%.0f %s", amount, unit[k]);
    return shown;
}

uint64_t sg_memory_room(void)
{
    const sg_account *account = sg_watch_here.account;
    if (account == NULL || account->ceiling == UINT64_MAX) return UINT64_MAX;
    const uint64_t held = sg_mem_bytes();
    return account->ceiling > held ? account->ceiling - held : 0;
}

sg_status sg_memory_require(uint64_t bytes, const char *what, sg_error *err)
{
    const uint64_t room = sg_memory_room();
    if (bytes <= room) return SG_OK;
    return sg_error_set(
        err, SG_ENOMEM, SG_WHERE,
        "%s need %s of memory, more than the %s that are left of the %s allowed", what,
        sg_bytes_show(bytes).text, sg_bytes_show(room).text,
        sg_bytes_show(sg_watch_here.account->ceiling).text);
}

uint64_t sg_work_budget(uint64_t preset)
{
    const sg_account *account = sg_watch_here.account;
    return account != NULL && account->steps > 0 ? account->steps : preset;
}

sg_status sg_work_require(uint64_t steps, uint64_t preset, const char *what, sg_error *err)
{
    const uint64_t allowed = sg_work_budget(preset);
    if (steps <= allowed) return SG_OK;
    return sg_error_set(err, SG_ELIMIT, SG_WHERE,
                        "%s takes about %" PRIu64
                        " steps, more than the budget allows (%" PRIu64 ")",
                        what, steps, allowed);
}

uint64_t sg_growth_budget(uint64_t preset)
{
    if (sg_watch_here.account == NULL) return UINT64_MAX;
    const uint64_t steps = sg_work_budget(preset);
    return steps > preset ? steps : preset;
}

sg_status sg_growth_require(uint64_t n, uint64_t preset, const char *what, sg_error *err)
{
    const uint64_t allowed = sg_growth_budget(preset);
    if (n <= allowed) return SG_OK;
    return sg_error_set(err, SG_ELIMIT, SG_WHERE,
                        "%s are more than the budget allows (%" PRIu64 ")", what, allowed);
}

/* ---- For programs ---------------------------------------------------------------------------- */

sg_status sg_account_open(sg_account **account, const sg_limits *limits, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(account);
    SG_REQUIRE_ARGUMENT(limits);
    sg_limits own;
    SG_TAKE_OPTIONS(own, limits, steps);
    sg_status status = SG_OK;
    sg_account *opened = NULL;
    SG_ALLOC(opened, 1);
    opened->outer = sg_watch_here.account;
    opened->ceiling = UINT64_MAX;
    opened->steps = own.steps;
    const uint64_t held = sg_mem_bytes();
    if (own.memory > 0 && own.memory < UINT64_MAX - held) opened->ceiling = held + own.memory;
    if (opened->outer != NULL) {
        if (opened->outer->ceiling < opened->ceiling) opened->ceiling = opened->outer->ceiling;
        if (own.steps == 0) opened->steps = opened->outer->steps;
    }
    sg_watch_here.account = opened;
    *account = opened;
done:
    return status;
}

void sg_account_close(sg_account *account)
{
    if (account == NULL) return;
    for (sg_account **a = &sg_watch_here.account; *a != NULL; a = &(*a)->outer)
        if (*a == account) {
            *a = account->outer;
            sg_free(account);
            return;
        }
}
