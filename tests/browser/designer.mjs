/* designer.mjs - what a designer found illegible, mute or misleading on phones, on paper and in single kinds of pages. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataOf, folder, openPage, runOf, sharegnn, shoot } from "./bench.mjs";

const PHONE = {viewport: {width: 375, height: 800}};
const LEAST_TYPE = 8; /* pixels that a phone's reader can read */

/* Words of figures and of the large picture, in pixels of the screen; those of small structures are left out, because
 * the same words stand beside them. */
const smallestType = page => page.evaluate(() => {
  let least = {size: Infinity, text: ""};
  for (const text of document.querySelectorAll("figure .picture svg text, #picture text, .waterfall text")) {
    if (text.textContent.trim() === "" || text.getBoundingClientRect().width === 0) continue;
    const matrix = text.getScreenCTM(), size = Number.parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b);
    if (size < least.size) least = {size, text: `${text.textContent} in ${text.ownerSVGElement.getAttribute("class")}`};
  }
  return least;
});

const testPhoneType = async (browser, name) => {
  const page = await openPage(browser, join(folder, `${name}.html`), PHONE);
  const {size, text} = await smallestType(page);
  assert.ok(size >= LEAST_TYPE, `${name}: "${text}" is written in ${size.toFixed(1)} pixels`);
  /* names of triples are lines of words, not columns of letters */
  const columns = await page.evaluate(() => [...document.querySelectorAll("#importance .words, #class-table .words, #triples .words")].filter(cell => {
    const box = cell.getBoundingClientRect();
    return cell.textContent.length > 12 && box.width > 0 && box.height > 4 * box.width;
  }).length);
  assert.equal(columns, 0, `${name}: ${columns} names stand in columns of letters`);
  const wide = await page.evaluate(() => [...document.querySelectorAll("table.cards caption")].filter(caption => caption.getBoundingClientRect().right > innerWidth + 1).map(caption => caption.textContent));
  assert.deepEqual(wide, [], `${name}: captions are cut`);
  await shoot(page, `phone-${name}`, {fullPage: true});
  await page.close();
};

/* On paper nothing that must stay together takes more than half of a page, so no page need be half empty; and figures
 * stand two in a row. */
const testPaperBlocks = async (browser, name) => {
  const page = await openPage(browser, join(folder, `${name}.html`), {viewport: {width: 673, height: 1002}});
  await page.emulateMedia({media: "print"});
  const large = await page.evaluate(() => [...document.querySelectorAll("main *")].filter(element => getComputedStyle(element).breakInside === "avoid" && element.getBoundingClientRect().height > 501)
    .map(element => `${element.tagName} ${element.id} ${element.getAttribute("class") ?? ""}: ${Math.round(element.getBoundingClientRect().height)} pixels`));
  assert.deepEqual(large, [], `${name}: larger than half of a page`);
  const tops = await page.locator("#curves figure").evaluateAll(list => list.map(figure => Math.round(figure.getBoundingClientRect().top)));
  if (tops.length === 2) assert.equal(tops[0], tops[1], "curves stand one below the other");
  assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("predictions")).orphans), "1", "two rows of figures go to the next page together");
  const menus = await page.evaluate(() => [...document.querySelectorAll("select")].filter(menu => menu.getBoundingClientRect().width > 0).length);
  assert.equal(menus, 0, "menus are printed");
  await page.close();
};

