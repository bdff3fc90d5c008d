/* All graphs of the page as small pictures, sorted, drawn when they come into sight; and two of them, or a graph and
 * the two classes that it may be of, side by side on one scale. */
const THUMBS = 48;

/* What the nodes of a graph get of its first layer; words have what the pool gets of them, as in the large picture. */
const creditsOf = (graph, output = state.output) => { const view = viewAs(graph, output); return data.words ? view.node : creditIn(view.layers[0]) ?? view.node; };

/* Whether names in the nodes tell something and can be read. */
const MOST_NAMED = 40;
const canBeNamed = graph => nameColors.size > 1 && graph.names.length <= MOST_NAMED && graph.names.every(name => name.length <= 3);

/* A small picture of a graph; `most` has the full color. */
const thumbnail = (g, most, output = state.output, isNamed = false) => {
  const graph = data.graphs[g], credit = creditsOf(graph, output), picture = draw("svg", {class: "thumb sg-picture", role: "img", "aria-label": `${ITEM_TITLE} ${graphName(graph)}`});
  picture.setAttribute("viewBox", (data.words ? textBox(graph, .3) : box(graph.names.map((_, v) => place(graph, v)), .7, 4.5)).join(" "));
  picture.classList.toggle("pixels", isImage(graph));
  const share = v => most > 0 ? Math.max(-1, Math.min(1, credit[v] / most)) : 0;
  if (isMolecule(graph)) {
    graph.names.forEach((_, v) => { const [cx, cy] = place(graph, v); picture.append(draw("circle", {class: `halo ${isUnknown(graph, v) ? "unknown" : share(v) < 0 ? "lowers" : "raises"}`, cx, cy, r: .46, opacity: isUnknown(graph, v) ? 1 : (.85 * Math.abs(share(v))).toFixed(2)})); });
    picture.append(structureOf(graph));
    return picture;
  }
  if (isImage(graph) || data.words) {
    graph.names.forEach((_, v) => {
      const [x, y] = place(graph, v), group = draw("g", {transform: `translate(${x} ${y})`}, bodyOf(graph, v, {fill: isImage(graph) ? grayOf(graph.pixels[v]) : isUnknown(graph, v) ? "url(#hatch)" : colorOfNumber(share(v))}));
      if (isImage(graph)) group.append(setDisc(draw("circle", {class: `halo ${share(v) < 0 ? "lowers" : "raises"}`}), share(v)));
      else group.append(draw("line", {class: "under", ...underline(graph, v, share(v))}), draw("text", {class: "running"}, graph.names[v]));
      picture.append(group);
    });
    return picture;
  }
  const edges = draw("g", {"stroke-opacity": edgeOpacity(graph)});
  picture.append(edges);
  for (let e = 0; e < graph.edges.length; e += 2) {
    const [a, b] = [place(graph, graph.edges[e]), place(graph, graph.edges[e + 1])];
    edges.append(draw("line", {class: "edge", x1: a[0], y1: a[1], x2: b[0], y2: b[1]}));
  }
  graph.names.forEach((name, v) => {
    const [x, y] = place(graph, v);
    picture.append(draw("g", {class: `${v === graph.explained_node ? "center" : ""} ${isUnknown(graph, v) ? "strange" : ""}`.trim()}, draw("circle", {class: "body", cx: x, cy: y, r: .3, fill: isUnknown(graph, v) ? "url(#hatch)" : colorOfNumber(share(v))}), ...(isNamed && canBeNamed(graph) ? [draw("text", {x, y}, name)] : [])));
  });
  return picture;
};

const confidenceOf = graph => data.task === "classification" ? graph.score[graph.output] : -errorOf(graph);
const ORDERS = {
  id: (a, b) => a.id - b.id,
  error: (a, b) => data.task === "classification" ? Number(isWrong(b)) - Number(isWrong(a)) || confidenceOf(b) - confidenceOf(a) : errorOf(b) - errorOf(a),
  unsure: (a, b) => confidenceOf(a) - confidenceOf(b),
};

const verdictOf = graph => {
  if (data.task === "classification") return `class ${graph.truth ?? "?"}, predicted ${data.outputs[graph.output]} (${(100 * graph.score[graph.output]).toFixed(0)}\u00a0%)`;
  const judged = judgedOf(graph), truth = graph.targets?.[judged];
  return `predicted ${show(graph.score[judged])}${truth === undefined || truth === null ? "" : `, true ${show(truth)}`}`;
};

const isUnknown = (graph, v) => graph.layers[0].unknown.includes(v);
const largestCredit = (g, output = state.output) => largest(creditsOf(data.graphs[g], output).filter((_, v) => !isUnknown(data.graphs[g], v)));

