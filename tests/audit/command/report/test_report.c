/* SPDX-License-Identifier: MIT
 *
 * test_report.c - the report as text.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* posix_openpt, open_memstream */
#endif
#include "tests/audit/command/report/fixtures.h"

#include <fcntl.h>
#include <locale.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "audit/command/report/text.h"
#include "tests/support/test.h"

static const struct report_style plain = {COLOUR_NONE, false, 79, false};

/* ---- helpers ----------------------------------------------------------------------- */

static char *printed(const struct report *report, struct report_style style)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    report_print(file, report, style);
    fclose(file);
    return text;
}

static char *map_of(const uint64_t *counts, size_t n, uint64_t trials,
                    struct report_style style)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    heatmap_print(file, counts, n, trials, style);
    fclose(file);
    return text;
}

static bool has(const char *text, const char *wanted)
{
    return text != NULL && strstr(text, wanted) != NULL;
}

/* Columns of the longest line; escape sequences have none, nor do bytes that continue a
 * character. */
static int widest(const char *text)
{
    int most = 0, now = 0;
    for (; *text != '\0'; text++) {
        if (*text == '\033')
            while (*text != 'm')
                text++;
        else if (*text == '\n')
            now = 0;
        else
            now += ((unsigned char)*text & 0xc0) != 0x80;
        most = now > most ? now : most;
    }
    return most;
}

/* ---- verdicts ---------------------------------------------------------------------- */

static void test_verdicts(void)
{
    static const struct {
        enum finding_kind kind;
        const char *word;
    } findings[] = {
        {FINDING_LOST, "NOT A SHUFFLE"},     {FINDING_DUPLICATED, "NOT A SHUFFLE"},
        {FINDING_ALTERED, "NOT A SHUFFLE"},  {FINDING_ADDED, "NOT A SHUFFLE"},
        {FINDING_COUNT, "NOT A SHUFFLE"},    {FINDING_NUMBER, "NOT A SHUFFLE"},
        {FINDING_CYCLE, "NOT A SHUFFLE"},    {FINDING_STATUS, "COULD NOT TEST"},
        {FINDING_TIMEOUT, "COULD NOT TEST"}, {FINDING_CANNOT_RUN, "COULD NOT TEST"},
    };
    static const char *const words[] = {"NO EVIDENCE", "UNFAIR", "SUSPECT"};
    static const int status[] = {0, 1, 3};
    TEST("verdicts and statuses; findings come first")
    for (int verdict = 0; verdict < 3; verdict++) {
        struct report report = {.judged = true};
        report.judgement.verdict = (enum fairaudit_verdict)verdict;
        for (int remark = 0; remark < 2; remark++) {
            report.finding.kind = remark ? FINDING_NO_NEWLINE : FINDING_NONE;
            CHECK(strcmp(report_verdict(&report), words[verdict]) == 0);
            CHECK(report_status(&report) == status[verdict]);
        }
        for (size_t i = 0; i < sizeof findings / sizeof findings[0]; i++) {
            report.finding.kind = findings[i].kind;
            CHECK(strcmp(report_verdict(&report), findings[i].word) == 0);
            CHECK(report_status(&report) == 2);
        }
        report.finding.kind = FINDING_NONE;
        report.judged = false;
        CHECK(strcmp(report_verdict(&report), "COULD NOT TEST") == 0);
        CHECK(report_status(&report) == 2);
    }
}

/* ---- texts ------------------------------------------------------------------------- */

