// SPDX-License-Identifier: MIT
//
// ballot.js - the browser ballot of 2010: five browsers, sorted with a coin, and who is
// last.
//
// The sort is a heapsort: with it, what was reported comes out. The first of the list is
// last in half of all loads, whatever the length of the list; Chrome is the most likely
// one at each of the first three positions; and the shares run from 6% to 50%.
//
// State: loads, how often the ballot was loaded; ballot, the seed of all loads.
import { numberIfGiven, wholeNumber } from "../../address.js";
import { startAudit } from "../../client.js";
import { button, h, setText } from "../../dom.js";
import { failIn } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { seedIfGood } from "../../seeds.js";
import { count, listed, percent } from "../../words.js";
import { article, codeBlock, kindOf, shareBars } from "./article.js";

const BROWSERS = ["Internet Explorer", "Firefox", "Opera", "Chrome", "Safari"];
const OWN = 0; // Internet Explorer
const MOST = 100000;
const SEED = "2010";
const SHUFFLE = "coin-heap";

const CODE = `browsers.sort(function (a, b) {
    return «0.5 - Math.random()»;
});`;

/** Who is last, exactly. */
const exactLast = async (line) =>
    (await line.ask("exact", { shuffle: SHUFFLE, n: 5 })).position.at(-1);

/** Bars of who is last. */
const lastBars = (shares, exact, value, short = false) => shareBars(BROWSERS.map((name, k) => ({
    name, share: shares[k], kind: kindOf(exact[k], 0.2), value: value(k),
})), { fair: 0.2, most: 0.6, short });

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
    const box = h("div", { class: "cases-last", "data-test": "cases-ballot-last" });
    const said = h("p", { class: "cases-answer", "aria-live": "polite" });
    const load = (more) => () =>
        set({ loads: Math.min(MOST, now.loads + more), ballot: now.ballot });
    const one = button(say.cases.ballotPicture.load, {
        kind: "main", test: "cases-ballot-load", onclick: load(1) });
    const many = button(say.cases.ballotPicture.loadMany, {
        test: "cases-ballot-load-many", onclick: load(1000) });
    let exact;

    /** What was counted; before the first load, empty bars. */
    function showBars(last) {
        const shares = last.map((times) => times / Math.max(1, now.loads));
        box.replaceChildren(lastBars(shares, exact, (k) => (now.loads === 0 ? ""
            : say.cases.ballotPicture.share(percent(shares[k]), percent(exact[k])))));
    }

    /** Shows the loads so far; wanted(): whether that is still what is to be shown. */
    async function update(wanted) {
        exact ??= await exactLast(line);
        const { loads, ballot } = now;
        let order = BROWSERS.map((_, k) => k);
        let last = [0, 0, 0, 0, 0];
        if (!wanted()) return;
        if (loads > 0) {
            order = (await line.ask("trace", { shuffle: SHUFFLE, n: 5, seed: ballot,
                                               trial: loads - 1 })).end;
            if (!wanted()) return;
            last = await lastOf(loads, ballot, held);
        }
        if (!wanted()) return;
        list.replaceChildren(...order.map((k) => h("li", {
            class: k === OWN ? "own" : "" }, BROWSERS[k])));
        showBars(last);
        setText(said, loads === 0 ? say.cases.ballotPicture.start
            : say.cases.ballotPicture.said(count(loads), percent(last[OWN] / loads)));
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
            const awaited = () => shown === wanted;
            update(awaited).catch((error) => {
                if (!awaited()) return;
                setText(said, "");
                list.replaceChildren();
                failIn(box)(error);
            });
        },
        hide() {
            held.audit?.drop();
            shown = "";
        },
    };
}

async function picture(line) {
    const exact = await exactLast(line);
    return { node: lastBars(exact, exact, (k) => percent(exact[k]), true),
             words: say.cases.ballotPicture.picture(listed(exact.map((share, k) =>
                 `${BROWSERS[k]} ${percent(share)}`))) };
}

/** The case. */
export const browserBallot = {
    id: "ballot",
    picture,
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
