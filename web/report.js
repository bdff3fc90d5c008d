"use strict";
/* The explorer: one graph with its messages, the details of a node, a search for triples, and what
 * labels are.  All numbers are those of the library (sg_explanation), which wrote them into the
 * element #data; nothing is computed here but sums over them.
 *
 * A triple is a weight of a head: who sends (a label) to whom (a label) at which pair value.
 *
 * One file, although it is long: a page is one file that works without a server, and all parts below share
 * the state of one graph. */
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

/* ---- Small tools ------------------------------------------------------------------------- */

const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

const draw = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

/* Five digits for reading; the whole number is what the cell's title says. */
const show = number => {
  if (number === 0) return "0";
  const size = Math.abs(number);
  const text = size >= 1e5 || size < 1e-4 ? number.toExponential(3) : number.toPrecision(4);
  return text.replace("-", "−");
};

const count = number => number.toLocaleString("en");

const cell = (number, name = "td") => {
  const element = make(name, {title: String(number), "data-value": String(number)}, show(number));
  if (number < 0) element.className = "negative-ink";
  return element;
};

const words = text => make("td", {class: "words"}, text);

/* ---- Names --------------------------------------------------------------------------------- */

const labelName = (labeling, label) =>
  label < 0 || labeling < 0 ? "unknown" : data.labelings[labeling].names[label];

const tripleName = (head, weight) => {
  const value = head.values[head.at[weight]];
  return `${labelName(head.sending, head.senders[weight])} → ` +
    `${labelName(head.labeling, head.receivers[weight])}${value.startsWith("distance") ? " at" : ","} ${value}`;
};

const nodeName = (graph, node) => graph.names[node] ? `${graph.names[node]} (node ${node})` : `node ${node}`;

const graphName = graph => graph.name === undefined ? String(graph.id) : `${graph.id} (${graph.name})`;

const outputName = output => data.task === "classification" ? `class ${data.outputs[output]}` : data.outputs[output];

/* ---- Colors ---------------------------------------------------------------------------------- */

/* Paul Tol's light scheme, as in the library's pictures: made for black words on top of it. */
const PALETTE = ["#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff", "#44bb99", "#bbcc33", "#aaaa00", "#dddddd"];

const nameColors = new Map();
const colorOfName = name => {
  if (!nameColors.has(name)) nameColors.set(name, PALETTE[nameColors.size % PALETTE.length]);
  return nameColors.get(name);
};
data.graphs.forEach(graph => graph.names.forEach(colorOfName));

const mix = (from, to, share) => `rgb(${from.map((c, i) => Math.round(c + share * (to[i] - c))).join(" ")})`;
const colorOfNumber = share => share < 0 ? mix([243, 243, 243], [35, 123, 243], -share) : mix([243, 243, 243], [221, 62, 56], share);

/* ---- State ------------------------------------------------------------------------------------- */

const state = {graph: 0, layer: 0, head: 0, node: -1, triple: -1, labels: 0};

const graphNow = () => data.graphs[state.graph];
const layerNow = () => graphNow().layers[state.layer];
const partNow = () => layerNow().heads[state.head];
const headNow = () => data.heads[partNow().head];

/* The numbers that arrows or nodes of this head stand for. */
const strengthOf = (head, part, message) => $("measure").value === "strength" ? head.strength[part.weight[message]] : part.contribution[message];

const largest = numbers => numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);

/* ---- The picture ------------------------------------------------------------------------------- */

const RADIUS = 0.25;

