// SPDX-License-Identifier: MIT
//
// cases.js - the part "Famous cases": shuffles that went wrong in public, and traps of
// code that looks right.
//
//     #cases?case=planet-poker
//
// State: case, the one that is open; and of some cases what the visitor set: hand, loads,
// ballot, xor, word, sides.
import "./cases.css";
import { nameIfKnown } from "../../address.js";
import { h } from "../../dom.js";
import { failIn, hasFailure } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { questionLine } from "../../questions.js";
import { browserBallot } from "./ballot.js";
import { randomComparator } from "./comparator.js";
import { randModulo } from "./modulo.js";
import { caseList } from "./overview.js";
import { planetPoker } from "./poker.js";
import { offByOne } from "./ranges.js";
import { smallSeeds } from "./seeds.js";
import { debianShuf } from "./shuf.js";
import { xorSwap } from "./xor.js";

/** The cases, in two groups: say.cases.groups has their titles. */
const groups = {
    public: [planetPoker, browserBallot, randomComparator, smallSeeds, debianShuf],
    traps: [xorSwap, offByOne, randModulo],
};
const cases = Object.values(groups).flat();

/** The state with what is used instead of what it has. Cases with settings have whole(),
 * which returns those that it has. */
const wholeState = (given) => Object.assign(
    { ...given, case: nameIfKnown(given.case, cases.map(({ id }) => id)) },
    ...cases.map((one) => one.whole?.(given)));

function mount(root, context) {
    let state = {};
    let open; // the case that is open
    const made = new Map(); // case → what make() returned
    const line = questionLine();
    const { slide } = context.changes("cases", () => state);
    const list = caseList(groups, line);
    const missing = h("div", {}); // a message, if pictures of the list are missing
    const place = h("div", { class: "cases-place" });
    root.append(
        h("header", {}, h("h1", {}, say.cases.title),
          h("a", { class: "button cases-all", href: "#cases",
                   "data-test": "cases-all" }, say.cases.all),
          h("p", { class: "lead" }, say.cases.lead), missing),
        h("div", { class: "cases-sides" }, list.node, place));

    function change(next) {
        made.get(open)?.hide?.();
        const before = open;
        open = next;
        root.classList.toggle("one", Boolean(next));
        missing.replaceChildren();
        if (before && hasFailure(made.get(before).node)) made.delete(before);
        list.mark(next);
        if (!next) {
            place.replaceChildren();
            return;
        }
        if (!made.has(next)) made.set(next, next.make({ context, line, set: slide }));
        place.replaceChildren(made.get(next).node);
        // From a link of the list, the visitor goes on with the article.
        if (before !== undefined || list.node.contains(document.activeElement)) {
            place.scrollIntoView({ block: "nearest" });
            place.querySelector("h2").focus({ preventScroll: true });
            if (matchMedia("(max-width: 900px)").matches) scrollTo({ top: 0 });
        }
    }

    return {
        show(given) {
            const full = wholeState(given);
            if (context.complete("cases", given, full)) return;
            state = full;
            const wanted = cases.find(({ id }) => id === state.case);
            if (wanted !== open) change(wanted);
            if (!wanted) {
                missing.replaceChildren();
                list.draw().catch(failIn(missing));
            }
            made.get(open)?.show?.(state);
        },
        hide() {
            change(undefined);
            line.drop();
            made.clear(); // what was asked and not answered is asked again
        },
        unmount: line.end,
    };
}

/** Shuffles that went wrong, and what that cost. */
export const casesPart = { id: "cases", mount };
