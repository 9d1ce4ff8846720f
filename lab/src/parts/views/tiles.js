// SPDX-License-Identifier: MIT
//
// tiles.js - all statistics of one audit side by side: which of them give the shuffle away.
//
// Each is a button that shows it in full. Its strip says how sure the view is, by itself:
// up to what makes a verdict it is linear in the power of ten, beyond it logarithmic.
import { h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { superscript } from "../../words.js";
import { aboutView } from "./about.js";
import { CLEAR, MOST_TENS } from "./evidence.js";
import { drawThumb, makeThumb } from "./thumb.js";

const groups = [
    ["where", ["position", "successor", "precedence", "triples", "whole"]],
    ["digits", ["lehmer", "lehmer-inverse", "lehmer-pairs", "swap-down", "swap-up",
                "swap-down-pairs"]],
    ["number", ["sign", "cycles", "fixed-points", "descents", "inverse-descents",
                "inversions", "successions"]],
    ["before", ["repeats"]],
];

const groupOf = (name) => groups.find(([, names]) => names.includes(name))?.[0]
    ?? groups.at(-1)[0];

const MOST_TITLES = 6; // of statistics that are named
const HALF = 0.4; // of the strip, up to what makes a verdict
const MOST = 1e5; // powers of ten at the end of it

function stripShare(sure) {
    if (sure <= CLEAR) return HALF * Math.max(0, sure) / CLEAR;
    const beyond = Math.log(sure / CLEAR) / Math.log(MOST / CLEAR);
    return HALF + (1 - HALF) * Math.min(1, beyond);
}

/** How likely a fair shuffle gets so far by this statistic: "1 in 10⁴⁴". */
export function sureWords({ sure, bound }) {
    const power = `10${superscript(Math.floor(sure))}`;
    return !bound && sure >= MOST_TENS ? say.views.lessThanOneIn(power)
                                       : say.views.oneIn(power);
}

function makeTile(name, choose) {
    const thumb = makeThumb();
    const title = h("span", { class: "views-tile-title" });
    const fill = h("span", { class: "views-strip-fill" });
    const words = h("span", { class: "views-tile-words" });
    const blank = h("span", { class: "views-blank" }, say.views.tiles.noPicture);
    // Positions are always shown: that tile is nothing to press.
    const chosen = name === "position" ? {}
        : { type: "button", onclick: () => choose(name) };
    const node = h(chosen.type ?? "div",
                   { class: "views-tile", "data-test": `views-tile-${name}`, ...chosen },
                   title, thumb, blank,
                   h("span", { class: "views-strip", "aria-hidden": "true" }, fill),
                   words);
    node.style.setProperty("--clear", `${HALF * 100}%`);
    const mark = (shown) => {
        if (chosen.type) node.setAttribute("aria-pressed", String(name === shown));
    };
    return {
        node,
        update(view, report, shown) {
            setText(title, aboutView(view).title);
            drawThumb(thumb, view, report);
            thumb.toggleAttribute("hidden", view.kind === "none");
            blank.hidden = view.kind !== "none";
            node.classList.toggle("noticed", view.noticed);
            mark(shown);
            node.dataset.noticed = String(view.noticed);
            fill.style.width = `${stripShare(view.sure) * 100}%`;
            const { noticed, waits, nothing } = say.views.tiles;
            setText(words, view.noticed ? noticed(sureWords(view))
                : view.waits ? waits : nothing);
        },
    };
}

/** How many statistics give the shuffle away, and whether positions are among them. */
function summary(views) {
    const caught = views.filter(({ noticed }) => noticed);
    const { none, some } = say.views.tiles;
    if (caught.length === 0) return none(views.length);
    const titles = caught.map((view) => aboutView(view).title);
    return some({ caught: caught.length, all: views.length,
                  titles: titles.length > MOST_TITLES ? [] : titles,
                  positions: caught.some(({ name }) => name === "position") });
}

/**
 * @param {(name: string) => void} choose called when a statistic is to be shown
 * @returns {{node: HTMLElement, update(views: Array, report: object, shown: string)}}
 *   views: of viewsOf(); shown: the name of the one that is shown in full
 */
export function viewTiles(choose) {
    const said = h("p", { "data-test": "views-noticing" });
    const box = h("div", { class: "views-groups" });
    const node = h("section", { class: "panel" },
                   h("h2", {}, say.views.tiles.title), said,
                   h("p", { class: "small muted" }, say.views.tiles.strip), box);
    let tiles = new Map();

    function rebuild(views) {
        tiles = new Map(views.map(({ name }) => [name, makeTile(name, choose)]));
        box.replaceChildren(...groups.map(([id]) => {
            const mine = views.filter(({ name }) => groupOf(name) === id);
            return mine.length > 0 && h("div", { class: "views-group" },
                h("h3", {}, say.views.groups[id]),
                h("div", { class: "views-tiles" },
                  mine.map(({ name }) => tiles.get(name).node)));
        }).filter(Boolean));
    }

    return {
        node,
        update(views, report, shown) {
            if (views.length !== tiles.size || views.some(({ name }) => !tiles.has(name)))
                rebuild(views);
            for (const view of views) tiles.get(view.name).update(view, report, shown);
            setText(said, summary(views));
            said.dataset.caught = views.filter(({ noticed }) => noticed).length;
            said.dataset.positions =
                views.some(({ name, noticed }) => noticed && name === "position");
        },
    };
}
