/* What the page is about: the data that the library wrote, names, colors, and what is shown now. */
const data = JSON.parse($("data").textContent);
const state = {graph: 0, layer: 0, head: 0, node: -1, triple: -1, labels: 0, pinned: false};

const graphNow = () => data.graphs[state.graph];
const layerNow = () => graphNow().layers[state.layer];
const partNow = () => layerNow().heads[state.head];
const headNow = () => data.heads[partNow().head];

/* ---- Names --------------------------------------------------------------------------------- */

const labelName = (labeling, label) =>
  label < 0 || labeling < 0 ? "unknown" : data.labelings[labeling].names[label];

const tripleName = (head, weight) => {
  const value = head.values[head.at[weight]];
  return `${labelWords(head.sending, head.senders[weight])} → ` +
    `${labelWords(head.labeling, head.receivers[weight])}${value.startsWith("distance") ? " at" : ","} ${value}`;
};

/* Triples of different heads may have the same name: then the head is part of it. */
const headName = head => `layer ${head.layer}, head ${head.number}`;
let namesTwice = null;
const findNamesTwice = () => {
  const heads = new Map();
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

const nodeName = (graph, node) => graph.names[node] ? `${graph.names[node]} (node ${node})` : `node ${node}`;
const graphName = graph => graph.name === undefined ? String(graph.id) : `${graph.id} (${graph.name})`;
const outputName = output => data.task === "classification" ? `class ${data.outputs[output]}` : data.outputs[output];

/* Whether training has ever changed the weight; where nobody knows, it counts as trained. */
const isTrained = (head, weight) => head.trained === undefined || head.trained[weight] !== 0;

/* ---- How good a prediction is ---------------------------------------------------------------- */

const isWrong = graph => data.task === "classification" ? graph.truth !== undefined && graph.truth !== data.outputs[graph.output] : errorOf(graph) > largeError;

const errorOf = graph => {
  const truth = graph.targets?.[graph.output];
  return truth === undefined || truth === null ? 0 : Math.abs(graph.score[graph.output] - truth);
};

/* Of a regression, the largest tenth of the errors counts as wrong. */
const largeError = (() => {
  if (data.task === "classification" || data.graphs.length === 0) return Infinity;
  const errors = data.graphs.map(errorOf).sort((a, b) => a - b);
  return errors[Math.floor(0.9 * (errors.length - 1))];
})();

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

/* By name in alphabetical order, so that the color of a name does not depend on the graph. */
const nameColors = new Map([...new Set(data.graphs.flatMap(graph => graph.names))].sort().map((name, i) => [name, PALETTE[i % PALETTE.length]]));
const colorOfName = name => nameColors.get(name) ?? "#dddddd";

const mix = (from, to, share) => `rgb(${from.map((c, i) => Math.round(c + share * (to[i] - c))).join(" ")})`;
const colorOfNumber = share => share < 0 ? mix([243, 243, 243], [35, 123, 243], -share) : mix([243, 243, 243], [221, 62, 56], share);

/* ---- Texts and images ------------------------------------------------------------------------- */

const LETTER = .27, LINE = 1.15, LINE_LETTERS = 58;
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
if (data.words) data.graphs.forEach(setLines);
const isImage = graph => graph.pixels !== undefined;
