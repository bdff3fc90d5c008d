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

/* The menu has the graphs that a search has found, else all of them, and always the one that is shown; of very many
 * those that come next. */
const MOST_LISTED = 500;
let menu = [];
const fillGraphs = found => {
  menu = found ?? data.graphs.map((_, g) => g);
  const at = menu.indexOf(state.graph), from = Math.max(0, Math.min(at - MOST_LISTED / 10, menu.length - MOST_LISTED)), near = menu.slice(from, from + MOST_LISTED);
  $("graph").replaceChildren(...(at < 0 ? [state.graph, ...near] : near).map(graphOption));
  $("graph").value = state.graph;
  $("menu-hint").textContent = found || near.length < menu.length ? `${count(near.length)} of ${count(data.graphs.length)}` : "";
  $("menu-hint").title = near.length < menu.length ? "Find others by their number, for example id:7" : "";
};

const stepGraph = by => {
  const at = menu.indexOf(state.graph);
  pickGraph(menu[((at < 0 ? (by > 0 ? -1 : 0) : at) + by + menu.length) % menu.length]);
};

/* ---- The address ----------------------------------------------------------------------------- */

const STATE_KEYS = ["graph", "layer", "head", "node", "triple"];

/* Menus whose choices are in the address where they are not the usual ones; graphs stand there by number. */
const CHOICES = ["measure", "coloring", "most", "order", "labeling", "other", "class-a", "class-b", "ranked"];
const usual = {};
const namesGraph = (id, value) => id === "other" && value !== "" && !value.startsWith("as:");
const choiceOf = id => namesGraph(id, $(id).value) ? String(data.graphs[Number($(id).value)].id) : $(id).value;
const choose = (id, given) => {
  const value = namesGraph(id, given) ? String(data.graphs.findIndex(graph => String(graph.id) === given)) : given;
  if (namesGraph(id, given) && value !== "-1") listOther(Number(value));
  if ($(id).tagName === "INPUT" ? /^\d+$/.test(value) : [...$(id).options].some(entry => entry.value === value)) $(id).value = value;
};

const writeAddress = () => {
  const parts = state.output >= 0 ? [`output=${encodeURIComponent(data.outputs[state.output])}`] : [];
  parts.push(...STATE_KEYS.filter(key => state[key] >= 0 && (key !== "node" || state.pinned)).map(key => `${key}=${key === "graph" ? graphNow().id : state[key]}`));
  for (const id of CHOICES) if (choiceOf(id) !== usual[id]) parts.push(`${id}=${encodeURIComponent(choiceOf(id))}`);
  if ($("query").value !== "") parts.push(`query=${encodeURIComponent($("query").value)}`);
  try { history.replaceState(null, "", `#explorer?${parts.join("&")}`); } catch { /* some viewers allow no address */ }
};

const openedWith = location.hash; /* the address changes as soon as something is shown */
const readAddress = () => {
  const given = new URLSearchParams(openedWith.split("?")[1] ?? ""), number = key => given.has(key) && /^\d+$/.test(given.get(key)) ? Number(given.get(key)) : -1;
  const g = data.graphs.findIndex(graph => graph.id === number("graph"));
  if (given.has("query")) $("query").value = given.get("query");
  for (const id of CHOICES) if (given.has(id)) choose(id, given.get(id));
  state.labels = Math.max(0, Number($("labeling").value));
  if (given.has("output") && hasOthers) state.output = data.outputs.indexOf(given.get("output"));
  $("output").value = state.output;
  largeError = findLargeError();
  if (g < 0) return false;
  if (!isLoaded(g)) { whenLoaded([g], () => { readAddress(); fillGraphs(null); fillLayers(); paintGraph(); paint(); }); return false; }
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

let wantedGraph = -1;
const pickGraph = g => {
  wantedGraph = g;
  if (!isLoaded(g)) { whenLoaded([g], () => { if (wantedGraph === g) pickGraph(g); }); return; }
  state.graph = g;
  state.node = state.triple = -1;
  state.pinned = false;
  if (![...$("graph").options].some(entry => Number(entry.value) === g)) fillGraphs(null);
  $("graph").value = g;
  fillLayers();
  paintGraph();
  paint();
  const next = menu[(menu.indexOf(g) + 1) % menu.length];
  if (next !== undefined && !isLoaded(next)) whenLoaded([next], () => {}); /* ready before it is asked for */
};

/* Another output: other contributions, other triples, other errors. */
const pickOutput = output => {
  state.output = output;
  state.triple = -1;
  largeError = findLargeError();
  if (isClasses && output >= 0) $("ranked").value = output;
  if (graphNow().layers.length <= state.layer) state.layer = 0;
  state.head = strongestHead(layerNow());
  countTriples();
  fillGraphs(menu.length < data.graphs.length ? menu : null);
  fillLayers();
  paintGraph();
  paint();
  paintGraphs();
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
  wantedGraph = g;
  if (!isLoaded(g)) { whenLoaded([g], () => { if (wantedGraph === g) pickTriple(g, triple); }); return; }
  if (isClasses && hasOthers && state.output !== rankedOutput()) pickOutput(rankedOutput()); /* what the ranking is about */
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
  $("most").addEventListener("keydown", event => { if (event.key === "Escape") { state.pinned = false; pickNode(-1); } });
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
  addEventListener("resize", frameAgain);
  $("graph").addEventListener("change", () => pickGraph(Number($("graph").value)));
  $("previous").addEventListener("click", () => stepGraph(-1));
  $("next").addEventListener("click", () => stepGraph(1));
  $("layer").addEventListener("change", () => { state.layer = Number($("layer").value); state.head = strongestHead(layerNow()); state.triple = -1; fillLayers(); paintGraph(); paint(); });
  $("head").addEventListener("change", () => { state.head = Number($("head").value); state.triple = -1; fillLayers(); paintGraph(); paint(); });
  $("output").addEventListener("change", () => pickOutput(Number($("output").value)));
  $("measure").addEventListener("change", paint);
  $("coloring").addEventListener("change", () => { paintGraph(); paint(); });
  $("most").addEventListener("input", () => { state.pinned = false; state.triple = -1; pickNode(-1); paintMessages(); paintLegend(); writeAddress(); });
  $("query").addEventListener("input", () => { search(); writeAddress(); });
  $("labeling").addEventListener("change", () => { state.labels = Number($("labeling").value); paintGallery(); writeAddress(); });
  $("more").addEventListener("click", growGallery);
  $("order").addEventListener("change", () => { paintGraphs(); writeAddress(); });
  $("more-graphs").addEventListener("click", growGraphs);
  $("other").addEventListener("change", () => { paintPair(); writeAddress(); });
  for (const id of ["class-a", "class-b"]) $(id).addEventListener("change", () => { if (tallies.has(pairOutput())) paintClassPair(); else countTriples(); writeAddress(); });
  $("ranked").addEventListener("change", () => { countTriples(); writeAddress(); });
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
    element.setAttribute("aria-label", `${ITEM_TITLE}s of class ${truth} that are predicted as ${predicted}`);
    const open = () => { $("query").value = `class:${truth} predicted:${predicted}`; search(); pickGraph(menu[0]); $("picture").scrollIntoView({block: "center"}); };
    element.addEventListener("click", open);
    element.addEventListener("keydown", event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } });
  });
};

