// Draw a sudoku: numbers as far as they are decided, the candidates of open cells, and what a step points at.
SCENES.sudoku = (svg, data) => {
  const { side, box: [tall, wide], givens, units, first } = data;
  const EDGE = 0.6, MOST = 72; // room for the numbers of rows and columns; pixels of a cell, where there is room for more
  svg.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${side + EDGE + 0.1} ${side + EDGE + 0.1}`);
  svg.style.maxWidth = `${(side + EDGE) * MOST}px`;
  svg.style.maxHeight = `${(side + EDGE) * MOST}px`;
  svg.classList.add("sudoku");
  const layer = (name) => svg.appendChild(make("g", { class: name }));
  const [axes, ground, areas, halos, lines, numbers] = ["axes", "ground", "areas", "halos", "lines", "numbers"].map(layer);
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
  lines.appendChild(make("path", { class: "thin", d: thin }));
  lines.appendChild(make("path", { class: "thick", d: thick }));

  // The candidates of a cell stand in as many rows and columns as a box has; beyond sixteen numbers only how many there are.
  const listed = side <= 16;
  const cells = givens.map((given, p) => {
    const group = numbers.appendChild(make("g", { class: "cell", transform: `translate(${p % side} ${Math.floor(p / side)})` }));
    const number = group.appendChild(make("text", { class: "number", x: 0.5, y: 0.5, dy: "0.35em" }));
    const marks = group.appendChild(make("g", { class: "marks" }));
    const small = [];
    for (let k = 0; listed && k < side; k++) {
      const x = (k % wide + 0.5) / wide, y = (Math.floor(k / wide) + 0.5) / tall;
      const text = marks.appendChild(make("text", { x, y, dy: "0.35em", "font-size": 0.72 / Math.max(tall, wide) }));
      text.textContent = k + 1;
      small.push(text);
    }
    const count = listed ? null : marks.appendChild(make("text", { x: 0.5, y: 0.5, dy: "0.35em", "font-size": 0.28 }));
    return { group, number, small, count, given, seen: "" };
  });
  const variable = (p, k) => first + p * side + k - 1;

  // A search that only places numbers says of no candidate that it is out: there those go that a unit has elsewhere.
  const around = givens.map((_, p) => units.filter((unit) => unit.includes(p)));
  const held = (p, value) => {
    for (let k = 1; k <= side; k++) if (value[variable(p, k)] === 1) return k;
    return givens[p];
  };
  const taken = (p, numbers) => new Set(around[p].flatMap((unit) => unit.map((q) => numbers[q])));

  const draw = (cell, p, value, how, gone) => {
    let number = 0, decided = 0, open = 0;
    const out = [];
    for (let k = 1; k <= side; k++) {
      const truth = value[variable(p, k)] ?? 0;
      if (truth === 1) [number, decided] = [k, how[variable(p, k)] ?? 0];
      out.push(truth === -1 || gone.has(k));
      open += out[k - 1] ? 0 : 1;
    }
    if (!number && cell.given) number = cell.given;
    const state = number ? (number === cell.given ? "given" : ["", "forced", "decided"][decided]) : open ? "open" : "wrong";
    const key = `${state},${number},${number ? "" : out.join()}`;
    if (cell.seen === key) return;
    cell.seen = key;
    cell.group.setAttribute("class", `cell ${state}`);
    cell.number.textContent = number ? String(number) : open ? "" : "×";
    cell.small.forEach((text, k) => text.setAttribute("class", number || out[k] ? "out" : ""));
    if (cell.count) cell.count.textContent = number ? "" : `(${open})`;
  };

  const square = (p, name) => make("rect", { x: p % side, y: Math.floor(p / side), width: 1, height: 1, class: name, "data-cell": p });
  return {
    show({ value, how, marks, tone }) {
      const numbers = data.denies ? [] : givens.map((_, p) => held(p, value));
      cells.forEach((cell, p) => draw(cell, p, value, how, taken(p, numbers)));
      areas.replaceChildren(...(marks.units ?? []).flatMap((u) => units[u].map((p) => square(p, ""))));
      halos.setAttribute("class", `halos ${tone}`);
      halos.replaceChildren(...(marks.cells ?? []).map((p) => square(p, "")));
    },
    // What a click asks about: its name, and the variables that say what holds there.
    pick: (event) => {
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      const [column, row] = [Math.floor(x), Math.floor(y)];
      if (column < 0 || row < 0 || column >= side || row >= side) return null;
      const variables = Array.from({ length: side }, (_, k) => variable(row * side + column, k + 1));
      return { name: `The cell at row ${row + 1}, column ${column + 1}`, variables };
    },
    legend: [],
    words: (value) => {
      let filled = 0;
      for (let p = 0; p < side * side; p++)
        for (let k = 1; k <= side; k++) filled += value[variable(p, k)] === 1 ? 1 : 0;
      return `Sudoku of ${side} by ${side}: ${filled} of ${side * side} cells filled`;
    },
  };
};
