# bash completion for sharegnn; made by sharegnn --completion, change the table of verbs.
# shellcheck shell=bash
_sharegnn()
{
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local verb=${COMP_WORDS[1]-} first=2 words='' action=''
    # bash cuts --out=DIR into three words.
    if [[ $word == '=' ]]; then
        word=''
    elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
    fi
    case $verb in
    data) verb+=" ${COMP_WORDS[2]-}" first=3 words='list make get info ' ;;
    esac
    if ((COMP_CWORD == 1)); then
        words='data labels bench help --help --version'
    elif ((COMP_CWORD >= first)); then
        case $verb in
        'data list') words='--json --data-dir --help ' ;;
        'data make') words='--out --seed --force --json --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting ' ;;
        'data get') words='--out --from --force --json --help AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' ;;
        'data info') words='--json --data-dir --threads --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'labels') words='--label --pair --compare --out --budget --cache --no-cache --json --data-dir --threads --help ' ;;
        'bench') words='--data --data-dir --yardstick --threads --help ' ;;
        'help') words='--help data labels bench help ' ;;
        *) words='' ;;
        esac
        case "$verb $previous" in
        'data list --data-dir') action='' words='' action=directory ;;
        'data make --out' | 'data make -o') action='' words='' action=directory ;;
        'data make --seed') action='' words='' ;;
        'data get --out' | 'data get -o') action='' words='' action=directory ;;
        'data get --from') action='' words='' ;;
        'data info --data-dir') action='' words='' action=directory ;;
        'data info --threads') action='' words='' ;;
        'labels --label' | 'labels -l') action='' words='' ;;
        'labels --pair') action='' words='' ;;
        'labels --out' | 'labels -o') action='' words='' action=file ;;
        'labels --budget') action='' words='' ;;
        'labels --cache') action='' words='' action=directory ;;
        'labels --data-dir') action='' words='' action=directory ;;
        'labels --threads') action='' words='' ;;
        'bench --data') action='' words='RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'bench --data-dir') action='' words='' action=directory ;;
        'bench --yardstick') action='' words='' action=file ;;
        'bench --threads') action='' words='' ;;
        esac
    fi
    COMPREPLY=()
    local line
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(
        compgen -W "$words" -- "$word"
        if [[ -n $action ]]; then compgen -A "$action" -- "$word"; fi
    )
    if [[ -n $action ]]; then compopt -o filenames 2>/dev/null; fi
}
complete -F _sharegnn sharegnn
