/* bench.mjs - what all tests of the page need: the program, a browser's page that notes complaints, axe. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const [binary, shots] = process.argv.slice(2);
const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
export const folder = mkdtempSync(join(tmpdir(), "sharegnn-browser-"));
export const sharegnn = (...args) => execFileSync(binary, args, {cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28});

/* The data of the explorer, as the page has it. */
export const dataOf = page => page.evaluate(() => JSON.parse(document.getElementById("data").textContent));

export const complaints = [];

export const openPage = async (browser, path, options) => {
  const page = await browser.newPage({viewport: {width: 1280, height: 900}, reducedMotion: "reduce", ...options});
  page.on("console", message => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
  page.on("pageerror", error => complaints.push(error.message));
  page.on("request", request => { if (request.url().split("#")[0] !== `file://${path}`) complaints.push(`asks for ${request.url()}`); });
  await page.goto(`file://${path}`);
  return page;
};

export const shoot = (page, name, options = {}) => page.screenshot({path: join(shots, `${name}.png`), ...options});

/* A table, a run on it and the report of the run. */
export const runOf = (name, table, settings, layers, more = "") => {
  writeFileSync(join(folder, `${name}.csv`), table);
  writeFileSync(join(folder, `${name}.yml`), `data: ${join(folder, `${name}.csv`)}?${settings}
protocol: k-fold
folds: 2
${more}layers:
${layers}
train: { epochs: 2, learning-rate: 0.05 }
`);
  sharegnn("run", `${name}.yml`, "--out", name, "--quiet");
  sharegnn("report", name, "--out", `${name}.html`);
  return join(folder, `${name}.html`);
};

/* Axe finds nothing to complain about. */
export const testAxe = async (browser, path) => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await openPage(browser, path, {colorScheme});
    await page.evaluate(axe);
    const found = await page.evaluate(async () => (await window.axe.run(document, {resultTypes: ["violations"]})).violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + (n.any[0]?.message ?? "")).join(" | ")}`));
    assert.deepEqual(found, [], `axe, ${colorScheme}`);
    await page.close();
  }
};