static void test_words(void)
{
    uint64_t *position = made_position(10, 3000, MADE_FAIR);
    struct report report = made_report(position, 10, 3000, FAIRAUDIT_NO_EVIDENCE);
    TEST("no evidence is not called fair; the report says what would have been found")
    {
        char *text = printed(&report, plain);
        CHECK(has(text, "NO EVIDENCE") && has(text, "not a proof"));
        CHECK(has(text, "3,000 shuffles") && has(text, "9,000,000"));
        CHECK(!has(text, "UNFAIR") && !has(text, "is fair") && !has(text, "FAIR "));
        free(text);
    }
    TEST("suspect asks for more shuffles; an interruption is shown")
    {
        report = made_report(position, 10, 3000, FAIRAUDIT_SUSPECT);
        report.interrupted = true;
        report.planned = 50000;
        char *text = printed(&report, plain);
        CHECK(has(text, "SUSPECT") && has(text, "12,000") && has(text, "1,000 audits"));
        CHECK(has(text, "stopped") && has(text, "3,000 of 50,000"));
        free(text);
    }
    free(position);
    TEST("unfair: the verdict is short and has the facts")
    {
        position = made_position(10, 20000, MADE_SWAP_WITH_ANY);
        report = made_report(position, 10, 20000, FAIRAUDIT_UNFAIR);
        struct report_style brief = plain;
        brief.brief = true;
        char *text = printed(&report, brief);
        CHECK(has(text, "UNFAIR   swap-with-any, 10 cards"));
        CHECK(has(text, "10,000 shuffles") && has(text, "20,000") && has(text, "0.3 s"));
        CHECK(has(text, "1,000,000") && has(text, "0.124") && has(text, "0.139"));
        CHECK(has(text, "(position)") && has(text, "10^13.2 to 1"));
        CHECK(has(text, "(fits)") && has(text, "sattolo"));
        size_t lines = 0;
        for (const char *at = text; *at != '\0'; at++)
            lines += *at == '\n';
        CHECKF(lines <= 16, "%zu lines", lines);
        free(text);
        report.suspect[0].fits = 0;
        text = printed(&report, plain);
        CHECK(has(text, "no known mistake") && !has(text, "(fits)"));
        CHECK(has(text, "> position") && !has(text, "> sign"));
        const char *won = strstr(text, "10^12.6"); /* by lehmer, not by lehmer-pairs */
        CHECK(won != NULL && !has(won + 1, "10^12.6") && !has(text, "> lehmer-pairs"));
        CHECK(!has(text, " \n"));
        free(text);
        free(position);
    }
}

static void test_foreign(void)
{
    TEST("foreign bytes never reach a terminal as control characters")
    {
        struct report report = {
            .subject_name = "ev\033[2Jil\a", .how = "program", .lines = 3};
        report.finding = (struct finding){
            .kind = FINDING_ADDED, .trial = 2, .complaint = "bad\177\033]0;x\a"};
        snprintf(report.finding.text, sizeof report.finding.text,
                 "line \"a\rb\x9b"
                 "31m\" was never there");
        char *text = printed(&report, plain);
        for (const char *at = text; *at != '\0'; at++)
            CHECK((unsigned char)*at >= ' ' || *at == '\n');
        CHECK(!has(text, "\033") && !has(text, "\177") && !has(text, "\x9b"));
        CHECK(has(text, "a\\015b") && has(text, "\\033") && has(text, " 2\n"));
        free(text);
    }
}

static void test_layout(void)
{
    static const size_t decks[] = {2, 3, 10, 16, 17, 26, 27, 36, 40, 52, 99, 256};
    TEST("no line is wider than allowed, with any deck and any style")
    for (size_t i = 0; i < sizeof decks / sizeof decks[0]; i++) {
        const size_t n = decks[i];
        uint64_t *position = made_position(n, 400, MADE_STOPS_EARLY);
        struct report report = made_report(position, n, 400, FAIRAUDIT_UNFAIR);
        for (int form = 0; form < 6; form++)
            for (int width = 79; width <= 199; width += 40) {
                const struct report_style style = {(enum report_colour)(form % 3),
                                                   form >= 3, width, false};
                char *text = printed(&report, style);
                CHECKF(widest(text) <= width, "n %zu, form %d: %d of %d columns", n, form,
                       widest(text), width);
                CHECK(has(text, "\033") == (style.colour != COLOUR_NONE));
                free(text);
            }
        free(position);
    }
    TEST("a number and its unit stay on one line")
    for (int at = 20; at < 79; at++) {
        char *text = NULL;
        size_t size;
        FILE *file = open_memstream(&text, &size);
        text_wrap(file, plain, at, 4, "in 36.6 % of 8 shuffles (16 s); so it is 10 %");
        fclose(file);
        CHECKF(has(text, "36.6 %") && has(text, "16 s)") && has(text, "10 %"), "%s",
               text);
        free(text);
    }
    TEST("a word longer than a line is broken, not lost")
    {
        char word[301] = "", *text = NULL;
        size_t size;
        memset(word, 'x', 300);
        FILE *file = open_memstream(&text, &size);
        text_wrap(file, plain, 0, 4, word);
        fclose(file);
        size_t letters = 0;
        for (const char *at = text; *at != '\0'; at++)
            letters += *at == 'x';
        CHECK(letters == 300 && widest(text) == 79);
        free(text);
    }
}

