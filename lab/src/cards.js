// SPDX-License-Identifier: MIT
//
// cards.js - what is printed on a card, and what it is called.
//
// A deck of 52 has playing cards: spades, hearts, diamonds, clubs, each from the ace to
// the king. Cards of other decks have numbers, from 1.
import { h } from "./dom.js";
import { say } from "./lang/lang.js";

const PLAYING = 52; // cards of a deck of playing cards
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["♠", "♥", "♦", "♣"];
const AS_TEXT = "\ufe0e"; // after a suit: draw it as a letter, not as a picture

const rankOf = (card) => RANKS[card % RANKS.length];
const suitOf = (card) => Math.floor(card / RANKS.length);

/** Whether a playing card is red. */
export const isRedCard = (card) => suitOf(card) === 1 || suitOf(card) === 2;

/** Whether a deck of n cards has playing cards. */
const isPlaying = (n) => n === PLAYING;

/** What is printed on card `card`, from 0, of n: "7", "K♥". */
export const cardText = (card, n) => (isPlaying(n)
    ? rankOf(card) + SUITS[suitOf(card)] + AS_TEXT : String(card + 1));

/**
 * What the cards of a deck of n are called in sentences.
 * @returns {{text(card): string, one(card): string, few(cards): string,
 *            spoken(card): string}} text: "7"; one: "card 7"; few: "cards 7 and 8";
 *     spoken: the same as `one` without signs, for screen readers
 */
export function cardNames(n) {
    const text = (card) => cardText(card, n);
    const playing = isPlaying(n);
    return {
        text,
        one: (card) => (playing ? text(card) : say.steps.card(text(card))),
        few: (cards) => say.steps.cards(cards.map(text), playing),
        spoken: (card) => (playing ? say.steps.playing(rankOf(card), suitOf(card))
                                   : say.steps.card(text(card))),
    };
}

/** An empty card for dressCard(). */
export const blankCard = () => h("span", { class: "steps-card", "aria-hidden": "true" },
    h("span", { class: "steps-number" }), h("span", { class: "steps-suit" }),
    h("span", { class: "steps-sign" }));

/** Prints card `card` of n on an element of blankCard(), and a sign in its corner. */
export function dressCard(element, card, n, sign = "") {
    const playing = isPlaying(n);
    const [number, suit, corner] = element.children;
    number.textContent = playing ? rankOf(card) : card + 1;
    suit.textContent = playing ? SUITS[suitOf(card)] + AS_TEXT : "";
    corner.textContent = sign;
    element.classList.toggle("steps-playing", playing);
    element.classList.toggle("steps-red", playing && isRedCard(card));
    element.style.setProperty("--tone", n > 1 ? card / (n - 1) : 0);
}

/** A playing card as an item of a list, face up. */
export const faceUp = (card) =>
    h("li", { class: `cases-card${isRedCard(card) ? " red" : ""}` },
      h("span", { "aria-hidden": "true" }, rankOf(card)),
      h("span", { "aria-hidden": "true" }, SUITS[suitOf(card)] + AS_TEXT),
      h("span", { class: "visually-hidden" }, cardNames(PLAYING).spoken(card)));

/** A row of playing cards. */
export const cardRow = (cards, label) =>
    h("ul", { class: "cases-cards", "aria-label": label }, cards.map(faceUp));
