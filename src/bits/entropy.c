/* SPDX-License-Identifier: MIT
 *
 * entropy.c - random bytes from the operating system, or an error. There is no weaker
 * fallback, such as the clock or the process number.
 *
 * After boot, getrandom() without flags waits until the kernel's pool is ready. A signal
 * can interrupt it then. It may return fewer bytes than requested.
 */
#if defined(__wasi__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* getentropy */
#endif
#if defined(_WIN32) && !defined(_WIN32_WINNT)
#define _WIN32_WINNT 0x0601 /* Windows 7 */
#endif

#include "src/bits/entropy.h"

#include "fairshuf.h"
#include "src/base/base.h"

#if defined(__linux__)
#include <errno.h>
#include <sys/random.h>

int fs_entropy(void *buffer, size_t length)
{
    size_t have = 0;
    while (have < length) {
        const ssize_t got = getrandom((unsigned char *)buffer + have, length - have, 0);
        if (got > 0)
            have += (size_t)got;
        else if (got == 0 || errno != EINTR) {
            fs_wipe(buffer, length);
            return FAIR_EENTROPY;
        }
    }
    return FAIR_OK;
}

#elif defined(__APPLE__) || defined(__OpenBSD__) || defined(__FreeBSD__) ||              \
    defined(__NetBSD__) || defined(__wasi__)
#include <unistd.h>
#ifdef __APPLE__
#include <sys/random.h>
#endif

int fs_entropy(void *buffer, size_t length)
{
    for (size_t have = 0; have < length; have += 256) { /* the most per call */
        const size_t part = length - have < 256 ? length - have : 256;
        if (getentropy((unsigned char *)buffer + have, part) != 0) {
            fs_wipe(buffer, length);
            return FAIR_EENTROPY;
        }
    }
    return FAIR_OK;
}

#elif defined(_WIN32)
#include "common/windows_api.h"

#include <bcrypt.h> /* needs <windows.h>; link with -lbcrypt */

int fs_entropy(void *buffer, size_t length)
{
    const size_t most = (size_t)1 << 20; /* per call, because ULONG has 32 bits */
    for (size_t have = 0; have < length; have += most) {
        const size_t part = length - have < most ? length - have : most;
        if (BCryptGenRandom(NULL, (PUCHAR)buffer + have, (ULONG)part,
                            BCRYPT_USE_SYSTEM_PREFERRED_RNG) < 0) {
            fs_wipe(buffer, length);
            return FAIR_EENTROPY;
        }
    }
    return FAIR_OK;
}

#else

int fs_entropy(void *buffer, size_t length)
{
    fs_wipe(buffer, length);
    return FAIR_EENTROPY; /* start from a key or a source instead */
}

#endif
