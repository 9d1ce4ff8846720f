/* SPDX-License-Identifier: MIT
 *
 * test_subject_lines.c - from lines to permutations: by enumeration for few lines, and
 * compared with a simple model for lines that were changed at random.
 */
#include "audit/command/subject/parts.h"
#include "audit/orders/source.h"
#include "tests/support/test.h"

struct bench {
    struct subject_plan plan;
    struct subject_deck deck;
    struct subject_reading reading;
    struct subject_shape shape;
    struct finding finding;
    bool unended;
};

static void set_up(struct bench *bench, struct subject_plan plan)
{
    *bench = (struct bench){.plan = plan};
    bench->plan.seed = audit_seed_of_number(6);
    CHECK(subject_deck_make(&bench->deck, &bench->plan, 1));
    if (bench->deck.bytes == NULL)
        abort();
    CHECK(subject_reading_make(&bench->reading, &bench->plan));
    CHECK(subject_shape_make(&bench->shape, &bench->plan));
}

static void tear_down(struct bench *bench)
{
    subject_deck_free(&bench->deck);
    subject_reading_free(&bench->reading);
    subject_shape_free(&bench->shape);
}

static bool read_back(struct bench *bench, const char *output, size_t length,
                      uint64_t trial, void *order)
{
    audit_source source;
    audit_source_start(&source, &bench->plan.seed, AUDIT_STREAM_TIES, trial);
    bench->finding = (struct finding){.kind = FINDING_NONE};
    return subject_read_lines(&bench->reading, &bench->deck, output, length, trial,
                              &source, &bench->unended, &bench->finding) &&
           subject_shape_apply(&bench->shape, bench->reading.items, trial, &source, order,
                               &bench->finding);
}

/* The next arrangement in lexicographic order. */
static bool next(unsigned char *a, size_t n)
{
    size_t i = n - 1, j = n - 1;
    while (i > 0 && a[i - 1] >= a[i])
        i--;
    if (i == 0)
        return false;
    while (a[j] <= a[i - 1])
        j--;
    unsigned char swapped = a[i - 1];
    a[i - 1] = a[j];
    a[j] = swapped;
    for (j = n - 1; i < j; i++, j--) {
        swapped = a[i];
        a[i] = a[j];
        a[j] = swapped;
    }
    return true;
}

static size_t write_lines(char *to, const unsigned char *order, size_t n)
{
    size_t length = 0;
    for (size_t i = 0; i < n; i++)
        length += (size_t)sprintf(to + length, "%d\n", order[i] + 1);
    return length;
}

static unsigned rank_of(const unsigned char *order, size_t n)
{
    unsigned rank = 0;
    for (size_t i = 0; i < n; i++) {
        rank *= (unsigned)(n - i);
        for (size_t j = i + 1; j < n; j++)
            rank += order[j] < order[i];
    }
    return rank;
}

