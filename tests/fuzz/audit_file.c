/* SPDX-License-Identifier: MIT
 *
 * audit_file.c - fuzzes files of permutations or samples, as fairaudit reads them: it
 * accepts the lines that a simple model accepts, up to the first wrong one, and reads
 * the same numbers. The output of a batch is read by the same functions.
 *
 * The first three bytes choose n, the size and the kind of samples; the rest is the file.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "audit/command/subject/subject.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEAD = 3, CHUNK = 7, MOST_BYTES = 4096, MANY = 300, MOST_CARDS = 256 };

/* ---- the model ------------------------------------------------------------------- */

/* The next line that counts. */
struct model {
    const struct subject_plan *plan;
    const uint8_t *at;          /* the rest of the file */
    size_t left;                /* bytes of the rest */
    size_t n;                   /* numbers are below n, counted from 0; 0: unknown */
    int base;                   /* of the numbers; -1: unknown */
    size_t good;                /* lines that were right */
    uint32_t items[MOST_BYTES]; /* the last line */
};

enum { RIGHT, WRONG, END };

static int is_blank(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void trim(const uint8_t **line, size_t *length)
{
    for (; *length > 0 && is_blank(**line); --*length)
        ++*line;
    while (*length > 0 && is_blank((*line)[*length - 1]))
        --*length;
}

/* Removes brackets, and a comma that follows them. */
static void unwrap(const uint8_t **line, size_t *length)
{
    size_t inner = *length;
    const uint8_t close = **line == '[' ? ']' : ')';
    if (**line != '[' && **line != '(')
        return;
    if (inner > 2 && (*line)[inner - 1] == ',')
        for (inner--; inner > 2 && is_blank((*line)[inner - 1]);)
            inner--;
    if (inner >= 2 && (*line)[inner - 1] == close) {
        ++*line;
        *length = inner - 2;
    }
}

/* Reads the numbers of a line. Returns how many there are; *valid: all are numbers that
 * are not negative. */
static size_t read_numbers(struct model *m, const uint8_t *line, size_t length,
                           int *valid)
{
    size_t count = 0;
    *valid = 1;
    for (size_t i = 0; i < length;) {
        if (is_blank(line[i]) || line[i] == ',') {
            i++;
            continue;
        }
        uint64_t value = 0;
        for (; i < length && !is_blank(line[i]) && line[i] != ','; i++) {
            *valid &= line[i] >= '0' && line[i] <= '9';
            value = 10 * value + (uint64_t)(line[i] - '0') % 10;
            value = value > UINT32_MAX ? UINT32_MAX : value;
        }
        m->items[count++] = (uint32_t)value;
    }
    return count;
}

/* Whether the numbers are a permutation, or a sample. They are then counted from 0. */
static int is_right(struct model *m, size_t count)
{
    const struct subject_plan *plan = m->plan;
    int base = m->base;
    if (count != (plan->sample > 0 ? plan->sample : m->n))
        return 0;
    for (size_t i = 0; i < count && m->base < 0; i++)
        base = m->items[i] == 0 || base == 0 ? 0 : 1;
    for (size_t i = 0; i < count; i++) {
        if (m->items[i] < (uint32_t)base || m->items[i] - (uint32_t)base >= m->n)
            return 0;
        m->items[i] -= (uint32_t)base;
        for (size_t k = 0; k < i && !plan->put_back; k++)
            if (m->items[k] == m->items[i])
                return 0;
    }
    m->base = base;
    size_t steps = 1;
    for (uint32_t item = m->items[0]; plan->cycle && item != 0; steps++)
        item = m->items[item];
    return !plan->cycle || steps == m->n;
}

static int model_next(struct model *m)
{
    while (m->left > 0) {
        const uint8_t *newline = memchr(m->at, '\n', m->left), *line = m->at;
        size_t length = newline != NULL ? (size_t)(newline - line) : m->left;
        int valid;
        m->at += length + (newline != NULL);
        m->left -= length + (newline != NULL);
        trim(&line, &length);
        if (length == 0 || *line == '#')
            continue;
        unwrap(&line, &length);
        const size_t count = read_numbers(m, line, length, &valid);
        if (m->n == 0)
            m->n = count;
        if (!valid || m->n < 2 + (size_t)m->plan->cycle || !is_right(m, count))
            return WRONG;
        m->good++;
        return RIGHT;
    }
    return m->good > 0 ? END : WRONG; /* a file without permutations is wrong, too */
}

/* ---- comparing ------------------------------------------------------------------- */

static void compare_order(const unsigned char *order, size_t cards, const struct model *m)
{
    bool seen[MOST_CARDS] = {false};
    MUST(cards >= 2 && cards <= MOST_CARDS);
    for (size_t i = 0; i < cards; i++) {
        MUST(order[i] < cards && !seen[order[i]]);
        MUST(m->n > MOST_CARDS || m->plan->cycle || order[i] == m->items[i]);
        seen[order[i]] = true;
    }
}

static void compare_sample(const unsigned char *sample, const struct model *m)
{
    for (size_t i = 0; i < m->plan->sample; i++) {
        uint32_t item;
        memcpy(&item, sample + i * sizeof item, sizeof item);
        MUST(item < m->n && (m->plan->unordered || item == m->items[i]));
    }
}

static void read_all(struct subject *subject, struct model *m)
{
    const size_t cards = subject_cards(subject), sample = m->plan->sample;
    const size_t bytes = sample > 0 ? sample * sizeof(uint32_t) : cards;
    unsigned char *orders = malloc(CHUNK * bytes);
    MUST(orders != NULL);
    enum subject_state state;
    struct finding finding;
    do {
        size_t count;
        state = subject_next(subject, CHUNK, orders, &count, &finding);
        MUST(count <= CHUNK);
        for (size_t i = 0; i < count; i++) {
            MUST(model_next(m) == RIGHT);
            if (sample > 0)
                compare_sample(orders + i * bytes, m);
            else
                compare_order(orders + i * bytes, cards, m);
        }
        MUST((state == SUBJECT_MORE || state == SUBJECT_END) ==
             (finding.kind == FINDING_NONE));
        MUST(memchr(finding.text, '\0', sizeof finding.text) != NULL);
    } while (state == SUBJECT_MORE);
    MUST(model_next(m) == (state == SUBJECT_END ? END : WRONG));
    free(orders);
}

/* The file is created once, because that takes as long as reading it. */
static const char *file_of(const uint8_t *data, size_t size)
{
    static int file;
    static char name[64];
    if (file == 0) {
        file = memfd_create("orders", 0);
        snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    }
    MUST(file > 0 && pwrite(file, data, size, 0) == (ssize_t)size);
    MUST(ftruncate(file, (off_t)size) == 0);
    return name;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t mark[] = {0xef, 0xbb, 0xbf}; /* of the byte order */
    static struct model m;
    if (size < HEAD || size > MOST_BYTES)
        return 0;
    const struct subject_plan plan = {
        .n = data[0] == 255 ? MANY : data[0],
        .sample = data[1],
        .put_back = data[2] & 1,
        .unordered = data[2] & 2,
        .cycle = data[2] & 4,
        .from_zero = data[2] & 8,
        .trials = UINT64_MAX,
        .file = file_of(data + HEAD, size - HEAD),
    };
    m.plan = &plan;
    m.at = data + HEAD;
    m.left = size - HEAD;
    m.n = plan.n;
    m.base = plan.sample == 0 ? -1 : !plan.from_zero;
    m.good = 0;
    if (m.left >= sizeof mark && memcmp(m.at, mark, sizeof mark) == 0) {
        m.at += sizeof mark;
        m.left -= sizeof mark;
    }
    struct finding finding;
    struct subject *subject = subject_open(&plan, &finding);
    if (subject != NULL)
        read_all(subject, &m);
    else
        MUST(finding.kind != FINDING_NONE);
    subject_close(subject);
    return 0;
}
