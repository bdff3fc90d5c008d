# Every command of the console blocks of README.md and the start page prints what the page says it prints.
"$SOURCE/tests/run_page" "$SOURCE/README.md"
echo "README.md is right"
mkdir start
(cd start && "$SOURCE/tests/run_page" "$SOURCE/docs/start.md")
echo "docs/start.md is right"
