/* SPDX-License-Identifier: MIT
 *
 * seed.c - the key of a run. See seed.h.
 */
#define _POSIX_C_SOURCE 200809L
#include "tools/seed.h"

#include <errno.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

#include "cli/say.h"
#include "tools/input.h"

enum { DIGITS = 2 * FAIR_KEY_SIZE };

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool is_key(const char *text, size_t length, uint8_t key[FAIR_KEY_SIZE])
{
    if (length != DIGITS)
        return false;
    for (size_t i = 0; i < FAIR_KEY_SIZE; i++) {
        const int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        key[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* This function of libsodium does not need sodium_init(), which would take longer than a
 * small run. */
static void key_of(const char *text, size_t length, uint8_t key[FAIR_KEY_SIZE])
{
    if (!is_key(text, length, key))
        crypto_hash_sha256(key, (const unsigned char *)text, length);
}

/* ---- --seed-file ------------------------------------------------------------------ */

/* Reads up to `room` bytes. Returns their number, or -1 and errno. */
static ssize_t read_whole(int fd, char *text, size_t room)
{
    size_t length = 0;
    while (length < room) {
        const ssize_t got = read(fd, text + length, room - length);
        if (got == 0)
            break;
        if (got < 0 && errno != EINTR)
            return -1;
        length += got > 0 ? (size_t)got : 0;
    }
    return (ssize_t)length;
}

static int key_of_file(const char *name, uint8_t key[FAIR_KEY_SIZE])
{
    char text[SEED_FILE + 3]; /* the seed, a line end, and one byte more */
    const int fd = input_open(name);
    if (fd < 0)
        return 1;
    ssize_t length = read_whole(fd, text, sizeof text);
    const int error = errno;
    input_close(fd);
    if (length > 0 && text[length - 1] == '\n')
        length -= length > 1 && text[length - 2] == '\r' ? 2 : 1;
    int status = 0;
    if (length < 0)
        status = say_error(error, "%s: read error", say_input(name));
    else if (length == 0)
        status =
            say("%s: the seed is empty; write some text to this file", say_input(name));
    else if (length > SEED_FILE)
        status = say("%s: the seed is too long; use at most %d bytes", say_input(name),
                     SEED_FILE);
    else
        key_of(text, (size_t)length, key);
    sodium_memzero(text, sizeof text);
    return status;
}

/* ---- the key ---------------------------------------------------------------------- */

int seed_key(const struct settings *settings, uint8_t key[FAIR_KEY_SIZE])
{
    if (settings->seed != NULL) {
        key_of(settings->seed, strlen(settings->seed), key);
        return 0;
    }
    if (settings->seed_file != NULL)
        return key_of_file(settings->seed_file, key);
    fair_rng rng;
    if (fair_rng_init(&rng) != FAIR_OK)
        return say_error(errno, "cannot get random bytes from the system");
    fair_rng_bytes(&rng, key, FAIR_KEY_SIZE);
    fair_rng_wipe(&rng);
    return 0;
}

bool seed_print(const uint8_t key[FAIR_KEY_SIZE])
{
    char text[DIGITS + 1];
    for (size_t i = 0; i < FAIR_KEY_SIZE; i++) {
        text[2 * i] = "0123456789abcdef"[key[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[key[i] & 15];
    }
    text[DIGITS] = '\0';
    const bool printed = say_checked("repeat this run with --seed=%s", text);
    sodium_memzero(text, sizeof text);
    return printed;
}
