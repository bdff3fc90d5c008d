"""The program under test, the record of its results, and what of them depends on time."""
import bisect, csv, hashlib, io, json, os, re, sqlite3, subprocess, sys, threading


ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
THREADS = (1, 2, 8)
GENERATED = ("CSL", "RingTransfer1", "RingTransfer2", "RingTransfer3", "Snowflakes",
             "SubstructureCounting")
FOLDS = 4  # of the split files


class Failure(Exception):
    pass


# ---- The record --------------------------------------------------------------------------------


OFFSETS = re.compile(rb'"data_offsets":\[(\d+),(\d+)\]')
MEMORY = re.compile(rb',"met\.[a-z_]+":\{[^}]*\}')


def without_additions(content):
    """A model file with the bytes that it had before models got a checksum, said what they look at and had a memory of
    their training graphs (tensors met.*); other content as it is."""
    size = int.from_bytes(content[:8], "little")
    header, found = re.subn(rb',"checksum":"xxh3:[0-9a-f]{16}"', b"", content[8:8 + size], count=1)
    header = re.sub(rb"\\nlooks-at: \[[a-z ,]*\]", b"", header, count=1)
    if not found or size > len(content) - 8:
        return content
    gone = sorted(tuple(map(int, OFFSETS.search(entry).groups())) for entry in MEMORY.findall(header))
    moved = lambda at: at - sum(end - begin for begin, end in gone if begin < at)
    header = OFFSETS.sub(lambda m: b'"data_offsets":[%d,%d]' % (moved(int(m[1])), moved(int(m[2]))),
                         MEMORY.sub(b"", header)).rstrip(b" ")
    header += b" " * (-len(header) % 8)
    data = content[8 + size:]
    for begin, end in reversed(gone):
        data = data[:begin] + data[end:]
    return len(header).to_bytes(8, "little") + header + data


def with_size(said, model):
    """What the program says of a model file, which had this many bytes before models got what without_additions takes."""
    return re.sub(rb'"bytes":\d+', b'"bytes":%d' % len(without_additions(model)), said, count=1)


class Record:
    """Names and hashes, from several threads."""

    def __init__(self, keep, known=None):
        self.lines, self.faults, self.lock, self.keep = {}, [], threading.Lock(), keep
        self.known = sorted(known) if known is not None else None
        self.left_out = []

    def wants(self, name):
        """Whether results whose names begin with `name` are asked for; those that are not are listed."""
        if self.known is None:
            return True
        place = bisect.bisect_left(self.known, name)
        if place < len(self.known) and self.known[place].startswith(name):
            return True
        with self.lock:
            self.left_out.append(name)
        return False

    def put(self, name, content):
        if isinstance(content, str):
            content = content.encode()
        content = without_additions(content)
        with self.lock:
            if name in self.lines:
                self.faults.append(f"{name}: recorded twice")
            self.lines[name] = hashlib.sha256(content).hexdigest()
        if self.keep:
            path = os.path.join(self.keep, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)

    def same(self, name, first, other, what):
        if first != other:
            self.fault(f"{name}: differs {what}")

    def fault(self, text):
        with self.lock:
            self.faults.append(text)
        print("FAULT: " + text, file=sys.stderr)

    def text(self):
        return "".join(f"{name}  {self.lines[name]}\n" for name in sorted(self.lines))


# Words that ask for what version 0.1 did, with the number of words behind them: it did so without being asked.
AS_BEFORE = {"--no-trust": 0, "--vocabulary": 1, "--scale": 1, "--as-written": 0}


