// SPDX-License-Identifier: MIT
function shuffle(cards, shuffles) {
    const n = cards.length;
    for (let k = 0; k < shuffles; k++) { //! shuffles
        const out = [];
        let start = 0;
        for (let end = 1; end <= n; end++)
            if (end === n || random(4) === 0) {
                out.unshift(...cards.slice(start, end));
                start = end;
            }
        cards.splice(0, n, ...out);
    }
}
