/* All triples of the page by influence, the search for them, and for graphs. */
const MOST_TRIPLES = 20;

const MOST_DOTS = 400, MOST_BEST = 5;

/* Contributions are to one output, the same in all graphs, because what raises one class lowers another: the output
 * that was picked, or of classes the one that the menu of the ranking says. */
const isClasses = data.task === "classification";
const rankedOutput = () => isClasses ? Number($("ranked").value) : state.output;
const outputWords = output => isClasses ? `class ${data.outputs[output]}` : data.outputs.length > 1 ? data.outputs[Math.max(0, output)] : "the output";

/* The graph as an output sees it; null where the page does not have that. */
const viewFor = (graph, output) => {
  const view = viewAs(graph, output);
  return !isClasses || (view.explained ?? graph.output) === output ? view : null;
};

/* Of an output: the triples of all heads, the number of graphs, and that of each class. */
let tallies = new Map(), visited = 0;
const clearTally = outputs => {
  visited = 0;
  tallies = new Map(outputs.map(output => [output, {heads: data.heads.map(() => new Map()), graphs: 0, of: new Map()}]));
};

/* Influence: the mean over the graphs of what a triple contributes, absolute; and the graphs where that is
 * most.  Every graph gives a dot, of many graphs every so many. */
const addPart = (tally, part, g) => {
  const dotted = g % Math.ceil(data.graphs.length / MOST_DOTS) === 0, truth = data.graphs[g].truth;
  const here = new Map(), triplesOfHead = tally.heads[part.head];
  part.weight.forEach((weight, m) => here.set(weight, (here.get(weight) ?? 0) + part.contribution[m]));
  here.forEach((sum, weight) => {
    if (!triplesOfHead.has(weight)) triplesOfHead.set(weight, {h: part.head, weight, sum: 0, absolute: 0, by: new Map(), best: [], dots: []});
    const triple = triplesOfHead.get(weight), size = Math.abs(sum);
    triple.sum += sum;
    triple.absolute += size;
    triple.by.set(truth, (triple.by.get(truth) ?? 0) + sum);
    if (dotted) triple.dots.push([g, sum]);
    if (triple.best.length === MOST_BEST && size <= Math.abs(triple.best.at(-1)[1])) return;
    const at = triple.best.findIndex(pair => Math.abs(pair[1]) < size);
    triple.best.splice(at < 0 ? triple.best.length : at, 0, [g, sum]);
    triple.best.length = Math.min(triple.best.length, MOST_BEST);
  });
};

const addToTally = g => {
  const graph = data.graphs[g];
  visited++;
  for (const [output, tally] of tallies) {
    const view = viewFor(graph, output);
    if (view === null) continue;
    tally.graphs++;
    tally.of.set(graph.truth, (tally.of.get(graph.truth) ?? 0) + 1);
    for (const layer of view.layers) for (const part of layer.heads) if (part.weight !== undefined) addPart(tally, part, g);
  }
};

const hasMessages = data.heads.some(head => !head.decodes); /* models that only pool have no triples */
let triples = [];
const triplesOf = tally => tally.heads.flatMap(map => [...map.values()]);
const rankTriples = () => {
  const tally = tallies.get(rankedOutput());
  triples = triplesOf(tally);
  for (const triple of triples) { triple.influence = triple.absolute / tally.graphs; triple.mean = triple.sum / tally.graphs; }
  triples.sort((a, b) => b.influence - a.influence);
};

/* The output that contributions are to, and the graphs that are left out because the page does not explain it there. */
const rankedWords = output => {
  const left = visited - tallies.get(output).graphs, rest = left === 0 ? "" : ` Left out: ${counted(left, ITEM)}, in which the page explains only other classes.`;
  return `Contributions are to ${outputWords(output)}: what raises it is orange, what lowers it purple.${rest}`;
};

/* What is searched, so that nobody takes it for all of the data. */
const thisPage = () => (data.graphs.length === data.all ? `all ${count(data.all)} ${ITEM}s` : `the ${count(data.graphs.length)} ${ITEM}s in this page (of ${count(data.all)})`) +
  (visited < data.graphs.length ? `, of which ${count(visited)} are read so far` : "");

const tripleRow = triple => {
  const head = data.heads[triple.h], graphs = make("td", {class: "words"});
  for (const [g, sum] of triple.best)
    graphs.append(button(String(data.graphs[g].id), () => pickTriple(g, triple), {title: `${graphName(data.graphs[g])}: contributes ${show(sum)}`}));
  const element = make("tr", {}, words(fullTripleName(head, triple.weight)), cell(head.strength[triple.weight]), make("td", {}, count(head.occurrences[triple.weight])), cell(triple.influence), graphs);
  if (!isTrained(head, triple.weight)) { element.classList.add("untrained-row"); element.firstChild.append(" (never trained)"); }
  return element;
};

/* Something to type that finds something. */
const exampleQuery = triple => {
  const head = data.heads[triple.h], quoted = text => /\s/.test(text) ? `"${text}"` : text;
  const field = (key, labeling, label) => {
    const parts = partsOfName(labelName(labeling, label));
    return `${key}:${quoted(parts.name !== "" ? labelName(labeling, label).replace(/\(.*/, "") : `#${parts.number}`)}`;
  };
  const value = head.values[head.at[triple.weight]], distance = /^distance (\d+)$/.exec(value);
  return `${field("from", head.sending, head.senders[triple.weight])} ${field("to", head.labeling, head.receivers[triple.weight])} ${distance ? `distance:${distance[1]}` : `at:${quoted(value)}`}`;
};

/* Graphs that are asked for fill the menu, too. */
const findGraphs = query => {
  const asked = asksForGraphs(query), found = asked ? data.graphs.map((_, g) => g).filter(g => graphMatches(data.graphs[g], query)) : [];
  $("found-graphs").replaceChildren(...(!asked ? [] : found.length === 0 ? [`None of ${thisPage()} is such.`] :
    [`${counted(found.length, ITEM)} of ${thisPage()}: `, ...found.slice(0, 40).map(g => button(String(data.graphs[g].id), () => pickGraph(g), {title: graphName(data.graphs[g])})),
      ...(found.length > 40 ? [` and ${count(found.length - 40)} more in the menu`] : [])]));
  fillGraphs(asked && found.length > 0 ? found : null);
};

const search = () => {
  const query = parseQuery($("query").value);
  findGraphs(query);
  const found = asksForGraphs(query) && !asksForTriples(query) ? [] : triples.filter(triple => tripleMatches(triple, query));
  $("triples").tBodies[0].replaceChildren(...found.slice(0, MOST_TRIPLES).map(tripleRow));
  $("triples").hidden = !hasMessages || (asksForGraphs(query) && !asksForTriples(query));
  $("found").textContent = found.length === 0 ? `No triple of ${thisPage()} is such.` :
    found.length <= MOST_TRIPLES ? `${counted(found.length, "triple")} of ${thisPage()}, by influence` : `The first ${MOST_TRIPLES} of ${counted(found.length, "triple")} of ${thisPage()}, by influence`;
  $("unknown").textContent = query.unknown.length === 0 ? "" : `There is no field ${query.unknown.join(", ")}; fields are ${[...TRIPLE_FIELDS, ...GRAPH_FIELDS].join(", ")}.`;
};
