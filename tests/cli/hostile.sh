# Whatever the arguments are: exit status 1 or 2, a message without control characters, and
# nothing written outside of the folder.
mkdir data
touch out message
touch ../home/before
find .. | sort > ../home/before

refused()
{
    status=0
    "$@" > out 2> message || status=$?
    if [ $status -ne 1 ] && [ $status -ne 2 ]; then
        echo "exit status $status: $*" >&2
        exit 1
    fi
    test -s message
    if tr -d '\n' < message | grep -q '[[:cntrl:]]'; then
        echo "control characters in the message: $*" >&2
        exit 1
    fi
    if ! find .. | sort | diff ../home/before - >&2; then
        echo "something was written: $*" >&2
        exit 1
    fi
}

long=$(printf '%5000s' '' | tr ' ' x)
deep=$(printf '%3000s' '' | sed 's| |../|g')
escape=$(printf 'x\033[31m\a\177y')
bytes=$(printf 'x\377\376\300y')

# shellcheck disable=SC2016
for name in "$long" "$deep" "$escape" "$bytes" '' ' ' . .. / ../x ../../etc/passwd a/b /etc/passwd \
    '%s%n%s%n' '$(touch x)' '*' '-' 'CSL/' 'CSL/../CSL' 'data/../../x' 'CON:' "$(printf 'a\nb')"; do
    refused sharegnn data make "$name"
    refused sharegnn data make -- "$name"
    refused sharegnn data info -- "$name"
    refused sharegnn data get --from http://127.0.0.1:1 -- "$name"
    refused sharegnn "$name" make
    refused sharegnn data "$name"
    refused sharegnn help "$name" "$name"
    refused sharegnn data make "--$name=1"
    refused sharegnn data make "--$name"
    refused sharegnn data info NONE "-$name"
    refused sharegnn data info NONE --data-dir "$name"
    refused sharegnn data info NONE --threads "$name"
    refused sharegnn data make NONE --seed "$name"
    refused sharegnn data make NONE --out "$name"
done

# Thousands of arguments.
# shellcheck disable=SC2046
refused sharegnn data make $(printf '%5000s' '' | sed 's/ / x/g')
# shellcheck disable=SC2046
refused sharegnn data make $(printf '%5000s' '' | sed 's/ / --force/g')
