/* SPDX-License-Identifier: MIT
 *
 * test_kernels.c - every ChaCha8 kernel gives the bytes of the plain one.
 *
 * The kernels that this CPU can run are tested as they are shipped. In addition, the
 * vector source is compiled for this CPU with 4, 8 and 16 lanes, so that the 16 lanes of
 * AVX-512 are also tested on CPUs without it. The argument names a kernel that must be
 * there.
 */
#include "fairshuf.h"
#include "src/bits/chacha8.h"
#include "tests/support/test.h"

#if FS_HAVE_VECTORS
fs_chacha8_kernel test_lanes4, test_lanes8, test_lanes16;
#endif

static void compare(const char *name, fs_chacha8_kernel *kernel)
{
    unsigned char expected[FS_CHACHA8_BLOCKS], got[FS_CHACHA8_BLOCKS + 3];
    for (unsigned s = 0; s < 500; s++) {
        unsigned char key[32];
        for (unsigned i = 0; i < 32; i++)
            key[i] = (unsigned char)(s < 256 ? (i == s % 32 ? s : 0)
                                             : (s * 2654435761u + i * i) >> 7);
        fs_chacha8_plain(expected, key);
        kernel(got + s % 4, key);
        if (!CHECKF(memcmp(expected, got + s % 4, sizeof expected) == 0, "%s, key %u",
                    name, s))
            return;
    }
    /* A chain of iterations, with the key inside the output. */
    memcpy(expected, test_key(1), 32);
    memcpy(got, test_key(1), 32);
    fs_chacha8_plain(expected, expected);
    kernel(got, got);
    for (int i = 0; i < 100; i++) {
        fs_chacha8_plain(expected, expected + 992);
        kernel(got, got + 992);
    }
    CHECKF(memcmp(expected, got, sizeof expected) == 0, "%s, chained", name);
}

int main(int argc, char **argv)
{
    TEST("one ChaCha8 block for key 0, nonce 0 is the published one")
    {
        static const unsigned char published[] = {
            0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8,
            0xe8, 0x1f, 0x09, 0xa5, 0xa1, 0x2c, 0x84, 0x0e, 0xc3, 0xce, 0x9a,
            0x7f, 0x3b, 0x18, 0x1b, 0xe1, 0x88, 0xef, 0x71, 0x1a, 0x1e};
        const unsigned char key[32] = {0};
        unsigned char block[64];
        fs_chacha8_block(block, key, (const uint32_t[4]){0, 0, 0, 0});
        CHECK(memcmp(block, published, sizeof published) == 0);
    }

    TEST("the kernels of this machine give the same bytes")
    {
        size_t n = 0;
        for (const char *name; (name = fair_kernel_name(n)) != NULL; n++) {
            CHECKF(fair_kernel_use(name) == FAIR_OK, "%s", name);
            CHECKF(strcmp(fair_kernel(), name) == 0, "%s", name);
            compare(name, fs_chacha8);
            printf("# %s\n", name);
        }
        CHECK(n >= 1);
        CHECKF(argc < 2 || fair_kernel_use(argv[1]) == FAIR_OK, "no kernel %s", argv[1]);
        CHECK(fair_kernel_use(NULL) == FAIR_OK);
        CHECK(strcmp(fair_kernel(), fair_kernel_name(n - 1)) == 0);
    }

    TEST("an unknown kernel is an error, and the choice stays")
    {
        const char *before = fair_kernel();
        CHECK(fair_kernel_use("pentium") == FAIR_EKERNEL);
        CHECK(fair_kernel_use("") == FAIR_EKERNEL);
        CHECK(fair_kernel() == before);
        CHECK(fair_kernel_name(1000) == NULL);
    }

#if FS_HAVE_VECTORS
    TEST("the vector kernel gives the same bytes with 4, 8 and 16 lanes")
    {
        compare("4 lanes", test_lanes4);
        compare("8 lanes", test_lanes8);
        compare("16 lanes", test_lanes16);
    }
#endif
    return test_done();
}
