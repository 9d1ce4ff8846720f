// SPDX-License-Identifier: MIT
//
// memory.js - choices that the page remembers, such as dark colours. Browsers may forbid
// storage, for example for files from disk; then a choice lasts as long as the page.

const PREFIX = "fairshuf-lab-"; // pages of the same site, or from disk, may share storage

const known = new Map();

/**
 * A choice that is remembered.
 * @param {string} name
 * @returns {{get(): ?string, set(value: string): void}} get: null, if nothing was chosen
 */
export function remembered(name) {
    return {
        get() {
            try {
                return known.get(name) ?? localStorage.getItem(PREFIX + name);
            } catch {
                return null;
            }
        },
        set(value) {
            known.set(name, value);
            try {
                localStorage.setItem(PREFIX + name, value);
            } catch {
                // It is in `known`.
            }
        },
    };
}
