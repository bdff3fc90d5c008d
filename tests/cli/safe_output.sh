# Ids, names and folders that are formulas, markup, commands of LaTeX, escape codes or several lines: what goes
# out is quoted, whatever language it goes into.
cat > make.py <<'END'
import json
ids = ["=cmd|calc", "+1+1", "-2+3", "@SUM(A1)", "<script>alert(1)</script>", "a\nb", "a\tb", "\x1b[31mred", "\x9b31mred",
       "\u202etxt.exe", '"q",x', "\\input{x}", "$x_1%&#{}~^", "-5", "ok", "javascript:alert(1)"]
for i, x in enumerate(ids):
    print(json.dumps({"id": x, "nodes": [x, "C", "=1"], "edges": [[0, 1, x], [1, 2, "s"]],
                      "target": ['=HYPERLINK("x")', '<b>&"'][i % 2]}))
END
python3 make.py > h.jsonl
sharegnn train h.jsonl --encoder 'label @ path 0..2' --decoder label --epochs 2 --quiet --out m > /dev/null 2> /dev/null

# No control character, of 7 or 8 bits, no character that turns the direction of writing.
plain()
{
    python3 - "$1" <<'END'
import sys, unicodedata
text = open(sys.argv[1], encoding="utf-8").read()
bad = [c for c in text if c not in "\n\t" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")]
sys.exit(f"{sys.argv[1]}: {bad}" if bad else 0)
END
}

# Tables of predictions: a line per graph, no formulas, numbers as they are.
sharegnn predict m h.jsonl > predictions 2> log
plain predictions
plain log
test "$(grep -c . predictions)" -eq 17
python3 - <<'END'
rows = [line.split("\t") for line in open("predictions").read().splitlines()]
assert all(len(row) == len(rows[0]) for row in rows), rows
assert not any(cell[0] in "=+@" for row in rows for cell in row), rows
assert [row[1] for row in rows[1:5]] == ["'=cmd|calc", "'+1+1", "'-2+3", "'@SUM(A1)"], rows
assert rows[14][1] == "-5", rows[14]
END
sharegnn predict m h.jsonl --json > predictions.jsonl 2> /dev/null
python3 -c '
import json
ids = [json.loads(line)["id"] for line in open("h.jsonl")]
assert [json.loads(line)["id"] for line in open("predictions.jsonl")] == ids'

# Terminals.
sharegnn explain m h.jsonl --graph 7 > explained 2>&1
plain explained
sharegnn explain m h.jsonl --graph 9 --out drawn.svg > explained 2>&1
plain explained
sharegnn labels h.jsonl --label label > labels 2>&1
plain labels
sharegnn model m > model 2>&1
plain model
sharegnn data audit h.jsonl > audit 2>&1
plain audit
fails 1 sharegnn data info "$(printf 'x\302\2331m\342\200\256y.jsonl')" > message
plain message
grep -q 'u009b' message
grep -q 'u202e' message
python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("drawn.svg")'
! grep -q '<script>alert' drawn.svg

# Folders and data of runs.
cat > e.yml <<'END'
data: h.jsonl
protocol: k-fold
folds: 2
layers:
  - encoder: { heads: ["label @ path 0..2"] }
  - decoder: { heads: ["label"] }
train: { epochs: 2 }
END
run='=r_$%&#<b>|x'
sharegnn run e.yml --out "$run" --quiet > /dev/null
sharegnn results "$run" --csv > results.csv
grep -q "^'=r_" results.csv
sharegnn results "$run" --jobs --csv > jobs.csv
! grep -q '^=' jobs.csv
sharegnn results "$run" --jobs --latex > jobs.tex
sharegnn results "$run" --table --latex > table.tex
grep -q '^=r\\_\\$\\%\\&\\#<b>|x & ' table.tex
! grep -q '[^\\][%#]' table.tex
sharegnn results "$run" --table --markdown > table.md
grep -q '^| =r_$%&#?b>?x ' table.md
evil=$(printf 'run\033[31m\302\233x')
sharegnn run e.yml --out "$evil" --quiet > /dev/null
for form in '' --table --csv --latex --jobs; do
    # shellcheck disable=SC2086
    sharegnn results "$evil" $form > shown 2>&1
    test "$form" = --csv || plain shown
done

# Pages: markup is text in them.
sharegnn report "$run" --out page.html > /dev/null
! grep -q '<script>alert' page.html
! grep -q '<b>&"' page.html
sharegnn plot "$run" --kind confusion --out confusion.svg > /dev/null
python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("confusion.svg")'

# A table that predicts itself out of fold: ids and targets of its rows go to tables and pages beside the model.
cat > table.py <<'END'
import csv, sys
ids = ["=cmd|calc", "+1+1", "@SUM(A1)", "-2+3", "<script>alert(1)</script>", "a\tb", "\x1b[31mred", "\u202etxt.exe"]
rows = csv.writer(sys.stdout, lineterminator="\n")
rows.writerow(["smiles", "=y", "id"])
for i in range(120):
    rows.writerow(["C" * (1 + i // 3) + "ON"[:i % 3], i % 17 + 0.5, f"{ids[i % 8]}{i}"])
END
python3 table.py > t.csv
sharegnn train 't.csv?target==y&id=id' --epochs 2 --quiet --out cross > /dev/null 2> log || { cat log; exit 1; }
plain log
python3 - <<'END'
rows = [line.split("\t") for line in open("cross.predictions.tsv", encoding="utf-8").read().splitlines()]
assert any("'=cmd|calc0" in row for row in rows), rows[:2]
assert len(rows) == 121 and all(len(row) == len(rows[0]) for row in rows), rows
assert not any(cell[:1] in ("=", "+", "@") for row in rows for cell in row), rows
END
plain cross.predictions.tsv
! grep -q '<script>alert' cross.html
