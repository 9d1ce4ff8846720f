/* SPDX-License-Identifier: MIT
 *
 * test.h - a minimal test harness: TAP on stdout, one line per test.
 *
 *     TEST("what must hold")
 *     {
 *         CHECK(1 + 1 == 2);
 *         CHECKF(x == y, "x is %d, y is %d", x, y);
 *     }
 *     ...
 *     return test_done();
 *
 * A test passes if it has checks and all of them hold. The first failing checks are
 * shown.
 */
#ifndef TEST_H
#define TEST_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    unsigned count;   /* tests so far */
    unsigned failed;  /* tests that failed */
    unsigned shown;   /* failing checks of this test */
    int checked;      /* this test has a check; any thread may set it */
    const char *name; /* the name of this test */
} test_state;

static inline void test_close(void)
{
    if (test_state.name == NULL)
        return;
    if (!test_state.checked) {
        printf("# nothing was checked\n");
        test_state.shown++;
    }
    printf("%sok %u - %s\n", test_state.shown > 0 ? "not " : "", ++test_state.count,
           test_state.name);
    fflush(stdout);
    test_state.failed += test_state.shown > 0;
    test_state.name = NULL;
}

static inline int test_open(const char *name)
{
    test_close();
    test_state.name = name;
    test_state.shown = 0;
    test_state.checked = 0;
    return 1;
}

#ifdef __MINGW_PRINTF_FORMAT /* of <stdio.h> of mingw-w64: it is not Microsoft's */
#define TEST_PRINTF __MINGW_PRINTF_FORMAT
#else
#define TEST_PRINTF printf
#endif

__attribute__((format(TEST_PRINTF, 4, 5))) static inline int test_check(
    int holds, const char *file, int line, const char *format, ...)
{
    __atomic_store_n(&test_state.checked, 1, __ATOMIC_RELAXED);
    if (!holds && test_state.shown++ < 5) {
        va_list args;
        va_start(args, format);
        printf("# %s:%d: ", file, line);
        vprintf(format, args);
        printf("\n");
        va_end(args);
    }
    return holds;
}

static inline int test_done(void)
{
    test_close();
    printf("1..%u\n", test_state.count);
    return test_state.failed > 0;
}

#define TEST(name) if (test_open(name))
#define CHECK(condition) test_check(!!(condition), __FILE__, __LINE__, "%s", #condition)
#define CHECKF(condition, ...) test_check(!!(condition), __FILE__, __LINE__, __VA_ARGS__)

/* The key of test number s: 32 bytes (s + 7 i) mod 256. */
static inline const uint8_t *test_key(unsigned s)
{
    static uint8_t key[32];
    for (unsigned i = 0; i < 32; i++)
        key[i] = (uint8_t)(s + 7 * i);
    return key;
}

#endif
