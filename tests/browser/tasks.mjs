/* tasks.mjs - reports of other kinds of data: molecules, texts, images, labels, nodes. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataOf, folder, openPage, runOf, sharegnn, shoot, testAxe } from "./bench.mjs";

const MOLECULES = ["CCO", "c1ccccc1O", "CC(=O)N", "C[NH+](C)C", "CC#N", "c1ccncc1", "CCCl", "OCC(=O)[O-]", "c1ccc2ccccc2c1", "CN", "CCCC", "OC=O"];

/* Molecules are formulas with halos; arrows come on request. */
const makeMolecules = () => {
  writeFileSync(join(folder, "logs.csv"), "smiles,y\n" + MOLECULES.map((text, i) => `${text},${(i * 7) % 5}`).join("\n") + "\n");
  writeFileSync(join(folder, "logs.yml"), `data: ${join(folder, "logs.csv")}?target=y
protocol: k-fold
folds: 3
task: regression
layers:
  - encoder: { heads: ["wl:1 @ distance 0..2"] }
  - decoder: { heads: ["label"] }
train: { epochs: 4, learning-rate: 0.05 }
`);
  sharegnn("run", "logs.yml", "--out", "logs", "--quiet");
  sharegnn("report", "logs", "--out", "logs.html");
  return join(folder, "logs.html");
};

const testMolecules = async (browser, path) => {
  const page = await openPage(browser, path);
  const graphs = (await dataOf(page)).graphs;
  assert.ok(graphs.every(graph => graph.strokes.length >= 5));
  for (let g = 0; g < graphs.length; g++) {
    await page.selectOption("#graph", String(g));
    assert.equal(await page.locator("#picture .halo").count(), graphs[g].names.length);
    assert.equal(await page.locator("#picture .bond").count(), graphs[g].strokes.length / 5);
    assert.equal(await page.locator("#picture .message").count(), 0);
    const texts = await page.locator("#picture .atom").allTextContents();
    for (const name of graphs[g].names) if (!name.startsWith("C") || name.startsWith("Cl")) assert.ok(texts.some(text => text.includes(/^[A-Z][a-z]?/.exec(name)[0])), `${name} of ${texts}`);
  }
  await page.locator("#most").fill("12");
  assert.ok(await page.locator("#picture .message").count() >= 1);
  await shoot(page, "molecules", {fullPage: true});
  await page.close();
};

/* Texts are read as lines of words, images seen as pixels. */
const TEXTS = ["a fine film , and a long one", "a dull film", "fine work by a fine cast", "long and dull", "the cast is fine", "dull , dull work"];

const testTexts = async browser => {
  const path = runOf("texts", "text,label\n" + TEXTS.map((text, i) => `"${text}",${i % 2}`).join("\n") + "\n", "text=text&target=label",
    '  - encoder: { heads: ["label @ distance 0..1"] }\n  - decoder: { heads: ["none"], outputs: classes }');
  const page = await openPage(browser, path);
  const graphs = (await dataOf(page)).graphs;
  const words = await page.locator("#picture .node text").allTextContents();
  assert.deepEqual(words, graphs[0].names);
  assert.equal(await page.locator("#picture .edge").count(), 0);
  const tops = await page.evaluate(() => [...document.querySelectorAll("#picture .node")].map(node => node.getBoundingClientRect()).map(box => [Math.round(box.top), Math.round(box.left)]));
  for (let i = 1; i < tops.length; i++) assert.ok(tops[i][0] > tops[i - 1][0] + 2 || tops[i][1] > tops[i - 1][1], "words stand in the order in which they are read");
  await shoot(page, "text");
  await page.close();
  return path;
};

