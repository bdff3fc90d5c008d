/* chemist.mjs - what a chemist found misleading in the page and its pictures, each as a test. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataOf, folder, openPage, sharegnn, shoot } from "./bench.mjs";

const SMILES = ["CCO", "c1ccccc1O", "CC(=O)N", "CNC", "CC#N", "c1ccncc1", "CCCO", "OCC(=O)O", "c1ccc2ccccc2c1", "CN", "CCCC", "OC=O", "NCC=O", "NCCC#N", "NCCO", "OCCN", "CC(C)O"];
const POOL = `  - linear: { outputs: 6, activation: relu }
  - gine: { outputs: 6 }
  - pool: { kind: mean }
  - linear: { outputs: OUT }
`;
const ENCODER = `  - encoder: { heads: ["label @ path 0..2"], bias: label }
  - decoder: { heads: ["label"], outputs: OUT, bias: true, pool: mean }
`;

const runIt = (name, rows, {task = "classification", layers = ENCODER, folds = 3, epochs = 6, more = "", rate = 0.05, input = ""} = {}) => {
  writeFileSync(join(folder, `${name}.csv`), "smiles,label\n" + rows.join("\n") + "\n");
  writeFileSync(join(folder, `${name}.yml`), `data: ${join(folder, `${name}.csv`)}?target=label
task: ${task}
protocol: k-fold
folds: ${folds}
vocabulary: all
${input}layers:
${layers.replace("OUT", task === "classification" ? "classes" : "1")}train: { epochs: ${epochs}, learning-rate: ${rate}${more} }
`);
  sharegnn("run", `${name}.yml`, "--out", name, "--quiet");
  sharegnn("report", name, "--out", `${name}.html`, "--graphs", "1000");
  return join(folder, `${name}.html`);
};

const isOneOf = (text, ...wanted) => wanted.some(each => each.test(text));

/* Germanium is in no training graph.  A model that only pools has no labels of heads that could be new, but its input
 * is: the atom is hatched and named, in the file and on the page, where the weights of the input were made of all
 * graphs. */
