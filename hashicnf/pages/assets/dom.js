// Functions for every page: elements by their names, and the data embedded in the page.
const find = (id) => document.getElementById(id);
const read = (id) => JSON.parse(find(id).textContent);

// The data of a text; null where it is no JSON.
const parsedJson = (text) => {
  try {
    return JSON.parse(text);
  } catch (problem) {
    if (!(problem instanceof SyntaxError)) throw problem;
    return null;
  }
};

// Make an element of an SVG drawing.
const make = (name, attributes = {}) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

// Make an element of the page with a text.
const tag = (name, text = "", attributes = {}) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
};

// Store a place in the address of the page; this may fail for a page that is embedded in another.
const note = (place) => {
  try {
    history.replaceState(null, "", place);
  } catch {
    // then it is not stored
  }
};

const SCENES = {}; // drawings of the steps of a search, by family
const GAMES = {}; // games, by family

const GROUPED = new Intl.NumberFormat("en"); // slow: boards count hundreds of small numbers at each click
const counted = (count) => (count < 1000 ? String(count) : GROUPED.format(count));
const some = (count, one, more) => `${counted(count)} ${count === 1 ? one : more}`;
const NUMBERED = ["row", "column", "step", "clause"]; // no line break between these words (and those of a family) and a number
const uncapitalised = (text) => (/^[A-Z][a-z]+\b/.test(text) ? text[0].toLowerCase() + text.slice(1) : text); // after a colon
const unbroken = (text) => text.replace(new RegExp(`\\b(${NUMBERED.join("|")})s? (?=[\\d?])|\\(\\d+, (?=\\d)`, "g"), (place) => place.replace(" ", "\u00a0"));
