/* many.mjs - a report of 10,000 graphs: most of them are in packed blocks, none is left out, and the page is as quick
 * as one of 40. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataOf, folder, openPage, sharegnn } from "./bench.mjs";

const GRAPHS = 10000;

/* Rings with a tail; half of the graphs are there to be trained with. */
const makeMany = () => {
  const arcs = [], indicator = [], labels = [], classes = [];
  for (let g = 1; g <= 2 * GRAPHS; g++) {
    const first = indicator.length + 1, n = 8 + g % 5, ring = 3 + g % 4;
    for (let v = 0; v < n; v++) {
      indicator.push(g);
      labels.push((v * g + v) % 4);
      if (v > 0) arcs.push(`${first + v}, ${first + v - 1}`, `${first + v - 1}, ${first + v}`);
    }
    arcs.push(`${first}, ${first + ring - 1}`, `${first + ring - 1}, ${first}`);
    classes.push(ring % 2);
  }
  const files = {A: arcs, graph_indicator: indicator, node_labels: labels, graph_labels: classes};
  mkdirSync(join(folder, "data/MANY"), {recursive: true});
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, `data/MANY/MANY_${name}.txt`), lines.join("\n") + "\n");
  writeFileSync(join(folder, "many.yml"), `data: MANY
protocol: k-fold
folds: 2
layers:
  - encoder: { heads: ["wl:1 @ distance 0..3"] }
  - decoder: { heads: ["label"], outputs: classes }
train: { epochs: 1, batch-size: 256, learning-rate: 0.05 }
`);
  sharegnn("run", "many.yml", "--out", "many", "--quiet", "--data-dir", "data");
  sharegnn("report", "many", "--out", "many.html", "--data-dir", "data", "--graphs", String(GRAPHS));
  return join(folder, "many.html");
};

/* How long the machine takes for a page of nothing, and for work of about 100 ms on a quiet one: what the
 * limits of 1.5 s and 100 ms are measured against where the machine is busy. */
const yardstick = async browser => {
  const page = await browser.newPage(), begin = Date.now();
  await page.goto("data:text/html,<p>nothing");
  const opened = Date.now() - begin;
  const worked = await page.evaluate(() => { const from = performance.now(); let sum = 0; for (let i = 0; i < 1e8; i++) sum += i % 7; return sum > 0 ? performance.now() - from : 0; });
  await page.close();
  return Math.max(1, opened / 100, worked / 100);
};

export const testMany = async browser => {
  const path = makeMany(), busy = await yardstick(browser);
  const page = await openPage(browser, path);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  const data = await dataOf(page);
  assert.equal(data.graphs.length, GRAPHS);
  assert.ok(data.blocks.length > 1, "there are no blocks");
  assert.equal(await page.textContent("#left-out"), "");
  /* from a graph to the next, also where a block begins, and far away */
  const steps = [];
  const verdict = id => page.waitForFunction(wanted => new RegExp(`^Graph ${wanted},`).test(document.getElementById("verdict").textContent), id, {polling: 2});
  for (const from of [0, 5, data.blocks[0] - 1, data.blocks[1] - 1, GRAPHS - 2]) {
    await page.fill("#query", `id:${data.graphs[from].id}`);
    await page.locator("#found-graphs button").first().click();
    await verdict(data.graphs[from].id);
    await page.fill("#query", "");
    steps.push(await page.evaluate(wanted => new Promise(done => {
      const begin = performance.now(), isThere = () => new RegExp(`^Graph ${wanted},`).test(document.getElementById("verdict").textContent);
      document.getElementById("next").click();
      const look = () => isThere() ? done(performance.now() - begin) : setTimeout(look, 1);
      look();
    }), data.graphs[from + 1].id));
  }
  /* nothing asks for the size of anything on the way to the next graph: that lays out the whole page */
  const asked = await page.evaluate(() => {
    const list = [], spy = (owner, name) => {
      const before = Object.getOwnPropertyDescriptor(owner, name), note = function (...given) { list.push(name); return before.get ? before.get.call(this) : before.value.apply(this, given); };
      Object.defineProperty(owner, name, before.get ? {...before, get: note} : {...before, value: note});
      return () => Object.defineProperty(owner, name, before);
    };
    const undo = [...["clientWidth", "clientHeight", "getBoundingClientRect", "scrollHeight"].map(name => spy(Element.prototype, name)), spy(SVGGraphicsElement.prototype, "getBBox"), spy(HTMLElement.prototype, "offsetWidth")];
    document.getElementById("previous").click();
    undo.forEach(each => each());
    return list;
  });
  assert.deepEqual(asked, []);
  console.log(`10,000 graphs, ${(readFileSync(path).length / 1e6).toFixed(1)} MB: first paint ${paint.toFixed(0)} ms, next graph ${steps.map(ms => ms.toFixed(0)).join(", ")} ms; the machine is ${busy.toFixed(1)} x as slow as a quiet one`);
  assert.ok(paint < 1500 * 5 * busy, `first paint after ${paint} ms`);
  for (const step of steps) assert.ok(step < 100 * 5 * busy, `the next graph takes ${step} ms`);
  /* all of them are read in the end */
  await page.waitForFunction(() => document.getElementById("progress").textContent === "" && /the 10,000 graphs in this page \(of 20,000\)/.test(document.getElementById("found").textContent) && !/so far/.test(document.getElementById("found").textContent), null, {timeout: 300000});
  await page.goto(`file://${path}#explorer?graph=${data.graphs[GRAPHS - 1].id}`);
  await page.reload();
  await verdict(data.graphs[GRAPHS - 1].id);
  await page.close();
};