static void test_numbers(void)
{
    char text[NUMBER_ROOM];
    TEST("numbers for people")
    {
        CHECK(strcmp(number_count(text, 0), "0") == 0);
        CHECK(strcmp(number_count(text, 999), "999") == 0);
        CHECK(strcmp(number_count(text, 1000), "1,000") == 0);
        CHECK(strcmp(number_count(text, UINT64_MAX), "18,446,744,073,709,551,615") == 0);
        CHECK(strcmp(number_p_value(text, 9.99e-7), "1.0e-6") == 0);
        CHECK(strcmp(number_p_value(text, 2.1e-123), "2.1e-123") == 0);
        CHECK(strcmp(number_p_value(text, 0), "<1e-300") == 0);
        CHECK(strcmp(number_p_value(text, 0.5), "0.500") == 0);
        CHECK(strcmp(number_odds(text, 30.4), "10^13.2") == 0);
        CHECK(strcmp(number_odds(text, 1e7), "10^4,342,945") == 0);
        CHECK(strcmp(number_odds(text, -0.001), "<1") == 0);
        CHECK(strcmp(number_odds(text, 0), "1") == 0);
        CHECK(strcmp(number_odds(text, log(3.42)), "3.4") == 0);
        CHECK(strcmp(number_odds(text, log(9.96)), "10") == 0);
        CHECK(strcmp(number_odds(text, log(1234)), "1,234") == 0);
        CHECK(strcmp(number_odds(text, INFINITY), "-") == 0);
        CHECK(strcmp(number_percent(text, 0.129), "12.9 %") == 0);
        CHECK(strcmp(number_seconds(text, 125), "2 min 5 s") == 0);
        CHECK(strcmp(number_plural(text, 1, "card"), "1 card") == 0);
        CHECK(strcmp(number_plural(text, 1024, "card"), "1,024 cards") == 0);
    }
}

/* ---- the heat map ------------------------------------------------------------------ */

/* The line of the map that begins with a card's number. */
static const char *row_of(const char *map, size_t card)
{
    char wanted[32];
    snprintf(wanted, sizeof wanted, "\n%6zu  ", card);
    const char *at = strstr(map, wanted);
    return at != NULL ? at + strlen(wanted) : "";
}

