// SPDX-License-Identifier: MIT
//
// chance.js - how far chance alone takes a count from what is expected.

/**
 * A sum of independent trials with this variance is farther from its mean than this with
 * a probability of at most exp(-nats), either way (Bernstein). For large variances that
 * is sqrt(2 nats) standard deviations; small counts get the more they need.
 */
export const reach = (variance, nats) =>
    nats / 3 + Math.sqrt(nats * nats / 9 + 2 * nats * variance);

/** The same for counts that are too low: with a mean of so many, none is farther below it
 * but with that probability (Chernoff). */
const reachDown = (mean, nats) => Math.sqrt(2 * nats * mean);

/** Whether a count is farther from its mean than chance takes it. */
export function beyond(value, mean, variance, nats) {
    const off = value - mean;
    if (off >= 0) return off > reach(variance, nats);
    return -off > Math.min(reach(variance, nats), reachDown(mean, nats));
}

/** For reach(), 2.5 standard deviations: so far from fair a cell of a map is left blank.
 * Of a fair shuffle one cell in eighty is farther. */
export const BLANK = 2.5 ** 2 / 2;

/** What none of so many cells exceeds but for a chance of one in a million. */
export const certain = (cells) => Math.log(2e6 * cells);
