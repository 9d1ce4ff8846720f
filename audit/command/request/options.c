/* SPDX-License-Identifier: MIT
 *
 * options.c - every option of fairaudit, once.
 *
 * `help` is for --help and the completions: a few words, no full stop. `manual` is for
 * the man page: sentences.
 */
#include "audit/command/request/options.h"

const struct option_row options[] = {
    {.id = OPTION_ALGORITHM,
     .group = GROUP_SUBJECT,
     .letter = 'a',
     .name = "algorithm",
     .value = "NAME",
     .help = "a shuffle of the catalogue (see --list)",
     .manual = "Audit the shuffle NAME of the catalogue, with a fair die or the one of "
               "--die. Some take a number: riffle:7 is seven riffles. --list shows all."},
    {.id = OPTION_DIE,
     .group = GROUP_SUBJECT,
     .letter = 'd',
     .name = "die",
     .value = "NAME",
     .help = "the die for -a, --exact, --counts",
     .manual = "Throw the die NAME of the catalogue for the shuffle of -a, --exact or "
               "--counts: modulo:15 is rand() % n where RAND_MAX is 32767. Without it, a "
               "fair one."},
    {.id = OPTION_BATCH,
     .group = GROUP_SUBJECT,
     .letter = 'b',
     .name = "batch",
     .help = "COMMAND prints many orders, one per line",
     .mentions = "COMMAND",
     .manual =
         "COMMAND is started once and prints one order per line: numbers from 0 or from "
         "1, separated by blanks or commas. fairaudit ends it when there are enough "
         "orders. It may end earlier, but when must not depend on the orders it has "
         "printed. {n} and {trials} in its arguments are replaced."},
    {.id = OPTION_PERMUTATIONS,
     .group = GROUP_SUBJECT,
     .letter = 'p',
     .name = "permutations",
     .value = "FILE",
     .completion = COMPLETE_FILE,
     .help = "orders from FILE, one per line",
     .manual = "Audit the orders in FILE, one per line, in the format of --batch and "
               "--save; - is standard input. Lines that begin with # are ignored."},

    {.id = OPTION_EXACT,
     .group = GROUP_TASK,
     .letter = 'x',
     .name = "exact",
     .value = "NAME",
     .help = "exact probabilities of a shuffle: a proof",
     .manual =
         "Compute the exact probability of every order that the shuffle NAME of the "
         "catalogue can give with n cards, by trying every sequence of choices, or by a "
         "formula. The result is a proof, for one shuffle of a sorted deck."},
    {.id = OPTION_COUNTS,
     .group = GROUP_TASK,
     .name = "counts",
     .value = "NAME",
     .help = "count card by place, 5,000,000 trials of 10",
     .manual = "Print how often each card came to each place, in 5,000,000 trials with "
               "10 cards unless --trials and -n say otherwise, and the statistic of that "
               "matrix. Shuffles that pass this test can still be unfair."},
    {.id = OPTION_LIST,
     .group = GROUP_TASK,
     .letter = 'l',
     .name = "list",
     .help = "show the catalogue of shuffles and dice",
     .manual = "Show the catalogue: all shuffles, right and wrong, and all dice, and "
               "where they come from."},

    {.id = OPTION_ITEMS,
     .group = GROUP_TRIALS,
     .letter = 'n',
     .name = "items",
     .value = "N",
     .completion = COMPLETE_NUMBER,
     .help = "cards, or lines given to COMMAND",
     .mentions = "COMMAND N",
     .manual =
         "Audit with N cards or lines. The default is 10 for a program, 52 for a "
         "built-in, and for a file or batch the length of its first line. If there are "
         "more than 256 lines, the order of 256 of them is examined; all are checked "
         "for losses."},
    {.id = OPTION_SAMPLE,
     .group = GROUP_TRIALS,
     .letter = 'k',
     .name = "sample",
     .value = "K",
     .completion = COMPLETE_NUMBER,
     .help = "COMMAND picks K of N lines",
     .mentions = "COMMAND K N",
     .manual = "COMMAND prints K of the N lines, or K numbers from 1 to N. Audit whether "
               "every sample is equally likely."},
    {.id = OPTION_PUT_BACK,
     .group = GROUP_TRIALS,
     .name = "put-back",
     .help = "... and the same line may come again",
     .manual = "With --sample: COMMAND draws with replacement, so a line can occur more "
               "than once in a sample (shuf -r)."},
    {.id = OPTION_UNORDERED,
     .group = GROUP_TRIALS,
     .name = "unordered",
     .help = "... and their order does not matter",
     .manual =
         "With --sample: audit which lines are in a sample, and ignore their order."},
    {.id = OPTION_CYCLE,
     .group = GROUP_TRIALS,
     .name = "cycle",
     .help = "should give one cycle (Sattolo)",
     .manual = "Audit a shuffle that should give each cyclic order equally often, and "
               "nothing else, as Sattolo's does."},
    {.id = OPTION_FROM_ZERO,
     .group = GROUP_TRIALS,
     .name = "from-zero",
     .help = "lines are numbered from 0, not from 1",
     .manual =
         "Number the lines from 0 to N-1 instead of 1 to N. With --sample and --batch or "
         "-p, the numbers on a line are from 0 to N-1. Whole orders do not need this "
         "option: their first line shows where they start.",
     .mentions = "N"},
    {.id = OPTION_COPIES,
     .group = GROUP_TRIALS,
     .name = "copies",
     .value = "R",
     .completion = COMPLETE_NUMBER,
     .help = "the input has each line R times",
     .manual = "Give COMMAND an input that has each line R times. Some programs keep "
               "equal lines together (sort -R).",
     .mentions = "COMMAND R"},
    {.id = OPTION_TOKENS,
     .group = GROUP_TRIALS,
     .name = "tokens",
     .help = "random words instead of numbers",
     .manual = "Give COMMAND random words instead of numbers. Each set of words is used "
               "for two runs: a program whose order depends on the words gives the same "
               "order twice.",
     .mentions = "COMMAND"},
    {.id = OPTION_TRIALS,
     .group = GROUP_TRIALS,
     .letter = 't',
     .name = "trials",
     .value = "T",
     .completion = COMPLETE_NUMBER,
     .help = "examine at most T shuffles",
     .manual =
         "Examine at most T shuffles. The default is 20,000 for a program, 1,000,000 for "
         "--batch and built-ins, and all orders of a file. K, M and G after the number "
         "mean thousands, millions and billions."},
    {.id = OPTION_ALL_TRIALS,
     .group = GROUP_TRIALS,
     .name = "all-trials",
     .help = "do not stop when the verdict is clear",
     .manual = "Continue to the last trial, even if the verdict is clear earlier."},
    {.id = OPTION_TIME,
     .group = GROUP_TRIALS,
     .name = "time",
     .value = "SECONDS",
     .completion = COMPLETE_NUMBER,
     .help = "stop after this time",
     .manual = "Stop after SECONDS and report the result so far."},
    {.id = OPTION_TIMEOUT,
     .group = GROUP_TRIALS,
     .name = "timeout",
     .value = "SECONDS",
     .completion = COMPLETE_NUMBER,
     .help = "for one run of COMMAND (10)",
     .mentions = "COMMAND SECONDS",
     .manual = "Allow each run of COMMAND to take up to SECONDS. The default is 10."},
    {.id = OPTION_JOBS,
     .group = GROUP_TRIALS,
     .letter = 'j',
     .name = "jobs",
     .value = "J",
     .completion = COMPLETE_NUMBER,
     .help = "runs of COMMAND at the same time",
     .mentions = "COMMAND J",
     .manual = "Run COMMAND up to J times at once. The default is 0, which means one run "
               "for each core."},
    {.id = OPTION_THREADS,
     .group = GROUP_TRIALS,
     .name = "threads",
     .value = "T",
     .completion = COMPLETE_NUMBER,
     .help = "for the computation; the result is the same",
     .manual = "Use T threads. The default is 0, which means one for each core. The "
               "result is the same with any number."},
    {.id = OPTION_SEED,
     .group = GROUP_TRIALS,
     .letter = 's',
     .name = "seed",
     .value = "TEXT",
     .help = "repeat an audit of a built-in",
     .manual = "Derive all random choices of fairaudit from TEXT, the dice of built-ins "
               "included: the same seed gives the same report. It has no effect on the "
               "randomness of a program under audit."},
    {.id = OPTION_VIEWS,
     .group = GROUP_TRIALS,
     .name = "views",
     .value = "NAME,...",
     .help = "only these views",
     .manual =
         "Use only these views, whose names are separated by commas. This is faster for "
         "very many trials. VIEWS below lists the names.",
     .mentions = "NAME"},
    {.id = OPTION_ONLY_TESTS,
     .group = GROUP_TRIALS,
     .name = "only-tests",
     .help = "no verdict before the last trial",
     .manual = "Do not bet: only the tests after the last trial decide. This is faster "
               "for very many trials. If the audit stops before the last trial, nothing "
               "is tested."},

    {.id = OPTION_BRIEF,
     .group = GROUP_RESULT,
     .letter = 'q',
     .name = "brief",
     .help = "the verdict only",
     .manual = "Print the verdict only, without pictures and tables."},
    {.id = OPTION_JSON,
     .group = GROUP_RESULT,
     .name = "json",
     .value = "FILE",
     .optional = true,
     .completion = COMPLETE_FILE,
     .help = "everything as JSON, to FILE or instead of text",
     .manual =
         "Write the whole report as JSON to FILE. Without FILE, or if it is -, write it "
         "to standard output instead of the text. docs/audit-json.md describes the "
         "format, which has a version number."},
    {.id = OPTION_HTML,
     .group = GROUP_RESULT,
     .name = "html",
     .value = "FILE",
     .optional = true,
     .completion = COMPLETE_FILE,
     .help = "everything as a page, to FILE or instead of text",
     .manual =
         "Write the whole report as a web page to FILE. Without FILE, or if it is -, "
         "write it to standard output instead of the text. It is the page of the lab, "
         "opened at this result: one file that needs no network and no other file."},
    {.id = OPTION_SAVE,
     .group = GROUP_RESULT,
     .name = "save",
     .value = "FILE",
     .completion = COMPLETE_FILE,
     .help = "write the orders to FILE, for -p",
     .manual =
         "Write every order that was examined to FILE, in the format of -p. The first "
         "lines of FILE show the command that audits it. An existing FILE is replaced "
         "when the audit has ended, even if a signal or --time ended it. If the audit "
         "fails, FILE is unchanged."},
    {.id = OPTION_COLOR,
     .group = GROUP_RESULT,
     .name = "color",
     .value = "WHEN",
     .completion = COMPLETE_WORDS,
     .words = "always never auto",
     .help = "colours: always, never, auto",
     .manual =
         "Use colours always, never, or (auto) on a terminal. NO_COLOR is respected."},
    {.id = OPTION_PROGRESS,
     .group = GROUP_RESULT,
     .name = "progress",
     .help = "show progress, even without a terminal",
     .manual = "Show on standard error how the evidence grows, even if it is not a "
               "terminal."},
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
const size_t options_count = sizeof options / sizeof options[0];
_Static_assert(sizeof options / sizeof options[0] == OPTION_COUNT, "a row for each id");

bool option_is_gnu(const struct option_row *option)
{
    (void)option;
    return false;
}

const struct option_row *option_find(int id)
{
    size_t i = 0;
    while (options[i].id != id)
        i++;
    return &options[i];
}

const char *option_group_title(int group)
{
    static const char *const titles[] = {
        [GROUP_SUBJECT] = "What to audit, instead of a COMMAND",
        [GROUP_TASK] = "Other tasks",
        [GROUP_TRIALS] = "Trials",
        [GROUP_RESULT] = "Output",
    };
    return titles[group];
}
