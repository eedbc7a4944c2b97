# Sourced by run.sh, test.sh and .ci/run, in the folder of the repository.
# shellcheck shell=bash

# step WORDS: says what happens next. If the script stops there, report_failure names it.
step() {
    current_step=$1
    printf '\n== %s\n' "$1" >&2
}

# report_failure: for `trap report_failure EXIT`.
report_failure() {
    local status=$?
    if ((status != 0)); then
        printf '\n%s: FAILED (exit code %d) at the step: %s\n' "$0" "$status" "${current_step:-start}" >&2
    fi
}

# configure PRESET [CMAKE ARGUMENTS]: configures build/PRESET. BALAK_WERROR=ON in the environment makes warnings errors.
configure() {
    local preset=$1
    local -a options=("-DBALAK_WERROR=${BALAK_WERROR:-OFF}")
    # A build folder that was copied or moved along with the repository belongs to the old place.
    if [[ -e build/$preset/CMakeCache.txt ]] &&
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "build/$preset/CMakeCache.txt"; then
        options+=(--fresh)
    fi
    if command -v ccache >/dev/null; then
        options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    fi
    cmake --preset "$preset" "${options[@]}" "${@:2}" >&2
}

# sanitizable COMMAND...: runs what may start programs that are built with sanitizers. Those of gcc 12 do not start where
# the kernel spreads addresses over more than 28 bits, as some do; addresses are then not spread at all.
sanitizable() {
    local bits
    bits=$(cat /proc/sys/vm/mmap_rnd_bits 2>/dev/null || echo 0)
    if ((bits > 28)) && setarch -R true 2>/dev/null; then
        setarch -R "$@"
    else
        "$@"
    fi
}
