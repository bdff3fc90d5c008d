#!/bin/sh
# deb.sh BUILD - Debian packages have what belongs into them, install and go without a trace.
set -eu
for tool in dpkg-deb dpkg-shlibdeps cpack; do
    if ! command -v $tool > /dev/null; then
        echo "SKIPPED: $tool is missing; Debian packages were not made" >&2
        exit 77
    fi
done
build=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
cd "$folder"
cpack --config "$build/CPackConfig.cmake" -B "$folder/made" > log 2>&1 || {
    cat log >&2
    exit 1
}

package() { echo "$folder/made/$1"_*.deb; }
field() { dpkg-deb -f "$(package "$1")" "$2"; }
has() { dpkg-deb -c "$(package "$1")" | grep -q -e "$2"; }
must()
{
    if ! "$@"; then
        echo "not so: $*" >&2
        exit 1
    fi
}
for name in sharegnn sharegnn-bench libsharegnn0 libsharegnn-dev; do
    must has $name "/usr/share/doc/$name/copyright"
    if dpkg-deb -c "$(package $name)" | grep -v ' \./usr/'; then exit 1; fi
done
must has sharegnn '/usr/bin/sharegnn$'
must has sharegnn 'man1/sharegnn\.1'
must has sharegnn 'bash-completion/completions/sharegnn$'
must has sharegnn 'zsh/.*/_sharegnn$'
must has sharegnn 'fish/vendor_completions\.d/sharegnn\.fish$'
must has libsharegnn0 'libsharegnn\.so\.0 '
must has libsharegnn-dev 'libsharegnn\.so -> '
must has libsharegnn-dev 'libsharegnn\.a$'
must has libsharegnn-dev '/usr/include/sharegnn\.h$'
must has libsharegnn-dev 'sharegnn-config\.cmake$'
must has libsharegnn-dev 'sharegnn\.pc$'
field sharegnn Depends | grep -q libyaml-0-2
field libsharegnn0 Depends | grep -q libsqlite3-0
field libsharegnn-dev Depends | grep -q "libsharegnn0 (= $(field libsharegnn0 Version))"
if field sharegnn Depends | grep -i blas; then exit 1; fi

# What is unpacked runs, without the folder it was built in.
mkdir unpacked
for name in sharegnn libsharegnn0; do dpkg-deb -x "$(package $name)" unpacked; done
unpacked/usr/bin/sharegnn --version | grep -q "$(field sharegnn Version | sed 's/-.*//')"

if [ "$(id -u)" -ne 0 ] || ! command -v dpkg > /dev/null; then
    echo "NOT CHECKED: only root may install packages into a root of its own" >&2
    exit 0
fi
# A root of its own has no other packages and no shell, so that scripts run outside of it, where they find an
# ldconfig that leaves the machine alone.
mkdir bin
printf '#!/bin/sh\necho called >> "%s/ldconfig"\n' "$folder" > bin/ldconfig
chmod +x bin/ldconfig
PATH=$folder/bin:$PATH
mkdir -p root/var/lib/dpkg/info root/var/lib/dpkg/updates root/var/lib/dpkg/triggers
touch root/var/lib/dpkg/status root/var/lib/dpkg/available
install_here() { dpkg --root="$folder/root" --force-depends --force-script-chrootless "$@" > log 2>&1; }
find root/* ! -path 'root/var/*' | sort > before
must install_here -i "$folder"/made/*.deb
root/usr/bin/sharegnn --version > version
must install_here -P sharegnn sharegnn-bench libsharegnn0 libsharegnn-dev
find root/* ! -path 'root/var/*' | sort | diff before -
# Once when the library comes and once when it goes.
test "$(wc -l < ldconfig)" -ge 2