class Program:
    """The command line program, in a folder of its own with a home of its own."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        self.data = os.path.join(folder, "data")
        self.environment = {key: value for key, value in os.environ.items()
                            if not key.startswith(("SHAREGNN", "LC_", "LANG"))}
        self.environment.update(HOME=os.path.join(folder, "home"), LC_ALL="C", TERM="dumb",
                                SHAREGNN_DATA=self.data)
        self.version = subprocess.run([path, "--version"], check=True, capture_output=True).stdout.strip()
        self.has_forms = b"--as-written" in subprocess.run([path, "help", "train"], check=True, capture_output=True).stdout

    def start(self, *words, **more):
        return subprocess.Popen([self.path, *map(str, words)], cwd=self.folder, env=self.environment, **more)

    def understood(self, words):
        """Words without those of AS_BEFORE that the program does not have."""
        words = [str(word) for word in words]
        doubtful = [word for word in words if word in AS_BEFORE]
        if doubtful:
            verb = [word for word in words[:2] if word.isalpha()] if words[0] == "data" else words[:1]
            told = subprocess.run([self.path, "help", *verb], check=True, capture_output=True).stdout.decode()
            for word in doubtful:
                if word not in told:
                    place = words.index(word)
                    del words[place:place + 1 + AS_BEFORE[word]]
        if not self.has_forms:
            words = [re.sub("[?&]form=as-written", "", word) for word in words]
        return words

    def run(self, *words, given=None, status=0):
        """Standard output, without the version; the exit status must be `status`."""
        words = self.understood(words)
        done = subprocess.run([self.path, *map(str, words)], cwd=self.folder, env=self.environment,
                              input=given, stdin=None if given is not None else subprocess.DEVNULL,
                              capture_output=True)
        if done.returncode != status:
            raise Failure(f"exit status {done.returncode} instead of {status}: {' '.join(map(str, words))}\n"
                          + done.stderr.decode(errors="replace")[-2000:])
        return done.stdout.replace(self.version, b"sharegnn VERSION")

    def at(self, *path):
        return os.path.join(self.folder, *path)

    def bytes_of(self, *path):
        with open(self.at(*path), "rb") as file:
            return file.read()

    def write(self, path, text):
        path = self.at(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)


# ---- What depends on time is left out ------------------------------------------------------------


def timeless(value):
    """Without times, and without the report of all metrics, which version 0.1 did not have and which follows from
    the predictions."""
    if isinstance(value, dict):
        return {key: timeless(item) for key, item in value.items()
                if not key.startswith(("seconds", "metrics", "target_metrics")) and key != "threads"}
    return [timeless(item) for item in value] if isinstance(value, list) else value


def timeless_json(text):
    """JSON, or lines of it, with all digits of all numbers as they stand."""
    lines = text.decode().splitlines()
    return "".join(json.dumps(timeless(json.loads(line, parse_float=lambda digits: "real " + digits))) + "\n"
                   for line in lines)


def timeless_csv(text):
    rows = list(csv.reader(io.StringIO(text.decode())))
    kept = [i for i, title in enumerate(rows[0]) if not title.startswith("seconds") and title != "folder"]
    return "".join(",".join(row[i] for i in kept) + "\n" for row in rows)


def ledger(path):
    """What results.sqlite says, in an order that does not depend on who was first."""
    left_out = {"id", "job", "seconds", "plan_bytes"}
    base = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    text = []

    def select(table, where, order, given=()):
        cursor = base.execute(f"SELECT * FROM {table} {where} ORDER BY {order}", given)
        names = [column[0] for column in cursor.description]
        for row in cursor:
            cells = (f"{name}={value.hex() if isinstance(value, (float, bytes)) else value!r}"
                     for name, value in zip(names, row) if name not in left_out)
            text.append(f"{table} {' '.join(cells)}\n")

    select("configuration", "", "id")
    jobs = base.execute("SELECT id FROM job ORDER BY stage, configuration, run, fold").fetchall()
    for job in jobs:
        select("job", "WHERE id = ?", "id", job)
        select("epoch", "WHERE job = ?", "epoch", job)
        select("target_metric", "WHERE job = ?", "position", job)
        select("prediction", "WHERE job = ?", "part, graph", job)
    base.close()
    return "".join(text)