/* Triples of images are places around a pixel, those of texts are words before and after. */
const testPlaces = async browser => {
  const images = await openPage(browser, join(folder, "images.html"));
  const names = await images.locator("#importance tbody button").allTextContents();
  assert.ok(names.length > 3 && names.every(name => /^pixel (itself|\d (left|right|above|below)(, \d (above|below))?)\b/.test(name)), names.join("; "));
  const rows = await images.locator("#importance tbody tr").evaluateAll(list => list.map(row => [row.querySelector("button").textContent, row.querySelectorAll(".offset rect").length, row.querySelectorAll(".offset .from").length]));
  for (const [name, cells, marked] of rows) assert.ok(cells === 9 && marked === 1, `${name}: ${cells} cells, ${marked} marked`);
  await images.close();
  const texts = await openPage(browser, join(folder, "texts.html"));
  const pairs = await texts.locator("#importance tbody button").allTextContents();
  assert.ok(pairs.length > 3);
  assert.equal(await texts.locator("#importance .structures svg").count(), 0, "discs stand for words");
  /* the words of two texts look as they do in the large picture */
  const looks = await texts.evaluate(() => [document.querySelector("#picture .word"), document.querySelector("#class-pair .word")].map(word => `${getComputedStyle(word).stroke} ${getComputedStyle(word.parentNode.querySelector("text")).fontFamily}`));
  assert.equal(looks[0], looks[1]);
  await texts.close();
};

/* Offsets of texts in words: the sender stands before or after. */
const testWordsBefore = async browser => {
  writeFileSync(join(folder, "order.csv"), "text,label\n" + ["good film", "bad film", "good cast", "bad cast", "film good", "film bad"].map((text, i) => `${text},${i % 2}`).join("\n") + "\n");
  writeFileSync(join(folder, "order.yml"), `data: ${join(folder, "order.csv")}?text=text&target=label
protocol: k-fold
folds: 2
vocabulary: all
layers:
  - encoder: { heads: ["label @ offset 3x1 101"] }
  - decoder: { heads: ["none"], outputs: classes }
train: { epochs: 2, learning-rate: 0.05 }
`);
  sharegnn("run", "order.yml", "--out", "order", "--quiet");
  sharegnn("report", "order", "--out", "order.html", "--graphs", "6");
  const page = await openPage(browser, join(folder, "order.html")), {graphs} = await dataOf(page);
  const names = await page.locator("#importance tbody button").allTextContents();
  assert.ok(names.length > 0);
  for (const name of names) {
    const [, from, to, side] = /^(\S+) → (\S+), 1 word (before|after)/.exec(name) ?? [];
    assert.ok(graphs.some(graph => graph.names.some((word, i) => word === to && graph.names[i + (side === "before" ? -1 : 1)] === from)), `no text has ${name}`);
  }
  await page.close();
};

/* Models of nodes: the page says nodes, and shows which one it explains. */
const testNodesSaid = async browser => {
  const page = await openPage(browser, join(folder, "nodes.html")), {graphs, all} = await dataOf(page);
  assert.match(await page.textContent(".score"), /on test nodes/);
  assert.match(await page.textContent("#verdict"), /^Node \d+ of graph \d+, in a graph of/);
  assert.equal(await page.locator("#picture .node.asked").getAttribute("data-node"), String(graphs[0].explained_node));
  assert.equal(await page.locator("#class-pair .center").count(), 2, "nobody sees which node the pictures are about");
  assert.match(await page.textContent("#found"), new RegExp(`nodes in this page \\(of ${all.toLocaleString("en")}\\)`));
  assert.ok(all > 3000, "the nodes of the data are counted as graphs");
  const gallery = await page.locator("#gallery small").first().textContent();
  const [, node, graph] = /here node (\d+) of graph (\d+)/.exec(gallery);
  assert.ok(graphs.some(item => item.graph === Number(graph) && item.names.length > Number(node)), gallery);
  await page.close();
};

