/* What the page is about: the data that the library wrote, names, colors, and what is shown now. */
const data = JSON.parse($("data").textContent);
const state = {graph: 0, output: -1, layer: 0, head: 0, node: -1, triple: -1, labels: 0, pinned: false};

/* The graphs that are there at once; others come in blocks. */
const atOnce = data.graphs.slice(0, data.blocks[0] ?? data.graphs.length);

/* The graph as the output that was picked sees it: its contributions in place of those to the predicted one. */
const viewAs = (graph, output) => graph.others?.find(other => other.explained === output && output !== graph.output)?.view ?? graph;
const viewOf = graph => viewAs(graph, state.output);
const explainedOf = graph => viewOf(graph).explained ?? graph.output;

/* Make a graph ready that has come with the page or in a block. */
const prepare = graph => {
  if (data.words) setLines(graph);
  for (const other of graph.others ?? []) {
    other.layers.forEach((layer, l) => { layer.heads = layer.heads.map((part, p) => ({...graph.layers[l].heads[p], ...part})); });
    other.view = Object.assign(Object.create(graph), {explained: other.explained, value: other.value, node: other.node, layers: other.layers});
  }
};

const graphNow = () => viewOf(data.graphs[state.graph]);
const layerNow = () => graphNow().layers[state.layer];
const partNow = () => layerNow().heads[state.head];
const headNow = () => data.heads[partNow().head];

/* ---- Names --------------------------------------------------------------------------------- */

const labelName = (labeling, label) =>
  label < 0 || labeling < 0 ? "unknown" : data.labelings[labeling].names[label];

/* What a pair value is in words: of texts and images, where the sender stands. */
const OFFSET_WORDS = data.words ? [["word before", "word after"], ["line above", "line below"]] : [["left", "right"], ["above", "below"]];
const valueWords = value => {
  const offset = isOfPlaces() ? offsetOf(value) : undefined;
  if (offset === undefined) return value;
  const parts = offset.map((steps, axis) => steps === 0 ? "" : `${Math.abs(steps)} ${OFFSET_WORDS[axis][Number(steps > 0)]}`).filter(part => part !== "");
  return parts.length === 0 ? "itself" : parts.join(", ");
};

/* All pixels are alike where one label is all there is: then the triple is called after its place in the kernel. */
const quoted = name => data.words && /^[\p{P}\p{S}]+$/u.test(name) ? `“${name}”` : name; /* a comma is a word, too */
const LONG_NAME = 24; /* is not said twice */
const tripleName = (head, weight) => {
  const value = head.values[head.at[weight]], words = valueWords(value);
  if (atOnce.every(isImage) && [head.sending, head.labeling].every(labeling => data.labelings[labeling].size === 1)) return `pixel ${words}`;
  const [sender, receiver] = [labelWords(head.sending, head.senders[weight]), labelWords(head.labeling, head.receivers[weight])].map(quoted);
  return `${sender} → ${sender === receiver && sender.length > LONG_NAME ? "the same" : receiver}${value.startsWith("distance") ? " at" : ","} ${words}`;
};

/* Triples of different heads may have the same name: then the head is part of it. */
const headName = head => `layer ${head.layer}, head ${head.number}`;
let namesTwice = null;
const MANY_WEIGHTS = 20000;
const findNamesTwice = () => {
  const heads = new Map(), encoders = data.heads.filter(head => !head.decodes);
  if (total(encoders.map(head => head.strength.length)) > MANY_WEIGHTS) return {has: () => encoders.length > 1}; /* too many to compare */
  data.heads.forEach((head, h) => {
    if (head.decodes) return;
    head.strength.forEach((_, weight) => {
      const name = tripleName(head, weight);
      heads.set(name, (heads.get(name) ?? new Set()).add(h));
    });
  });
  return new Set([...heads].filter(([, set]) => set.size > 1).map(([name]) => name));
};
const fullTripleName = (head, weight) => {
  const name = tripleName(head, weight);
  namesTwice ??= findNamesTwice();
  return namesTwice.has(name) ? `${name} (${headName(head)})` : name;
};

/* Of a large graph the page has a part: numberOf is the node's number in the whole of it. */
const numberOf = (graph, node) => graph.numbers?.[node] ?? node;
const nodeName = (graph, node) => graph.names[node] ? `${graph.names[node]} (node ${numberOf(graph, node)})` : `node ${numberOf(graph, node)}`;
const graphName = graph => graph.name === undefined ? String(graph.id) : ofNodes ? graph.name.replace(/^node /, "") : `${graph.id} (${graph.name})`;

