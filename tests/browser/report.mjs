/* report.mjs - the HTML report in a real browser, as people use it: with a pointer, with the keyboard
 * alone, on paper, in the dark and on a phone.  The numbers that it shows are those of
 * `sharegnn explain --json`. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { complaints, dataOf, folder, openPage, sharegnn, shoot, shots, testAxe } from "./bench.mjs";
import { testMany } from "./many.mjs";
import { testChemist } from "./chemist.mjs";
import { testDesigner } from "./designer.mjs";
import { testFindings } from "./findings.mjs";
import { testTasks } from "./tasks.mjs";

/* ---- Something to look at ------------------------------------------------------------------ */

/* Random trees with a ring each and three kinds of nodes; the class is which of two kinds there is
 * more of. */
const makeData = () => {
  let seed = 7;
  const random = n => (seed = (seed * 48271) % 2147483647) % n;
  const arcs = [], indicator = [], labels = [], classes = [];
  for (let g = 1; g <= 40; g++) {
    const n = 8 + random(6), first = indicator.length + 1, kinds = [0, 0, 0];
    const join2 = (u, v) => arcs.push(`${first + u}, ${first + v}`, `${first + v}, ${first + u}`);
    for (let v = 0; v < n; v++) {
      const kind = random(3);
      kinds[kind]++;
      indicator.push(g);
      labels.push(kind);
      if (v > 0) join2(v, v < 6 ? v - 1 : random(v));
    }
    join2(0, 5);
    classes.push(kinds[1] > kinds[2] ? 1 : 0);
  }
  const files = {A: arcs, graph_indicator: indicator, node_labels: labels, graph_labels: classes};
  mkdirSync(join(folder, "data/RINGS"), {recursive: true});
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, `data/RINGS/RINGS_${name}.txt`), lines.join("\n") + "\n");
};

const EXPERIMENT = `data: RINGS
protocol: k-fold
folds: 4
runs: 2
vocabulary: all
layers:
  - encoder: { heads: ["wl:1 @ distance 0..3", "label @ distance 1"], activation: tanh }
  - encoder: { heads: ["label @ distance 0..2"], bias: label, activation: tanh }
  - decoder: { heads: ["label"], outputs: 4, activation: tanh }
  - linear: { outputs: classes }
train: { epochs: 8, batch-size: 8, learning-rate: 0.05, init: uniform -0.2 0.2 }
grid: { layers.0.at-least: [1, 2] }
`;

const makeReport = () => {
  makeData();
  writeFileSync(join(folder, "rings.yml"), EXPERIMENT);
  sharegnn("run", "rings.yml", "--out", "run", "--quiet", "--data-dir", "data");
  sharegnn("report", "run", "--out", "report.html", "--data-dir", "data", "--graphs", "8");
  return join(folder, "report.html");
};

const explain = (graph, ...more) => {
  const model = join("run/models", readdirSync(join(folder, "run/models"))[0]);
  return JSON.parse(sharegnn("explain", model, "RINGS", "--graph", String(graph), "--json", "--data-dir", "data", ...more));
};

/* The rows of the tables in the details: [caption's first word, sender, receiver, weight, contribution]. */
const readDetails = page => page.evaluate(() => [...document.querySelectorAll("#details table")].flatMap(table =>
  [...table.querySelectorAll("tr[data-sender]")].map(row => [table.caption.textContent.split(":")[0], Number(row.dataset.sender), Number(row.dataset.receiver),
    Number(row.children[2].dataset.value), Number(row.children[3].dataset.value)])));

const openAllRows = async page => {
  for (const button of await page.locator("#details tfoot button").all()) await button.click();
};

/* ---- Tests ------------------------------------------------------------------------------------- */

const checkNode = async (page, explanation, layer, head, node) => {
  const messages = explanation.layers[layer].heads[head].messages;
  const expected = [...messages.filter(m => m.receiver === node).map(m => ["Receives", m.sender, m.receiver, m.strength, m.contribution]),
    ...messages.filter(m => m.sender === node).map(m => ["Sends", m.sender, m.receiver, m.strength, m.contribution])];
  const inOrder = rows => rows.map(row => JSON.stringify(row)).sort();
  assert.ok(expected.length > 2);
  assert.deepEqual(inOrder(await readDetails(page)), inOrder(expected));
};

