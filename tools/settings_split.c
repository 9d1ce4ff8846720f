/* SPDX-License-Identifier: MIT
 *
 * settings_split.c - reads the value of --split: NAME:SHARE,NAME:SHARE,...
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "cli/values.h"
#include "tools/settings_parts.h"

/* The kinds of parts: 80, =500, rest. */
enum share_kind { SHARE_OF_ALL, SHARE_COUNT, SHARE_REST };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

enum { BEFORE = 9, AFTER = 6 }; /* digits of a share before and after the decimal point */

/* Reads a decimal number, in millionths; further digits are ignored, so less than a
 * millionth is 0. VALUE_HUGE: too many digits before the decimal point. */
static enum value_verdict read_share(const char *text, uint64_t *share)
{
    int before = 0, after = 0;
    bool digits = is_digit(*text);
    for (; *text == '0'; text++)
        ;
    *share = 0;
    for (; is_digit(*text); text++, before++)
        if (before < BEFORE)
            *share = *share * 10 + (uint64_t)(*text - '0');
    if (*text == '.') {
        digits |= is_digit(text[1]);
        for (text++; is_digit(*text); text++, after++)
            if (after < AFTER)
                *share = *share * 10 + (uint64_t)(*text - '0');
    }
    for (int i = after; i < AFTER; i++)
        *share *= 10;
    return *text != '\0' || !digits ? VALUE_BAD
           : before > BEFORE        ? VALUE_HUGE
                                    : VALUE_GOOD;
}

static bool split_wrong(const char *what, const char *why)
{
    say("--split: %s: %s", say_quoted(what), why);
    return false;
}

/* Reads "NAME:SHARE". */
static bool read_part(const char *text, struct split_part *part, enum share_kind *kind)
{
    const char *colon = strrchr(text, ':');
    if (colon == NULL || colon == text)
        return split_wrong(text, "must be NAME:SHARE, as in train:80,test:20");
    part->share = 0;
    part->count = 0;
    const char *share = colon + 1;
    if (strcmp(share, "rest") == 0) {
        *kind = SHARE_REST;
        part->share = 1000000;
        return true;
    }
    if (*share == '=') {
        *kind = SHARE_COUNT;
        if (is_digit(share[1]) && value_number(share + 1, &part->count) == VALUE_GOOD)
            return true;
        return split_wrong(
            text, "the count must be a whole number, as in test:=1000,train:rest");
    }
    *kind = SHARE_OF_ALL;
    switch (read_share(share, &part->share)) {
    case VALUE_BAD:
        return split_wrong(text, "the share must be a number, as in train:80,test:20");
    case VALUE_HUGE:
        return split_wrong(text, "the share can have at most 9 digits before the point");
    default:
        return part->share > 0 ||
               split_wrong(text, "the share must be at least 0.000001 (NAME:=0 makes an "
                                 "empty file)");
    }
}

/* The parts that were read so far. */
struct parts {
    struct split_part *list;        /* settings->split */
    size_t count;                   /* number of parts */
    char *names[SETTINGS_SPLIT];    /* where each name begins in the text */
    size_t lengths[SETTINGS_SPLIT]; /* bytes of each name */
    size_t kinds[3];                /* number of parts of each kind */
};

static bool is_named(const struct parts *parts, const char *name, size_t length)
{
    for (size_t i = 0; i < parts->count; i++)
        if (parts->lengths[i] == length && memcmp(parts->names[i], name, length) == 0)
            return true;
    return false;
}

/* Adds the part in the first `length` bytes of `text`. False after a message. */
static bool add_part(struct parts *parts, char *text, size_t length)
{
    struct split_part part = {.name = text};
    enum share_kind kind = SHARE_OF_ALL;
    char *copy = strndup(text, length);
    if (copy == NULL) {
        say("memory exhausted");
        return false;
    }
    bool good = read_part(copy, &part, &kind);
    const size_t name = good ? (size_t)(strrchr(copy, ':') - copy) : 0;
    if (good && is_named(parts, text, name))
        good =
            split_wrong(copy, "this file was already named; give each part its own file");
    else if (good && parts->count == SETTINGS_SPLIT)
        good = split_wrong(copy, "too many files; at most 64 are allowed");
    if (good) {
        parts->names[parts->count] = text;
        parts->lengths[parts->count] = name;
        parts->list[parts->count++] = part;
        parts->kinds[kind]++;
    }
    free(copy);
    return good;
}

bool settings_split(char *text, struct settings *settings)
{
    struct parts parts = {.list = settings->split};
    char *part = text;
    for (bool last = false; !last;) {
        const size_t length = strcspn(part, ",");
        last = part[length] == '\0';
        if (!add_part(&parts, part, length))
            return false;
        part += length + 1;
    }
    if (parts.kinds[SHARE_REST] > 1)
        return split_wrong(text, "only one file can get the rest");
    if (parts.kinds[SHARE_REST] == 1 && parts.kinds[SHARE_OF_ALL] > 0)
        return split_wrong(text, "shares leave no rest; combine rest with counts, as in "
                                 "test:=1000,train:rest");
    uint64_t sum = 0;
    for (size_t i = 0; i < parts.count; i++) {
        if (parts.list[i].count > UINT64_MAX - sum)
            return split_wrong(text,
                               "the counts must add up to at most 18446744073709551615");
        sum += parts.list[i].count;
    }
    for (size_t i = 0; i < parts.count; i++)
        parts.names[i][parts.lengths[i]] = '\0'; /* no message needs the text now */
    settings->split_count = parts.count;
    return true;
}
