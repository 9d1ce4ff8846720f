/* SPDX-License-Identifier: MIT
 *
 * main.c - fairshuf, the command: a drop-in for GNU shuf, with seeds, records and more.
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

/* Takes the number of standard input. Reading fails as if it were closed; so it does from
 * /dev/stdin, which would give the content of /dev/null. */
static int open_for_stdin(void)
{
#ifdef O_PATH
    return open("/", O_PATH);
#else
    return open("/dev/null", O_WRONLY);
#endif
}

/* A file must never be opened as one of the standard descriptors: what is meant for the
 * user would get into it. Where one is closed, its number is taken by something that can
 * be used in the other direction only, so that its use fails as if it were closed. */
static void guard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            (fd == STDIN_FILENO ? open_for_stdin() : open("/dev/null", O_RDONLY)) < 0)
            exit(1);
}

static void on_end(int number)
{
    progress_interrupt();
    output_remove_all();
    raise(number); /* as if there were no handler: SA_RESETHAND */
}

/* No litter if somebody ends us. A signal that was ignored before stays so. */
static void catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};
    struct sigaction action = {.sa_handler = on_end}, before;
    action.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(numbers[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* so that write() fails, and the error is reported */
}

/* A pipe whose reader is gone ends us quietly, after cleaning up. Returns whether it
 * should. */
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
    return 1; /* only if it is blocked */
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

/* Has glibc return large allocations to the system when they are freed. Otherwise it
 * keeps up to twice the largest one, up to 64 MiB, and no limit would hold. With a small
 * limit, smaller allocations matter, too. */
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

static int do_as_told(const struct settings *settings, enum settings_verdict verdict)
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
    return settings->random_source != NULL ? gnu_run(settings) : run(settings);
}

int main(int argc, char **argv)
{
    struct settings settings;
    setlocale(LC_CTYPE, "");
    guard_descriptors();
    catch_signals();
    const bool quietly = catch_pipe();
    const enum settings_verdict verdict = settings_read(&settings, argc, argv);
    const int status = do_as_told(&settings, verdict);
    return status == RUN_BROKEN_PIPE ? broken_pipe(quietly) : status;
}
