/* SPDX-License-Identifier: MIT
 *
 * test_put.c - the kernel that puts many records into buffers at once (put.h), if this
 * CPU can run one, against a loop in plain C.
 */
#include "src/shuffle/put.h"

#include "fairshuf.h"
#include "tests/support/test.h"

enum { MOST = 300, LENGTH = MOST + 16 /* FS_PUT_OVERSHOOT in records */, BUCKETS = 4 };

static uint32_t buffers[BUCKETS * LENGTH], plain[BUCKETS * LENGTH];

/* Puts `count` records, of which about `share` of 256 go to the first bucket. Only the
 * records themselves and the overshoot may change. */
static void compare(fs_put_kernel *put, fair_rng *rng, size_t count, unsigned buckets,
                    unsigned share)
{
    uint32_t from[MOST], fill[BUCKETS], plain_fill[BUCKETS];
    uint8_t *numbers = malloc(count); /* exact sizes, for the address sanitizer */
    uint32_t *records = malloc(count * sizeof *records);
    fair_rng_bytes(rng, from, sizeof from);
    memcpy(records, from, count * sizeof *records);
    memset(buffers, 0x5a, sizeof buffers);
    memset(plain, 0x5a, sizeof plain);
    for (unsigned b = 0; b < BUCKETS; b++)
        fill[b] = plain_fill[b] = b * LENGTH;
    for (size_t i = 0; i < count; i++) {
        numbers[i] =
            (uint8_t)(fair_below(rng, 256) < share ? 0 : fair_below(rng, buckets));
        plain[plain_fill[numbers[i]]++] = from[i];
    }
    put((const unsigned char *)records, numbers, count, (unsigned char *)buffers, fill,
        buckets);
    CHECK(memcmp(fill, plain_fill, sizeof fill) == 0);
    for (unsigned b = 0; b < BUCKETS; b++) {
        const size_t start = (size_t)b * LENGTH, has = fill[b] - start;
        CHECKF(memcmp(buffers + start, plain + start, has * sizeof *plain) == 0,
               "bucket %u of %u, %zu records", b, buckets, count);
        for (size_t i = has + FS_PUT_OVERSHOOT / 4; b < buckets && i < LENGTH; i++)
            CHECK(buffers[start + i] == 0x5a5a5a5a);
        for (size_t i = 0; b >= buckets && i < LENGTH; i++)
            CHECK(buffers[start + i] == 0x5a5a5a5a);
    }
    free(numbers);
    free(records);
}

int main(void)
{
    fair_rng rng;
    fair_rng_init_key(&rng, test_key(7));
    TEST("records of 4 bytes, two and four buckets")
    for (unsigned buckets = 2; buckets <= BUCKETS; buckets *= 2) {
        fs_put_kernel *put = fs_put_kernel_for(4, buckets);
        CHECK((put != NULL) == (strcmp(fair_kernel(), "avx512") == 0));
        for (size_t count = 1; put != NULL && count <= MOST; count++)
            for (unsigned share = 0; share <= 256; share += 128)
                compare(put, &rng, count, buckets, share);
    }
    TEST("none for other sizes, more buckets, or other kernels")
    {
        CHECK(fs_put_kernel_for(8, 2) == NULL && fs_put_kernel_for(3, 2) == NULL);
        CHECK(fs_put_kernel_for(4, 8) == NULL && fs_put_kernel_for(4, 256) == NULL);
        CHECK(fair_kernel_use("plain") == FAIR_OK && fs_put_kernel_for(4, 2) == NULL);
        fair_kernel_use(NULL);
    }
    return test_done();
}
