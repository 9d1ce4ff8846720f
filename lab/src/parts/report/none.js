// SPDX-License-Identifier: MIT
//
// none.js - what the part shows while there is no report: how to get one.
import { writeAddress } from "../../address.js";
import { button, h, setText } from "../../dom.js";
import { filePanel } from "../../files.js";
import { plural, sentence } from "../../words.js";
import { readReportFile } from "./read.js";

const EXAMPLE = { shuffle: "swap-with-any", n: 10 };

/**
 * @param {object} context of the page
 * @returns {{node: HTMLElement, missing(state: object): void, left(): void}} missing:
 *   says which report the address names, if any; left: something else is shown
 */
export function noReport(context) {
    let taken; // the file that is read
    const said = h("p", { class: "message error", role: "alert", hidden: true,
                          "data-test": "report-message" });
    const asked = h("p", { class: "message", hidden: true,
                           "data-test": "report-missing" });
    const fail = (text) => {
        said.hidden = false;
        setText(said, sentence(text));
    };

    const audit = button(`Audit ${EXAMPLE.shuffle}, ${plural(EXAMPLE.n, "card")}`, {
        kind: "main", test: "report-example",
        onclick: () => context.go("report", EXAMPLE) });

    const take = async (file) => {
        said.hidden = true;
        taken = file;
        try {
            const { report, text } = await readReportFile(file);
            if (taken === file) context.showReport(report, text);
        } catch (error) {
            if (taken === file) fail(`${file.name}: ${error.message}`);
        }
    };
    const drop = filePanel({ test: "report", accept: ".json,application/json", take },
        h("h2", {}, "Open a report"),
        h("p", {}, "Drop a file here that was written by ",
          h("code", {}, "fairaudit --json=report.json"), ", for example with ",
          h("code", {}, "fairaudit --json=report.json -- shuf"), "."));

    const link = (part, state, text) => h("a", { href: writeAddress(part, state) }, text);
    const node = h("div", { class: "stack", "data-test": "report-none" },
        asked, said,
        h("div", { class: "panels" },
          h("div", { class: "panel" },
            h("h2", {}, "Make a report"),
            h("p", {}, "Every audit on this page ends with one: in ",
              link("race", {}, "Will it shuffle?"), ", for any shuffle of the " +
              "catalogue, and in ", link("yours", {}, "Try yours"), ", for code or " +
              "orders of your own. Or have one at once:"),
            h("p", { class: "buttons" }, audit)),
          drop.node));
    drop.dropOn(node);
    return {
        node,
        left() { taken = undefined; },
        missing({ of, seed, ...more }) {
            said.hidden = true;
            asked.hidden = !of;
            const words = `This is the address of a report on ${of}` +
                `${seed ? `, seed ${seed}` : ""}. `;
            asked.replaceChildren(words, ...(more.code || more.example || more.long
                ? ["It is made again when that code is run: ",
                   link("yours", { ...more, seed }, "look at it in Try yours"), "."]
                : ["An address does not hold the report itself: open its file, or make " +
                   "it once more."]));
        },
    };
}
