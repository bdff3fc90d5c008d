/* Pages of many graphs: the data has all that is predicted and true, but pictures and messages of most graphs
 * stand in packed blocks behind the script.  A block is opened when one of its graphs is wanted, and forgotten
 * when others were wanted since. */
const MOST_OPEN = 12;
const blockOf = g => { let b = -1; while (b + 1 < data.blocks.length && data.blocks[b + 1] <= g) b++; return b; };
const endOf = b => b + 1 < data.blocks.length ? data.blocks[b + 1] : data.graphs.length;
const isLoaded = g => data.graphs[g].layers !== undefined;

/* The element of a block: the page is shown while the browser still reads it. */
const blockElement = async b => {
  const isThere = () => document.readyState !== "loading" || $(`block-${b}`)?.nextElementSibling;
  while (!isThere()) await new Promise(go => setTimeout(go, 15));
  return $(`block-${b}`);
};

const unpack = async b => {
  const letters = (await blockElement(b)).textContent, bytes = Uint8Array.from(atob(letters), letter => letter.charCodeAt(0));
  if (typeof DecompressionStream === "undefined") throw new Error("this browser cannot unpack them");
  return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text());
};

const DETAILS = new Map(); /* the opened blocks, the last wanted at the end: number to the keys of its graphs */

const forget = b => {
  for (let g = data.blocks[b]; g < endOf(b); g++) if (g !== state.graph) for (const key of DETAILS.get(b)) delete data.graphs[g][key];
  DETAILS.delete(b);
};

const opening = new Map();
const openBlock = b => {
  if (b < 0) return Promise.resolve();
  if (DETAILS.has(b)) { const keys = DETAILS.get(b); DETAILS.delete(b); DETAILS.set(b, keys); return Promise.resolve(); }
  if (!opening.has(b)) opening.set(b, unpack(b).then(list => {
    const keys = new Set(list.flatMap(details => Object.keys(details)));
    list.forEach((details, i) => prepare(Object.assign(data.graphs[data.blocks[b] + i], details)));
    DETAILS.set(b, keys);
    for (const old of [...DETAILS.keys()].slice(0, -MOST_OPEN)) if (old !== blockOf(state.graph)) forget(old);
    opening.delete(b);
  }, error => {
    opening.delete(b);
    $("left-out").textContent = `Graphs ${count(data.blocks[b])} to ${count(endOf(b) - 1)} of this page cannot be shown: ${error.message}.`;
    throw error;
  }));
  return opening.get(b);
};

/* How many times somebody waits for a block right now; what is read in advance lets them go first. */
let waiting = 0;
const idle = async () => {
  do await new Promise(go => typeof requestIdleCallback === "undefined" ? setTimeout(go, 0) : requestIdleCallback(go, {timeout: 500}));
  while (waiting > 0);
};

/* Act when graphs are there: at once, or as soon as their blocks are open. */
const whenLoaded = (graphs, act) => {
  const missing = [...new Set(graphs.filter(g => !isLoaded(g)).map(blockOf))];
  if (missing.length === 0) { act(); return; }
  waiting++;
  Promise.all(missing.map(openBlock)).then(() => { waiting--; if (graphs.every(isLoaded)) act(); }, () => { waiting--; });
};

/* Visit all graphs, block by block; the page can be used meanwhile. */
const visitAll = async (visit, progress) => {
  for (let g = 0; g < (data.blocks[0] ?? data.graphs.length); g++) visit(g);
  for (let b = 0; b < data.blocks.length; b++) {
    await idle();
    await openBlock(b);
    for (let g = data.blocks[b]; g < endOf(b); g++) visit(g);
    progress(endOf(b));
  }
};