/* From the rim of one node to the rim of the other, bent to the left of the way. */
const arrow = (from, to, share, kind, scale) => {
  const width = (0.02 + 0.1 * share) * scale;
  const dx = to[0] - from[0], dy = to[1] - from[1], length = Math.hypot(dx, dy);
  const opacity = (0.25 + 0.7 * share).toFixed(2);
  if (length < 1e-9) { /* a node to itself: a loop above it */
    const [x, y] = from, r = RADIUS;
    return [draw("path", {class: `message ${kind}`, "stroke-width": width, opacity,
      d: `M${x - r * .6} ${y - r * .8}C${x - r * 2.2} ${y - r * 3.1} ${x + r * 2.2} ${y - r * 3.1} ${x + r * .6} ${y - r * .8}`})];
  }
  const bend = Math.min(0.27 * length, 1.1), nx = dy / length, ny = -dx / length;
  const control = [(from[0] + to[0]) / 2 + nx * bend, (from[1] + to[1]) / 2 + ny * bend];
  const inward = (point, gap) => {
    const ux = control[0] - point[0], uy = control[1] - point[1], size = Math.hypot(ux, uy) || 1;
    return [point[0] + ux / size * gap, point[1] + uy / size * gap];
  };
  const head = 0.12 + 0.9 * width, start = inward(from, RADIUS + .02), tip = inward(to, RADIUS + .03), end = inward(to, RADIUS + .03 + head * .8);
  const ux = (tip[0] - end[0]) / (head * .8), uy = (tip[1] - end[1]) / (head * .8), side = head * .5;
  return [
    draw("path", {class: `message ${kind}`, "stroke-width": width, opacity, d: `M${start}Q${control} ${end}`}),
    draw("path", {class: `tip ${kind}`, opacity, d: `M${tip}L${tip[0] - ux * head - uy * side} ${tip[1] - uy * head + ux * side}L${tip[0] - ux * head + uy * side} ${tip[1] - uy * head - ux * side}Z`}),
  ];
};

const place = (graph, node) => [graph.at[2 * node], graph.at[2 * node + 1]];

/* A rectangle around points, at least so wide, so that two nodes are not drawn as large as twenty. */
const box = (points, margin, least) => {
  const xs = points.map(p => p[0]), ys = points.map(p => p[1]);
  const middle = list => (Math.min(...list) + Math.max(...list)) / 2, span = list => Math.max(...list) - Math.min(...list) + 2 * margin;
  const width = Math.max(span(xs), least), height = Math.max(span(ys), least * .75);
  return [middle(xs) - width / 2, middle(ys) - height / 2, width, height];
};

/* Numbers at nodes: what the decoder got from them, or what they receive in this encoder. */
const nodeNumbers = () => {
  const graph = graphNow(), part = partNow();
  return headNow().decodes && part.node ? part.node : graph.node;
};

const fillOf = (graph, node) => {
  const kind = $("coloring").value;
  if (kind === "name") return colorOfName(graph.names[node]);
  if (kind === "label") {
    const labeling = headNow().labeling;
    return labeling < 0 || graph.labels[labeling][node] < 0 ? "#dddddd" : PALETTE[graph.labels[labeling][node] % PALETTE.length];
  }
  const numbers = nodeNumbers(), most = largest(numbers);
  return colorOfNumber(most > 0 ? numbers[node] / most : 0);
};

const textOf = (graph, node) => {
  const kind = $("coloring").value;
  if (kind === "label") {
    const labeling = headNow().labeling;
    return labeling < 0 ? "" : /#(\d+)/.exec(labelName(labeling, graph.labels[labeling][node]))?.[1] ?? "";
  }
  return graph.names[node].length <= 3 ? graph.names[node] : "";
};

/* Which messages are drawn: all of the picked triple, all of the picked node, or the large ones. */
const shown = () => {
  const part = partNow(), head = headNow();
  if (head.decodes) return [];
  const all = part.contribution.map((_, m) => m).filter(m => strengthOf(head, part, m) !== 0);
  if (state.triple >= 0) return all.filter(m => part.weight[m] === state.triple);
  if (state.node >= 0) return all.filter(m => part.receiver[m] === state.node || part.sender[m] === state.node);
  const least = thresholdShare() * largest(all.map(m => strengthOf(head, part, m)));
  return all.filter(m => Math.abs(strengthOf(head, part, m)) >= least);
};