const testImages = async browser => {
  const rows = [...Array(8).keys()].map(i => [...Array(9).keys()].map(p => (p * (i + 1)) % 5).join(",") + `,${i % 2}`);
  const path = runOf("images", [...Array(9).keys()].map(p => `p${p}`).join(",") + ",label\n" + rows.join("\n") + "\n", "image=3x3&target=label",
    '  - encoder: { heads: ["none @ offset 3x3"] }\n  - pool: { kind: mean }\n  - linear: { outputs: classes }', "input: attributes\n");
  const page = await openPage(browser, path);
  const graphs = (await dataOf(page)).graphs;
  assert.equal(graphs[0].columns, 3);
  assert.equal(await page.locator("#picture .pixel").count(), 9);
  assert.equal(await page.locator("#picture .edge").count(), 0);
  const fills = await page.locator("#picture .pixel").evaluateAll(list => list.map(element => element.getAttribute("fill")));
  assert.equal(fills[graphs[0].pixels.indexOf(1)], "rgb(255 255 255)");
  assert.equal(fills[graphs[0].pixels.indexOf(0)], "rgb(0 0 0)");
  /* the kernel: a tile with the weights by offset */
  const {heads} = await dataOf(page), shown = await page.locator("#kernels .kernel rect title").allTextContents();
  assert.equal(shown.length, 9);
  heads[0].strength.forEach((weight, w) => {
    const [dx, dy] = /offset (.*),(.*)/.exec(heads[0].values[heads[0].at[w]]).slice(1).map(Number);
    assert.ok(shown.some(text => text.startsWith(`${dx}, ${dy}: `) && Math.abs(Number(text.split(": ")[1].replace("−", "-").split(",")[0]) - weight) < 1e-3 * Math.max(1, Math.abs(weight))), `${dx}, ${dy} of ${shown}`);
  });
  await shoot(page, "image", {fullPage: true});
  await page.close();
  return path;
};

/* Several labels: each can be explained, and has its curves. */
const testLabels = async browser => {
  const rows = MOLECULES.map((text, i) => `${text},${i % 2},${text.includes("O") ? 1 : 0},${i % 3 === 0 ? "" : Number(i > 6)}`);
  const path = runOf("labels", "smiles,odd,oxygen,late\n" + rows.join("\n") + "\n", "target=odd&target=oxygen&target=late",
    '  - encoder: { heads: ["label @ distance 0..1"] }\n  - decoder: { heads: ["label"] }', "task: multilabel\n");
  const page = await openPage(browser, path);
  const {graphs, outputs} = await dataOf(page);
  assert.deepEqual(outputs, ["odd", "oxygen", "late"]);
  const titles = await page.locator("#predictions figcaption").allTextContents();
  for (const kind of [/are found/, /have the label/, /Reliability/]) assert.ok(titles.some(title => kind.test(title)), `${kind} of ${titles}`);
  for (let o = 0; o < 3; o++) {
    await page.selectOption("#output", String(o));
    assert.match(await page.textContent("#verdict"), new RegExp(`${outputs[o]}: `));
    assert.match(await page.textContent("#details h3"), new RegExp(`How ${outputs[o]} gets its output`));
    const graph = graphs[0], x = o === graph.output ? graph : graph.others.find(other => other.explained === o);
    const rest = await page.locator("#shares td").first().getAttribute("data-value"), value = await page.locator("#shares td").last().getAttribute("data-value");
    assert.equal(Number(rest), x.layers[0].rest);
    assert.equal(Number(value), x.value);
    assert.ok(Math.abs(x.layers[0].rest + x.layers[0].gap + x.layers[0].heads.reduce((sum, head) => sum + head.sum, 0) - x.value) < 1e-9 * Math.max(1, Math.abs(x.value)));
  }
  await page.selectOption("#output", "1");
  const details = await page.textContent("#details");
  await page.reload();
  assert.equal(await page.inputValue("#output"), "1");
  assert.equal(await page.textContent("#details"), details);
  await shoot(page, "labels", {fullPage: true});
  await page.close();
  return path;
};

