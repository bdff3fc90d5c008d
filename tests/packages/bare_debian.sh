#!/bin/sh
# bare_debian.sh BUILD - the packages install by apt in a bare Debian 12, work there, and go without a trace.
set -eu
for tool in debootstrap dpkg-shlibdeps cpack chroot; do
    if ! command -v $tool > /dev/null; then
        echo "SKIPPED: $tool is missing; packages were not tried in a bare Debian" >&2
        exit 77
    fi
done
if [ "$(id -u)" -ne 0 ]; then
    echo "SKIPPED: only root may make a bare Debian" >&2
    exit 77
fi
build=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
cd "$folder"

run()
{
    "$@" > log 2>&1 || {
        cat log >&2
        exit 1
    }
}
run cpack --config "$build/CPackConfig.cmake" -B "$folder/made"
debootstrap --variant=minbase bookworm root > log 2>&1 || {
    tail -n 3 log >&2
    echo "SKIPPED: a bare Debian could not be fetched" >&2
    exit 77
}
# Packages come from where this machine has its own from.
cp /etc/resolv.conf root/etc/resolv.conf
inside() { run env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive HOME=/root chroot root "$@"; }
# All but what apt and ldconfig keep for themselves.
files() { (cd root && find . -xdev \( -path ./var -o -path ./tmp -o -path ./etc/ld.so.cache \) -prune -o -print | sort); }
inside apt-get update -q
files > before
mkdir root/tmp/packages
cp made/*.deb root/tmp/packages
inside sh -c 'apt-get install -q -y --no-install-recommends /tmp/packages/*.deb'
inside sharegnn --version
inside sharegnn data make CSL --out /tmp/data
inside sharegnn train CSL --data-dir /tmp/data --encoder 'degree @ distance 0..1' --decoder degree --epochs 2 --out /tmp/csl.model
inside sharegnn predict /tmp/csl.model CSL --data-dir /tmp/data

inside sh -c 'apt-get purge -q -y sharegnn sharegnn-bench libsharegnn0 libsharegnn-dev'
inside apt-get autoremove -q -y --purge
files | diff before - || {
    echo "the packages left something behind" >&2
    exit 1
}