/* The slider is finer where most messages are: at small ones. */
const thresholdShare = () => (Number($("threshold").value) / 100) ** 2;

const paintMessages = () => {
  const group = $("picture").querySelector(".messages"), graph = graphNow(), part = partNow(), head = headNow();
  const most = head.decodes ? 0 : largest(part.contribution.map((_, m) => strengthOf(head, part, m)));
  const list = shown().sort((a, b) => Math.abs(strengthOf(head, part, a)) - Math.abs(strengthOf(head, part, b)));
  const scale = Math.max(0.35, Math.min(1, Math.sqrt(60 / list.length))); /* many arrows are thin ones */
  group.replaceChildren(...list.flatMap(m => {
    const number = strengthOf(head, part, m);
    return arrow(place(graph, part.sender[m]), place(graph, part.receiver[m]), most > 0 ? Math.abs(number) / most : 0, number < 0 ? "negative" : "positive", scale);
  }));
  $("threshold-value").textContent = head.decodes ? "" : Number((most * thresholdShare()).toPrecision(2)).toString();
  $("drawn").textContent = head.decodes ? "" : `${count(list.length)} of ${count(part.contribution.length)} messages`;
  $("threshold").disabled = head.decodes;
};

const paintNodes = () => {
  const graph = graphNow();
  $("picture").querySelectorAll(".node").forEach((element, node) => {
    element.querySelector(".body").setAttribute("fill", fillOf(graph, node));
    element.querySelector("text").textContent = textOf(graph, node);
    element.classList.toggle("picked", node === state.node);
    element.setAttribute("tabindex", node === Math.max(state.node, 0) ? "0" : "-1");
  });
  paintLegend();
};

const legendEntry = (swatch, text) => make("span", {}, swatch, text);

const paintLegend = () => {
  const line = (kind, text) => legendEntry(make("i", {class: kind}), text);
  const dot = color => { const i = make("i", {class: "dot"}); i.style.background = color; return i; };
  const entries = [];
  if (!headNow().decodes) entries.push(line("positive-ink", "positive"), line("negative-ink", "negative"));
  if ($("coloring").value === "name") {
    const names = [...new Set(graphNow().names)].filter(name => name !== "").slice(0, 12);
    entries.push(...names.map(name => legendEntry(dot(colorOfName(name)), name)));
  }
  if ($("coloring").value === "node") {
    const most = show(largest(nodeNumbers()));
    entries.push(legendEntry(dot(colorOfNumber(-1)), `−${most}`), legendEntry(dot(colorOfNumber(1)), most));
  }
  $("legend").replaceChildren(...entries, make("span", {id: "drawn"}));
};

const paintGraph = () => {
  const graph = graphNow(), picture = $("picture"), n = graph.names.length;
  const points = graph.names.map((_, node) => place(graph, node));
  picture.setAttribute("viewBox", box(points, 0.95, 8).join(" "));
  const edges = draw("g", {"aria-hidden": "true"}), messages = draw("g", {class: "messages", "aria-hidden": "true"}), nodes = draw("g");
  for (let e = 0; e < graph.edges.length; e += 2) {
    const [a, b] = [points[graph.edges[e]], points[graph.edges[e + 1]]];
    edges.append(draw("line", {class: "edge", x1: a[0], y1: a[1], x2: b[0], y2: b[1]}));
  }
  for (let node = 0; node < n; node++) {
    const [x, y] = points[node];
    nodes.append(draw("g", {class: "node", role: "button", "data-node": node, "aria-label": nodeName(graph, node), transform: `translate(${x} ${y})`},
      draw("circle", {r: 0.45, fill: "transparent"}), draw("circle", {class: "body", r: RADIUS}), draw("text")));
  }
  picture.replaceChildren(edges, messages, nodes);
};

/* ---- Details ------------------------------------------------------------------------------------- */

const MOST_ROWS = 14;

