// SPDX-License-Identifier: MIT
//
// examples.js - shuffles as they are found on the web, to start with.

/** The examples. `name` is for the address; say.yours.examples has their titles. */
export const examples = [
    {
        name: "naive",
        code: `function shuffle(array) {
    for (let i = 0; i < array.length; i++) {
        const j = Math.floor(Math.random() * array.length);
        [array[i], array[j]] = [array[j], array[i]];
    }
    return array;
}`,
    },
    {
        name: "fisher-yates",
        code: `function shuffle(array) {
    for (let i = array.length - 1; i > 0; i--) {
        const j = Math.floor(Math.random() * (i + 1));
        [array[i], array[j]] = [array[j], array[i]];
    }
    return array;
}`,
    },
    {
        name: "comparator",
        code: "array => array.sort(() => Math.random() - 0.5)",
    },
    {
        name: "sattolo",
        code: `function shuffle(array) {
    for (let i = array.length - 1; i > 0; i--) {
        const j = Math.floor(Math.random() * i);
        [array[i], array[j]] = [array[j], array[i]];
    }
}`,
    },
    {
        name: "round",
        code: `function shuffle(array) {
    for (let i = array.length - 1; i > 0; i--) {
        const j = Math.round(Math.random() * i);
        [array[i], array[j]] = [array[j], array[i]];
    }
    return array;
}`,
    },
    {
        name: "splice",
        code: `const shuffled = (array) => {
    const rest = [...array];
    const result = [];
    while (rest.length > 0)
        result.push(...rest.splice(Math.floor(Math.random() * rest.length), 1));
    return result;
};`,
    },
    {
        name: "keys",
        code: `const shuffle = (array) => array
    .map((card) => ({ card, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ card }) => card);`,
    },
];