/* Nodes: the page explains one node of a graph. */
const testNodes = async browser => {
  sharegnn("data", "make", "MarkedTrees", "--out", folder);
  writeFileSync(join(folder, "nodes.yml"), `data: MarkedTrees
task: classification
protocol: k-fold
folds: 2
layers:
  - encoder: { heads: ["label @ distance 3 x4"] }
train: { epochs: 2, learning-rate: 0.02, init: constant 0 }
`);
  sharegnn("run", "nodes.yml", "--out", "nodes", "--quiet", "--data-dir", folder);
  sharegnn("report", "nodes", "--out", "nodes.html", "--data-dir", folder, "--graphs", "8");
  const page = await openPage(browser, join(folder, "nodes.html"));
  assert.ok((await dataOf(page)).graphs.length > 0);
  assert.match(await page.textContent("#verdict"), /^Node \d+ of graph \d+/);
  await shoot(page, "nodes", {fullPage: true});
  await page.close();
  return join(folder, "nodes.html");
};

/* Dense graphs: nodes of a label are one disc with their number, and every triple is one arrow with its count. */
const testClasses = async browser => {
  const arcs = [], indicator = [], classes = [];
  for (let g = 1; g <= 8; g++) {
    const first = indicator.length + 1, n = 14 + g % 3;
    for (let v = 0; v < n; v++) {
      indicator.push(g);
      for (let u = 0; u < v; u++) if ((u * v + g) % 5 > 1 || u < 2) arcs.push(`${first + v}, ${first + u}`, `${first + u}, ${first + v}`);
    }
    classes.push(g % 2);
  }
  mkdirSync(join(folder, "DENSE"), {recursive: true});
  for (const [name, lines] of Object.entries({A: arcs, graph_indicator: indicator, graph_labels: classes})) writeFileSync(join(folder, `DENSE/DENSE_${name}.txt`), lines.join("\n") + "\n");
  writeFileSync(join(folder, "dense.yml"), `data: DENSE
protocol: k-fold
folds: 2
layers:
  - encoder: { heads: ["degree @ distance 0..1"] }
  - decoder: { heads: ["degree"], outputs: classes }
train: { epochs: 2, learning-rate: 0.05 }
`);
  sharegnn("run", "dense.yml", "--out", "dense", "--quiet", "--data-dir", folder);
  sharegnn("report", "dense", "--out", "dense.html", "--data-dir", folder);
  const page = await openPage(browser, join(folder, "dense.html"));
  assert.equal(await page.inputValue("#coloring"), "classes");
  const {graphs, heads} = await dataOf(page);
  const sizes = (await page.locator(".class-disc text").allTextContents()).map(Number), labels = graphs[0].labels[heads[0].labeling];
  assert.equal(sizes.length, new Set(labels).size);
  assert.equal(sizes.reduce((sum, n) => sum + n, 0), labels.length);
  assert.equal(await page.locator("#picture .node").count(), 0);
  assert.ok(await page.locator("#picture .message").count() <= 12);
  assert.match(await page.textContent("#drawn"), /one arrow for each/);
  await shoot(page, "classes");
  await page.selectOption("#coloring", "label");
  assert.equal(await page.locator("#picture .node").count(), labels.length);
  await page.close();
  return join(folder, "dense.html");
};

/* Residuals beside the cloud of a regression. */
const testRegression = async (browser, path) => {
  const page = await openPage(browser, path);
  const titles = await page.locator("#predictions figcaption").allTextContents();
  for (const kind of [/predicted and true are the same/, /true minus what is predicted/]) assert.ok(titles.some(title => kind.test(title)), `${kind} of ${titles}`);
  await page.close();
};

export const testTasks = async browser => {
  const molecules = makeMolecules();
  await testMolecules(browser, molecules);
  await testRegression(browser, molecules);
  for (const path of [molecules, await testTexts(browser), await testImages(browser), await testLabels(browser), await testNodes(browser), await testClasses(browser)]) await testAxe(browser, path);
};