const messageRow = (graph, head, part, m, other) => {
  const row = make("tr", {"data-sender": part.sender[m], "data-receiver": part.receiver[m]},
    words(nodeName(graph, other)), words(head.values[head.at[part.weight[m]]]), cell(head.strength[part.weight[m]]), cell(part.contribution[m]));
  row.title = tripleName(head, part.weight[m]);
  return row;
};

const messageTable = (title, graph, head, part, list, other) => {
  const sorted = list.slice().sort((a, b) => Math.abs(part.contribution[b]) - Math.abs(part.contribution[a]));
  const sum = list.reduce((total, m) => total + part.contribution[m], 0);
  const table = make("table", {class: "numbers"},
    make("caption", {}, `${title}: ${count(list.length)} message${list.length === 1 ? "" : "s"}, contribution ${show(sum)}`),
    make("thead", {}, make("tr", {}, make("th", {scope: "col", class: "words"}, title === "Receives" ? "from" : "to"), make("th", {scope: "col", class: "words"}, "at"),
      make("th", {scope: "col"}, "weight"), make("th", {scope: "col"}, "contribution"))),
    make("tbody", {}, ...sorted.slice(0, MOST_ROWS).map(m => messageRow(graph, head, part, m, other[m]))));
  if (sorted.length > MOST_ROWS) {
    const rest = make("button", {type: "button"}, `all ${count(sorted.length)}`);
    rest.addEventListener("click", () => {
      table.tBodies[0].append(...sorted.slice(MOST_ROWS).map(m => messageRow(graph, head, part, m, other[m])));
      table.tFoot.remove();
    });
    table.append(make("tfoot", {}, make("tr", {}, make("td", {class: "words", colspan: "4"}, rest))));
  }
  return table;
};

const nodeDetails = () => {
  const graph = graphNow(), head = headNow(), part = partNow(), node = state.node;
  const label = head.labeling < 0 ? -1 : graph.labels[head.labeling][node];
  const about = make("div", {}, make("h3", {}, nodeName(graph, node)));
  if (head.labeling >= 0) about.append(make("p", {class: "hint"}, labelName(head.labeling, label), label >= 0 ? `, ${count(data.labelings[head.labeling].counts[label])} nodes of the data` : ""));
  const list = [make("div", {class: "who"}, neighborhood(state.graph, node, head.labeling), about)];
  if (head.decodes) {
    list.push(make("table", {class: "numbers"}, make("tbody", {}, make("tr", {}, make("th", {scope: "row", class: "words"}, "contribution to the decoder"), cell(nodeNumbers()[node])))));
    return list;
  }
  const all = part.contribution.map((_, m) => m);
  if (part.node) list.push(make("p", {class: "hint"}, `Its bias contributes ${show(part.node[node])}.`));
  list.push(messageTable("Receives", graph, head, part, all.filter(m => part.receiver[m] === node), part.sender));
  list.push(messageTable("Sends", graph, head, part, all.filter(m => part.sender[m] === node), part.receiver));
  return list;
};

const row = (name, number, strong) => {
  const element = make("tr", {}, make("th", {scope: "row", class: "words"}, name), cell(number));
  if (strong) element.className = "strong";
  return element;
};

/* How the output comes about in the layer that is shown. */
const graphDetails = () => {
  const graph = graphNow(), layer = layerNow();
  const rows = [row("without this layer", layer.rest)];
  for (const part of layer.heads) rows.push(row(`head ${data.heads[part.head].number}: ${data.heads[part.head].text}`, part.sum, part === partNow()));
  if (Math.abs(layer.gap) > 1e-6 * Math.max(1, Math.abs(graph.value))) rows.push(row("not explained", layer.gap));
  rows.push(row("output", graph.value));
  return [make("h3", {}, `How ${outputName(graph.output)} gets its output`),
    make("p", {class: "hint"}, data.task === "regression" ? "In the unit of the targets." : "The output before it becomes a probability."),
    make("table", {class: "numbers"}, make("tbody", {}, ...rows)),
    make("p", {class: "hint screen"}, "Point at a node to see its messages.")];
};

