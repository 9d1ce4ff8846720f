/* SPDX-License-Identifier: MIT
 *
 * html.c - the page of the lab with a result in it.
 *
 * The page has an empty element for a result. The result is compressed, so that the page
 * stays small with 256 cards, and written as base64. So nothing in it means anything to a
 * browser, whatever the name and the output of a program under audit are.
 */
#define _GNU_SOURCE /* memmem */
#include "audit/command/report/html.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include "audit/command/report/pack.h"
#include "audit/command/report/save.h"
#include "cli/say.h"

#define NAME "lab.html"
#define BEGIN "<script type=\"application/gzip\" id=\"report\">"
#define END "</script>"

enum {
    ROOM = PATH_MAX + 64,
    FIRST = 1 << 20, /* bytes of the first buffer; about the size of the page */
    MOST = 1 << 26   /* a larger file is not the page */
};

/* ---- where the page is ------------------------------------------------------------- */

/* Writes the folder of this program, with a slash, or "" if it is not known. */
static void find_program(char *folder)
{
#ifdef __APPLE__
    uint32_t size = PATH_MAX;
    if (_NSGetExecutablePath(folder, &size) != 0)
        folder[0] = '\0';
#else
    /* Linux, FreeBSD, NetBSD */
    static const char *const links[] = {"/proc/self/exe", "/proc/curproc/file",
                                        "/proc/curproc/exe"};
    ssize_t length = -1;
    for (size_t i = 0; i < sizeof links / sizeof links[0] && length < 0; i++)
        length = readlink(links[i], folder, PATH_MAX - 1);
    folder[length > 0 ? length : 0] = '\0';
#endif
    char *slash = strrchr(folder, '/');
    folder[slash != NULL ? slash - folder + 1 : 0] = '\0';
}

/* Opens the first page that exists: beside the program, as in a build folder; relative to
 * the program, as it was installed; or in the folder that was configured. */
static FILE *open_installed(char *path)
{
    static const char *const paths[] = {NAME, "../share/fairshuf/" NAME,
                                        FAIRAUDIT_DATADIR "/fairshuf/" NAME};
    char folder[PATH_MAX];
    FILE *page = NULL;
    find_program(folder);
    errno = ENOENT;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0] && page == NULL &&
                       (errno == ENOENT || errno == ENOTDIR);
         i++) {
        const bool absolute = paths[i][0] == '/';
        if (!absolute && folder[0] == '\0')
            continue;
        snprintf(path, ROOM, "%s%s", absolute ? "" : folder, paths[i]);
        page = fopen(path, "r");
    }
    if (page == NULL && (errno == ENOENT || errno == ENOTDIR))
        say("--html: cannot find the page %s; 'make lab' builds it, and the variable "
            "FAIRAUDIT_PAGE can name it",
            NAME);
    else if (page == NULL)
        say_error(errno, "%s", say_file(path));
    return page;
}

static FILE *open_page(char *path)
{
    const char *named = getenv("FAIRAUDIT_PAGE");
    if (named == NULL || named[0] == '\0')
        return open_installed(path);
    FILE *page = fopen(named, "r");
    if (page == NULL)
        say_error(errno, "FAIRAUDIT_PAGE: %s", say_file(named));
    snprintf(path, ROOM, "%s", named);
    return page;
}

static bool is_page(FILE *page, const char *file)
{
    struct stat a, b;
    return file != NULL && fstat(fileno(page), &a) == 0 && stat(file, &b) == 0 &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* ---- reading the page -------------------------------------------------------------- */

static bool read_all(struct html *html, FILE *page, const char *path)
{
    size_t room = 0;
    while (!feof(page)) {
        if (html->length == room) {
            room = room > 0 ? 2 * room : FIRST;
            char *more = room <= MOST ? realloc(html->page, room) : NULL;
            if (more == NULL)
                return say(room <= MOST ? "%s: out of memory"
                                        : "%s: too large for the page of the lab",
                           say_file(path)),
                       false;
            html->page = more;
        }
        html->length += fread(html->page + html->length, 1, room - html->length, page);
        if (ferror(page))
            return say_error(errno, "%s", say_file(path)), false;
    }
    return true;
}

/* Finds the slot for a result. */
static bool find_slot(struct html *html, const char *path)
{
    static const char element[] = BEGIN END;
    const size_t size = sizeof element - 1;
    const char *at = html->page, *end = html->page + html->length;
    size_t slots = 0;
    while ((at = memmem(at, (size_t)(end - at), element, size)) != NULL) {
        html->slot = (size_t)(at - html->page) + sizeof BEGIN - 1;
        slots++;
        at += size;
    }
    if (slots != 1)
        say("--html: %s: is not this version's page of the lab, because it has %s place "
            "for a result; 'make lab' builds it",
            say_file(path), slots == 0 ? "no" : "more than one");
    return slots == 1;
}

bool html_open(struct html *html, const char *file)
{
    char path[ROOM];
    *html = (struct html){0};
    FILE *page = open_page(path);
    if (page == NULL)
        return false;
    const bool same = is_page(page, file);
    if (same)
        say("--html: %s: is the empty page itself; give another name", say_file(file));
    const bool good = !same && read_all(html, page, path) && find_slot(html, path);
    fclose(page);
    if (!good)
        html_close(html);
    return good;
}

/* ---- writing the page -------------------------------------------------------------- */

bool html_write(const struct html *html, const char *file, const char *json)
{
    assert(html->page != NULL);
    size_t length;
    char *packed = pack_text(json, strlen(json), &length);
    const size_t rest = html->length - html->slot;
    char *page = packed != NULL ? malloc(html->length + length) : NULL;
    bool written = false;
    if (page != NULL) {
        memcpy(page, html->page, html->slot);
        memcpy(page + html->slot, packed, length);
        memcpy(page + html->slot + length, html->page + html->slot, rest);
        written = save_document(file, page, html->length + length);
    } else {
        say("out of memory");
    }
    free(page);
    free(packed);
    return written;
}

void html_close(struct html *html)
{
    free(html->page);
    *html = (struct html){0};
}
