#!/usr/bin/env bash
# Installs what is missing, builds balak and its tests, and runs the tests that take no long time.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")"
source cmake/build.sh
source cmake/packages.sh
trap report_failure EXIT

preset=release
case ${1-} in
-h | --help)
    cat <<'HELP'
Usage: ./test.sh [--preset NAME] [CTEST OPTIONS]

Installs the Debian packages that the build and the tests need, if any is missing, builds build/NAME and runs tests.
NAME is a preset of CMakePresets.json: release (the default), debug, asan, tsan.

Without CTEST OPTIONS it runs all tests but those with the label `long`. With CTEST OPTIONS it runs those that they
choose, for example:
  ./test.sh -L unit              the tests with the label `unit`
  ./test.sh -R 'Tile'            the tests whose name contains `Tile`
  ./test.sh -L long              the long tests
  ./test.sh --preset asan        as ./test.sh alone, with address and undefined-behaviour sanitizers
CONTRIBUTING.md lists the labels.
HELP
    exit
    ;;
--preset)
    preset=${2:?--preset needs the name of a preset}
    shift 2
    ;;
esac

step "Install the packages that the build and the tests need"
install_packages build test

step "Configure build/$preset"
configure "$preset" -DBALAK_TESTS=ON

step "Build balak and its tests"
sanitizable cmake --build "build/$preset" >&2

step "Run the tests"
if (($# == 0)); then
    set -- -LE long
fi
sanitizable ctest --preset "$preset" -j "$(nproc)" "$@"
