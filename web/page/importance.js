/* The strongest triples over all graphs of the page: what they are, how much they matter, and a dot for every graph,
 * placed by what the triple contributes there and colored by class. */
const DOT_COLORS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#663333", "#004488", "#997700", "#44aa99", "#ddaa99"];

/* A message of the triple where it matters most, with what lies between its ends; or, while that graph is packed, where
 * the labels of sender and receiver are seen. */
const tripleStructure = triple => {
  const head = data.heads[triple.h], g = triple.best[0][0], graph = data.graphs[g];
  const part = isLoaded(g) ? graph.layers.flatMap(layer => layer.heads).find(each => each.head === triple.h) : undefined, m = part?.weight.indexOf(triple.weight) ?? -1;
  if (data.words) return []; /* its words are its name */
  if (atOnce.every(isImage)) return offsetPicture(head.values[head.at[triple.weight]]);
  if (m >= 0) return [betweenNodes(graph, part.sender[m], part.receiver[m])];
  const ends = [[head.sending, head.senders[triple.weight]], [head.labeling, head.receivers[triple.weight]]];
  return ends.map(([labeling, label]) => {
    const example = labeling >= 0 && label >= 0 ? examplesOf(labeling)[label] : null;
    return example ? neighborhood(example.graph, example.node, labeling) : make("span");
  });
};

const dotPlot = (triple, most) => {
  const picture = draw("svg", {class: "dots", viewBox: "0 0 240 34", role: "img", "aria-label": `Contributions in ${counted(triple.dots.length, ITEM)}, from ${signed(Math.min(...triple.dots.map(p => p[1])))} to ${signed(Math.max(...triple.dots.map(p => p[1])))}`});
  const x = number => 120 + 112 * (most > 0 ? number / most : 0);
  picture.append(draw("line", {class: "zero", x1: 120, x2: 120, y1: 0, y2: 34}));
  const stacks = new Map();
  for (const [g, sum] of triple.dots) {
    const graph = data.graphs[g], slot = Math.round(x(sum) / 5), n = stacks.get(slot) ?? 0;
    stacks.set(slot, n + 1);
    const place = data.task === "classification" ? Math.max(0, data.outputs.indexOf(graph.truth)) : 0;
    picture.append(draw("circle", {cx: x(sum), cy: 17 + (n % 2 === 0 ? 1 : -1) * Math.ceil(n / 2) * 3.4 % 14, r: 2.4, fill: DOT_COLORS[place % DOT_COLORS.length]},
      draw("title", {}, `${ITEM} ${graphName(graph)}: ${signed(sum)}`)));
  }
  return picture;
};

const signedBar = (mean, most) => {
  const width = most > 0 ? 70 * Math.abs(mean) / most : 0;
  return draw("svg", {class: "bar", viewBox: "0 0 150 20", role: "img", "aria-label": `mean contribution ${signed(mean)}`},
    draw("line", {class: "zero", x1: 75, x2: 75, y1: 0, y2: 20}),
    ...(mean === 0 ? [] : [draw("rect", {class: mean < 0 ? "negative" : "positive", x: mean < 0 ? 75 - width : 75, y: 4, width: Math.max(width, .5), height: 12})]));
};

/* The name of a triple, which opens the graph where it matters most. */
const tripleButton = triple => {
  const head = data.heads[triple.h], name = fullTripleName(head, triple.weight) + (isTrained(head, triple.weight) ? "" : " (never trained)");
  return button(name, () => pickTriple(triple.best[0][0], triple), {class: "plain"});
};

/* The title of a column of bars or dots, and how much reaches its rim. */
const scaled = (title, most) => [title, make("br"), make("small", {}, `−${show(most)} | 0 | +${show(most)}`)];

const paintImportance = () => {
  const list = triples.slice(0, MOST_TRIPLES), largestDot = Math.max(0, ...list.flatMap(triple => triple.dots.map(pair => Math.abs(pair[1]))));
  const largestMean = Math.max(0, ...list.map(triple => Math.abs(triple.mean)));
  $("importance-hint").textContent = `${data.words ? "The" : atOnce.every(isImage) ? "Where the sender lies, seen from the pixel in the middle, the" : "A message of the triple, whose sender has the dashed rim, the"} mean of what the triple contributes, and a dot for every ${ITEM} of this page that has it. ${rankedWords(rankedOutput())}`;
  $("mean-head").replaceChildren(...scaled("Mean", largestMean));
  $("dots-head").replaceChildren(...scaled(`Every ${ITEM}`, largestDot));
  $("importance").classList.toggle("wordy", data.words);
  $("importance").tBodies[0].replaceChildren(...list.map(triple => {
    const row = make("tr", {}, make("td", {class: "words structures"}, ...tripleStructure(triple)),
      make("td", {class: "words"}, tripleButton(triple)),
      make("td", {}, signedBar(triple.mean, largestMean)), make("td", {}, dotPlot(triple, largestDot)), cell(triple.influence));
    if (!isTrained(data.heads[triple.h], triple.weight)) row.classList.add("untrained-row");
    return row;
  }));
  const classes = data.task === "classification" ? data.outputs : [];
  $("importance-legend").replaceChildren(...classes.map((name, c) => { const dot = make("i", {class: "dot"}); dot.style.background = DOT_COLORS[c % DOT_COLORS.length]; return legendEntry(dot, `class ${name}`); }));
};
