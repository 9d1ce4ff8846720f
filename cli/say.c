/* SPDX-License-Identifier: MIT
 *
 * say.c - messages: one line on stderr, after the program's name. See say.h.
 *
 * A message is composed in memory and written at once, so that messages of programs that
 * share a terminal or a log do not mix. Names are quoted as GNU programs quote them, for
 * scripts that read messages. (How they do it was found by experiment.)
 */
#define _GNU_SOURCE /* asprintf */
#include "cli/say.h"

#include <errno.h>
#include <langinfo.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#include "cli/bidi.h"
#include "cli/option_table.h"

static const char *program = "";
static const char *origin = "";
static bool silent;
static void (*hook)(void); /* called before each message; may be NULL */

void say_program(const char *argv0)
{
    if (argv0 == NULL || argv0[0] == '\0')
        argv0 = options_program;
    const char *slash = strrchr(argv0, '/');
    program = slash != NULL && slash[1] != '\0' ? slash + 1 : argv0;
}

const char *say_name(void)
{
    return program;
}

void say_set_origin(const char *text)
{
    origin = text != NULL ? text : "";
}

void say_set_silent(bool is)
{
    silent = is;
}

void say_set_hook(void (*function)(void))
{
    hook = function;
}

/* Writes the text to stderr. False if that fails. */
static bool write_all(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t done = write(STDERR_FILENO, text, length);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0 && errno == EAGAIN) { /* another process made it non-blocking */
            struct pollfd ready = {.fd = STDERR_FILENO, .events = POLLOUT};
            (void)poll(&ready, 1, -1);
            continue;
        }
        if (done <= 0)
            return false;
        text += done;
        length -= (size_t)done;
    }
    return true;
}

/* Prints a message, with the text of `error` unless it is 0. Returns whether it was
 * written. */
__attribute__((format(printf, 2, 0))) static bool say_line(int error, const char *format,
                                                           va_list args)
{
    char *message = NULL, *line = NULL;
    int length = -1;
    bool written = false;
    if (silent)
        return true;
    if (vasprintf(&message, format, args) < 0)
        message = NULL;
    const char *text = message != NULL ? message : "memory exhausted";
    if (error != 0)
        length =
            asprintf(&line, "%s: %s%s: %s\n", program, origin, text, strerror(error));
    else
        length = asprintf(&line, "%s: %s%s\n", program, origin, text);
    fflush(stderr);
    if (hook != NULL)
        hook();
    if (length >= 0) {
        written = write_all(line, (size_t)length);
        free(line);
    } else {
        written = write_all(program, strlen(program)) && write_all(": ", 2) &&
                  write_all(origin, strlen(origin)) && write_all(text, strlen(text)) &&
                  write_all("\n", 1) && message != NULL;
    }
    free(message);
    return written;
}

int say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say_line(0, format, args);
    va_end(args);
    return 1;
}

bool say_checked(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const bool written = say_line(0, format, args);
    va_end(args);
    return written;
}

void say_try_help(void)
{
    if (silent)
        return;
    fprintf(stderr, "Try '%s --help' for more information.\n", program);
    fflush(stderr);
}

int say_error(int error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say_line(error, format, args);
    va_end(args);
    return 1;
}

/* ---- names ------------------------------------------------------------------------ */

/* Allocates space for a quoted name of `length` bytes, each of which may become an escape
 * with its own quotes. NULL if there is no memory. The fourth next call frees it. */
static char *allocate(size_t length)
{
    static char *texts[4];
    static unsigned next;
    char **text = &texts[next++ % 4];
    free(*text);
    *text = length < SIZE_MAX / 16 ? malloc(length * 12 + 16) : NULL;
    return *text;
}

/* The number of bytes of the character at `name`; 0 if it cannot be shown. */
static size_t visible(const char *name, size_t length)
{
    mbstate_t state;
    memset(&state, 0, sizeof state);
    wchar_t wide;
    const int error = errno; /* the message may need it later */
    size_t bytes = mbrtowc(&wide, name, length, &state);
    errno = error;
    if (bytes == 0 || bytes > length) /* huge if incomplete or invalid */
        return 0;
    return iswprint((wint_t)wide) && !bidi_is_control((uint32_t)wide) ? bytes : 0;
}

