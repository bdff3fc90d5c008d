/* findings.mjs - what people once found wrong or mute in the report, each as a test.
 *
 * Where each finding is tested (functions of this file unless a file is named):
 *
 *   "± nan" for single folds                    testOneFold
 *   search takes label numbers for names        testNames, testSearch in report.mjs
 *   mean curves drop folds that stopped         testStopped
 *   accuracy up to 120 %, epoch 1.5             testAxes
 *   numbers of the output hidden at 1280        testLongHeads, testNumbersSeen in report.mjs
 *   progress shows the luckiest fold            tests/cli/progress.sh
 *   untrained weights drawn as learned          testUntrained in report.mjs
 *   triples of two heads look the same          testHeadsTold
 *   images are blue zeros                       testImages in tasks.mjs, testRings in designer.mjs
 *   texts are dots                              testTexts in tasks.mjs
 *   hairballs                                   testTies, testClasses in tasks.mjs
 *   atoms are numbers, colors change            testElements, testMolecules in tasks.mjs
 *   arrows like atoms, signs alike in gray      testArrowColors, testNames, testGray in designer.mjs
 *   unseen parts shown as 0                     testUnknown
 *   numbers in nodes illegible                  testElements, testPhoneType in designer.mjs
 *   Enter does nothing                          testKeyboard in report.mjs
 *   "Nodes show" loses the count of messages    testChoices in report.mjs
 *   the menu is clipped and has no filter       testMenu
 *   193 of 1,000 graphs without a word          testAskedFor
 *   figures cut on phones                       testNothingCut
 *   half-empty pages on paper                   testPaperIsUsed, testPaperBlocks in designer.mjs
 *   titles of plots clipped                     testTitles, testPlots
 *   failed cells eat the scale                  tests/unit/draw/test_chart.c
 *   terminal: width, bars, ±                    tests/cli/results_terminal.sh, labels.sh, results.sh */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataOf, folder, openPage, sharegnn, shoot } from "./bench.mjs";

const MOLECULES = ["CCO", "c1ccccc1O", "CC(=O)N", "C[NH+](C)C", "CC#N", "c1ccncc1", "CCCl", "OCC(=O)[O-]", "c1ccc2ccccc2c1", "CN", "CCCC", "OC=O", "NCC=O", "ClCC#N", "NCCO", "OCCN"];

const PARTS = ["train", "train", "validation", "train", "test"];
const HEADS = '"wl:1 @ distance 0..2"';

const runIt = (name, protocol, {epochs = 6, more = "", heads = HEADS, table = name} = {}) => {
  writeFileSync(join(folder, `${table}.csv`), "smiles,label,part\n" + MOLECULES.map((text, i) => `${text},${i % 2},${PARTS[i % 5]}`).join("\n") + "\n");
  writeFileSync(join(folder, `${name}.yml`), `data: ${join(folder, `${table}.csv`)}?target=label&split=part
task: classification
vocabulary: all
${protocol}
layers:
  - encoder: { heads: [${heads}] }
  - decoder: { heads: ["label"], outputs: ${heads === HEADS ? "classes" : 4} }
${heads === HEADS ? "" : "  - linear: { outputs: classes }\n"}train: { epochs: ${epochs}, learning-rate: 0.05${more} }
`);
  sharegnn("run", `${name}.yml`, "--out", name, "--quiet");
  sharegnn("report", name, "--out", `${name}.html`, "--graphs", "1000");
  return join(folder, `${name}.html`);
};

/* One fold has no spread: nothing is "± nan". */
const testOneFold = async browser => {
  const page = await openPage(browser, runIt("one", "protocol: fixed"));
  const text = await page.evaluate(() => document.body.innerText);
  assert.ok(!/\bnan\b/i.test(text), "the page says nan");
  await page.close();
};

/* Axes end where values end: no accuracy above 100 %, no epoch between two epochs. */
const testAxes = async page => {
  const ticks = await page.evaluate(() => [...document.querySelectorAll("#curves svg, #results svg")].map(svg => ({title: svg.getAttribute("aria-label") ?? svg.querySelector("title")?.textContent,
    texts: [...svg.querySelectorAll("text")].map(text => text.textContent)})));
  const curves = ticks.filter(figure => figure.texts.includes("epoch"));
  assert.ok(curves.length > 0, "there are no curves");
  for (const {texts} of curves) {
    const numbers = texts.filter(text => /^-?\d+(\.\d+)?$/.test(text)).map(Number);
    if (!texts.some(text => /\(%\)/.test(text))) continue;
    assert.ok(Math.max(...numbers) <= 100 && Math.min(...numbers) >= 0, `an axis goes from ${Math.min(...numbers)} to ${Math.max(...numbers)} %`);
    assert.ok(numbers.every(Number.isInteger), `there is a tick between two epochs: ${texts}`);
  }
};

