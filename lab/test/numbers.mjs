// SPDX-License-Identifier: MIT
//
// numbers.mjs - numbers as the languages of the page write them, where rounding leads to
// another unit, and sentences that have another form for one. TAP on stdout.
import { cases as englishCases } from "../src/lang/en/cases.js";
import { decks as englishDecks } from "../src/lang/en/decks.js";
import * as english from "../src/lang/en/numbers.js";
import { steps as englishSteps } from "../src/lang/en/steps.js";
import { story as englishStory } from "../src/lang/en/story.js";
import * as chinese from "../src/lang/zh/numbers.js";
import { percent } from "../src/lang/numbers.js";
import { end, result } from "./tap.mjs";

function compare(name, write, pairs) {
    result(pairs.filter(([value, wanted]) => write(value) !== wanted)
        .map(([value, wanted]) => `${value}: "${write(value)}", not "${wanted}"`), name);
}

compare("large numbers in English", english.roughly, [
    [0, "0"], [9999, "9,999"], [9999.4, "9,999"], [9999.6, "10 thousand"],
    [12345, "12 thousand"], [999499, "999 thousand"], [999600, "1.00 million"],
    [1234567, "1.23 million"], [999.6e6, "1.00 billion"], [4.29e9, "4.29 billion"],
    [999.6e9, "1.00 trillion"], [3.16e13, "31.6 trillion"], [9.99e14, "999 trillion"],
    [9.996e14, "10¹⁵"], [3.16e20, "3.16\u00a0×\u00a010²⁰"],
]);
compare("large numbers in Chinese", chinese.roughly, [
    [9999, "9,999"], [9999.6, "1 万"], [12345, "1.23 万"], [1234567, "123 万"],
    [99.96e6, "1 亿"], [8.2e9, "82 亿"], [9.996e11, "1 万亿"], [3.16e13, "31.6 万亿"],
    [9.99e15, "9990 万亿"], [9.996e15, "10¹⁶"],
]);
compare("sliders of people", englishDecks.settings.people, [
    [5e11, "500 billion"], [1e12, "1.00 trillion"],
]);
const firstOf = (pattern) => ([n, bits, most, missing]) =>
    pattern.exec(englishDecks.tooFew({ n, bits, most, log10Orders: 1, missing }))[0];
compare("parts of all orders", firstOf(/[^ ]+( in [^ ]+)? of all orders/), [
    [[3, 2, 2, Math.log10(6 / 4)], "66.7% of all orders"],
    [[13, 32, 12, Math.log10(6227020800 / 2 ** 32)], "69% of all orders"],
    [[14, 32, 12, Math.log10(87178291200 / 2 ** 32)], "1 in 20 of all orders"],
]);
compare("seeds", firstOf(/\d+ bits? [^,:]+/), [
    [[2, 0, 1, 0.3], "0 bits make 1 seed"], [[3, 1, 2, 0.5], "1 bit makes 2 seeds"],
    [[52, 32, 12, 58], "32 bits make 4.29 billion seeds"],
]);
const ordersOf = ([n, orders]) => englishDecks.tooFew({ n, bits: 1, most: 2,
    log10Orders: Math.log10(orders), missing: 1 }).replace(/ 1 bit makes .*/, "");
compare("numbers of orders", ordersOf, [
    [[2, 2], "2 cards have 2! = 2 orders."],
    [[12, 479001600], "12 cards have 12! = 479,001,600 orders."],
    [[13, 6227020800], "13 cards have 13! orders, about 6.23 billion."],
    [[52, 8.0658e67], "52 cards have 52! orders, about 8\u00a0×\u00a010⁶⁷."],
]);
const wordsOf = ([words, sides]) => englishCases.modulo.said({ words, sides,
    times: Math.floor(words / sides), more: words % sides }).replace(/^.*: /, "");
compare("words of a remainder", wordsOf, [
    [[256, 32], "each gets exactly 8."],
    [[256, 52], "the first 48 get 5 words each, the other 4 only 4."],
    [[256, 3], "the first gets 86 words, the other 2 only 85."],
    [[32768, 3], "the first 2 get 10,923 words each, the other one only 10,922."],
    [[16, 52], "the first 16 get 1 word each, the other 36 none."],
]);
const tooFewOf = ([product, ways, factorial, orders, missing]) =>
    englishSteps.proof.tooFew({ product, ways, factorial, orders, missing });
compare("too few ways to roll", tooFewOf, [
    [["", "1", "2! = ", "2", "1"], "There is only 1 way to roll for 2! = 2 orders: at " +
     "least 1 of them can never come out."],
    [["3 · 2 = ", "6", "4! = ", "24", "18"], "There are only 3 · 2 = 6 ways to roll " +
     "for 4! = 24 orders: at least 18 of them can never come out."],
]);
const quotientOf = ([ways, orders]) =>
    / orders (. \S+)\. /.exec(englishStory.fix.wrongWays(ways, orders))[1];
compare("ways for each order", quotientOf, [
    [[4, 2], "= 2"], [[27, 6], "= 4½"], [[256, 24], "≈ 10.67"], [[3125, 120], "≈ 26.04"],
    [[46656, 720], "= 64.8"],
]);
compare("shares", percent, [
    [0, "0%"], [0.12345, "12.3%"], [0.9994, "99.9%"], [0.9995, "99.95%"],
    [0.99994, "99.99%"], [0.99996, "99.996%"], [0.9999999, "99.99999%"],
    [1 - 2 ** -53, "99.99999999%"], [1, "100%"], [1.5, "150%"],
]);
end();
