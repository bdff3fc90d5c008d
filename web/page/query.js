/* Searching by field: from:C to:N distance:2 for triples; class:1 predicted:0 wrong right uncertain id:7
 * smiles:c1ccccc1 for graphs.  Plain words are the names of sender, receiver and pair value, in this order.  Names are those of nodes; the number of a label is asked for with its sign: from:#14. */

/* "C(wl:2 #14)" is called C and has the number 14; "wl:2 #14" has no name. */
const partsOfName = name => {
  const number = /#(\d+)\)?$/.exec(name)?.[1], open = name.indexOf("(");
  const plain = open > 0 ? name.slice(0, open) : number === undefined ? name : "";
  return {name: plain.toLowerCase(), number, detail: (open > 0 ? name.slice(open + 1, -1) : name).toLowerCase()};
};

const GRAPH_FIELDS = ["class", "predicted", "id", "smiles", "name"];
const GRAPH_WORDS = ["wrong", "right", "uncertain"];
const TRIPLE_FIELDS = ["from", "to", "distance", "at", "layer", "head"];

/* {fields: [[key, value]], words: [], unknown: []} */
const parseQuery = text => {
  const fields = [], plain = [], unknown = [];
  const tokens = text.match(/[^\s:"]+:"[^"]*"|"[^"]*"|\S+/g) ?? [];
  for (let i = 0; i < tokens.length; i++) {
    const field = /^([a-z]+):(.*)$/i.exec(tokens[i]), key = field?.[1].toLowerCase();
    const value = (field ? field[2] : tokens[i]).replace(/^"|"$/g, "");
    if (field && [...GRAPH_FIELDS, ...TRIPLE_FIELDS].includes(key)) fields.push([key, value]);
    else if (GRAPH_WORDS.includes(value.toLowerCase())) fields.push([value.toLowerCase(), ""]);
    else if (field) unknown.push(tokens[i]);
    else if (value.toLowerCase() === "distance" && /^\d+$/.test(tokens[i + 1] ?? "")) fields.push(["distance", tokens[++i]]);
    else if (value !== "→" && value !== "->" && value.toLowerCase() !== "at") plain.push(value);
  }
  return {fields, words: plain, unknown};
};

/* The element of an atom with any hydrogens and charge: N of NH3+.  C asks for all carbons, CH3 for those alone. */
const elementOf = name => atOnce.some(isMolecule) ? /^([A-Z][a-z]?)(H\d*)?(\d*[+-]\d*)?(?=$|\()/.exec(name)?.[1] : undefined;

const labelMatches = (name, wanted) => {
  const parts = partsOfName(name), asked = wanted.toLowerCase();
  if (asked.startsWith("#")) return parts.number === asked.slice(1);
  if (elementOf(name) === wanted) return true;
  return parts.name === asked || (parts.name === "" && parts.detail === asked) || parts.detail === asked;
};

const valueMatches = (value, wanted) => value.toLowerCase().split(/\s+/).includes(wanted.toLowerCase()) || value.toLowerCase() === wanted.toLowerCase();

const tripleMatches = (triple, query) => {
  const head = data.heads[triple.h], value = head.values[head.at[triple.weight]];
  const from = labelName(head.sending, head.senders[triple.weight]), to = labelName(head.labeling, head.receivers[triple.weight]);
  for (const [key, wanted] of query.fields) {
    if (key === "from" && !labelMatches(from, wanted)) return false;
    if (key === "to" && !labelMatches(to, wanted)) return false;
    if (key === "distance" && value.toLowerCase() !== `distance ${wanted}`) return false;
    if (key === "at" && !valueMatches(value, wanted)) return false;
    if (key === "layer" && String(head.layer) !== wanted) return false;
    if (key === "head" && String(head.number) !== wanted) return false;
  }
  /* one word is the sender, the receiver or the pair value; two are sender and receiver, more the value */
  const [first, second, ...more] = query.words;
  if (first === undefined) return true;
  if (second === undefined) return labelMatches(from, first) || labelMatches(to, first) || valueMatches(value, first);
  return labelMatches(from, first) && labelMatches(to, second) && more.every(word => valueMatches(value, word));
};

const graphMatches = (graph, query) => query.fields.every(([key, wanted]) => {
  if (key === "class") return String(graph.truth ?? "") === wanted;
  if (key === "predicted") return String(data.outputs[graph.output]) === wanted;
  if (key === "id") return String(graph.id) === wanted || graph.name === wanted;
  if (key === "smiles" || key === "name") return (graph.smiles ?? "").includes(wanted) || (graph.name ?? "").includes(wanted);
  if (key === "wrong") return isWrong(graph);
  if (key === "right") return !isWrong(graph);
  if (key === "uncertain") return isUncertain(graph);
  return true;
});

const asksForGraphs = query => query.fields.some(([key]) => [...GRAPH_FIELDS, ...GRAPH_WORDS].includes(key));
const asksForTriples = query => query.words.length > 0 || query.fields.some(([key]) => TRIPLE_FIELDS.includes(key));