/* Mean curves keep the last value of a fold that has stopped: they end at the mean of where all folds ended. */
const testStopped = async page => {
  const query = "import json, sqlite3, sys; print(json.dumps(sqlite3.connect(sys.argv[1]).execute(\"select n_epochs, (select test_metric from epoch where job = job.id and epoch = n_epochs) from job where stage = 'evaluate'\").fetchall()))";
  const jobs = JSON.parse(execFileSync("python3", ["-c", query, join(folder, "folds/results.sqlite")], {encoding: "utf8"}));
  assert.ok(new Set(jobs.map(job => job[0])).size > 1, "no fold stops before another one");
  const end = await page.evaluate(() => {
    const svg = [...document.querySelectorAll("#curves svg")].find(figure => [...figure.querySelectorAll("text")].some(text => text.textContent === "epoch") && [...figure.querySelectorAll("text")].some(text => /accuracy/.test(text.textContent)));
    const line = [...svg.querySelectorAll("path")].find(path => path.getAttribute("stroke") === "#009e73" && path.getAttribute("stroke-width") === "1.75");
    const last = line.getAttribute("d").split(/[ML]/).at(-1).split(" ").map(Number);
    const ticks = [...svg.querySelectorAll("text")].filter(text => /^\d+$/.test(text.textContent)).map(text => ({value: Number(text.textContent), x: text.getBBox().x, y: text.getBBox().y + text.getBBox().height / 2}));
    const left = Math.min(...ticks.map(tick => tick.x)), axis = ticks.filter(tick => tick.x < left + 30).sort((a, b) => a.value - b.value), [low, high] = [axis[0], axis.at(-1)];
    return low.value + (last[1] - low.y) / (high.y - low.y) * (high.value - low.value);
  });
  const mean = jobs.reduce((sum, job) => sum + job[1], 0) / jobs.length;
  assert.ok(Math.abs(end - mean) < 2, `the mean curve ends at ${end.toFixed(1)}, the folds at ${mean.toFixed(1)} on average`);
};

/* Where heads have long names, their numbers are still inside of the panel. */
const testLongHeads = async browser => {
  const page = await openPage(browser, runIt("heads", "protocol: k-fold\nfolds: 2", {epochs: 2, heads: '"wl-edges:2 @ distance 0..6", "wl:3 -> label @ distance 0..4", "wl-edges:1 -> wl-edges:2 @ distance 0..6", "label -> wl-edges:3 @ distance 0..6"'}));
  const hidden = await page.evaluate(() => {
    const panel = document.getElementById("details").getBoundingClientRect();
    return [...document.querySelectorAll("#details td, #details th")].filter(cell => cell.getBoundingClientRect().right > panel.right + 1).length;
  });
  assert.equal(hidden, 0, `${hidden} cells are hidden at 1280 pixels`);
  await page.close();
};

/* Two heads with the same expression have triples of the same labels: the head is part of their names then. */
const testHeadsTold = async browser => {
  const page = await openPage(browser, runIt("twins", "protocol: k-fold\nfolds: 2", {epochs: 2, heads: '"wl:1 @ distance 0..1 x2"'}));
  for (const list of ["#triples tbody tr td:first-child", "#importance tbody button"]) {
    const names = await page.locator(list).allInnerTexts();
    assert.ok(names.length > 3 && names.every(name => /head [01]\)/.test(name)), `${list}: ${names.join("; ")}`);
    assert.equal(new Set(names).size, names.length, names.join("; "));
  }
  await page.close();
};

/* Nobody takes an arrow for an atom: the colors of messages are far from those of nitrogen and oxygen. */
const testArrowColors = async page => {
  await page.locator("#most").fill("12");
  const colors = await page.evaluate(() => [".message.positive", ".message.negative"].map(name => document.querySelector(`#picture ${name}`)).filter(Boolean).map(element => getComputedStyle(element).stroke));
  assert.ok(colors.length > 0);
  const hue = color => { const [r, g, b] = color.match(/\d+/g).map(Number), most = Math.max(r, g, b), range = most - Math.min(r, g, b); return 60 * (most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4); };
  for (const color of colors) for (const [atom, other] of [["N", "rgb(61, 107, 224)"], ["O", "rgb(216, 53, 44)"]]) {
    const apart = Math.abs(hue(color) - hue(other));
    assert.ok(Math.min(apart, 360 - apart) > 25, `arrows look like ${atom}: ${color}`);
  }
  await page.locator("#most").fill("0");
};

