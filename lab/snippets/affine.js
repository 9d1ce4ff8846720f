// SPDX-License-Identifier: MIT
function gcd(a, b) {
    return b === 0 ? a : gcd(b, a % b);
}

function shuffle(cards) {
    const n = cards.length;
    const old = [...cards], factors = [];
    for (let f = 1; f < n; f++)
        if (gcd(n, f) === 1)
            factors.push(f);
    const b = random(n); //! random(n)
    const a = factors[random(factors.length)]; //! random(factors.length)
    for (let i = 0; i < n; i++)
        cards[i] = old[(a * i + b) % n];
}
