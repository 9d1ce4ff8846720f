/* SPDX-License-Identifier: MIT
 *
 * args.c - fuzzes the command lines of fairshuf and fairshuf-mpi: nothing may crash, and
 * settings that are accepted are consistent. This is two targets, which are linked with
 * tools/program.c and with tools/mpi/program.c.
 *
 * The first byte of an input chooses the name of the program; the rest is words.
 */
#include "tests/fuzz/words.h"
#include "tools/options.h"
#include "tools/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold for files and operands. */
static void examine_files(const struct settings *s, const struct words *w)
{
    const size_t outputs = settings_output_count(s);
    MUST(s->with_count == s->output_with_count && s->with_count <= SETTINGS_WITH);
    MUST(s->split_count <= SETTINGS_SPLIT);
    MUST(s->operand_count < (size_t)w->argc);
    for (size_t i = 0; i <= s->operand_count; i++) /* and the NULL behind them */
        MUST(s->operands[i] == w->argv[(size_t)w->argc - s->operand_count + i]);
    for (size_t i = 0; i < s->split_count; i++) {
        MUST(s->split[i].name[0] != '\0');
        MUST(s->split[i].share < 1000000000000000);
    }
    MUST(outputs == (s->split_count > 0 ? s->split_count : 1) + s->with_count);
    for (size_t i = 0; i < outputs; i++) /* no file is written twice */
        for (size_t k = 0; k < i; k++) {
            const char *one = settings_output(s, i), *other = settings_output(s, k);
            MUST(one == NULL || other == NULL || strcmp(one, other) != 0 ||
                 strcmp(one, "/dev/null") == 0);
        }
}

static void examine(const struct settings *s, const struct words *w)
{
    examine_files(s, w);
    MUST(!(s->echo && s->range) && (!s->range || s->operand_count == 0));
    MUST(!s->strict || s->echo || s->operand_count <= 1);
    MUST((s->seed != NULL) + (s->seed_file != NULL) + (s->random_source != NULL) <= 1);
    MUST(s->format.kind != FAIR_FIXED || s->format.count > 0);
    MUST(!(s->quiet && s->verbose));
    MUST(!s->repeat || (s->order == FAIR_ORDER_SHUFFLE && s->split_count == 0));
    MUST(!s->pairs || s->order != FAIR_ORDER_SHUFFLE);
    MUST(s->memory == 0 || s->memory_percent == 0);
    MUST(s->memory_percent <= 100 && s->timeout <= SETTINGS_TIMEOUT);
    MUST(s->ranks <= SETTINGS_RANKS);
    if (options_bit == PROGRAM_MPI)
        MUST(!s->echo && !s->range && !s->repeat && !s->pairs && s->decompress != 1 &&
             s->random_source == NULL && s->order == FAIR_ORDER_SHUFFLE);
    else
        MUST(s->ranks == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const programs[] = {"fairshuf", "shuf", "/bin/shuf", ""};
    struct settings settings;
    if (size == 0)
        return 0;
    struct words w = words_new(programs[data[0] % 4], data + 1, size - 1);
    if (settings_read(&settings, w.argc, w.argv) == SETTINGS_RUN)
        examine(&settings, &w);
    words_free(&w);
    return 0;
}
