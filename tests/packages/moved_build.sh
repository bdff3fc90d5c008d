#!/bin/sh
# moved_build.sh - a build that was copied or moved is configured anew instead of refused.
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$folder/first"
for part in CMakeLists.txt CMakePresets.json LICENSE bench cli cmake include share src tools web; do
    cp -R "$source/$part" "$folder/first"
done
object=CMakeFiles/sg_objects.dir/src/base/hash.c.o
build() { cmake --build "$folder/$1/build" --target "$object" > "$folder/log"; }

"$folder/first/tools/configure" release build
build first
cp -R "$folder/first" "$folder/copied"
mv "$folder/first" "$folder/moved"
for place in copied moved; do
    "$folder/$place/tools/configure" release build | grep -q "build was made in $folder/first"
    build $place
    grep -q "Building C object $object" "$folder/log"
    if grep -q "$folder/first" "$folder/$place/build/build.ninja"; then
        echo "the $place build still uses the old place" >&2
        exit 1
    fi
    # From now on it is a build like any other.
    test -z "$("$folder/$place/tools/configure" release build)"
    build $place
    if grep -q "Building C object" "$folder/log"; then
        echo "the $place build is compiled again and again" >&2
        exit 1
    fi
done
