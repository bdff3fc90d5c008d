# Download from a server on this machine; refuse what is not a data set.
fails 1 sharegnn data get MUTAG --from http://127.0.0.1:1 > message
test -s message
test ! -e data/MUTAG.zip

if ! command -v python3 > /dev/null 2>&1; then
    echo "SKIPPED: python3 is missing, no server to download from"
    exit 77
fi
mkdir served
sharegnn data make CSL > /dev/null
python3 -c '
import os, zipfile
with zipfile.ZipFile("served/CSL.zip", "w", zipfile.ZIP_DEFLATED) as z:
    for name in sorted(os.listdir("data/CSL")):
        z.write("data/CSL/" + name, "CSL/" + name)
open("served/Garbage.zip", "wb").write(b"garbage" * 1000)
'
rm -r data
mkfifo server # its first line comes when it listens
python3 -u -m http.server --bind 127.0.0.1 --directory served 0 > server 2> /dev/null &
server=$!
trap 'kill $server' EXIT
port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p; q' server)
test -n "$port"

sharegnn data get CSL --from "http://127.0.0.1:$port" --out got 2> progress
grep -q '^downloading: .*100%' progress
sharegnn data info got/CSL.zip
fails 1 sharegnn data get CSL --from "http://127.0.0.1:$port" --out got
sharegnn data get CSL --from "http://127.0.0.1:$port" --out got --force --json 2> /dev/null
fails 1 sharegnn data get Garbage --from "http://127.0.0.1:$port" --out got > message
fails 1 sharegnn data get Missing --from "http://127.0.0.1:$port" --out got > message
ls got

# A server that sends a byte and then nothing: the program ends by the signal, and its message is true.
cat > stalling.py <<'END'
import socket, sys

server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
kept = []
while True:
    client = server.accept()[0]
    kept.append(client)
    client.recv(10000)
    client.sendall(b"HTTP/1.1 200 OK\r\n" + sys.argv[1].encode() + b"\r\nContent-Length: 1000\r\n\r\nx")
END
mkfifo stalling
for tag in 'Server: slow' 'ETag: "1"'; do
    python3 stalling.py "$tag" > stalling &
    stalling=$!
    trap 'kill $server $stalling' EXIT
    read -r port < stalling
    sharegnn data get Slow --from "http://127.0.0.1:$port" --out slow 2> message &
    getting=$!
    while [ ! -s slow/Slow.zip.part ] && kill -0 $getting; do sleep 0.01; done
    kill -TERM $getting
    status=0
    wait $getting || status=$?
    echo "$status: $(tail -n 1 message | sed 's/.*zip: //')"
    kill $stalling
    wait $stalling 2> /dev/null || true # it no longer holds the pipe
    trap 'kill $server' EXIT
done
