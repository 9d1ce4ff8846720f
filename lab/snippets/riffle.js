// SPDX-License-Identifier: MIT
function shuffle(cards, riffles) {
    const n = cards.length;
    for (let k = 0; k < riffles; k++) { //! riffles
        const old = [...cards];
        const coin = cards.map(() => random(2));
        const tails = coin.filter((c) => c === 0).length;
        let top = 0, bottom = tails;
        for (let i = 0; i < n; i++)
            cards[i] = old[coin[i] ? bottom++ : top++];
    }
}
