// Texts that leave the page: the puzzle in notations of other programs, what is drawn, and a picture.
const exportsOf = ({ about, game, rules, state }, svg) => [
  ...game.codecs.filter(({ write }) => write).map(({ name, write }) => [name, "txt", () => write(about.data)]),
  ...(about.native ? [["native text", "puz", () => about.native]] : []),
  [game.position ?? "what is drawn (JSON)", "json", () => rules.json(state)],
  ["picture (SVG)", "svg", () => pictureOf(svg)],
].filter(([, , text]) => text() !== null);

// The board as a picture of its own: the rules of style that it uses, with the colours that it has now.
const pictureOf = (svg) => {
  const copy = svg.cloneNode(true), root = getComputedStyle(document.documentElement), rules = [...document.styleSheets[0].cssRules];
  for (const element of [copy, ...copy.querySelectorAll("*")])
    for (const name of ["role", "tabindex", "aria-label", "aria-describedby", "aria-roledescription", "id", "style", ...element.getAttributeNames().filter((name) => name.startsWith("data-"))]) element.removeAttribute(name);
  const used = rules.filter((rule) => rule.selectorText && !/[:*]|^(?:svg|body|html)$/.test(rule.selectorText) && svg.querySelector(rule.selectorText.replace(/^\.playing /, "")));
  const style = copy.insertBefore(make("style"), copy.firstChild);
  style.textContent = used.map((rule) => rule.cssText.replace(/var\((--\w+)\)/g, (_, name) => root.getPropertyValue(name).trim())).join("\n") + `\nsvg { background: ${root.getPropertyValue("--sea").trim()}; }`;
  const { width, height } = svg.viewBox.baseVal;
  for (const [name, value] of [["width", 40 * width], ["height", 40 * height], ["font-family", "system-ui, sans-serif"]]) copy.setAttribute(name, value);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
};
