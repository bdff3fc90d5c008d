# bash completion for sharegnn; made by sharegnn --completion bash, change the table of verbs.
# shellcheck shell=bash
_sharegnn()
{
    local at=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} cut=''
    local verb=${COMP_WORDS[1]-} second='' words='' action=''
    # bash cuts wl:2 and loss=mae into three words, and takes an answer for the last of them.
    if [[ $word == ':' ]]; then
        cut=${COMP_WORDS[at-1]}: word=$cut at=$((at - 1))
    elif ((at > 2)) && [[ ${COMP_WORDS[at-1]} == ':' ]]; then
        cut=${COMP_WORDS[at-2]}: word=$cut$word at=$((at - 2))
    elif [[ $word == '=' && ${COMP_WORDS[at-1]} != -* ]]; then
        cut=${COMP_WORDS[at-1]}= word=$cut at=$((at - 1))
    elif ((at > 2)) && [[ ${COMP_WORDS[at-1]} == '=' && ${COMP_WORDS[at-2]} != -* ]]; then
        cut=${COMP_WORDS[at-2]}= word=$cut$word at=$((at - 2))
    fi
    # --out=DIR is three words, too.
    local previous=${COMP_WORDS[at-1]}
    if [[ $word == '=' ]]; then
        word=''
    elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[at-2]}
    fi
    case $verb in
    data) second='list make get info import export audit split ' ;;
    model) second='diff ' ;;
    esac
    if ((at == 2)); then
        words=$second
    elif [[ " $second" == *" ${COMP_WORDS[2]-} "* ]]; then
        verb+=" ${COMP_WORDS[2]}"
    fi
    if ((at == 1)); then
        words='data labels power run search results train predict watch explain model report plot bench version help --help --version'
    else
        case $verb in
        'data list') words+='--json --data-dir --memory --help ' ;;
        'data make') words+='--out --seed --force --json --memory --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees ' ;;
        'data get') words+='--out --from --force --json --memory --help AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' ;;
        'data info') words+='--json --as-written --data-dir --threads --budget --memory --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'data import') words+='--nodes --edges --attributes --graph --directed --self-loops --smiles --text --image --json-lines --target --id --split --max-rejects --bounds --bonds --as-written --salts --charges --valence --isotopes --stereo --words --min-count --name --force --out --json --memory --help ' action=file ;;
        'data export') words+='--out --format --as-written --data-dir --memory --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'data audit') words+='--splits --quiet --budget --json --as-written --data-dir --threads --memory --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'data split') words+='--split --shares --folds --seed --out --groups --json --max-rejects --as-written --data-dir --memory --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'labels') words+='--label --pair --compare --out --budget --cache --no-cache --json --as-written --data-dir --threads --memory --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY none label degree in-degree out-degree index wl:2 wl-edges:1 cycles:8 induced-cycles:8 cliques:4 patterns:triangle,square core ring betweenness:10 closed-walks:6 fwl:2 marked-wl:2 orbit ' action=file ;;
        'power') words+='--label --encoder --all --pairs --witness --trained --seeds --seed --budget --json --data-dir --threads --memory --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'run') words+='--out --set --resume --force --quiet --verbose --json --data-dir --threads --checkpoint --budget --memory --help ' action=file ;;
        'search') words+='--minutes --trials --out --space --splits --fold --nested --folds --size --random --seed --resume --force --quiet --json --data-dir --threads --budget --memory --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'results') words+='--configurations --jobs --epochs --targets --compare --predictions --table --csv --json --latex --markdown --memory --help ' action=directory ;;
        'train') words+='--encoder --decoder --layers --explain-choice --out --from --from-layers --freeze --task --target --relabel --column --epochs --learning-rate --batch-size --init --validation --splits --split --shares --folds --fold --cross --members --vocabulary --scale --patience --set --seed --checkpoint --every --keep --quiet --verbose --json --budget --max-rejects --as-written --data-dir --threads --memory --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'predict') words+='--out --target --relabel --trust --no-trust --coverage --ensemble --all-columns --smiles --json-lines --text --lines --bonds --json --budget --as-written --data-dir --threads --memory --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'watch') words+='--all --budget --memory --data-dir --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'explain') words+='--graph --node --output --layer --head --rank --top --out --label --contributions --arrows --credit --steps --json --budget --as-written --elements --data-dir --threads --memory --help RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'model diff') words+='--top --json --memory --help ' action=file ;;
        'model') words+='--layer --head --top --json --memory --help ' action=file ;;
        'report') words+='--out --model --graphs --json --elements --data-dir --threads --memory --help ' action=directory ;;
        'plot') words+='--kind --out --head --model --data-dir --threads --memory --help ' action=directory ;;
        'bench') words+='--data --data-dir --yardstick --check --threads --help io arrays invariants train peers smiles scale live nodes search cluster ' ;;
        'version') words+='--verbose --help ' ;;
        'help') words+='--help data labels power run search results train predict watch explain model report plot bench version help layers labelings pairs losses metrics optimizers schedules inits formats experiments training ' ;;
        esac
        case "$verb $previous" in
        'data list --data-dir') action='' words='' action=directory ;;
        'data list --memory') action='' words='' ;;
        'data make --out' | 'data make -o') action='' words='' action=directory ;;
        'data make --seed') action='' words='' ;;
        'data make --memory') action='' words='' ;;
        'data get --out' | 'data get -o') action='' words='' action=directory ;;
        'data get --from') action='' words='' ;;
        'data get --memory') action='' words='' ;;
        'data info --data-dir') action='' words='' action=directory ;;
        'data info --threads') action='' words='' ;;
        'data info --budget') action='' words='' ;;
        'data info --memory') action='' words='' ;;
        'data import --nodes') action='' words='' action=file ;;
        'data import --edges') action='' words='' action=file ;;
        'data import --attributes') action='' words='' ;;
        'data import --graph') action='' words='' ;;
        'data import --smiles') action='' words='' ;;
        'data import --text') action='' words='' ;;
        'data import --image') action='' words='' ;;
        'data import --target' | 'data import -t') action='' words='' ;;
        'data import --id') action='' words='' ;;
        'data import --split') action='' words='' ;;
        'data import --max-rejects') action='' words='' ;;
        'data import --bounds') action='' words='refuse value ' ;;
        'data import --bonds') action='' words='aromatic kekule ' ;;
        'data import --salts') action='' words='keep strip ' ;;
        'data import --charges') action='' words='keep neutral ' ;;
        'data import --valence') action='' words='refuse mark ' ;;
        'data import --isotopes') action='' words='ignore label ' ;;
        'data import --stereo') action='' words='false true ' ;;
        'data import --words') action='' words='' ;;
        'data import --min-count') action='' words='' ;;
        'data import --name') action='' words='' ;;
        'data import --out' | 'data import -o') action='' words='' action=directory ;;
        'data import --memory') action='' words='' ;;
        'data export --out' | 'data export -o') action='' words='' action=file ;;
        'data export --format') action='' words='graph6 sparse6 json-lines ' ;;
        'data export --data-dir') action='' words='' action=directory ;;
        'data export --memory') action='' words='' ;;
        'data audit --splits') action='' words='' action=file ;;
        'data audit --budget') action='' words='' ;;
        'data audit --data-dir') action='' words='' action=directory ;;
        'data audit --threads') action='' words='' ;;
        'data audit --memory') action='' words='' ;;
        'data split --split') action='' words='random scaffold ' ;;
        'data split --shares') action='' words='' ;;
        'data split --folds') action='' words='' ;;
        'data split --seed') action='' words='' ;;
        'data split --out' | 'data split -o') action='' words='' action=file ;;
        'data split --groups') action='' words='' action=file ;;
        'data split --max-rejects') action='' words='' ;;
        'data split --data-dir') action='' words='' action=directory ;;
        'data split --memory') action='' words='' ;;
        'labels --label' | 'labels -l') action='' words='none label degree in-degree out-degree index wl:2 wl-edges:1 cycles:8 induced-cycles:8 cliques:4 patterns:triangle,square core ring betweenness:10 closed-walks:6 fwl:2 marked-wl:2 orbit ' ;;
        'labels --pair') action='' words='distance edge arc edge-bins path cycle-distance offset walks:4 paths:4 resistance separators fwl:2 marked-wl:2 ' ;;
        'labels --out' | 'labels -o') action='' words='' action=file ;;
        'labels --budget') action='' words='' ;;
        'labels --cache') action='' words='' action=directory ;;
        'labels --data-dir') action='' words='' action=directory ;;
        'labels --threads') action='' words='' ;;
        'labels --memory') action='' words='' ;;
        'power --label' | 'power -l') action='' words='none label degree in-degree out-degree index wl:2 wl-edges:1 cycles:8 induced-cycles:8 cliques:4 patterns:triangle,square core ring betweenness:10 closed-walks:6 fwl:2 marked-wl:2 orbit ' ;;
        'power --encoder' | 'power -e') action='' words='none label degree in-degree out-degree index wl:2 wl-edges:1 cycles:8 induced-cycles:8 cliques:4 patterns:triangle,square core ring betweenness:10 closed-walks:6 fwl:2 marked-wl:2 orbit ' ;;
        'power --trained') action='' words='' action=file ;;
        'power --seeds') action='' words='' ;;
        'power --seed') action='' words='' ;;
        'power --budget') action='' words='' ;;
        'power --data-dir') action='' words='' action=directory ;;
        'power --threads') action='' words='' ;;
        'power --memory') action='' words='' ;;
        'run --out' | 'run -o') action='' words='' action=directory ;;
        'run --set') action='' words='' ;;
        'run --data-dir') action='' words='' action=directory ;;
        'run --threads') action='' words='' ;;
        'run --checkpoint') action='' words='' ;;
        'run --budget') action='' words='' ;;
        'run --memory') action='' words='' ;;
        'search --minutes' | 'search -m') action='' words='' ;;
        'search --trials' | 'search -n') action='' words='' ;;
        'search --out' | 'search -o') action='' words='' action=directory ;;
        'search --space') action='' words='deep form labels nodes sparse structures training ' action=file ;;
        'search --splits') action='' words='' action=file ;;
        'search --fold') action='' words='' ;;
        'search --folds') action='' words='' ;;
        'search --size') action='' words='' ;;
        'search --seed') action='' words='' ;;
        'search --data-dir') action='' words='' action=directory ;;
        'search --threads') action='' words='' ;;
        'search --budget') action='' words='' ;;
        'search --memory') action='' words='' ;;
        'results --predictions') action='' words='' action=file ;;
        'results --memory') action='' words='' ;;
        'train --encoder' | 'train -e') action='' words='none label degree in-degree out-degree index wl:2 wl-edges:1 cycles:8 induced-cycles:8 cliques:4 patterns:triangle,square core ring betweenness:10 closed-walks:6 fwl:2 marked-wl:2 orbit ' ;;
        'train --decoder' | 'train -d') action='' words='none label degree in-degree out-degree index wl:2 wl-edges:1 cycles:8 induced-cycles:8 cliques:4 patterns:triangle,square core ring betweenness:10 closed-walks:6 fwl:2 marked-wl:2 orbit ' ;;
        'train --layers' | 'train -l') action='' words='' action=file ;;
        'train --out' | 'train -o') action='' words='' action=file ;;
        'train --from') action='' words='' action=file ;;
        'train --from-layers') action='' words='' ;;
        'train --freeze') action='' words='' ;;
        'train --task') action='' words='classification regression multilabel ' ;;
        'train --target') action='' words='' action=file ;;
        'train --relabel') action='' words='' action=file ;;
        'train --column') action='' words='' ;;
        'train --epochs') action='' words='' ;;
        'train --learning-rate') action='' words='' ;;
        'train --batch-size') action='' words='' ;;
        'train --init') action='' words='constant uniform normal he lower-upper glorot ' ;;
        'train --validation') action='' words='' ;;
        'train --splits') action='' words='' action=file ;;
        'train --split') action='' words='random scaffold ' ;;
        'train --shares') action='' words='' ;;
        'train --folds') action='' words='' ;;
        'train --fold') action='' words='' ;;
        'train --cross') action='' words='' ;;
        'train --members') action='' words='' ;;
        'train --vocabulary') action='' words='' ;;
        'train --scale') action='' words='' ;;
        'train --patience') action='' words='' ;;
        'train --set') action='' words='weight-decay= momentum= warm-up= clip= average= bias-init= optimizer=adam optimizer=adamw optimizer=sgd schedule=constant schedule=step schedule=plateau schedule=cosine precision=float precision=double loss=cross-entropy loss=mae loss=mse loss=huber loss=bce metric=loss metric=accuracy metric=balanced-accuracy metric=roc-auc metric=f1 metric=mae metric=rmse metric=r2 metric=spearman metric=pr-auc metric=mcc metric=ece ' ;;
        'train --seed') action='' words='' ;;
        'train --checkpoint') action='' words='' action=file ;;
        'train --every') action='' words='' ;;
        'train --budget') action='' words='' ;;
        'train --max-rejects') action='' words='' ;;
        'train --data-dir') action='' words='' action=directory ;;
        'train --threads') action='' words='' ;;
        'train --memory') action='' words='' ;;
        'predict --out' | 'predict -o') action='' words='' action=file ;;
        'predict --target') action='' words='' action=file ;;
        'predict --relabel') action='' words='' action=file ;;
        'predict --coverage') action='' words='' ;;
        'predict --ensemble') action='' words='' action=file ;;
        'predict --lines') action='' words='smiles text graph6 sparse6 json-lines ' ;;
        'predict --bonds') action='' words='aromatic kekule ' ;;
        'predict --budget') action='' words='' ;;
        'predict --data-dir') action='' words='' action=directory ;;
        'predict --threads') action='' words='' ;;
        'predict --memory') action='' words='' ;;
        'watch --budget') action='' words='' ;;
        'watch --memory') action='' words='' ;;
        'watch --data-dir') action='' words='' action=directory ;;
        'explain --graph' | 'explain -g') action='' words='' ;;
        'explain --node') action='' words='' ;;
        'explain --output') action='' words='' ;;
        'explain --layer') action='' words='' ;;
        'explain --head') action='' words='' ;;
        'explain --top') action='' words='' ;;
        'explain --out' | 'explain -o') action='' words='' action=file ;;
        'explain --label') action='' words='' ;;
        'explain --credit') action='' words='' ;;
        'explain --steps') action='' words='' ;;
        'explain --budget') action='' words='' ;;
        'explain --elements') action='' words='' action=file ;;
        'explain --data-dir') action='' words='' action=directory ;;
        'explain --threads') action='' words='' ;;
        'explain --memory') action='' words='' ;;
        'model diff --top') action='' words='' ;;
        'model diff --memory') action='' words='' ;;
        'model --layer') action='' words='' ;;
        'model --head') action='' words='' ;;
        'model --top') action='' words='' ;;
        'model --memory') action='' words='' ;;
        'report --out' | 'report -o') action='' words='' action=file ;;
        'report --model') action='' words='' action=file ;;
        'report --graphs') action='' words='' ;;
        'report --elements') action='' words='' action=file ;;
        'report --data-dir') action='' words='' action=directory ;;
        'report --threads') action='' words='' ;;
        'report --memory') action='' words='' ;;
        'plot --kind' | 'plot -k') action='' words='curves loss confusion scatter residuals roc precision calibration heat-map threshold occurrences weights ' ;;
        'plot --out' | 'plot -o') action='' words='' action=file ;;
        'plot --head') action='' words='' ;;
        'plot --model') action='' words='' action=file ;;
        'plot --data-dir') action='' words='' action=directory ;;
        'plot --threads') action='' words='' ;;
        'plot --memory') action='' words='' ;;
        'bench --data') action='' words='RingTransfer1 RingTransfer2 RingTransfer3 CSL Snowflakes SubstructureCounting BlockModel MarkedTrees AIDS BZR COLLAB COX2 DD DHFR ENZYMES IMDB-BINARY IMDB-MULTI MUTAG Mutagenicity NCI1 NCI109 PROTEINS PTC_MR REDDIT-BINARY ' action=file ;;
        'bench --data-dir') action='' words='' action=directory ;;
        'bench --yardstick') action='' words='' action=file ;;
        'bench --threads') action='' words='' ;;
        esac
    fi
    COMPREPLY=()
    local line
    while IFS= read -r line; do
        COMPREPLY+=("${line#"$cut"}")
    done < <(
        compgen -W "$words" -- "$word"
        if [[ -n $action ]]; then compgen -A "$action" -- "$word"; fi
    )
    if [[ -n $action ]]; then compopt -o filenames 2>/dev/null; fi
}
complete -F _sharegnn sharegnn
