# Output that cannot be written is a failure, not a success.
if [ -e /dev/full ]; then
    fails 1 sharegnn --help > /dev/full 2> /dev/null
    fails 1 sh -c 'sharegnn data list > /dev/full' > message
    grep -q 'standard output: cannot write' message
fi
fails 1 sh -c 'sharegnn --man >&-' > message
grep -q 'standard output: cannot write' message

# A reader that has seen enough and is gone: a failure, but no reason for a message.
mkfifo gone
{
    read -r _ < gone
    status=0
    sharegnn --man 2> message || status=$?
    echo $status > status
} | {
    exec 0<&-
    echo closed > gone
}
test ! -s message
test "$(cat status)" -eq 1
