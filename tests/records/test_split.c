/* SPDX-License-Identifier: MIT
 *
 * test_split.c - where records end: by examples, by a model, and however a file is cut.
 *
 * A reader sees a file in pieces that end anywhere, and there is one search function per
 * instruction set. Neither may change the result. So all short files over a small
 * alphabet are split in every way into three pieces, and long files at random, with each
 * kernel that this CPU can run. The results are compared with a model.
 */
#include "fairshuf.h"
#include "tests/records/split_model.h"
#include "tests/support/test.h"

static const fair_format formats[] = {
    {.delimiter = '\n'},
    {.delimiter = '\n', .count = 1},
    {.delimiter = ',', .count = 2},
    {.delimiter = '\n', .count = 4},
    {.count = 1},
    {.delimiter = 255, .count = 3},
    {.kind = FAIR_FIXED, .count = 1},
    {.kind = FAIR_FIXED, .count = 3},
    {.kind = FAIR_FIXED, .count = 1000},
    {.kind = FAIR_CSV, .delimiter = ','},
    {.kind = FAIR_CSV, .delimiter = 'a'},
    {.kind = FAIR_CSV},
    {.kind = FAIR_PARAGRAPHS},
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

static uint64_t random_state = 1;

/* A random number below n. Good enough for tests. */
static size_t any_below(size_t n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)((random_state >> 33) * n >> 31);
}

/* ---- examples ---------------------------------------------------------------------- */

/* `records` has '|' after each record, and '!' instead of an incomplete last record.
 * Bytes that are not in the input must be added by the splitter. */
