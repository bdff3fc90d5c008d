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
    data) verb+=" ${COMP_WORDS[2]-}" first=3 words='list make get info import export audit ' ;;
    model) verb+=" ${COMP_WORDS[2]-}" first=3 words='diff ' ;;
    esac
    if ((COMP_CWORD == 1)); then
        words='data labels run results train predict explain model report plot bench help --help --version'
    elif ((COMP_CWORD >= first)); then
        case $verb in
        'data list') words='--json --data-dir --help ' ;;
        'data make') words='--out --seed --force --json --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting ' ;;
        'data get') words='--out --from --force --json --help AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' ;;
        'data info') words='--json --data-dir --threads --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'data import') words='--smiles --text --image --json-lines --target --id --split --bonds --words --min-count --name --force --out --json --help ' action=file ;;
        'data export') words='--out --format --data-dir --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'data audit') words='--splits --quiet --budget --json --data-dir --threads --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'labels') words='--label --pair --compare --out --budget --cache --no-cache --json --data-dir --threads --help ' ;;
        'run') words='--out --set --resume --force --quiet --verbose --json --data-dir --threads --help ' action=file ;;
        'results') words='--configurations --jobs --epochs --targets --compare --csv --json --latex --help ' action=directory ;;
        'train') words='--encoder --decoder --layers --out --from --from-layers --freeze --task --target --relabel --column --epochs --learning-rate --batch-size --init --validation --splits --fold --patience --set --seed --keep --quiet --verbose --json --budget --data-dir --threads --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'predict') words='--out --target --relabel --trust --ensemble --smiles --json-lines --text --lines --bonds --json --budget --data-dir --threads --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'explain') words='--graph --output --layer --head --rank --top --out --label --contributions --steps --json --budget --data-dir --threads --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'model diff') words='--top --json --help ' action=file ;;
        'model') words='--layer --head --top --json --help ' action=file ;;
        'report') words='--out --model --graphs --json --data-dir --threads --help ' action=directory ;;
        'plot') words='--kind --out --head --model --data-dir --threads --help ' action=directory ;;
        'bench') words='--data --data-dir --yardstick --threads --help ' ;;
        'help') words='--help data labels run results train predict explain model report plot bench help ' ;;
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
        'data import --smiles') action='' words='' ;;
        'data import --text') action='' words='' ;;
        'data import --image') action='' words='' ;;
        'data import --target' | 'data import -t') action='' words='' ;;
        'data import --id') action='' words='' ;;
        'data import --split') action='' words='' ;;
        'data import --bonds') action='' words='' ;;
        'data import --words') action='' words='' ;;
        'data import --min-count') action='' words='' ;;
        'data import --name') action='' words='' ;;
        'data import --out' | 'data import -o') action='' words='' action=directory ;;
        'data export --out' | 'data export -o') action='' words='' action=file ;;
        'data export --format') action='' words='' ;;
        'data export --data-dir') action='' words='' action=directory ;;
        'data audit --splits') action='' words='' action=file ;;
        'data audit --budget') action='' words='' ;;
        'data audit --data-dir') action='' words='' action=directory ;;
        'data audit --threads') action='' words='' ;;
        'labels --label' | 'labels -l') action='' words='' ;;
        'labels --pair') action='' words='' ;;
        'labels --out' | 'labels -o') action='' words='' action=file ;;
        'labels --budget') action='' words='' ;;
        'labels --cache') action='' words='' action=directory ;;
        'labels --data-dir') action='' words='' action=directory ;;
        'labels --threads') action='' words='' ;;
        'run --out' | 'run -o') action='' words='' action=directory ;;
        'run --set') action='' words='' ;;
        'run --data-dir') action='' words='' action=directory ;;
        'run --threads') action='' words='' ;;
        'train --encoder' | 'train -e') action='' words='' ;;
        'train --decoder' | 'train -d') action='' words='' ;;
        'train --layers' | 'train -l') action='' words='' action=file ;;
        'train --out' | 'train -o') action='' words='' action=file ;;
        'train --from') action='' words='' action=file ;;
        'train --from-layers') action='' words='' ;;
        'train --freeze') action='' words='' ;;
        'train --task') action='' words='' ;;
        'train --target') action='' words='' action=file ;;
        'train --relabel') action='' words='' action=file ;;
        'train --column') action='' words='' ;;
        'train --epochs') action='' words='' ;;
        'train --learning-rate') action='' words='' ;;
        'train --batch-size') action='' words='' ;;
        'train --init') action='' words='' ;;
        'train --validation') action='' words='' ;;
        'train --splits') action='' words='' action=file ;;
        'train --fold') action='' words='' ;;
        'train --patience') action='' words='' ;;
        'train --set') action='' words='' ;;
        'train --seed') action='' words='' ;;
        'train --budget') action='' words='' ;;
        'train --data-dir') action='' words='' action=directory ;;
        'train --threads') action='' words='' ;;
        'predict --out' | 'predict -o') action='' words='' action=file ;;
        'predict --target') action='' words='' action=file ;;
        'predict --relabel') action='' words='' action=file ;;
        'predict --ensemble') action='' words='' action=file ;;
        'predict --lines') action='' words='' ;;
        'predict --bonds') action='' words='' ;;
        'predict --budget') action='' words='' ;;
        'predict --data-dir') action='' words='' action=directory ;;
        'predict --threads') action='' words='' ;;
        'explain --graph' | 'explain -g') action='' words='' ;;
        'explain --output') action='' words='' ;;
        'explain --layer') action='' words='' ;;
        'explain --head') action='' words='' ;;
        'explain --top') action='' words='' ;;
        'explain --out' | 'explain -o') action='' words='' action=file ;;
        'explain --label') action='' words='' ;;
        'explain --steps') action='' words='' ;;
        'explain --budget') action='' words='' ;;
        'explain --data-dir') action='' words='' action=directory ;;
        'explain --threads') action='' words='' ;;
        'model diff --top') action='' words='' ;;
        'model --layer') action='' words='' ;;
        'model --head') action='' words='' ;;
        'model --top') action='' words='' ;;
        'report --out' | 'report -o') action='' words='' action=file ;;
        'report --model') action='' words='' action=file ;;
        'report --graphs') action='' words='' ;;
        'report --data-dir') action='' words='' action=directory ;;
        'report --threads') action='' words='' ;;
        'plot --kind' | 'plot -k') action='' words='' ;;
        'plot --out' | 'plot -o') action='' words='' action=file ;;
        'plot --head') action='' words='' ;;
        'plot --model') action='' words='' action=file ;;
        'plot --data-dir') action='' words='' action=directory ;;
        'plot --threads') action='' words='' ;;
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
