/* The graph that is shown, and its messages: one arrow for each of the strongest triples, or all messages
 * of the node or triple that is picked. */
const RADIUS = 0.25;
const MOST_ARROWS = 12;

/* The numbers that arrows or nodes of this head stand for. */
const strengthOf = (head, part, message) => $("measure").value === "strength" ? head.strength[part.weight[message]] : part.contribution[message];

/* A number of messages, moved a little where another one or a node stands already: `taken` has middles and half the
 * width and height of what is there.  Where all is full, it goes to where it covers least. */
const TIMES_AT = [[0, 0], ...[.3, .5, .75, 1].flatMap(radius => [...Array(12).keys()].map(i => [radius * Math.sin(i * Math.PI / 6), -radius * Math.cos(i * Math.PI / 6)]))];
const TIMES_HIGH = .13;
const timesLabel = (x, y, times, taken) => {
  const words = `× ${count(times)}`, half = .08 * words.length;
  const covered = ([dx, dy]) => taken.filter(([u, v, w, h]) => Math.abs(x + dx - u) < half + w && Math.abs(y + dy - v) < TIMES_HIGH + h).length;
  const [dx, dy] = TIMES_AT.find(at => covered(at) === 0) ?? TIMES_AT.reduce((best, at) => covered(at) < covered(best) ? at : best);
  taken.push([x + dx, y + dy, half, TIMES_HIGH]);
  return draw("text", {class: "times", x: x + dx, y: y + dy}, words);
};

/* From the rim of one node to the rim of the other, bent to the left of the way; `times` messages.  Arrows with the
 * same ends are told apart by their level: the next one is bent more, and a loop is larger.  Loops point away from
 * the middle of the picture where there is one. */
const arrow = (from, to, share, kind, scale, times, {rim = RADIUS, level = 0, middle = null, taken = [], reached = []} = {}) => {
  const width = (0.02 + 0.1 * share) * scale;
  const dx = to[0] - from[0], dy = to[1] - from[1], length = Math.hypot(dx, dy);
  const opacity = (0.25 + 0.7 * share).toFixed(2);
  const label = (x, y) => times > 1 ? [timesLabel(x, y, times, taken)] : [];
  if (length < 1e-9) { /* a node to itself: a loop above it */
    const away = middle ? Math.hypot(from[0] - middle[0], from[1] - middle[1]) : 0, [ux, uy] = away > .1 ? [(from[0] - middle[0]) / away, (from[1] - middle[1]) / away] : [0, -1];
    const high = rim * (3.1 + 1.5 * level), wide = rim * (2.2 + .7 * level), at = (along, across) => [from[0] + ux * along - uy * across, from[1] + uy * along + ux * across];
    const top = at(high * .75 + rim * .2 + width / 2 + .18, 0);
    reached.push(top, at(high * .6, -wide * .6), at(high * .6, wide * .6));
    return [draw("path", {class: `message ${kind}`, "stroke-width": width, opacity, d: `M${at(rim * .8, -rim * .6)}C${at(high, -wide)} ${at(high, wide)} ${at(rim * .8, rim * .6)}`}), ...label(...top)];
  }
  const bend = Math.min(0.27 * length, 1.1) * (1 + .75 * level), nx = dy / length, ny = -dx / length;
  const control = [(from[0] + to[0]) / 2 + nx * bend, (from[1] + to[1]) / 2 + ny * bend];
  reached.push([(from[0] + to[0]) / 2 + nx * (bend / 2 + .3), (from[1] + to[1]) / 2 + ny * (bend / 2 + .3)]);
  const inward = (point, gap) => {
    const ux = control[0] - point[0], uy = control[1] - point[1], size = Math.hypot(ux, uy) || 1;
    return [point[0] + ux / size * gap, point[1] + uy / size * gap];
  };
  const head = 0.12 + 0.9 * width, start = inward(from, rim + .02), tip = inward(to, rim + .03), end = inward(to, rim + .03 + head * .8);
  const ux = (tip[0] - end[0]) / (head * .8), uy = (tip[1] - end[1]) / (head * .8), side = head * .5;
  return [
    draw("path", {class: `message ${kind}`, "stroke-width": width, opacity, d: `M${start}Q${control} ${end}`}),
    draw("path", {class: `tip ${kind}`, opacity, d: `M${tip}L${tip[0] - ux * head - uy * side} ${tip[1] - uy * head + ux * side}L${tip[0] - ux * head + uy * side} ${tip[1] - uy * head - ux * side}Z`}),
    ...label((from[0] + to[0]) / 2 + nx * (bend / 2 + .18), (from[1] + to[1]) / 2 + ny * (bend / 2 + .18)),
  ];
};

