// SPDX-License-Identifier: MIT
//
// snippets.js - what is wrong with the marked code of each shuffle, and why others are
// fair. In English. Backquotes enclose code.

export const snippets = {
    original: {
        right: "Every card that is left has the same chance of being the next one on " +
            "the new list. Each of the n! orders comes from exactly one sequence of " +
            "rolls.",
    },
    removing: {
        right: "Every card that is left has the same chance of being taken next. Each " +
            "of the n! orders comes from exactly one sequence of rolls.",
    },
    down: {
        right: "Position `i` gets one of the `i + 1` cards that are not placed yet, " +
            "and the card at `i` is one of them. Each of the n! orders comes from " +
            "exactly one sequence of rolls.",
    },
    up: {
        right: "Position `i` gets one of the `n - i` cards that are not placed yet, " +
            "and the card at `i` is one of them. Each of the n! orders comes from " +
            "exactly one sequence of rolls.",
    },
    "inside-out": {
        right: "Card `i` goes to one of the first `i + 1` positions, all equally " +
            "likely, and the card that was there moves to the end. Each of the n! " +
            "orders comes from exactly one sequence of rolls.",
    },
    "inside-out-swap": {
        right: "Card `i` goes to one of the first `i + 1` positions, all equally " +
            "likely, and the card that was there moves to position `i`. Each of the n! " +
            "orders comes from exactly one sequence of rolls.",
    },
    "keys-redraw": {
        right: "A key that is already taken is drawn again, so all keys differ. No " +
            "two cards tie, and every order of the keys is equally likely.",
    },
    "coin-quick-random": {
        right: "The pivot is a random card, so the code treats all cards alike. That " +
            "is why this sort is fair even though its comparison is a coin flip. No " +
            "other sort with a coin here is.",
    },
    "swap-with-any": {
        wrong: "`random(n)` can choose any position at every step, even one that is " +
            "already done. That gives nⁿ equally likely ways to roll, which cannot be " +
            "shared evenly among n! orders if n is more than 2. With 3 cards, there " +
            "are 27 ways for 6 orders.",
    },
    "swap-with-any-down": {
        wrong: "`random(n)` can choose any position at every step, even one that is " +
            "already done. That gives nⁿ equally likely ways to roll, which cannot be " +
            "shared evenly among n! orders if n is more than 2, in whichever direction " +
            "the loop runs.",
    },
    "step-short": {
        wrong: "The loop ends one step too soon: the step with `i` = 1, which decides " +
            "between the first two positions, is missing. Half of all orders can " +
            "never come out.",
    },
    sattolo: {
        wrong: "`random(i)` is always less than `i`, so every card must move. No card " +
            "can stay where it was, and only 1 in n orders can come out.",
    },
    "stops-early": {
        wrong: "The loop ends one step too soon: position `n - 1` never gets its " +
            "turn, so the last card always stays last.",
    },
    "one-too-far": {
        wrong: "After the first step, `left` is one too large, so the position that " +
            "was just finished can be chosen again and its card moved away.",
    },
    "never-last": {
        wrong: "`random(n - 1)` never chooses the last position, so the last card can " +
            "never stay last. And like `random(n)`, it can choose a position that is " +
            "already done.",
    },
    "math-round": {
        wrong: "Only numbers below 0.5 are rounded to 0, and only numbers of at least " +
            "`i - 0.5` are rounded to `i`. So the first and the last position are " +
            "chosen half as often as the others. Multiply by `i + 1` and round down " +
            "instead.",
    },
    reinsert: {
        wrong: "`random(n)` can put the card anywhere at every step. That gives nⁿ " +
            "equally likely ways to roll, which cannot be shared evenly among n! " +
            "orders if n is more than 2.",
    },
    transpositions: {
        wrong: "Each random swap brings the deck closer to fair, but no fixed number " +
            "of swaps makes it fair. With few swaps, some cards are never touched.",
    },
    "distinct-swaps": {
        wrong: "Swapping two different cards turns an even order into an odd one, and " +
            "an odd one into an even one. So after a fixed number of swaps, half of " +
            "all orders are impossible.",
    },
    "adjacent-swaps": {
        wrong: "A card moves one position per swap, so it takes very many swaps to " +
            "get anywhere. And after a fixed number of swaps, half of all orders are " +
            "impossible.",
    },
    "keeps-the-deck": {
        wrong: "The swaps start from the order that the previous shuffle left, and some " +
            "cards are never touched. So each order depends on the one before it: if " +
            "you have seen one, you know something about the next.",
    },
    keys: {
        wrong: "Two cards can draw the same key, and then the sort keeps them in " +
            "their old order. With 8 bits that happens often, with 53 bits hardly " +
            "ever. To be exactly fair, draw again on a tie.",
    },
    "coin-insertion": {
        wrong: "This is `sort(() => Math.random() - 0.5)` with an insertion sort. A " +
            "card moves forward only until a coin flip stops it, so it seldom gets " +
            "far: the last card stays last in half of all shuffles.",
    },
    "coin-timsort": {
        wrong: "This is `sort(() => Math.random() - 0.5)` with TimSort, the sort of " +
            "Node 20 and Python 3.11. Random answers do not make a random order: 3 " +
            "cards stay as they are in 6 of 16 shuffles, and are just reversed in 5.",
    },
    "coin-selection": {
        wrong: "This is `sort(() => Math.random() - 0.5)` with a selection sort. The " +
            "later a card is compared, the better its chances: the last card comes " +
            "first in half of all shuffles.",
    },
    "coin-exchange": {
        wrong: "For each pair of positions, a coin flip decides whether their cards " +
            "swap. The number of ways the coins can fall is a power of two, which " +
            "cannot be shared evenly among n! orders if n is more than 2.",
    },
    "coin-bubble": {
        wrong: "This is `sort(() => Math.random() - 0.5)` with a bubble sort. A single " +
            "coin flip decides whether the last card stays last, so it does in half " +
            "of all shuffles.",
    },
    "coin-merge": {
        wrong: "This is `sort(() => Math.random() - 0.5)` with a merge sort. The " +
            "probability of each order is a fraction whose denominator is a power of " +
            "two, and 1/n! is no such fraction if n is more than 2.",
    },
    "coin-quick": {
        wrong: "A coin flip puts each card before or after the pivot, and the pivot " +
            "is always the first card, which tends to end up in the middle. With a " +
            "random pivot even this sort would be fair. The better fix is not to sort " +
            "at all.",
    },
    "coin-heap": {
        wrong: "This is `sort(() => Math.random() - 0.5)` with a heapsort. The " +
            "probability of each order is a fraction whose denominator is a power of " +
            "two, and 1/n! is no such fraction if n is more than 2.",
    },
    riffle: {
        wrong: "No fixed number of riffles is exactly fair. After 7 riffles of 52 " +
            "cards, the distance from fair is still about a third.",
    },
    overhand: {
        wrong: "The deck is cut after one card in four, so three in four cards are " +
            "still followed by the same card. After 7 of these shuffles, more than 13% " +
            "still are; after a fair shuffle of 52 cards, about 2% are.",
    },
    rotation: {
        wrong: "A single roll has n results, so at most n of the n! orders can come " +
            "out.",
    },
    "rotation-flip": {
        wrong: "A roll and a coin flip have 2n results, so at most 2n of the n! " +
            "orders can come out.",
    },
    affine: {
        wrong: "Two rolls have fewer than n² results, so with more than 3 cards most " +
            "of the n! orders can never come out.",
    },
    "even-only": {
        wrong: "The shuffle was fair up to this line. One more swap makes every odd " +
            "order even, so half of all orders can never come out.",
    },
    buffer: {
        wrong: "A card must be in the buffer before it can leave it, so a card from " +
            "the end of the deck can never come first. It is fair only if the buffer " +
            "holds the whole deck.",
    },
    blocks: {
        wrong: "The blocks come in a fair order, but the cards of a block stay " +
            "together and keep their order. It is fair only if every block is a " +
            "single card.",
    },
    promoted: {
        wrong: "The shuffle was fair up to this line. Then, in `percent` out of 100 " +
            "shuffles, the card that was on top before the shuffle is put back on top.",
    },
    "repeats-last": {
        wrong: "In `percent` out of 100 cases, the function returns without shuffling. " +
            "Then the previous order comes up again.",
    },
};
