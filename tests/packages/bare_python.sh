#!/bin/sh
# bare_python.sh ROOT - a newcomer with a bare Debian 12 and the README gets to a cross-validated accuracy in Python,
# and the wheel works there without the source tree and without the packages that building needs.
# It takes some ten minutes, so that only .ci/run runs it.
set -eu
root=$(cd "$1" && pwd)
for tool in debootstrap chroot; do
    if ! command -v $tool > /dev/null; then
        echo "SKIPPED: $tool is missing; Python was not tried in a bare Debian" >&2
        exit 77
    fi
done
if [ "$(id -u)" -ne 0 ]; then
    echo "SKIPPED: only root may make a bare Debian" >&2
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
cd "$folder"

# A machine: a folder with a bare Debian of its own.
debootstrap --variant=minbase bookworm bare > log 2>&1 || {
    tail -n 3 log >&2
    echo "SKIPPED: a bare Debian could not be fetched" >&2
    exit 77
}
cp /etc/resolv.conf bare/etc/resolv.conf
cp -a bare other
inside()
{
    machine=$1
    shift
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive HOME=/root chroot "$machine" sh -euc "$*" > log 2>&1 || {
        tail -n 60 log >&2
        exit 1
    }
}

# What the README asks for, then its three commands.
inside bare 'apt-get -q update && apt-get -q -y --no-install-recommends install git gcc make'
mkdir bare/sharegnn
(cd "$root" && git ls-files -z | xargs -0 tar -cf - --) | tar -xf - -C bare/sharegnn
inside bare 'cd /sharegnn && make python && . venv/bin/activate && python3 python/examples/first_steps.py'
tail -n 2 log
grep -q '^accuracy: 1.0$' log

# A wheel, and a machine that has only what it needs.
inside bare 'cd /sharegnn && make wheel'
cp bare/sharegnn/build-wheel/*.whl "$root/python/tests/wheel_works.py" other/tmp
inside other 'apt-get -q update && apt-get -q -y --no-install-recommends install python3-venv python3-numpy'
inside other 'cd /tmp && python3 -m venv --system-site-packages venv && venv/bin/pip install -q --no-index *.whl && rm *.whl
    venv/bin/python wheel_works.py /tmp/venv'
tail -n 1 log
