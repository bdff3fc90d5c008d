/* Two classes side by side: the graph of each that the model is surest of, and the triples whose mean contributions
 * differ most, all on one scale and to one output, so that a color means the same left and right. */
const MOST_DIFFERENT = 12;

/* The graph of a class that is right with the largest score; where none is right, the one that is nearest to it. */
const surestOf = name => {
  const own = data.graphs.map((_, g) => g).filter(g => data.graphs[g].truth === name), score = g => data.graphs[g].score[data.outputs.indexOf(name)];
  const right = own.filter(g => !isWrong(data.graphs[g])), among = right.length > 0 ? right : own;
  return {g: among.reduce((best, g) => best < 0 || score(g) > score(best) ? g : best, -1), right: right.length, all: own.length};
};
const surestWords = (name, {g, right, all}) => (right > 0 ? `Class ${name}, the surest of ${count(right)} right ones among ${counted(all, ITEM)}` : `Class ${name}: none of its ${counted(all, ITEM)} is predicted right; the least wrong`) +
  `: ${ITEM} ${graphName(data.graphs[g])}, ${verdictOf(data.graphs[g])}`;

const classNames = () => data.task !== "classification" ? [] : data.outputs.filter(name => data.graphs.some(graph => graph.truth === name));

const fillClasses = () => {
  const names = classNames();
  $("two-classes").hidden = names.length < 2;
  ["class-a", "class-b"].forEach((id, i) => { $(id).replaceChildren(...names.map(name => option(name, `class ${name}`))); if (names.length > 1) $(id).value = names[i]; });
};

/* The output that both sides are explained as: the one that was picked, or the class on the right. */
const pairOutput = () => state.output >= 0 ? state.output : Math.max(0, data.outputs.indexOf($("class-b").value));

const meanIn = (tally, triple, name) => (triple.by.get(name) ?? 0) / Math.max(1, tally.of.get(name) ?? 0);

const differenceRow = ({triple, means}, most) => {
  const head = data.heads[triple.h], bar = mean => make("td", {class: "words"}, signedBar(mean, most), make("span", {class: "mean", title: String(mean)}, signed(mean)));
  const row = make("tr", {}, make("td", {class: "words structures"}, ...tripleStructure(triple)),
    make("td", {class: "words"}, tripleButton(triple)), ...means.map(bar));
  if (!isTrained(head, triple.weight)) row.classList.add("untrained-row");
  return row;
};

const paintClassPair = () => {
  if ($("two-classes").hidden) return;
  const names = [$("class-a").value, $("class-b").value], surest = names.map(surestOf), graphs = surest.map(each => each.g);
  if (!graphs.every(isLoaded)) { whenLoaded(graphs, paintClassPair); return; }
  const output = pairOutput(), tally = tallies.get(output);
  $("class-pair").replaceChildren(...sideBySide(surest.map((each, i) => ({g: each.g, output, words: surestWords(names[i], each)}))));
  const isKnown = names.every(name => (tally.of.get(name) ?? 0) > 0); /* else their graphs are still read: a mean of nothing is no 0 */
  const list = !isKnown ? [] : triplesOf(tally).map(triple => ({triple, means: names.map(name => meanIn(tally, triple, name))})).filter(each => each.means[0] !== each.means[1])
    .sort((a, b) => Math.abs(b.means[0] - b.means[1]) - Math.abs(a.means[0] - a.means[1])).slice(0, MOST_DIFFERENT);
  const most = Math.max(0, ...list.flatMap(each => each.means.map(Math.abs)));
  $("class-table").closest(".wide").hidden = list.length === 0;
  $("class-table").caption.textContent = `The ${counted(list.length, "triple")} whose mean contributions to ${outputWords(output)} differ most between ${ITEM}s of the two classes, the largest difference first; all bars have the same scale, the full width is ±${show(most)}. ${rankedWords(output)}`;
  $("class-table").classList.toggle("wordy", data.words);
  $("class-table").tHead.replaceChildren(make("tr", {}, heading("From, to", "words"), heading("Triple", "words"), ...names.map(name => heading(`Class ${name}, mean of ${counted(tally.of.get(name) ?? 0, ITEM)}`, "words"))));
  $("class-table").tBodies[0].replaceChildren(...list.map(each => differenceRow(each, most)));
};
