// SPDX-License-Identifier: MIT
//
// address.js - what is shown, in the hash of the address: #race?a=down&n=10&seed=k3x9.

/** The part and its state in a hash; { part: "", state: {} } of an empty one. */
export function readAddress(hash) {
    const [, part, query] = /^#?([^?]*)\??(.*)$/s.exec(hash);
    return { part, state: Object.fromEntries(new URLSearchParams(query)) };
}

/** The hash of a part and its state; what is empty is left out. */
export function writeAddress(part, state = {}) {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(state)) {
        if (value !== undefined && value !== null && value !== "")
            query.set(key, String(value));
    }
    // Colons and slashes of names need no escape in a hash, and read better without.
    const text = query.toString().replaceAll("%3A", ":").replaceAll("%2F", "/");
    return text === "" ? `#${part}` : `#${part}?${text}`;
}

/** A whole number of the state within bounds, else `usual`. */
export function wholeNumber(text, least, most, usual) {
    if (text === undefined || !/^[0-9]{1,15}$/.test(text)) return usual;
    return Math.min(most, Math.max(least, Number(text)));
}

/** A seed nobody has had before: 40 bits from the browser's source. */
export function freshSeed() {
    const letters = "0123456789abcdefghjkmnpqrstvwxyz";
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    return Array.from(bytes, (byte) => letters[byte & 31]).join("");
}
