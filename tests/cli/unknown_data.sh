# A data set that does not exist: exit status 1, its name, and a remedy.
fails 1 sharegnn data make Snowflake
fails 1 sharegnn data make NCI1
fails 1 sharegnn data info Nonsense
fails 1 sharegnn data info ./Nonsense.zip
fails 1 sharegnn data info Nonsense --data-dir /nonexistent
test -z "$(ls)"

# One that cannot be read does not hide the others.
sharegnn data make CSL > /dev/null
fails 1 sharegnn data info Nonsense CSL 2> /dev/null
