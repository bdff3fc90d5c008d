/* All triples of the page by influence, the search for them, and for graphs. */
const MOST_TRIPLES = 20;

const MOST_DOTS = 400, MOST_BEST = 5;

/* Influence: the mean over the graphs of what a triple contributes, absolute; and the graphs where that is
 * most.  Graphs are added one by one; every graph gives a dot, of many graphs every so many. */
let tally = [], tallied = 0, talliedBy = new Map(); /* by class */
const clearTally = () => { tally = data.heads.map(() => new Map()); tallied = 0; talliedBy = new Map(); };

const addToTally = g => {
  const dotted = g % Math.ceil(data.graphs.length / MOST_DOTS) === 0;
  const truth = data.graphs[g].truth;
  tallied++;
  talliedBy.set(truth, (talliedBy.get(truth) ?? 0) + 1);
  for (const layer of viewOf(data.graphs[g]).layers) for (const part of layer.heads) {
    if (part.weight === undefined) continue;
    const here = new Map(), triplesOfHead = tally[part.head];
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
  }
};

let triples = [];
const rankTriples = () => {
  triples = tally.flatMap(map => [...map.values()]);
  for (const triple of triples) { triple.influence = triple.absolute / tallied; triple.mean = triple.sum / tallied; }
  triples.sort((a, b) => b.influence - a.influence);
};

/* What is searched, so that nobody takes it for all of the data. */
const thisPage = () => (data.graphs.length === data.all ? `all ${count(data.all)} graphs` : `the ${count(data.graphs.length)} graphs in this page (of ${count(data.all)})`) +
  (tallied < data.graphs.length ? `, of which ${count(tallied)} are read so far` : "");

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
    [`${counted(found.length, "graph")} of ${thisPage()}: `, ...found.slice(0, 40).map(g => button(String(data.graphs[g].id), () => pickGraph(g), {title: graphName(data.graphs[g])})),
      ...(found.length > 40 ? [` and ${count(found.length - 40)} more in the menu`] : [])]));
  fillGraphs(asked && found.length > 0 ? found : null);
};

const search = () => {
  const query = parseQuery($("query").value);
  findGraphs(query);
  const found = asksForGraphs(query) && !asksForTriples(query) ? [] : triples.filter(triple => tripleMatches(triple, query));
  $("triples").tBodies[0].replaceChildren(...found.slice(0, MOST_TRIPLES).map(tripleRow));
  $("triples").hidden = asksForGraphs(query) && !asksForTriples(query);
  $("found").textContent = found.length === 0 ? `No triple of ${thisPage()} is such.` :
    found.length <= MOST_TRIPLES ? `${counted(found.length, "triple")} of ${thisPage()}, by influence` : `The first ${MOST_TRIPLES} of ${counted(found.length, "triple")} of ${thisPage()}, by influence`;
  $("unknown").textContent = query.unknown.length === 0 ? "" : `There is no field ${query.unknown.join(", ")}; fields are ${[...TRIPLE_FIELDS, ...GRAPH_FIELDS].join(", ")}.`;
};