/* The menu shows all of what it says, and the search filters it. */
const testMenu = async page => {
  const lacking = await page.evaluate(() => {
    const select = document.getElementById("graph"), pen = document.createElement("canvas").getContext("2d");
    pen.font = getComputedStyle(select).font;
    return Math.max(...[...select.options].map(entry => pen.measureText(entry.textContent).width)) - select.clientWidth + 20;
  });
  assert.ok(lacking <= 0, `the menu of graphs lacks ${lacking.toFixed(0)} pixels`);
  const all = await page.locator("#graph option").count();
  await page.fill("#query", "class:1");
  assert.ok(await page.locator("#graph option").count() < all, "the menu has no filter");
  await page.fill("#query", "");
};

/* What the model has never met is hatched and named, not shown as 0: the atoms of the test graph are new to it. */
const testUnknown = async browser => {
  writeFileSync(join(folder, "unknown.csv"), "smiles,label,split\n" + ["CCO,0,train", "CCN,1,train", "CCCO,0,train", "CCCN,1,train", "CCCl,0,validation", "CN,1,validation", "CCBr,0,test", "CC#N,1,test"].join("\n") + "\n");
  writeFileSync(join(folder, "unknown.yml"), `data: ${join(folder, "unknown.csv")}?target=label&split=split
task: classification
protocol: fixed
vocabulary: train
layers:
  - encoder: { heads: ["wl:1 @ distance 0..1"] }
  - decoder: { heads: ["label"], outputs: classes }
train: { epochs: 2, learning-rate: 0.05 }
`);
  sharegnn("run", "unknown.yml", "--out", "unknown", "--quiet");
  sharegnn("report", "unknown", "--out", "unknown.html");
  const page = await openPage(browser, join(folder, "unknown.html"));
  assert.ok(await page.locator("#picture .halo.unknown").count() >= 1, "nothing is unknown");
  assert.match(await page.textContent("#legend"), /never met/);
  await page.close();
  sharegnn("explain", "unknown", `${join(folder, "unknown.csv")}?target=label&split=split`, "--graph", "6", "--out", "unknown.svg");
  assert.match(readFileSync(join(folder, "unknown.svg"), "utf8"), /data-unknown="true".*never met/s);
};

/* CSL: all nodes are alike, and 164 messages are one triple.  It is a disc with two arrows, on the page and in a file. */
const testTies = async browser => {
  sharegnn("data", "make", "CSL", "--out", folder);
  writeFileSync(join(folder, "csl.yml"), `data: CSL
protocol: k-fold
folds: 5
layers:
  - encoder: { heads: ["cycles:4 @ distance 0,1"] }
  - decoder: { heads: ["cycles:4"], outputs: classes, pool: mean }
train: { epochs: 2, learning-rate: 0.05 }
`);
  sharegnn("run", "csl.yml", "--out", "csl", "--quiet", "--data-dir", folder);
  sharegnn("report", "csl", "--out", "csl.html", "--data-dir", folder);
  const page = await openPage(browser, join(folder, "csl.html"));
  assert.ok(await page.locator("#picture .message").count() <= 12, "a hairball");
  assert.deepEqual(await page.locator(".class-disc text").allTextContents(), ["41"]);
  assert.ok((await page.locator("#picture .times").allTextContents()).includes("× 164"));
  await page.close();
  sharegnn("explain", "csl", "CSL", "--graph", "45", "--out", "csl.svg", "--data-dir", folder);
  const svg = readFileSync(join(folder, "csl.svg"), "utf8");
  assert.equal((svg.match(/data-messages=/g) ?? []).length, 2);
  assert.ok(svg.includes("× 164") && svg.includes("× 41"));
};

/* The atoms of a kind have one color in all graphs, and symbols instead of numbers. */
const testElements = async page => {
  const {graphs} = await dataOf(page), colors = new Map();
  for (let g = 0; g < graphs.length; g++) {
    await page.selectOption("#graph", String(g));
    const atoms = await page.locator("#picture .atom").evaluateAll(list => list.map(element => [element.textContent.replace(/[^A-Za-z]/g, "").replace(/H$|^H(?=[A-Z])/, ""), getComputedStyle(element).fill]));
    for (const [symbol, color] of atoms) {
      assert.ok(!/^\d+$/.test(symbol), "an atom is a number");
      if (symbol === "") continue;
      assert.equal(colors.get(symbol) ?? color, color, `${symbol} changes its color`);
      colors.set(symbol, color);
    }
    const small = await page.evaluate(() => [...document.querySelectorAll("#picture text")].filter(text => text.textContent && text.getBoundingClientRect().height < 7).length);
    assert.equal(small, 0, "words are too small to be read");
  }
  assert.ok(colors.size >= 2, [...colors.keys()].join());
};

