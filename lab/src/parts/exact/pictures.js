// SPDX-License-Identifier: MIT
//
// pictures.js - exact probabilities as pictures: the bars of all orders, the map, the
// table.
import { orderBars } from "../../charts/bars.js";
import { heatMap } from "../../charts/heatmap.js";
import { saveButton } from "../../charts/save.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { choiceField } from "../../pickers.js";
import { DRAWN } from "./law.js";
import { groupTable } from "./table.js";
import { orderLabels } from "./words.js";

const FEW = 3; // cards whose bars leave room beside them

/** The bars, and the controls for them; set(changes) changes the address. */
function barPanel({ hover, pick, set }) {
    const bars = orderBars({ title: say.exact.bars, test: "exact-bars", hover, pick });
    const sort = choiceField({
        label: say.exact.sort, test: "exact-sort",
        options: { "": say.exact.sortOrder, probability: say.exact.sortProbability },
        change: (value) => set({ sort: value }),
    });
    const height = choiceField({
        label: say.exact.height, test: "exact-height",
        options: { "": say.exact.heightProbability,
                   difference: say.exact.heightDifference },
        change: (value) => set({ height: value }),
    });
    const node = h("div", { class: "panel" }, bars.node,
                   h("div", { class: "controls exact-bar-controls" }, sort.node,
                     height.node, saveButton(bars.node, "orders")));
    return {
        node, mark: bars.mark, point: bars.point,
        update(law, state) {
            sort.set(state.sort);
            height.set(state.height);
            node.hidden = law === null || law.n > DRAWN;
            if (node.hidden) return;
            bars.update({ n: law.n, probability: law.probability, excess: law.excess,
                          label: orderLabels(law), sort: state.sort,
                          height: state.height, zero: "impossible" });
        },
    };
}

/**
 * The pictures of a law.
 * @param {{hover: (rank: number) => void, pick: (rank: number) => void,
 *          set: (changes: object) => void}} on hover, pick: see orderBars(); set: changes
 *   the address
 * @returns {{node: HTMLElement, update: Function, updateBars: Function, mark: Function,
 *            point: Function}} update(document, law): draws map and table;
 *   updateBars(law, state), with its sort and height; mark, point: see orderBars()
 */
export function lawPictures(on) {
    const bars = barPanel(on);
    const map = heatMap({ test: "exact-map" });
    const table = groupTable();
    const mapPanel = h("div", { class: "panel exact-picture" }, map.node,
                       saveButton(map.node, "position"));
    const tablePanel = h("div", { class: "panel" }, table.node);
    const node = h("div", { class: "exact-pictures" }, bars.node,
                   h("div", { class: "exact-side" }, mapPanel, tablePanel));
    return {
        node, updateBars: bars.update, mark: bars.mark, point: bars.point,
        update(document, law) {
            node.classList.toggle("few", document.n <= FEW);
            mapPanel.hidden = document.position === null;
            if (!mapPanel.hidden) map.updateExact(document);
            tablePanel.hidden = law === null;
            if (law) table.update(law);
        },
    };
}
