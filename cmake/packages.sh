# Sourced by run.sh, test.sh and .ci/run, in the folder of the repository.
# shellcheck shell=bash

# packages_for GROUP...: the packages that cmake/packages.txt lists for these groups, one a line.
packages_for() {
    local group
    for group in "$@"; do
        awk -v group="$group" '$1 == group { print $2 }' cmake/packages.txt
    done
}

# as_root COMMAND...: runs a command with the rights to install packages.
as_root() {
    if ((EUID == 0)); then
        "$@"
    else
        sudo "$@"
    fi
}

# install_packages GROUP...: installs those packages of these groups that are missing, and touches nothing if none is.
install_packages() {
    local package
    local -a missing=()
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        echo "This system has no apt-get, so nothing is installed here. Needed are, by their Debian names:" >&2
        packages_for "$@" | paste -sd ' ' >&2
        return
    fi
    while read -r package; do
        if ! dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed; then
            missing+=("$package")
        fi
    done < <(packages_for "$@")
    if ((${#missing[@]} == 0)); then
        return
    fi
    echo "Missing packages: ${missing[*]}" >&2
    if ((EUID != 0)) && ! command -v sudo >/dev/null; then
        echo "Only root may install them, and there is no sudo. Run as root: apt-get install ${missing[*]}" >&2
        return 1
    fi
    # The lists of some other archive may be out of reach: only whether the packages can be had counts.
    as_root apt-get -qq -o DPkg::Lock::Timeout=300 update ||
        echo "apt-get could not update its lists of packages; trying with those that it has." >&2
    if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
        install --no-install-recommends "${missing[@]}" >&2; then
        echo "apt-get could not install ${missing[*]}. Install them by hand and run this again." >&2
        return 1
    fi
}
