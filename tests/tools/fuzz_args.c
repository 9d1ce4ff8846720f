/* SPDX-License-Identifier: MIT
 *
 * fuzz_args.c - any bytes as a command line: nothing may crash, and the settings must be
 * consistent.
 *
 * The bytes are words, each ended by a zero byte; the first byte chooses the program's
 * name. With libFuzzer:
 *
 *     clang -fsanitize=fuzzer,address,undefined -Iinclude -I. tests/tools/fuzz_args.c
 *         cli/{args,say,values}.c tools/{compress_kind,options}.c
 *         tools/settings{,_check,_split}.c -o fuzz_args
 *     ./fuzz_args -close_fd_mask=2 tests/corpus/args
 *
 * replay.c runs the corpus without libFuzzer.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void examine(const struct settings *settings, const char *const *argv, int argc)
{
    assert(settings->with_count == settings->output_with_count);
    assert(settings->with_count <= SETTINGS_WITH);
    assert(settings->split_count <= SETTINGS_SPLIT);
    assert(settings->operand_count < (size_t)argc);
    for (size_t i = 0; i <= settings->operand_count; i++) /* and the NULL behind them */
        assert(settings->operands[i] == argv[(size_t)argc - settings->operand_count + i]);
    assert(!(settings->echo && settings->range));
    assert(!settings->range || settings->operand_count == 0);
    assert(!settings->strict || settings->echo || settings->operand_count <= 1);
    assert(settings->seed == NULL || settings->random_source == NULL);
    for (size_t i = 0; i < settings->split_count; i++) {
        assert(settings->split[i].name[0] != '\0');
        assert(settings->split[i].share < 1000000000000000);
    }
    assert(settings->format.kind != FAIR_FIXED || settings->format.count > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const programs[] = {"fairshuf", "shuf", "/bin/shuf", ""};
    if (size == 0)
        return 0;
    /* An allocation for each word, so that reading beyond its end is seen. */
    char **argv = calloc(size + 2, sizeof argv[0]),
         **words = calloc(size + 2, sizeof argv[0]);
    assert(argv != NULL && words != NULL);
    int argc = 0;
    argv[argc++] = strdup(programs[data[0] % 4]);
    for (size_t at = 1; at < size;) {
        const char *word = (const char *)data + at;
        const size_t length = strnlen(word, size - at);
        argv[argc++] = strndup(word, length);
        at += length + 1;
    }
    memcpy(words, argv, (size_t)argc * sizeof argv[0]);
    struct settings settings;
    if (settings_read(&settings, argc, argv) == SETTINGS_RUN)
        examine(&settings, (const char *const *)argv, argc);
    for (int i = 0; i < argc; i++)
        free(words[i]);
    free(words);
    free(argv);
    return 0;
}
