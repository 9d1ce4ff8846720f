/* SPDX-License-Identifier: MIT
 *
 * demo.c - uses the library: shuffles a deck with fresh random bits, a deck with a fixed
 * key, and a large array with one thread and with all.
 */
#include <fairshuf.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LARGE = 10000000 };

static int colour;

/* Uses the kernel that FAIRSHUF_KERNEL names, if it is set. Returns whether it exists. */
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

static double seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Makes the order of many numbers and prints the time. Returns NULL if it cannot. Makes
 * it twice and measures the second time, because the first has to get memory. */
static uint32_t *print_order(const uint8_t key[FAIR_KEY_SIZE], unsigned threads)
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

static int compare_threads(const uint8_t key[FAIR_KEY_SIZE])
{
    printf("\nThe order of %d numbers with that key, with any number of threads:\n",
           LARGE);
    uint32_t *one = print_order(key, 1), *all = print_order(key, 0);
    const int good =
        one != NULL && all != NULL && memcmp(one, all, LARGE * sizeof *one) == 0;
    if (good)
        printf("    the two orders are equal\n");
    else if (one != NULL && all != NULL)
        fprintf(stderr, "demo: the two orders differ\n");
    free(one);
    free(all);
    return good;
}

int main(void)
{
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
    printf("\nA deck shuffled with a fixed key; every machine gives this order:\n");
    new_deck(deck, 52);
    fair_shuffle(&keyed, deck, 52, 1);
    print_deck(deck);
    if (!compare_threads(key))
        return 1;

    fair_rng_wipe(&rng);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "demo: cannot write to standard output\n");
        return 1;
    }
    return 0;
}
