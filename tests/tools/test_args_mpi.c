/* SPDX-License-Identifier: MIT
 *
 * test_args_mpi.c - the command line of fairshuf-mpi.
 *
 * Reason: fairshuf-mpi shares its options with fairshuf. Each must be supported or
 * refused, never ignored: an ignored --derange would give a wrong order silently. So the
 * refused options are listed here again, by name.
 */
#define _GNU_SOURCE
#include "tests/tools/args_fixtures.h"
#include "tools/mpi/check.h"
#include "tools/options.h"

#define REFUSED "echo input-range random-source repeat cycle derange pairs decompress"

static bool is_refused(const struct option_row *option)
{
    char list[256], *rest = list;
    snprintf(list, sizeof list, "%s", REFUSED);
    for (const char *name; (name = strsep(&rest, " ")) != NULL;)
        if (strcmp(name, option->name) == 0)
            return true;
    return false;
}

/* Reads a command line, and checks it as the command does. */
static enum settings_result try(const char *line)
{
    enum settings_result result = run("fairshuf-mpi", line);
    if (result != SETTINGS_RUN)
        return result;
    int saved = dup(STDERR_FILENO), file = fileno(captured);
    dup2(file, STDERR_FILENO);
    if (cluster_check_options(&settings) != 0)
        result = SETTINGS_WRONG;
    dup2(saved, STDERR_FILENO);
    close(saved);
    const ssize_t length = pread(file, message, sizeof message - 1, 0);
    message[length > 0 ? length : 0] = '\0';
    return result;
}

/* Checks that a line is refused in one line that contains `part`. */
static void refused(const char *line, const char *part)
{
    const enum settings_result result = try(line);
    const char *end = strchr(message, '\n');
    CHECKF(result == SETTINGS_WRONG, "%s: accepted", line);
    CHECKF(strncmp(message, "fairshuf-mpi: ", 14) == 0 && end != NULL && end[1] == '\0',
           "%s: %s", line, message);
    CHECKF(strstr(message, part) != NULL, "%s: %s", line, message);
}

static void accepted(const char *line)
{
    const enum settings_result result = try(line);
    CHECKF(result == SETTINGS_RUN && *message == '\0', "%s: %s", line, message);
}

/* Every option, as it is used; the operands and -o follow. */
static const struct {
    int id;
    const char *use;
} uses[] = {
    {OPTION_ECHO, "-e"},
    {OPTION_INPUT_RANGE, "-i 1-9"},
    {OPTION_HEAD_COUNT, "-n 5"},
    {OPTION_OUTPUT, "-o out"},
    {OPTION_RANDOM_SOURCE, "--random-source=r"},
    {OPTION_REPEAT, "-r"},
    {OPTION_ZERO_TERMINATED, "-z"},
    {OPTION_DELIMITER, "--delimiter=;"},
    {OPTION_RECORD_SIZE, "--record-size=8"},
    {OPTION_LINES_PER_RECORD, "--lines-per-record=4"},
    {OPTION_CSV, "--csv"},
    {OPTION_PARAGRAPHS, "--paragraphs"},
    {OPTION_HEADER, "--header=2"},
    {OPTION_SEED, "--seed=x"},
    {OPTION_SEED_FILE, "--seed-file=s"},
    {OPTION_PRINT_SEED, "--print-seed"},
    {OPTION_CYCLE, "--cycle"},
    {OPTION_DERANGE, "--derange"},
    {OPTION_PAIRS, "--pairs"},
    {OPTION_WITH, "--with=a --output-with=b"},
    {OPTION_OUTPUT_WITH, "--output-with=b --with=a"},
    {OPTION_SPLIT, "--split=a:1,b:2"},
    {OPTION_DECOMPRESS, "--decompress"},
    {OPTION_NO_DECOMPRESS, "--no-decompress"},
    {OPTION_COMPRESS, "--compress=none"},
    {OPTION_SYNC, "--sync"},
    {OPTION_NO_SYNC, "--no-sync"},
    {OPTION_THREADS, "--threads=2"},
    {OPTION_MEMORY, "--memory=2M"},
    {OPTION_TEMP_DIR, "--temp-dir=/tmp"},
    {OPTION_PROGRESS, "--progress"},
    {OPTION_NO_PROGRESS, "--no-progress"},
    {OPTION_QUIET, "-q"},
    {OPTION_VERBOSE, "-v"},
    {OPTION_CHECK, "--check"},
    {OPTION_EXPLAIN, "--explain"},
    {OPTION_RANKS, "--explain --ranks=9"},
    {OPTION_TIMEOUT, "--timeout=5"},
};

