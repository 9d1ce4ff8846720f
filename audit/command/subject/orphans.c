/* SPDX-License-Identifier: MIT
 *
 * orphans.c - processes that programs under audit leave behind.
 */
#define _GNU_SOURCE /* waitid() with WNOWAIT */
#include "audit/command/subject/orphans.h"

#ifdef __linux__
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    STEP_MS = 5,      /* between two attempts */
    GRACE_MS = 200,   /* from SIGTERM to SIGKILL */
    GIVE_UP_MS = 1200 /* until the processes that remain are left alone */
};

static bool has_children(void)
{
    siginfo_t info;
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

bool orphans_adopt(void)
{
    return !has_children() && prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
}

/* The parent of a process; 0 if it cannot be found out. */
static pid_t parent_of(const char *pid)
{
    char name[64], line[512];
    snprintf(name, sizeof name, "/proc/%.20s/stat", pid);
    FILE *file = fopen(name, "re");
    if (file == NULL)
        return 0;
    const char *read = fgets(line, sizeof line, file);
    fclose(file);
    /* "12 (name) S 3 ...": the name may contain anything, even a bracket. */
    const char *end = read != NULL ? strrchr(line, ')') : NULL;
    return end != NULL && strlen(end) > 4 ? (pid_t)strtol(end + 4, NULL, 10) : 0;
}

static bool is_known(pid_t pid, const pid_t *known, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (known[i] == pid)
            return true;
    return false;
}

/* Sends a signal, unless it is 0, to each child that is not known, and waits for those
 * that have ended. */
static void for_each_child(const pid_t *known, size_t count, int number)
{
    DIR *processes = opendir("/proc");
    if (processes == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid <= 0 || parent_of(entry->d_name) != getpid() ||
            is_known(pid, known, count))
            continue;
        if (number != 0)
            kill(pid, number);
        waitpid(pid, NULL, WNOHANG);
    }
    closedir(processes);
}

void orphans_wait(const pid_t *known, size_t count)
{
    for_each_child(known, count, 0);
}

void orphans_end(void)
{
    for (int time = 0; has_children() && time < GIVE_UP_MS; time += STEP_MS) {
        for_each_child(NULL, 0, time < GRACE_MS ? SIGTERM : SIGKILL);
        if (has_children())
            nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000L}, NULL);
    }
    prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
}

#else

bool orphans_adopt(void)
{
    return false;
}

void orphans_wait(const pid_t *known, size_t count)
{
    (void)known;
    (void)count;
}

void orphans_end(void)
{
}

#endif