/* Writes an escape for one byte, as in C: \n, \033. */
static char *put_escape(char *to, char byte)
{
    static const char controls[] = "\a\b\t\n\v\f\r", letters[] = "abtnvfr";
    const char *control = byte != '\0' ? strchr(controls, byte) : NULL;
    *to++ = '\\';
    if (control != NULL) {
        *to++ = letters[control - controls];
        return to;
    }
    unsigned value = (unsigned char)byte;
    *to++ = (char)('0' + (value >> 6));
    *to++ = (char)('0' + (value >> 3 & 7));
    *to++ = (char)('0' + (value & 7));
    return to;
}

/* Copies a text, with escapes for characters that cannot be shown, and a backslash before
 * backslashes and before `close`. If `close` is NULL, no backslashes are added, and bytes
 * from 0xa0 that are not valid in this locale are copied, as glibc's messages do. Returns
 * the end of the copy, which is not terminated. */
static char *put_visible(char *to, const char *text, const char *close)
{
    const size_t close_length = close != NULL ? strlen(close) : 0;
    for (size_t left = strlen(text), bytes; left > 0; text += bytes, left -= bytes) {
        bytes = visible(text, left);
        if (bytes == 0) {
            bytes = bidi_utf8(text, left);
            const bool passes =
                bytes == 0 && close == NULL && (unsigned char)*text >= 0xa0;
            bytes += bytes == 0;
            for (size_t i = 0; i < bytes && !passes; i++)
                to = put_escape(to, text[i]);
            if (passes)
                *to++ = *text;
            continue;
        }
        if (close != NULL &&
            (*text == '\\' || (bytes == close_length && memcmp(text, close, bytes) == 0)))
            *to++ = '\\';
        memcpy(to, text, bytes);
        to += bytes;
    }
    return to;
}

const char *say_quoted(const char *name)
{
    const bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    const char *open = utf8 ? "\xe2\x80\x98" : "'", *close = utf8 ? "\xe2\x80\x99" : "'";
    char *text = allocate(strlen(name));
    if (text == NULL)
        return "?";
    stpcpy(put_visible(stpcpy(text, open), name, close), close);
    return text;
}

const char *say_visible(const char *name)
{
    char *text = allocate(strlen(name));
    if (text == NULL)
        return "?";
    *put_visible(text, name, NULL) = '\0';
    return text;
}

/* Determines whether a name needs no quotes for a shell, and whether it should get double
 * quotes. */
static void choose_quotes(const char *name, size_t length, bool *plain, bool *twofold)
{
    bool apostrophe = false;
    *plain = length > 0;
    *twofold = true;
    if (length == 1 && strchr("{}", *name) != NULL)
        *plain = false;
    for (size_t i = 0, bytes; i < length; i += bytes) {
        bytes = visible(name + i, length - i);
        if (bytes == 0) {
            *plain = *twofold = false;
            return;
        }
        if (strchr(" :'!\"$&()*;<=>?[\\^`|", name[i]) != NULL)
            *plain = false;
        if (strchr("#~", name[i]) != NULL && i == 0)
            *plain = false;
        else if (strchr("!\"$&()*;<=>?[\\^`|{}#~", name[i]) != NULL)
            *twofold = false;
        apostrophe |= name[i] == '\'';
    }
    *twofold &= apostrophe;
}

/* Writes the name in single quotes for a shell, with $'...' for invisible characters. */
static void put_shell(char *to, const char *name, size_t left)
{
    bool escaping = false;
    *to++ = '\'';
    while (left > 0) {
        size_t bytes = visible(name, left);
        if (bytes == 0) {
            if (!escaping)
                to = stpcpy(to, "'$'");
            to = put_escape(to, *name);
            escaping = true;
            bytes = 1;
        } else if (*name == '\'') {
            to = stpcpy(to, "'\\''");
            escaping = false;
        } else {
            if (escaping)
                to = stpcpy(to, "''");
            memcpy(to, name, bytes);
            to += bytes;
            escaping = false;
        }
        name += bytes;
        left -= bytes;
    }
    stpcpy(to, "'");
}

const char *say_file(const char *name)
{
    const size_t length = strlen(name);
    bool plain, twofold;
    choose_quotes(name, length, &plain, &twofold);
    if (plain)
        return name;
    char *text = allocate(length);
    if (text == NULL)
        return "?";
    if (twofold)
        stpcpy(stpcpy(stpcpy(text, "\""), name), "\"");
    else
        put_shell(text, name, length);
    return text;
}

const char *say_input(const char *name)
{
    return strcmp(name, "-") == 0 ? "standard input" : say_file(name);
}
