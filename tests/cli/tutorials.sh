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

for page in "$SOURCE"/docs/tutorials/*.md; do
    name=$(basename "$page" .md)
    mkdir "$name"
    cp "$SOURCE"/docs/tutorials/*.csv "$name"
    (cd "$name" && "$SOURCE/tests/run_page" "$page")
    echo "$name is right"
done
test -s chemist/pentanol.svg && test -s researcher/csl.html && test -s researcher/curves.svg