const tripleDetails = () => {
  const graph = graphNow(), head = headNow(), part = partNow();
  const list = part.contribution.map((_, m) => m).filter(m => part.weight[m] === state.triple);
  const clear = make("button", {type: "button"}, "Show all messages again");
  clear.addEventListener("click", () => { state.triple = -1; paint(); });
  return [make("h3", {}, tripleName(head, state.triple)),
    make("p", {class: "hint"}, `Weight ${show(head.strength[state.triple])}, ${count(list.length)} message${list.length === 1 ? "" : "s"} in this graph.`),
    messageTable("Receives", graph, head, part, list, part.sender), clear];
};

const paintDetails = () => {
  const parts = state.node >= 0 ? nodeDetails() : state.triple >= 0 ? tripleDetails() : graphDetails();
  $("details").replaceChildren(...parts);
};

const paintVerdict = () => {
  const graph = graphNow(), verdict = $("verdict");
  const n = graph.names.length, m = graph.edges.length / 2;
  const parts = [`Graph ${graphName(graph)}, ${n} node${n === 1 ? "" : "s"}, ${m} edge${m === 1 ? "" : "s"}. `];
  if (data.task === "classification") {
    const right = graph.truth === data.outputs[graph.output];
    parts.push(`Predicted: ${outputName(graph.output)}, ${(100 * graph.score[graph.output]).toFixed(1)} %. `);
    if (graph.truth !== undefined) parts.push(make("span", {class: right ? "right" : "wrong"}, right ? "Right." : `Wrong: it is of class ${graph.truth}.`));
  } else {
    parts.push(`${outputName(graph.output)}: ${show(graph.score[graph.output])}`);
    const truth = graph.targets?.[graph.output];
    if (truth !== undefined && truth !== null) parts.push(`; true: ${show(truth)}`);
  }
  verdict.replaceChildren(...parts);
};

/* ---- What a label is: an example ------------------------------------------------------------------ */

/* Nodes within so many steps of a node. */
const ball = (graph, node, radius) => {
  const neighbors = graph.names.map(() => []);
  for (let e = 0; e < graph.edges.length; e += 2) {
    neighbors[graph.edges[e]].push(graph.edges[e + 1]);
    neighbors[graph.edges[e + 1]].push(graph.edges[e]);
  }
  const distance = new Map([[node, 0]]);
  for (const v of distance.keys())
    if (distance.get(v) < radius) for (const u of neighbors[v]) if (!distance.has(u)) distance.set(u, distance.get(v) + 1);
  return distance;
};

const WHOLE = 3; /* steps that are shown where all nodes decide */

const neighborhood = (g, node, labeling) => {
  const graph = data.graphs[g], radius = labeling < 0 ? 1 : data.labelings[labeling].radius;
  const near = ball(graph, node, radius < 0 ? WHOLE : Math.max(radius, 1));
  const picture = draw("svg", {class: "thumb sg-picture", role: "img", "aria-label": `Node ${node} of graph ${graph.id} and its neighborhood`});
  picture.setAttribute("viewBox", box([...near.keys()].map(v => place(graph, v)), 0.5, 4.5).join(" "));
  for (let e = 0; e < graph.edges.length; e += 2) {
    const [a, b] = [graph.edges[e], graph.edges[e + 1]];
    if (!near.has(a) || !near.has(b)) continue;
    const [p, q] = [place(graph, a), place(graph, b)];
    picture.append(draw("line", {class: "edge", x1: p[0], y1: p[1], x2: q[0], y2: q[1]}));
  }
  for (const v of near.keys()) {
    const [x, y] = place(graph, v), name = graph.names[v];
    picture.append(draw("g", {class: v === node ? "center" : ""}, draw("circle", {class: "body", cx: x, cy: y, r: .33, fill: colorOfName(name)}),
      draw("text", {x, y}, name.length <= 3 ? name : "")));
  }
  return picture;
};

