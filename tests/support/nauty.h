/* nauty.h - what the programs of nauty say, a second opinion about graphs (Debian package nauty).
 *
 *     char *lines = nauty_output("geng", "-cq 5");            // 21 lines in graph6
 *     ...
 *     free(lines);
 *
 * Where nauty is not installed the test is skipped, which it says.
 */
#ifndef SG_TESTS_SUPPORT_NAUTY_H
#define SG_TESTS_SUPPORT_NAUTY_H

/* What a program prints, with its arguments as a shell takes them. */
char *nauty_output(const char *program, const char *arguments);

#endif
