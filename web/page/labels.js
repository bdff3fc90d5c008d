/* What a label is: nodes that have it, with the neighborhoods that decide it. */

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

const neighborhood = (graph, node, labeling) => {
  const radius = labeling < 0 ? 1 : data.labelings[labeling].radius;
  const near = ball(graph, node, radius < 0 ? WHOLE : Math.max(radius, 1));
  return partPicture(graph, near, [node], `Node ${numberOf(graph, node)} of graph ${graph.graph ?? graph.id} and its neighborhood`);
};

const MOST_NEAR = 16;
/* Two nodes, what lies on the shortest ways between them, and the neighbors of all of it. */
const betweenNodes = (graph, from, to) => {
  const near = new Map(), [a, b] = [ball(graph, from, Infinity), ball(graph, to, Infinity)], way = b.get(from) ?? 0;
  const on = b.has(from) ? [...a.keys()].filter(v => a.get(v) + b.get(v) === way) : [from, to];
  for (const v of on) for (const u of ball(graph, v, 1).keys()) near.set(u, 1);
  if (near.size > MOST_NEAR) { near.clear(); for (const v of on.slice(0, MOST_NEAR)) near.set(v, 1); } /* a dense graph: the ends are enough */
  return partPicture(graph, near, [to, from], `From node ${numberOf(graph, from)} to node ${numberOf(graph, to)} of graph ${graph.graph ?? graph.id}`, 3);
};

/* A part of a graph; marked are a node, or a receiver and its sender, which has the dashed rim. */
const partPicture = (graph, near, marked, words, least = 4.5) => {
  const picture = draw("svg", {class: "thumb sg-picture", role: "img", "aria-label": words});
  picture.setAttribute("viewBox", box([...near.keys()].map(v => place(graph, v)), 0.5, least).join(" "));
  if (isMolecule(graph)) {
    const inside = (px, py) => [...near.keys()].some(v => Math.hypot(place(graph, v)[0] - px, place(graph, v)[1] - py) < .62);
    marked.forEach((node, i) => { const [x, y] = place(graph, node); picture.append(draw("circle", {class: i === 0 ? "marked" : "marked sender", cx: x, cy: y, r: .42})); });
    const structure = structureOf(graph);
    for (const line of [...structure.querySelectorAll("line")]) {
      const end = name => Number(line.getAttribute(name));
      if (!inside(end("x1"), end("y1")) || !inside(end("x2"), end("y2"))) line.remove();
    }
    for (const text of [...structure.querySelectorAll("text")]) if (!inside(Number(text.getAttribute("x")), Number(text.getAttribute("y")))) text.remove();
    picture.append(structure);
    return picture;
  }
  for (let e = 0; e < graph.edges.length; e += 2) {
    const [a, b] = [graph.edges[e], graph.edges[e + 1]];
    if (!near.has(a) || !near.has(b)) continue;
    const [p, q] = [place(graph, a), place(graph, b)];
    picture.append(draw("line", {class: "edge", x1: p[0], y1: p[1], x2: q[0], y2: q[1]}));
  }
  for (const v of near.keys()) {
    const [x, y] = place(graph, v), name = graph.names[v];
    picture.append(draw("g", {class: v === marked[0] ? "center" : v === marked[1] ? "center sender" : ""}, draw("circle", {class: "body", cx: x, cy: y, r: marked.includes(v) ? .42 : .33, fill: colorOfName(name)}),
      draw("text", {x, y}, name.length <= 3 ? name : "")));
  }
  return picture;
};

/* A node of the page for every label: the one with the smallest neighborhood, which is clearest. */
const examples = new Map();
const examplesOf = labeling => {
  if (!examples.has(labeling)) examples.set(labeling, findExamples(labeling));
  return examples.get(labeling);
};

/* What a label means in words: "CH next to N and 2 C (#14)", what all nodes of the data that have it share. */
const labelWords = (labeling, label) => label < 0 || labeling < 0 ? labelName(labeling, label) : data.labelings[labeling].words[label];

const findExamples = labeling => {
  const found = data.labelings[labeling].names.map(() => null), radius = data.labelings[labeling].radius;
  atOnce.forEach(graph => graph.labels[labeling].forEach((label, node) => {
    if (label < 0) return;
    const size = ball(graph, node, radius < 0 ? 1 : Math.max(radius, 1)).size;
    if (found[label] === null || size < found[label].size) found[label] = {graph, node, size};
  }));
  return found;
};

/* Labels that are first met in a block keep what is drawn of its graph, which is forgotten otherwise. */
const noteExamples = graph => {
  let kept = null;
  const keep = () => kept ??= Object.fromEntries(["id", "graph", "names", "at", "edges", "strokes", "symbols", "hands", "pixels", "columns"].filter(key => graph[key] !== undefined).map(key => [key, graph[key]]));
  data.labelings.forEach((_, labeling) => {
    const found = examplesOf(labeling);
    graph.labels[labeling].forEach((label, node) => { if (label >= 0) found[label] ??= {graph: keep(), node, size: 0}; });
  });
};

let galleryEnd = 0;
const PAGE = 24;

const growGallery = () => {
  const labeling = state.labels, about = data.labelings[labeling], known = examplesOf(labeling);
  const order = about.names.map((_, label) => label).filter(label => known[label] !== null).sort((a, b) => about.counts[b] - about.counts[a]);
  for (const label of order.slice(galleryEnd, galleryEnd + PAGE)) {
    const {graph, node} = known[label];
    $("gallery").append(make("li", {}, neighborhood(graph, node, labeling), make("b", {}, labelWords(labeling, label)), make("small", {}, `${count(about.counts[label])} nodes; here node ${numberOf(graph, node)} of graph ${graph.graph ?? graph.id}`)));
  }
  galleryEnd = Math.min(galleryEnd + PAGE, order.length);
  $("more").hidden = galleryEnd >= order.length;
  const decides = about.radius < 0 ? "All nodes of the graph decide" : about.radius === 0 ? "Nothing but the node itself decides" : `Nodes up to ${about.radius} step${about.radius === 1 ? "" : "s"} away decide`;
  $("labels-hint").textContent = `${decides}. The labels that occur in the graphs of this page, ${count(order.length)} of ${count(about.size)}, the most frequent first; the node in question has a rim.`;
};

const paintGallery = () => { galleryEnd = 0; $("gallery").replaceChildren(); growGallery(); };