/* Names of atoms are found, labels have words, and raising and lowering differ in more than their color. */
const testNames = async page => {
  await page.fill("#query", "C N");
  const rows = await page.locator("#triples tbody tr td:first-child").allInnerTexts();
  assert.ok(rows.length > 0, "C N finds nothing");
  for (const name of rows) assert.match(name, /^(aromatic )?C\w*\b.* → (aromatic )?N\w*\b/);
  assert.ok(rows.every(name => /next to|alone/.test(name)), rows.join("; "));
  await page.fill("#query", "");
  const dashes = await page.evaluate(() => [".halo.raises", ".halo.lowers"].map(name => document.querySelector(`#picture ${name}`)).filter(Boolean).map(element => getComputedStyle(element).strokeDasharray));
  if (dashes.length === 2) assert.notEqual(dashes[0], dashes[1]);
  const amounts = await page.locator(".waterfall .amount").allTextContents();
  assert.ok(amounts.slice(1, -1).every(text => /^[+−0]/.test(text)), amounts.join(" "));
};

/* Fewer graphs than asked for: the page says so. */
const testAskedFor = async page => {
  const {graphs} = await dataOf(page);
  assert.match(await page.textContent("#left-out"), new RegExp(`${graphs.length} of the 1,000 graphs`));
};

/* On a phone no figure, table or menu is cut: what is wider than the page can be moved, and shows it. */
const testNothingCut = async (browser, path) => {
  const page = await openPage(browser, path, {viewport: {width: 390, height: 844}});
  const cut = await page.evaluate(() => [...document.querySelectorAll("svg, table, select, h1, h2, h3, figcaption")].filter(element => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.right <= innerWidth + 1) return false;
    for (let above = element.parentElement; above; above = above.parentElement) {
      if (above.tagName.toLowerCase() === "svg") return false;
      const style = getComputedStyle(above);
      if (["auto", "scroll"].includes(style.overflowX)) return above.tabIndex < 0 && !above.querySelector("[tabindex], button, a") && style.backgroundImage === "none";
    }
    return true;
  }).map(element => `${element.tagName} ${element.id || element.getAttribute("class") || element.textContent.slice(0, 40)}`));
  assert.deepEqual(cut, []);
  await page.close();
};

/* On paper pages are full: not many more than the same words and figures take where everything may be cut. */
const testPaperIsUsed = async (browser, path) => {
  const page = await openPage(browser, path, {viewport: {width: 673, height: 1002}});
  const count = async () => ((await page.pdf({format: "A4", printBackground: true})).toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;
  const pages = await count();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.addStyleTag({content: "* { break-inside: auto !important; break-after: auto !important; break-before: auto !important; }"});
  const needed = await count();
  assert.ok(pages <= 1.1 * needed + 1, `${pages} pages for what needs ${needed}`);
  assert.ok(wide <= 673, `the page is ${wide} pixels wide and printed smaller than it is`);
  await page.close();
};

/* The title of every plot is inside of it, however long the name of the data is, and no words overlap. */
const checker = fileURLToPath(new URL("../../tools/svg_overlaps", import.meta.url));
const testTitles = () => {
  sharegnn("plot", "long", "--kind", "curves", "--out", "long.svg");
  execFileSync("python3", [checker, join(folder, "long.svg")], {encoding: "utf8"});
};
const testPlots = () => {
  const files = [];
  for (const kind of ["curves", "loss", "confusion", "roc", "precision", "calibration", "weights", "occurrences"]) {
    files.push(join(folder, `plot-${kind}.svg`));
    sharegnn("plot", "folds", "--kind", kind, "--out", files.at(-1));
  }
  for (let g = 0; g < 3; g++) {
    files.push(join(folder, `explain-${g}.svg`), join(folder, `arrows-${g}.svg`));
    sharegnn("explain", "folds", `${join(folder, "folds.csv")}?target=label&split=part`, "--graph", String(g), "--out", files.at(-2));
    sharegnn("explain", "folds", `${join(folder, "folds.csv")}?target=label&split=part`, "--graph", String(g), "--arrows", "--out", files.at(-1));
  }
  execFileSync("python3", [checker, ...files], {encoding: "utf8"});
};

export const testFindings = async browser => {
  await testOneFold(browser);
  const few = await openPage(browser, runIt("long", "protocol: k-fold\nfolds: 2", {epochs: 2, table: "MEASUREMENTS_OF_MANY_MOLECULES_THAT_PEOPLE_HAVE_COLLECTED_OVER_MANY_YEARS"}));
  await testAxes(few);
  await few.close();
  testTitles();
  await testLongHeads(browser);
  await testHeadsTold(browser);
  const path = runIt("folds", "protocol: k-fold\nfolds: 2", {more: ", patience: 2"});
  const page = await openPage(browser, path);
  await testAxes(page);
  await testStopped(page);
  await testMenu(page);
  await testElements(page);
  await testNames(page);
  await testAskedFor(page);
  await testArrowColors(page);
  await shoot(page, "findings", {fullPage: true});
  await page.close();
  await testNothingCut(browser, path);
  await testPaperIsUsed(browser, path);
  testPlots();
  await testUnknown(browser);
  await testTies(browser);
};