let graphsEnd = 0;
const watcher = typeof IntersectionObserver === "undefined" ? null : new IntersectionObserver(entries => {
  for (const entry of entries) if (entry.isIntersecting) { watcher.unobserve(entry.target); fillThumb(entry.target); }
}, {rootMargin: "200px"});
const fillThumb = frame => { const g = Number(frame.dataset.graph); whenLoaded([g], () => { if (!frame.firstChild) frame.append(thumbnail(g, largestCredit(g))); }); };

const growGraphs = () => {
  const order = data.graphs.map((_, g) => g).sort((a, b) => ORDERS[$("order").value](data.graphs[a], data.graphs[b]) || a - b);
  for (const g of order.slice(graphsEnd, graphsEnd + THUMBS)) {
    const graph = data.graphs[g], frame = make("div", {class: "frame", "data-graph": g});
    const open = button(`${ITEM_TITLE} ${graphName(graph)}`, () => { pickGraph(g); $("picture").scrollIntoView({block: "center"}); }, {class: "plain"});
    $("graphs").append(make("li", {class: isWrong(graph) ? "wrong" : ""}, frame, open, make("small", {}, `${isWrong(graph) ? "✗ " : ""}${verdictOf(graph)}`)));
    if (watcher) watcher.observe(frame); else fillThumb(frame);
  }
  graphsEnd = Math.min(graphsEnd + THUMBS, order.length);
  $("more-graphs").hidden = graphsEnd >= order.length;
  const wrong = isClasses ? "another class is predicted than the true one" : `the error is in the largest tenth, above ${show(largeError)}`;
  $("graphs-hint").textContent = `${data.graphs.some(isWrong) ? `✗ and a red frame: ${wrong}. ` : ""}Colors are of layer ${atOnce[0].layers[0].layer}, every ${ITEM} on its own scale.`;
};
const paintGraphs = () => { graphsEnd = 0; $("graphs").replaceChildren(); growGraphs(); };

/* ---- Side by side ---------------------------------------------------------------------------- */

/* The graphs to compare with: of very many the first, and one that an address names; before them the outputs of the
 * graph itself, "as:1". */
const fillOther = () => {
  const outputs = hasOthers ? data.outputs.map((_, o) => option(`as:${o}`, `itself, explained as ${outputName(o)}`)) : [];
  $("other").replaceChildren(option("", "nothing"), ...outputs, ...data.graphs.slice(0, MOST_LISTED).map((_, g) => graphOption(g)));
};
const listOther = g => {
  if (![...$("other").options].some(entry => entry.value === String(g))) $("other").append(graphOption(g));
};

/* Pictures {g, output, words} on one scale. */
const sideBySide = list => {
  const most = Math.max(...list.map(({g, output}) => largestCredit(g, output))), layer = data.graphs[list[0].g].layers[0];
  return [...list.map(({g, output, words}) => make("figure", {}, thumbnail(g, most, output, true), make("figcaption", {}, words))),
    make("p", {class: "hint"}, `Both have the same scale: the full color is ±${show(most)}, ${data.words ? "what the pool gets of a word" : `what ${isMolecule(data.graphs[list[0].g]) ? "an atom" : isImage(data.graphs[list[0].g]) ? "a pixel" : "a node"} gets in layer ${layer.layer}`}. ${colorWords(list)}${hatchWords(list)}`)];
};

/* What is hatched in any of the pictures. */
const hatchWords = list => list.some(({g}) => data.graphs[g].layers[0].unknown.length > 0) ? " Hatched: what the model has never met; nobody knows what it contributes." : "";

/* What the colors raise and lower, which may differ where the page explains predicted outputs alone. */
const colorWords = list => {
  const outputs = list.map(({g, output}) => viewAs(data.graphs[g], output).explained ?? data.graphs[g].output);
  return new Set(outputs).size === 1 ? `Orange raises ${outputWords(outputs[0])}, purple lowers it.` :
    `Mind the outputs: orange raises ${outputWords(outputs[0])} on the left and ${outputWords(outputs[1])} on the right.`;
};

const explainedAs = (graph, output) => { const view = viewAs(graph, output); return `explained as ${outputName(view.explained ?? graph.output)}, output ${show(view.value)}`; };

const paintPair = () => {
  const chosen = $("other").value, isSame = chosen.startsWith("as:"), other = isSame ? state.graph : Number(chosen);
  $("pair").hidden = chosen === "";
  if (chosen === "") return;
  if (!isLoaded(other)) { whenLoaded([other], paintPair); return; }
  const words = (g, output) => `${ITEM_TITLE} ${graphName(data.graphs[g])}: ${isSame ? explainedAs(data.graphs[g], output) : verdictOf(data.graphs[g])}`;
  const side = (g, output) => ({g, output, words: words(g, output)});
  $("pair").replaceChildren(...sideBySide([side(state.graph, state.output), side(other, isSame ? Number(chosen.slice(3)) : state.output)]));
};
