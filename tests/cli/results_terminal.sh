# Tables fit the terminal: at 80 and 100 columns no line is longer, and no word is lost.  Colors are for terminals,
# not for NO_COLOR, dumb ones and pipes, and the text is the same without.
. "$SOURCE/tests/support/with_terminal.sh"
sharegnn data make CSL > /dev/null
cat > csl.yml << 'END'
data: CSL
protocol: k-fold
folds: 2
layers:
  - encoder: { heads: ["cycles:10 @ distance 0..1"], bias: "cycles:10", activation: tanh }
  - decoder: { heads: ["cycles:10"], outputs: classes }
train: { epochs: 2, learning-rate: 0.1 }
grid:
  train.learning-rate: [0, 0.1]
  layers.0.heads: [["cycles:10 @ distance 0..1"], ["cycles:10 @ edge"]]
END
sharegnn run csl.yml --out a-folder-with-a-rather-long-name --quiet > /dev/null
cp -r a-folder-with-a-rather-long-name another-one
cat > test.py << 'END'
import collections, os, re, subprocess, sys
from terminal import open_terminal, read_terminal

SHOWN = (["results", "a-folder-with-a-rather-long-name", "another-one"],
         ["results", "a-folder-with-a-rather-long-name", "--configurations"],
         ["results", "a-folder-with-a-rather-long-name", "--jobs"],
         ["labels", "CSL", "--label", "cycles:10"],
         ["explain", "a-folder-with-a-rather-long-name", "CSL", "--graph", "3"])


def on_terminal(words, width, **more):
    master, slave = open_terminal(width)
    child = subprocess.Popen(["sharegnn", *words], stdout=slave, stderr=subprocess.DEVNULL,
                             env={**os.environ, "TERM": "xterm", **more})
    os.close(slave)
    text = read_terminal(master)
    child.wait()
    os.close(master)
    return text.replace("\r\n", "\n")


def letters(text):
    """What a table says, however its lines are broken."""
    return collections.Counter(re.sub(r"\s+", "", text))


for words in SHOWN:
    piped = subprocess.run(["sharegnn", *words], capture_output=True, text=True, check=True).stdout
    for width in (80, 100):
        inked, text = on_terminal(words, width, NO_COLOR=""), on_terminal(words, width, NO_COLOR="1")
        assert re.sub("\033\\[[0-9;]*m", "", inked) == text, (inked, text)
        assert on_terminal(words, width, TERM="dumb") == text
        assert words[0] != "labels" or "\033[1m" in inked and "\033[36m" in inked, inked
        assert "\033" not in piped
        longest = max(len(line) for line in text.split("\n"))
        assert longest <= width, (words, width, longest, text)
        assert "\033" not in text, "colored"
        missing = letters(piped) - letters(text)
        assert not missing, (words, width, missing, text)
print("tables fit the terminal")
END
python3 test.py
