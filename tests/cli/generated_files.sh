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
sharegnn --completion > sharegnn.bash
up_to_date --man sharegnn.1
up_to_date --completion sharegnn.bash

if command -v mandoc > /dev/null 2>&1; then
    mandoc -Tlint -Wwarning sharegnn.1
else
    echo "mandoc is missing: manual page not checked" >&2
fi

if command -v bash > /dev/null 2>&1; then
    bash -u <<'END'
source ./sharegnn.bash
# completes WORDS... = CHOICES: the last word is the one being typed.
completes()
{
    COMP_WORDS=(sharegnn)
    while [[ $1 != -- ]]; do COMP_WORDS+=("$1"); shift; done
    shift
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _sharegnn
    local offered
    offered=$(printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} | sort | paste -s -d ' ')
    if [[ $offered != "$*" ]]; then
        echo "${COMP_WORDS[*]}: $offered instead of $*" >&2
        exit 1
    fi
}
mkdir folder
completes d -- data
completes data m -- make
completes data make RingTransfer -- RingTransfer1 RingTransfer2 RingTransfer3
completes data make --o -- --out
completes data make --out f -- folder
completes data make --out = f -- folder
completes data make CSL --seed '' --
completes data info --th -- --threads
completes data info sharegnn. -- sharegnn.1 sharegnn.bash
completes help b -- bench
completes nonsense x --
END
fi
