// SPDX-License-Identifier: MIT
//
// seeds.js - seeds of the core: which texts it takes, and new ones.

/** The most bytes of a seed that the core takes. */
export const SEED_BYTES = 79;

/** A text of the state that the core takes as a seed, else "". */
export const seedIfGood = (text = "") => (text.includes("\0") ||
    new TextEncoder().encode(text).length > SEED_BYTES ? "" : text);

/** A seed nobody has had before: 5 bits for each letter, from the browser's source. */
export function freshSeed(length = 8) {
    const letters = "0123456789abcdefghjkmnpqrstvwxyz";
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    return Array.from(bytes, (byte) => letters[byte & 31]).join("");
}
