# Every command of docs/tutorials prints what its page says, also with the library as it is installed.
build=$(dirname "$(readlink -f "$(command -v sharegnn)")")
libraries=$("$SOURCE/tests/install_library" "$build" "$PWD/prefix")
mkdir tools
cat > tools/cc << END
#!/bin/sh
PATH="$PATH"
exec ${CC:-cc} -std=c11 -Wall -Wextra -pedantic -Werror "\$@"
END
chmod +x tools/cc
export PATH="$PWD/tools:$PATH" PKG_CONFIG_PATH="$libraries/pkgconfig" LD_LIBRARY_PATH="$libraries"

# With sanitizers the trainings of the chemist's page would take a quarter of an hour.
esol=${SHAREGNN_SHARED:-}/data/molecules/delaney-processed.csv
case ${CC:-cc} in *fsanitize*) esol=$PWD/delaney-processed.csv ;; esac
for page in "$SOURCE"/docs/tutorials/*.md; do
    name=$(basename "$page" .md)
    mkdir "$name"
    if [ "$name" = chemist ] && [ ! -r "$esol" ]; then
        echo "chemist: SKIPPED, there is no $esol" >&2
        echo "chemist is right"
        continue
    fi
    if [ "$name" = chemist ]; then cp "$esol" "$name"; fi
    cp "$SOURCE"/docs/tutorials/*.csv "$name"
    (cd "$name" && "$SOURCE/tests/run_page" "$page")
    echo "$name is right"
done
if [ -r "$esol" ]; then test -s chemist/pentanol.svg && test -s chemist/esol.html; fi
test -s researcher/csl.html && test -s researcher/curves.svg
