/* SPDX-License-Identifier: MIT
 *
 * demo.c - the library at work: a deck shuffled with fresh bits, a deck shuffled the same
 * way for everybody, a large array on one core and on all, and where the cards go in
 * right and wrong shuffles.
 *
 * The matrices are those of a well-known article: 10 cards, 5,000,000 shuffles, how often
 * each card ended at each place. The chi-square tells at a glance what the eye cannot
 * see.
 */
#include <fairshuf.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "catalogue.h"
#include "chisq.h"
#include "position.h"

enum { CARDS = 10, TRIALS = 5000000, LARGE = 10000000 };

static int colour;

/* The kernel that FAIRSHUF_KERNEL names, if it is set; returns whether there is one. */
static int use_kernel(void)
{
    const char *wanted = getenv("FAIRSHUF_KERNEL");
    if (wanted == NULL || *wanted == '\0' || fair_kernel_use(wanted) == FAIR_OK)
        return 1;
    fprintf(stderr,
            "demo: FAIRSHUF_KERNEL=%s: no such kernel on this machine; it has:", wanted);
    for (size_t i = 0; fair_kernel_name(i) != NULL; i++)
        fprintf(stderr, " %s", fair_kernel_name(i));
    fprintf(stderr, "\n");
    return 0;
}

static void print_deck(const unsigned char *deck)
{
    static const char *const rank[] = {"A", "2", "3",  "4", "5", "6", "7",
                                       "8", "9", "10", "J", "Q", "K"};
    static const char *const suit[] = {"♠", "♥", "♦", "♣"};
    for (int i = 0; i < 52; i++) {
        const int red = deck[i] / 13 == 1 || deck[i] / 13 == 2;
        printf("%s%5s%s%s%s", i % 13 == 0 ? "   " : "", rank[deck[i] % 13],
               colour && red ? "\033[31m" : "", suit[deck[i] / 13],
               colour && red ? "\033[0m" : "");
        if (i % 13 == 12)
            printf("\n");
    }
}

static void new_deck(unsigned char *deck, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        deck[i] = (unsigned char)i;
}

/* The judge's die for the catalogue: ours. */
static uint64_t fair_choose(void *rng, uint64_t m)
{
    return fair_below(rng, m);
}

/* fair_shuffle in the shape of the catalogue. */
static void ours(const audit_die *die, unsigned char *a, size_t n)
{
    fair_shuffle(die->context, a, n, 1);
}

/* Black on orange for too often, on blue for too seldom, in three strengths; what chance
 * explains (5 standard deviations) stays as it is. */
static const char *paint(uint64_t count)
{
    static const char *const orange[] = {
        "\033[38;5;16;48;5;230m", "\033[38;5;16;48;5;222m", "\033[38;5;16;48;5;214m"};
    static const char *const blue[] = {"\033[38;5;16;48;5;195m", "\033[38;5;16;48;5;117m",
                                       "\033[38;5;16;48;5;75m"};
    const double expected = (double)TRIALS / CARDS;
    const double off = ((double)count - expected) / expected;
    if (!colour || fabs(off) * expected < 5 * sqrt(expected * (1 - 1.0 / CARDS)))
        return "";
    const int strength = fabs(off) < 0.05 ? 0 : fabs(off) < 0.15 ? 1 : 2;
    return (off > 0 ? orange : blue)[strength];
}

static void print_matrix(const uint64_t *count)
{
    for (int card = 0; card < CARDS; card++) {
        printf("   ");
        for (int place = 0; place < CARDS; place++) {
            const uint64_t c = count[card * CARDS + place];
            const char *on = paint(c);
            printf("%s%8" PRIu64 "%s", on, c, *on ? "\033[0m" : "");
        }
        printf("\n");
    }
}

static void print_worst(const uint64_t *count)
{
    const double expected = (double)TRIALS / CARDS;
    int worst = 0;
    for (int i = 1; i < CARDS * CARDS; i++)
        if (fabs((double)count[i] - expected) > fabs((double)count[worst] - expected))
            worst = i;
    const double share = 100.0 * (double)count[worst] / TRIALS;
    printf("    for example, card %d comes to place %d in %.1f %% of shuffles, not in "
           "%.0f %%\n",
           worst / CARDS + 1, worst % CARDS + 1, share, 100.0 / CARDS);
}

/* Words in lines of at most 80 columns, indented by 4. */
static void print_wrapped(const char *text)
{
    int column = 0;
    while (*text != '\0') {
        const int length = (int)strcspn(text, " ");
        if (column > 0 && column + 1 + length > 76) {
            printf("\n");
            column = 0;
        }
        column += printf("%s%.*s", column == 0 ? "    " : " ", length, text) -
                  (column == 0 ? 4 : 0);
        text += length;
        text += strspn(text, " ");
    }
    printf("\n");
}