/* A node of the page for every label: the one with the smallest neighborhood, which is clearest. */
const examplesOf = labeling => {
  const examples = data.labelings[labeling].names.map(() => null), radius = data.labelings[labeling].radius;
  data.graphs.forEach((graph, g) => graph.labels[labeling].forEach((label, node) => {
    if (label < 0) return;
    const size = ball(graph, node, radius < 0 ? 1 : Math.max(radius, 1)).size;
    if (examples[label] === null || size < examples[label].size) examples[label] = {g, node, size};
  }));
  return examples;
};

let galleryEnd = 0;
const PAGE = 24;

const growGallery = () => {
  const labeling = state.labels, about = data.labelings[labeling], examples = examplesOf(labeling);
  const order = about.names.map((_, label) => label).filter(label => examples[label] !== null).sort((a, b) => about.counts[b] - about.counts[a]);
  for (const label of order.slice(galleryEnd, galleryEnd + PAGE)) {
    const {g, node} = examples[label];
    $("gallery").append(make("li", {}, neighborhood(g, node, labeling), make("b", {}, about.names[label]), make("small", {}, `${count(about.counts[label])} nodes; here node ${node} of graph ${data.graphs[g].id}`)));
  }
  galleryEnd = Math.min(galleryEnd + PAGE, order.length);
  $("more").hidden = galleryEnd >= order.length;
  const decides = about.radius < 0 ? "All nodes of the graph decide" : about.radius === 0 ? "Nothing but the node itself decides" : `Nodes up to ${about.radius} step${about.radius === 1 ? "" : "s"} away decide`;
  $("labels-hint").textContent = `${decides}. The labels that occur in the graphs of this page, ${count(order.length)} of ${count(about.size)}, the most frequent first; the node in question has a rim.`;
};

const paintGallery = () => { galleryEnd = 0; $("gallery").replaceChildren(); growGallery(); };

/* ---- Triples ---------------------------------------------------------------------------------------- */

/* All triples of the page by influence: the mean over the graphs of what a triple contributes,
 * absolute, and the graphs where that is most. */
const triples = (() => {
  const list = [];
  data.heads.forEach((head, h) => {
    if (head.decodes) return;
    const sums = head.strength.map(() => []);
    data.graphs.forEach((graph, g) => graph.layers.forEach(layer => layer.heads.forEach(part => {
      if (part.head !== h) return;
      const here = new Map();
      part.weight.forEach((weight, m) => here.set(weight, (here.get(weight) ?? 0) + part.contribution[m]));
      here.forEach((sum, weight) => sums[weight].push([g, sum]));
    })));
    sums.forEach((pairs, weight) => {
      pairs.sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
      list.push({h, weight, name: tripleName(head, weight), pairs, influence: pairs.reduce((total, pair) => total + Math.abs(pair[1]), 0) / data.graphs.length});
    });
  });
  return list.sort((a, b) => b.influence - a.influence);
})();

const MOST_TRIPLES = 20;

/* What is searched, so that nobody takes it for all of the data. */
const thisPage = data.graphs.length === data.all ? `all ${count(data.all)} graphs` : `the ${count(data.graphs.length)} graphs in this page (of ${count(data.all)})`;

const tripleRow = triple => {
  const head = data.heads[triple.h], graphs = make("td", {class: "words"});
  for (const [g, sum] of triple.pairs.slice(0, 5)) {
    const button = make("button", {type: "button", title: `${graphName(data.graphs[g])}: contributes ${show(sum)}`}, String(data.graphs[g].id));
    button.addEventListener("click", () => pickTriple(g, triple));
    graphs.append(button);
  }
  return make("tr", {}, words(triple.name), cell(head.strength[triple.weight]), make("td", {}, count(head.occurrences[triple.weight])), cell(triple.influence), graphs);
};