static void test_whole(void)
{
    TEST("each permutation of up to 7 lines is read correctly")
    for (size_t n = 2; n <= 7; n++) {
        struct bench bench;
        set_up(&bench, (struct subject_plan){.n = n});
        unsigned char order[7] = {0}, came[7];
        char lines[64];
        for (size_t i = 0; i < n; i++)
            order[i] = (unsigned char)i;
        do {
            const size_t length = write_lines(lines, order, n);
            CHECK(read_back(&bench, lines, length, 1, came) && !bench.unended);
            CHECK(memcmp(came, order, n) == 0);
            CHECK(read_back(&bench, lines, length - 1, 1, came) && bench.unended);
        } while (next(order, n));
        tear_down(&bench);
    }

    /* Each of the 90 arrangements of 1 1 2 2 3 3 stands for 8 permutations: 720 in total.
     */
    TEST("equal lines are told apart at random: every permutation is equally likely")
    {
        enum { DRAWS = 640 };
        struct bench bench;
        set_up(&bench, (struct subject_plan){.n = 6, .copies = 2});
        CHECK(bench.deck.length == 12 &&
              memcmp(bench.deck.bytes, "1\n2\n3\n1\n2\n3\n", 12) == 0);
        static unsigned counts[720];
        unsigned char texts[6] = {0, 0, 1, 1, 2, 2}, came[6];
        unsigned arrangements = 0;
        uint64_t trial = 0;
        do {
            char lines[64];
            const size_t length = write_lines(lines, texts, 6);
            arrangements++;
            for (int i = 0; i < DRAWS; i++) {
                CHECK(read_back(&bench, lines, length, ++trial, came));
                for (size_t place = 0; place < 6; place++)
                    CHECK(came[place] % 3 == texts[place]);
                counts[rank_of(came, 6)]++;
            }
        } while (next(texts, 6));
        CHECK(arrangements == 90);
        for (size_t i = 0; i < 720;
             i++) /* 80 are expected, with a standard deviation of 9 */
            CHECKF(counts[i] > 35 && counts[i] < 130, "%u", counts[i]);
        tear_down(&bench);
    }

    TEST("three copies, and samples of them")
    {
        struct bench bench;
        unsigned char came[6];
        uint32_t sample[2];
        unsigned counts[36] = {0};
        set_up(&bench, (struct subject_plan){.n = 6, .copies = 3});
        CHECK(read_back(&bench, "2\n2\n1\n1\n2\n1\n", 12, 1, came));
        CHECK(!read_back(&bench, "2\n2\n1\n1\n2\n2\n", 12, 1, came));
        CHECK(bench.finding.kind == FINDING_DUPLICATED);
        CHECKF(strstr(bench.finding.text, "'2' came back 4 times"), "%s",
               bench.finding.text);
        CHECK(strstr(bench.finding.text, "'1' did not come back") != NULL);
        tear_down(&bench);
        set_up(&bench, (struct subject_plan){.n = 6, .copies = 3, .sample = 2});
        for (uint64_t trial = 1; trial <= 600; trial++) {
            CHECK(read_back(&bench, "2\n2\n", 4, trial, sample));
            counts[6 * sample[0] + sample[1]]++;
        }
        for (unsigned i = 0; i < 36; i++) {
            const bool can = i / 6 % 2 == 1 && i % 6 % 2 == 1 && i / 6 != i % 6;
            CHECKF(can ? counts[i] > 60 && counts[i] < 140 : counts[i] == 0, "%u",
                   counts[i]);
        }
        tear_down(&bench);
    }
}

static void test_cycles(void)
{
    TEST("each cycle has its own order; other permutations are rejected")
    for (size_t n = 3; n <= 7; n++) {
        struct bench bench;
        set_up(&bench, (struct subject_plan){.n = n, .cycle = true});
        CHECK(bench.shape.cards == n - 1);
        unsigned char order[7] = {0}, came[7];
        char lines[64];
        static unsigned counts[720];
        unsigned cycles = 0, expected = 1;
        memset(counts, 0, sizeof counts);
        for (size_t i = 0; i < n; i++)
            order[i] = (unsigned char)i;
        do {
            size_t steps = 1;
            for (size_t card = order[0]; card != 0; card = order[card])
                steps++;
            const bool good =
                read_back(&bench, lines, write_lines(lines, order, n), 1, came);
            CHECK(good == (steps == n));
            if (good)
                counts[rank_of(came, n - 1)]++;
            else
                CHECK(bench.finding.kind == FINDING_CYCLE);
            cycles += good;
        } while (next(order, n));
        for (unsigned i = 2; i < n; i++)
            expected *= i;
        CHECK(cycles == expected);
        for (unsigned i = 0; i < expected; i++)
            CHECK(counts[i] == 1);
        tear_down(&bench);
    }
}

