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
touch server # may be looked at before the server has opened it
python3 -u -m http.server --bind 127.0.0.1 --directory served 0 > server 2> /dev/null &
server=$!
trap 'kill $server' EXIT
port=
for _ in $(seq 100); do
    port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' server)
    if [ -n "$port" ]; then break; fi
    sleep 0.1
done

sharegnn data get CSL --from "http://127.0.0.1:$port" --out got 2> progress
grep -q '^downloading: .*100%' progress
sharegnn data info got/CSL.zip
fails 1 sharegnn data get CSL --from "http://127.0.0.1:$port" --out got
sharegnn data get CSL --from "http://127.0.0.1:$port" --out got --force --json 2> /dev/null
fails 1 sharegnn data get Garbage --from "http://127.0.0.1:$port" --out got > message
fails 1 sharegnn data get Missing --from "http://127.0.0.1:$port" --out got > message
ls got