static const struct example {
    int kind;
    unsigned char delimiter;
    uint64_t count;
    const char *input, *records;
} examples[] = {
    {FAIR_DELIMITED, '\n', 0, "", ""},
    {FAIR_DELIMITED, '\n', 0, "a\n\nb\n", "a\n|\n|b\n|"},
    {FAIR_DELIMITED, '\n', 1, "a\nb", "a\n|b\n|"},
    {FAIR_DELIMITED, ';', 1, "a;\n;b", "a;|\n;|b;|"},
    {FAIR_DELIMITED, '\n', 2, "a\nb\nc\nd\n", "a\nb\n|c\nd\n|"},
    {FAIR_DELIMITED, '\n', 2, "a\nb\nc\nd", "a\nb\n|c\nd\n|"},
    {FAIR_DELIMITED, '\n', 1, "a\r\nb", "a\r\n|b\n|"}, /* as GNU shuf */
    {FAIR_DELIMITED, '\n', 2, "a\r\nb\r\nc\r\nd", "a\r\nb\r\n|c\r\nd\r\n|"},
    {FAIR_DELIMITED, '\n', 2, "a\r\nb\r", "a\r\nb\r\n|"},
    {FAIR_DELIMITED, '\n', 2, "a\r\nb\nc\nd", "a\r\nb\n|c\nd\n|"},
    {FAIR_DELIMITED, ';', 2, "a\r;b", "a\r;b;|"},
    {FAIR_DELIMITED, '\n', 2, "a\nb\nc", "a\nb\n|!"},
    {FAIR_DELIMITED, '\n', 2, "a\nb\nc\n", "a\nb\n|!"}, /* no line is made up */
    {FAIR_DELIMITED, '\n', 3, "\n\n\n\n", "\n\n\n|!"},
    {FAIR_DELIMITED, '\n', UINT64_MAX, "a\n", "!"},
    {FAIR_FIXED, 0, 2, "abcd", "ab|cd|"},
    {FAIR_FIXED, 0, 2, "abc", "ab|!"},
    {FAIR_FIXED, 0, UINT64_MAX, "abc", "!"},
    {FAIR_CSV, ',', 0, "a,b\n1,2\n", "a,b\n|1,2\n|"},
    {FAIR_CSV, ',', 0, "a,b\r\n1,2", "a,b\r\n|1,2\r\n|"},
    {FAIR_CSV, ',', 0, "a,b\r\n1,2\r", "a,b\r\n|1,2\r\n|"},
    {FAIR_CSV, ',', 0, "a\r\nb\nc", "a\r\n|b\n|c\n|"},
    {FAIR_CSV, ',', 0, "\"a\nb\",c\nd", "\"a\nb\",c\n|d\n|"},
    {FAIR_CSV, ',', 0, "x,\"a\nb\"\ny", "x,\"a\nb\"\n|y\n|"},
    {FAIR_CSV, ',', 0, "\"a\"\"\n\"\"b\"\nc", "\"a\"\"\n\"\"b\"\n|c\n|"},
    {FAIR_CSV, ',', 0, "\"\"\n\"\"", "\"\"\n|\"\"\n|"},
    {FAIR_CSV, ',', 0, "\"\"\"\n\"\nb", "\"\"\"\n\"\n|b\n|"},
    {FAIR_CSV, ',', 0, "5\" pipe\n6\" pipe\n", "5\" pipe\n|6\" pipe\n|"},
    {FAIR_CSV, ',', 0, "a\"\"\nb\n", "a\"\"\n|b\n|"},
    {FAIR_CSV, ',', 0, "\"a\"b\"\nc\n", "\"a\"b\"\n|c\n|"},
    {FAIR_CSV, ',', 0, " \"a\nb\"\n", " \"a\n|b\"\n|"},
    {FAIR_CSV, ',', 0, "a\n\"b\nc\n", "a\n|!"},
    {FAIR_CSV, ',', 0, "\"a\"\"", "!"},
    {FAIR_CSV, ',', 0, "\"a\"", "\"a\"\n|"},
    {FAIR_CSV, ',', 0, "\"a\nb\r\nc\"", "\"a\nb\r\nc\"\n|"},
    {FAIR_CSV, '\t', 0, "a,\"b\n\t\"c\nd\"\n", "a,\"b\n|\t\"c\nd\"\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "a\nb\n\nc\n\n", "a\nb\n\n|c\n\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "a\n\n\n\nb\n\n\n", "a\n\n\n\n|b\n\n\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "\n\na\n\nb\n\n", "\n\na\n\n|b\n\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "a\n\nb\n", "a\n\n|b\n\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "a\n\nb", "a\n\n|b\n\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "a\r\n\r\nb", "a\r\n\r\n|b\r\n\r\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "a\r\n\r\nb\r", "a\r\n\r\n|b\r\n\r\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "a\r\n\r\nb\r\n\r", "a\r\n\r\n|b\r\n\r\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "a\n\n\rb\n", "a\n\n|\rb\n\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "a\n\n\r\r\nb", "a\n\n|\r\r\nb\r\n\r\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "a\n \nb\n\n", "a\n \nb\n\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "\n\r\n\n", "\n\r\n\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "\r", "\r\n|"},
    {FAIR_PARAGRAPHS, 0, 0, "", ""},
};

/* The result in the notation of the examples. */
static void write_down(char *out, const result *r, const char *input)
{
    size_t start = 0;
    for (size_t i = 0; i < r->count; i++) {
        memcpy(out, input + start, r->ends[i] - start);
        out += r->ends[i] - start;
        start = r->ends[i];
        if (i + 1 == r->count) {
            memcpy(out, r->tail, r->tail_length);
            out += r->tail_length;
        }
        *out++ = '|';
    }
    memcpy(out, r->error == FAIR_ERECORD ? "!" : "", 2 - (r->error == FAIR_OK));
}

static void check_example(const struct example *e)
{
    const fair_format format = {
        .kind = e->kind, .delimiter = e->delimiter, .count = e->count};
    const unsigned char *data = (const unsigned char *)e->input;
    const size_t length = strlen(e->input);
    char got[200];
    result r;
    result_new(&r, length);
    split_in_pieces(&r, &format, data, length, NULL, 0, 1);
    write_down(got, &r, e->input);
    CHECKF(strcmp(got, e->records) == 0, "example %zu: %s", (size_t)(e - examples), got);
    model(&r, &format, data, length);
    write_down(got, &r, e->input);
    CHECKF(strcmp(got, e->records) == 0, "model, example %zu: %s", (size_t)(e - examples),
           got);
    free(r.ends);
}

/* ---- all short files --------------------------------------------------------------- */

/* Each file of `length` bytes out of the alphabet, after `plain` others, in all ways of
 * cutting it into one to three pieces (a piece may be empty). */
static void check_all(const fair_format *format, size_t plain, size_t length)
{
    static const unsigned char alphabet[] = {'a', ',', '"', '\n', '\r'};
    enum { LETTERS = sizeof alphabet };
    unsigned char data[100];
    size_t digits[16] = {0};
    result expected, got;
    result_new(&expected, sizeof data);
    result_new(&got, sizeof data);
    memset(data, 'b', plain);
    memset(data + plain, alphabet[0], length);
    for (int more = 1, good = 1; more && good;) {
        const size_t n = plain + length;
        model(&expected, format, data, n);
        for (size_t a = plain; a <= n; a++)
            for (size_t b = a; b <= n; b++) {
                const size_t cuts[2] = {a, b};
                split_in_pieces(&got, format, data, n, cuts, 2, 0);
                good &= result_same(&got, &expected);
            }
        CHECKF(good, "kind %d, after %zu: %.*s", format->kind, plain, (int)length,
               (const char *)data + plain);
        more = 0;
        for (size_t i = 0; i < length && !more; i++) {
            digits[i] = digits[i] + 1 < LETTERS ? digits[i] + 1 : 0;
            data[plain + i] = alphabet[digits[i]];
            more = digits[i] > 0;
        }
    }
    free(expected.ends);
    free(got.ends);
}

/* ---- long files ------------------------------------------------------------------ */

static void fill(unsigned char *data, size_t length, size_t special)
{
    static const unsigned char alphabet[] = {',', '"', '"', '\n', '\n', '\r', 0, 255};
    for (size_t i = 0; i < length; i++)
        data[i] = any_below(100) < special ? alphabet[any_below(sizeof alphabet)] : 'a';
}

static void check_long(const fair_format *format, size_t length, size_t special,
                       size_t cut_count)
{
    unsigned char *data = calloc(length > 0 ? length : 1, 1);
    size_t cuts[8];
    result expected, got;
    result_new(&expected, length);
    result_new(&got, length);
    fill(data, length, special);
    size_t from = 0;
    for (size_t i = 0; i < cut_count; i++)
        from = cuts[i] = from + any_below(length - from + 1);
    model(&expected, format, data, length);
    split_in_pieces(&got, format, data, length, cuts, cut_count, 1);
    CHECKF(result_same(&expected, &got), "%s: kind %d, delimiter %d, %zu bytes",
           fair_kernel(), format->kind, format->delimiter, length);
    free(expected.ends);
    free(got.ends);
    free(data);
}

/* ---- one byte -------------------------------------------------------------------- */

static void check_byte(const char *name, fs_split_kernel *search, size_t length,
                       unsigned char byte, size_t share)
{
    unsigned char *data = calloc(length > 0 ? length : 1, 1);
    uint32_t *ends = malloc((length + FS_SPLIT_SLACK) * sizeof *ends);
    for (size_t i = 0; i < length; i++) /* near misses: other bits of the same byte */
        data[i] =
            (unsigned char)(any_below(100) < share ? byte : byte ^ 1u << any_below(8));
    const size_t count = search(data, length, byte, ends);
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        if (data[i] == byte) {
            CHECKF(n < count && ends[n] == i + 1, "%s: %zu bytes, byte %d, place %zu",
                   name, length, byte, i);
            n++;
        }
    CHECKF(n == count, "%s: %zu bytes, %zu for %zu", name, length, count, n);
    free(data);
    free(ends);
}

/* The longest of all short files. Emulated machines are slow. */
#if defined(EMULATED)
enum { SHORT = 4 };
#else
enum { SHORT = 5 };
#endif

int main(void)
{
    TEST("invalid formats are refused")
    {
        int with_format = 0;
        for (size_t f = 0; f < FORMATS; f++) {
            CHECKF(fs_format_good(&formats[f]), "%zu", f);
            with_format |= 1 << formats[f].kind;
        }
        CHECK(with_format == (1 << fs_format_kinds()) - 1);
        CHECK(!fs_format_good(&(fair_format){.kind = FAIR_FIXED}));
        CHECK(!fs_format_good(&(fair_format){.kind = FAIR_CSV, .delimiter = '"'}));
        CHECK(!fs_format_good(&(fair_format){.kind = FAIR_CSV, .delimiter = '\n'}));
        CHECK(!fs_format_good(&(fair_format){.kind = FAIR_CSV, .delimiter = '\r'}));
        CHECK(!fs_format_good(&(fair_format){.kind = -1, .count = 1}));
        CHECK(!fs_format_good(&(fair_format){.kind = fs_format_kinds(), .count = 1}));
    }

    TEST("examples of each kind")
    {
        int with_example = 0;
        for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
            check_example(&examples[i]);
            with_example |= 1 << examples[i].kind;
        }
        CHECK(with_example == (1 << fs_format_kinds()) - 1);
    }

    TEST("all short files, cut in every way, give the result of the model")
    {
        for (size_t f = 0; f < FORMATS; f++) {
            const int rich = formats[f].kind == FAIR_PARAGRAPHS ||
                             (formats[f].kind == FAIR_CSV && formats[f].delimiter == ',');
            for (size_t length = 0; length <= SHORT + (rich ? 2 : 0); length++)
                check_all(&formats[f], 0, length);
        }
    }

    TEST("so do files across the boundary of two blocks of 64 bytes")
    {
        for (size_t plain = 59; plain <= 64; plain++)
            for (size_t f = 0; f < FORMATS; f++)
                check_all(&formats[f], plain, SHORT);
    }

    TEST("each kernel of this machine gives the result of the model")
    {
        const char *name;
        for (size_t k = 0; (name = fair_kernel_name(k)) != NULL; k++) {
            CHECK(fair_kernel_use(name) == FAIR_OK);
            for (size_t i = 0; i < 4000; i++)
                check_long(&formats[i % FORMATS], any_below(i % 10 == 0 ? 5000 : 300),
                           1 + any_below(i % 3 == 0 ? 100 : 20), any_below(9));
        }
        fair_kernel_use(NULL);
    }

    TEST("each kernel finds a byte, also among similar bytes")
    {
        const char *name;
        for (size_t k = 0; (name = fair_kernel_name(k)) != NULL; k++) {
            fs_split_kernel *search = fs_split_kernel_named(name);
            if (!CHECKF(search != NULL, "%s", name))
                continue;
            for (size_t length = 0; length < 200; length++)
                for (size_t share = 0; share <= 100; share += 10)
                    check_byte(name, search, length, (unsigned char)any_below(256),
                               share);
            for (unsigned byte = 0; byte < 256; byte++)
                check_byte(name, search, 1000, (unsigned char)byte, 5);
            fair_kernel_use(name);
            check_byte(name, fs_split_byte, 1000, '\n', 10);
            printf("# %s\n", name);
        }
        fair_kernel_use(NULL);
        CHECK(fs_split_kernel_named("pentium") == NULL);
    }
    return test_done();
}
