/* report.mjs - the HTML report in a real browser, as people use it: with a pointer, with the keyboard
 * alone, on paper, in the dark and on a phone.  The numbers that it shows are those of
 * `sharegnn explain --json`. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [binary, shots] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "sharegnn-browser-"));
const sharegnn = (...args) => execFileSync(binary, args, {cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28});

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

const explain = graph => {
  const model = join("run/models", readdirSync(join(folder, "run/models"))[0]);
  return JSON.parse(sharegnn("explain", model, "RINGS", "--graph", String(graph), "--json", "--data-dir", "data"));
};

/* ---- A page and what it complains about ------------------------------------------------------ */

const complaints = [];

const openPage = async (browser, path, options) => {
  const page = await browser.newPage({viewport: {width: 1280, height: 900}, reducedMotion: "reduce", ...options});
  page.on("console", message => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
  page.on("pageerror", error => complaints.push(error.message));
  page.on("request", request => { if (request.url() !== `file://${path}`) complaints.push(`asks for ${request.url()}`); });
  await page.goto(`file://${path}`);
  return page;
};

const shoot = (page, name, options = {}) => page.screenshot({path: join(shots, `${name}.png`), ...options});

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

const testThreshold = async page => {
  const arrows = () => page.locator("#picture .message").count();
  await page.mouse.move(5, 5);
  await page.locator("#threshold").fill("100");
  const few = await arrows();
  await page.locator("#threshold").fill("0");
  assert.ok(few >= 1 && await arrows() > few);
  await page.locator("#threshold").fill("60");
  await page.selectOption("#measure", "strength");
  await page.selectOption("#coloring", "label");
  await page.selectOption("#coloring", "node");
  await page.selectOption("#measure", "contribution");
  await page.selectOption("#coloring", "name");
};

const testSearch = async page => {
  await page.fill("#query", "distance 3");
  const first = await page.locator("#triples tbody tr").first().innerText();
  assert.match(first, /at distance 3/);
  await page.locator("#triples tbody tr button").first().click();
  assert.match(await page.textContent("#details h3"), /at distance 3/);
  assert.ok(await page.locator("#picture .message").count() >= 1);
  await page.fill("#query", "nothing is called so");
  assert.match(await page.textContent("#found"), /No triple of the 8 graphs in this page \(of 40\)/);
  await page.fill("#query", "");
  assert.ok(await page.locator("#triples tbody tr").count() > 5);
  assert.ok(await page.locator("#gallery li svg").count() > 2);
};

const focused = page => page.evaluate(() => document.activeElement?.dataset?.node ?? document.activeElement?.id);

const testKeyboard = async page => {
  await page.locator("#threshold").focus();
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

const main = async () => {
  const path = makeReport();
  assert.ok(statSync(path).size < 5e6);
  const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: ["--no-sandbox"]});
  try {
    const page = await openPage(browser, path, {colorScheme: "light"});
    await shoot(page, "light", {fullPage: true});
    await testPointer(page);
    await testThreshold(page);
    await testSearch(page);
    await testKeyboard(page);
    await page.emulateMedia({media: "print"});
    await shoot(page, "print", {fullPage: true});
    const dark = await openPage(browser, path, {colorScheme: "dark"});
    await shoot(dark, "dark", {fullPage: true});
    await testPaper(dark, browser);
    await testPhone(browser, path);
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
