/* SPDX-License-Identifier: MIT
 *
 * available.c - how much memory this process may still take. See available.h.
 *
 * Control groups form a tree, and the limit of a group includes all groups below it. So
 * the limits of all groups from that of the process up to the mount point are read. The
 * usage of a group includes cached files. Those not used recently (inactive_file) count
 * as free, because the kernel drops them when memory is short. Versions 1 and 2 of
 * control groups differ in the names of their files.
 *
 * A limit that cannot be read is ignored.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/available.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LINE = 4096 }; /* longer lines are truncated */

static uint64_t lesser(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t difference(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* ---- small files ------------------------------------------------------------------ */

/* Opens "ROOT/FOLDER/NAME"; NULL if that fails. */
static FILE *open_below(const char *root, const char *folder, const char *name)
{
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s%s/%s", root, folder, name);
    return length > 0 && (size_t)length < sizeof path ? fopen(path, "re") : NULL;
}

/* The number at the beginning of a file; UINT64_MAX if there is none, or no such file. */
static uint64_t number_in(const char *root, const char *folder, const char *name)
{
    char line[64];
    uint64_t number = UINT64_MAX;
    FILE *file = open_below(root, folder, name);
    if (file == NULL)
        return number;
    if (fgets(line, sizeof line, file) != NULL && line[0] >= '0' && line[0] <= '9')
        number = strtoull(line, NULL, 10);
    fclose(file);
    return number;
}

/* Finds the line that begins with a word, and the number that follows. False if there is
 * none. */
static bool number_after(const char *root, const char *folder, const char *name,
                         const char *word, uint64_t *number)
{
    char line[256];
    bool found = false;
    const size_t length = strlen(word);
    FILE *file = open_below(root, folder, name);
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, word, length) == 0 && line[length] == ' ') {
            *number = strtoull(line + length, NULL, 10);
            found = true;
        }
    if (file != NULL)
        fclose(file);
    return found;
}

uint64_t available_of_machine(const char *root)
{
    uint64_t kib;
    if (!number_after(root, "/proc", "meminfo", "MemAvailable:", &kib) ||
        kib > UINT64_MAX / 1024)
        return UINT64_MAX;
    return kib * 1024;
}

/* ---- control groups --------------------------------------------------------------- */

/* The names of the files of one version. */
struct version {
    const char *kind;      /* file system type of the mount */
    const char *limits[2]; /* files with limits; the smaller limit applies */
    const char *usage;     /* file with the memory in use */
    const char *cache[2];  /* words in memory.stat; the first that exists counts */
};

static const struct version versions[] = {
    {"cgroup2",
     {"memory.max", "memory.high"},
     "memory.current",
     {"inactive_file", "inactive_file"}},
    {"cgroup",
     {"memory.limit_in_bytes", NULL},
     "memory.usage_in_bytes",
     {"total_inactive_file", "inactive_file"}},
};

/* The memory left within the limits of one folder. */
static uint64_t left_in(const char *root, const char *folder,
                        const struct version *version)
{
    uint64_t limit = UINT64_MAX, cache = 0;
    for (int i = 0; i < 2 && version->limits[i] != NULL; i++)
        limit = lesser(limit, number_in(root, folder, version->limits[i]));
    if (limit >= INT64_MAX / 2) /* version 1 writes a large number for no limit */
        return UINT64_MAX;
    const uint64_t usage = number_in(root, folder, version->usage);
    if (usage == UINT64_MAX)
        return limit;
    if (!number_after(root, folder, "memory.stat", version->cache[0], &cache))
        number_after(root, folder, "memory.stat", version->cache[1], &cache);
    return difference(limit, difference(usage, cache));
}

/* The least memory left in any folder from the group up to the mount point. `path` is the
 * group's path within the mount; it is modified. */
static uint64_t left_along(const char *root, const char *mount, char *path,
                           const struct version *version)
{
    uint64_t least = UINT64_MAX;
    for (;;) {
        char folder[PATH_MAX];
        const int length = snprintf(folder, sizeof folder, "%s%s", mount, path);
        if (length > 0 && (size_t)length < sizeof folder)
            least = lesser(least, left_in(root, folder, version));
        char *slash = strrchr(path, '/');
        if (slash == NULL)
            return least;
        *slash = '\0';
    }
}

/* Whether a word is in a list separated by commas. */
static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (; *list != '\0'; list += *list == ',') {
        const size_t here = strcspn(list, ",\n");
        if (here == length && strncmp(list, word, length) == 0)
            return true;
        list += here;
        if (*list == '\n')
            break;
    }
    return false;
}

/* Finds the path of this process's group in /proc/self/cgroup, which has a line
 * "N:CONTROLLERS:PATH" for each hierarchy. */
