// Draw a sudoku: numbers, the candidates or notes of empty cells, and marks.
const sudokuBoard = (svg, { side, box: [tall, wide], diagonals, givens, units }) => {
  const DIGITS = String(side).length, MOST = 72; // pixels of a cell, where there is room for more
  const EDGE = 0.4 + 0.2 * DIGITS; // room for the numbers of rows and columns
  svg.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${side + EDGE + 0.1} ${side + EDGE + 0.1}`);
  svg.style.maxWidth = `${(side + EDGE) * MOST}px`;
  svg.style.maxHeight = `${(side + EDGE) * MOST}px`;
  svg.classList.add("sudoku");
  const layer = (name) => svg.appendChild(make("g", { class: name }));
  const [axes, ground, areas, halos, lines, numbers] = ["axes", "ground", "areas", "halos", "lines", "numbers"].map(layer);
  for (const [name, value] of [["aria-hidden", true], ["font-size", 0.28]]) axes.setAttribute(name, value);
  ground.appendChild(make("rect", { width: side, height: side }));
  for (let i = 0; i < side; i++) {
    const put = (x, y) => (axes.appendChild(make("text", { x, y, dy: "0.35em" })).textContent = i + 1);
    put(i + 0.5, -EDGE / 2);
    put(-EDGE / 2, i + 0.5);
  }
  let thin = "", thick = "";
  for (let i = 0; i <= side; i++) {
    if (i % tall) thin += `M0 ${i}H${side}`; else thick += `M0 ${i}H${side}`;
    if (i % wide) thin += `M${i} 0V${side}`; else thick += `M${i} 0V${side}`;
  }
  if (diagonals) lines.appendChild(make("path", { class: "diagonal", d: `M0 0L${side} ${side}M0 ${side}L${side} 0` }));
  lines.appendChild(make("path", { class: "thin", d: thin }));
  lines.appendChild(make("path", { class: "thick", d: thick }));
  lines.style.setProperty("--thick", Math.max(0.05, side / 240)); // cells of large boards are small

  // Candidates of a cell are arranged in the rows and columns of a box; with more than sixteen numbers only their count is shown.
  const listed = side <= 16, size = 0.72 / Math.max(tall, wide, 0.6 * wide * DIGITS);
  const cells = givens.map((given, p) => {
    const group = numbers.appendChild(make("g", { class: "cell", transform: `translate(${p % side} ${Math.floor(p / side)})` }));
    const number = group.appendChild(make("text", { class: "number", x: 0.5, y: 0.5, dy: "0.35em" }));
    const marks = group.appendChild(make("g", { class: "marks" }));
    const small = [];
    for (let k = 0; listed && k < side; k++) {
      const x = 0.06 + (0.88 * (k % wide + 0.5)) / wide, y = 0.06 + (0.88 * (Math.floor(k / wide) + 0.5)) / tall;
      const text = marks.appendChild(make("text", { x, y, dy: "0.35em", "font-size": size }));
      text.textContent = k + 1;
      small.push(text);
    }
    const count = listed ? null : marks.appendChild(make("text", { x: 0.5, y: 0.5, dy: "0.35em", "font-size": 0.28 }));
    return { group, number, small, count, given, seen: "" };
  });
  // Draw a cell: its number and how that is known, or its candidates with the excluded ones; without candidates it is wrong.
  const cell = (p, number, state, out) => {
    const one = cells[p], key = `${state},${number},${number ? "" : out.join()}`;
    if (one.seen === key) return;
    one.seen = key;
    one.group.setAttribute("class", `cell ${state}`);
    one.number.textContent = number ? String(number) : state === "wrong" ? "×" : "";
    one.small.forEach((text, k) => text.setAttribute("class", number || out[k] ? "out" : ""));
    if (one.count) one.count.textContent = number || out.every(Boolean) ? "" : `(${out.filter((gone) => !gone).length})`;
  };

  const square = (p, name) => make("rect", { x: p % side, y: Math.floor(p / side), width: 1, height: 1, class: name, "data-cell": p });
  const point = (marks, tone) => {
    areas.replaceChildren(...(marks.units ?? []).flatMap((u) => units[u].map((p) => square(p, ""))));
    halos.setAttribute("class", `halos ${tone}`);
    halos.replaceChildren(...(marks.cells ?? []).map((p) => square(p, "")));
  };
  // The cell of an event; -1 for none.
  const locate = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column < 0 || row < 0 || column >= side || row >= side ? -1 : row * side + column;
  };
  return { cell, point, locate, groups: cells.map(({ group }) => group) };
};
