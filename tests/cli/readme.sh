# Every command of README.md's console blocks prints what README.md says it prints.
"$SOURCE/tests/run_page" "$SOURCE/README.md"
echo "README.md is right"
