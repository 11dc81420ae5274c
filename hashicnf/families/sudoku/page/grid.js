// A sudoku as lists: the cells of each unit, the units of each cell, and their names. Rows come first, then columns, boxes, diagonals.
const sudokuGrid = ({ side, box: [tall, wide], diagonals = false, givens }) => {
  const every = Array.from({ length: side }, (_, i) => i), units = [], names = [];
  const unit = (name, cells) => {
    names.push(name);
    units.push(cells);
  };
  for (const r of every) unit(`row ${r + 1}`, every.map((c) => r * side + c));
  for (const c of every) unit(`column ${c + 1}`, every.map((r) => r * side + c));
  for (let r = 0; r < side; r += tall)
    for (let c = 0; c < side; c += wide) {
      const cells = every.map((k) => (r + Math.floor(k / wide)) * side + c + (k % wide));
      unit(`the box of rows ${r + 1} to ${r + tall}, columns ${c + 1} to ${c + wide}`, cells);
    }
  if (diagonals) {
    unit("the falling diagonal", every.map((i) => i * side + i));
    unit("the rising diagonal", every.map((i) => i * side + side - 1 - i));
  }
  const around = givens.map((_, p) => [...units.keys()].filter((u) => units[u].includes(p)));
  const peers = around.map((own, p) => [...new Set(own.flatMap((u) => units[u]))].filter((q) => q !== p));
  return { side, box: [tall, wide], diagonals, givens, units, names, around, peers, place: (p) => `row ${Math.floor(p / side) + 1}, column ${(p % side) + 1}` };
};
