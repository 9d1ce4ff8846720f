/* SPDX-License-Identifier: MIT
 *
 * main.c - the command fairaudit: is this shuffle fair?
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

/* The first signal stops the audit, which then reports what it knows. The same signal
 * again ends the process at once. */
static void handle_signal(int number)
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
    struct sigaction action = {.sa_handler = handle_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

/* Opens the standard descriptors that are closed, so that no file or pipe gets one of
 * their numbers. */
static void open_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            exit(RUN_FAILED);
}

static int print_help(void)
{
    const char *name = say_name();
    printf(
        "Usage: %s [OPTION]... [--] COMMAND [ARG]...\n"
        "  or:  %s [OPTION]... -a NAME\n"
        "  or:  %s [OPTION]... -p FILE\n"
        "Test whether a shuffle gives every permutation equally often. The shuffle is a\n"
        "program that reads numbered lines and prints them, a file of permutations, or "
        "a\n"
        "textbook shuffle.\n\n"
        "Examples:\n",
        name, name, name);
    static const char *const examples[][2] = {
        {"-- shuf", "shuffle 10 lines, many times"},
        {"-n 3 -- shuf", "3 lines show some biases best"},
        {"-n 100 -k 1 -- shuf -n 1 -i 1-100", "one number from a range"},
        {"--batch -- node mine.js", "prints one permutation per line"},
        {"-a swap-with-any", "a textbook shuffle, 52 cards"},
        {"--exact swap-with-any -n 3", "its exact probabilities"},
        {"--list", "all textbook shuffles"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        printf("  %s %-34s %s\n", name, examples[i][0], examples[i][1]);
    help_options(stdout, false);
    printf("\nExit status: 0 no evidence, 1 unfair, 2 could not test, 3 suspect.\n"
           "For a tutorial and the limits of the method, see man fairaudit.\n");
    return run_flush(0);
}

static int print_version(void)
{
    printf("%s %s\nLicence: MIT\n", say_name(), FAIRAUDIT_VERSION);
    return run_flush(0);
}

static int run_task(const struct request *request)
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
    open_standard_descriptors();
    return request_read(&request, argc, argv) ? run_task(&request) : RUN_FAILED;
}
