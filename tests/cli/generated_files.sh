# share/ holds what the program says of itself.
up_to_date()
{
    if ! cmp -s "$2" "$SOURCE/share/$2"; then
        diff -u "$SOURCE/share/$2" "$2" >&2 || true
        echo "share/$2 is out of date: sharegnn $1 > share/$2" >&2
        exit 1
    fi
}
sharegnn --man > sharegnn.1
sharegnn --completion bash > sharegnn.bash
sharegnn --completion zsh > _sharegnn
sharegnn --completion fish > sharegnn.fish
up_to_date --man sharegnn.1
up_to_date '--completion bash' sharegnn.bash
up_to_date '--completion zsh' _sharegnn
up_to_date '--completion fish' sharegnn.fish

if command -v mandoc > /dev/null 2>&1; then
    mandoc -Tlint -Wwarning sharegnn.1
else
    echo "mandoc is missing: manual page not checked" >&2
fi
