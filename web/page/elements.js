/* Small tools: elements, numbers in words, cells of tables. */
const $ = id => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

const draw = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

const setAll = (element, attributes) => { for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value); };

/* Five digits for reading; the whole number is what the cell's title says. */
const show = number => {
  if (number === null || number === undefined) return "–";
  if (number === 0) return "0";
  const size = Math.abs(number);
  const text = size >= 1e5 || size < 1e-4 ? number.toExponential(3) : number.toPrecision(4);
  return text.replace("-", "−");
};

/* With a sign in front: what raises and what lowers is told apart without color. */
const signed = number => number > 0 ? `+${show(number)}` : show(number);

const count = number => number.toLocaleString("en");
const counted = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

const cell = (number, name = "td") => {
  const element = make(name, {title: String(number), "data-value": String(number)}, show(number));
  if (number < 0) element.className = "negative-ink";
  return element;
};

const words = text => make("td", {class: "words"}, text);
const option = (value, text) => make("option", {value}, text);
const heading = (text, kind = "") => make("th", {scope: "col", ...(kind ? {class: kind} : {})}, text);

const button = (text, act, attributes = {}) => {
  const element = make("button", {type: "button", ...attributes}, text);
  element.addEventListener("click", act);
  return element;
};

const largest = numbers => numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
const total = numbers => numbers.reduce((sum, number) => sum + number, 0);