static const char *use_of(int id)
{
    for (size_t i = 0; i < COUNT(uses); i++)
        if (uses[i].id == id)
            return uses[i].use;
    return NULL;
}

static void try_option(const struct option_row *option)
{
    char line[256], name[64];
    const char *use = use_of(option->id);
    CHECKF(use != NULL, "--%s: add a row to the table of uses", option->name);
    if (use == NULL)
        return;
    snprintf(line, sizeof line, "%s file%s", use,
             option->id == OPTION_OUTPUT || option->id == OPTION_SPLIT ? "" : " -o o");
    if (option->letter != 0)
        snprintf(name, sizeof name, "-%c ", option->letter);
    else
        snprintf(name, sizeof name, "--%s ", option->name);
    CHECKF(option_is_listed(option) == !is_refused(option), "--%s", option->name);
    if (is_refused(option))
        refused(line, name);
    else
        accepted(line);
    snprintf(line, sizeof line, "%s file --help", use);
    CHECKF(run("fairshuf-mpi", line) == SETTINGS_HELP, "%s: %s", line, message);
}

int main(void)
{
    set_up();
    TEST("every option is supported, or refused with advice")
    {
        size_t known = 0;
        for (size_t i = 0; i < options_count; i++) {
            if (!option_is_known(&options[i]))
                continue;
            known++;
            CHECK(option_find(options[i].id) == &options[i]);
            if (options[i].id != OPTION_HELP && options[i].id != OPTION_VERSION)
                try_option(&options[i]);
        }
        CHECK(known == OPTION_COUNT);
        refused("--cycle in -o out", "use fairshuf");
    }
    TEST("standard input and output are refused")
    {
        refused("-o out", "standard input");
        refused("- -o out", "standard input");
        refused("in /dev/stdin -o out", "standard input");
        refused("in -o out --with=- --output-with=b", "standard input");
        refused("in", "standard output");
        refused("in -v", "-o FILE");
        accepted("--explain in");
        accepted("in --seed-file=- -o out"); /* rank 0 reads it */
    }
    TEST("compressed files are refused, unless they are meant as they are")
    {
        refused("in.gz -o out", "in.gz");
        refused("in.zst -o out", "--no-decompress");
        refused("in a.xz -o out", "a.xz");
        refused("in -o out --with=a.bz2 --output-with=b", "a.bz2");
        refused("in -o out.gz", "--compress=none");
        refused("in --split=a:1,b.lz4:1", "b.lz4");
        refused("in -o out --with=a --output-with=b.gz", "b.gz");
        refused("in -o out --compress=gzip", "fairshuf");
        refused("in -o out.gz --compress=xz", "none");
        accepted("in.gz --no-decompress -o out");
        accepted("in -o out.gz --compress=none");
    }
    TEST("--ranks and --timeout")
    {
        refused("in -o out --ranks=4", "mpirun -n 4");
        refused("in --explain --ranks=0", "--ranks");
        refused("in --explain --ranks=x", "--ranks");
        refused("in --explain --ranks=1000001", "1000000");
        refused("in -o out --timeout=-1", "--timeout");
        accepted("in --explain --ranks=1000000");
        CHECK(settings.ranks == 1000000 && settings.timeout == 60);
        accepted("in -o out --timeout=0");
        CHECK(settings.ranks == 0 && settings.timeout == 0);
    }
    TEST("conflicts are those of fairshuf")
    {
        refused("in -o out --split=a:1", "--split");
        refused("in --csv --paragraphs -o out", "record");
        refused("in -o out --with=a --output-with=out", "out");
        refused("in -o out --seed=1 --seed-file=s", "seed");
    }
    TEST("abbreviations of GNU's options keep their meaning")
    {
        refused("--rep in -o out", "-r ");
        refused("--rand=x in -o out", "--random-source");
        accepted("--head=3 in --out=out");
        CHECK(settings.head == 3 && strcmp(settings.output, "out") == 0);
        CHECK(run("fairshuf-mpi", "--nosuch in -o out") == SETTINGS_WRONG);
    }
    TEST("the name shuf has no special meaning")
    {
        CHECK(run("shuf", "--seed=x in -o out") == SETTINGS_RUN && !settings.strict);
    }
    return test_done();
}