const testPointer = async page => {
  const id = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).graphs[2].id);
  const explanation = explain(id);
  await page.selectOption("#graph", "2");
  assert.match(await page.textContent("#verdict"), new RegExp(`^Graph ${id}, ${explanation.node_names.length} nodes`));
  for (const [layer, head] of [[0, 0], [0, 1], [1, 0]]) {
    await page.selectOption("#layer", String(layer));
    await page.selectOption("#head", String(head));
    await page.locator('.node[data-node="3"]').click();
    await openAllRows(page);
    await checkNode(page, explanation, layer, head, 3);
    await page.locator('.node[data-node="3"]').click(); /* let go */
  }
  await page.mouse.move(5, 5);
  await page.selectOption("#layer", "0");
  await page.selectOption("#head", "0");
  await page.locator('.node[data-node="1"]').hover();
  assert.match(await page.textContent("#details h3"), /node 1/);
  await shoot(page, "hover");
  const rows = await readDetails(page), messages = explanation.layers[0].heads[0].messages;
  for (const [, sender, receiver, weight, contribution] of rows) {
    const message = messages.find(m => m.sender === sender && m.receiver === receiver);
    assert.equal(weight, message.strength);
    assert.equal(contribution, message.contribution);
  }
  /* the decoder: numbers of nodes, not messages */
  await page.selectOption("#layer", "2");
  await page.locator('.node[data-node="4"]').hover();
  const shown = await page.locator("#details td[data-value]").first().getAttribute("data-value");
  assert.equal(Number(shown), explanation.layers[2].heads[0].nodes[4]);
  await page.mouse.move(5, 5);
  await page.selectOption("#layer", "0");
};

/* One arrow for each of at most twelve triples, with its number of messages; the rest in words. */
const testArrows = async page => {
  const arrows = () => page.locator("#picture .message").count();
  await page.mouse.move(5, 5);
  for (const graph of ["0", "1", "2"]) {
    await page.selectOption("#graph", graph);
    assert.ok(await arrows() >= 1 && await arrows() <= 12, "more than twelve arrows");
    const said = await page.textContent("#drawn");
    const times = await page.locator("#strongest tbody tr td:nth-child(2)").allInnerTexts();
    const drawn = times.reduce((sum, text) => sum + Number(text.replace(/[^0-9]/g, "")), 0);
    const all = await page.evaluate(() => { const d = JSON.parse(document.getElementById("data").textContent); return d.graphs[document.getElementById("graph").value].layers[0].heads[document.getElementById("head").value].contribution.length; });
    const rest = /\(([\d,]+) messages?\) contribute/.exec(said);
    assert.equal(drawn + (rest ? Number(rest[1].replace(",", "")) : 0), all, said);
    assert.equal(await page.locator("#picture .times").count(), times.filter(text => text !== "× 1").length);
  }
  await page.locator("#most").fill("2");
  assert.equal(await arrows(), 2);
  await page.locator("#most").fill("12");
  const before = await page.textContent("#drawn");
  await page.selectOption("#coloring", "label");
  assert.equal(await page.textContent("#drawn"), before); /* it was lost */
  await page.selectOption("#coloring", "node");
  await page.selectOption("#coloring", "name");
  await page.selectOption("#measure", "strength");
  await page.selectOption("#measure", "contribution");
};

/* Weights that no training graph uses are gray and named. */
const testUntrained = async page => {
  const untrained = await page.evaluate(() => {
    const d = JSON.parse(document.getElementById("data").textContent);
    for (let g = 0; g < d.graphs.length; g++) {
      const part = d.graphs[g].layers[0].heads[0], head = d.heads[part.head];
      for (const weight of part.weight) if (head.trained[weight] === 0) return {g, weight, id: d.graphs[g].id};
    }
    return null;
  });
  assert.ok(untrained, "the data has no weight that was never trained");
  await page.goto(`${page.url().split("#")[0]}#explorer?graph=${untrained.id}&layer=0&head=0&triple=${untrained.weight}`);
  await page.reload();
  assert.match(await page.textContent("#details"), /never trained/);
  assert.ok(await page.locator("#picture .message.untrained").count() >= 1);
  assert.equal(await page.locator("#picture .message.positive, #picture .message.negative").count(), 0);
  await page.goto(page.url().split("#")[0]);
  await page.reload();
};

/* Every number of the details is inside of its panel. */
const testNumbersSeen = async (browser, path) => {
  for (const width of [1280, 1024, 390]) {
    const page = await openPage(browser, path, {viewport: {width, height: 900}});
    const hidden = await page.evaluate(() => {
      const panel = document.getElementById("details").getBoundingClientRect();
      return [...document.querySelectorAll("#details td, #details th")].filter(cell => cell.getBoundingClientRect().right > panel.right + 1).length;
    });
    assert.equal(hidden, 0, `numbers are hidden at ${width} pixels`);
    await page.close();
  }
};

