/* SPDX-License-Identifier: MIT
 *
 * main.c - the command fairshuf, a drop-in replacement for GNU shuf.
 */
#define _GNU_SOURCE /* O_PATH */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/say.h"
#include "tools/gnu.h"
#include "tools/help.h"
#include "tools/progress.h"
#include "tools/run.h"

/* Opens something from which reading fails. (/dev/null would look like an empty file if
 * it were opened again as /dev/stdin.) */
static int open_for_stdin(void)
{
#ifdef O_PATH
    return open("/", O_PATH);
#else
    return open("/dev/null", O_WRONLY);
#endif
}

/* Makes sure that no file is opened as descriptor 0, 1 or 2; otherwise messages could end
 * up in an output file. A standard descriptor that is closed is opened in the wrong
 * direction, so that using it still fails. */
static void guard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            (fd == STDIN_FILENO ? open_for_stdin() : open("/dev/null", O_RDONLY)) < 0)
            exit(1);
}

static void on_terminate(int number)
{
    progress_interrupt();
    output_remove_all();
    raise(number); /* ends the process, because of SA_RESETHAND */
}

/* Removes temporary files if a signal ends the program. Ignored signals stay ignored. */
static void catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};
    struct sigaction action = {.sa_handler = on_terminate}, before;
    action.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(numbers[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* write() fails with EFBIG instead */
}

/* Makes writing to a closed pipe fail with EPIPE, so that the program can clean up.
 * Returns whether SIGPIPE should end the program afterwards. */
static bool catch_pipe(void)
{
    struct sigaction before;
    const bool quiet =
        sigaction(SIGPIPE, NULL, &before) == 0 && before.sa_handler == SIG_DFL;
    signal(SIGPIPE, SIG_IGN);
    return quiet;
}

static int broken_pipe(bool quietly)
{
    if (!quietly)
        return say_error(EPIPE, "write error");
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
    return 1; /* SIGPIPE is blocked */
}

static int print(void (*what)(FILE *, const char *, bool),
                 const struct settings *settings)
{
    what(stdout, say_name(), settings->strict);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    return errno == EPIPE ? RUN_BROKEN_PIPE : say_error(errno, "write error");
}

static int choose_kernel(const struct settings *settings)
{
    const char *name = settings->strict ? NULL : getenv("FAIRSHUF_KERNEL");
    if (name == NULL || *name == '\0' || fair_kernel_use(name) == FAIR_OK)
        return 0;
    return say("FAIRSHUF_KERNEL: %s: %s", say_quoted(name), fair_strerror(FAIR_EKERNEL));
}

/* Makes glibc return large allocations to the system when they are freed. Otherwise it
 * keeps up to 64 MiB, and the memory limit would be exceeded. With a small limit, smaller
 * allocations matter, too. */
static void limit_malloc(const struct settings *settings)
{
#ifdef __GLIBC__
    const bool small = settings->memory > 0 && settings->memory < (32 << 20);
    mallopt(M_MMAP_THRESHOLD, small ? 1 << 16 : 1 << 20);
    mallopt(M_TRIM_THRESHOLD, small ? 1 << 16 : 1 << 20);
#else
    (void)settings;
#endif
}

static int dispatch(const struct settings *settings, enum settings_result verdict)
{
    switch (verdict) {
    case SETTINGS_HELP:
        return print(help_print, settings);
    case SETTINGS_VERSION:
        if (choose_kernel(settings) != 0)
            return 1;
        return print(help_version, settings);
    case SETTINGS_WRONG:
        return 1;
    case SETTINGS_RUN:
        break;
    }
    if (choose_kernel(settings) != 0)
        return 1;
    limit_malloc(settings);
    if (settings->explain)
        return explain(settings);
    return settings->random_source != NULL ? gnu_run(settings) : run_shuffle(settings);
}

int main(int argc, char **argv)
{
    struct settings settings;
    setlocale(LC_CTYPE, "");
    guard_descriptors();
    catch_signals();
    const bool quietly = catch_pipe();
    const enum settings_result verdict = settings_read(&settings, argc, argv);
    const int status = dispatch(&settings, verdict);
    return status == RUN_BROKEN_PIPE ? broken_pipe(quietly) : status;
}
