// SPDX-License-Identifier: MIT
//
// ballot.js - the browser ballot of 2010: five browsers, sorted with a coin, and who is
// last.
//
// State: loads, how often the ballot was loaded; ballot, the seed of all loads.
import { numberIfGiven, seedIfGood, wholeNumber } from "../../address.js";
import { startAudit } from "../../client.js";
import { button, h, setText } from "../../dom.js";
import { say } from "../../lang/lang.js";
import { count, percent } from "../../words.js";
import { article, codeBlock, kindOf, shareBars } from "./article.js";

const BROWSERS = ["Chrome", "Firefox", "Opera", "Safari", "Internet Explorer"];
const MOST = 100000;
const SEED = "2010";
const SHUFFLE = "coin-insertion";

const CODE = `browsers.sort(function (a, b) {
    return «0.5 - Math.random()»;
});`;

/** Who was last, among so many loads. */
function lastOf(trials, seed, held) {
    return new Promise((resolve, reject) => {
        held.audit?.drop();
        const plan = { shuffle: SHUFFLE, n: 5, seed, trials, diagnose: false };
        held.audit = startAudit(plan, {
            done: ({ report }) => resolve(report.position.at(-1)),
            failed: (_, error) => reject(error),
        });
    });
}

export function ballotFigure(line, set) {
    let shown = "";
    let now = { loads: 0 };
    const held = {};
    const list = h("ol", { class: "cases-ballot", "data-test": "cases-ballot-order" });
    const box = h("div", { "data-test": "cases-ballot-last" });
    const said = h("p", { class: "cases-answer", "aria-live": "polite" });
    const load = (more) => () =>
        set({ loads: Math.min(MOST, now.loads + more), ballot: now.ballot });
    const one = button(say.cases.ballotPicture.load, {
        kind: "main", test: "cases-ballot-load", onclick: load(1) });
    const many = button(say.cases.ballotPicture.loadMany, {
        test: "cases-ballot-load-many", onclick: load(1000) });
    let exact;

    function showBars(last) {
        const share = (k) => (now.loads > 0 ? last[k] / now.loads : 0);
        box.replaceChildren(shareBars(BROWSERS.map((name, k) => ({
            name, share: share(k), kind: kindOf(exact[k], 0.2),
            value: say.cases.ballotPicture.share(now.loads > 0 ? percent(share(k)) : "–",
                                          percent(exact[k])),
        })), { fair: 0.2, most: 0.6 }));
    }

    async function update() {
        exact ??= (await line.ask("exact", { shuffle: SHUFFLE, n: 5 })).position.at(-1);
        const { loads, ballot } = now;
        let order = BROWSERS.map((_, k) => k);
        let last = [0, 0, 0, 0, 0];
        if (loads > 0) {
            order = (await line.ask("trace", { shuffle: SHUFFLE, n: 5, seed: ballot,
                                               trial: loads - 1 })).end;
            last = await lastOf(loads, ballot, held);
        }
        if (shown !== `${now.loads} ${now.ballot}` || loads !== now.loads) return;
        list.replaceChildren(...order.map((k) => h("li", {
            class: k === 4 ? "own" : "" }, BROWSERS[k])));
        showBars(last);
        setText(said, loads === 0 ? say.cases.ballotPicture.start
            : say.cases.ballotPicture.said(count(loads), percent(last[4] / loads)));
        box.dataset.loads = loads;
    }

    return {
        node: h("figure", { class: "cases-figure", "data-test": "cases-ballot-figure" },
            h("h3", {}, say.cases.ballotPicture.title), list,
            h("div", { class: "buttons" }, one, many), said,
            h("h4", {}, say.cases.ballotPicture.lastTitle), box,
            h("figcaption", {}, say.cases.ballotPicture.caption)),
        show(state) {
            now = { loads: wholeNumber(state.loads, 0, MOST, 0),
                    ballot: state.ballot || SEED };
            const wanted = `${now.loads} ${now.ballot}`;
            if (wanted === shown) return;
            shown = wanted;
            update();
        },
        hide() {
            held.audit?.drop();
            shown = "";
        },
    };
}

/** The case. */
export const browserBallot = {
    id: "ballot",
    whole: ({ loads, ballot }) => ({ loads: numberIfGiven(loads, 0, MOST, 0),
                                     ballot: seedIfGood(ballot) }),
    make({ line, set }) {
        const ballot = ballotFigure(line, set);
        return {
            node: article("ballot", {
                pictures: [ballot.node], code: [codeBlock(CODE, say.cases.codeLabel)] }),
            show: ballot.show,
            hide: ballot.hide,
        };
    },
};
