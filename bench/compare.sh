#!/usr/bin/env bash
# Measures the slices against the plain engine side by side: both take turns, and of each the best time counts.
set -euo pipefail

if [[ ${1-} == -h || ${1-} == --help ]]; then
    cat <<'HELP'
Usage: bench/compare.sh [BALAK] [TARGET] [TIMES] [SECONDS]

Measures, with the program BALAK (build/release/balak), the plain engine and the slices on TARGET (the best of this
machine) in turn, TIMES times each (5), for SECONDS each time (0.3), and prints the best of each and their ratio. It
takes a minute or two. `balak bench --targets` lists targets.
HELP
    exit
fi

fail() {
    echo "bench/compare.sh: $1" >&2
    exit 2
}

balak=${1:-$(dirname "${BASH_SOURCE[0]}")/../build/release/balak}
command -v -- "$balak" >/dev/null || fail "$balak is not a program"
(($# <= 4)) || fail "too many arguments: bench/compare.sh --help says which there are"
targets=$("$balak" bench --targets | awk 'NR > 1 && $1 != "plain" { print $1 }')
target=${2:-${targets%%$'\n'*}}
times=${3:-5}
seconds=${4:-0.3}
grep -qxF -- "$target" <<<"$targets" || fail "$target is no target of the slices: $balak bench --targets lists them"
[[ $times =~ ^[1-9][0-9]*$ ]] || fail "TIMES is $times, expected a number from 1 on"
[[ $seconds =~ ^[0-9]*\.?[0-9]+$ && $seconds =~ [1-9] ]] || fail "SECONDS is $seconds, expected a number above 0"

# What one benchmark counts a second.
rate() {
    "$balak" bench "^$1\$" --min-time "$seconds" --json 2>/dev/null |
        sed -n 's/.*"\(rounds\|roll-outs\|deals\)\/s": *\([0-9.e+]*\).*/\2/p' | grep . || {
        echo "bench/compare.sh: $balak has no benchmark $1" >&2
        exit 1
    }
}

best() {
    printf '%s\n%s\n' "$1" "$2" | sort -g | tail -1
}

# compare WHAT BASE MEASURED [DEALS]: alternates them. With DEALS, a benchmark of making deals, the base is what it is
# when a deal is made for every two rounds.
compare() {
    local base=0 measured=0 deals=0 i one
    for ((i = 0; i < times; ++i)); do
        one=$(rate "$2")
        base=$(best "$base" "$one")
        one=$(rate "$3")
        measured=$(best "$measured" "$one")
        if [[ ${4-} ]]; then
            one=$(rate "$4")
            deals=$(best "$deals" "$one")
        fi
    done
    awk -v what="$1" -v base="$base" -v measured="$measured" -v deals="$deals" 'BEGIN {
        if (deals > 0) base = 1 / (1 / base + 1 / (2 * deals))
        printf "  %-58s %9.3f %9.3f %8.2f\n", what, base / 1e6, measured / 1e6, measured / base
    }'
}

printf 'Millions a second on one thread, best of %s, target %s:\n' "$times" "$target"
printf '  %-58s %9s %9s %8s\n' 'rounds' 'plain' "$target" 'ratio'
compared=(playboard-2/greedy-heavy-doubles-first la-plaza-pairs/greedy-heavy-doubles-first playboard-2/random
    playboard-2/greedy-heavy-tile-counting)
for name in "${compared[@]}"; do
    compare "$name" "round/$name" "kernel/$name/$target"
done
printf '  %-58s %9s %9s %8s\n' 'rounds of whole runs of matches' 'plain' "$target" 'ratio'
for name in "${compared[@]}"; do
    compare "$name" "run/$name/plain" "run/$name/$target"
done
printf '  %-58s %9s %9s %8s\n' 'the same' 'kernel' 'run' 'ratio'
for name in "${compared[@]}"; do
    compare "$name" "kernel/$name/$target" "run/$name/$target"
done
printf '  %-58s %9s %9s %8s\n' 'the same, a deal made for every two rounds of the kernel' 'kernel' 'run' 'ratio'
for name in "${compared[@]}"; do
    compare "$name" "kernel/$name/$target" "run/$name/$target" "deal/${name%%/*}/$target"
done
printf '  %-58s %9s %9s %8s\n' 'roll-outs from the first turn, worlds sampled' 'plain' "$target" 'ratio'
for name in playboard-2/doubles-first playboard-2/tile-counting la-plaza-pairs/tile-counting; do
    compare "$name" "roll-outs/$name/plain" "roll-outs/$name/$target"
done
