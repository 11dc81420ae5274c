// Draw the states of a search: decided numbers, and the candidates of other cells.
SCENES.sudoku = (svg, data) => {
  const { side, givens, units, first } = data, board = sudokuBoard(svg, data);
  const variable = (p, k) => first + p * side + k - 1;

  // A search that only places numbers excludes no candidates explicitly: then those are excluded that a unit holds elsewhere.
  const around = givens.map((_, p) => units.filter((unit) => unit.includes(p)));
  const held = (p, value) => {
    for (let k = 1; k <= side; k++) if (value[variable(p, k)] === 1) return k;
    return givens[p];
  };
  const taken = (p, numbers) => new Set(around[p].flatMap((unit) => unit.map((q) => numbers[q])));

  const draw = (p, value, how, gone) => {
    let number = 0, decided = 0, open = 0;
    const out = [];
    for (let k = 1; k <= side; k++) {
      const truth = value[variable(p, k)] ?? 0;
      if (truth === 1) [number, decided] = [k, how[variable(p, k)] ?? 0];
      out.push(truth === -1 || gone.has(k));
      open += out[k - 1] ? 0 : 1;
    }
    if (!number && givens[p]) number = givens[p];
    board.cell(p, number, number ? (number === givens[p] ? "given" : ["", "forced", "decided"][decided]) : open ? "open" : "wrong", out);
  };

  return {
    show({ value, how, marks, tone }) {
      const numbers = data.denies ? [] : givens.map((_, p) => held(p, value));
      givens.forEach((_, p) => draw(p, value, how, taken(p, numbers)));
      board.point(marks, tone);
    },
    // The object of a click: its name, and the variables that determine its state.
    pick: (event) => {
      const p = board.locate(event);
      if (p < 0) return null;
      const variables = Array.from({ length: side }, (_, k) => variable(p, k + 1));
      return { name: `The cell at row ${Math.floor(p / side) + 1}, column ${(p % side) + 1}`, variables };
    },
    legend: [],
    words: (value) => {
      let filled = 0;
      for (let p = 0; p < side * side; p++)
        for (let k = 1; k <= side; k++) filled += value[variable(p, k)] === 1 ? 1 : 0;
      return `Sudoku of ${side} by ${side}: ${counted(filled)} of ${counted(side * side)} cells filled`;
    },
  };
};
