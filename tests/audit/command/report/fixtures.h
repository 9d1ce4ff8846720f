/* SPDX-License-Identifier: MIT
 *
 * fixtures.h - invented reports, to test how reports are shown. The permutations are
 * really shuffled, so that the matrices are realistic; the verdicts are invented.
 */
#ifndef AUDIT_REPORT_FIXTURES_H
#define AUDIT_REPORT_FIXTURES_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/command/report/report.h"
#include "audit/orders/rank.h"
#include "audit/orders/source.h"

enum made_by { MADE_FAIR, MADE_SWAP_WITH_ANY, MADE_STOPS_EARLY };

static inline void made_order(audit_source *source, unsigned char *order, size_t n,
                              enum made_by by)
{
    for (size_t i = 0; i < n; i++)
        order[i] = (unsigned char)i;
    const size_t end = by == MADE_STOPS_EARLY ? n - 1 : n;
    for (size_t i = 0; i < end; i++) {
        const size_t j =
            (size_t)audit_source_below(source, by == MADE_SWAP_WITH_ANY ? n : i + 1);
        const unsigned char kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

/* Counts [position * n + card], to be freed. */
static inline uint64_t *made_position(size_t n, uint64_t trials, enum made_by by)
{
    uint64_t *counts = calloc(n * n, sizeof counts[0]);
    const audit_seed seed = audit_seed_of_number(6);
    audit_source source;
    audit_source_start(&source, &seed, AUDIT_STREAM_DIE, by);
    for (uint64_t t = 0; counts != NULL && t < trials; t++) {
        unsigned char order[256];
        made_order(&source, order, n, by);
        for (size_t i = 0; i < n; i++)
            counts[i * n + order[i]]++;
    }
    return counts;
}

static inline void made_tests(audit_judgement *judgement, bool unfair)
{
    static const struct {
        const char *name, *title;
        double df, large;
    } all[] = {
        {"position", "card at position", 81, 190.4},
        {"lehmer", "larger cards before", 45, 120},
        {"lehmer-inverse", "larger places before", 45, 97},
        {"swap-down", "choices of Fisher-Yates, from the end", 45, 130},
        {"successor-symmetric", "neighbours", 35, 60},
        {"successor-antisymmetric", "who follows whom", 36, 44},
        {"precedence-linear", "mean places", 9, 80},
        {"sign", "even or odd", 0, 2041},
        {"descents", "descents", 8, 12},
        {"serial-position", "card at position, relative to the order before", 81, 79},
        {"triples", "first three cards", 719, 700},
        {"lehmer-pairs", "neighbours among larger cards before", 240, 250},
    };
    judgement->results = sizeof all / sizeof all[0];
    for (size_t i = 0; i < judgement->results; i++) {
        const double p = unfair && all[i].large > 1.5 * all[i].df && all[i].df > 0
                             ? 2.1e-9 / (double)(i + 1)
                             : 0.03 + 0.08 * (double)i;
        judgement->result[i] = (audit_result){
            .test = {.name = all[i].name,
                     .title = all[i].title,
                     .value = unfair ? all[i].large : all[i].df * 0.98,
                     .df = all[i].df,
                     .expected = all[i].df,
                     .tails = {p / 2, 1 - p / 2},
                     .usable = i != 10},
            .p = p,
            .corrected = fmin(1, p * 12),
        };
    }
    static const char *const bettors[][2] = {
        {"position", "card at position"},
        {"lehmer", "larger cards before"},
        {"swap-down", "choices of Fisher-Yates, from the end"},
        {"successor", "which card follows which"},
        {"precedence", "which card is before which"},
        {"sign", "even or odd"},
        {"repeats", "repeated orders"},
    };
    judgement->bettors = sizeof bettors / sizeof bettors[0];
    for (size_t i = 0; i < judgement->bettors; i++) {
        const double evidence = unfair && i < 3 ? 34.0 - 5 * (double)i : -2.0 - (double)i;
        judgement->bettor[i] =
            (audit_bettor){bettors[i][0], bettors[i][1], evidence, evidence};
    }
}

static inline void made_curve(audit_judgement *judgement, double end)
{
    judgement->curve = 100;
    for (size_t i = 0; i < judgement->curve; i++) {
        const double x = (double)(i + 1) / (double)judgement->curve;
        judgement->point[i].trials = (uint64_t)(x * (double)judgement->trials);
        judgement->point[i].evidence = end > 0 ? end * x * x - 3 * x * (1 - x) : end * x;
    }
    judgement->evidence = end;
    judgement->highest = end > 0 ? end : 0.4;
}

static inline void made_cells(struct report *report)
{
    const uint64_t trials = report->judgement.trials;
    const double fair = 1 / (double)report->n;
    const double sd = sqrt(fair * (1 - fair) / (double)trials);
    report->cells = 0;
    for (size_t round = 0; round < 6; round++) {
        audit_cell worst = {0};
        for (size_t i = 0; i < report->n * report->n; i++) {
            const double share = (double)report->position[i] / (double)trials;
            const audit_cell cell = {
                i % report->n,       i / report->n,    report->position[i], share,
                (share - fair) / sd, share - 5.9 * sd, share + 5.9 * sd};
            bool taken = false;
            for (size_t k = 0; k < report->cells; k++)
                taken |= report->cell[k].card == cell.card &&
                         report->cell[k].position == cell.position;
            if (!taken && fabs(cell.z) > fabs(worst.z))
                worst = cell;
        }
        if (worst.z != 0)
            report->cell[report->cells++] = worst;
    }
}

/* The same matrix is used for all counts. */
static inline void made_counts(struct report *report)
{
    static const double law[] = {0.25, 0, 0.75};
    report->precedence = report->successor = report->position;
    report->codes = 2;
    report->code[0] =
        (struct report_code){"lehmer", "larger cards before each", report->position};
    report->code[1] = (struct report_code){"swap-up", "choices", report->position};
    report->scalars = 1;
    report->scalar[0] =
        (struct report_scalar){"cycles", "number of cycles", 3, report->position, law};
    report->has_repeats = true;
    report->repeats = (audit_repeat_count){report->judgement.trials, 2, 1, 0.5};
}

/* A sentence with the details of another one. */
static inline void made_sentence(audit_sentences *sentences, const char *code,
                                 const char *text)
{
    audit_sentence sentence;
    audit_sentence_set(&sentence, code, "%s", text);
    audit_sentences_add(sentences, &sentence);
}

/* A report, which points to `position`. */
static inline struct report made_report(const uint64_t *position, size_t n,
                                        uint64_t trials, enum fairaudit_verdict verdict)
{
    struct report report = {
        .kind = REPORT_ORDERS,
        .subject_name = verdict == FAIRAUDIT_UNFAIR ? "swap-with-any" : "shuf",
        .how = verdict == FAIRAUDIT_UNFAIR ? "built-in" : "program",
        .lines = n,
        .n = n,
        .planned = trials,
        .seconds = 0.3,
        .judged = true,
        .position = position,
        .distance = {0, 0, ""},
    };
    report.judgement.verdict = verdict;
    report.judgement.trials = trials;
    report.judgement.complete = verdict != FAIRAUDIT_UNFAIR;
    report.judgement.strongest = "position";
    report.judgement.strongest_title = "card at position";
    made_tests(&report.judgement, verdict == FAIRAUDIT_UNFAIR);
    if (position != NULL)
        made_cells(&report);
    if (verdict != FAIRAUDIT_UNFAIR) {
        made_curve(&report.judgement, verdict == FAIRAUDIT_SUSPECT ? 8.1 : -4.2);
        made_sentence(
            &report.detectable, "some-item-never",
            "a card that reaches some position in 11.3 % of shuffles instead of 10 %");
        made_sentence(&report.detectable, "some-item-never",
                      "a shuffle that can give no more than 9,000,000 different orders");
        made_sentence(&report.detectable, "some-item-never",
                      "sorting by random keys of 7 bits or fewer");
        made_sentence(&report.detectable, "some-item-never", "7 riffles or fewer");
        return report;
    }
    report.judgement.decided = trials / 2;
    report.seed = "6";
    made_curve(&report.judgement, 30.4);
    made_sentence(&report.effects, "sorted",
                  "card 2 reaches position 1 in 12.9 % of shuffles instead of 10 %");
    made_sentence(&report.effects, "sorted",
                  "the first card is before the second in 46.1 % of "
                  "shuffles instead of 50 %");
    const uint32_t order[] = {1, 3, 2};
    audit_sentence sentence;
    audit_sentence_set(&sentence, "orders-never", "2 of the 6 orders never came");
    audit_detail_integer(&sentence.details, "never", 2);
    audit_detail_integer(&sentence.details, "orders", 6);
    audit_detail_integer(&sentence.details, "shuffles", trials);
    audit_detail_list(&sentence.details, "order", order, 3);
    audit_sentences_add(&report.effects, &sentence);
    audit_sentence_set(&sentence, "mean-cycles", "too few cycles");
    audit_detail_real(&sentence.details, "mean", 1.5);
    audit_detail_real(&sentence.details, "fair", 2);
    audit_detail_text(&sentence.details, "suggests", NULL);
    audit_sentences_add(&report.effects, &sentence);
    report.distance = (audit_distance){0.1244, 0.1391, "position"};
    report.suspects = 2;
    report.suspect[0] = (audit_candidate){.shuffle = audit_find("swap-with-any"),
                                          .die = &audit_dice[0],
                                          .name = "swap-with-any",
                                          .mismatch = 1.2,
                                          .fits = 1};
    report.suspect[1] = (audit_candidate){.shuffle = audit_find("sattolo"),
                                          .die = &audit_dice[0],
                                          .name = "sattolo",
                                          .mismatch = 9.5,
                                          .fits = 0};
    return report;
}

/* swap-with-any of 3 cards: 4, 5, 5, 5, 4, 4 of 27. */
static inline audit_exact made_exact(audit_natural numerator[6], double position[9])
{
    static const unsigned ways[] = {4, 5, 5, 5, 4, 4};
    audit_exact exact = {.n = 3,
                         .method = AUDIT_BY_ENUMERATION,
                         .how = AUDIT_HOW_ALL_TRIED,
                         .sequences = 27,
                         .distance = 1.0 / 18,
                         .largest = 10.0 / 9,
                         .least = 8.0 / 9,
                         .log2_ratio = log2(1.25),
                         .has_distance = 1,
                         .has_ratio = 1,
                         .has_position = 1,
                         .position = position,
                         .orders = 6,
                         .numerator = numerator};
    for (size_t i = 0; i < 6; i++)
        audit_natural_set(&numerator[i], ways[i]);
    for (size_t i = 0; i < 9; i++)
        position[i] = 0;
    for (size_t i = 0; i < 6; i++) {
        unsigned char order[3];
        audit_unrank(i, 3, order);
        for (size_t k = 0; k < 3; k++)
            position[k * 3 + order[k]] += ways[i] / 27.0;
    }
    audit_natural_set(&exact.denominator, 27);
    audit_natural_set(&exact.distance_numerator, 1);
    audit_natural_set(&exact.distance_denominator, 18);
    return exact;
}

#endif
