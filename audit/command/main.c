/* SPDX-License-Identifier: MIT
 *
 * main.c - fairaudit, the command: is this shuffle fair?
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "audit/command/run.h"
#include "cli/help_options.h"
#include "cli/output.h"
#include "cli/say.h"

static volatile sig_atomic_t stop;

/* The first time: stop, and say what is known. The same signal again: end at once. */
static void on_end(int number)
{
    static volatile sig_atomic_t seen[SIGTERM + 1];
    if (seen[number] != 0) {
        output_remove_all();
        signal(number, SIG_DFL);
        raise(number);
    }
    seen[number] = stop = 1;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_end};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

/* No file, and no pipe to a program, may become one of the standard descriptors. */
static void guard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            exit(RUN_COULD_NOT);
}

static int written(void)
{
    return fflush(stdout) == 0 && !ferror(stdout)
               ? 0
               : (say_error(errno, "standard output"), RUN_COULD_NOT);
}

static int print_help(void)
{
    const char *name = say_name();
    printf(
        "Usage: %s [OPTION]... [--] COMMAND [ARG]...\n"
        "  or:  %s [OPTION]... -a NAME\n"
        "  or:  %s [OPTION]... -p FILE\n"
        "Test whether a shuffle gives every order equally often: a program that reads\n"
        "numbered lines and prints them, a file of orders, or a textbook shuffle.\n\n"
        "Examples:\n",
        name, name, name);
    static const char *const examples[][2] = {
        {"-- shuf", "10 lines, many times"},
        {"-n 3 -- shuf", "3 lines: some biases need few"},
        {"-n 100 -k 1 -- shuf -n 1 -i 1-100", "one number of a range"},
        {"--batch -- node mine.js", "it prints orders, one per line"},
        {"-a swap-with-any", "a textbook shuffle, 52 cards"},
        {"--exact swap-with-any -n 3", "its exact probabilities"},
        {"--list", "all textbook shuffles"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        printf("  %s %-34s %s\n", name, examples[i][0], examples[i][1]);
    help_options(stdout, false);
    printf("\nExit status: 0 no evidence, 1 unfair, 2 could not test, 3 suspect.\n"
           "A tutorial, and what it cannot see: man fairaudit\n");
    return written();
}

static int print_version(void)
{
    printf("%s %s\nLicence: MIT\n", say_name(), FAIRAUDIT_VERSION);
    return written();
}

static int do_as_told(const struct request *request)
{
    switch (request->task) {
    case TASK_HELP:
        return print_help();
    case TASK_VERSION:
        return print_version();
    case TASK_LIST:
        return run_list(request);
    case TASK_EXACT:
        return run_exact(request);
    case TASK_COUNTS:
        catch_signals();
        return run_counts(request, &stop);
    default:
        catch_signals();
        return run_audit(request, &stop);
    }
}

int main(int argc, char **argv)
{
    struct request request;
    setlocale(LC_CTYPE, "");
    guard_descriptors();
    return request_read(&request, argc, argv) ? do_as_told(&request) : RUN_COULD_NOT;
}
