/* Beside the picture: how an output comes about, the messages of a node, the messages of a triple. */
const MOST_ROWS = 14;

const messageRow = (graph, head, part, m, other) => {
  const row = make("tr", {"data-sender": part.sender[m], "data-receiver": part.receiver[m]},
    words(nodeName(graph, other)), words(valueWords(head.values[head.at[part.weight[m]]])), cell(head.strength[part.weight[m]]), cell(part.contribution[m]));
  row.title = fullTripleName(head, part.weight[m]) + (isTrained(head, part.weight[m]) ? "" : ": never trained");
  if (!isTrained(head, part.weight[m])) row.classList.add("untrained-row");
  return row;
};

const messageTable = (title, graph, head, part, list, other) => {
  const sorted = list.slice().sort((a, b) => Math.abs(part.contribution[b]) - Math.abs(part.contribution[a]));
  const sum = total(list.map(m => part.contribution[m]));
  const table = make("table", {class: "numbers"},
    make("caption", {}, `${title}: ${counted(list.length, "message")}, contribution ${show(sum)}`),
    make("thead", {}, make("tr", {}, heading(title === "Receives" ? "from" : "to", "words"), heading("at", "words"), heading("weight"), heading("contribution"))),
    make("tbody", {}, ...sorted.slice(0, MOST_ROWS).map(m => messageRow(graph, head, part, m, other[m]))));
  if (sorted.length > MOST_ROWS) {
    const rest = button(`all ${count(sorted.length)}`, () => {
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
  if (head.labeling >= 0) about.append(make("p", {class: "hint"}, labelWords(head.labeling, label), label >= 0 ? `, ${counted(data.labelings[head.labeling].counts[label], "node")} of the data` : ": the model has not seen it"));
  const list = [make("div", {class: "who"}, neighborhood(graph, node, head.labeling), about)];
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

/* A number that is no contribution has the color of words, also where it is negative. */
const row = (name, number, {isStrong = false, isPlain = false} = {}) => {
  const element = make("tr", {}, make("th", {scope: "row", class: "words"}, name), cell(number));
  if (isStrong) element.className = "strong";
  if (isPlain) element.lastChild.className = "";
  return element;
};

/* The triples that the picture draws, to be picked. */
const drawnTriples = () => {
  const head = headNow(), part = partNow();
  if (head.decodes) return [];
  const list = triplesHere(head, part).slice(0, MOST_ARROWS);
  if (list.length === 0) return [];
  const line = triple => {
    const name = button(tripleName(head, triple.weight), () => { state.triple = triple.weight; paint(); }, {class: "plain"});
    const entry = make("tr", {}, make("td", {class: "words"}, name), make("td", {}, `× ${count(triple.messages.length)}`), cell(head.strength[triple.weight]), cell(triple.sum));
    if (!isTrained(head, triple.weight)) { entry.classList.add("untrained-row"); name.append(" (never trained)"); }
    return entry;
  };
  return [make("table", {class: "numbers", id: "strongest"}, make("caption", {}, "The strongest triples of this head in this graph"),
    make("thead", {}, make("tr", {}, heading("triple", "words"), heading("times"), heading("weight"), heading("contribution"))), make("tbody", {}, ...list.map(line)))];
};

/* How the output comes about in the layer that is shown. */
const graphDetails = () => {
  const graph = graphNow(), layer = layerNow();
  const rows = [row("without this layer", layer.rest, {isPlain: true})];
  for (const part of layer.heads) rows.push(row(`head ${data.heads[part.head].number}: ${data.heads[part.head].text}`, part.sum, {isStrong: part === partNow()}));
  if (Math.abs(layer.gap) > 1e-6 * Math.max(1, Math.abs(graph.value))) rows.push(row("not explained", layer.gap));
  rows.push(row("output", graph.value, {isPlain: true}));
  return [...kernels(), make("h3", {}, `How ${outputName(graph.explained ?? graph.output)} gets its output`),
    make("p", {class: "hint"}, data.task === "regression" ? "In the unit of the targets." : "The output before it becomes a probability."),
    make("table", {class: "numbers", id: "shares"}, make("tbody", {}, ...rows)), ...waterfall(), ...drawnTriples(),
    make("p", {class: "hint screen"}, headNow().decodes ? "Point at a node to see what it contributes." : "Point at a node to see its messages.")];
};

const tripleDetails = () => {
  const graph = graphNow(), head = headNow(), part = partNow();
  const list = part.contribution.map((_, m) => m).filter(m => part.weight[m] === state.triple);
  const never = isTrained(head, state.triple) ? "" : " No training graph has such a pair of nodes: the weight was never trained and has its initial value.";
  return [make("h3", {}, tripleName(head, state.triple)),
    make("p", {class: "hint"}, `${headName(head)}: weight ${show(head.strength[state.triple])}, ${counted(list.length, "message")} in this graph.${never}`),
    messageTable("Receives", graph, head, part, list, part.sender),
    button("Show all triples again", () => { state.triple = -1; paint(); })];
};

const paintDetails = () => {
  const parts = state.node >= 0 ? nodeDetails() : state.triple >= 0 ? tripleDetails() : graphDetails();
  $("details").replaceChildren(...parts);
};

const paintVerdict = () => {
  const graph = graphNow(), verdict = $("verdict");
  const n = graph.names.length, m = graph.edges.length / 2;
  const size = graph.nodes === undefined ? `${counted(n, "node")}, ${counted(m, "edge")}` : counted(graph.nodes, "node");
  const parts = [`${ITEM_TITLE} ${graphName(graph)}, ${ofNodes ? "in a graph of " : ""}${size}. `];
  if (data.task === "classification") {
    const right = !isWrong(graph);
    parts.push(`Predicted: ${outputName(graph.output)}, ${(100 * graph.score[graph.output]).toFixed(1)}\u00a0%. `);
    if (graph.truth !== undefined) parts.push(make("span", {class: right ? "right" : "wrong"}, right ? "Right." : `Wrong: it is of class ${graph.truth}.`));
    if (graph.explained !== undefined) parts.push(` Explained: ${outputName(graph.explained)}, ${(100 * graph.score[graph.explained]).toFixed(1)} %.`);
  } else {
    const judged = judgedOf(graph), truth = graph.targets?.[judged];
    parts.push(`${outputName(judged)}: ${show(graph.score[judged])}`);
    if (truth !== undefined && truth !== null) parts.push(`; true: ${show(truth)}`);
  }
  if (state.output >= 0 && explainedOf(graph) !== state.output) parts.push(` The page does not explain ${outputName(state.output)} in this graph: ${outputName(explainedOf(graph))} is shown.`);
  if (graph.part !== undefined) parts.push(` ${graph.part}`);
  verdict.replaceChildren(...parts);
};
