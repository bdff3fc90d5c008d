/* gallery.mjs REPORT.html FOLDER - screenshots of a report for docs/gallery: its beginning and its explorer, on
 * a desktop, a tablet and a phone. */
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const [report, folder] = process.argv.slice(2);
const browser = await chromium.launch({executablePath: process.env.CHROMIUM, args: ["--no-sandbox"]});
try {
  for (const [width, height] of [[1280, 900], [820, 1100], [390, 844]]) {
    const page = await browser.newPage({viewport: {width, height}, reducedMotion: "reduce", colorScheme: "light"});
    await page.goto(`file://${resolve(report)}`);
    await page.screenshot({path: join(folder, `page-${width}.png`)});
    await page.evaluate(() => document.querySelector(".explorer").scrollIntoView());
    await page.screenshot({path: join(folder, `explorer-${width}.png`)});
    if (width === 1280) {
      await page.evaluate(() => document.querySelector(".strongest").scrollIntoView());
      await page.screenshot({path: join(folder, "triples.png")});
    }
    await page.close();
  }
} finally {
  await browser.close();
}
