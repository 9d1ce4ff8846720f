/* SPDX-License-Identifier: MIT
 *
 * test_model.c - the model behind fairshuf-mpi --explain.
 *
 * Reason: the model is a second description of what src/mpi does. If one changes and the
 * other does not, users plan with wrong numbers. So it is compared with what --verbose
 * reported for real runs, and with what must hold for any run.
 *
 *     test_model table [GIB]     prints the table of docs/mpi.md instead, for ranks with
 *                                this much memory (4)
 */
#include "tests/support/test.h"
#include "tools/mpi/model.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static bool is_near(double a, double b, double tolerance)
{
    const double difference = a < b ? b - a : a - b;
    return difference <= tolerance * b + 1e-9;
}

/* ---- real runs -------------------------------------------------------------------- */

/* 2,000,000 lines, 195,807,196 bytes, one thread for each rank. */
static const struct {
    uint64_t ranks;  /* their number */
    uint64_t memory; /* --memory, in MiB */
    double read;     /* bytes, as --verbose reports them */
    double sent;
    double messages;
    double temporary;
} measured[] = {
    {1, 1024, 195807196, 0, 0, 0},
    {2, 1024, 195811292, 99937698, 9, 0},
    {4, 1024, 195819484, 150820155, 27, 0},
    {8, 1024, 195835868, 177404008, 63, 0},
    {4, 100, 195819484, 150827067, 51, 0},
    {8, 100, 195835868, 177421928, 175, 0},
    {2, 100, 391618488, 99985570, 97, 127658367},
    {2, 30, 391618488, 100036706, 191, 191499522},
    {4, 30, 391626680, 150979131, 579, 163997898},
    {8, 30, 391643064, 177619048, 1407, 166249805},
    {2, 8, 391618488, 101119102, 751, 193155012},
    {4, 8, 391626680, 152637650, 2259, 190698473},
    {8, 8, 391643064, 179621674, 5327, 179978149},
};

static void compare_with_runs(void)
{
    for (size_t i = 0; i < COUNT(measured); i++) {
        const struct cluster_load load = {.bytes = 195807196,
                                          .records = 2e6,
                                          .wanted = 2e6,
                                          .ranks = measured[i].ranks,
                                          .memory = measured[i].memory << 20,
                                          .threads = 1};
        const struct cluster_forecast will = cluster_model(&load);
        const unsigned long long ranks = load.ranks, memory = measured[i].memory;
        CHECKF(is_near(will.read, measured[i].read, 0.001), "%llu %llu: read %.0f", ranks,
               memory, will.read);
        CHECKF(is_near(will.sent, measured[i].sent, 0.02), "%llu %llu: sent %.0f", ranks,
               memory, will.sent);
        CHECKF(is_near(will.messages, measured[i].messages, 0.2),
               "%llu %llu: %.0f messages", ranks, memory, will.messages);
        CHECKF(is_near(will.temporary, measured[i].temporary, 0.1),
               "%llu %llu: temporary %.0f", ranks, memory, will.temporary);
        CHECK(will.written == load.bytes);
    }
}

/* ---- any run ---------------------------------------------------------------------- */

