/* SPDX-License-Identifier: MIT
 *
 * test_args_gnu.c - the command line of GNU shuf: what is accepted, what is refused, and
 * with which message.
 *
 * Reason: scripts written for GNU shuf must go on working. The messages were found by
 * running GNU shuf.
 */
#define _GNU_SOURCE
#include "tests/tools/args_fixtures.h"

/* The same under the names shuf and fairshuf. */
static const struct mistake gnu_mistakes[] = {
    {"--h", "option '--h' is ambiguous; possibilities: '--head-count' '--help'", true},
    {"--he=3", "option '--he=3' is ambiguous; possibilities: '--head-count' '--help'",
     true},
    {"--r", "option '--r' is ambiguous; possibilities: '--random-source' '--repeat'",
     true},
    {"--foo", "unrecognized option '--foo'", true},
    {"--foo=bar", "unrecognized option '--foo=bar'", true},
    {"-Q", "invalid option -- 'Q'", true},
    {"-erQ", "invalid option -- 'Q'", true},
    {"-e-", "invalid option -- '-'", true},
    {"-n", "option requires an argument -- 'n'", true},
    {"-en", "option requires an argument -- 'n'", true},
    {"--head-count", "option '--head-count' requires an argument", true},
    {"--ra", "option '--random-source' requires an argument", true},
    {"--ec=1", "option '--echo' doesn't allow an argument", true},
    {"--repeat=", "option '--repeat' doesn't allow an argument", true},
    {"-n abc", "invalid line count: 'abc'", false},
    {"-n -1", "invalid line count: '-1'", false},
    {"-n 3k", "invalid line count: '3k'", false},
    {"-n 3%", "invalid line count: '3 '", false},
    {"-n _", "invalid line count: ''", false},
    {"-n a'b\\c\n\001\377", "invalid line count: 'a\\'b\\\\c\\n\\001\\377'", false},
    {"-n 99999999999999999999x", "invalid line count: '99999999999999999999x'", false},
    {"-i 5-3", "invalid input range: '5-3'", false},
    {"-i 5", "invalid input range: '5'", false},
    {"-i 5-", "invalid input range: '5-'", false},
    {"-i -5", "invalid input range: '-5'", false},
    {"-i 1-2-3", "invalid input range: '1-2-3'", false},
    {"-i 0x1-3", "invalid input range: '0x1-3'", false},
    {"-i 0-18446744073709551615", "invalid input range: '0-18446744073709551615'", false},
    {"-i 1-18446744073709551616",
     "invalid input range: '1-18446744073709551616': Value too large for defined data "
     "type",
     false},
    {"-i 18446744073709551616-1",
     "invalid input range: '18446744073709551616-1': Value too large for defined data "
     "type",
     false},
    {"-i 1-18446744073709551616x", "invalid input range: '1-18446744073709551616x'",
     false},
    {"-i 1-2 -i bad", "multiple -i options specified", false},
    {"-o a -o b", "multiple output files specified", false},
    {"--random-source=a --random-source b", "multiple random sources specified", false},
    {"-e -i 1-2 x", "cannot combine -e and -i options", true},
    {"-i 1-2 x y", "extra operand 'x'", true},
    {"x -n0 -i 1-2", "extra operand 'x'", true},
    {"-n x -Q --help", "invalid line count: 'x'", false},
};

static const struct mistake strict_mistakes[] = {
    {"a b c", "extra operand 'b'", true},
    {"--seed=1", "unrecognized option '--seed=1'", true},
    {"--header", "unrecognized option '--header'", true},
    {"--memory=1G", "unrecognized option '--memory=1G'", true},
    {"--temp-dir=.", "unrecognized option '--temp-dir=.'", true},
    {"--decompress", "unrecognized option '--decompress'", true},
    {"--no-sync", "unrecognized option '--no-sync'", true},
    {"-q", "invalid option -- 'q'", true},
};

