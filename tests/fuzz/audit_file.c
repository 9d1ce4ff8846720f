/* SPDX-License-Identifier: MIT
 *
 * audit_file.c - fuzzes files of permutations or samples, as fairaudit reads them: any
 * bytes give only permutations or samples, or a finding.
 *
 * The first three bytes choose n, the size and the kind of samples; the rest is the file.
 * The output of a batch is read by the same functions.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "audit/command/subject/subject.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CHUNK = 7 };

static void examine_order(const unsigned char *order, size_t cards)
{
    bool seen[256] = {false};
    MUST(cards >= 2 && cards <= 256);
    for (size_t i = 0; i < cards; i++) {
        MUST(order[i] < cards && !seen[order[i]]);
        seen[order[i]] = true;
    }
}

static void examine_sample(const uint32_t *items, const struct subject_plan *plan)
{
    for (size_t i = 0; i < plan->sample; i++) {
        MUST(items[i] < plan->n);
        for (size_t j = 0; j < i && !plan->put_back; j++)
            MUST(items[i] != items[j]);
    }
}

static void read_all(struct subject *subject, const struct subject_plan *plan)
{
    const size_t cards = subject_cards(subject);
    const size_t bytes = plan->sample > 0 ? plan->sample * sizeof(uint32_t) : cards;
    unsigned char *orders = malloc(CHUNK * bytes);
    MUST(orders != NULL);
    enum subject_state state;
    struct finding finding;
    do {
        size_t count;
        state = subject_next(subject, CHUNK, orders, &count, &finding);
        MUST(count <= CHUNK);
        for (size_t i = 0; i < count; i++)
            if (plan->sample > 0)
                examine_sample((const uint32_t *)(const void *)(orders + i * bytes),
                               plan);
            else
                examine_order(orders + i * bytes, cards);
        MUST((state == SUBJECT_MORE || state == SUBJECT_END) ==
             (finding.kind == FINDING_NONE));
        MUST(memchr(finding.text, '\0', sizeof finding.text) != NULL);
    } while (state == SUBJECT_MORE);
    free(orders);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3)
        return 0;
    char name[64];
    const int file = memfd_create("orders", 0);
    MUST(file >= 0 && write(file, data + 3, size - 3) == (ssize_t)(size - 3));
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    const struct subject_plan plan = {
        .n = data[0] == 255 ? 300 : data[0],
        .sample = data[1],
        .put_back = data[2] & 1,
        .unordered = data[2] & 2,
        .cycle = data[2] & 4,
        .from_zero = data[2] & 8,
        .trials = UINT64_MAX,
        .file = name,
    };
    struct finding finding;
    struct subject *subject = subject_open(&plan, &finding);
    if (subject != NULL)
        read_all(subject, &plan);
    else
        MUST(finding.kind != FINDING_NONE);
    subject_close(subject);
    close(file);
    return 0;
}
