// SPDX-License-Identifier: MIT
//
// shuf.js - the shuf of Debian 12, audited by fairaudit: eleven of a hundred numbers
// never come.
import { button, h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { count } from "../../words.js";
import { article, codeBlock } from "./article.js";
import report from "./shuf-9.1.json";
import { counts } from "./shuf_counts.js";

const TRIALS = counts.reduce((sum, x) => sum + x, 0);
const NEVER = counts.filter((times) => times === 0).length;

const CODE = `$ shuf -n 1 -i 1-100
$ fairaudit --items=100 --sample=1 \\
      -- shuf -n 1 -i 1-100`;

/** A hundred cells: numbers that never came, and the others by how often they came.
 * numbers: whether the cells are large enough to contain them. */
function cells({ numbers }) {
    const most = Math.max(...counts);
    return h("ol", { class: "cases-cells", "data-test": "cases-shuf-cells" },
        counts.map((times, k) => {
            const level = times === 0 ? 0 : Math.ceil(times / most * 4);
            return h("li", { class: times === 0 ? "never" : `level-${level}`,
                             title: say.cases.shuf.cell(k + 1, times),
                             "data-times": times }, numbers && String(k + 1));
        }));
}

/** The case. */
export const debianShuf = {
    id: "debian-shuf",
    picture: () => ({ node: cells({ numbers: false }), words: say.cases.shuf.picture(NEVER) }),
    make({ context }) {
        const open = button(say.cases.shuf.open, {
            kind: "main", test: "cases-shuf-report",
            onclick: () => context.showReport(report,
                `${JSON.stringify(report, null, 2)}\n`),
        });
        return { node: article("debian-shuf", {
            pictures: [h("figure", { class: "cases-figure" }, cells({ numbers: true }),
                         h("figcaption", {}, say.cases.shuf.caption(
                             { never: NEVER, trials: count(TRIALS), most: Math.max(...counts),
                               fair: TRIALS / 100 }))),
                       h("div", { class: "buttons" }, open)],
            code: [codeBlock(CODE, say.cases.commandsLabel)],
        }) };
    },
};
