# Ctrl-C, kill -9 and a full terminal: what a run looks like while it lasts, and how it goes on.
. "$SOURCE/tests/support/with_terminal.sh"
sharegnn data make CSL --out data > /dev/null 2>&1
cat > long.yml <<'YML'
data: CSL
protocol: fair
splits: synthetic
layers:
  - encoder: { heads: ["cycles:10 @ distance 0..4"], activation: tanh }
  - decoder: { heads: ["cycles:10"], activation: tanh }
train: { learning-rate: 0.01, epochs: 500, init: uniform -0.1 0.1 }
YML
cat > test.py <<'END_OF_TEST'
import json, os, re, shutil, signal, subprocess, time
from terminal import open_terminal, read_terminal

signal.signal(signal.SIGINT, signal.default_int_handler)
RUN = ["sharegnn", "run", "long.yml", "--threads", "2"]
ENDLESS = ["--set", "train.epochs=1000000"]


def summary(folder):
    with open(folder + "/summary.json") as file:
        result = json.load(file)
    for key in ("seconds_per_epoch", "seconds_total", "threads"):
        del result[key]
    return result


def start(*more, stderr=subprocess.PIPE):
    return subprocess.Popen([*RUN, *more], stdout=subprocess.PIPE, stderr=stderr)


# Ctrl-C: the program ends by the signal, and says how to go on; that is what works then.  A run that was
# over before the signal is tried again with more to do.
epochs = 500
while True:
    process = start("--set", f"train.epochs={epochs}", "--out", "two words", "--data-dir", "data")
    first = process.stderr.readline().decode()
    assert first == "evaluating: 5 jobs\n", first
    process.send_signal(signal.SIGINT)
    lines = process.stderr.read().decode().splitlines()
    if process.wait() != 0:
        break
    process.stdout.read()
    shutil.rmtree("two words")
    epochs *= 4
assert process.returncode == -signal.SIGINT, process.returncode
assert lines[-2] == "stopped; what is done is kept; to go on:", lines
command = (f"sharegnn run long.yml --threads 2 --set train.epochs={epochs} --out 'two words' "
           "--data-dir data --resume")
assert lines[-1].strip() == command, lines[-1]
assert not os.path.exists("two words/summary.json")
assert process.stdout.read() == b""
RUN += ["--set", f"train.epochs={epochs}"]
subprocess.run([*RUN, "--out", "whole", "-q"], check=True, stdout=subprocess.DEVNULL)
expected = summary("whole")
subprocess.run(command, shell=True, check=True, capture_output=True)
assert summary("two words") == expected

# An echo of the signal, as timeout(1) sends one, is no second wish.  Two signals that wait for a program which
# stands still come at once; of equal ones it would see one.
for _ in range(5):
    process = start(*ENDLESS, "--out", "echo", "--force")
    assert process.stderr.readline() == b"evaluating: 5 jobs\n"
    for number in (signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGCONT):
        process.send_signal(number)
    lines = process.stderr.read().decode().splitlines()
    assert process.wait() in (-signal.SIGINT, -signal.SIGTERM), process.returncode
    assert lines and lines[-1].endswith("--out echo --resume"), lines

# A polite kill is obeyed, too.
process = start(*ENDLESS, "--out", "polite", "--force")
assert process.stderr.readline() == b"evaluating: 5 jobs\n"
process.send_signal(signal.SIGTERM)
lines = process.stderr.read().decode().splitlines()
assert process.wait() == -signal.SIGTERM, process.returncode
assert lines[-1].endswith("--out polite --resume"), lines

# An impolite one, again and again: before there is a folder, and each time that files have changed so often.
def state_of(folder):
    found = []
    for top, _, names in os.walk(folder):
        for name in names:
            try:
                told = os.stat(os.path.join(top, name))
            except FileNotFoundError:
                continue
            found.append((top, name, told.st_size, told.st_mtime_ns))
    return sorted(found)


for changes in (0, 1, 2, 5, 3):
    process = start("--out", "killed", "--resume", "-q")
    seen = state_of("killed")
    while changes > 0 and process.poll() is None:
        now = state_of("killed")
        changes -= now != seen
        seen = now
        time.sleep(0.001)
    process.kill()
    process.wait()
    process.stderr.close()
    process.stdout.close()
subprocess.run([*RUN, "--out", "killed", "--resume", "-q"], check=True, stdout=subprocess.DEVNULL)
assert summary("killed") == expected
assert sorted(os.listdir("killed")) == ["config.yml", "models", "predictions.csv", "results.sqlite", "summary.json"]
assert len(os.listdir("killed/models")) == 1

# A terminal: one line that is redrawn, within the width, and gone at the end.  A run that was over before its
# line had a mean is tried again with more to do.
os.environ["TERM"] = "xterm"
PROGRESS = r"evaluating \[#*\.*\] \d/5, [\d.e+]+ epochs/s, \d+:\d\d left, mean accuracy \d+\.\d"


def on_terminal(width, epochs):
    master, slave = open_terminal(width)
    process = start("--out", "terminal", "--force", "--set", f"train.epochs={epochs}", stderr=slave)
    os.close(slave)
    text = read_terminal(master)
    os.close(master)
    process.stdout.read()
    assert process.wait() == 0, process.returncode
    assert "\n" not in text and text.endswith("\r\033[K"), text[-80:]
    drawn = [line.removesuffix("\033[K") for line in text.split("\r") if line]
    assert all(len(line) < max(width, 2) for line in drawn), drawn
    return text


epochs = 1000
while re.search(PROGRESS, on_terminal(120, epochs)) is None:
    epochs *= 4
    assert epochs < 1000000, "no line has a mean"
on_terminal(1, epochs)
END_OF_TEST
python3 test.py