static bool group_path(const char *root, const struct version *version, char path[LINE])
{
    char line[LINE];
    bool found = false;
    const bool unified = strcmp(version->kind, "cgroup2") == 0;
    FILE *file = open_below(root, "/proc/self", "cgroup");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        char *list = strchr(line, ':');
        char *rest = list != NULL ? strchr(list + 1, ':') : NULL;
        if (rest == NULL)
            continue;
        *rest++ = '\0';
        found = unified ? strncmp(line, "0:", 2) == 0 && list[1] == '\0'
                        : has_word(list + 1, "memory");
        rest[strcspn(rest, "\n")] = '\0';
        if (found)
            memcpy(path, rest, strlen(rest) + 1);
    }
    if (file != NULL)
        fclose(file);
    return found;
}

/* The next word of a line. Octal escapes such as \040 are decoded in place. */
static char *next_word(char **at)
{
    char *word = *at + strspn(*at, " "), *to = word, *from = word;
    for (; *from != '\0' && *from != ' ' && *from != '\n'; to++) {
        if (from[0] == '\\' && from[1] >= '0' && from[1] <= '3' && from[2] >= '0' &&
            from[2] <= '7' && from[3] >= '0' && from[3] <= '7') {
            *to = (char)((from[1] - '0') * 64 + (from[2] - '0') * 8 + (from[3] - '0'));
            from += 4;
        } else {
            *to = *from++;
        }
    }
    *at = *from != '\0' ? from + 1 : from;
    *to = '\0';
    return word;
}

/* The memory left within the groups of one version. A line of mountinfo has three words,
 * the mounted folder of the hierarchy, the mount point, options up to a dash, the file
 * system type, the source, and the options of the hierarchy. */
static uint64_t left_by(const char *root, const struct version *version)
{
    char line[LINE], path[LINE];
    uint64_t least = UINT64_MAX;
    FILE *file = open_below(root, "/proc/self", "mountinfo");
    if (file == NULL || !group_path(root, version, path)) {
        if (file != NULL)
            fclose(file);
        return least;
    }
    while (least == UINT64_MAX && fgets(line, sizeof line, file) != NULL) {
        char *at = line, *words[5];
        if (strstr(line, " - cgroup") == NULL)
            continue;
        for (int i = 0; i < 5; i++)
            words[i] = next_word(&at);
        while (*at != '\0' && strcmp(next_word(&at), "-") != 0)
            ;
        const char *kind = next_word(&at);
        next_word(&at);
        if (strcmp(kind, version->kind) != 0 ||
            (strcmp(kind, "cgroup") == 0 && !has_word(next_word(&at), "memory")))
            continue;
        /* If the group is not below the mounted folder, only the mount point is visible.
         */
        const size_t length = strcmp(words[3], "/") == 0 ? 0 : strlen(words[3]);
        const bool below = strncmp(path, words[3], length) == 0 &&
                           (path[length] == '/' || path[length] == '\0');
        char *within = below ? path + length : path + strlen(path);
        if (strcmp(within, "/") == 0)
            *within = '\0';
        least = left_along(root, words[4], within, version);
        break;
    }
    fclose(file);
    return least;
}

uint64_t available_of_groups(const char *root)
{
    return lesser(left_by(root, &versions[0]), left_by(root, &versions[1]));
}

/* ---- setrlimit() ------------------------------------------------------------------ */

/* What is left of a limit if `pages` pages are in use. */
static uint64_t left_of(int resource, uint64_t pages)
{
    struct rlimit limit;
    const long page = sysconf(_SC_PAGESIZE);
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    return difference(limit.rlim_cur, pages * (page > 0 ? (uint64_t)page : 4096));
}

uint64_t available_of_process(const char *root)
{
    /* The six numbers of statm, in pages: all, resident, shared, code, 0, data. */
    unsigned long long all = 0, data = 0;
    FILE *file = open_below(root, "/proc/self", "statm");
    if (file != NULL) {
        char line[128];
        char *at = line;
        if (fgets(line, sizeof line, file) != NULL)
            for (int i = 0; i < 6; i++) {
                const unsigned long long number = strtoull(next_word(&at), NULL, 10);
                all = i == 0 ? number : all;
                data = i == 5 ? number : data;
            }
        fclose(file);
    }
    return lesser(left_of(RLIMIT_AS, all), left_of(RLIMIT_DATA, data));
}

uint64_t available_memory(void)
{
    const uint64_t least =
        lesser(available_of_machine(""),
               lesser(available_of_groups(""), available_of_process("")));
    return least == UINT64_MAX ? (uint64_t)AVAILABLE_UNKNOWN : least;
}