const testSearch = async page => {
  const rows = () => page.locator("#triples tbody tr td:first-child").allInnerTexts();
  await page.fill("#query", "distance:3");
  for (const name of await rows()) assert.match(name, /at distance 3/);
  await page.locator("#triples tbody tr button").first().click();
  assert.match(await page.textContent("#details h3"), /at distance 3/);
  assert.ok(await page.locator("#picture .message").count() >= 1);
  await page.fill("#query", "from:1 to:2 distance:2");
  assert.ok((await rows()).length > 0);
  for (const name of await rows()) assert.match(name, /^1\b.* → 2\b.* at distance 2/);
  await page.fill("#query", "1 2 distance 2"); /* names of nodes, not numbers of labels */
  assert.ok((await rows()).length > 0);
  for (const name of await rows()) assert.match(name, /^1\b.* → 2\b.* at distance 2/);
  /* triples of different heads have different names */
  await page.fill("#query", "from:1 to:2 distance:1");
  const names = await rows();
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.some(name => /layer \d, head \d/.test(name)), names.join("; "));
  await page.fill("#query", "from:nobody");
  assert.match(await page.textContent("#found"), /No triple of the 8 graphs in this page \(of 40\)/);
  await page.fill("#query", "color:red");
  assert.match(await page.textContent("#unknown"), /no field color:red/);
  const graphs = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).graphs);
  const shown = async query => { await page.fill("#query", query); return (await page.locator("#found-graphs button").allInnerTexts()).map(Number); };
  const outputs = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).outputs);
  assert.deepEqual(await shown("class:1"), graphs.filter(g => g.truth === "1").map(g => g.id));
  assert.deepEqual(await shown("wrong"), graphs.filter(g => g.truth !== outputs[g.output]).map(g => g.id));
  assert.deepEqual(await shown(`id:${graphs[3].id}`), [graphs[3].id]);
  assert.equal(await page.locator("#graph option").count(), 1 + (await page.evaluate(id => document.getElementById("graph").value !== String(id), 3) ? 1 : 0));
  await page.fill("#query", "");
  assert.equal(await page.locator("#graph option").count(), 8);
  assert.ok((await rows()).length > 5);
  assert.ok(await page.locator("#gallery li svg").count() > 2);
};

/* What is shown is in the address, and comes back with it. */
const testChoices = async (browser, path) => {
  const page = await openPage(browser, path);
  const chosen = {"#output": "1", "#measure": "strength", "#coloring": "label", "#order": "id", "#labeling": "1", "#other": "5", "#class-a": "1", "#class-b": "0"};
  for (const [menu, value] of Object.entries(chosen)) await page.selectOption(menu, value);
  await page.locator("#most").fill("3");
  await page.fill("#query", "wrong");
  const texts = async () => Promise.all(["#verdict", "#details", "#drawn", "#labels-hint", "#pair", "#class-pair", "#class-table", "#graphs", "#found-graphs"].map(part => page.textContent(part)));
  const before = await texts();
  await page.reload();
  for (const [menu, value] of Object.entries(chosen)) assert.equal(await page.inputValue(menu), value, menu);
  assert.equal(await page.inputValue("#most"), "3");
  assert.deepEqual(await texts(), before);
  await page.close();
};

/* Two classes side by side: a graph of each and the mean contributions of triples, on one scale; and a graph as either
 * class. */
