// SPDX-License-Identifier: MIT
//
// none.js - shown while there is no report: how to get one.
import { writeAddress } from "../../address.js";
import { button, h } from "../../dom.js";
import { errorNodes } from "../../errors.js";
import { filePanel } from "../../files.js";
import { say } from "../../lang/lang.js";
import { readReportFile } from "./read.js";

const EXAMPLE = { shuffle: "swap-with-any", n: 10 };

/**
 * @param {object} context of the page
 * @returns {{node: HTMLElement, missing(state: object): void, left(): void}} missing:
 *   says which report the address names, if any; left: the user has left
 */
export function noReport(context) {
    let taken; // the file that is read
    const said = h("p", { class: "message error", role: "alert", hidden: true,
                          "data-test": "report-message" });
    const asked = h("p", { class: "message", hidden: true,
                           "data-test": "report-missing" });
    const code = (text) => h("code", {}, text);
    const audit = button(say.report.example, {
        kind: "main", test: "report-example",
        onclick: () => context.go("report", EXAMPLE) });

    const take = async (file) => {
        said.hidden = true;
        taken = file;
        try {
            const { report, text } = await readReportFile(file);
            if (taken === file) context.showReport(report, text);
        } catch (error) {
            if (taken !== file) return;
            said.hidden = false;
            said.replaceChildren(say.report.inFile(file.name),
                                 ...errorNodes(error, code));
        }
    };
    const drop = filePanel({ test: "report", accept: ".json,application/json", take },
        h("h2", {}, say.report.open),
        h("p", {}, say.report.openText(code("fairaudit --json"),
                                       code("fairaudit --json=report.json -- shuf"))));

    const link = (part, state, text) => h("a", { href: writeAddress(part, state) }, text);
    const { race, yours } = say.page.tabs;
    const node = h("div", { class: "stack", "data-test": "report-none" },
        asked, said,
        h("div", { class: "panels" },
          h("div", { class: "panel" },
            h("h2", {}, say.report.make),
            h("p", {}, say.report.makeText(link("race", {}, race),
                                           link("yours", {}, yours))),
            h("p", { class: "buttons" }, audit)),
          drop.node));
    drop.dropOn(node);
    return {
        node,
        left() { taken = undefined; },
        missing({ of, seed, ...more }) {
            said.hidden = true;
            asked.hidden = !of;
            if (!of) return;
            const words = more.code || more.example || more.long
                ? say.report.missingCode(link("yours", { ...more, seed },
                                              say.report.missingLink))
                : [say.report.missingFile];
            asked.replaceChildren(...say.report.missing(code(of), seed), ...words);
        },
    };
}
