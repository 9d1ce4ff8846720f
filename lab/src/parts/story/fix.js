// SPDX-License-Identifier: MIT
//
// fix.js - the fourth screen: one token changes, and every box gets one leaf. With more
// cards, the wrong shuffle never comes out even.
import { leafBoxes } from "../../charts/leaf_boxes.js";
import { codePanel } from "../../code/panel.js";
import { button, h, setText } from "../../dom.js";
import { failIn } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { ask } from "../../questions.js";
import { CARDS, RIGHT, WRONG } from "./shuffles.js";

const MOST = 6; // cards whose ways the core counts one by one

/** How many ways and orders there are with n cards, for both shuffles. */
async function countWays(n) {
    const [wrong, right] = await Promise.all([WRONG, RIGHT].map((shuffle) =>
        ask("exact", { shuffle, n })));
    return { ways: wrong.sequences, orders: right.sequences };
}

/** With how many cards the ways can be shared evenly. */
function counts() {
    const { fix } = say.story;
    const out = h("div", { class: "story-count", "aria-live": "polite",
                           "data-test": "story-division" });
    const number = h("output", { class: "number" });
    const slider = h("input", { type: "range", min: 2, max: MOST, value: CARDS, step: 1,
                                "data-test": "story-cards", "aria-label": fix.cardsLabel });
    let asked = 0;
    const show = async () => {
        asked += 1;
        const mine = asked;
        const n = Number(slider.value);
        setText(number, fix.cards(n));
        try {
            const { ways, orders } = await countWays(n);
            if (mine !== asked) return;
            out.replaceChildren(h("p", {}, fix.wrongWays(ways, orders)),
                                h("p", {}, fix.rightWays(orders)));
            out.dataset.cards = n;
            out.dataset.even = String(ways % orders === 0);
        } catch (error) {
            if (mine === asked) failIn(out)(error);
        }
    };
    slider.addEventListener("input", show);
    show();
    return h("div", { class: "panel story-more" }, h("h2", {}, fix.more),
             h("div", { class: "story-slider" }, slider, number), out);
}

function make({ deals, acted }) {
    const { fix } = say.story;
    let both; // the deals
    let fixed = false;
    const code = codePanel({ shuffle: WRONG, title: fix.code, copy: false, note: false,
                             helpers: false, on: { change: (now) => set(now) } });
    const board = leafBoxes({ test: "story-fixed", words: say.story.boxes, rows: false, least: 5,
                              pickBox: (box) => board.show({ box }) });
    const words = h("p", { class: "story-answer", "aria-live": "polite",
                           "data-test": "story-fix-words" });
    const why = h("div", { class: "story-why" }, h("p", {}, fix.why),
                  h("p", { class: "muted small" }, fix.who));
    const toggle = button("", { kind: "main", test: "story-toggle",
                                onclick: () => set(!fixed) });

    function set(next) {
        fixed = next;
        const deal = fixed ? both.right : both.wrong;
        code.setFixed(fixed);
        setText(toggle, fixed ? fix.undo : fix.apply);
        toggle.classList.toggle("main", !fixed);
        board.update(deal, CARDS);
        board.show({ dropped: true });
        board.say(fix.caption(deal.leaves.length, deal.counts.length));
        setText(words, fixed ? fix.fair(deal.leaves.length) : fix.unfair(deal.leaves.length));
        words.classList.toggle("good", fixed);
        why.classList.toggle("told", fixed);
        if (fixed) acted("fix");
    }

    const change = h("div", { class: "story-change", inert: true },
                     h("div", { class: "story-change-code" }, code.element,
                       h("p", { class: "buttons" }, toggle)),
                     board.node, words, why);
    const place = h("div", {}, change);
    deals().then((known) => {
        both = known;
        set(false);
        change.inert = false;
    }).catch(failIn(place));
    return { node: h("div", {}, place, counts()) };
}

export const fixScreen = { id: "fix", make };