/* Numbers of messages do not stand on nodes or on each other where there is room beside them. */
const testCounts = async browser => {
  const page = await openPage(browser, join(folder, "report.html"));
  await page.locator("#most").fill("12");
  for (const graph of ["0", "1", "2", "3"]) {
    await page.selectOption("#graph", graph);
    const covered = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll("#picture .times")].map(text => text.getBoundingClientRect()), nodes = [...document.querySelectorAll("#picture .node .body")].map(body => body.getBoundingClientRect());
      const meet = (a, b, slack) => a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;
      return {nodes: boxes.filter(box => nodes.some(node => meet(box, node, 6))).length, others: boxes.filter((box, i) => boxes.some((other, j) => j < i && meet(box, other, 6))).length, all: boxes.length};
    });
    assert.ok(covered.nodes === 0 && covered.others === 0, `graph ${graph}: of ${covered.all} counts ${covered.nodes} stand on nodes, ${covered.others} on others`);
  }
  await page.close();
};

/* One class of nodes fills the picture; thousands of edges are pale; legends count as people do. */
const testDense = async browser => {
  const csl = await openPage(browser, join(folder, "csl.html"));
  const room = await csl.evaluate(() => {
    const all = document.getElementById("picture").getBoundingClientRect(), parts = [...document.querySelectorAll("#picture .class-disc, #picture .message, #picture .times")].map(part => part.getBoundingClientRect());
    return {above: Math.min(...parts.map(part => part.top)) - all.top, below: all.bottom - Math.max(...parts.map(part => part.bottom)), height: all.height};
  });
  assert.ok(Math.abs(room.above - room.below) < .15 * room.height, `${room.above.toFixed(0)} pixels are empty above, ${room.below.toFixed(0)} below`);
  await csl.close();
  const n = 40, arcs = [];
  for (let u = 0; u < n; u++) for (let v = 0; v < n; v++) if (u !== v) arcs.push([u, v]);
  const files = {A: [], graph_indicator: [], node_labels: [], graph_labels: []};
  for (let g = 0; g < 4; g++) {
    files.A.push(...arcs.map(([u, v]) => `${g * n + u + 1}, ${g * n + v + 1}`));
    for (let v = 0; v < n; v++) { files.graph_indicator.push(g + 1); files.node_labels.push((v + g) % 8); }
    files.graph_labels.push(g % 2);
  }
  mkdirSync(join(folder, "CLIQUES"), {recursive: true});
  for (const [key, lines] of Object.entries(files)) writeFileSync(join(folder, `CLIQUES/CLIQUES_${key}.txt`), lines.join("\n") + "\n");
  writeFileSync(join(folder, "cliques.yml"), "data: CLIQUES\nprotocol: k-fold\nfolds: 2\nlayers:\n  - encoder: { heads: [\"label @ distance 0..1\"] }\n  - decoder: { heads: [\"label\"], outputs: classes }\ntrain: { epochs: 1, learning-rate: 0.05 }\n");
  sharegnn("run", "cliques.yml", "--out", "cliques", "--quiet", "--data-dir", folder);
  sharegnn("report", "cliques", "--out", "cliques.html", "--data-dir", folder);
  const page = await openPage(browser, join(folder, "cliques.html"));
  const opacity = await page.locator("#class-pair .edge").first().evaluate(edge => Number(getComputedStyle(edge).strokeOpacity));
  assert.ok(opacity < .3, `780 edges are drawn with an opacity of ${opacity}`);
  await page.selectOption("#coloring", "name");
  const keys = (await page.locator("#legend span").allTextContents()).filter(text => /^\d+$/.test(text)).map(Number);
  assert.ok(keys.length > 5);
  assert.deepEqual(keys, keys.slice().sort((a, b) => a - b));
  await page.close();
};

