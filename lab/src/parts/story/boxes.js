// SPDX-License-Identifier: MIT
//
// boxes.js - the third screen: 27 ways drop into 6 boxes, and cannot be shared evenly.
import { leafBoxes, letters } from "../../charts/leaf_boxes.js";
import { allOrders } from "../../charts/orders.js";
import { button, h, setText } from "../../dom.js";
import { failIn } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { CARDS } from "./shuffles.js";

const WAIT = 700; // milliseconds before the leaves drop by themselves
const LIFTED = 2000; // milliseconds before they drop again

/** What the boxes got: the orders with most leaves, and those with fewest. */
function extremes({ counts }) {
    const names = allOrders(CARDS).map((order) => letters(order));
    const most = Math.max(...counts);
    const least = Math.min(...counts);
    const with_ = (wanted) => names.filter((_, rank) => counts[rank] === wanted);
    return { most, least, often: with_(most), rarely: with_(least) };
}

function make({ deals }) {
    const { boxes } = say.story;
    let deal;
    let dropped = false;
    let entered = false;
    let timer;
    const board = leafBoxes({ test: "story-boxes", words: boxes, pickBox: (rank) => mark(rank),
                              pickLeaf: (leaf) => mark(leaf < 0 ? -1 : deal.leaves[leaf].rank) });
    const words = h("p", { class: "story-answer", "aria-live": "polite",
                           "data-test": "story-shares" });
    const reason = h("p", { class: "story-reason", "data-test": "story-reason" });
    const drop = button(boxes.drop, { kind: "main", test: "story-drop",
                                      onclick: () => press() });

    function mark(rank) {
        board.show({ box: rank });
        setText(words, rank < 0 ? summary() : boxes.chosen(
            letters(allOrders(CARDS)[rank]), deal.counts[rank], deal.leaves.length,
        ));
    }

    const summary = () => (dropped ? boxes.result(deal.leaves.length, extremes(deal))
                                   : boxes.before(deal.leaves.length, deal.counts.length));

    function set(next) {
        clearTimeout(timer);
        dropped = next;
        setText(drop, dropped ? boxes.lift : boxes.drop);
        drop.classList.toggle("main", !dropped);
        board.show({ dropped, box: -1 });
        setText(words, summary());
        reason.classList.toggle("told", dropped);
    }

    /** Drops the leaves, or lifts them and drops them again. */
    function press() {
        const again = dropped;
        set(!dropped);
        if (again) dropAfter(LIFTED);
    }

    const dropAfter = (wait) => { timer = setTimeout(() => set(true), wait); };
    const content = h("div", { inert: true }, board.node,
                      h("div", { class: "story-asked" }, words, drop), reason);
    const node = h("div", {}, content);

    deals().then(({ wrong }) => {
        deal = wrong;
        board.update(deal, CARDS);
        board.say(boxes.caption(deal.leaves.length, deal.counts.length));
        setText(reason, boxes.reason(deal.leaves.length, deal.counts.length));
        set(false);
        content.inert = false;
        if (entered) dropAfter(WAIT);
    }).catch(failIn(node));
    return {
        node,
        enter() {
            entered = true;
            if (deal) dropAfter(WAIT);
        },
        leave() {
            entered = false;
            if (deal) set(false);
        },
    };
}

export const boxesScreen = { id: "boxes", make };
