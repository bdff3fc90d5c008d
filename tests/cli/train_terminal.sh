# A training shows a bar on a terminal and a line per epoch elsewhere; Ctrl-C ends it.
. "$SOURCE/tests/support/with_terminal.sh"
sharegnn data make CSL > /dev/null
cat > test.py << 'END'
import os, re, signal, subprocess, time
from terminal import open_terminal, read_terminal

TRAIN = ["sharegnn", "train", "CSL", "-e", "cycles:6 @ distance 0..2", "-d", "cycles:6",
         "--out", "x.model", "--validation", "0.2"]
FOREVER = ["--epochs", "1000000"]


def run(options, width, wanted="never", interrupt=False):
    master, slave = open_terminal(width)
    process = subprocess.Popen(TRAIN + options, stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    text = read_terminal(master, wanted)
    if interrupt:
        process.send_signal(signal.SIGINT)
        text += read_terminal(master)
    os.close(master)
    output = process.stdout.read().decode()
    return process.wait(60), text, output


signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ["TERM"] = "xterm"

# The bar stays on its line and within the width, and is gone at the end.
for width in (100, 80, 40, 2, 1):
    status, text, output = run(["--epochs", "300"], width)
    assert status == 0 and "model written to x.model" in output, (status, text, output)
    drawn = [line.removesuffix("\033[K") for line in text.split("\r") if line != "\033[K"]
    assert text.endswith("\r\033[K") and "\n" not in text, text
    assert all(len(line) < max(width, 2) for line in drawn), drawn
    bar = r"training \[[#.]+\] \d+/300, .*/s, \d+:\d\d left, best accuracy \d+\.\d\d %"
    assert width < 80 or re.search(bar, text), text
    os.remove("x.model")

# Ctrl-C: nothing is saved, and that is said; a shell's loop around it ends, too.
status, text, output = run(FOREVER, 80, "best accuracy", interrupt=True)
assert status == -signal.SIGINT and output == "" and not os.path.exists("x.model"), (status, text, output)
last = text.rsplit("\033[K", 1)[1].strip()
assert re.fullmatch(r"stopped after epoch \d+; nothing was saved; --keep .*", last), last

# With --keep it is saved, and the result printed.
status, text, output = run(FOREVER + ["--keep", "--json"], 80, "best accuracy", interrupt=True)
assert status == 0 and '"stopped":true' in output and os.path.exists("x.model"), (status, text)
assert subprocess.run(["sharegnn", "predict", "x.model", "CSL"], capture_output=True).returncode == 0
os.remove("x.model")

# Ctrl-C behind the last epoch, while metrics are computed or files written, does not lose the model.
for delay in (0, 0.001, 0.003, 0.01):
    process = subprocess.Popen(
        TRAIN + ["--epochs", "3", "--verbose"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while "epoch 3/3" not in process.stderr.readline().decode():
        pass
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode in (0, -signal.SIGINT), (process.returncode, errors)
    assert os.path.exists("x.model"), (output, errors)
    os.remove("x.model")

# Lines on request; and where there is no terminal.
status, text, output = run(["--epochs", "3", "--verbose"], 80)
assert len(re.findall(r"epoch \d/3: loss .*; validation loss ", text)) == 3, text
process = subprocess.Popen(TRAIN + FOREVER, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
first = process.stderr.readline().decode()
process.send_signal(signal.SIGINT)
output, errors = process.communicate(timeout=60)
assert process.returncode == -signal.SIGINT and output == b"", (process.returncode, output)
assert first.startswith("epoch 1/1000000: loss ") and b"\033" not in errors, first
assert errors.decode().splitlines()[-1].startswith("stopped after epoch"), errors[-300:]
END
rm -f x.model
python3 test.py
test ! -e x.model.part
