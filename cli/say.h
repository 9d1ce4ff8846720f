/* SPDX-License-Identifier: MIT
 *
 * say.h - messages: one line on stderr, after the program's name.
 */
#ifndef SAY_H
#define SAY_H

#include <stdbool.h>

/* Sets the name that messages begin with: the last component of argv[0]. */
void say_program(const char *argv0);
const char *say_name(void);

/* Sets what messages have after the program's name, such as "rank 3: "; not copied. NULL:
 * nothing. */
void say_set_origin(const char *origin);

/* Whether messages are written at all. Of several processes with the same arguments, only
 * one should complain about them. */
void say_set_silent(bool silent);

/* Sets a function to call before each message, such as erasing the progress line; or
 * NULL.
 */
void say_set_hook(void (*function)(void));

/* Writes "PROGRAM: MESSAGE\n" to stderr in one write. Returns 1, for `return say(...)`.
 */
__attribute__((format(printf, 1, 2))) int say(const char *format, ...);

/* The same, but returns whether the message was written. */
__attribute__((format(printf, 1, 2))) bool say_checked(const char *format, ...);

/* Writes "Try 'PROGRAM --help' for more information.\n", the second line of GNU's
 * messages about usage. */
void say_try_help(void);

/* say(), followed by ": " and what errno value `error` means. */
__attribute__((format(printf, 2, 3))) int say_error(int error, const char *format, ...);

/* External text as messages show it: control characters, and characters that change the
 * direction of text (bidi.h), become escapes.
 *
 * say_quoted() always quotes, 'like this', or with curved quotes if the locale uses
 * UTF-8. say_file() quotes only if the text has characters that are special to a shell or
 * a terminal, as GNU programs do. say_visible() never quotes.
 *
 * The text is valid until the fourth next call. It is "?" if there is no memory. */
const char *say_quoted(const char *name);
const char *say_file(const char *name);
const char *say_visible(const char *name);

/* say_file() for an input file: "-" is standard input. */
const char *say_input(const char *name);

#endif