static void test_gnu(void)
{
    TEST("GNU's messages, under either name")
    {
        for (size_t i = 0; i < COUNT(gnu_mistakes); i++) {
            bad("shuf", &gnu_mistakes[i]);
            bad("fairshuf", &gnu_mistakes[i]);
        }
    }
    TEST("called as shuf, it has no other options")
    {
        for (size_t i = 0; i < COUNT(strict_mistakes); i++)
            bad("shuf", &strict_mistakes[i]);
        CHECK(run("/usr/bin/shuf", "-q") == SETTINGS_WRONG && settings.strict);
        CHECK(run("lt-shuf", "-q") == SETTINGS_RUN && !settings.strict);
        CHECK(run("shuf/fairshuf", "-q a b") == SETTINGS_RUN && !settings.strict);
        CHECK(settings_read(&settings, 0, (char *[]){NULL}) == SETTINGS_RUN);
    }
    TEST("values, clusters of letters, abbreviations")
    {
        static const char *const three[] = {"-n3",
                                            "-n 3",
                                            "-n+3",
                                            "-n %3",
                                            "-en3",
                                            "-zrn3",
                                            "-rn 3",
                                            "--head-count=3",
                                            "--head-count 3",
                                            "--hea=3",
                                            "--head 3",
                                            "-n 5 -n 3 -n 9",
                                            "-n 3 -n 99999999999999999999"};
        for (size_t i = 0; i < COUNT(three); i++)
            CHECKF(good(three[i]) && settings.head == 3, "%s", three[i]);
        CHECK(good("-n 99999999999999999999") && settings.head == UINT64_MAX);
        CHECK(good("--re") && settings.repeat);
        CHECK(good("--e --z") && settings.echo && settings.format.delimiter == '\0');
        CHECK(good("--o=x") && strcmp(settings.output, "x") == 0);
        CHECK(good("-o x --outp x") && strcmp(settings.output, "x") == 0);
        CHECK(good("--output-=x --with=y"));
        CHECK(good("--heade=2") && settings.header == 2);
        CHECK(good("--rec=2") && settings.format.kind == FAIR_FIXED);
        CHECK(run("fairshuf", "--v -Q") == SETTINGS_VERSION);
        CHECK(run("fairshuf", "--hel -Q") == SETTINGS_HELP);
        CHECK(good("--verb") && settings.verbose);
    }
    TEST("operands and options in any order, as with getopt_long")
    {
        CHECK(good("a -e b -- -n c") && strcmp(operands(), "a|b|-n|c|") == 0);
        CHECK(good("a -n 3 - -r -e b") && strcmp(operands(), "a|-|b|") == 0);
        CHECK(good("-- a") && strcmp(operands(), "a|") == 0);
        CHECK(good("-e _ --") && strcmp(operands(), "|") == 0);
        CHECK(good("") && strcmp(operands(), "") == 0);
        setenv("POSIXLY_CORRECT", "1", 1);
        CHECK(good("-e a -n 3 -- b") && strcmp(operands(), "a|-n|3|--|b|") == 0);
        unsetenv("POSIXLY_CORRECT");
    }
    TEST("ranges")
    {
        CHECK(good("-i 1-10") && settings.lowest == 1 && settings.numbers == 10);
        CHECK(good("-i %1-%+3") && settings.lowest == 1 && settings.numbers == 3);
        CHECK(good("-i 1-0") && settings.range && settings.numbers == 0);
        CHECK(good("-i 5-5") && settings.lowest == 5 && settings.numbers == 1);
        CHECK(good("-i 1-18446744073709551615") && settings.numbers == UINT64_MAX);
        CHECK(good("-i 18446744073709551615-18446744073709551615") &&
              settings.lowest == UINT64_MAX && settings.numbers == 1);
        CHECK(good("-i 18446744073709551615-18446744073709551614") &&
              settings.numbers == 0);
    }
}

static void test_names(void)
{
    TEST("names as GNU's programs show them")
    {
        static const char *const names[][2] = {{"plain-1.txt", "plain-1.txt"},
                                               {"", "''"},
                                               {"a b", "'a b'"},
                                               {"a:b", "'a:b'"},
                                               {"it's", "\"it's\""},
                                               {"a'b$", "'a'\\''b$'"},
                                               {"a\nb", "'a'$'\\n''b'"},
                                               {"\t", "''$'\\t'"},
                                               {"a\001'b", "'a'$'\\001'\\''b'"},
                                               {"{", "'{'"},
                                               {"{a}", "{a}"},
                                               {"#a", "'#a'"},
                                               {"a#", "a#"},
                                               {"\377", "''$'\\377'"}};
        for (size_t i = 0; i < COUNT(names); i++)
            CHECKF(strcmp(say_file(names[i][0]), names[i][1]) == 0, "%s",
                   say_file(names[i][0]));
    }
}

int main(void)
{
    set_up();
    test_gnu();
    test_names();
    return test_done();
}
