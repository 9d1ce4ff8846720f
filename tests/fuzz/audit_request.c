/* SPDX-License-Identifier: MIT
 *
 * audit_request.c - fuzzes the command line of fairaudit: nothing may crash, and a
 * request that is accepted is consistent.
 *
 * An input is words.
 */
#include <math.h>

#include "audit/command/request/request.h"
#include "tests/fuzz/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void examine(const struct request *request)
{
    const bool outside = request->task == TASK_PROGRAM || request->task == TASK_BATCH ||
                         request->task == TASK_FILE;
    MUST(strlen(request->name) < sizeof request->name);
    MUST(request->colour >= -1 && request->colour <= 1);
    if (request->task == TASK_LIST || request->task == TASK_HELP ||
        request->task == TASK_VERSION)
        return;
    MUST(request->seed_text[0] != '\0');
    MUST(request->plan.n == 0 || request->plan.n >= 2);
    MUST(outside || (request->plan.n >= 2 && request->plan.n <= FAIRAUDIT_MOST));
    MUST(request->plan.n > 0 || request->task == TASK_FILE ||
         request->task == TASK_BATCH);
    MUST((request->plan.file != NULL) == (request->task == TASK_FILE));
    MUST(outside == (request->shuffle == NULL));
    if (request->task == TASK_PROGRAM || request->task == TASK_BATCH)
        MUST(request->plan.command != NULL && request->plan.command[0] != NULL);
    else
        MUST(request->plan.command == NULL);
    if (request->plan.sample > 0) {
        MUST(outside && !request->plan.cycle && request->plan.copies == 1);
        MUST(request->plan.n >= 2 && request->plan.n <= 1 << 20);
        MUST(request->plan.sample <= (1U << 24) / request->plan.n);
        MUST(request->plan.put_back || request->plan.sample <= request->plan.n);
    } else {
        MUST(!request->plan.put_back && !request->plan.unordered);
    }
    MUST(request->plan.copies >= 1 && (request->plan.n % request->plan.copies == 0));
    MUST(!request->plan.cycle || request->plan.n == 0 || request->plan.n >= 3);
    MUST(isfinite(request->time) && request->time >= 0);
    MUST(isfinite(request->plan.timeout) && request->plan.timeout > 0);
    MUST(request->plan.trials > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct request request;
    struct words w = words_new("fairaudit", data, size);
    if (request_read(&request, w.argc, w.argv))
        examine(&request);
    words_free(&w);
    return 0;
}
