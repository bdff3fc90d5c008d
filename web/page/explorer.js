/* The controls, what they change, and the address of the page, which tells what is shown. */
const fillLayers = () => {
  const layers = graphNow().layers;
  $("layer").replaceChildren(...layers.map((layer, l) => option(l, `${layer.layer}: ${data.heads[layer.heads[0].head].kind}`)));
  $("layer").value = state.layer;
  $("head").replaceChildren(...layerNow().heads.map((part, p) => option(p, `${data.heads[part.head].number}: ${data.heads[part.head].text}`)));
  $("head").value = state.head;
  $("measure").disabled = headNow().decodes;
};

const graphOption = g => {
  const graph = data.graphs[g];
  if (data.task !== "classification") return option(g, `${graphName(graph)}: ${show(graph.score[graph.output])}`);
  return option(g, `${graphName(graph)}: class ${graph.truth ?? "?"}, predicted ${data.outputs[graph.output]}${isWrong(graph) ? " ✗" : ""}`);
};

/* The menu has the graphs that a search has found, else all of them, and always the one that is shown. */
let menu = [];
const fillGraphs = found => {
  const all = data.graphs.map((_, g) => g);
  menu = found ?? all;
  const listed = menu.includes(state.graph) ? menu : [state.graph, ...menu];
  $("graph").replaceChildren(...listed.map(graphOption));
  $("graph").value = state.graph;
  $("menu-hint").textContent = found ? `${count(found.length)} of ${count(all.length)}` : "";
};

const stepGraph = by => {
  const at = menu.indexOf(state.graph);
  pickGraph(menu[((at < 0 ? (by > 0 ? -1 : 0) : at) + by + menu.length) % menu.length]);
};

/* ---- The address ----------------------------------------------------------------------------- */

const STATE_KEYS = ["graph", "layer", "head", "node", "triple"];

const writeAddress = () => {
  const parts = STATE_KEYS.filter(key => state[key] >= 0 && (key !== "node" || state.pinned)).map(key => `${key}=${key === "graph" ? graphNow().id : state[key]}`);
  if ($("query").value !== "") parts.push(`query=${encodeURIComponent($("query").value)}`);
  try { history.replaceState(null, "", `#explorer?${parts.join("&")}`); } catch { /* some viewers allow no address */ }
};

const readAddress = () => {
  const given = new URLSearchParams(location.hash.split("?")[1] ?? ""), number = key => given.has(key) && /^\d+$/.test(given.get(key)) ? Number(given.get(key)) : -1;
  const g = data.graphs.findIndex(graph => graph.id === number("graph"));
  if (given.has("query")) $("query").value = given.get("query");
  if (g < 0) return false;
  state.graph = g;
  if (number("layer") >= 0 && number("layer") < graphNow().layers.length) state.layer = number("layer");
  state.head = number("head") >= 0 && number("head") < layerNow().heads.length ? number("head") : strongestHead(layerNow());
  if (number("node") >= 0 && number("node") < graphNow().names.length) { state.node = number("node"); state.pinned = true; }
  if (number("triple") >= 0 && !headNow().decodes && partNow().weight.includes(number("triple"))) state.triple = number("triple");
  return true;
};

/* ---- Picking --------------------------------------------------------------------------------- */

const paint = () => { paintVerdict(); paintNodes(); paintMessages(); paintDetails(); paintPair(); writeAddress(); };

/* Where there are many heads, most of them say little. */
const strongestHead = layer => layer.heads.reduce((best, part, p) => Math.abs(part.sum) > Math.abs(layer.heads[best].sum) ? p : best, 0);

