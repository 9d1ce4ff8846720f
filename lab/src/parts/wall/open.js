// SPDX-License-Identifier: MIT
//
// open.js - one shuffle of the wall in full: a large map, the verdict, its story, its
// code, and the ways to the other parts.
import { storyOf, titleNodes, titleOf } from "../../catalogue.js";
import { heatMap } from "../../charts/heatmap.js";
import { codePanel } from "../../code/panel.js";
import { button, h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { badgeSoFar, runningBadge, verdictBadge, verdictWords } from "../../verdict.js";
import { waysFrom } from "../../ways.js";

/**
 * The dialog.
 * @param {{context: object, closed(): void}} options closed: the visitor closed it
 * @returns {{node: HTMLElement, open(tile: object, plan: object): void,
 *            update(): void, close(): void}} plan: {shuffle, n, seed}
 */
export function wallDialog({ context, closed }) {
    let shown; // {tile, map, verdict, words}
    const body = h("div", { class: "wall-body" });
    const shut = button(say.wall.close, { kind: "wall-close", test: "wall-close",
                                          onclick: () => node.close() });
    const node = h("dialog", { class: "wall-dialog", "data-test": "wall-dialog",
                               "aria-labelledby": "wall-heading" }, shut, body);
    node.addEventListener("close", () => {
        if (!shown) return; // close() below
        shown = undefined;
        closed();
    });
    node.addEventListener("click", ({ target }) => {
        if (target === node) node.close(); // beside it
    });

    function update() {
        if (!shown) return;
        const { status, report, error } = shown.tile.result();
        shown.verdict.replaceChildren(
            status === "failed" ? verdictBadge("could-not-test")
                : !report ? runningBadge()
                    : status === "done" ? verdictBadge(report.verdict) : badgeSoFar(report));
        const words = status === "done" ? verdictWords(report) : "";
        shown.words.textContent = error ?? words;
        shown.map.node.hidden = status === "failed" && !report?.position;
        if (report?.position) shown.map.update(report);
    }

    return {
        node,
        update,
        open(tile, plan) {
            const { entry } = tile;
            const map = heatMap({ title: null, test: "wall-map" });
            const verdict = h("div", { "data-test": "wall-verdict" });
            const words = h("p", { class: "wall-verdict-words" });
            body.replaceChildren(
                h("h2", { id: "wall-heading" }, titleNodes(entry)),
                h("p", { class: "code muted small" }, entry.name),
                h("div", { class: "wall-sides" },
                  h("div", {}, verdict, words, map.node),
                  h("div", { class: "wall-about" },
                    h("p", {}, storyOf(entry)),
                    codePanel({ shuffle: entry.name, title: titleOf(entry) }).element,
                    h("div", { class: "buttons" },
                      waysFrom(context, "wall", plan)))));
            shown = { tile, map, verdict, words };
            update();
            if (!node.open) node.showModal();
            body.scrollTop = 0;
        },
        close() {
            shown = undefined;
            if (node.open) node.close();
        },
    };
}