const place = (graph, node) => [graph.at[2 * node], graph.at[2 * node + 1]];

/* A point beside a node from which its loops point away: opposite to the widest gap between its edges. */
const closedSide = (graph, node) => {
  const [x, y] = place(graph, node), turns = [];
  for (let e = 0; e < graph.edges.length; e++) {
    if (graph.edges[e] !== node) continue;
    const [u, v] = place(graph, graph.edges[e ^ 1]);
    if (u !== x || v !== y) turns.push(Math.atan2(v - y, u - x));
  }
  if (turns.length === 0) return [x, y + 1];
  turns.sort((a, b) => a - b);
  const gap = i => (i + 1 < turns.length ? turns[i + 1] : turns[0] + 2 * Math.PI) - turns[i];
  const widest = turns.reduce((best, _, i) => gap(i) > gap(best) + 1e-6 ? i : best, 0), away = turns[widest] + gap(widest) / 2;
  return [x - Math.cos(away), y - Math.sin(away)];
};

/* A rectangle around points, at least so wide, so that two nodes are not drawn as large as twenty. */
const box = (points, margin, least) => {
  const xs = points.map(p => p[0]), ys = points.map(p => p[1]);
  const middle = list => (Math.min(...list) + Math.max(...list)) / 2, span = list => Math.max(...list) - Math.min(...list) + 2 * margin;
  const width = Math.max(span(xs), least), height = Math.max(span(ys), least * .75);
  return [middle(xs) - width / 2, middle(ys) - height / 2, width, height];
};

/* ---- Nodes ----------------------------------------------------------------------------------- */

/* What nodes contribute: their credit in the layer that is shown, whatever they are drawn as.  Layers that pool, and
 * words of texts, have what the pool gets of them. */
const pooledNumbers = () => { const part = partNow(); return headNow().decodes && part.node ? part.node : graphNow().node; };
const nodeNumbers = () => data.words ? pooledNumbers() : creditIn(layerNow()) ?? pooledNumbers();
const numbersWords = () => data.words && !headNow().decodes ? "what the pool gets of a word" : `in layer ${layerNow().layer}`;

/* The form of a node: a pixel, a word, or a disc. */
const bodyOf = (graph, node, attributes = {}) => {
  if (isImage(graph)) return draw("rect", {class: "body pixel", x: -.5, y: -.5, width: 1, height: 1, ...attributes});
  if (!data.words) return draw("circle", {class: "body", r: RADIUS, ...attributes});
  const width = wordWidth(graph.names[node]);
  return draw("rect", {class: "body word", x: -width / 2, y: -.42, width, height: .84, rx: .12, ...attributes});
};
const grayOf = share => mix([0, 0, 0], [255, 255, 255], share);

/* What a pixel contributes is a disc inside of it, so that the image stays visible: its area is the amount. */
const pixelDisc = share => Math.abs(share) < .02 ? 0 : .42 * Math.sqrt(Math.abs(share));

/* What raises is a full disc, what lowers a ring of the same size: dashes of a small disc look like a star. */
const RING = .1;
const setDisc = (disc, share) => {
  const radius = pixelDisc(share), ring = Math.min(RING, .6 * radius);
  disc.setAttribute("r", (share < 0 ? radius - ring / 2 : radius).toFixed(3));
  disc.style.strokeWidth = share < 0 ? ring.toFixed(3) : "";
  return disc;
};

/* Words that lower the output are underlined: color is not all that tells. */
const underline = (graph, node, share) => ({x1: -wordWidth(graph.names[node]) / 2 + .08, x2: wordWidth(graph.names[node]) / 2 - .08, y1: .36, y2: .36, opacity: share < -.02 ? 1 : 0});

