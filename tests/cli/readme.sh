# Every command of README.md's console blocks prints what README.md says it prints.
awk '/^```console$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$SOURCE/README.md" >expected
grep -c '^\$ ' expected >/dev/null
grep '^\$ ' expected | while IFS= read -r line; do
    printf '%s\n' "$line"
    sh -c "${line#\$ }" 2>&1 || true
done >printed
diff -u expected printed
echo "README.md is right"