/* Symbols of atoms can be told from dark paper. */
const testDarkAtoms = async browser => {
  const page = await openPage(browser, join(folder, "logs.html"), {colorScheme: "dark"});
  const look = () => page.evaluate(() => {
    const pen = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d", {willReadFrequently: true});
    const light = color => { pen.fillStyle = color; pen.fillRect(0, 0, 1, 1); const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map(c => c / 255).map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
    const paper = light(getComputedStyle(document.body).backgroundColor);
    return [...document.querySelectorAll(".atom")].map(atom => [atom.textContent, (light(getComputedStyle(atom).fill) + .05) / (paper + .05)]);
  });
  const contrasts = [];
  for (const graph of await page.locator("#graph option").evaluateAll(list => list.map(entry => entry.value))) { await page.selectOption("#graph", graph); contrasts.push(...await look()); }
  assert.ok(contrasts.length > 3, "there are hardly any symbols");
  for (const [symbol, contrast] of contrasts) assert.ok(contrast >= 4.5, `${symbol} has a contrast of ${contrast.toFixed(1)}`);
  await page.close();
};

/* Arrows that raise and those that lower differ without color: in gray both are gray. */
const testGray = async browser => {
  const page = await openPage(browser, join(folder, "report.html")), {graphs} = await dataOf(page), dashes = new Map();
  for (let g = 0; g < graphs.length; g++) {
    await page.selectOption("#graph", String(g));
    for (const kind of ["positive", "negative", "untrained"]) {
      const arrow = page.locator(`#picture path.message.${kind}`).first();
      if (await arrow.count() > 0) dashes.set(kind, await arrow.evaluate(path => getComputedStyle(path).strokeDasharray));
    }
  }
  assert.ok(dashes.has("positive") && dashes.has("negative"), "the graphs have no arrows of both signs");
  assert.equal(new Set(dashes.values()).size, dashes.size, `${[...dashes].join("; ")}`);
  assert.match(await page.textContent("#legend"), /− lowers, dashed/);
  await page.close();
};

/* What lowers an image's output is a ring, whatever its size; the kernels stand above the list of heads, all in sight. */
const testRings = async browser => {
  const page = await openPage(browser, join(folder, "images.html"));
  const discs = await page.locator(".pixels .halo.lowers").evaluateAll(list => list.map(disc => ({dash: getComputedStyle(disc).strokeDasharray, fill: getComputedStyle(disc).fill, width: Number.parseFloat(getComputedStyle(disc).strokeWidth), r: Number(disc.getAttribute("r"))})));
  assert.ok(discs.length > 0, "nothing lowers");
  for (const {dash, fill, width, r} of discs) assert.ok(dash === "none" && fill === "rgb(255, 255, 255)" && width <= 1.2 * (r + width / 2), `${dash} ${fill} ${width} ${r}`);
  assert.match(await page.textContent("#legend"), /lowers, hollow/);
  const below = await page.evaluate(() => document.getElementById("kernels").getBoundingClientRect().bottom - document.getElementById("details").getBoundingClientRect().bottom);
  assert.ok(below <= 0, `${below} pixels of the kernels are out of sight`);
  /* the rim of the receiver is whole: it is drawn after the cells around it */
  const order = await page.locator("#importance .offset").evaluateAll(list => list.map(svg => [...svg.querySelectorAll("rect")].map(cell => cell.getAttribute("class") ?? "")));
  for (const cells of order) assert.ok(cells.slice(0, -2).every(name => name === "" || cells.length - cells.indexOf(name) <= 2), cells.join());
  await page.close();
  sharegnn("explain", "images", `${join(folder, "images.csv")}?image=3x3&target=label`, "--graph", "0", "--out", "image.svg");
  const svg = readFileSync(join(folder, "image.svg"), "utf8");
  assert.ok(/lowers, hollow: −/.test(svg) && !/stroke-dasharray/.test(svg.slice(svg.indexOf("</style>"))), "small discs are dashed");
};

/* Nothing is drawn for nothing: triples that do not differ are not listed as those that differ most, and 0 has no bar. */
const testZeros = async browser => {
  const page = await openPage(browser, join(folder, "csl.html"));
  const rows = await page.locator("#class-table tbody tr").evaluateAll(list => list.map(row => [...row.querySelectorAll(".mean")].map((cell, i) => [Number(cell.title), row.querySelectorAll(".bar")[i].querySelectorAll("rect").length])));
  assert.ok(rows.length > 0 && rows.length < 12, `${rows.length} rows`);
  for (const row of rows) {
    assert.notEqual(row[0][0], row[1][0]);
    for (const [mean, bars] of row) assert.equal(bars, mean === 0 ? 0 : 1);
  }
  assert.match(await page.locator("#class-table thead").textContent(), /Class \S+, mean of \d+ graphs?/);
  /* counts of cycles are said, not numbers of labels alone; one disc is not a poster */
  assert.match(await page.textContent("#legend"), /node in (no cycle of 3 to 4|\d+ cycles? of \d+)/);
  const letters = await page.locator("#picture .times").first().evaluate(text => Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
  assert.ok(letters <= 26, `counts are written in ${letters.toFixed(0)} pixels`);
  await page.close();
};

/* A legend never has one color for two things, and a verdict never ends in a lonely percent sign. */
const testKeys = async browser => {
  const page = await openPage(browser, join(folder, "nodes.html"));
  const colors = await page.locator("#legend i.dot").evaluateAll(list => list.map(dot => getComputedStyle(dot).backgroundColor));
  assert.equal(new Set(colors).size, colors.length, colors.join());
  const verdicts = await page.locator("#graphs small").allTextContents();
  assert.ok(verdicts.length > 0 && verdicts.every(text => /\d\u00a0%\)/.test(text)), verdicts[0]);
  /* the number of a marked node is inside of its rim */
  const tight = await page.evaluate(() => [...document.querySelectorAll("#importance .center")].filter(node => {
    const body = node.querySelector(".body"), words = node.querySelector("text").getBBox(), inner = Number(body.getAttribute("r")) - Number.parseFloat(getComputedStyle(body).strokeWidth) / 2;
    return words.width > 2 * inner + .02;
  }).length);
  assert.equal(tight, 0, `rims cover ${tight} numbers`);
  await page.close();
  runOf("commas", "text,label\n" + ["a , b", "b , a", "a , a", "b , b"].map((text, i) => `"${text}",${i % 2}`).join("\n") + "\n", "text=text&target=label",
    '  - encoder: { heads: ["label @ distance 0..1"] }\n  - decoder: { heads: ["none"], outputs: classes }', "vocabulary: all\n");
  const texts = await openPage(browser, join(folder, "commas.html"));
  const names = await texts.locator("#triples tbody tr td:first-child").allInnerTexts();
  assert.ok(names.some(name => name.includes("“,”")) && names.every(name => !/→ ,|^, →/.test(name)), names.join("; "));
  await texts.close();
};

/* A loop does not run around another node: whose it is can be seen. */
const testLoops = async browser => {
  const page = await openPage(browser, join(folder, "report.html")), {graphs} = await dataOf(page);
  let loops = 0;
  for (let g = 0; g < graphs.length; g++) {
    await page.selectOption("#graph", String(g));
    const around = await page.evaluate(() => {
      const places = [...document.querySelectorAll("#picture .node .body")].map(body => body.getBoundingClientRect()).map(box => [box.left + box.width / 2, box.top + box.height / 2]);
      return [...document.querySelectorAll("#picture path.message")].filter(path => path.getAttribute("d").includes("C")).map(path => {
        const box = path.getBBox(), matrix = path.getScreenCTM(), end = (x, y) => [matrix.a * x + matrix.e, matrix.d * y + matrix.f], [a, b] = [end(box.x, box.y), end(box.x + box.width, box.y + box.height)];
        return places.filter(([x, y]) => x > a[0] && x < b[0] && y > a[1] && y < b[1]).length;
      });
    });
    loops += around.length;
    assert.ok(around.every(n => n <= 1), `graph ${g}: loops run around ${around}`);
  }
  assert.ok(loops > 0, "there are no loops");
  await page.close();
};

/* Without color, too: training, validation and test are three kinds of lines; every fold has its tick; the page begins
 * with what the data and the model are. */
const testLines = async browser => {
  const page = await openPage(browser, join(folder, "report.html"));
  const dashes = await page.evaluate(() => [...document.querySelector("#curves svg").querySelectorAll('path[stroke-width="1.75"]')].map(path => path.getAttribute("stroke-dasharray") ?? "solid"));
  assert.equal(dashes.length, 3);
  assert.equal(new Set(dashes).size, 3, dashes.join());
  const ticks = await page.locator("#results svg text").allTextContents();
  for (const fold of ["0", "1", "2", "3"]) assert.ok(ticks.includes(fold), `fold ${fold} has no tick: ${ticks}`);
  const facts = await page.locator(".facts").innerText();
  assert.match(facts, /Data\s+40 graphs, 2 classes/);
  assert.match(facts, /Layers\s+encoder, encoder, decoder, linear/);
  await page.close();
  const same = await openPage(browser, join(folder, "csl.html"));
  const [low, high] = /: ([\d.]+) to ([\d.]+)\./.exec(await same.textContent(".interval"))?.slice(1) ?? [0, 1];
  assert.notEqual(low, high, "an interval of nothing");
  await same.close();
};

/* Targets far from 0: the steps of the waterfall are still seen, and it says that its bars are cut. */
const testWaterfallCut = async browser => {
  runOf("far", "smiles,y\n" + ["CCO", "CCN", "CCC", "CO", "CN", "CCCO", "CCCN", "CCCC"].map((text, i) => `${text},${1000 + i}`).join("\n") + "\n", "target=y",
    '  - encoder: { heads: ["label @ distance 0..1"] }\n  - decoder: { heads: ["label"] }', "task: regression\nvocabulary: all\n");
  const page = await openPage(browser, join(folder, "far.html"));
  assert.match(await page.textContent("#details"), /do not begin at 0/);
  const widths = await page.locator(".waterfall rect.positive, .waterfall rect.negative").evaluateAll(list => list.map(bar => bar.getBBox().width));
  assert.ok(Math.max(...widths) > 10, `the widest step is ${Math.max(...widths)} wide`);
  assert.equal(await page.locator(".waterfall .torn").count(), 2);
  await page.close();
};

/* Words of texts have a highlight that fades into the paper, light or dark, and the words of the paper; names in
 * pictures with arrows are whole. */
const testFiles = () => {
  sharegnn("explain", "texts", `${join(folder, "texts.csv")}?text=text&target=label`, "--graph", "0", "--out", "text.svg");
  const svg = readFileSync(join(folder, "text.svg"), "utf8"), shares = [...svg.matchAll(/fill-opacity="([\d.]+)"/g)].map(found => Number(found[1]));
  assert.ok(shares.length > 3 && shares.every(share => share <= .62), shares.join());
  assert.match(svg, /lowers, underlined: −/);
  sharegnn("explain", "logs", `${join(folder, "logs.csv")}?target=y`, "--graph", "0", "--arrows", "--out", "arrows.svg");
  const arrows = readFileSync(join(folder, "arrows.svg"), "utf8");
  assert.ok(!arrows.includes("…"), arrows.match(/>[^<]*…/)?.[0]);
};

export const testDesigner = async browser => {
  for (const name of ["report", "logs", "folds", "labels", "images", "texts", "nodes", "csl", "dense"]) await testPhoneType(browser, name);
  for (const name of ["report", "folds", "logs", "images", "texts", "nodes"]) await testPaperBlocks(browser, name);
  await testPlaces(browser);
  await testWordsBefore(browser);
  await testNodesSaid(browser);
  await testCounts(browser);
  await testDense(browser);
  await testGray(browser);
  await testDarkAtoms(browser);
  await testRings(browser);
  await testZeros(browser);
  await testKeys(browser);
  await testLoops(browser);
  await testLines(browser);
  await testWaterfallCut(browser);
  testFiles();
};