static void check_load(const struct cluster_load *load)
{
    const struct cluster_forecast will = cluster_model(load);
    const double ranks = (double)load->ranks, limit = (double)load->memory;
    const double share = load->records > 0 ? load->wanted / load->records : 0;
    const double written = share * load->bytes;
    char text[128];
    snprintf(text, sizeof text, "%g bytes, %g of %g records, %g ranks, %g bytes each",
             load->bytes, load->wanted, load->records, ranks, limit);
    CHECKF(is_near(will.written, written, 1e-9), "%s: %g written", text, will.written);
    CHECKF(will.read == load->bytes || will.read == 2 * load->bytes || share == 0, "%s",
           text);
    CHECKF(will.memory <= limit, "%s: memory %g", text, will.memory);
    CHECKF((will.times > 1) == (will.read > load->bytes) || share == 0, "%s", text);
    CHECKF(will.fits == (will.temporary == 0), "%s", text);
    CHECKF(will.sent >= written * (ranks - 1) / ranks * (1 - 1e-9), "%s: %g sent", text,
           will.sent);
    CHECKF(load->ranks > 1 || (will.sent == 0 && will.messages == 0), "%s", text);
    CHECKF(will.messages <= (will.rounds + 1) * ranks * ranks, "%s: %g messages", text,
           will.messages);
    if (load->bytes > 0 && load->bytes / ranks < limit / 4)
        CHECKF(will.held && will.read == load->bytes, "%s: read %g", text, will.read);
    if (will.cells > load->records + ranks && load->records > 0)
        CHECKF(will.cells <= 1 << 20, "%s: %g cells", text, will.cells);
}

static void check_many_loads(void)
{
    static const double lengths[] = {1, 9, 100, 5000, 1e6, 1e9};
    static const uint64_t ranks[] = {1, 2, 3, 16, 256, 4096, 1000000};
    static const uint64_t mebibytes[] = {1, 8, 100, 4096, 262144};
    for (size_t l = 0; l < COUNT(lengths); l++)
        for (double records = 0; records <= 1e12; records = 7 * records + 1)
            for (size_t r = 0; r < COUNT(ranks); r++)
                for (size_t m = 0; m < COUNT(mebibytes); m++)
                    for (unsigned part = 0; part < 3; part++) {
                        const struct cluster_load load = {.bytes = records * lengths[l],
                                                          .records = records,
                                                          .wanted = records * part / 2,
                                                          .ranks = ranks[r],
                                                          .memory = mebibytes[m] << 20,
                                                          .threads = part + 1};
                        check_load(&load);
                    }
}

/* ---- the table -------------------------------------------------------------------- */

static void print_table(uint64_t memory)
{
    static const double terabytes[] = {1, 10, 100};
    static const uint64_t ranks[] = {16, 256, 4096};
    printf(
        "| data | ranks | read | sent | written | messages | rounds | temporary files | "
        "memory of a rank |\n|---|---|---|---|---|---|---|---|---|\n");
    for (size_t t = 0; t < COUNT(terabytes); t++)
        for (size_t r = 0; r < COUNT(ranks); r++) {
            const double bytes = terabytes[t] * 1e12;
            const struct cluster_load load = {.bytes = bytes,
                                              .records = bytes / 100,
                                              .wanted = bytes / 100,
                                              .ranks = ranks[r],
                                              .memory = memory << 30,
                                              .threads = 1};
            const struct cluster_forecast will = cluster_model(&load);
            printf(
                "| %.0f TB | %llu | %.2f TB | %.2f TB | %.2f TB | %.3g million | %.0f | "
                "%.2f TB | %.2f GB |\n",
                terabytes[t], (unsigned long long)ranks[r], will.read / 1e12,
                will.sent / 1e12, will.written / 1e12, will.messages / 1e6, will.rounds,
                will.temporary / 1e12, will.memory / 1e9);
        }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "table") == 0) {
        print_table(argc > 2 ? strtoull(argv[2], NULL, 10) : 4);
        return 0;
    }
    TEST("the model matches real runs")
    {
        compare_with_runs();
    }
    TEST("what must hold for any run")
    {
        check_many_loads();
    }
    TEST("with memory for everything, each byte is read, sent and written at most once")
    {
        const struct cluster_load load = {.bytes = 1e12,
                                          .records = 1e10,
                                          .wanted = 1e10,
                                          .ranks = 1024,
                                          .memory = UINT64_C(4) << 30,
                                          .threads = 1};
        const struct cluster_forecast will = cluster_model(&load);
        CHECK(will.held && will.fits && will.read == 1e12 && will.temporary == 0);
        CHECKF(will.sent < 1.1e12, "%g", will.sent);
    }
    return test_done();
}
