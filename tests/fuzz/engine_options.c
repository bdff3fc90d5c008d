/* engine_options.c - how the address sanitizer works in fuzz targets.
 *
 * What is freed stays poisoned until so much more was freed; a run frees far less than that.  With the
 * sanitizer's own 256 MB every run touches fresh memory, and the system clears pages for most of the time. */
#include <sanitizer/asan_interface.h>

const char *
__asan_default_options(void) /* NOLINT(bugprone-reserved-identifier): its name is given */
{
    return "quarantine_size_mb=8:malloc_context_size=5:allocator_release_to_os_interval_ms=-1";
}
