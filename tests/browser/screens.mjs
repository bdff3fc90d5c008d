/* screens.mjs - the page of a search, and the report of nodes of one large graph, in a real browser. */
import assert from "node:assert/strict";
import { rmSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { complaints, folder, openPage, sharegnn, shoot, shots, testAxe } from "./bench.mjs";

const TRIALS = 12;

const makeSearch = () => {
  sharegnn("data", "make", "CSL");
  writeFileSync(join(folder, "space.yml"), `layers:
  - encoder: { heads: ["degree @ distance 0..1"] }
  - decoder: { heads: ["cycles:10"], outputs: classes }
train: { epochs: 30, learning-rate: 0.1, patience: 4 }
grid:
  layers.0.heads.0: ["degree @ distance 0..1", "cycles:10 @ distance 0..2", "cycles:6 @ distance 0..3"]
  layers.1.heads.0: ["cycles:10", degree]
  train.learning-rate: [0.1, 0.01, 0.3]
`);
  sharegnn("search", "CSL", "--space", "space.yml", "--trials", String(TRIALS), "--out", "found", "--quiet");
  return join(folder, "found/search.html");
};

/* The page is a report's sister: its style, its frame, its figures. */
const testLook = async (browser, path) => {
  const page = await openPage(browser, path), board = JSON.parse(readFileSync(join(folder, "found/search.json"), "utf8"));
  assert.deepEqual(await page.locator("nav a").allTextContents(), ["The winner", "Learning curves", "What each choice was worth", "What was tried"]);
  assert.match(await page.textContent(".score"), new RegExp(`^${board.validation.toFixed(1)} %`));
  /* ticks are round numbers */
  const ticks = await page.locator("#curves svg text").allTextContents();
  assert.ok(ticks.length > 6);
  for (const tick of ticks.filter(text => /^[\d.]+$/.test(text))) assert.ok(Number(tick) % 5 === 0 || Number.isInteger(Number(tick)), tick);
  /* every candidate is a dot in every figure of a part, and the reader is warned */
  const figures = page.locator("#effects figure");
  assert.equal(await figures.count(), 3);
  for (let i = 0; i < 3; i++) {
    const trials = await figures.nth(i).locator("[data-trial]").evaluateAll(list => list.map(dot => Number(dot.dataset.trial)));
    assert.equal(new Set(trials).size, board.board.length);
  }
  assert.match(await page.textContent("#effects .warning"), /hint, not .* effect/);
  /* words, not paths of a file */
  const words = await page.textContent("main");
  assert.match(words, /decoder: labels/);
  assert.doesNotMatch(words, /layers\.\d|train\.|rung|± |e\+\d/);
  assert.equal(await page.locator("#trials tbody tr").count(), TRIALS);
  await shoot(page, "search", {fullPage: true});
  await page.close();
};

const testSearchPhone = async (browser, path) => {
  const page = await openPage(browser, path, {viewport: {width: 390, height: 800}});
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
  const least = await page.locator("figure svg text").evaluateAll(list => Math.min(...list.map(text => Number.parseFloat(getComputedStyle(text).fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b))));
  assert.ok(least >= 8, `words of ${least.toFixed(1)} pixels`);
  await shoot(page, "search-phone", {fullPage: true});
  await page.close();
  const dark = await openPage(browser, path, {colorScheme: "dark"});
  assert.notEqual(await dark.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  await dark.close();
  const paper = await openPage(browser, path, {viewport: {width: 673, height: 1002}});
  await paper.emulateMedia({media: "print"});
  assert.ok(await paper.evaluate(() => document.documentElement.scrollWidth) <= 673, "the page does not fit on paper");
  await shoot(paper, "search-print", {fullPage: true});
  await paper.close();
};

const main = async () => {
  const search = makeSearch();
  const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: ["--no-sandbox"]});
  try {
    await testLook(browser, search);
    await testSearchPhone(browser, search);
    await testAxe(browser, search);
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
  }
};

try {
  await main();
  console.log(`the pages work; screenshots are in ${shots}`);
} finally {
  rmSync(folder, {recursive: true, force: true});
}
