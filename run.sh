#!/usr/bin/env bash
# Installs what is missing, builds balak, and plays the quickstart tournament.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")"
source cmake/build.sh
source cmake/packages.sh
trap report_failure EXIT

case ${1-} in
-h | --help)
    cat <<'HELP'
Usage: ./run.sh [OPTIONS OF balak tournament]

Installs the Debian packages that the build needs, if any is missing; builds balak into build/release; plays
configs/quickstart.json, prints its ladder and writes results/quickstart.json. Options such as --seed 7 or
--matches 1000 are handed on to `balak tournament` (`build/release/balak tournament --help` lists them).
HELP
    exit
    ;;
esac

step "Install the packages that the build needs"
install_packages build

step "Configure build/release"
# Tests need packages of their own. Once ./test.sh has switched them on they stay.
if [[ -e build/release/CMakeCache.txt ]]; then
    configure release
else
    configure release -DBALAK_TESTS=OFF
fi

step "Build balak"
cmake --build build/release --target balak_cli >&2

step "Play configs/quickstart.json"
build/release/balak tournament configs/quickstart.json "$@"
