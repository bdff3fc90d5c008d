/* The learned kernels of an image: for every pair of labels the weights by offset, as small tiles. */
const MOST_TILES = 16, TILE = 14;

const offsetOf = value => /^offset ([+-]\d+),([+-]\d+)$/.exec(value)?.slice(1).map(Number);

/* Where the sender of a pair lies: a grid around the receiver, which is in the middle. */
const offsetPicture = value => {
  const offset = offsetOf(value);
  if (offset === undefined) return [];
  const reach = Math.max(1, ...offset.map(Math.abs)), steps = [...Array(2 * reach + 1).keys()].map(i => i - reach), side = steps.length * TILE;
  const classOf = (dx, dy) => dx === offset[0] && dy === offset[1] ? "from" : dx === 0 && dy === 0 ? "middle" : "";
  return [draw("svg", {class: "kernel offset", viewBox: `-1 -1 ${side + 2} ${side + 2}`, role: "img", "aria-label": `The sender: ${valueWords(value)}`},
    ...steps.flatMap(dy => steps.map(dx => [dx, dy])).sort((a, b) => Number(classOf(...a) !== "") - Number(classOf(...b) !== "")) /* rims of the two are drawn last */
      .map(([dx, dy]) => draw("rect", {class: classOf(dx, dy), x: (dx + reach) * TILE, y: (dy + reach) * TILE, width: TILE, height: TILE})))];
};

/* The tiles of a head: [{name, cells: [[dx, dy, weight]]}]; none where pairs are no offsets. */
const tilesOf = head => {
  if (head.decodes || !head.values.every(offsetOf)) return [];
  const tiles = new Map();
  head.strength.forEach((strength, weight) => {
    const key = `${head.senders[weight]} ${head.receivers[weight]}`, [dx, dy] = offsetOf(head.values[head.at[weight]]);
    if (!tiles.has(key)) tiles.set(key, {name: head.senders[weight] === head.receivers[weight] ? labelWords(head.labeling, head.receivers[weight]) : `${labelWords(head.sending, head.senders[weight])} → ${labelWords(head.labeling, head.receivers[weight])}`, cells: []});
    tiles.get(key).cells.push([dx, dy, strength, isTrained(head, weight)]);
  });
  return [...tiles.values()];
};

const tilePicture = (tile, most, name) => {
  const reach = Math.max(...tile.cells.map(([dx, dy]) => Math.max(Math.abs(dx), Math.abs(dy)))), side = (2 * reach + 1) * TILE;
  const picture = draw("svg", {class: "kernel", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": `${name}: ${tile.cells.map(([dx, dy, weight]) => `${dx},${dy} ${signed(weight)}`).join("; ")}`});
  for (const [dx, dy, weight, trained] of tile.cells) {
    const x = (dx + reach) * TILE, y = (dy + reach) * TILE;
    picture.append(draw("rect", {x, y, width: TILE, height: TILE, fill: trained ? colorOfNumber(most > 0 ? weight / most : 0) : "#bbbbbb"}, draw("title", {}, `${dx}, ${dy}: ${signed(weight)}${trained ? "" : ", never trained"}`)),
      draw("text", {x: x + TILE / 2, y: y + TILE / 2}, !trained ? "" : weight < 0 ? "−" : weight > 0 ? "+" : ""));
  }
  return picture;
};

/* What stands beside an image: the kernels of the layer that is shown, on one scale. */
const kernels = () => {
  const heads = layerNow().heads.map(part => data.heads[part.head]), all = heads.flatMap(head => tilesOf(head).map(tile => ({head, tile})));
  if (all.length === 0 || !isImage(graphNow())) return [];
  const most = largest(all.flatMap(({tile}) => tile.cells.map(cell => cell[2])));
  const list = make("ul", {class: "kernels", id: "kernels"}, ...all.slice(0, MOST_TILES).map(({head, tile}) => {
    const name = `head ${head.number}${tilesOf(head).length > 1 ? `, ${tile.name}` : ""}`;
    return make("li", {}, tilePicture(tile, most, name), make("small", {}, name));
  }));
  const left = all.length > MOST_TILES ? ` The first ${MOST_TILES} of ${count(all.length)}.` : "";
  return [make("h3", {}, "Learned kernels"), make("p", {class: "hint"}, `Weights of the layer by where the sender lies; the full color is ±${show(most)}.${left}`), list];
};
