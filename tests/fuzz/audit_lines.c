/* SPDX-License-Identifier: MIT
 *
 * audit_lines.c - fuzzes what fairaudit does with the output of a program: for any
 * output, it finds out whether each line came back once, as a simple model does. Right
 * lines become a permutation or a sample; wrong ones give a finding.
 *
 * An input is HEAD bytes that choose the lines that the program got, and its output. In
 * the output, a byte from 128 on stands for whole lines that were given.
 */
#include <string.h>

#include "audit/command/subject/parts.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

enum { HEAD = 5, MOST_LINES = 300, MOST_OUTPUT = 8192 };

/* What the first bytes of an input choose. */
static struct subject_plan plan_of(const uint8_t *in)
{
    struct subject_plan plan = {.n = in[0] < 3     ? MOST_LINES
                                     : in[0] < 200 ? 3 + in[0] % 40
                                                   : 2 + in[0] % 4,
                                .copies = 1 + (in[1] & 3),
                                .tokens = in[1] & 4,
                                .from_zero = in[1] & 8,
                                .put_back = in[1] & 16,
                                .unordered = in[1] & 32,
                                .cycle = in[1] & 64,
                                .sample = in[2],
                                .trials = 1};
    if (plan.n % plan.copies != 0)
        plan.copies = 1;
    if (plan.put_back && plan.sample == 0)
        plan.sample = 1;
    if (!plan.put_back && plan.sample > plan.n)
        plan.sample = 0;
    if (plan.sample > 0) /* as audit/command/request/check.c demands */
        plan.copies = 1;
    plan.cycle = plan.cycle && plan.sample == 0 && plan.n > 2 && plan.copies == 1;
    plan.unordered = plan.unordered && plan.sample > 0;
    plan.seed = audit_seed_of_number(in[3]);
    return plan;
}

/* The output: bytes below 128 as they are. Others stand for whole lines: one line, that
 * many places after the last one, or a run of 4, 8, ..., 512 lines. */
static size_t make_output(const struct subject_deck *deck, const uint8_t *in, size_t size,
                          char *output)
{
    size_t length = 0, line = deck->texts - 1;
    for (size_t i = 0; i < size; i++) {
        size_t run = in[i] < 128 ? 0 : in[i] < 248 ? 1 : (size_t)4 << (in[i] - 248);
        run = run > deck->n ? deck->n : run;
        if (length + (run + 1) * (SUBJECT_WORD + 1) > MOST_OUTPUT)
            break;
        if (run == 0)
            output[length++] = (char)in[i];
        line += run == 1 ? in[i] - 128 : 0;
        for (; run > 0; run--) {
            char room[16];
            size_t bytes;
            const char *text =
                subject_deck_text(deck, (uint32_t)(++line % deck->texts), room, &bytes);
            memcpy(output + length, text, bytes);
            length += bytes;
            output[length++] = '\n';
        }
    }
    return length;
}

/* Whether the output has the right lines. Fills in their texts. */
static bool is_right(const struct subject_plan *plan, const struct subject_deck *deck,
                     const char *output, size_t length, uint32_t *texts)
{
    const size_t want = plan->sample > 0 ? plan->sample : plan->n;
    size_t times[MOST_LINES] = {0}, count = 0;
    for (size_t at = 0; at < length; count++) {
        size_t end = at, bytes;
        char room[16];
        uint32_t text = 0;
        while (end < length && output[end] != '\n')
            end++;
        for (; text < deck->texts; text++) {
            const char *known = subject_deck_text(deck, text, room, &bytes);
            if (bytes == end - at && memcmp(known, output + at, bytes) == 0)
                break;
        }
        if (text == deck->texts || count == want ||
            (times[text]++ == plan->copies && !plan->put_back))
            return false;
        texts[count] = text;
        at = end + 1;
    }
    return count == want;
}

/* The card of a line: the line itself, or, of many lines, its number among 64 groups of 4
 * neighbours, which are evenly spread from the first line to the last. */
