/* text_file.h - the whole of a small text file.
 *
 *     char *text = text_file_read(path);
 *     if (text == NULL) return EXIT_FAILURE;      // it has been said why
 *     free(text);
 */
#ifndef SG_CLI_TEXT_FILE_H
#define SG_CLI_TEXT_FILE_H

/* The text, to be freed; NULL after a message. */
char *text_file_read(const char *path);

#endif
