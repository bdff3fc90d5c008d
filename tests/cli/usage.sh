# Wrong usage: exit status 2, what is wrong, what is allowed, nothing on standard output.
fails 2 sharegnn dta make
fails 2 sharegnn data
fails 2 sharegnn data lst
fails 2 sharegnn data maek CSL
fails 2 sharegnn nonsense
fails 2 sharegnn help nonsense
fails 2 sharegnn nonsense --help
fails 2 sharegnn --versoin
fails 2 sharegnn --nonsense
fails 2 sharegnn --version now
fails 2 sharegnn data make
fails 2 sharegnn data make CSL CSL
fails 2 sharegnn data make CSL --seeed 1
fails 2 sharegnn data make CSL --seeed=1
fails 2 sharegnn data make CSL --xyzzy
fails 2 sharegnn data make CSL -x
fails 2 sharegnn data make CSL --seed
fails 2 sharegnn data make CSL --seed --force
fails 2 sharegnn data make CSL --seed=
fails 2 sharegnn data make CSL --seed -1
fails 2 sharegnn data make CSL --seed 4294967296
fails 2 sharegnn data make CSL --seed 99999999999999999999999
fails 2 sharegnn data make CSL --seed 7x
fails 2 sharegnn data make CSL --out ''
fails 2 sharegnn data make CSL --force=yes
fails 2 sharegnn data info
fails 2 sharegnn data info CSL --threads 1025
fails 2 sharegnn data info CSL --thr 2
fails 2 sharegnn data list CSL

sharegnn data make 2> /dev/null > out || true
test ! -s out
test ! -e data