static void test_heatmap(void)
{
    TEST("rows are cards, columns are positions")
    {
        uint64_t counts[20 * 20];
        for (size_t i = 0; i < 400; i++)
            counts[i] = 1000;
        counts[16 * 20 + 4] = 2000; /* position 17, card 5: twice as often */
        counts[2 * 20 + 9] = 0;     /* position 3, card 10: never */
        char *map = map_of(counts, 20, 20000, plain);
        CHECKF(strncmp(row_of(map, 5), ". . . . . . . . . . . . . . . . # . . .\n", 40) ==
                   0,
               "%s", map);
        CHECKF(strncmp(row_of(map, 10), ". . = . . . ", 12) == 0, "%s", map);
        CHECK(has(map, "never = - . + # more") && has(map, "0 %, 5 %, 10 %"));
        free(map);
    }
    TEST("small decks show percentages, large ones the means of neighbours")
    {
        uint64_t *counts = made_position(5, 2000, MADE_STOPS_EARLY);
        char *map = map_of(counts, 5, 2000, plain);
        CHECKF(has(row_of(map, 5), "100.0#") && has(row_of(map, 1), "0.0="), "%s", map);
        free(map);
        free(counts);
        counts = made_position(256, 2000, MADE_STOPS_EARLY);
        map = map_of(counts, 256, 2000, plain);
        CHECK(has(map, "4 cards by 4"));
        free(map);
        free(counts);
    }
    TEST("fair cells are grey, in every size")
    for (size_t n = 20; n <= 256; n += 59) {
        uint64_t *counts = made_position(n, 3000, MADE_FAIR);
        char *map = map_of(counts, n, 3000, plain);
        CHECKF(has(map, "4 standard deviations") && !has(map, "#"), "n %zu", n);
        free(map);
        free(counts);
    }
}

/* ---- counts, proofs, the list ------------------------------------------------------ */

static void test_counts(void)
{
    static const uint64_t published[100] = {
        500615, 499952, 499386, 500795, 500351, 499709, 499857, 499349, 501105, 498881,
        500452, 499488, 498818, 499743, 499516, 501202, 498615, 500033, 500026, 502107,
        500301, 500351, 500090, 500974, 499708, 499609, 500116, 499786, 500193, 498872,
        499289, 500363, 500851, 498528, 499877, 500243, 500888, 500124, 500146, 499691,
        499897, 500459, 499878, 499256, 500657, 500270, 500140, 499611, 499026, 500806,
        499366, 500204, 500628, 500118, 499891, 499173, 500273, 499893, 499671, 500783,
        499615, 500372, 499673, 500288, 500217, 499600, 500635, 500658, 499514, 499428,
        500217, 499792, 500287, 499879, 498955, 500273, 499510, 500427, 501187, 499473,
        500317, 499911, 500070, 500204, 500861, 499790, 499568, 500481, 499326, 499472,
        499931, 499108, 500319, 500215, 499967, 500131, 500398, 499638, 499806, 500487};
    TEST("the published matrix in its layout, with the right statistic")
    {
        uint64_t counts[100]; /* by position and card; printed by card and position */
        for (size_t i = 0; i < 100; i++)
            counts[i % 10 * 10 + i / 10] = published[i];
        char *text = NULL;
        size_t size;
        FILE *file = open_memstream(&text, &size);
        counts_print(file, counts, 10, 5000000, "original", 1.5);
        fclose(file);
        CHECK(has(text, "\n500615  499952  499386  500795  500351  499709  499857  "
                        "499349  501105  498881\n500452  499488"));
        CHECK(has(text, "72.74") && has(text, "65.47") && has(text, "81 degrees"));
        CHECKF(has(text, "89.5 %") && has(text, "10.5 %"), "%s", text);
        CHECKF(has(text, "card 2 ") && has(text, " 10: z +3.14, p 0.168"), "%s", text);
        CHECK(has(text, "5,000,000 shuffles") && has(text, "10 cards"));
        free(text);
    }
}

static char *proof_of(const audit_exact *exact, const char *die)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    exact_print(file, exact, "swap-with-any", die, plain);
    fclose(file);
    return text;
}

