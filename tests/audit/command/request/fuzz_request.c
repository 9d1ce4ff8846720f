/* SPDX-License-Identifier: MIT
 *
 * fuzz_request.c - any bytes as a command line of fairaudit: nothing may crash, and
 * an accepted request must be valid.
 *
 * The bytes are words, each ended by a zero byte. With libFuzzer, where BUILD is the
 * build folder:
 *
 *     clang -g -fsanitize=fuzzer,address,undefined -I. -Iinclude
 *         tests/audit/command/request/fuzz_request.c audit/command/request/[a-z]*.c
 *         cli/{args,say,values}.c BUILD/libfairaudit.a -lm -o fuzz_audit_request
 *     ./fuzz_audit_request -close_fd_mask=3 tests/corpus/audit-request
 *
 * replay.c runs the corpus without libFuzzer.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "audit/command/request/request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void examine(const struct request *request)
{
    const bool outside = request->task == TASK_PROGRAM || request->task == TASK_BATCH ||
                         request->task == TASK_FILE;
    assert(strlen(request->name) < sizeof request->name);
    assert(request->colour >= -1 && request->colour <= 1);
    if (request->task == TASK_LIST || request->task == TASK_HELP ||
        request->task == TASK_VERSION)
        return;
    assert(request->seed_text[0] != '\0');
    assert(request->plan.n == 0 || request->plan.n >= 2);
    assert(outside || (request->plan.n >= 2 && request->plan.n <= FAIRAUDIT_MOST));
    assert(request->plan.n > 0 || request->task == TASK_FILE ||
           request->task == TASK_BATCH);
    assert((request->plan.file != NULL) == (request->task == TASK_FILE));
    assert(outside == (request->shuffle == NULL));
    if (request->task == TASK_PROGRAM || request->task == TASK_BATCH)
        assert(request->plan.command != NULL && request->plan.command[0] != NULL);
    else
        assert(request->plan.command == NULL);
    if (request->plan.sample > 0) {
        assert(outside && !request->plan.cycle && request->plan.copies == 1);
        assert(request->plan.n >= 2 && request->plan.n <= 1 << 20);
        assert(request->plan.sample <= (1U << 24) / request->plan.n);
        assert(request->plan.put_back || request->plan.sample <= request->plan.n);
    } else {
        assert(!request->plan.put_back && !request->plan.unordered);
    }
    assert(request->plan.copies >= 1 && (request->plan.n % request->plan.copies == 0));
    assert(!request->plan.cycle || request->plan.n == 0 || request->plan.n >= 3);
    assert(isfinite(request->time) && request->time >= 0);
    assert(isfinite(request->plan.timeout) && request->plan.timeout > 0);
    assert(request->plan.trials > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Each word has its own allocation, so that the sanitizer sees reads beyond its end.
     */
    char **argv = calloc(size + 2, sizeof argv[0]),
         **words = calloc(size + 2, sizeof argv[0]);
    assert(argv != NULL && words != NULL);
    int argc = 0;
    argv[argc++] = strdup("fairaudit");
    for (size_t at = 0; at < size;) {
        const char *word = (const char *)data + at;
        const size_t length = strnlen(word, size - at);
        argv[argc++] = strndup(word, length);
        at += length + 1;
    }
    memcpy(words, argv, (size_t)argc * sizeof argv[0]);
    struct request request;
    if (request_read(&request, argc, argv))
        examine(&request);
    for (int i = 0; i < argc; i++)
        free(words[i]);
    free(words);
    free(argv);
    return 0;
}
