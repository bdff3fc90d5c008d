/* test_memory_left.c - what files of the system say about memory. */
#include "base/machine/control_group.h"
#include "base/machine/memory_left.h"
#include "sharegnn/limits.h"
#include "support/check.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void available_memory_is_a_line(void **state)
{
    (void)state;
    assert_int_equal(sg_memory_available("MemTotal:  9 kB\nMemAvailable:    2048 kB\nX: 1\n"),
                     2048 * 1024);
    assert_true(sg_memory_available("MemTotal:  9 kB\n") == UINT64_MAX);
    assert_true(sg_memory_available("MemAvailable: none\n") == UINT64_MAX);
    assert_true(sg_memory_available("MemAvailable: 99999999999999999999 kB\n") == UINT64_MAX);
    assert_true(sg_memory_available("") == UINT64_MAX);
}

static void groups_leave_what_is_not_used(void **state)
{
    (void)state;
    assert_int_equal(sg_memory_of_group("1000\n", "400\n", ""), 600);
    assert_int_equal(sg_memory_of_group("1000\n", "400\n", "anon 1\ninactive_file 100\n"), 700);
    assert_int_equal(sg_memory_of_group("1000\n", "400\n", "total_inactive_file 50\n"), 650);
    assert_int_equal(sg_memory_of_group("1000\n", "400\n", "inactive_file 500\n"), 600);
    assert_int_equal(sg_memory_of_group("1000\n", "4000\n", ""), 0);
    assert_true(sg_memory_of_group("max\n", "400\n", "") == UINT64_MAX);
    assert_true(sg_memory_of_group("", "", "") == UINT64_MAX);
}

static void count_folder(void *context, const char *folder, bool is_first)
{
    (void)is_first;
    assert_int_equal(strncmp(folder, "/sys/fs/cgroup", 14), 0);
    ++*(int *)context;
}

static void folders_are_walked_upwards(void **state)
{
    (void)state;
    int n_folders = 0;
    char groups[4096];
    sg_control_file(groups, sizeof groups, "/proc/self", "cgroup");
    sg_control_group_each(count_folder, &n_folders, "memory");
    if (groups[0] != '\0') assert_in_range(n_folders, 1, 1000);
    sg_control_file(groups, sizeof groups, "/proc/self", "no-such-file");
    assert_string_equal(groups, "");
}

/* In a child, so that the limit is gone afterwards. */
static void limits_of_the_process_hold(void **state)
{
    (void)state;
    assert_in_range(sg_memory_left(), 1 << 20, UINT64_MAX - 1);
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit most = {(rlim_t)1 << 41, RLIM_INFINITY};
        const struct rlimit none = {1 << 20, RLIM_INFINITY};
        bool good = setrlimit(RLIMIT_AS, &most) == 0 && sg_memory_left() < (uint64_t)1 << 41;
        good = good && setrlimit(RLIMIT_AS, &none) == 0 && sg_memory_left() == 0;
        _exit(good ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

SG_TESTS(cmocka_unit_test(available_memory_is_a_line),
         cmocka_unit_test(groups_leave_what_is_not_used),
         cmocka_unit_test(folders_are_walked_upwards),
         cmocka_unit_test(limits_of_the_process_hold))
