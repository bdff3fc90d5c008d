/* Graphs that are too dense to be drawn, as social networks are: nodes with the same label are one disc, as large
 * as they are many, and every triple is one arrow between discs. */
const CLASS_RADIUS = .5, MOST_CLASSES = 24, MOST_KEYS = 6;
const classColor = each => PALETTE[Math.max(0, each.label) % PALETTE.length];

const canBeClasses = graph => !isMolecule(graph) && !isImage(graph) && !data.words && data.heads.some(head => !head.decodes && head.labeling >= 0 && head.sending === head.labeling);
/* Many edges, or so many messages along lines that cross that nobody can follow them. */
const MANY_MESSAGES = 100;
const isDense = graph => graph.edges.length / 2 > 3 * graph.names.length ||
  (graph.tangled && graph.layers[0].heads.some(part => (part.weight?.length ?? 0) > MANY_MESSAGES));
const mostAreDense = list => 2 * list.filter(isDense).length > list.length;

/* Whether discs are shown: where sender and receiver have labels of one kind. */
const byClasses = () => {
  const head = headNow();
  return $("coloring").value === "classes" && !head.decodes && head.labeling >= 0 && head.sending === head.labeling && state.node < 0;
};

/* Which place of n a class has: large ones stand apart, and arrows between them do not pass below others. */
const divisor = (a, b) => b === 0 ? a : divisor(b, a % b);
const turnOf = (i, n) => {
  let stride = Math.max(1, Math.round(.382 * n));
  while (divisor(n, stride) !== 1) stride++;
  return i * stride % n;
};

/* The classes of the graph, the largest first: {label, nodes, at}. */
const classesNow = () => {
  const labels = graphNow().labels[headNow().labeling], found = new Map();
  labels.forEach((label, node) => found.set(label, [...(found.get(label) ?? []), node]));
  const list = [...found].map(([label, nodes]) => ({label, nodes})).sort((a, b) => b.nodes.length - a.nodes.length || a.label - b.label);
  const shown = Math.min(list.length, MOST_CLASSES), radius = shown > 1 ? Math.max(2.1, shown * .36) : 0;
  list.forEach((each, i) => {
    const turn = 2 * Math.PI * turnOf(Math.min(i, shown - 1), shown) / shown - Math.PI / 2; /* those beyond stand at the last place */
    each.at = [1.3 * radius * Math.cos(turn), radius * Math.sin(turn)];
  });
  return list;
};

const classEnds = () => {
  const labels = graphNow().labels[headNow().labeling], at = new Map(classesNow().map(each => [each.label, each.at])), part = partNow();
  return message => [at.get(labels[part.sender[message]]), at.get(labels[part.receiver[message]])];
};

const paintClasses = () => {
  const picture = $("picture"), list = classesNow(), labeling = headNow().labeling, most = list[0].nodes.length;
  picture.classList.remove("molecule", "image", "text");
  const discs = draw("g"), messages = draw("g", {class: "messages", "aria-hidden": "true"});
  list.slice(0, MOST_CLASSES).forEach((each, i) => {
    const rest = i === MOST_CLASSES - 1 ? list.slice(i) : [each], n = total(rest.map(one => one.nodes.length));
    const words = rest.length > 1 ? `${counted(rest.length, "class", "classes")} of ${counted(n, "node")} together` : `${labelWords(labeling, each.label)}: ${counted(n, "node")}`;
    discs.append(draw("g", {class: "class-disc", role: "img", "aria-label": words, transform: `translate(${each.at.join(" ")})`}, draw("title", {}, words),
      draw("circle", {class: "body", r: CLASS_RADIUS * Math.max(.45, Math.sqrt(Math.min(1, n / most))), fill: classColor(each)}), draw("text", {}, count(n))));
  });
  picture.replaceChildren(messages, discs);
};