static void test_stripes(void)
{
    static const size_t sizes[] = {255, 256, 257,  258,   300,   511,
                                   512, 513, 1000, 99999, 100000};
    TEST("of many lines, 64 groups of 4 neighbours, from the first to the last")
    for (size_t s = 0; s < 2 * sizeof sizes / sizeof sizes[0]; s++) {
        const bool cycle = s % 2;
        const size_t n = sizes[s / 2], lines = n - cycle;
        struct subject_shape shape;
        struct finding finding;
        unsigned char order[256];
        uint32_t *items = malloc(n * sizeof *items);
        CHECK(subject_shape_make(&shape, &(struct subject_plan){.n = n, .cycle = cycle}));
        CHECK(shape.cards == (lines < 256 ? lines : 256));
        CHECK((shape.card != NULL) == (lines > 256) &&
              (shape.remark.details.code != NULL) == (lines > 256));
        /* A rotation, as a cycle; or the lines in reverse. */
        for (size_t i = 0; i < n; i++)
            items[i] = (uint32_t)(cycle ? (i + 1) % n : n - 1 - i);
        CHECK(subject_shape_apply(&shape, items, 1, NULL, order, &finding));
        for (size_t i = 0; i < shape.cards; i++)
            CHECK(order[i] == (cycle ? i : shape.cards - 1 - i));
        if (shape.card != NULL) {
            size_t at[256] = {0}, seen = 0, widest = 0, least = lines;
            for (size_t i = 0; i < lines; i++) {
                if (shape.card[i] != SUBJECT_NONE) {
                    CHECK(shape.card[i] == seen);
                    at[seen++] = i;
                }
            }
            CHECK(seen == 256 && at[0] == 0 && at[255] == lines - 1);
            for (size_t i = 0; i + 4 < 256; i++) {
                CHECK(i % 4 == 3 || at[i + 1] == at[i] + 1);
                widest = at[i + 4] - at[i] > widest ? at[i + 4] - at[i] : widest;
                least = at[i + 4] - at[i] < least ? at[i + 4] - at[i] : least;
            }
            CHECK(widest - least <= 1);
        }
        subject_shape_free(&shape);
        free(items);
    }
}

static void test_words(void)
{
    TEST("words are different, and new for every second run")
    {
        enum { N = 5000, WIDTH = SUBJECT_WORD + 1 };
        const size_t bytes = (size_t)N * WIDTH;
        struct bench bench;
        set_up(&bench, (struct subject_plan){.n = N, .tokens = true, .sample = 2});
        char *first = malloc(bytes);
        CHECK(first != NULL && bench.deck.length == bytes);
        memcpy(first, bench.deck.bytes, bytes);
        for (uint32_t i = 0; i < N; i++) {
            CHECK(subject_deck_find(&bench.deck, first + (size_t)i * WIDTH,
                                    SUBJECT_WORD) == i);
            CHECK(first[(size_t)i * WIDTH + SUBJECT_WORD] == '\n');
        }
        CHECK(subject_deck_make(&bench.deck, &bench.plan, 2));
        CHECK(memcmp(first, bench.deck.bytes, bytes) == 0);
        CHECK(subject_deck_make(&bench.deck, &bench.plan, 3));
        for (uint32_t i = 0; i < N; i++)
            CHECK(subject_deck_find(&bench.deck, first + (size_t)i * WIDTH,
                                    SUBJECT_WORD) == SUBJECT_NONE);
        free(first);
        tear_down(&bench);
    }

    TEST("words that were altered")
    {
        struct bench bench;
        set_up(&bench, (struct subject_plan){.n = 4, .tokens = true, .sample = 1});
        uint32_t sample;
        char line[32], *word = bench.deck.bytes + 2 * bench.deck.widest;
        CHECK(read_back(&bench, word, SUBJECT_WORD + 1, 1, &sample) && sample == 2);
        static const char *const how[] = {"end was cut", "beginning was cut",
                                          "capitals",    "at its end",
                                          "beginning",   "never given"};
        for (size_t i = 0; i < 6; i++) {
            memcpy(line, word, SUBJECT_WORD);
            line[SUBJECT_WORD] = '\0';
            const char *from = line;
            if (i == 0)
                line[SUBJECT_WORD - 3] = '\0';
            else if (i == 1)
                from = line + 3;
            else if (i == 2)
                line[5] = (char)(line[5] - 'a' + 'A');
            else if (i == 3)
                memcpy(line + SUBJECT_WORD, " x", 3);
            else if (i == 4)
                snprintf(line, sizeof line, "12: %.*s", SUBJECT_WORD, word);
            else
                line[5] = 'e';
            CHECK(!read_back(&bench, from, strlen(from), 1, &sample));
            CHECK(bench.finding.kind == (i < 5 ? FINDING_ALTERED : FINDING_ADDED));
            CHECKF(strstr(bench.finding.text, how[i]) &&
                       (i == 5 || strstr(bench.finding.text, "line 3 ('")),
                   "%s", bench.finding.text);
        }
        tear_down(&bench);
    }
}

