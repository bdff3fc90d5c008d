/* Two classes side by side: the graph of each that the model is surest of, and the triples whose mean contributions
 * differ most, all on one scale. */
const MOST_DIFFERENT = 12;

/* The graph of a class that is right with the largest score; where none is right, any. */
const surestOf = name => {
  const own = data.graphs.map((_, g) => g).filter(g => data.graphs[g].truth === name);
  const right = own.filter(g => !isWrong(data.graphs[g])), among = right.length > 0 ? right : own;
  return among.reduce((best, g) => best < 0 || confidenceOf(data.graphs[g]) > confidenceOf(data.graphs[best]) ? g : best, -1);
};

const classNames = () => data.task !== "classification" ? [] : data.outputs.filter(name => data.graphs.some(graph => graph.truth === name));

const fillClasses = () => {
  const names = classNames();
  $("two-classes").hidden = names.length < 2;
  ["class-a", "class-b"].forEach((id, i) => { $(id).replaceChildren(...names.map(name => option(name, `class ${name}`))); if (names.length > 1) $(id).value = names[i]; });
};

const meanIn = (triple, name) => (triple.by.get(name) ?? 0) / Math.max(1, talliedBy.get(name) ?? 0);

const differenceRow = ({triple, means}, most) => {
  const head = data.heads[triple.h], bar = mean => make("td", {class: "words"}, signedBar(mean, most), make("span", {class: "mean", title: String(mean)}, signed(mean)));
  const row = make("tr", {}, make("td", {class: "words structures"}, ...tripleStructure(triple)),
    make("td", {class: "words"}, button(fullTripleName(head, triple.weight), () => pickTriple(triple.best[0][0], triple), {class: "plain"})), ...means.map(bar));
  if (!isTrained(head, triple.weight)) row.classList.add("untrained-row");
  return row;
};

const paintClassPair = () => {
  if ($("two-classes").hidden) return;
  const names = [$("class-a").value, $("class-b").value], graphs = names.map(surestOf);
  if (!graphs.every(isLoaded)) { whenLoaded(graphs, paintClassPair); return; }
  const of = state.output >= 0 ? outputName(state.output) : "the class that is predicted";
  $("class-pair").replaceChildren(...sideBySide(graphs.map((g, i) => ({g, output: state.output,
    words: `Class ${names[i]}, the surest of ${counted(talliedBy.get(names[i]) ?? 0, "graph")}: graph ${graphName(data.graphs[g])}, ${verdictOf(data.graphs[g])}`}))));
  const list = triples.map(triple => ({triple, means: names.map(name => meanIn(triple, name))})).sort((a, b) => Math.abs(b.means[0] - b.means[1]) - Math.abs(a.means[0] - a.means[1])).slice(0, MOST_DIFFERENT);
  const most = Math.max(0, ...list.flatMap(each => each.means.map(Math.abs)));
  $("class-table").closest(".wide").hidden = list.length === 0;
  $("class-table").caption.textContent = `The ${counted(list.length, "triple")} whose mean contributions to ${of} differ most; all bars have the same scale, the full width is ±${show(most)}`;
  $("class-table").tHead.replaceChildren(make("tr", {}, heading("From, to", "words"), heading("Triple", "words"), ...names.map(name => heading(`Class ${name}`, "words"))));
  $("class-table").tBodies[0].replaceChildren(...list.map(each => differenceRow(each, most)));
};
