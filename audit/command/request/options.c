/* SPDX-License-Identifier: MIT
 *
 * options.c - the table of the options of fairaudit.
 *
 * `help` is for --help and the completions: a few words, no full stop. `manual` is for
 * the man page: sentences. `tasks` are the tasks on which the option has an effect: it is
 * refused with other tasks (check.c). It is not set for options that choose the task, and
 * for --color and --no-progress, which a script may always give.
 */
#include "audit/command/request/options.h"

#include <assert.h>

#include "audit/command/request/task.h"

enum {
    ON_PROGRAM = 1U << TASK_PROGRAM,
    ON_BATCH = 1U << TASK_BATCH,
    ON_FILE = 1U << TASK_FILE,
    ON_BUILTIN = 1U << TASK_BUILTIN,
    ON_EXACT = 1U << TASK_EXACT,
    ON_COUNTS = 1U << TASK_COUNTS,
    ON_LIST = 1U << TASK_LIST,
    ON_COMMAND = ON_PROGRAM | ON_BATCH,
    ON_OUTSIDE = ON_COMMAND | ON_FILE, /* permutations come from outside */
    ON_CATALOGUE = ON_BUILTIN | ON_EXACT | ON_COUNTS,
    ON_AUDIT = ON_OUTSIDE | ON_BUILTIN,
    ON_TRIALS = ON_AUDIT | ON_COUNTS
};

