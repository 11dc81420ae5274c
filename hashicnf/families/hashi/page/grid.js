// A Hashiwokakero board as numbers: islands in reading order, edges between islands that see each other, and which edges cross.
// Edges are sorted by their first island, the horizontal one first; crossings by their cells.
const hashiGrid = ({ shape: [rows, columns], islands, most = 2, loops = true }) => {
  const right = islands.map(() => -1), down = islands.map(() => -1), last = new Array(columns).fill(-1);
  islands.forEach(([row, column], i) => {
    if (i && islands[i - 1][0] === row) right[i - 1] = i;
    if (last[column] >= 0) down[last[column]] = i;
    last[column] = i;
  });
  const edges = islands.flatMap((_, i) => [right[i], down[i]].filter((j) => j >= 0).map((j) => [i, j]));
  const around = islands.map(() => []);
  edges.forEach((ends, e) => ends.forEach((i) => around[i].push(e)));
  const isRow = edges.map(([u, v]) => islands[u][0] === islands[v][0]);

  const over = { true: new Map(), false: new Map() }; // by cell: the horizontal edge over it, and the vertical one
  const line = (e) => {
    const [u, v] = edges[e].map((i) => islands[i]);
    const length = v[0] - u[0] + v[1] - u[1], [dr, dc] = isRow[e] ? [0, 1] : [1, 0];
    return Array.from({ length: length - 1 }, (_, k) => (u[0] + dr * (k + 1)) * columns + u[1] + dc * (k + 1));
  };
  edges.forEach((_, e) => line(e).forEach((cell) => over[isRow[e]].set(cell, e)));
  const met = [...over.true.keys()].filter((cell) => over.false.has(cell)).sort((a, b) => a - b);
  const crossings = met.map((cell) => ({ cell, row: Math.floor(cell / columns), column: cell % columns, pair: [over.true.get(cell), over.false.get(cell)] }));
  const crossed = edges.map(() => []);
  for (const { pair: [h, v] } of crossings) {
    crossed[h].push(v);
    crossed[v].push(h);
  }

  const largest = islands.reduce((top, [, , clue]) => Math.max(top, clue), 0);
  const load = islands.some(([, , clue]) => clue < 0) ? most : Math.max(1, Math.min(most, largest));
  const limit = islands.map(([, , clue]) => (clue < 0 ? Infinity : clue)), need = islands.map(([, , clue]) => Math.max(1, clue));
  const cap = edges.map(([u, v]) => Math.min(load, limit[u], limit[v]));
  const number = new Map(islands.map(([row, column], i) => [row * columns + column, i]));
  const pairs = new Map(edges.map(([u, v], e) => [u * islands.length + v, e]));
  // The edge of an island in a direction; -1 for none.
  const towards = (i, dx, dy) => {
    const across = Math.abs(dx) >= Math.abs(dy), isFirst = (across ? dx : dy) > 0;
    return around[i].find((e) => isRow[e] === across && (edges[e][0] === i) === isFirst) ?? -1;
  };
  const isAdjacent = (e) => line(e).length === 0;
  return {
    towards, isAdjacent, rows, columns, islands, edges, around, isRow, over, crossings, crossed, load, most, loops, limit, need, cap,
    other: (e, i) => (edges[e][0] === i ? edges[e][1] : edges[e][0]),
    islandAt: (row, column) => number.get(row * columns + column) ?? -1,
    edgeOf: (u, v) => pairs.get(Math.min(u, v) * islands.length + Math.max(u, v)) ?? -1,
  };
};