const testStrangeElement = async browser => {
  const rows = SMILES.map((text, i) => `${text},${i}`);
  const path = runIt("strange", [...rows, "C[Ge](C)(C)C,3", "CC[Na],4"], {task: "regression", layers: POOL, input: "input: [labels]\n"});
  const page = await openPage(browser, path), {graphs} = await dataOf(page);
  const g = graphs.findIndex(graph => graph.names.some(name => /^(Ge|Na)/.test(name)));
  if (g >= 0) {
    await page.selectOption("#graph", String(g));
    const strange = graphs[g].names.findIndex(name => /^(Ge|Na)/.test(name));
    assert.deepEqual(graphs[g].layers[0].unknown, [strange]);
    assert.equal(await page.locator(`#picture .node[data-node="${strange}"] .halo.unknown`).count(), 1, "the strange atom has a halo as if it were known");
    assert.match(await page.textContent("#legend"), /hatched: 1 atom that the model has never met/);
  }
  /* models that pool have no triples: nothing on the page is an empty table about them */
  for (const part of ["#triples", ".strongest", ".labels", "#measure", "#most"]) assert.ok(!await page.locator(part).isVisible(), `${part} is empty and there`);
  assert.doesNotMatch(await page.evaluate(() => document.querySelector("#explorer").innerText), /No triple|messages that its nodes send/);
  assert.match(await page.textContent("#graphs-hint"), /the error is in the largest tenth/, "nobody says what a crossed graph of a regression is");
  await shoot(page, "strange", {fullPage: true});
  await page.close();
  writeFileSync(join(folder, "known.csv"), "smiles,label\n" + rows.join("\n") + "\n");
  writeFileSync(join(folder, "pool.yml"), `input: [labels]\nlayers:\n${POOL.replace("OUT", "1")}`);
  sharegnn("train", `${join(folder, "known.csv")}?target=label`, "--task", "regression", "--layers", "pool.yml", "--epochs", "2", "--out", "pool.model");
  writeFileSync(join(folder, "new.smi"), "C[Ge](C)(C)C\n");
  sharegnn("explain", "pool.model", "new.smi", "--graph", "0", "--out", "germane.svg");
  const svg = readFileSync(join(folder, "germane.svg"), "utf8");
  assert.match(svg.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "), /Hatched: 1 atom that the model has never met/);
  assert.equal((svg.match(/data-unknown="true"/g) ?? []).length, 1);
};

const stdOf = list => { const mean = list.reduce((a, b) => a + b, 0) / list.length; return Math.sqrt(list.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (list.length - 1)); };

/* The spread in the headline is that of the numbers in the table below, also where folds differ in size. */
const testSpread = async page => {
  const folds = (await page.locator("#results td.mean").allTextContents()).map(Number);
  const [, mean, spread] = /([\d.]+) ± ([\d.]+) %/.exec(await page.textContent(".score"));
  assert.ok(Math.abs(stdOf(folds) - Number(spread)) < .15, `± ${spread}, but the folds ${folds} have ${stdOf(folds)}`);
  assert.ok(Number(mean) > 0);
  assert.match(await page.textContent("header"), /standard deviation over folds\s*Tables as in the paper have ± [\d.]+/, "nobody says why the terminal has another number");
};

/* All contributions of a ranking, and both of two classes side by side, are to one output; bars have a scale. */
const testOneOutput = async page => {
  const {graphs, outputs} = await dataOf(page), viewOf = (graph, output) => graph.output === output ? graph : graph.others.find(other => other.explained === output);
  for (const output of [1, 0]) {
    await page.selectOption("#ranked", String(output));
    const sums = new Map();
    for (const graph of graphs) viewOf(graph, output).layers.forEach((layer, l) => layer.heads.forEach((part, p) => {
      const own = graph.layers[l].heads[p];
      own.weight?.forEach((w, m) => sums.set(`${own.head} ${w}`, (sums.get(`${own.head} ${w}`) ?? 0) + part.contribution[m] / graphs.length));
    }));
    const means = await page.locator("#importance .bar").evaluateAll(list => list.map(bar => Number(/([+−][\d.e+-]+|0)$/.exec(bar.getAttribute("aria-label"))[0].replace("−", "-"))));
    const known = [...sums.values()];
    assert.ok(means.length > 5);
    for (const mean of means) assert.ok(known.some(sum => Math.abs(sum - mean) <= 1e-3 * Math.abs(mean) + 1e-12), `the mean ${mean} is of no triple for class ${outputs[output]}`);
    assert.match(await page.textContent("#importance-hint"), new RegExp(`Contributions are to class ${outputs[output]}`));
  }
  assert.match(await page.textContent("#mean-head"), /−[\d.e−]+ \| 0 \| \+[\d.e−]+/);
  assert.match(await page.textContent("#class-pair"), /Orange raises class 1, purple lowers it/);
  await page.selectOption("#ranked", "1");
};

/* A structure of a triple is where the triple is: the two nodes of one of its messages are marked. */
const testStructures = async page => {
  const marks = await page.locator("#importance tbody tr").evaluateAll(rows => rows.map(row => row.querySelectorAll(".structures .marked").length));
  assert.ok(marks.length > 0 && marks.every(n => n === 2), `${marks}`);
};

/* Names in the waterfall that differ are shown different. */
const testWaterfallNames = async page => {
  const {heads} = await dataOf(page);
  assert.ok(heads.length > 0);
  const shown = await page.evaluate(() => {
    const names = new Map();
    for (const text of document.querySelectorAll(".waterfall .name")) {
      const whole = text.querySelector("title").textContent, said = [...text.childNodes].filter(node => node.nodeType === 3).map(node => node.data).join("");
      names.set(whole, `${names.get(whole) ?? ""} ${said}`.trim());
    }
    return [...names.values()];
  });
  assert.equal(new Set(shown).size, shown.length, shown.join("; "));
  const wide = await page.evaluate(() => [...document.querySelectorAll(".waterfall .name")].filter(text => text.getBBox().x < -1).map(text => text.textContent));
  assert.deepEqual(wide, [], "names are cut at the left");
};

/* A model that says one class for all is warned of, and no graph of the other class is called its surest. */
const testMajority = async browser => {
  const page = await openPage(browser, runIt("majority", SMILES.map((text, i) => `${text},${i % 3 === 0 ? 1 : 0}`), {epochs: 1, rate: 0.0000001, more: ", init: constant 0"}));
  const warnings = await page.locator(".warning").allTextContents();
  assert.ok(warnings.some(text => isOneOf(text, /class 0 is predicted for all, 100 % of the test graphs/, /Always saying class/)), warnings.join("; "));
  const captions = await page.locator("#class-pair figcaption").allTextContents();
  assert.ok(captions.some(text => /none of its [\d,]+ graphs? is predicted right; the least wrong/.test(text)), captions.join("; "));
  assert.ok(captions.every(text => !/the surest/.test(text) || !/class (\d+), predicted (?!\1\b)/.test(text)), captions.join("; "));
  await page.close();
};

/* Figures say what their axes are, what R² is, and which of two areas the metric reports. */
const testFigures = async browser => {
  const page = await openPage(browser, join(folder, "classes.html"));
  const texts = await page.locator("#predictions svg text").allTextContents();
  assert.ok(texts.includes("share of predictions that are right") && !texts.some(text => /that is of it/.test(text)), texts.join("; "));
  assert.ok(texts.some(text => /class 1: 0\.\d{3}, mean of folds 0\.\d{3}/.test(text)), texts.join("; "));
  await page.close();
  const numbers = await openPage(browser, join(folder, "strange.html"));
  const said = await numbers.locator("#predictions svg text").allTextContents();
  assert.ok(said.some(text => /^R² −?-?\d+\.\d{3}, RMSE [\d.]+, MAE [\d.]+$/.test(text)), said.join("; "));
  assert.ok(said.includes("true: label"), said.join("; "));
  await numbers.close();
};

/* Nodes have the same numbers as discs and as atoms, and formulas without charges say so. */
const testElementsFile = async browser => {
  const graph = (n, first) => Array.from({length: n - 1}, (_, i) => [`${first + i}, ${first + i + 1}`, `${first + i + 1}, ${first + i}`]).flat();
  const sizes = [4, 5, 6, 4, 5, 6, 7, 4, 5, 6], arcs = [], indicator = [], labels = [];
  sizes.forEach((n, g) => { arcs.push(...graph(n, indicator.length + 1)); for (let v = 0; v < n; v++) { indicator.push(g + 1); labels.push((v + g) % 3); } });
  const files = {A: arcs, graph_indicator: indicator, node_labels: labels, graph_labels: sizes.map((_, g) => g % 2)};
  mkdirSync(join(folder, "CHAINS"), {recursive: true});
  for (const [key, lines] of Object.entries(files)) writeFileSync(join(folder, `CHAINS/CHAINS_${key}.txt`), lines.join("\n") + "\n");
  writeFileSync(join(folder, "chains.txt"), "0 C\n1 N\n2 O\n");
  writeFileSync(join(folder, "chains.yml"), `data: CHAINS\nprotocol: k-fold\nfolds: 2\nlayers:\n  - encoder: { heads: ["label @ distance 0..2"], activation: tanh }\n${ENCODER.split("\n")[1].replace("OUT", "classes")}\ntrain: { epochs: 3, learning-rate: 0.05 }\n`);
  sharegnn("run", "chains.yml", "--out", "chains", "--quiet", "--data-dir", folder);
  const legends = [];
  for (const more of [[], ["--elements", "chains.txt"]]) {
    sharegnn("report", "chains", "--out", "chains.html", "--data-dir", folder, ...more);
    const page = await openPage(browser, join(folder, "chains.html"));
    if (more.length === 0) await page.selectOption("#coloring", "node");
    legends.push(await page.textContent("#legend"));
    if (more.length > 0) assert.match(await page.textContent("#legend"), /no charges, no hydrogens of atoms and no bond orders/);
    await page.close();
  }
  const [discs, atoms] = legends.map(text => /raises: \+([\d.e−]+)/.exec(text)?.[1]);
  assert.equal(discs, atoms, `nodes contribute ${discs} as discs and ${atoms} as atoms`);
  assert.ok(legends.every(text => /in layer 0/.test(text)), legends.join("; "));
};

export const testChemist = async browser => {
  const page = await openPage(browser, runIt("classes", SMILES.map((text, i) => `${text},${i % 2}`)));
  await testSpread(page);
  await testOneOutput(page);
  await testStructures(page);
  await testWaterfallNames(page);
  await page.close();
  await testStrangeElement(browser);
  await testFigures(browser);
  await testMajority(browser);
  await testElementsFile(browser);
};
