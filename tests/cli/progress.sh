# A long step shows how far it is, on a terminal and in a log, and Ctrl-C stops it cleanly.
. "$SOURCE/tests/support/with_terminal.sh"
cat > test.py <<'END'
import http.server, os, re, signal, subprocess, threading
from terminal import open_terminal, read_terminal

SIZE = 200_000


class Slow(http.server.BaseHTTPRequestHandler):
    """Sends half of what it promises, then waits; /whole/ sends garbage without a pause."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(SIZE))
        self.end_headers()
        try:
            for sent in range(20):
                self.wfile.write(b"x" * (SIZE // 20))
                self.wfile.flush()
                if sent == 9 and "/whole/" not in self.path:
                    stop.wait(20)
        except OSError:
            pass

    def log_message(self, *_):
        pass


def run(path, stderr):
    command = ["sharegnn", "data", "get", "Some", "--from", base + path, "--out", "got"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr)


stop = threading.Event()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Slow)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
base = "http://127.0.0.1:%d" % server.server_port

# A log: at most a line per ten percent.  Ctrl-C: a sentence, an end by the signal, no data set.
signal.signal(signal.SIGINT, signal.default_int_handler)
process = run("", subprocess.PIPE)
lines = [process.stderr.readline().decode()]
process.send_signal(signal.SIGINT)
lines += process.stderr.read().decode().splitlines()
assert process.wait() == -signal.SIGINT, process.returncode
assert lines[0].startswith("downloading"), lines
assert re.search(r"/Some\.zip: stopped after \d+ bytes; the same command (resumes|starts over)$", lines[-1]), lines
assert len(lines) <= 12, lines
assert not os.path.exists("got/Some.zip")

# A terminal: one line that is redrawn, within the width, and gone at the end.
os.environ["TERM"] = "xterm"
for width in (80, 40, 1):
    master, slave = open_terminal(width)
    process = run("/whole", slave)
    os.close(slave)
    text = read_terminal(master)
    os.close(master)
    assert process.wait() == 1, process.returncode
    bar, message = text.rsplit("\r\033[K", 1)
    drawn = [line.removesuffix("\033[K") for line in bar.split("\r") if line]
    assert drawn and all(len(line) < max(width, 2) for line in drawn), drawn
    assert "\033" not in "".join(drawn) and "\n" not in bar, bar
    assert width < 80 or re.search(r"downloading \[[#.]+\] +\d+% ", bar), bar
    assert "Some.zip" in message, message
stop.set()

# Work of functions that take no observer is shown and stops, too: the diameter of a large ring takes minutes.
os.makedirs("data/RING")
N = 100_000
ring = [(i, (i + step) % N) for i in range(N) for step in (1, 7)]
with open("data/RING/RING_A.txt", "w") as file:
    file.writelines("%d,%d\n%d,%d\n" % (u + 1, v + 1, v + 1, u + 1) for u, v in ring)
with open("data/RING/RING_graph_indicator.txt", "w") as file:
    file.write("1\n" * N)
with open("data/RING/RING_graph_labels.txt", "w") as file:
    file.write("0\n")
master, slave = open_terminal(80)
process = subprocess.Popen(["sharegnn", "data", "info", "data/RING", "--budget", "1000000000000"], stderr=slave)
os.close(slave)
text = ""
while "measuring [" not in text:
    text += os.read(master, 4096).decode()
process.send_signal(signal.SIGINT)
text += read_terminal(master)
os.close(master)
assert process.wait() == -signal.SIGINT, process.returncode
assert text.endswith("\r\033[Kstopped\r\n"), text
END
rm -rf got data
python3 test.py || exit 1

# The bar of a run has the mean over the folds that are done, not the best of them.
sharegnn data make CSL > /dev/null
cat > folds.yml << 'END'
data: CSL
protocol: k-fold
folds: 4
layers:
  - encoder: { heads: ["cycles:10 @ distance 0..1"] }
  - decoder: { heads: ["cycles:10"], outputs: classes }
train: { epochs: 2500, learning-rate: 0.00002 }
END
cat > folds.py << 'END'
import csv, os, re, subprocess
from terminal import open_terminal, read_terminal

master, slave = open_terminal(100)
child = subprocess.Popen(["sharegnn", "run", "folds.yml", "--out", "folds", "--threads", "1"], stdout=subprocess.DEVNULL,
                         stderr=slave, env={**os.environ, "TERM": "xterm"})
os.close(slave)
text = read_terminal(master)
assert child.wait() == 0, text
jobs = subprocess.run(["sharegnn", "results", "folds", "--jobs", "--csv"], capture_output=True, text=True, check=True).stdout
folds = [float(row["validation"]) for row in csv.DictReader(jobs.splitlines())]
assert max(folds) - min(folds) > 1, folds
means = {f"{sum(folds[:k]) / k:.1f}" for k in range(2, len(folds) + 1)}
shown = set(re.findall(r"mean accuracy ([0-9.]+)", text))
assert shown and shown <= means, (shown, means, folds)
END
python3 folds.py || exit 1
