/* SPDX-License-Identifier: MIT
 *
 * available.c - how much memory this process may still take. See available.h.
 *
 * Control groups form a tree, and a limit holds for all that is below it: so each folder
 * from that of the process up to the mount is asked. What a group uses includes files in
 * the cache; those not used lately (inactive_file) are given back when memory gets short,
 * and so they count as free. Version 1 and 2 differ in the names of their files.
 *
 * Whatever cannot be read is no limit.
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

enum { LINE = 4096 }; /* longer lines of these files are cut */

static uint64_t lesser(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t difference(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* ---- small files ------------------------------------------------------------------ */

/* Opens "ROOT/FOLDER/NAME"; NULL if that cannot be. */
static FILE *open_below(const char *root, const char *folder, const char *name)
{
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s%s/%s", root, folder, name);
    return length > 0 && (size_t)length < sizeof path ? fopen(path, "re") : NULL;
}

/* The number that a file begins with; "max" or no such file: UINT64_MAX. */
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

/* The number behind a word at the beginning of a line; false if there is none. */
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
    const char *kind;             /* of the mount */
    const char *limits[2];        /* both count */
    const char *usage, *cache[2]; /* one of these is there */
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

/* What the limits of one folder leave. */
static uint64_t left_in(const char *root, const char *folder,
                        const struct version *version)
{
    uint64_t limit = UINT64_MAX, cache = 0;
    for (int i = 0; i < 2 && version->limits[i] != NULL; i++)
        limit = lesser(limit, number_in(root, folder, version->limits[i]));
    if (limit >= INT64_MAX / 2) /* version 1 has a large number for none */
        return UINT64_MAX;
    const uint64_t usage = number_in(root, folder, version->usage);
    if (usage == UINT64_MAX)
        return limit;
    if (!number_after(root, folder, "memory.stat", version->cache[0], &cache))
        number_after(root, folder, "memory.stat", version->cache[1], &cache);
    return difference(limit, difference(usage, cache));
}

/* The least that is left on the way from the group up to the mount. `path` is the group's
 * within the mount, and is cut short. */
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

/* Whether a word is in a list with commas. */
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

/* The path of this process's group, from a line "N:CONTROLLERS:PATH" for each hierarchy.
 */
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

/* The next word of a line, with "\040" and the like decoded, in place. */
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

/* The memory that the groups of one version leave. A line of mountinfo: four words, of
 * which the last is the folder of the hierarchy that is mounted, then the place, options
 * up to a dash, the kind, the source, and the options of the hierarchy. */
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
        /* The group is below the folder that is mounted, or cannot be seen from here. */
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

/* What is left of a limit of which so many pages are taken. */
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
    /* In pages: all, resident, shared, code, 0, data. */
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
