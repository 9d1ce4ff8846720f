// SPDX-License-Identifier: MIT
//
// long.js - pasted code that is too long for an address. The tab keeps it, so that a
// reload does not lose it, and the page says so.
import { h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";

const LONGEST_CODE = 6000; // characters that still go into the address
const KEY = "fairshuf-lab-code";

/** Does something that the browser may forbid. */
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
 *            linkTo(code: string): object,
 *            show(state: object, code: string): void}} keep: the code as it is typed;
 *   get: the code that this tab has kept; stateOf: what goes into the address; linkTo: the
 *   same for a link to this code, which has all of it if the tab cannot keep it; show: says
 *   what is not in the address
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
    const announceKept = (code) => {
        const { long, longKept, longLost } = say.yours;
        announce(!isLong(code) ? ""
            : say.charts.join([long(LONGEST_CODE), get() === code ? longKept : longLost]));
    };
    return {
        node,
        get,
        keep(code) {
            perhaps(() => (isLong(code) ? sessionStorage.setItem(KEY, code)
                                        : sessionStorage.removeItem(KEY)));
            announceKept(code);
        },
        linkTo(code) {
            this.keep(code);
            return isLong(code) && get() !== code ? { code } : this.stateOf(code);
        },
        stateOf: (code) => (isLong(code) ? { code: "", long: "1" } : { code, long: "" }),
        show(state, code) {
            if (state.long && !isLong(code)) {
                announce(say.yours.longMissing(LONGEST_CODE));
            } else {
                announceKept(code);
            }
        },
    };
}
