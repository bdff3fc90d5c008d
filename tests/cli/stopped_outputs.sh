# Programs that are asked to stop while they write: an output is whole or not there, and nothing else stays.
# Whether the signal comes in time is up to the machine; what may not be there is the same in both cases.
if ! command -v python3 > /dev/null 2>&1; then
    echo "SKIPPED: python3 is missing, nobody to send signals"
    exit 77
fi
cat > test.py <<'END_OF_TEST'
import json, os, random, signal, subprocess, time

signal.signal(signal.SIGINT, signal.default_int_handler)
N = 20_000
with open("ring.jsonl", "w") as file:
    file.write(json.dumps({"nodes": N, "edges": [[i, (i + 1) % N] for i in range(N)], "target": "a"}) + "\n")
rng = random.Random(1)
with open("many.smi", "w") as file:
    file.writelines("C" * rng.randint(3, 30) + "O\n" for _ in range(100_000))


def stop(words, output, number):
    """Send a signal as soon as something is there besides `output`; the exit status."""
    os.makedirs("out", exist_ok=True)
    process = subprocess.Popen(["sharegnn", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while process.poll() is None and not os.listdir("out"):
        time.sleep(0.001)
    process.send_signal(number)
    message = process.stderr.read().decode()
    status = process.wait(120)
    assert status in (0, -number), (words, status, message)
    left = os.listdir("out")
    assert left == ([output] if status == 0 else []), (words, status, left, message)
    subprocess.run(["rm", "-r", "out"], check=True)
    return status


COMMANDS = [
    (["labels", "ring.jsonl", "--label", "degree", "--pair", "distance 0..200", "--no-cache", "--out", "out/labels"], "labels"),
    (["data", "export", "many.smi", "--format", "json-lines", "--out", "out/lines"], "lines"),
    (["data", "import", "many.smi", "--name", "Many", "--out", "out"], "Many"),
]
for words, output in COMMANDS:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        stop(words, output, number)

# Inside of one line of predict, too: what it takes of the processor's time is a part of what the line takes.
N = 4_000
with open("two.jsonl", "w") as file:
    file.write('{"nodes":2,"edges":[[0,1]],"target":"a"}\n{"nodes":1,"edges":[],"target":"b"}\n')
with open("star.jsonl", "w") as file:
    file.write(json.dumps({"nodes": N, "edges": [[0, i] for i in range(1, N)]}) + "\n")
subprocess.run(["sharegnn", "train", "two.jsonl", "--encoder", "none @ distance 0..2", "--decoder", "none", "--epochs", "1",
                "--quiet", "--out", "two.model"], check=True, stdout=subprocess.DEVNULL)
LINES = ["sharegnn", "predict", "two.model", "star.jsonl", "--json-lines", "--threads", "1", "--budget", "1000000000000"]


def seconds_of(pid):
    with open(f"/proc/{pid}/stat") as file:
        words = file.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def time_of(stops_at):
    """The seconds of a run that gets a signal after some of them, if not before its end, and its status."""
    process = subprocess.Popen(LINES, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while seconds_of(process.pid) < stops_at:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        time.sleep(0.001)
    else:
        process.send_signal(signal.SIGTERM)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, process.returncode


whole, status = time_of(1e9)
assert status == 0, status
stopped, status = time_of(whole / 8)
assert status == -signal.SIGTERM and stopped < whole / 2, (whole, stopped, status)
END_OF_TEST
python3 test.py

# What is refused behind the opening of its output leaves nothing, either.
sharegnn data make CSL > /dev/null
sharegnn train CSL --decoder degree --epochs 1 --quiet --out model > /dev/null
mkdir out
echo CCO | fails 2 sharegnn predict model --smiles - --coverage 2 --out out/predictions > message
grep -q -- '--coverage 2 is not a share' message
test -z "$(ls out)"