/* Models of nodes explain nodes: what the page calls the things that it shows. */
const ofNodes = data.graphs[0]?.explained_node !== undefined;
const ITEM = ofNodes ? "node" : "graph", ITEM_TITLE = ofNodes ? "Node" : "Graph";
const outputName = output => data.task === "classification" ? `class ${data.outputs[output]}` : data.outputs[output];

/* Whether training has ever changed the weight; where nobody knows, it counts as trained. */
const isTrained = (head, weight) => head.trained === undefined || head.trained[weight] !== 0;

/* ---- How good a prediction is ---------------------------------------------------------------- */

const isWrong = graph => data.task === "classification" ? graph.truth !== undefined && graph.truth !== data.outputs[graph.output] : errorOf(graph) > largeError;

/* The output that a prediction is judged by: the class, or the target or label that was picked. */
const judgedOf = graph => data.task !== "classification" && state.output >= 0 ? state.output : graph.output;

const errorOf = graph => {
  const judged = judgedOf(graph), truth = graph.targets?.[judged];
  return truth === undefined || truth === null ? 0 : Math.abs(graph.score[judged] - truth);
};

/* Of a regression, the largest tenth of the errors counts as wrong. */
const findLargeError = () => {
  if (data.task === "classification" || data.graphs.length === 0) return Infinity;
  const errors = data.graphs.map(errorOf).sort((a, b) => a - b);
  return errors[Math.floor(0.9 * (errors.length - 1))];
};
let largeError = findLargeError();

/* The lead of the best class over the next one; of others nothing is known. */
const marginOf = graph => {
  if (data.task !== "classification" || graph.score.length < 2) return 1;
  const sorted = graph.score.slice().sort((a, b) => b - a);
  return sorted[0] - sorted[1];
};
const isUncertain = graph => marginOf(graph) < 0.2;

/* ---- Colors ---------------------------------------------------------------------------------- */

/* Paul Tol's light scheme, as in the library's pictures: made for black words on top of it. */
const PALETTE = ["#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff", "#44bb99", "#bbcc33", "#aaaa00", "#dddddd"];

/* By name in alphabetical order, so that the color of a name does not depend on the graph; names that come later
 * follow. */
const nameColors = new Map();
const colorOfName = name => {
  if (!nameColors.has(name)) nameColors.set(name, PALETTE[nameColors.size % PALETTE.length]);
  return nameColors.get(name);
};
[...new Set(atOnce.flatMap(graph => graph.names))].sort().forEach(colorOfName);

const mix = (from, to, share) => `rgb(${from.map((c, i) => Math.round(c + share * (to[i] - c))).join(" ")})`;
const colorOfNumber = share => share < 0 ? mix([243, 243, 243], [152, 108, 240], -share) : mix([243, 243, 243], [236, 132, 10], share);

/* ---- Texts and images ------------------------------------------------------------------------- */

const LETTER = .27, LINE = 1.15, LINE_LETTERS = innerWidth < 580 ? 34 : 58;
const wordWidth = word => LETTER * Math.max(1, [...word].length) + .16;

/* A text is its words in lines, as it is read. */
const setLines = graph => {
  let x = 0, y = 0;
  graph.at = graph.names.flatMap(word => {
    const width = wordWidth(word);
    if (x > 0 && x + width > LETTER * LINE_LETTERS) { x = 0; y += LINE; }
    const middle = x + width / 2;
    x += width + .1;
    return [middle, y];
  });
};
/* The room that the words take. */
const textBox = (graph, margin) => {
  const right = Math.max(...graph.names.map((word, v) => graph.at[2 * v] + wordWidth(word) / 2)), below = Math.max(...graph.names.map((_, v) => graph.at[2 * v + 1]));
  const width = Math.max(right, LETTER * LINE_LETTERS / 2), height = Math.max(below, 3);
  return [-margin, (below - height) / 2 - .42 - margin, width + 2 * margin, height + .84 + 2 * margin];
};
const isImage = graph => graph.pixels !== undefined;
const isOfPlaces = () => data.words || atOnce.every(isImage);
atOnce.forEach(prepare);
