// The rules of sudoku for boards in play. A state lists the number of each cell, then for each cell and number 1 if it is noted.
const sudokuRules = (data) => {
  const grid = sudokuGrid(data), { side, givens, units, names, peers, place } = grid, width = side + 1;
  const at = (p) => p * width, number = (state, p) => state[at(p)];
  const notes = (state, p) => state.slice(at(p) + 1, at(p) + width).flatMap((noted, k) => (noted ? k + 1 : []));
  const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

  const faults = (state) => units.flatMap((cells, u) => {
    const seen = new Map();
    for (const p of cells) if (number(state, p)) seen.set(number(state, p), [...(seen.get(number(state, p)) ?? []), p]);
    const twice = [...seen].filter(([, some]) => some.length > 1);
    return twice.map(([k, some]) => ({ text: sentence(`${names[u]} holds ${k} ${some.length > 2 ? "several times" : "twice"}`), cells: some }));
  });
  const open = (state) => givens.filter((_, p) => !number(state, p)).length;
  const isSolved = (state) => open(state) === 0 && faults(state).length === 0;
  const candidates = (state, p) => {
    const taken = new Set(peers[p].map((q) => number(state, q)));
    return Array.from({ length: side }, (_, k) => k + 1).filter((k) => !taken.has(k));
  };
  const cellOf = (row, column) => (row - 1) * side + column - 1;
  const solution = (rows) => rows.flat().flatMap((k) => [k, ...new Array(side).fill(0)]);
  const put = (p, k) => [[at(p), k], ...Array.from({ length: side }, (_, j) => [at(p) + j + 1, 0])];
  return {
    grid, at, number, notes, faults, isSolved, candidates, put, width, sentence,
    start: () => solution(givens),
    fact: (kind, [row, column, ...numbers]) => ({ e: cellOf(row, column), ...(kind.endsWith("number") ? { number: numbers[0] } : { not: numbers }) }),
    holds: (state, { e, number: k }) => !k || number(state, e) === k,
    denies: (state, { e, number: k, not = [] }) => number(state, e) > 0 && (k ? number(state, e) !== k : not.includes(number(state, e))),
    wrong: (state, { e }) => ({ text: sentence(`${place(e)} does not hold ${number(state, e)}`), cells: [e], changes: put(e, 0) }),
    touches: ({ cells }, place) => cells.includes(Math.floor(place / width)),
    changes: (state, { e, number: k }) => (k ? put(e, k) : []),
    // The state with the candidates that facts leave as notes.
    noted: (state, facts) => {
      const out = new Set(facts.flatMap(({ e, not = [] }) => not.map((k) => at(e) + k)));
      const left = givens.map((_, p) => (number(state, p) ? [] : candidates(state, p).filter((k) => !out.has(at(p) + k))));
      return givens.flatMap((_, p) => [number(state, p), ...Array.from({ length: side }, (__, k) => Number(left[p].includes(k + 1)))]);
    },
    marks: (facts) => ({ cells: facts.map(({ e }) => e) }),
    cells: (cells) => ({ cells: cells.map(([row, column]) => row * side + column) }),
    progress: (state) => `${counted(side ** 2 - open(state))} of ${counted(side ** 2)} cells filled`,
    missing: (state) => sentence(`${some(open(state), "cell is", "cells are")} empty`),
    solution,
    // The state of JSON as ``json`` writes it; null if it belongs to another board.
    drawn: (rows) => {
      const cells = rows.flat(), isOne = (k, p) => Number.isInteger(k) && k >= 0 && k <= side && (!givens[p] || k === givens[p]);
      return cells.length === side ** 2 && cells.every(isOne) ? solution(rows) : null;
    },
    json: (state) => JSON.stringify(Array.from({ length: side }, (_, r) => Array.from({ length: side }, (__, c) => number(state, r * side + c)))),
  };
};
