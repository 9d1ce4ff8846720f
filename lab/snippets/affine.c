// SPDX-License-Identifier: MIT
int gcd(int a, int b)
{
    return b == 0 ? a : gcd(b, a % b);
}

void shuffle(int *cards, int n)
{
    int old[n], factors[n], count = 0;
    memcpy(old, cards, sizeof old);
    for (int f = 1; f < n; f++)
        if (gcd(n, f) == 1)
            factors[count++] = f;
    int b = random(n); //! random(n)
    int a = factors[random(count)]; //! random(count)
    for (int i = 0; i < n; i++)
        cards[i] = old[(a * i + b) % n];
}