const fillOf = (graph, node) => {
  if (isImage(graph)) return grayOf(graph.pixels[node]);
  const kind = $("coloring").value;
  if (kind === "name") return colorOfName(graph.names[node]);
  if (kind === "label") {
    const labeling = headNow().labeling;
    return labeling < 0 || graph.labels[labeling][node] < 0 ? "#dddddd" : PALETTE[graph.labels[labeling][node] % PALETTE.length];
  }
  return isStrange(node) ? "url(#hatch)" : colorOfNumber(shareOf(node));
};

/* What the model has never met is hatched. */
const hatch = () => draw("defs", {}, draw("pattern", {id: "hatch", width: .16, height: .16, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"},
  draw("rect", {class: "hatch-paper", width: .16, height: .16}), draw("line", {class: "hatch-line", x1: .04, x2: .04, y1: 0, y2: .16})));

/* What a node contributes, of the largest of a known node in the graph: what others contribute is not known. */
const isStrange = node => layerNow().unknown.includes(node);
const measured = new WeakMap(); /* of the parts of explanations that were looked at */
const measureNow = () => {
  const part = partNow();
  if (!measured.has(part)) { const numbers = nodeNumbers(); measured.set(part, {numbers, most: largest(numbers.filter((_, node) => !isStrange(node)))}); }
  return measured.get(part);
};
const shareOf = node => { const {numbers, most} = measureNow(); return most > 0 ? Math.max(-1, Math.min(1, numbers[node] / most)) : 0; };

const textOf = (graph, node) => {
  if (data.words) return graph.names[node];
  if (isImage(graph)) return "";
  const kind = $("coloring").value;
  if (kind === "label") {
    const labeling = headNow().labeling;
    return labeling < 0 ? "" : /#(\d+)/.exec(labelName(labeling, graph.labels[labeling][node]))?.[1] ?? "";
  }
  return graph.names[node].length <= 3 ? graph.names[node] : "";
};

/* ---- Messages -------------------------------------------------------------------------------- */

/* The triples of the head in this graph, the strongest first: their messages, what they amount to, and
 * the message that stands for them all. */
const triplesHere = (head, part) => {
  const here = new Map();
  part.weight.forEach((weight, m) => {
    if (strengthOf(head, part, m) === 0 && part.contribution[m] === 0) return;
    if (!here.has(weight)) here.set(weight, {weight, messages: [], sum: 0, size: 0, shown: m});
    const triple = here.get(weight);
    triple.messages.push(m);
    triple.sum += part.contribution[m];
    if (Math.abs(part.contribution[m]) > Math.abs(part.contribution[triple.shown])) triple.shown = m;
  });
  const list = [...here.values()];
  for (const triple of list) triple.size = $("measure").value === "strength" ? Math.abs(head.strength[triple.weight]) : Math.abs(triple.sum);
  return list.sort((a, b) => b.size - a.size || a.weight - b.weight);
};

/* Arrows to draw: {message, times, value}. */
const arrowsNow = () => {
  const part = partNow(), head = headNow();
  if (head.decodes) return [];
  const one = m => ({message: m, times: 1, value: strengthOf(head, part, m)});
  const all = part.contribution.map((_, m) => m).filter(m => strengthOf(head, part, m) !== 0);
  if (state.triple >= 0) return all.filter(m => part.weight[m] === state.triple).map(one);
  if (state.node >= 0) return all.filter(m => part.receiver[m] === state.node || part.sender[m] === state.node).map(one);
  return triplesHere(head, part).slice(0, Number($("most").value)).map(triple => ({message: triple.shown, times: triple.messages.length,
    value: $("measure").value === "strength" ? head.strength[triple.weight] : triple.sum}));
};

/* What is drawn and what is not, in words. */
const drawnWords = list => {
  const head = headNow(), part = partNow();
  if (head.decodes) return "";
  const all = part.contribution.length;
  if (state.node >= 0 || state.triple >= 0) return `${count(list.length)} of ${counted(all, "message")}`;
  const triples = triplesHere(head, part), rest = triples.slice(list.length);
  if (list.length === 0) return `${counted(triples.length, "triple")} (${counted(all, "message")}) contribute ${signed(total(rest.map(t => t.sum)))} together; the slider draws the strongest`;
  if (rest.length === 0) return `${counted(triples.length, "triple")}, ${counted(all, "message")}: one arrow for each triple`;
  return `${count(list.length)} of ${counted(triples.length, "triple")}, one arrow for each; the other ${count(rest.length)} (${counted(total(rest.map(t => t.messages.length)), "message")}) contribute ${signed(total(rest.map(t => t.sum)))} together`;
};

const kindOf = (head, weight, value) => !isTrained(head, weight) ? "untrained" : value < 0 ? "negative" : "positive";

const paintMessages = () => {
  const group = $("picture").querySelector(".messages"), graph = graphNow(), part = partNow(), head = headNow();
  const list = arrowsNow(), most = largest(list.map(a => a.value));
  list.sort((a, b) => Math.abs(a.value) - Math.abs(b.value));
  const scale = Math.max(0.35, Math.min(1, Math.sqrt(60 / list.length))); /* many arrows are thin ones */
  const ends = byClasses() ? classEnds() : message => [place(graph, part.sender[message]), place(graph, part.receiver[message])];
  const levels = new Map(), levelOf = key => { const level = levels.get(key) ?? 0; levels.set(key, level + 1); return level; };
  const taken = byClasses() ? classesNow().map(({at}) => [...at, CLASS_RADIUS, CLASS_RADIUS]) : graph.names.map((_, node) => [...place(graph, node), RADIUS, RADIUS]), reached = [];
  group.replaceChildren(...list.slice().reverse().flatMap(({message, times, value}) => {
    const [from, to] = ends(message), level = levelOf(`${from} ${to}`), form = byClasses() ? {rim: CLASS_RADIUS, level, middle: [0, 0], taken, reached} : {level, taken, middle: part.sender[message] === part.receiver[message] ? closedSide(graph, part.sender[message]) : null};
    return arrow(from, to, most > 0 ? Math.abs(value) / most : 0, kindOf(head, part.weight[message], value), scale, times, form);
  }));
  if (byClasses()) frame(box([...reached, ...taken.flatMap(([x, y, w, h]) => [[x - w, y - h], [x + w, y + h]])], .3, 7));
  $("most-value").textContent = head.decodes ? "" : $("most").value;
  $("drawn").textContent = drawnWords(list);
  $("most").disabled = head.decodes;
};

/* ---- All of it -------------------------------------------------------------------------------- */

const paintNodes = () => {
  const graph = graphNow();
  $("picture").querySelectorAll(".node").forEach((element, node) => {
    element.querySelector(".body").setAttribute("fill", isMolecule(graph) ? "transparent" : fillOf(graph, node));
    element.querySelector("text").textContent = isMolecule(graph) ? "" : textOf(graph, node);
    if (data.words) setAll(element.querySelector(".under"), underline(graph, node, $("coloring").value === "node" ? shareOf(node) : 0));
    element.classList.toggle("picked", node === state.node);
    element.classList.toggle("asked", node === graph.explained_node);
    element.classList.toggle("strange", isStrange(node) && $("coloring").value === "node");
    element.setAttribute("tabindex", node === Math.max(state.node, 0) ? "0" : "-1");
    element.setAttribute("aria-pressed", String(node === state.node && state.pinned));
  });
  if (isMolecule(graph) || isImage(graph)) paintHalos();
  paintLegend();
};

const legendEntry = (swatch, text) => make("span", {}, swatch, text);

const putLegend = entries => $("legend").replaceChildren(...entries.map(entry => typeof entry === "string" ? make("span", {}, entry) : entry));
const strangeEntry = () => layerNow().unknown.length === 0 ? [] : [legendEntry(make("i", {class: "dot unknown"}), `hatched: ${counted(layerNow().unknown.length, isMolecule(graphNow()) ? "atom" : data.words ? "word" : "node")} that the model has never met; nobody knows what ${layerNow().unknown.length === 1 ? "it contributes" : "they contribute"}`)];

const paintLegend = () => {
  const line = (kind, text) => legendEntry(make("i", {class: kind}), text);
  const dot = color => { const i = make("i", {class: "dot"}); i.style.background = color; return i; };
  const entries = [], head = headNow();
  if (!head.decodes && arrowsNow().length > 0) {
    entries.push(line("positive-ink", "+ raises"), line("negative-ink", "− lowers, dashed"));
    if (partNow().weight.some(weight => !isTrained(head, weight))) entries.push(line("untrained-ink", "never trained, dotted"));
  }
  if (isMolecule(graphNow()) || isImage(graphNow())) {
    const most = show(measureNow().most);
    entries.push(legendEntry(make("i", {class: "dot raises"}), `raises: +${most}`), isImage(graphNow()) ? legendEntry(make("i", {class: "dot hollow"}), `lowers, hollow: −${most}`) : legendEntry(make("i", {class: "dot lowers"}), `lowers, dashed: −${most}`));
    entries.push(numbersWords());
    if (layerNow().received) entries.push("a message counts half for its sender, half for its receiver");
    entries.push(...strangeEntry(), ...(isMolecule(graphNow()) && data.lacks !== "" ? [data.lacks] : []));
    putLegend(entries);
    return;
  }
  if (byClasses()) {
    const labeling = headNow().labeling, list = classesNow();
    entries.push(...list.slice(0, MOST_KEYS).map(each => legendEntry(dot(classColor(each)), `${labelWords(labeling, each.label)}: ${counted(each.nodes.length, "node")}`)));
    if (list.length > MOST_KEYS) entries.push(`and ${counted(list.length - MOST_KEYS, "class", "classes")} more`);
  } else if ($("coloring").value === "name") {
    const names = [...new Set(graphNow().names)].filter(name => name !== "").sort((a, b) => a.localeCompare(b, "en", {numeric: true})).slice(0, 12);
    if (new Set(names.map(colorOfName)).size === names.length) entries.push(...names.map(name => legendEntry(dot(colorOfName(name)), name)));
    else entries.push("in the nodes: their labels; there are fewer colors than labels");
  }
  if ($("coloring").value === "node") {
    const most = show(measureNow().most);
    entries.push(legendEntry(dot(colorOfNumber(1)), `raises: +${most}`), legendEntry(dot(colorOfNumber(-1)), `lowers${data.words ? ", underlined" : ""}: −${most}`), numbersWords(), ...strangeEntry());
  }
  putLegend(entries);
};

/* ---- Molecules -------------------------------------------------------------------------------- */

/* As in the library's pictures: Corey, Pauling and Koltun's colors, which never change. */
const ELEMENT_COLORS = {N: "#3d6be0", O: "#d8352c", S: "#a8820a", P: "#cf6a00", F: "#2f8f3f", Cl: "#2f8f3f", Br: "#b0562b", I: "#9440c0"};
const canMix = globalThis.CSS?.supports?.("color", "color-mix(in srgb, red, white)") ?? false; /* lighter in the dark */
const elementInk = symbol => {
  if (symbol === "C" || symbol === "H") return "var(--ink)";
  const color = ELEMENT_COLORS[symbol] ?? "#c0488c";
  return canMix ? `color-mix(in srgb, ${color} var(--atom), white)` : color;
};
const SUBSCRIPT = "₀₁₂₃₄₅₆₇₈₉";

const isMolecule = graph => graph.strokes !== undefined;

/* The symbol of an atom with its hydrogens, on the side where no bonds are, and its charge. */
const atomSymbol = (x, y, [symbol, hydrogens, charge, side]) => {
  const h = hydrogens === 0 ? "" : hydrogens === 1 ? "H" : `H${SUBSCRIPT[hydrogens]}`;
  const c = charge === 0 ? "" : (Math.abs(charge) > 1 ? "⁰¹²³⁴⁵⁶⁷⁸⁹"[Math.abs(charge)] : "") + (charge > 0 ? "⁺" : "⁻");
  const color = elementInk(symbol);
  const text = (dx, dy, anchor, content) => { const t = draw("text", {class: "atom", x: x + dx, y, dy: `${dy}em`, "text-anchor": anchor}, content); t.style.fill = color; return t; };
  const half = symbol.length > 1 ? .21 : .13; /* of the symbol's width: the rest is anchored at its rim */
  if (side === 1) return [text(half, 0, "end", h + symbol), ...(c ? [text(half, 0, "start", c)] : [])];
  const above = side === 2 ? [text(0, -.95, "middle", h)] : side === 3 ? [text(0, .95, "middle", h)] : [];
  return [text(-half, 0, "start", symbol + (side === 0 ? h : "") + c), ...(h ? above : [])];
};

const structureOf = graph => {
  const group = draw("g", {class: "structure", "aria-hidden": "true"});
  for (let s = 0; s < graph.strokes.length; s += 5) {
    const [x1, y1, x2, y2, dashed] = graph.strokes.slice(s, s + 5);
    group.append(draw("line", {class: dashed ? "bond dashed" : "bond", x1, y1, x2, y2}));
  }
  for (let s = 0; s < graph.symbols.length; s += 5)
    group.append(...atomSymbol(...place(graph, graph.symbols[s]), graph.symbols.slice(s + 1, s + 5)));
  for (let h = 0; h < (graph.hands?.length ?? 0); h += 3)
    group.append(draw("text", {class: "atom hand", x: graph.hands[h], y: graph.hands[h + 1], "text-anchor": "middle"}, graph.hands[h + 2]));
  return group;
};

/* What the nodes get of a layer that passes messages: a message counts for its sender and its receiver, half each
 * (docs/explaining.md says why), a bias for its node. */
const creditIn = layer => layer.received?.map((received, node) => (received + layer.sent[node] + total(layer.heads.map(part => part.node?.[node] ?? 0))) / 2);

const paintHalos = () => {
  const graph = graphNow();
  $("picture").querySelectorAll(".node").forEach((element, node) => {
    const share = shareOf(node), halo = element.querySelector(".halo"), unknown = isStrange(node);
    halo.setAttribute("class", `halo ${unknown ? "unknown" : share < 0 ? "lowers" : "raises"}`);
    if (isImage(graph)) { if (unknown) setAll(halo, {r: .3, style: ""}); else setDisc(halo, share); return; }
    halo.setAttribute("opacity", unknown ? "1" : Math.abs(share) < .02 ? "0" : (.1 + .75 * Math.abs(share)).toFixed(2));
  });
};

/* How many units of the picture are a pixel, so that the style sheet can keep its words readable.  Asking for the
 * size lays out the page, which takes long: it is asked for when it changes, not for every graph. */
let room = null;
const frame = ([x, y, width, height]) => {
  const picture = $("picture");
  picture.setAttribute("viewBox", [x, y, width, height].join(" "));
  room ??= [picture.clientWidth, picture.clientHeight];
  const scale = Math.min(room[0] / width, room[1] / height);
  if (scale > 0) picture.style.setProperty("--pixel", `${(1 / scale).toFixed(5)}px`);
};
const frameAgain = () => { room = null; frame($("picture").getAttribute("viewBox").split(" ").map(Number)); };

/* So many edges are drawn pale, because nobody follows one of them. */
const edgeOpacity = graph => {
  const edges = graph.edges.length / 2;
  return Math.min(1, Math.max(.12, (edges > 3 * graph.names.length ? 40 : 80) / edges)).toFixed(2);
};

const paintGraph = () => {
  if (byClasses()) { paintClasses(); return; }
  const graph = graphNow(), picture = $("picture"), n = graph.names.length;
  const points = graph.names.map((_, node) => place(graph, node));
  frame(data.words ? textBox(graph, .6) : box(points, 0.95, 8));
  const edges = draw("g", {"aria-hidden": "true", "stroke-opacity": edgeOpacity(graph)}), messages = draw("g", {class: "messages", "aria-hidden": "true"}), nodes = draw("g");
  for (let e = 0; e < graph.edges.length && !isMolecule(graph) && !isImage(graph) && !data.words; e += 2) {
    const [a, b] = [points[graph.edges[e]], points[graph.edges[e + 1]]];
    edges.append(draw("line", {class: "edge", x1: a[0], y1: a[1], x2: b[0], y2: b[1]}));
  }
  for (let node = 0; node < n; node++) {
    const [x, y] = points[node];
    nodes.append(draw("g", {class: "node", role: "button", "data-node": node, "aria-label": nodeName(graph, node), transform: `translate(${x} ${y})`},
      ...(isMolecule(graph) ? [draw("circle", {class: "halo", r: .46})] : []), draw("circle", {r: 0.45, fill: "transparent"}), bodyOf(graph, node),
      ...(isImage(graph) ? [draw("circle", {class: "halo"})] : []), ...(data.words ? [draw("line", {class: "under"})] : []), draw("text")));
  }
  picture.classList.toggle("molecule", isMolecule(graph));
  picture.classList.toggle("image", isImage(graph));
  picture.classList.toggle("pixels", isImage(graph));
  picture.classList.toggle("text", data.words);
  picture.replaceChildren(hatch(), ...(isMolecule(graph) ? [nodes, structureOf(graph), messages] : [edges, messages, nodes]));
};
