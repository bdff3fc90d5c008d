# What bash, zsh and fish offer.  A line of `cases` is what is typed, |, and what is offered for the last
# word; all shells must agree.  Where a shell is missing, it is left out loudly.
sharegnn --completion bash > sharegnn.bash
sharegnn --completion zsh > _sharegnn
sharegnn --completion fish > sharegnn.fish
sharegnn --completion | cmp - sharegnn.bash
fails 2 sharegnn --completion ksh | grep -q 'none of bash, zsh, fish'

mkdir folder
touch folder.txt
cat > cases <<'END'
da|data
data m|make
data make RingTransfer|RingTransfer1 RingTransfer2 RingTransfer3
data make --o|--out
data make --out f|folder
data make --out=f|folder
data make CSL --seed |
data info --th|--threads
data info sharegnn.|sharegnn.bash sharegnn.fish
data import --bonds k|kekule
data export CSL --format j|json-lines
help b|bench
bench s|scale search smiles
model d|diff
model folder.txt --la|--layer
model diff --to|--top
plot --kind o|occurrences
plot -k o|occurrences
labels CSL --label cyc|cycles:8
labels CSL --label cycles:|cycles:8
labels CSL --pair dis|distance
predict --lines s|smiles sparse6
train CSL --task m|multilabel
train CSL --init he|he
train CSL --decoder w|wl-edges:1 wl:2
train CSL --set loss=m|loss=mae loss=mse
nonsense x|
END

cat > complete.bash <<'END'
set -u
source ./sharegnn.bash
while IFS= read -r line; do
    typed=${line%%|*}
    # bash cuts words at = and : as well.
    read -r -a COMP_WORDS <<< "sharegnn $(sed 's/[=:]/ & /g' <<< "$typed")"
    case $typed in *' ' ) COMP_WORDS+=('') ;; esac
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _sharegnn
    # An answer stands for what is behind the last cut.
    last=${typed##* }
    case $last in -*=*) cut='' ;; *[=:]*) cut=${last%"${last##*[=:]}"} ;; *) cut='' ;; esac
    offered=$(for word in ${COMPREPLY[@]+"${COMPREPLY[@]}"}; do echo "$cut$word"; done |
        LC_ALL=C sort | paste -s -d ' ')
    echo "$typed|$offered"
done < cases
END

# A terminal of its own, in which the Tab key is pressed; compadd tells what it is given.
cat > complete.zsh <<'END'
zmodload zsh/zpty || exit 1
cat > shell.zsh <<'INNER'
PROMPT=
fpath=($PWD $fpath)
autoload -U compinit
compinit -u -D
bindkey '^M' undefined
bindkey '^J' undefined
bindkey '^I' complete-word
say_begin() { print -r -- '<begin>' }
say_end() { print -r -- '<end>'; exit }
compprefuncs=(say_begin)
comppostfuncs=(say_end)
zstyle ':completion:*' insert-tab false
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
    fi
    local -a hits
    local hit
    builtin compadd -A hits "$@"
    for hit in $hits; do print -r -- "offered ${(Q)hit}"; done
    builtin compadd "$@"
}
print ready
INNER
while IFS= read -r line; do
    typed=${line%%|*}
    zpty shell zsh -f -i
    zpty -w shell 'source ./shell.zsh'
    while zpty -r shell answer && [[ $answer != *ready* || $answer == *source* ]]; do :; done
    zpty -w -n shell "sharegnn $typed"$'\t'
    offered=$(while zpty -r shell answer && [[ $answer != *'<end>'* ]]; do print -r -- $answer; done |
        tr -d '\r' | sed -n 's/^offered //p' | sed 's/=$//' | LC_ALL=C sort -u | paste -s -d ' ')
    zpty -d shell
    print -r -- "$typed|$offered"
done < cases
END

cat > complete.fish <<'END'
source ./sharegnn.fish
while read -l line
    set -l typed (string split -m 1 '|' -- $line)[1]
    # An answer has a description behind a tab, and a folder a slash; of --out=f it is the whole.
    set -l offered (complete -C "sharegnn $typed" | string split -f 1 \t |
        string replace -r '^--[a-z-]+=' '' | string replace -r '/$' '' | LC_ALL=C sort)
    echo "$typed|$offered"
end <cases
END

missing=
for shell in bash zsh fish; do
    if ! command -v $shell > /dev/null 2>&1; then
        missing="$missing $shell"
        continue
    fi
    timeout 300 $shell complete.$shell < /dev/null > "offered.$shell" 2> "errors.$shell"
    if ! diff cases "offered.$shell" || ! diff /dev/null "errors.$shell"; then
        echo "$shell offers something else" >&2
        exit 1
    fi
done
if [ -n "$missing" ]; then echo "NOT CHECKED: completion for$missing, which is not installed" >&2; fi
