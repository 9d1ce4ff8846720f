#!/bin/sh
# SPDX-License-Identifier: MIT
#
# demo.sh BUILD - runs the commands, and the library (demo.c). Shows each command line
# before it runs.
set -eu
build=$(cd "$1" && pwd)
PATH=$build:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
cd "$work"
if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold='' plain=''; fi

show() { # command line, shown and run
    printf '%s$ %s%s\n' "$bold" "$1" "$plain"
    sh -c "$1" | sed 's/^/    /'
    echo
}

seconds() { # prints the seconds that a command takes, without its output
    from=$(date +%s%N)
    "$@" >/dev/null
    to=$(date +%s%N)
    echo "$from $to" | awk '{ printf "%.2f", ($2 - $1) / 1e9 }'
}

echo 'Six numbers of 49; and Secret Santa, in which nobody draws themselves.'
echo
show 'fairshuf -i 1-49 -n 6 | paste -sd" "'
show 'fairshuf --derange --pairs -e Ada Bela Chen Dara Eve'

echo 'A seed always gives the same order. Two files in lockstep; a split with a header.'
echo
printf '%s\n' one two three four five six >en
printf '%s\n' eins zwei drei vier fünf sechs >de
show 'fairshuf --seed=lesson --with=de --output-with=de.out en >en.out; paste en.out de.out'
(echo id,word && seq 10 | sed 's/$/,x/') >all.csv
show 'fairshuf --seed=7 --header --split=train.csv:80,test.csv:20 all.csv; head -n 4 test.csv'

echo 'Ten million lines, compared with the shuf of this system:'
echo
fairshuf --seed=any -i 100000000-109999999 >lines
fairshuf lines >/dev/null
ours=$(seconds fairshuf lines)
if command -v shuf >/dev/null 2>&1; then
    theirs=$(seconds shuf lines)
    echo "$theirs $ours" |
        awk '{ printf "    shuf %s s, fairshuf %s s: %.1f times as fast\n\n", $1, $2, $1 / $2 }'
else
    printf '    fairshuf %s s\n\n' "$ours"
fi

echo 'The same 100 MB with 8 MiB of memory: the rest goes to a temporary file, and the'
echo 'order is the same.'
echo
show 'fairshuf --explain --memory=8M lines | grep -e memory -e temp -e passes'
little=$(seconds fairshuf --memory=8M lines)
show 'fairshuf --seed=7 --memory=8M lines -o little; fairshuf --seed=7 lines | cmp - little &&
    echo "the same, byte for byte"'
printf '    in memory %s s, within 8 MiB %s s\n\n' "$ours" "$little"
"$build/examples/demo"

echo
echo 'Is it fair? The audit runs fairshuf 2,000 times; then it examines a common mistake,'
echo 'swapping each card with any position; then it computes the exact probabilities of that'
echo 'mistake for three cards, which is a proof.'
echo
if [ -t 1 ]; then when=always; else when=auto; fi
judge() { # runs fairaudit, whose exit status is its verdict
    printf '%s$ fairaudit %s%s\n' "$bold" "$*" "$plain"
    fairaudit --color=$when --no-progress "$@" || [ $? -ne 2 ]
}
judge -q -t 2000 -- fairshuf
judge -a swap-with-any -n 10 -t 200K | sed '/Results of each view/,$d'
judge --exact swap-with-any -n 3
if command -v shuf >/dev/null 2>&1; then
    echo 'And the shuf of this system, which draws one number of 100 each time:'
    echo
    judge -q -n 100 -k 1 -- shuf -n 1 -i 1-100
fi
echo
echo 'The matrix of the articles: 10 cards, 5,000,000 shuffles; how often each card came to'
echo 'each place.'
echo
judge --counts original