const pickGraph = g => {
  state.graph = g;
  state.node = state.triple = -1;
  state.pinned = false;
  if (![...$("graph").options].some(entry => Number(entry.value) === g)) fillGraphs(null);
  $("graph").value = g;
  fillLayers();
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

const pickTriple = (g, triple) => {
  state.graph = g;
  state.node = -1;
  state.pinned = false;
  graphNow().layers.forEach((layer, l) => layer.heads.forEach((part, p) => { if (part.head === triple.h) { state.layer = l; state.head = p; } }));
  state.triple = triple.weight;
  fillGraphs(menu.length < data.graphs.length ? menu : null);
  fillLayers();
  paintGraph();
  paint();
  $("picture").scrollIntoView({block: "nearest"});
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

/* A click, Enter or the space bar keeps a node until the next time. */
const togglePinned = number => {
  const same = state.pinned && number === state.node;
  state.pinned = number >= 0 && !same;
  if (number === state.node) paintNodes();
  else pickNode(number);
  writeAddress();
};

const listenToPicture = () => {
  const picture = $("picture"), nodeOf = event => event.target.closest?.(".node");
  const offer = event => { const node = nodeOf(event); if (node && !state.pinned) pickNode(Number(node.dataset.node)); };
  picture.addEventListener("pointerover", offer);
  picture.addEventListener("pointerleave", () => { if (!state.pinned) pickNode(-1); });
  picture.addEventListener("focusin", offer);
  picture.addEventListener("focusout", event => { if (!state.pinned && !picture.contains(event.relatedTarget)) pickNode(-1); });
  picture.addEventListener("click", event => { const node = nodeOf(event); if (node) togglePinned(Number(node.dataset.node)); else { state.pinned = false; pickNode(-1); } });
  picture.addEventListener("keydown", event => {
    const node = nodeOf(event);
    if (!node) return;
    if (event.key === "Escape") { state.pinned = false; pickNode(-1); node.blur(); }
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); togglePinned(Number(node.dataset.node)); }
    const direction = ARROWS[event.key];
    if (!direction) return;
    event.preventDefault();
    state.pinned = false;
    const next = toward(Number(node.dataset.node), ...direction);
    if (next >= 0) picture.querySelector(`.node[data-node="${next}"]`).focus();
  });
};

const listen = () => {
  listenToPicture();
  $("graph").addEventListener("change", () => pickGraph(Number($("graph").value)));
  $("previous").addEventListener("click", () => stepGraph(-1));
  $("next").addEventListener("click", () => stepGraph(1));
  $("layer").addEventListener("change", () => { state.layer = Number($("layer").value); state.head = strongestHead(layerNow()); state.triple = -1; fillLayers(); paint(); });
  $("head").addEventListener("change", () => { state.head = Number($("head").value); state.triple = -1; fillLayers(); paint(); });
  $("measure").addEventListener("change", paint);
  $("coloring").addEventListener("change", paintNodes);
  $("most").addEventListener("input", paintMessages);
  $("query").addEventListener("input", () => { search(); writeAddress(); });
  $("labeling").addEventListener("change", () => { state.labels = Number($("labeling").value); paintGallery(); });
  $("more").addEventListener("click", growGallery);
  $("order").addEventListener("change", paintGraphs);
  $("more-graphs").addEventListener("click", growGraphs);
  $("other").addEventListener("change", paintPair);
};

/* The cells of the confusion matrix open their graphs. */
const listenToMatrix = () => {
  if (data.task !== "classification") return;
  document.querySelectorAll("#predictions [data-row][data-column]").forEach(element => {
    const truth = element.dataset.row, predicted = element.dataset.column;
    if (!data.graphs.some(graph => graph.truth === truth && data.outputs[graph.output] === predicted)) return;
    element.ownerSVGElement.setAttribute("role", "group"); /* an image has nothing to press */
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", `Graphs of class ${truth} that are predicted as ${predicted}`);
    const open = () => { $("query").value = `class:${truth} predicted:${predicted}`; search(); pickGraph(menu[0]); $("picture").scrollIntoView({block: "center"}); };
    element.addEventListener("click", open);
    element.addEventListener("keydown", event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } });
  });
};

const start = () => {
  if (data.graphs.length === 0) {
    document.querySelector(".explorer").replaceWith(make("p", {class: "note"}, "No graph of the data is small enough to be drawn."));
    return;
  }
  $("labeling").replaceChildren(...data.labelings.map((labeling, l) => option(l, labeling.expression)));
  if (data.words) { /* words are read, and highlighted by what they contribute */
    $("coloring").value = "node";
    $("most").value = 0;
  }
  if (data.graphs.every(isMolecule) || data.graphs.every(isImage)) { /* halos first, arrows on request */
    $("most").value = 0;
    $("coloring").closest(".field").hidden = true;
  }
  if (nameColors.has("")) $("coloring").querySelector('option[value="name"]').remove();
  if (nameColors.size < 2 && !data.words) $("coloring").value = "label"; /* one name tells nothing */
  document.querySelector(".explorer").hidden = false;
  if (triples.length > 0) $("example").textContent = exampleQuery(triples[0]);
  $("left-out").textContent = data.wanted > data.graphs.length ? `The page has ${count(data.graphs.length)} of the ${count(data.wanted)} graphs that were asked for: ${data.why}.` : "";
  $("other").replaceChildren(option("", "no other graph"), ...data.graphs.map((_, g) => graphOption(g)));
  listen();
  listenToMatrix();
  fillGraphs(null);
  if (!readAddress()) state.head = strongestHead(data.graphs[0].layers[0]);
  fillGraphs(null);
  fillLayers();
  paintGraph();
  search();
  paint();
  paintGraphs();
  paintImportance();
  if (data.labelings.length > 0) paintGallery();
};

start();