const struct option_row options[] = {
    {.id = OPTION_ALGORITHM,
     .group = GROUP_SUBJECT,
     .letter = 'a',
     .name = "algorithm",
     .value = "NAME",
     .help = "a shuffle of the catalogue (see --list)",
     .manual = "Audit the shuffle NAME of the catalogue, with a fair die or the one "
               "that --die names. Some shuffles take a number: riffle:7 is seven "
               "riffles. --list shows all of them."},
    {.id = OPTION_DIE,
     .tasks = ON_CATALOGUE,
     .group = GROUP_SUBJECT,
     .letter = 'd',
     .name = "die",
     .value = "NAME",
     .help = "the die for -a, --exact and --counts",
     .manual = "Use the die NAME of the catalogue for the shuffle of -a, --exact or "
               "--counts. For example, modulo:15 is rand() % n where RAND_MAX is "
               "32767. The default is a fair die."},
    {.id = OPTION_BATCH,
     .group = GROUP_SUBJECT,
     .letter = 'b',
     .name = "batch",
     .help = "COMMAND prints many permutations, one per line",
     .mentions = "COMMAND",
     .manual = "COMMAND is started once and prints one permutation per line: numbers "
               "from 0 or from 1, separated by blanks or commas. fairaudit ends it "
               "when it has printed enough of them. It may end earlier by itself, but "
               "when it ends must not depend on the permutations it has printed. In its "
               "arguments, {n} is replaced by the number of cards, and {trials} by the "
               "number of permutations."},
    {.id = OPTION_PERMUTATIONS,
     .group = GROUP_SUBJECT,
     .letter = 'p',
     .name = "permutations",
     .value = "FILE",
     .completion = COMPLETE_FILE,
     .help = "read permutations from FILE, one per line",
     .manual = "Audit the permutations in FILE, one per line, in the format of --batch "
               "and --save. If FILE is -, read standard input. Lines that begin with # "
               "are ignored."},

    {.id = OPTION_EXACT,
     .group = GROUP_TASK,
     .letter = 'x',
     .name = "exact",
     .value = "NAME",
     .help = "compute the exact probabilities of a shuffle",
     .manual = "Compute the exact probability of every permutation that the shuffle "
               "NAME of the catalogue can give with n cards, by trying every sequence "
               "of choices, or by a formula. The result is a proof, for one shuffle of "
               "a sorted deck. For large decks, some of the probabilities are unknown."},
    {.id = OPTION_COUNTS,
     .group = GROUP_TASK,
     .name = "counts",
     .value = "NAME",
     .help = "count how often each card reaches each position",
     .manual = "Print how often each card was at each position, and the statistic of "
               "that matrix. The default is 5,000,000 shuffles of 10 cards. A shuffle "
               "that passes this test can still be unfair."},
    {.id = OPTION_LIST,
     .group = GROUP_TASK,
     .letter = 'l',
     .name = "list",
     .help = "list the shuffles and dice of the catalogue",
     .manual = "List the catalogue: all shuffles, right and wrong, and all dice, with "
               "their origins."},

    {.id = OPTION_ITEMS,
     .tasks = ON_TRIALS | ON_EXACT,
     .group = GROUP_TRIALS,
     .letter = 'n',
     .name = "items",
     .value = "N",
     .completion = COMPLETE_NUMBER,
     .help = "number of cards, or of lines for COMMAND",
     .mentions = "COMMAND N",
     .manual = "Audit with N cards or lines. The default is 10 for a program, 52 for "
               "a shuffle of the catalogue, 3 with --exact and 10 with --counts. For a "
               "file or batch, it is the length of the first permutation. If there "
               "are more than 256 lines, the audit looks at the order of 256 of them; "
               "all are checked for losses."},
    {.id = OPTION_SAMPLE,
     .tasks = ON_OUTSIDE,
     .group = GROUP_TRIALS,
     .letter = 'k',
     .name = "sample",
     .value = "K",
     .completion = COMPLETE_NUMBER,
     .help = "COMMAND picks K of N lines",
     .mentions = "COMMAND K N",
     .manual = "COMMAND prints K of the N lines, or K numbers from 1 to N. Audit "
               "whether every sample is equally likely."},
    {.id = OPTION_PUT_BACK,
     .tasks = ON_OUTSIDE,
     .group = GROUP_TRIALS,
     .name = "put-back",
     .help = "with --sample: a line can be picked twice",
     .manual = "With --sample: COMMAND draws with replacement, so a line can occur "
               "more than once in a sample (shuf -r)."},
    {.id = OPTION_UNORDERED,
     .tasks = ON_OUTSIDE,
     .group = GROUP_TRIALS,
     .name = "unordered",
     .help = "with --sample: ignore the order of a sample",
     .manual = "With --sample: audit which lines are in a sample, and ignore their "
               "order."},
    {.id = OPTION_CYCLE,
     .tasks = ON_AUDIT,
     .group = GROUP_TRIALS,
     .name = "cycle",
     .help = "the shuffle should give one cycle (Sattolo)",
     .manual = "Audit a shuffle that should give only permutations with a single "
               "cycle, all of them equally often, as Sattolo's algorithm does."},
    {.id = OPTION_FROM_ZERO,
     .tasks = ON_OUTSIDE,
     .group = GROUP_TRIALS,
     .name = "from-zero",
     .help = "number the lines from 0, not from 1",
     .manual = "Number the lines from 0 to N-1 instead of 1 to N. With --sample and "
               "either --batch or -p, the numbers on a line are from 0 to N-1. Whole "
               "permutations do not need this option: their first line shows where "
               "they start.",
     .mentions = "N"},
    {.id = OPTION_COPIES,
     .tasks = ON_PROGRAM,
     .group = GROUP_TRIALS,
     .name = "copies",
     .value = "R",
     .completion = COMPLETE_NUMBER,
     .help = "give COMMAND each line R times",
     .manual = "Give COMMAND an input that has each line R times. Some programs keep "
               "equal lines together (sort -R).",
     .mentions = "COMMAND R"},
    {.id = OPTION_TOKENS,
     .tasks = ON_PROGRAM,
     .group = GROUP_TRIALS,
     .name = "tokens",
     .help = "give COMMAND random words, not numbers",
     .manual = "Give COMMAND random words instead of numbers. Each set of words is "
               "used for two runs. If the order depends only on the words, both runs "
               "give the same order.",
     .mentions = "COMMAND"},
    {.id = OPTION_TRIALS,
     .tasks = ON_TRIALS,
     .group = GROUP_TRIALS,
     .letter = 't',
     .name = "trials",
     .value = "T",
     .completion = COMPLETE_NUMBER,
     .help = "examine at most T shuffles",
     .manual = "Examine at most T shuffles. The default is 20,000 for a program, "
               "1,000,000 for --batch and for shuffles of the catalogue, and all "
               "permutations of a file. K, M and G after the number mean thousands, "
               "millions and billions."},
    {.id = OPTION_ALL_TRIALS,
     .tasks = ON_COMMAND | ON_BUILTIN,
     .group = GROUP_TRIALS,
     .name = "all-trials",
     .help = "do not stop when the verdict is clear",
     .manual = "Continue to the last trial, even if the verdict is clear earlier."},
    {.id = OPTION_TIME,
     .tasks = ON_TRIALS,
     .group = GROUP_TRIALS,
     .name = "time",
     .value = "SECONDS",
     .completion = COMPLETE_NUMBER,
     .help = "stop after SECONDS",
     .manual = "Stop after SECONDS and report the result so far."},
    {.id = OPTION_TIMEOUT,
     .tasks = ON_COMMAND,
     .group = GROUP_TRIALS,
     .name = "timeout",
     .value = "SECONDS",
     .completion = COMPLETE_NUMBER,
     .help = "time limit for one run of COMMAND (10)",
     .mentions = "COMMAND SECONDS",
     .manual = "Allow each run of COMMAND to take up to SECONDS. The default is 10."},
    {.id = OPTION_JOBS,
     .tasks = ON_PROGRAM,
     .group = GROUP_TRIALS,
     .letter = 'j',
     .name = "jobs",
     .value = "J",
     .completion = COMPLETE_NUMBER,
     .help = "run COMMAND J times at once",
     .mentions = "COMMAND J",
     .manual = "Run COMMAND up to J times at once. The default is 0, which means one "
               "run for each core."},
    {.id = OPTION_THREADS,
     .tasks = ON_TRIALS,
     .group = GROUP_TRIALS,
     .name = "threads",
     .value = "T",
     .completion = COMPLETE_NUMBER,
     .help = "compute with T threads",
     .manual = "Use T threads. The default is 0, which means one for each core. The "
               "result is the same with any number."},
    {.id = OPTION_SEED,
     .tasks = ON_TRIALS,
     .group = GROUP_TRIALS,
     .letter = 's',
     .name = "seed",
     .value = "TEXT",
     .help = "make an audit repeatable",
     .manual = "Derive all random choices of fairaudit from TEXT, including the dice "
               "for shuffles of the catalogue: the same seed gives the same report. It "
               "has no effect on the randomness of a program under audit."},
    {.id = OPTION_VIEWS,
     .tasks = ON_AUDIT,
     .group = GROUP_TRIALS,
     .name = "views",
     .value = "NAME,...",
     .help = "use only these views",
     .manual = "Use only these views, whose names are separated by commas. This is "
               "faster for very many trials. VIEWS below lists the names.",
     .mentions = "NAME"},
    {.id = OPTION_ONLY_TESTS,
     .tasks = ON_AUDIT,
     .group = GROUP_TRIALS,
     .name = "only-tests",
     .help = "no verdict before the last trial",
     .manual = "Do not bet: only the tests after the last trial decide. This is faster "
               "for very many trials. If the audit stops before the last trial, "
               "nothing is tested."},

    {.id = OPTION_BRIEF,
     .tasks = ON_AUDIT | ON_EXACT,
     .group = GROUP_RESULT,
     .letter = 'q',
     .name = "brief",
     .help = "print only the verdict",
     .manual = "Print only the verdict, without pictures and tables."},
    {.id = OPTION_JSON,
     .tasks = ON_AUDIT | ON_EXACT | ON_LIST,
     .group = GROUP_RESULT,
     .name = "json",
     .value = "FILE",
     .optional = true,
     .completion = COMPLETE_FILE,
     .help = "write JSON, to FILE or instead of text",
     .manual = "Write the whole report as JSON to FILE. Without FILE, or if it is -, "
               "write it to standard output instead of the text. docs/audit-json.md "
               "describes the format, which has a version number."},
    {.id = OPTION_HTML,
     .tasks = ON_AUDIT | ON_EXACT,
     .group = GROUP_RESULT,
     .name = "html",
     .value = "FILE",
     .optional = true,
     .completion = COMPLETE_FILE,
     .help = "write a web page, to FILE or instead of text",
     .manual = "Write the whole report as a web page to FILE. Without FILE, or if it "
               "is -, write it to standard output instead of the text. It is the page "
               "of the lab, opened at this result: one file that needs no network and "
               "no other file."},
    {.id = OPTION_SAVE,
     .tasks = ON_AUDIT,
     .group = GROUP_RESULT,
     .name = "save",
     .value = "FILE",
     .completion = COMPLETE_FILE,
     .help = "save the permutations to FILE, for -p",
     .manual = "Write every permutation that was examined to FILE, in the format of "
               "-p. The first lines of FILE show the command that audits it. An "
               "existing FILE is replaced when the audit has ended, even if a signal "
               "or --time ended it. If the audit fails, FILE is unchanged."},
    {.id = OPTION_COLOR,
     .group = GROUP_RESULT,
     .name = "color",
     .value = "WHEN",
     .completion = COMPLETE_WORDS,
     .words = "always never auto",
     .help = "use colours: always, never or auto",
     .manual = "Use colours always, never, or, with auto, only if the output is a "
               "terminal. The default is auto. The variable NO_COLOR turns colours off "
               "unless WHEN is always."},
    {.id = OPTION_PROGRESS,
     .tasks = ON_AUDIT,
     .group = GROUP_RESULT,
     .name = "progress",
     .help = "show progress, even without a terminal",
     .manual = "Show on standard error how the evidence grows, even if standard error "
               "is not a terminal."},
    {.id = OPTION_NO_PROGRESS,
     .group = GROUP_RESULT,
     .name = "no-progress",
     .help = "do not show progress",
     .manual = "Do not show progress."},
    {.id = OPTION_HELP,
     .group = GROUP_RESULT,
     .name = "help",
     .help = "print this help and exit",
     .manual = "Print a summary of the options and exit."},
    {.id = OPTION_VERSION,
     .group = GROUP_RESULT,
     .name = "version",
     .help = "print the version and exit",
     .manual = "Print the version and exit."},
};

const char options_program[] = "fairaudit";
const unsigned options_bit = 1; /* no other program shares this table */
const size_t options_count = sizeof options / sizeof options[0];
_Static_assert(sizeof options / sizeof options[0] == OPTION_COUNT, "each id has a row");

bool option_is_gnu(const struct option_row *option)
{
    (void)option;
    return false;
}

const struct option_row *option_find(int id)
{
    size_t i = 0;
    assert(id >= 0 && id < OPTION_COUNT);
    while (options[i].id != id)
        i++;
    return &options[i];
}

const char *option_group_title(int group)
{
    static const char *const titles[] = {
        [GROUP_SUBJECT] = "What to audit",
        [GROUP_TASK] = "Other tasks",
        [GROUP_TRIALS] = "Trials",
        [GROUP_RESULT] = "Output",
    };
    return titles[group];
}
