// SPDX-License-Identifier: MIT
//
// cost.js - the sixth screen: what wrong shuffles have cost. Its pictures are those of the
// famous cases.
import { writeAddress } from "../../address.js";
import { factorial } from "../../charts/orders.js";
import { withCode } from "../../code/panel.js";
import { h } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { questionLine } from "../../questions.js";
import { ballotFigure } from "../cases/ballot.js";
import { handFigure } from "../cases/poker.js";
import { MILLISECONDS } from "../cases/poker_search.js";

const DECK = 52;

/** A picture of a case, whose state is kept here and not in the address. */
function kept(make) {
    let state = {};
    const figure = make((changes) => {
        state = { ...state, ...changes };
        figure.show(state);
    });
    return { node: figure.node, enter: () => figure.show(state), leave: () => figure.hide() };
}

function make({ context }) {
    const { cost } = say.story;
    const line = questionLine();
    const figures = {
        "planet-poker": kept((set) => handFigure(line, set, context)),
        ballot: kept((set) => ballotFigure(line, set)),
    };
    const one = ([id, { node }]) => {
        const { date, title, words } = cost[id];
        return h("article", { class: "panel story-case" },
            h("p", { class: "story-date" }, date), h("h2", {}, title),
            h("p", {}, withCode(words(MILLISECONDS, Number(factorial(DECK))))), node,
            h("p", {}, h("a", { href: writeAddress("cases", { case: id }),
                                "data-test": `story-case-${id}` }, cost.more)));
    };
    const all = Object.values(figures);
    return {
        node: h("div", { class: "story-sides" }, Object.entries(figures).map(one)),
        enter: () => all.forEach(({ enter }) => enter()),
        leave: () => all.forEach(({ leave }) => leave()),
        unmount: line.end,
    };
}

export const costScreen = { id: "cost", make };