static void show(const audit_shuffle *shuffle, fair_rng *rng)
{
    const audit_die die = {fair_choose, rng};
    uint64_t count[CARDS * CARDS] = {0};
    for (int t = 0; t < TRIALS; t++) {
        unsigned char order[CARDS];
        new_deck(order, CARDS);
        shuffle->run(&die, order, CARDS);
        audit_position_add(count, order, CARDS);
    }
    const double df = (CARDS - 1) * (CARDS - 1);
    const double x = audit_position_chisq(count, CARDS, TRIALS);
    const double p = audit_chisq_upper(x, df);
    const int wrong = p < 1e-6;

    printf("\n%s%s%s\n", colour ? "\033[1m" : "", shuffle->title,
           colour ? "\033[0m" : "");
    print_wrapped(shuffle->story);
    print_matrix(count);
    if (wrong) {
        printf("    chi-square %.0f where about %.0f is due: NOT a fair shuffle\n", x,
               df);
        print_worst(count);
    } else {
        printf("    chi-square %.1f where about %.0f is due (p = %.2f): nothing wrong "
               "here\n",
               x, df, p);
    }
}

static double seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The order of many numbers, and how long it took; NULL if it cannot be made. It is made
 * twice, and the second time counts: the first has to wait for memory. */
static uint32_t *order_many(const uint8_t key[FAIR_KEY_SIZE], unsigned threads)
{
    const fair_options options = {.threads = threads};
    uint32_t *order = malloc(LARGE * sizeof *order);
    int error = order == NULL ? FAIR_ENOMEM : FAIR_OK;
    double took = 0;
    for (int i = 0; i < 2 && error == FAIR_OK; i++) {
        const double begun = seconds();
        error = fair_permutation_parallel32(key, order, LARGE, &options);
        took = seconds() - begun;
    }
    if (error != FAIR_OK) {
        fprintf(stderr, "demo: %d numbers: %s\n", LARGE, fair_strerror(error));
        free(order);
        return NULL;
    }
    printf("    on %s: %.2f s; it begins %" PRIu32 " %" PRIu32 " %" PRIu32 "\n",
           threads == 1 ? "one core" : "all cores", took, order[0], order[1], order[2]);
    return order;
}

static int show_many(const uint8_t key[FAIR_KEY_SIZE])
{
    printf("\nThe order of %d numbers with that key, whatever the number of cores:\n",
           LARGE);
    uint32_t *one = order_many(key, 1), *all = order_many(key, 0);
    const int good =
        one != NULL && all != NULL && memcmp(one, all, LARGE * sizeof *one) == 0;
    if (good)
        printf("    the two are equal in every place\n");
    else if (one != NULL && all != NULL)
        fprintf(stderr, "demo: the two orders differ\n");
    free(one);
    free(all);
    return good;
}

int main(void)
{
    static const char *const shown[] = {"original", "inside-out", "swap-with-any",
                                        "sattolo", "stops-early"};
    static const uint8_t key[FAIR_KEY_SIZE] = "fairshuf: the same for everybody";
    unsigned char deck[52];
    fair_rng rng;

    colour = isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL;
    if (!use_kernel())
        return 1;
    const int error = fair_rng_init(&rng);
    if (error != FAIR_OK) {
        fprintf(stderr, "demo: no random bits: %s\n", fair_strerror(error));
        return 1;
    }

    printf("fairshuf %s, ChaCha8 kernel %s\n\n", fair_version(), fair_kernel());
    printf(
        "A deck shuffled with fresh random bits; nobody has seen this order before:\n");
    new_deck(deck, 52);
    fair_shuffle(&rng, deck, 52, 1);
    print_deck(deck);

    fair_rng keyed;
    fair_rng_init_key(&keyed, key);
    printf("\nAnd with a fixed key: everybody gets this order, on every machine, for "
           "ever:\n");
    new_deck(deck, 52);
    fair_shuffle(&keyed, deck, 52, 1);
    print_deck(deck);
    if (!show_many(key))
        return 1;

    printf("\nWhere do %d cards go in %d shuffles? A line is a card, a column a place,\n"
           "and every number should be near %d.%s\n",
           CARDS, TRIALS, TRIALS / CARDS,
           colour ? " Orange is too often, blue too seldom." : "");
    const audit_shuffle library = {
        "fair_shuffle", "fair_shuffle",
        "What this library does: Fisher-Yates in place, from the front.", 1, ours};
    show(&library, &rng);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        show(audit_find(shown[i]), &rng);

    printf(
        "\nA good matrix does not prove a shuffle fair; a bad one proves it unfair.\n");
    fair_rng_wipe(&rng);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "demo: cannot write to standard output\n");
        return 1;
    }
    return 0;
}