const paintTriples = () => { rankTriples(); search(); paintImportance(); paintClassPair(); };

/* The triples of the graphs that are there at once, then, while the page is used, those of the blocks. */
let counting = 0;
const countTriples = () => {
  const mine = ++counting, n = atOnce.length;
  clearTally([...new Set([rankedOutput(), ...(isClasses ? [pairOutput()] : [])])]);
  for (let g = 0; g < n; g++) addToTally(g);
  paintTriples();
  if (data.blocks.length === 0) return;
  visitAll(g => { if (mine === counting && g >= n) { addToTally(g); noteExamples(data.graphs[g]); } }, () => { if (mine === counting) $("progress").textContent = `${count(visited)} of ${count(data.graphs.length)} ${ITEM}s are read for rankings and labels.`; })
    .then(() => { if (mine !== counting) return; $("progress").textContent = ""; paintTriples(); paintGallery(); }, () => {});
};

const hasOthers = atOnce.some(graph => graph.others !== undefined);
const fillOutputs = () => {
  $("output").closest(".field").hidden = data.outputs.length < 2;
  $("output").replaceChildren(...(isClasses ? [option(-1, "the predicted class")] : []), ...data.outputs.map((_, o) => option(o, outputName(o))));
  if (!isClasses && hasOthers) state.output = 0; /* targets and labels have no predicted one */
  $("ranked").closest(".field").hidden = !isClasses;
  $("ranked").replaceChildren(...data.outputs.map((_, o) => option(o, outputName(o))));
  $("ranked").value = data.outputs.length === 2 ? 1 : 0;
  $("output").disabled = !hasOthers;
  if (!hasOthers) $("output").title = "Pages of very many graphs explain the predicted output alone";
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
  if (atOnce.every(isMolecule) || atOnce.every(isImage)) { /* halos first, arrows on request */
    $("most").value = 0;
    $("coloring").closest(".field").hidden = true;
  }
  if (nameColors.has("")) $("coloring").querySelector('option[value="name"]').remove();
  if (nameColors.size < 2 && !data.words) $("coloring").value = "label"; /* one name tells nothing */
  if (!atOnce.every(canBeClasses)) $("coloring").querySelector('option[value="classes"]').remove();
  else if (mostAreDense(atOnce)) $("coloring").value = "classes";
  document.querySelector(".strongest").hidden = !hasMessages;
  document.querySelectorAll(".of-triples").forEach(element => { element.hidden = !hasMessages; });
  document.querySelectorAll(".of-classes").forEach(element => { element.hidden = !isClasses; });
  document.querySelector(".labels").hidden = data.labelings.length === 0;
  if (!hasMessages) {
    document.querySelector(".lead.of-messages").textContent = "A test graph, and what its nodes contribute to the output. Messages of this model have no weights of their own, so they are not told apart: every node counts with all that it has heard from others. Point at a node, or reach it with the arrow keys.";
    $("search-title").textContent = "Find graphs";
    $("query").placeholder = "wrong";
  }
  if (ofNodes) for (const [id, words] of [["graph-title", "Node"], ["graphs-title", "All nodes of this page"], ["search-title", hasMessages ? "Find triples and nodes" : "Find nodes"], ["most-in", "Matters most for node"], ["other-title", "Compare this node with"]]) $(id).textContent = words;
  document.querySelector(".explorer").hidden = false;
  $("left-out").textContent = data.wanted > data.graphs.length ? `The page has ${count(data.graphs.length)} of the ${count(data.wanted)} ${ITEM}s that were asked for: the fold of the model has no more test ${ofNodes ? "nodes" : "graphs of up to 300 nodes"}.` : "";
  fillOther();
  fillClasses();
  fillOutputs();
  for (const id of CHOICES) usual[id] = choiceOf(id);
  listen();
  listenToMatrix();
  fillGraphs(null);
  if (!readAddress()) state.head = strongestHead(graphNow().layers[0]);
  fillGraphs(null);
  fillLayers();
  paintGraph();
  paint();
  countTriples();
  if (triples.length > 0) $("example").textContent = exampleQuery(triples[0]);
  paintGraphs();
  if (data.labelings.length > 0) paintGallery();
};

start();
