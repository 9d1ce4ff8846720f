// SPDX-License-Identifier: MIT
//
// overview.js - the list of all cases: date, title, a small picture, the damage.
//
// The pictures show real numbers, which the C core computes; so they are drawn only when
// the list is first seen on its own. The room for them is reserved, and nothing moves when
// they arrive. Beside an open case, the list has no pictures.
import { writeAddress } from "../../address.js";
import { h, markCurrent } from "../../dom.js";
import { say } from "../../lang/lang.js";

/** A case in the list. Its picture is empty at first. */
function entryOf({ id, picture }) {
    const { title, date, damage } = say.cases[id];
    const frame = h("div", { class: "cases-picture", "data-test": `cases-picture-${id}` });
    const link = h("a", { class: "cases-link", href: writeAddress("cases", { case: id }),
                          "data-test": `cases-${id}` },
                   h("span", { class: "cases-date" }, date), h("b", {}, title), frame,
                   h("span", { class: "cases-damage" }, damage));
    return { link, frame, picture, drawn: false };
}

/**
 * The list.
 * @param {object} groups the cases by group; say.cases.groups has the titles. A case has
 *   an id, and picture(line), which returns a node and words that say what it shows
 * @param {object} line for questions to the core
 * @returns {{node: HTMLElement, mark(one: ?object): void, draw(): Promise}} mark: the case
 *   that is open; draw: all pictures that are not there yet
 */
export function caseList(groups, line) {
    const entries = new Map(Object.values(groups).flat().map((one) =>
        [one, entryOf(one)]));
    const node = h("nav", { class: "cases-list", "aria-label": say.cases.list },
        Object.entries(groups).map(([name, members]) => [
            h("h2", {}, say.cases.groups[name]),
            h("ul", {}, members.map((one) => h("li", {}, entries.get(one).link)))]));

    async function drawOne(entry) {
        const { node: picture, words } = await entry.picture(line);
        if (entry.drawn) return;
        entry.drawn = true;
        entry.frame.setAttribute("role", "img");
        entry.frame.setAttribute("aria-label", words);
        entry.frame.replaceChildren(picture);
    }

    return {
        node,
        mark(one) {
            const links = [...entries.values()].map(({ link }) => link);
            markCurrent(links, entries.get(one)?.link);
        },
        draw: () => Promise.all([...entries.values()].filter(({ drawn }) => !drawn)
            .map(drawOne)),
    };
}
