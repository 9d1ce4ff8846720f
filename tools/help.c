/* SPDX-License-Identifier: MIT
 *
 * help.c - the texts of --help (examples first, then the options) and --version.
 */
#include "tools/help.h"

#include <string.h>

#include "fairshuf.h"
#include "cli/help_options.h"

struct example {
    const char *arguments; /* what follows the name of the program */
    const char *meaning;   /* what it prints, in a few words */
    bool gnu;              /* also works with GNU shuf */
};

static const struct example examples[] = {
    {"names.txt", "all lines, in random order", true},
    {"-n 3 names.txt", "three lines, drawn fairly", true},
    {"-e red green blue", "three words, in random order", true},
    {"-i 1-49 -n 6", "six different numbers", true},
    {"-r -n 10 -i 1-6", "ten rolls of a die", true},
    {"--seed=2024 names.txt", "an order that can be repeated", false},
    {"--derange --pairs names.txt", "Secret Santa: who gives to whom", false},
    {"--header --split=train:80,test:20 all.csv", "training and test data", false},
};

static void put_example(FILE *out, const char *program, const struct example *example)
{
    const int used = (int)(strlen(program) + strlen(example->arguments));
    const int width = (int)strlen(program) + 27;
    fprintf(out, "  %s %s%*s  %s\n", program, example->arguments,
            used < width ? width - used : 0, "", example->meaning);
}

void help_print(FILE *out, const char *program, bool strict)
{
    fprintf(out,
            "Usage: %s [OPTION]... [FILE]%s\n"
            "  or:  %s -e [OPTION]... [ARG]...\n"
            "  or:  %s -i LO-HI [OPTION]...\n"
            "Print the lines of %s in random order. Every order is equally likely.\n"
            "Without FILE, or if FILE is -, read standard input.\n\n",
            program, strict ? "" : "...", program, program, strict ? "FILE" : "FILEs");
    fprintf(out, "Examples:\n");
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        if (examples[i].gnu || !strict)
            put_example(out, program, &examples[i]);
    help_options(out, strict);
    fprintf(out, "\nFor details and more examples, see: man fairshuf\n");
}

void help_version(FILE *out, const char *program, bool strict)
{
    fprintf(out, "%s%s %s\n", program, strict ? " (fairshuf)" : "", fair_version());
    fprintf(out, "Kernel: %s\nOrder format: %d\nLicence: MIT\n", fair_kernel(),
            FAIR_ORDER_VERSION);
}
