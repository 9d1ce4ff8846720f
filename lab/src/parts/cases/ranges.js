// SPDX-License-Identifier: MIT
//
// ranges.js - ranges that are off by one: three shuffles that look like Fisher-Yates, and
// where their cards go.
import { miniMap } from "../../charts/minimap.js";
import { h } from "../../dom.js";
import { failIn } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { wayTo } from "../../ways.js";
import { article, codeBlock, smallMaps } from "./article.js";

const CARDS = 7;

/** The shuffles, and where they differ from Fisher-Yates. */
const SHUFFLES = [
    { name: "down", code: "for (i = n - 1; i > 0; i--)\n    swap(i, random(i + 1));" },
    { name: "sattolo", code: "for (i = n - 1; i > 0; i--)\n    swap(i, random(«i»));" },
    { name: "stops-early",
      code: "for (i = 1; i «< n - 1»; i++)\n    swap(i, random(i + 1));" },
    { name: "one-too-far",
      code: "for (i = n - 1, k = n; i > 0;\n     k = «i + 1», i--)\n" +
          "    swap(i, random(k));" },
];

/** The map of a shuffle, as soon as it is known. */
async function mapOf(line, name) {
    const { position } = await line.ask("exact", { shuffle: name, n: CARDS });
    return { counts: position, n: CARDS, trials: null };
}

/** The right shuffle, and the one that differs from it in one bound. */
async function picture(line) {
    const [right, wrong] = await Promise.all(["down", "sattolo"].map((name) =>
        mapOf(line, name)));
    return { node: smallMaps([[right, "random(i + 1)"], [wrong, "random(i)"]], "code"),
             words: say.cases.ranges.picture };
}

/** The case. */
export const offByOne = {
    id: "off-by-one",
    picture,
    make({ line }) {
        const figures = SHUFFLES.map(({ name, code }) => {
            const map = miniMap({ counts: null, n: CARDS, trials: 0 });
            const said = say.cases.ranges[name];
            const place = h("div", {}, map.node);
            mapOf(line, name).then(map.update).catch(failIn(place));
            return h("figure", { class: "cases-range",
                "data-test": `cases-range-${name}` },
                h("h3", {}, said.title), place,
                h("div", {}, h("figcaption", {}, said.caption),
                  wayTo("exact", { shuffle: name, n: 3 }, say.cases.proof,
                        `cases-proof-${name}`)),
                codeBlock(code, name === "down" ? say.cases.rightLabel
                    : say.cases.codeLabel));
        });
        return { node: article("off-by-one", {
            pictures: [h("div", { class: "cases-ranges" }, figures),
                       h("p", { class: "small muted" }, say.cases.ranges.key)] }) };
    },
};
