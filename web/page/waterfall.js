/* From the output without a layer to the output, step by step: the strongest triples, what the others add, other
 * heads, what is not explained. */
const WATERFALL_STEPS = 8;

const waterfallSteps = () => {
  const layer = layerNow(), head = headNow(), part = partNow();
  const steps = [["without this layer", layer.rest]];
  if (head.decodes) {
    layer.heads.forEach(other => steps.push([`head ${data.heads[other.head].number}`, other.sum]));
  } else {
    const all = triplesHere(head, part).sort((a, b) => Math.abs(b.sum) - Math.abs(a.sum)), shown = all.slice(0, WATERFALL_STEPS);
    shown.forEach(triple => steps.push([tripleName(head, triple.weight), triple.sum, triple.weight]));
    const others = part.sum - total(shown.map(triple => triple.sum));
    if (all.length > shown.length || Math.abs(others) > 1e-9) steps.push([part.node ? "other triples and biases" : "other triples", others]);
    const heads = total(layer.heads.filter(other => other !== part).map(other => other.sum));
    if (layer.heads.length > 1) steps.push(["other heads", heads]);
  }
  if (Math.abs(layer.gap) > 1e-6 * Math.max(1, Math.abs(graphNow().value))) steps.push(["not explained", layer.gap]);
  return steps;
};

/* A name in one or two lines; of a longer one the middle is left out, because names often differ at their ends. */
const NAME_LETTERS = 38;
const nameLines = name => {
  if (name.length <= NAME_LETTERS) return [name];
  const half = NAME_LETTERS - 2, short = name.length > 2 * half ? `${name.slice(0, half)}…${name.slice(1 - half)}` : name;
  const space = short.lastIndexOf(" ", NAME_LETTERS), at = space > short.length - NAME_LETTERS - 1 ? space : Math.min(half, short.length - 1);
  return [short.slice(0, at).trim(), short.slice(at).trim()];
};

/* The part of the axis that is shown, and whether 0 is left out: where the output without the layer is far larger than
 * all steps, they would be too thin to be seen. */
const CUT_AT = .3, CUT_MARGIN = .12;
const waterfallRange = bars => {
  const ends = bars.flatMap((bar, i) => i === 0 || bar.isTotal ? [bar.to] : [bar.from, bar.to]), low = Math.min(...ends), high = Math.max(...ends);
  const isCut = low * high > 0 && high - low < CUT_AT * Math.max(Math.abs(low), Math.abs(high)) && high > low, margin = CUT_MARGIN * (high - low);
  if (!isCut) return {low: Math.min(0, low), high: Math.max(0, high), isCut};
  return low > 0 ? {low: low - margin, high, isCut} : {low, high: high + margin, isCut};
};

const waterfall = () => {
  const steps = waterfallSteps(), value = graphNow().value, top = 6, left = 250, width = 420;
  let at = 0;
  const bars = steps.map(([name, amount, weight]) => { const bar = {name, amount, weight, from: at, to: at + amount}; at += amount; return bar; });
  bars.push({name: "output", amount: value, from: 0, to: value, isTotal: true});
  let below = top;
  for (const bar of bars) { bar.lines = nameLines(bar.name); bar.y = below; bar.height = bar.lines.length > 1 ? 30 : 20; below += bar.height; }
  below += top;
  const {low, high, isCut} = waterfallRange(bars), inside = number => Math.max(low, Math.min(high, number));
  const x = number => left + (width - left - 76) * (high > low ? (inside(number) - low) / (high - low) : 0);
  const picture = draw("svg", {class: "waterfall sg-picture", role: "img", viewBox: `0 0 ${width} ${below}`,
    "aria-label": `From ${show(steps[0][1])} to the output ${show(value)}: ${bars.slice(1, -1).map(bar => `${bar.name} ${signed(bar.amount)}`).join("; ")}`});
  if (!isCut) picture.append(draw("line", {class: "zero", x1: x(0), x2: x(0), y1: 0, y2: below}));
  bars.forEach((bar, i) => {
    const {y, height} = bar, middle = y + height / 2, begin = x(Math.min(bar.from, bar.to)), end = x(Math.max(bar.from, bar.to)), isWhole = bar.isTotal || i === 0;
    picture.append(...bar.lines.map((line, l) => draw("text", {class: "name", x: left - 8, y: middle + 4 + 12 * (l - (bar.lines.length - 1) / 2)}, line, draw("title", {}, bar.name))),
      draw("rect", {class: isWhole ? "whole" : bar.amount < 0 ? "negative" : "positive", x: begin, y: middle - 7, width: Math.max(end - begin, 1), height: 13}),
      ...(isWhole && isCut ? [draw("path", {class: "torn", d: `M${x(0) + (low > 0 ? 7 : -7)} ${middle - 8}l-4 5l4 5l-4 5`})] : []),
      draw("text", {class: "amount", x: Math.max(end, x(0)) + 4, y: middle + 4}, isWhole ? show(bar.amount) : signed(bar.amount)));
    if (i + 1 < bars.length) picture.append(draw("line", {class: "step", x1: x(bar.to), x2: x(bar.to), y1: middle + 6, y2: bars[i + 1].y + bars[i + 1].height / 2 - 7}));
  });
  return [picture, ...(isCut ? [make("p", {class: "hint"}, "The bars do not begin at 0: the gray ones are cut.")] : [])];
};