/* Every word of the query must be in the name, in the order in which they are given. */
const matches = (name, query) => {
  let from = 0;
  for (const word of query.toLowerCase().split(/\s+/).filter(word => word !== "")) {
    const at = name.toLowerCase().indexOf(word, from);
    if (at < 0) return false;
    from = at + word.length;
  }
  return true;
};

/* Something to type that finds something: the names of a triple without the numbers of its labels. */
const exampleQuery = triple => {
  const head = data.heads[triple.h], short = (labeling, label) => labelName(labeling, label).replace(/\(.*/, "");
  return `${short(head.sending, head.senders[triple.weight])} ${short(head.labeling, head.receivers[triple.weight])} ${head.values[head.at[triple.weight]]}`;
};

const search = () => {
  const found = triples.filter(triple => matches(triple.name, $("query").value));
  $("triples").tBodies[0].replaceChildren(...found.slice(0, MOST_TRIPLES).map(tripleRow));
  $("found").textContent = found.length === 0 ? `No triple of ${thisPage} is called so.` :
    found.length <= MOST_TRIPLES ? `${count(found.length)} triple${found.length === 1 ? "" : "s"} of ${thisPage}, by influence` : `The first ${MOST_TRIPLES} of ${count(found.length)} triples of ${thisPage}, by influence`;
};

const pickTriple = (g, triple) => {
  state.graph = g;
  state.node = -1;
  fillLayers();
  graphNow().layers.forEach((layer, l) => layer.heads.forEach((part, p) => { if (part.head === triple.h) { state.layer = l; state.head = p; } }));
  state.triple = triple.weight;
  fillLayers();
  $("graph").value = g;
  paintGraph();
  paint();
  $("picture").scrollIntoView({block: "nearest"});
};

/* ---- Controls ---------------------------------------------------------------------------------------- */

const option = (value, text) => make("option", {value}, text);

const fillLayers = () => {
  const layers = graphNow().layers;
  $("layer").replaceChildren(...layers.map((layer, l) => option(l, `${layer.layer}: ${data.heads[layer.heads[0].head].kind}`)));
  $("layer").value = state.layer;
  $("head").replaceChildren(...layerNow().heads.map((part, p) => option(p, `${data.heads[part.head].number}: ${data.heads[part.head].text}`)));
  $("head").value = state.head;
  $("measure").disabled = headNow().decodes;
};

/* At the beginning about twelve arrows: enough to see something, few enough to see each. */
const suggestThreshold = () => {
  const head = headNow(), part = partNow();
  if (head.decodes) return;
  const sizes = part.contribution.map((_, m) => Math.abs(strengthOf(head, part, m))).sort((a, b) => b - a);
  const share = sizes[0] > 0 ? sizes[Math.min(12, sizes.length - 1)] / sizes[0] : 0;
  $("threshold").value = Math.ceil(100 * Math.sqrt(share));
};

const paint = () => { paintVerdict(); paintNodes(); paintMessages(); paintDetails(); };

const pickGraph = g => {
  state.graph = (g + data.graphs.length) % data.graphs.length;
  state.node = state.triple = -1;
  $("graph").value = state.graph;
  fillLayers();
  suggestThreshold();
  paintGraph();
  paint();
};

const pickNode = node => {
  if (node === state.node) return;
  state.node = node;
  if (node >= 0) state.triple = -1;
  paintNodes();
  paintMessages();
  paintDetails();
};

/* The nearest node in a direction: what lies ahead counts, what lies aside counts double. */
const toward = (from, dx, dy) => {
  const graph = graphNow(), [x, y] = place(graph, from);
  let best = -1, least = Infinity;
  graph.names.forEach((_, node) => {
    const [u, v] = place(graph, node), ahead = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy - (v - y) * dx);
    if (node !== from && ahead > 1e-6 && ahead + 2 * aside < least) { least = ahead + 2 * aside; best = node; }
  });
  return best;
};

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