static void test_exact(void)
{
    audit_natural numerator[6];
    double position[9];
    audit_exact exact = made_exact(numerator, position);
    TEST("a proof shows fractions, in lowest terms")
    {
        char *text = proof_of(&exact, "exact");
        CHECK(has(text, "PROVED UNFAIR   swap-with-any, 3 cards\n"));
        CHECK(has(text, "1/18 = 0.0555556") && has(text, "5/27") && has(text, "4/27"));
        CHECK(has(text, "27 sequences") && has(text, "impossible   none"));
        CHECK(has(text, ": 1.25\n") && has(text, "1 3 2"));
        CHECKF(has(row_of(text, 2), "37.0#"), "%s", text);
        CHECKF(widest(text) <= 79, "%d", widest(text));
        free(text);
    }
    TEST("impossible permutations, unknown numbers, numbers too large for doubles, dice")
    {
        audit_natural_set(&numerator[5], 0);
        exact.impossible = 1;
        exact.largest = INFINITY;
        exact.log2_ratio = 1275;
        char *text = proof_of(&exact, "modulo:15");
        CHECK(has(text, "with modulo:15") && has(text, "1 of 6 "));
        CHECK(has(text, "2^1275") && has(text, "impossible\n"));
        CHECK(!has(text, "inf") && !has(text, "nan"));
        free(text);
        exact.impossible = -1;
        exact.has_distance = exact.has_ratio = exact.has_position = 0;
        exact.orders = 0;
        text = proof_of(&exact, NULL);
        CHECK(has(text, "unknown"));
        free(text);
    }
}

static void test_list(void)
{
    TEST("the list has every shuffle and every die")
    {
        char *text = NULL;
        size_t size;
        FILE *file = open_memstream(&text, &size);
        list_print(file, plain);
        fclose(file);
        for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++)
            CHECKF(has(text, s->name) && has(text, s->fair ? "fair " : "wrong"), "%s",
                   s->name);
        for (const audit_die_kind *d = audit_dice; d->name != NULL; d++)
            CHECKF(has(text, d->name), "%s", d->name);
        CHECKF(widest(text) <= 79, "%d columns", widest(text));
        free(text);
    }
}

/* ---- terminals --------------------------------------------------------------------- */

static void test_style(void)
{
    unsetenv("NO_COLOR");
    unsetenv("COLUMNS");
    unsetenv("COLORTERM");
    setenv("TERM", "xterm", 1);
    TEST("a file has no colours unless they are wanted")
    {
        FILE *file = tmpfile();
        CHECK(report_style_for(file, -1).colour == COLOUR_NONE);
        CHECK(report_style_for(file, 1).colour == COLOUR_256);
        setenv("COLORTERM", "truecolor", 1);
        CHECK(report_style_for(file, 1).colour == COLOUR_TRUE);
        CHECK(report_style_for(file, 0).colour == COLOUR_NONE);
        CHECK(report_style_for(file, -1).width == 79);
        setenv("COLUMNS", "120", 1);
        CHECK(report_style_for(file, -1).width == 119);
        setenv("COLUMNS", "-3", 1);
        CHECK(report_style_for(file, -1).width == 79);
        unsetenv("COLUMNS");
        fclose(file);
    }
    TEST("a terminal has colours, unless NO_COLOR or TERM forbid it, and a width")
    {
        const int master = posix_openpt(O_RDWR | O_NOCTTY);
        const int ready = master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0;
        FILE *file = ready ? fopen(ptsname(master), "w") : NULL;
        if (file != NULL) {
            const struct winsize size = {.ws_row = 24, .ws_col = 101};
            CHECK(ioctl(fileno(file), TIOCSWINSZ, &size) == 0);
            CHECK(report_style_for(file, -1).colour == COLOUR_TRUE);
            CHECK(report_style_for(file, -1).width == 100);
            setenv("NO_COLOR", "1", 1);
            CHECK(report_style_for(file, -1).colour == COLOUR_NONE);
            CHECK(report_style_for(file, 1).colour == COLOUR_TRUE);
            setenv("NO_COLOR", "", 1); /* as if it were not set */
            CHECK(report_style_for(file, -1).colour == COLOUR_TRUE);
            setenv("TERM", "dumb", 1);
            CHECK(report_style_for(file, -1).colour == COLOUR_NONE);
            fclose(file);
        } else {
            printf("# no pseudo-terminal here\n");
        }
        if (master >= 0)
            close(master);
    }
}

int main(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    test_verdicts();
    test_words();
    test_foreign();
    test_layout();
    test_numbers();
    test_heatmap();
    test_counts();
    test_exact();
    test_list();
    test_style();
    return test_done();
}
