# A graph with its messages as a picture: what is in it, and what is refused.
sharegnn data make CSL --out data > /dev/null
sharegnn train CSL -e 'degree @ distance 0..1' -d degree -o csl.model --epochs 2 > /dev/null 2>&1

# Two triples with 41 and 164 messages: a disc for all nodes, two arrows, and the graph beside it.
sharegnn explain csl.model CSL --graph 3 --out classes.svg > /dev/null
grep -o 'data-panel="[a-z]*"' classes.svg
grep -o 'data-messages="[0-9]*"' classes.svg | sort

sharegnn explain csl.model CSL --graph 3 --arrows --out one.svg > one.txt
sharegnn explain csl.model CSL --graph 3 --arrows --out two.svg --threads 1 > /dev/null
cmp one.svg two.svg
grep -c 'data-sender' one.svg
grep -o 'data-panel="[a-z]*"' one.svg
grep -q '^layer 0, encoder' one.txt

# Less of it, and the same by contribution.
sharegnn explain csl.model CSL --graph 3 --out less.svg --layer 0 --head 0 --top 1 --contributions > /dev/null
grep -o 'Top 1 [a-z]*' less.svg
grep -o 'contribution of a message' less.svg

# Pixels need librsvg; without it the error names the package.
if sharegnn explain csl.model CSL --out one.png > /dev/null 2> error.txt; then
    head -c 4 one.png | tail -c 3
    echo
else
    grep -q librsvg2-2 error.txt && echo PNG
fi

refuse()
{
    fails "$@" | head -n 1
}
refuse 1 sharegnn explain csl.model CSL --out one.gif
refuse 1 sharegnn explain csl.model CSL --out none/one.svg
refuse 1 sharegnn explain csl.model CSL --out one.svg --layer 1
refuse 1 sharegnn explain csl.model CSL --out one.svg --top 1000
refuse 2 sharegnn explain csl.model CSL --out one.svg --rank
test ! -e one.gif