enum { CARDS = 256, NO_CARD = 1000 };
static size_t card_of(size_t line, size_t n)
{
    for (size_t group = 0; group < CARDS / 4 && n > CARDS; group++) {
        const size_t first = group * (n - 4) / (CARDS / 4 - 1);
        if (line >= first && line < first + 4)
            return 4 * group + line - first;
    }
    return n > CARDS ? NO_CARD : line;
}

static void check_order(const struct subject_plan *plan,
                        const struct subject_shape *shape, uint32_t *items,
                        audit_source *source)
{
    unsigned char order[4 * MOST_LINES];
    bool seen[MOST_LINES] = {false};
    struct finding finding = {.kind = FINDING_NONE};
    uint32_t before[MOST_LINES];
    const size_t count = plan->sample > 0 ? plan->sample : plan->n;
    size_t steps = 0;
    memcpy(before, items, count * sizeof *items);
    MUST(subject_shape_size(shape) <= sizeof order);
    if (plan->cycle) /* how many lines are on the cycle of the first */
        for (uint32_t item = 0; steps == 0 || item != 0; steps++)
            item = before[item];
    if (!subject_shape_apply(shape, items, 1, source, order, &finding)) {
        MUST(plan->cycle && steps < plan->n && finding.kind == FINDING_CYCLE);
        return;
    }
    MUST(!plan->cycle || steps == plan->n);
    if (plan->sample > 0) {
        size_t have[MOST_LINES] = {0};
        for (size_t i = 0; i < count; i++) {
            uint32_t item;
            memcpy(&item, order + i * sizeof item, sizeof item);
            MUST(item < plan->n && (plan->unordered || item == before[i]));
            have[item]++;
            have[before[i]]--;
        }
        for (size_t i = 0; i < plan->n; i++)
            MUST(have[i] == 0);
        return;
    }
    for (size_t i = 0; i < shape->cards; i++) {
        MUST(order[i] < shape->cards && !seen[order[i]]);
        seen[order[i]] = true;
    }
    if (plan->cycle)
        return;
    for (size_t i = 0, k = 0; i < plan->n; i++) {
        const size_t card = card_of(before[i], plan->n);
        MUST(card == NO_CARD || order[k++] == card);
    }
}

static void check_lines(const struct subject_plan *plan, const struct subject_deck *deck,
                        struct subject_reading *reading, const char *output,
                        size_t length)
{
    uint32_t texts[MOST_LINES];
    bool unended, used[MOST_LINES] = {false};
    struct finding finding = {.kind = FINDING_NONE};
    audit_source source;
    audit_source_start(&source, &plan->seed, AUDIT_STREAM_TIES, 1);
    const bool right = is_right(plan, deck, output, length, texts);
    MUST(subject_read_lines(reading, deck, output, length, 1, &source, &unended,
                            &finding) == right);
    MUST((finding.kind == FINDING_NONE) == right);
    MUST(right || memchr(finding.text, '\0', sizeof finding.text) != NULL);
    if (!right)
        return;
    MUST(unended == (length > 0 && output[length - 1] != '\n'));
    for (size_t i = 0; i < reading->want; i++) {
        const uint32_t item = reading->items[i];
        MUST(item < plan->n && item % deck->texts == texts[i]);
        MUST(plan->put_back || !used[item]);
        used[item] = true;
    }
    struct subject_shape shape;
    MUST(subject_shape_make(&shape, plan));
    check_order(plan, &shape, reading->items, &source);
    subject_shape_free(&shape);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    static char made[MOST_OUTPUT];
    if (size < HEAD)
        return 0;
    const struct subject_plan plan = plan_of(input);
    struct subject_deck deck = {.n = 0};
    struct subject_reading reading = {.items = NULL};
    MUST(subject_deck_make(&deck, &plan, 1 + input[4]));
    MUST(subject_reading_make(&reading, &plan));
    const size_t length = make_output(&deck, input + HEAD, size - HEAD, made);
    char *output = malloc(length + (length == 0)); /* exactly, for the sanitizer */
    MUST(output != NULL);
    memcpy(output, made, length);
    check_lines(&plan, &deck, &reading, output, length);
    free(output);
    subject_reading_free(&reading);
    subject_deck_free(&deck);
    return 0;
}
