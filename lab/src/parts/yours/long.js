// SPDX-License-Identifier: MIT
//
// long.js - pasted code that is too long for an address. This tab keeps it, so that a
// reload does not lose it, and the page says so.
import { h, setText } from "../../dom.js";
import { count } from "../../words.js";

const LONGEST_CODE = 6000; // characters that still go into the address
const KEY = "fairshuf-lab-code";
const LIMIT = `more than ${count(LONGEST_CODE)} characters`;

/** Does what a browser may forbid. */
function perhaps(action) {
    try {
        return action();
    } catch {
        return undefined;
    }
}

/**
 * @returns {{node: HTMLElement, keep(code: string): void, get(): string|undefined,
 *            stateOf(code: string): {code: string, long: string},
 *            show(state: object, code: string): void}} keep: code as it is typed; get:
 *   what is kept in this tab; stateOf: what goes into the address; show: says what is not
 *   in it
 */
export function longCode() {
    const node = h("p", { class: "message small", role: "status", hidden: true,
                          "data-test": "yours-long" });
    const isLong = (code) => code.length > LONGEST_CODE;
    const get = () => perhaps(() => sessionStorage.getItem(KEY)) ?? undefined;
    const announce = (text) => {
        node.hidden = text === "";
        setText(node, text);
    };
    const announceKept = (code) => announce(!isLong(code) ? ""
        : `This code has ${LIMIT}, so it is not in the address, and links to this page ` +
          "do not include it. " + (get() === code ? "Reloading this tab keeps it."
                                                   : "Reloading this tab loses it."));
    return {
        node,
        get,
        keep(code) {
            perhaps(() => (isLong(code) ? sessionStorage.setItem(KEY, code)
                                        : sessionStorage.removeItem(KEY)));
            announceKept(code);
        },
        stateOf: (code) => (isLong(code) ? { code: "", long: "1" } : { code, long: "" }),
        show(state, code) {
            if (state.long && !isLong(code)) {
                announce(`The code of this address has ${LIMIT}, and is only in the tab where ` +
                     "it was pasted. Paste it here again.");
            } else {
                announceKept(code);
            }
        },
    };
}
