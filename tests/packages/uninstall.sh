#!/bin/sh
# uninstall.sh BUILD - tools/uninstall leaves nothing of tools/install, and everything of others.
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
prefix=$(sed -n 's/^CMAKE_INSTALL_PREFIX:[A-Z]*=//p' "$1/CMakeCache.txt")
# Other tests use the build, too: what is installed from it is installed from here.
build=$folder/build
mkdir "$build"
ln -s "$1"/* "$build"
rm -f "$build/installed.txt" "$build/install_manifest.txt"
list() { (cd "$DESTDIR" && find . | LC_ALL=C sort); }

# Into a folder that is not there.
export DESTDIR="$folder/new"
"$source/tools/install" "$build" > /dev/null
test -x "$DESTDIR$prefix/bin/sharegnn"
test -f "$(find "$DESTDIR$prefix" -name sharegnn-config.cmake)"
"$source/tools/uninstall" "$build" "$prefix" > /dev/null
if [ -e "$DESTDIR" ]; then
    find "$DESTDIR" >&2
    echo "uninstall leaves something" >&2
    exit 1
fi

# Into a folder that others use; twice, and with a list of files that another installation overwrites.
export DESTDIR="$folder/used"
mkdir -p "$DESTDIR$prefix/bin" "$DESTDIR$prefix/include" "$DESTDIR$prefix/share/man"
touch "$DESTDIR$prefix/bin/other" "$DESTDIR$prefix/include/other.h"
list > "$folder/before"
"$source/tools/install" "$build" > /dev/null
DESTDIR='' cmake --install "$build" --prefix "$folder/elsewhere" > /dev/null
"$source/tools/install" "$build" > /dev/null
"$source/tools/uninstall" "$build" "$prefix/" > /dev/null
list | diff "$folder/before" -
test -x "$folder/elsewhere/bin/sharegnn"

if "$source/tools/uninstall" "$build" "$prefix" 2> "$folder/message"; then exit 1; fi
grep -q "nothing that was installed to $DESTDIR$prefix is recorded" "$folder/message"
