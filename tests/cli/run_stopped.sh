# Ctrl-C, kill -9 and a full terminal: what a run looks like while it lasts, and how it goes on.
if ! command -v python3 > /dev/null 2>&1; then
    echo "SKIPPED: python3 is missing, nobody to press Ctrl-C"
    exit 77
fi
sharegnn data make CSL --out data > /dev/null 2>&1
cat > long.yml <<'YML'
data: CSL
protocol: fair
splits: synthetic
layers:
  - encoder: { heads: ["cycles:10 @ distance 0..4"], activation: tanh }
  - decoder: { heads: ["cycles:10"], activation: tanh }
train: { learning-rate: 0.01, epochs: 200, init: uniform -0.1 0.1 }
YML
cat > test.py <<'END_OF_TEST'
import fcntl, json, os, pty, re, signal, struct, subprocess, termios, time

signal.signal(signal.SIGINT, signal.default_int_handler)
RUN = ["sharegnn", "run", "long.yml", "--threads", "2", "--set", "train.epochs=500"]


def summary(folder):
    with open(folder + "/summary.json") as file:
        result = json.load(file)
    for key in ("seconds_per_epoch", "seconds_total", "threads"):
        del result[key]
    return result


def start(*more, stderr=subprocess.PIPE):
    return subprocess.Popen([*RUN, *more], stdout=subprocess.PIPE, stderr=stderr)


subprocess.run([*RUN, "--out", "whole", "-q"], check=True, stdout=subprocess.DEVNULL)
expected = summary("whole")

# Ctrl-C: the program ends by the signal, and says how to go on; that is what works then.
process = start("--out", "two words", "--data-dir", "data")
first = process.stderr.readline().decode()
assert first == "evaluating: 5 jobs\n", first
process.send_signal(signal.SIGINT)
lines = process.stderr.read().decode().splitlines()
assert process.wait(60) == -signal.SIGINT, process.returncode
assert lines[-2] == "stopped; what is done is kept; to go on:", lines
command = ("sharegnn run long.yml --threads 2 --set train.epochs=500 --out 'two words' "
           "--data-dir data --resume")
assert lines[-1].strip() == command, lines[-1]
assert not os.path.exists("two words/summary.json")
assert process.stdout.read() == b""
subprocess.run(command, shell=True, check=True, capture_output=True)
assert summary("two words") == expected

# An echo of the signal, as timeout(1) sends one, is no second wish.
process = start("--out", "echo", "--force")
process.stderr.readline()
for _ in range(2):
    process.send_signal(signal.SIGINT)
    time.sleep(0.02)
lines = process.stderr.read().decode().splitlines()
assert process.wait(60) == -signal.SIGINT, process.returncode
assert lines[-1].endswith("--out echo --resume"), lines

# A polite kill is obeyed, too.
process = start("--out", "polite", "--force")
process.stderr.readline()
process.send_signal(signal.SIGTERM)
lines = process.stderr.read().decode().splitlines()
assert process.wait(60) == -signal.SIGTERM, process.returncode
assert lines[-1].endswith("--out polite --resume"), lines

# An impolite one, again and again.
for wait in (0.05, 0.2, 0.1, 0.3, 0.15):
    process = start("--out", "killed", "--resume", "-q")
    time.sleep(wait)
    process.kill()
    process.wait(60)
    process.stderr.close()
subprocess.run([*RUN, "--out", "killed", "--resume", "-q"], check=True, stdout=subprocess.DEVNULL)
assert summary("killed") == expected
assert sorted(os.listdir("killed")) == ["config.yml", "models", "predictions.csv", "results.sqlite", "summary.json"]
assert len(os.listdir("killed/models")) == 1

# A terminal: one line that is redrawn, within the width, and gone at the end.
os.environ["TERM"] = "xterm"
for width in (120, 1):
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    process = start("--out", "terminal", "--force", "--set", "train.epochs=1000", stderr=slave)
    os.close(slave)
    text = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:
            break
        if not part:
            break
        text += part
    os.close(master)
    process.stdout.read()
    assert process.wait(60) == 0, process.returncode
    text = text.decode()
    assert "\n" not in text and text.endswith("\r\033[K"), text[-80:]
    drawn = [line.removesuffix("\033[K") for line in text.split("\r") if line]
    assert all(len(line) < max(width, 2) for line in drawn), drawn
    assert width < 120 or re.search(
        r"evaluating \[#*\.*\] \d/5, [\d.e+]+ epochs/s, \d+:\d\d left, mean accuracy \d+\.\d", text), text
END_OF_TEST
python3 test.py
