/* SPDX-License-Identifier: MIT
 *
 * split.c - fuzzes the splitters: for any file, any kind of record and any pieces, the
 * result is that of the model. It does not depend on the pieces or on the kernel.
 *
 * An input is 8 bytes that choose the format and the pieces, and the file to split:
 *
 *     kind, delimiter, count, number of cuts, 4 cuts in 1/255 of what is left
 */
#include "fairshuf.h"
#include "tests/records/split_model.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

enum { HEAD = 8, MOST_CUTS = 4 };

/* The records make up the file. Only an incomplete last record is an error. */
static void check_whole(const result *r, const fair_format *format, size_t length)
{
    size_t end = 0;
    for (size_t i = 0; i < r->count; i++) {
        MUST(r->ends[i] > end);
        end = r->ends[i];
    }
    MUST(r->tail_length <= sizeof r->tail);
    if (r->error == FAIR_OK)
        MUST(end == length);
    else
        MUST(r->error == FAIR_ERECORD && end < length && r->tail_length == 0 &&
             format->kind != FAIR_PARAGRAPHS);
}

/* If the added bytes are appended to the file, it has the same records, and the splitter
 * adds nothing. */
static void check_completed(const result *r, const fair_format *format,
                            const unsigned char *data, size_t length)
{
    if (r->error != FAIR_OK || r->tail_length == 0)
        return;
    const size_t whole = length + r->tail_length;
    unsigned char *longer = malloc(whole);
    result second;
    MUST(longer != NULL);
    result_new(&second, whole);
    memcpy(longer, data, length);
    memcpy(longer + length, r->tail, r->tail_length);
    split_in_pieces(&second, format, longer, whole, NULL, 0, 1);
    MUST(second.error == FAIR_OK && second.tail_length == 0 && second.count == r->count);
    MUST(second.ends[second.count - 1] == whole);
    MUST(memcmp(second.ends, r->ends, (r->count - 1) * sizeof *r->ends) == 0);
    free(longer);
    free(second.ends);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    if (size < HEAD)
        return 0;
    const fair_format format = {
        .kind = input[0] % fs_format_kinds(), .delimiter = input[1], .count = input[2]};
    const unsigned char *data = input + HEAD;
    const size_t length = size - HEAD;
    const size_t cut_count = input[3] < MOST_CUTS ? input[3] : MOST_CUTS;
    if (!fs_format_good(&format))
        return 0;
    size_t cuts[MOST_CUTS], from = 0;
    for (size_t i = 0; i < cut_count; i++)
        from = cuts[i] = from + (length - from) * input[4 + i] / 255;

    result expected, got;
    result_new(&expected, length);
    result_new(&got, length);
    model(&expected, &format, data, length);
    check_whole(&expected, &format, length);
    const char *name;
    for (size_t k = 0; (name = fair_kernel_name(k)) != NULL; k++) {
        MUST(fair_kernel_use(name) == FAIR_OK);
        split_in_pieces(&got, &format, data, length, NULL, 0, 1);
        MUST(result_same(&got, &expected));
        split_in_pieces(&got, &format, data, length, cuts, cut_count, 1);
        MUST(result_same(&got, &expected));
        check_completed(&got, &format, data, length);
    }
    free(expected.ends);
    free(got.ends);
    return 0;
}
