# Every public header can be included alone, in all standards of C and C++ from 1999 and 2011 on, with gcc
# and clang, without a warning.
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'
missing=
for compiler in gcc clang g++ clang++; do
    case $compiler in
    *++) standards='c++11 c++17 c++20' language=c++ more=-Wold-style-cast ;;
    *) standards='c99 c11 c17 c2x' language=c more=-Wstrict-prototypes ;;
    esac
    if ! command -v $compiler > /dev/null; then
        echo "$compiler is not installed: the headers are not tried with it"
        missing="$missing $compiler"
        continue
    fi
    for header in "$SOURCE/include/sharegnn.h" "$SOURCE"/include/sharegnn/*.h; do
        included=${header#"$SOURCE/include/"}
        for standard in $standards; do
            # A second time: the guard.
            printf '#include <%s>\n#include <%s>\nint main(void) { return 0; }\n' "$included" "$included" > alone
            # shellcheck disable=SC2086
            $compiler -std=$standard $warnings $more -I "$SOURCE/include" -x $language -fsyntax-only alone ||
                { echo "$included in $standard with $compiler" >&2; exit 1; }
        done
    done
    echo "$compiler takes the headers in $standards"
done
[ -z "$missing" ] || exit 77