const testClassPair = async (browser, path) => {
  const page = await openPage(browser, path);
  assert.equal(await page.locator("#class-pair figure svg").count(), 2);
  const captions = await page.locator("#class-pair figcaption").allTextContents();
  assert.match(captions[0], /^Class 0, the surest of/);
  assert.match(captions[1], /^Class 1, the surest of/);
  const {graphs, heads} = await dataOf(page);
  const said = await page.evaluate(() => [...document.querySelectorAll("#class-table tbody tr")].map(row => ({name: row.cells[1].textContent, means: [...row.querySelectorAll(".mean")].map(cell => Number(cell.title)),
    widths: [...row.querySelectorAll(".bar")].map(bar => Number(bar.querySelector("rect")?.getAttribute("width") ?? 0))})));
  assert.equal(said.length, 12);
  const asClass1 = graph => graph.output === 1 ? graph : graph.others.find(other => other.explained === 1); /* both sides are about one class */
  const sums = [0, 1].map(name => {
    const own = graphs.filter(graph => graph.truth === String(name)), weight = new Map();
    for (const graph of own) asClass1(graph).layers.forEach((layer, l) => layer.heads.forEach((part, p) => graph.layers[l].heads[p].weight?.forEach((w, m) => weight.set(`${part.head} ${w}`, (weight.get(`${part.head} ${w}`) ?? 0) + part.contribution[m] / own.length))));
    return weight;
  });
  const differences = [...new Set([...sums[0].keys(), ...sums[1].keys()])].map(key => [sums[0].get(key) ?? 0, sums[1].get(key) ?? 0]).sort((a, b) => Math.abs(b[0] - b[1]) - Math.abs(a[0] - a[1]));
  const most = Math.max(...said.flatMap(row => row.means.map(Math.abs)));
  said.forEach(({means, widths}, i) => {
    for (const c of [0, 1]) {
      assert.ok(Math.abs(Math.abs(means[0] - means[1]) - Math.abs(differences[i][0] - differences[i][1])) < 1e-9, `${means} instead of ${differences[i]}`);
      assert.ok(Math.abs(widths[c] - (means[c] === 0 ? 0 : Math.max(.5, 70 * Math.abs(means[c]) / most))) < 1e-6, "bars have different scales");
    }
  });
  assert.ok(heads.length > 0);
  await page.selectOption("#other", "as:0");
  const first = await page.locator("#pair figcaption").allTextContents();
  assert.match(first[1], /explained as class 0/);
  await page.selectOption("#other", "as:1");
  assert.match((await page.locator("#pair figcaption").allTextContents())[1], /explained as class 1/);
  await shoot(page, "classes-side-by-side", {fullPage: true});
  await page.close();
};

/* Both classes can be explained: their contributions are those of `explain --output`. */
const testOutputs = async (browser, path) => {
  const page = await openPage(browser, path);
  const {graphs, outputs} = await dataOf(page), graph = graphs[0];
  for (let o = 0; o < outputs.length; o++) {
    await page.selectOption("#output", String(o));
    await page.locator('.node[data-node="3"]').click();
    await openAllRows(page);
    await checkNode(page, explain(graph.id, "--output", outputs[o]), 0, Number(await page.inputValue("#head")), 3);
    await page.keyboard.press("Escape");
    await page.locator('.node[data-node="3"]').click();
  }
  const titles = await page.locator("#predictions figcaption").allTextContents();
  for (const kind of [/percent of a class/, /of the second class, are found/, /dashed line, where there is one, is guessing/, /Reliability/]) assert.ok(titles.some(title => kind.test(title)), `${kind} of ${titles}`);
  assert.match(await page.textContent("#predictions"), /expected calibration error \d+\.\d %/);
  await page.close();
};

const testAddress = async page => {
  await page.selectOption("#graph", "3");
  await page.selectOption("#head", "1");
  await page.locator('.node[data-node="2"]').click();
  const verdict = await page.textContent("#verdict"), details = await page.textContent("#details");
  await page.reload();
  assert.equal(await page.textContent("#verdict"), verdict);
  assert.equal(await page.textContent("#details"), details);
  await page.keyboard.press("Escape");
  await page.locator('.node[data-node="2"]').click();
};

const focused = page => page.evaluate(() => document.activeElement?.dataset?.node ?? document.activeElement?.id);

const testKeyboard = async page => {
  await page.locator("#most").focus();
  await page.keyboard.press("Tab");
  const first = await focused(page);
  assert.match(first, /^\d+$/);
  const seen = new Set([first]);
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowUp"]) {
    await page.keyboard.press(key);
    seen.add(await focused(page));
  }
  assert.ok(seen.size > 2);
  assert.match(await page.textContent("#details h3"), new RegExp(`node ${await focused(page)}\\)?$`));
  const kept = await page.textContent("#details h3");
  await page.keyboard.press("Enter"); /* it did nothing */
  assert.equal(await page.locator('.node[aria-pressed="true"]').count(), 1);
  await page.locator("#query").focus();
  assert.equal(await page.textContent("#details h3"), kept);
  await page.locator('.node[aria-pressed="true"]').focus();
  await page.keyboard.press("Escape");
  assert.match(await page.textContent("#details h3"), /gets its output/);
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, [tabindex]")]
    .filter(element => !(element.labels?.length || element.ariaLabel || element.getAttribute("aria-labelledby") || element.textContent.trim())).map(element => element.outerHTML));
  assert.deepEqual(nameless, []);
};

const testPhone = async (browser, path) => {
  const page = await openPage(browser, path, {viewport: {width: 390, height: 844}});
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "wider than a phone");
  await shoot(page, "phone", {fullPage: true});
  await page.close();
};

