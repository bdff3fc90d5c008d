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
