// SPDX-License-Identifier: MIT
//
// article.js - what the articles on all cases have in common: sections, code with the
// wrong token marked, bars, small maps, sources.
import { miniExtent, miniMap } from "../../charts/minimap.js";
import { jointExtent } from "../../charts/scale.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { lowest } from "../exact/law.js";
import { sources } from "./sources.js";

const paragraphs = (texts) => texts.map((text) => h("p", {}, text));

/**
 * Code, with «wrong» tokens marked.
 * @param {string} text
 * @param {string} label what it is, for screen readers
 */
export function codeBlock(text, label) {
    const nodes = text.split(/«|»/).map((piece, i) =>
        (i % 2 === 0 ? piece : h("mark", {}, piece)));
    return h("pre", { class: "cases-code", tabindex: 0, role: "group",
                      "aria-label": label, lang: "en" }, h("code", {}, nodes));
}

/** A figure with a caption. */
export function figure(caption, ...children) {
    return h("figure", { class: "cases-figure" }, children, h("figcaption", {}, caption));
}

function sourceItem({ author, title, year, publisher, address }) {
    const name = address
        ? h("a", { href: address, rel: "noreferrer", target: "_blank" }, title) : title;
    const rest = [publisher, year].filter(Boolean).join(", ");
    return h("li", { lang: "en" }, `${author}, `, h("cite", {}, name),
             rest && `, ${rest}`, ".");
}

/**
 * An article. On a wide screen, the damage, the lesson and the sources are beside the
 * rest.
 * @param {string} id of the case; its texts are say.cases[id]: title, date, damage,
 *   story, wrong, cost, lesson
 * @param {{pictures: Array, code?: Array, damage?: Array}} content pictures come after
 *   the story, code after what went wrong, damage after the words about it
 */
export function article(id, { pictures, code = [], damage = [] }) {
    const texts = say.cases[id];
    return h("article", { class: "panel cases-article",
                          "data-test": `cases-article-${id}`,
                          "aria-labelledby": `cases-title-${id}` },
        h("div", { class: "cases-main" },
          h("p", { class: "cases-date" }, texts.date),
          h("h2", { id: `cases-title-${id}`, tabindex: -1, "data-share-title": true },
            texts.title),
          h("div", { "data-share": true }, paragraphs(texts.story)), pictures,
          h("h3", {}, say.cases.wrongTitle), paragraphs(texts.wrong), code),
        h("div", { class: "cases-side" },
          h("h3", {}, say.cases.costTitle), paragraphs(texts.cost), damage,
          h("h3", {}, say.cases.lessonTitle), paragraphs(texts.lesson),
          h("h3", {}, say.cases.sourcesTitle),
          h("ul", { class: "cases-sources" }, sources[id].map(sourceItem))));
}

// ---- probabilities as bars ---------------------------------------------------------

/** A fraction in lowest terms: "3/8". */
export function fractionText(numerator, denominator) {
    return lowest(BigInt(numerator), BigInt(denominator)).join("/");
}

/**
 * Bars: [{name, share, value, kind}], with a line at the fair share.
 * @param {Array} rows share: of 1; value: what is written beside the bar; kind: "more",
 *   "less" or "even"
 * @param {{fair: number, most: number, short?: boolean}} scale fair: where the line is;
 *   most: at the right end; short: whether names and values are so short that they fit
 *   beside the bars on a phone
 */
export function shareBars(rows, { fair, most, short = false }) {
    return h("ul", { class: `cases-bars${short ? " short" : ""}` }, rows.map(({ name, share, value, kind }) => {
        const fill = h("span", { class: `cases-fill ${kind}` });
        fill.style.width = `${Math.min(1, share / most) * 100}%`;
        const line = h("span", { class: "cases-fair" });
        line.style.left = `${fair / most * 100}%`;
        return h("li", {}, h("span", { class: "cases-bar-name" }, name),
                 h("span", { class: "cases-track", "aria-hidden": "true" }, fill, line),
                 h("span", { class: "cases-bar-value number" }, value));
    }));
}

/** Whether a share is more or less than the fair one. */
export const kindOf = (share, fair) => (Math.abs(share - fair) < 1e-12 ? "even"
    : share > fair ? "more" : "less");

// ---- small maps ----------------------------------------------------------------------

/**
 * Small maps side by side, on one scale. Words beside them must say what they show.
 * @param {Array} maps [[seen, name], ...]: seen as for miniMap(), name below it
 * @param {"code"|"words"} kind of the names
 */
export function smallMaps(maps, kind = "words") {
    const extent = jointExtent(maps.map(([seen]) => miniExtent(seen)));
    return h("div", { class: "cases-maps" }, maps.map(([seen, name]) => {
        const { node } = miniMap({ ...seen, extent, label: "" });
        node.setAttribute("aria-hidden", "true");
        return h("div", {}, node, h(kind === "code" ? "code" : "span", {}, name));
    }));
}