const listen = () => {
  const picture = $("picture"), nodeOf = event => event.target.closest?.(".node");
  let pinned = false; /* a click keeps the node until the next one */
  picture.addEventListener("pointerover", event => { const node = nodeOf(event); if (node && !pinned) pickNode(Number(node.dataset.node)); });
  picture.addEventListener("pointerleave", () => { if (!pinned) pickNode(-1); });
  picture.addEventListener("focusin", event => { const node = nodeOf(event); if (node && !pinned) pickNode(Number(node.dataset.node)); });
  picture.addEventListener("focusout", event => { if (!pinned && !picture.contains(event.relatedTarget)) pickNode(-1); });
  picture.addEventListener("click", event => {
    const node = nodeOf(event), number = node ? Number(node.dataset.node) : -1;
    pinned = node !== null && node !== undefined && !(pinned && number === state.node);
    pickNode(number);
  });
  picture.addEventListener("keydown", event => {
    const node = nodeOf(event);
    if (!node) return;
    if (event.key === "Escape") { pinned = false; pickNode(-1); node.blur(); }
    const direction = ARROWS[event.key];
    if (!direction) return;
    event.preventDefault();
    pinned = false;
    const next = toward(Number(node.dataset.node), ...direction);
    if (next >= 0) picture.querySelector(`.node[data-node="${next}"]`).focus();
  });
  $("graph").addEventListener("change", () => { pinned = false; pickGraph(Number($("graph").value)); });
  $("previous").addEventListener("click", () => { pinned = false; pickGraph(state.graph - 1); });
  $("next").addEventListener("click", () => { pinned = false; pickGraph(state.graph + 1); });
  $("layer").addEventListener("change", () => { state.layer = Number($("layer").value); state.head = strongestHead(layerNow()); state.triple = -1; fillLayers(); suggestThreshold(); paint(); });
  $("head").addEventListener("change", () => { state.head = Number($("head").value); state.triple = -1; fillLayers(); suggestThreshold(); paint(); });
  $("measure").addEventListener("change", () => { suggestThreshold(); paint(); });
  $("coloring").addEventListener("change", () => { paintNodes(); });
  $("threshold").addEventListener("input", paintMessages);
  $("query").addEventListener("input", search);
  $("labeling").addEventListener("change", () => { state.labels = Number($("labeling").value); paintGallery(); });
  $("more").addEventListener("click", growGallery);
};

const graphOption = (graph, g) => {
  if (data.task !== "classification") return option(g, `${graphName(graph)}: ${show(graph.score[graph.output])}`);
  const wrong = graph.truth !== undefined && graph.truth !== data.outputs[graph.output];
  return option(g, `${graphName(graph)}: class ${graph.truth ?? "?"}, predicted ${data.outputs[graph.output]}${wrong ? " ✗" : ""}`);
};

/* Where there are many heads, most of them say little. */
const strongestHead = layer => layer.heads.reduce((best, part, p) => Math.abs(part.sum) > Math.abs(layer.heads[best].sum) ? p : best, 0);

const start = () => {
  if (data.graphs.length === 0) {
    document.querySelector(".explorer").replaceWith(make("p", {class: "note"}, "No graph of the data is small enough to be drawn."));
    return;
  }
  $("graph").replaceChildren(...data.graphs.map(graphOption));
  $("labeling").replaceChildren(...data.labelings.map((labeling, l) => option(l, labeling.expression)));
  if (nameColors.has("")) $("coloring").querySelector('option[value="name"]').remove();
  if (nameColors.size < 2) $("coloring").value = "label"; /* one name tells nothing */
  document.querySelector(".explorer").hidden = false;
  if (triples.length > 0) $("example").textContent = exampleQuery(triples[0]);
  listen();
  state.head = strongestHead(data.graphs[0].layers[0]);
  pickGraph(0);
  search();
  if (data.labelings.length > 0) paintGallery();
};

start();
})();
