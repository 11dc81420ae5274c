// Exports: the puzzle in notations of other programs, the moves, the drawn state, and a picture.
const exportsOf = ({ about, game, rules, state, past }, svg) => [
  ...game.codecs.filter(({ write }) => write).map(({ name, write, warning }) => [name, "txt", () => write(about.data), warning?.(about.data)]),
  ...(about.native ? [["native text", "puz", () => about.native]] : []),
  ...(rules.written ? [["moves", "plan", () => ((text) => text && `${text}\n`)(rules.written(past))]] : []),
  [game.position ?? "what is drawn (JSON)", "json", () => rules.json(state)],
  ["picture (SVG)", "svg", () => pictureOf(svg)],
].filter(([, , text]) => text() !== null);

// The style properties of a drawing's elements: those that are inherited by inner elements, and others with their defaults.
const INHERITED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "paint-order", "font-size", "font-weight", "text-anchor"];
const USUAL = { opacity: "1", "text-decoration-line": "none" };

// A value of a property that all programs can read: colours as #rrggbb, lengths in units of the drawing.
const plainValue = (value) => {
  const [, space, parts] = /^(rgba?|color)\((.*)\)$/.exec(value) ?? [];
  if (!space) return value.replace(/px\b/g, "");
  const [red, green, blue, alpha = 1] = parts.match(/[\d.]+(?:e-\d+)?/g).map(Number), most = space === "color" ? 1 : 255; // color-mix is color(srgb ...)
  return alpha ? `#${[red, green, blue].map((part) => Math.round((part / most) * 255).toString(16).padStart(2, "0")).join("")}` : "none";
};

// Write the computed style of a drawing's elements into their attributes, and remove invisible elements.
const settle = (element, around = {}) => {
  const style = getComputedStyle(element), looks = Object.fromEntries(INHERITED.map((name) => [name, plainValue(style.getPropertyValue(name))]));
  for (const child of [...element.children]) {
    const { display, visibility, fill, stroke } = getComputedStyle(child), isBlank = visibility === "hidden" || (fill === "none" && stroke === "none");
    if (display === "none" || (isBlank && !child.children.length)) child.remove();
    else settle(child, looks);
  }
  for (const name of ["class", "style"]) element.removeAttribute(name);
  for (const [name, value] of Object.entries(looks)) if (value === around[name]) element.removeAttribute(name); else element.setAttribute(name, value);
  for (const [name, usual] of Object.entries(USUAL)) if (style.getPropertyValue(name) !== usual) element.setAttribute(name.replace("-line", ""), style.getPropertyValue(name));
};

// The board as a self-contained SVG picture in the current colours, without style rules. Roles and labels are removed, and with
// them the selection.
const pictureOf = (svg) => {
  const copy = svg.cloneNode(true), frame = document.body.appendChild(tag("div", "", { class: "fast" })), [x, y, width, height] = svg.getAttribute("viewBox").split(" ");
  const sea = plainValue(getComputedStyle(find("sea")).backgroundColor);
  for (const element of [copy, ...copy.querySelectorAll("*")])
    for (const name of element.getAttributeNames()) if (/^(?:role|tabindex|id|(?:aria|data)-.*)$/.test(name)) element.removeAttribute(name);
  frame.append(copy); // computed styles exist only for elements of the page
  settle(copy);
  frame.remove();
  copy.insertBefore(make("rect", { x, y, width, height, fill: sea, stroke: "none" }), copy.firstChild);
  for (const [name, value] of [["width", Math.round(40 * width)], ["height", Math.round(40 * height)], ["font-family", "system-ui, sans-serif"]]) copy.setAttribute(name, value);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
};
