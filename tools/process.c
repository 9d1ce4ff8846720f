/* SPDX-License-Identifier: MIT
 *
 * process.c - descriptors, signals and memory of the process. See process.h.
 */
#define _GNU_SOURCE /* O_PATH */
#include "tools/process.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/say.h"
#include "tools/progress.h"

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

void process_guard_descriptors(void)
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

void process_catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGABRT};
    struct sigaction action = {.sa_handler = on_terminate}, before;
    action.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(numbers[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* write() fails with EFBIG instead */
}

bool process_catch_pipe(void)
{
    struct sigaction before;
    const bool quiet =
        sigaction(SIGPIPE, NULL, &before) == 0 && before.sa_handler == SIG_DFL;
    signal(SIGPIPE, SIG_IGN);
    return quiet;
}

int process_broken_pipe(bool quietly)
{
    if (!quietly)
        return say_error(EPIPE, "write error");
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
    return 1; /* SIGPIPE is blocked */
}

int process_choose_kernel(const struct settings *settings)
{
    const char *name = settings->strict ? NULL : getenv("FAIRSHUF_KERNEL");
    if (name == NULL || *name == '\0' || fair_kernel_use(name) == FAIR_OK)
        return 0;
    return say("FAIRSHUF_KERNEL: %s: %s", say_quoted(name), fair_strerror(FAIR_EKERNEL));
}

void process_limit_malloc(const struct settings *settings)
{
#ifdef __GLIBC__
    const bool small = settings->memory > 0 && settings->memory < (32 << 20);
    mallopt(M_MMAP_THRESHOLD, small ? 1 << 16 : 1 << 20);
    mallopt(M_TRIM_THRESHOLD, small ? 1 << 16 : 1 << 20);
#else
    (void)settings;
#endif
}