/* Whether the output has exactly the lines of the input, each once, and all but the last
 * have a newline. */
static bool model(const char *output, size_t length, size_t n)
{
    unsigned char times[16] = {0};
    size_t lines = 0, at = 0;
    while (at < length) {
        size_t end = at;
        while (end < length && output[end] != '\n')
            end++;
        size_t found = 0;
        for (size_t i = 1; i <= n; i++) {
            char text[8];
            const size_t bytes = (size_t)snprintf(text, sizeof text, "%zu", i);
            if (bytes == end - at && memcmp(text, output + at, bytes) == 0)
                found = i;
        }
        if (found == 0 || times[found]++ > 0)
            return false;
        lines++;
        at = end + 1;
    }
    return lines == n;
}

static void test_spoiled(void)
{
    TEST("lines that were changed at random, compared with the model")
    {
        struct bench bench;
        audit_source source;
        unsigned good = 0, bad = 0;
        set_up(&bench, (struct subject_plan){.n = 12});
        audit_source_start(&source, &bench.plan.seed, AUDIT_STREAM_COMPARE, 0);
        for (int round = 0; round < 60000; round++) {
            unsigned char order[12], came[12];
            char output[256];
            audit_source_order(&source, order, 12);
            size_t length = write_lines(output, order, 12);
            for (uint64_t spoil = audit_source_below(&source, 4); spoil > 0; spoil--) {
                const size_t at = (size_t)audit_source_below(&source, length);
                const char c = "0123456789\n\r \0x\377"[audit_source_below(&source, 16)];
                switch (audit_source_below(&source, 3)) {
                case 0:
                    output[at] = c;
                    break;
                case 1:
                    memmove(output + at + 1, output + at, length++ - at);
                    output[at] = c;
                    break;
                default:
                    memmove(output + at, output + at + 1, --length - at);
                }
            }
            const bool expected = model(output, length, 12);
            CHECK(read_back(&bench, output, length, 1, came) == expected);
            CHECK((bench.finding.kind == FINDING_NONE) == expected);
            CHECK(expected || bench.finding.text[0] != '\0');
            for (const char *c = bench.finding.text; *c != '\0'; c++)
                CHECK((unsigned char)*c >= ' ' && (unsigned char)*c < 0x7f);
            good += expected;
            bad += !expected;
        }
        CHECK(good > 10000 && bad > 10000);
        tear_down(&bench);
    }

    TEST("quoted text")
    {
        static const struct {
            const char *text, *quoted;
        } cases[] = {
            {"", "''"},
            {"a b", "'a b'"},
            {"it's \\", "'it\\'s \\\\'"},
            {"\t\r\n\a\x7f\x1b", "'\\t\\r\\n\\a\\x7f\\x1b'"},
            {"\303\251\342\202\254\360\237\202\241",
             "'\303\251\342\202\254\360\237\202\241'"},
            {"\302\205\377\303", "'\\xc2\\x85\\xff\\xc3'"},
            {"\355\240\200\300\200", "'\\xed\\xa0\\x80\\xc0\\x80'"},
            {"0123456789012345678901234567890123456789",
             "'0123456789012345678901234567890123456789'"},
            {"01234567890123456789012345678901234567890",
             "'0123456789012345678901234567890123456789...'"},
            {"01234567890123456789012345678901234567\342\202\254",
             "'01234567890123456789012345678901234567...'"},
        };
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            char to[FINDING_QUOTED];
            finding_quote(to, cases[i].text, strlen(cases[i].text));
            CHECKF(strcmp(to, cases[i].quoted) == 0, "%s", to);
        }
        char to[FINDING_QUOTED], worst[300];
        memset(worst, 1, sizeof worst);
        CHECK(strlen(finding_quote(to, worst, sizeof worst)) == 40 * 4 + 5);
    }
}

int main(void)
{
    test_whole();
    test_cycles();
    test_stripes();
    test_words();
    test_spoiled();
    return test_done();
}
