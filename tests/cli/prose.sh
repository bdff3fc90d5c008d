# Pages, help, comments and messages read well, as far as a program can tell; and a page that does not is reported.
"$SOURCE/tools/check_prose" --program "$(command -v sharegnn)"
"$SOURCE/tools/messages" --check

cat > bad.md << 'END'
# A page

What stands behind the name counts more than the file, and the input may end never.

The file is read, is checked, is copied, is closed and is removed by the program, and then it is written.

Runs took 1.59, 1.64, 1.56, 1.73, 1.73 and 1.70 seconds.

```
This line of code has more than one hundred characters, which is fine in a block of code, but nowhere else.
```

| a wide table | is fine, because Markdown has no other way to write the row of a table than one line, however wide |
|---|---|

This line has more than one hundred characters although it is plain prose, which a reader has to scroll to see.
END
if "$SOURCE/tools/check_prose" bad.md > found; then
    echo "check_prose accepts a bad page" >&2
    exit 1
fi
for finding in 'stands behind' 'counts more than' 'may end never' 'a chain of passives' 'a list of runs' '111 characters'; do
    grep -q "$finding" found || { cat found; echo "not found: $finding" >&2; exit 1; }
done
test "$(grep -c . found)" = 8
# Wrapping mends the long lines and keeps everything else.
cp bad.md wrapped.md
"$SOURCE/tools/wrap_prose" wrapped.md
if "$SOURCE/tools/check_prose" wrapped.md > found; then exit 1; fi
if grep characters found; then exit 1; fi
tr -d '\n ' < bad.md > words
tr -d '\n ' < wrapped.md | cmp - words
grep -q '^This line of code has more than one hundred' wrapped.md
# Comments of YAML files are sentences, too.
printf 'data: NCI1 # whoever reads this\n' > bad.yml
if "$SOURCE/tools/check_prose" bad.yml > found; then exit 1; fi
grep -q '^.*bad.yml:1: "whoever"' found