/* Who reads in the dark still prints on white paper: the page, and a picture of its own. */
const testPaper = async (dark, browser) => {
  const colors = page => page.evaluate(() => [".sg-ink", ".sg-paper"].map(name => document.querySelector(name)).map(element => element && getComputedStyle(element).fill));
  await dark.emulateMedia({media: "print", colorScheme: "dark"});
  assert.equal((await colors(dark))[0], "rgb(28, 33, 38)");
  assert.equal(await dark.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  const path = join(folder, "curves.svg");
  sharegnn("plot", "run", "--out", "curves.svg");
  const picture = await openPage(browser, path, {colorScheme: "dark"});
  assert.deepEqual(await colors(picture), ["rgb(232, 235, 238)", "rgb(21, 25, 29)"]);
  await picture.emulateMedia({media: "print", colorScheme: "dark"});
  assert.deepEqual(await colors(picture), ["rgb(28, 33, 38)", "rgb(255, 255, 255)"]);
  await picture.close();
};

/* The strongest triples, the steps to the output, all graphs, two of them, and the cells of the matrix. */
const testOverview = async page => {
  const graphs = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).graphs);
  await page.fill("#query", "");
  await page.selectOption("#graph", "1");
  await page.selectOption("#layer", "0");
  const amounts = (await page.locator(".waterfall .amount").allTextContents()).map(text => Number(text.replace("−", "-").replace("+", "")));
  const sum = amounts.slice(0, -1).reduce((total, amount) => total + amount, 0), output = amounts.at(-1);
  assert.ok(Math.abs(output - graphs[1].value) < 1e-3 * Math.max(1, Math.abs(output)));
  assert.ok(Math.abs(sum - output) < 5e-3 * Math.max(1, ...amounts.map(Math.abs)), `${amounts}`);
  const strongest = await page.locator("#importance tbody tr").count();
  assert.ok(strongest > 5 && strongest <= 20);
  assert.equal(await page.locator("#importance tbody tr:first-child .dots circle").count() <= graphs.length, true);
  assert.equal(await page.locator("#graphs li").count(), graphs.length);
  assert.equal(await page.locator("#graphs svg").count(), 0, "thumbnails are drawn before they are seen");
  await page.locator("#graphs li").first().scrollIntoViewIfNeeded();
  await page.locator("#graphs svg").first().waitFor();
  await page.selectOption("#order", "id");
  const ids = (await page.locator("#graphs li button").allTextContents()).map(text => Number(/\d+/.exec(text)[0]));
  assert.deepEqual(ids, graphs.map(graph => graph.id).sort((a, b) => a - b));
  await page.locator("#graphs li button").nth(4).click();
  assert.match(await page.textContent("#verdict"), new RegExp(`^Graph ${ids[4]},`));
  await page.selectOption("#other", "2");
  assert.equal(await page.locator("#pair svg").count(), 2);
  await page.selectOption("#other", "");
  const cell = page.locator("#predictions [data-row][tabindex]").first();
  const [truth, predicted] = [await cell.getAttribute("data-row"), await cell.getAttribute("data-column")];
  await cell.focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.inputValue("#query"), `class:${truth} predicted:${predicted}`);
  assert.match(await page.textContent("#verdict"), new RegExp(`Predicted: class ${predicted}`));
  await page.fill("#query", "");
  assert.match(await page.textContent(".interval"), /95 % confidence interval of the mean over 4 folds: [\d.]+ to [\d.]+/);
};

const main = async () => {
  const path = makeReport();
  assert.ok(statSync(path).size < 5e6);
  const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: ["--no-sandbox"]});
  try {
    const page = await openPage(browser, path, {colorScheme: "light"});
    await shoot(page, "light", {fullPage: true});
    await testPointer(page);
    await testArrows(page);
    await testUntrained(page);
    await testSearch(page);
    await testKeyboard(page);
    await testAddress(page);
    const overview = await openPage(browser, path);
    await testOverview(overview);
    await overview.close();
    await testChoices(browser, path);
    await testClassPair(browser, path);
    await testOutputs(browser, path);
    await testNumbersSeen(browser, path);
    await page.emulateMedia({media: "print"});
    await shoot(page, "print", {fullPage: true});
    const dark = await openPage(browser, path, {colorScheme: "dark"});
    await shoot(dark, "dark", {fullPage: true});
    await testPaper(dark, browser);
    await testPhone(browser, path);
    await testAxe(browser, path);
    await testFindings(browser);
    await testChemist(browser);
    await testTasks(browser);
    await testDesigner(browser);
    await testMany(browser);
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
  }
};

try {
  await main();
  console.log(`the report works; screenshots are in ${shots}`);
} finally {
  rmSync(folder, {recursive: true, force: true});
}
