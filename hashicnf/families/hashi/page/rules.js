// The rules of Hashiwokakero for boards in play. A state lists the bridges of each edge, then for each edge 1 if it is marked as
// having no bridge, else 0.
const hashiRules = (data) => {
  const grid = hashiGrid(data), words = hashiWords(grid);
  const { islands, edges, around, crossed, crossings, limit, need, cap, other } = grid;
  const size = edges.length;

  const sum = (state, i) => around[i].reduce((total, e) => total + state[e], 0);
  const blocker = (state, e) => crossed[e].find((x) => state[x] > 0) ?? -1;
  const room = (state, i) => limit[i] - sum(state, i);
  const mostOf = (state, e) => {
    if (state[size + e] || blocker(state, e) >= 0) return state[e];
    return Math.max(state[e], Math.min(cap[e], ...edges[e].map((i) => state[e] + room(state, i))));
  };

  // The groups of islands that bridges connect, as lists, and the edges that close loops.
  const groups = (state) => {
    const parent = islands.map((_, i) => i), loops = [];
    const top = (i) => (parent[i] === i ? i : (parent[i] = top(parent[i])));
    edges.forEach(([u, v], e) => {
      if (!state[e]) return;
      if (top(u) === top(v)) loops.push(e);
      parent[top(u)] = top(v);
    });
    const found = new Map();
    islands.forEach((_, i) => (found.get(top(i)) ?? found.set(top(i), []).get(top(i))).push(i));
    return { groups: [...found.values()], loops };
  };

  const roomFor = (count) => (count > 0 ? `has room for only ${words.bridges(count)}` : "has no room for bridges");
  const numberFaults = (state) => islands.flatMap((_, i) => {
    const has = sum(state, i), most = around[i].reduce((total, e) => total + mostOf(state, e), 0);
    if (has > limit[i]) return { text: words.sentence(`${words.island(i)} has ${words.bridges(has)}`), islands: [i], wrong: [i] };
    return most < need[i] ? { text: words.sentence(`${words.island(i)} ${roomFor(most)}`), islands: [i], wrong: [i] } : [];
  });
  const crossingFaults = (state) => crossings.flatMap(({ row, column, pair }, x) =>
    pair.every((e) => state[e]) ? { text: `Bridges cross at row ${row + 1}, column ${column + 1}.`, crossings: [x], edges: pair } : []);

  const faults = (state) => {
    const found = groups(state);
    const closed = found.groups.filter((some) => some.length < islands.length && some.every((i) => room(state, i) <= 0));
    return [
      ...numberFaults(state),
      ...crossingFaults(state),
      ...closed.map((some) => ({ text: `${words.sentence(words.group(some)).slice(0, -1)} ${some.length > 1 ? "are" : "is"} closed off from the others.`, group: some })),
      ...(grid.loops ? [] : found.loops.map((e) => ({ text: `The bridge between ${words.pair(e)} closes a loop, and none is allowed.`, edges: [e] }))),
    ];
  };
  const isSolved = (state) => islands.every((_, i) => sum(state, i) >= need[i]) && groups(state).groups.length <= 1 && faults(state).length === 0;

  const fact = (_, [row, column, toRow, toColumn, least, most]) => {
    const [u, v] = [grid.islandAt(row - 1, column - 1), grid.islandAt(toRow - 1, toColumn - 1)];
    return { e: grid.edgeOf(u, v), least, most };
  };
  const solution = ({ bridges }) => {
    const state = new Array(2 * size).fill(0);
    for (const { from, to, count } of bridges) state[fact("", [...from, ...to, 0, 0]).e] = count;
    return state;
  };
  return {
    grid, words, solution, faults, isSolved, fact, sum, room, blocker, size, groups, groupsLeft: (state) => groups(state).groups,
    start: () => new Array(2 * size).fill(0),
    limit: ({ e, most, least }) => ({ edges: [e], islands: least ? [] : edges[e], most }),
    // Whether the drawn bridges agree with a certain fact, or contradict it.
    holds: (state, { e, least }) => state[e] >= least,
    denies: (state, { e, least, most }) => state[e] > most || (least > 0 && blocker(state, e) >= 0),
    wrong: (state, { e, most }) => {
      const bad = state[e] > most ? e : blocker(state, e);
      const text = state[bad] > most && most > 0 && bad === e ? `${words.bridges(state[bad])} between ${words.pair(bad)} are too many` : `no bridge goes between ${words.pair(bad)}`;
      return { text: words.sentence(text), edges: [bad], changes: [[bad, bad === e ? most : 0]] };
    },
    touches: ({ edges: own = [], islands: ends = [], group = [] }, place) =>
      own.includes(place % size) || edges[place % size].some((i) => ends.includes(i) || group.includes(i)),
    changes: (state, { e, least, most }) => (least > state[e] ? [[e, least], [size + e, 0]] : most === 0 && !state[e] ? [[size + e, 1]] : []),
    marks: (facts) => ({ edges: facts.map(({ e }) => e) }),
    cells: (cells) => ({ islands: cells.map(([row, column]) => grid.islandAt(row, column)).filter((i) => i >= 0) }),
    progress: (state) => {
      const drawn = state.slice(0, size).reduce((a, b) => a + b, 0), all = islands.reduce((a, [, , clue]) => a + clue, 0) / 2;
      return islands.some(([, , clue]) => clue < 0) || all % 1 ? `${some(drawn, "bridge", "bridges")} drawn` : `${drawn} of ${some(all, "bridge", "bridges")} drawn`;
    },
    missing: (state) => {
      const lacking = islands.filter((_, i) => sum(state, i) < need[i]).length;
      if (lacking) return `${some(lacking, "island lacks", "islands lack")} bridges.`;
      return `The islands form ${inWords(groups(state).groups.length)} groups, and should form one.`;
    },
    // The state of JSON as ``json`` writes it; null if it belongs to another board.
    drawn: ({ bridges }) => {
      const fits = ({ from, to, count }) => Number.isInteger(count) && count >= 0 && count <= cap[fact("", [...from, ...to, 0, 0]).e];
      return bridges.every(fits) ? solution({ bridges }) : null;
    },
    json: (state) => {
      const place = (i) => [islands[i][0] + 1, islands[i][1] + 1];
      const bridges = edges.flatMap(([u, v], e) => (state[e] ? { from: place(u), to: place(v), count: state[e] } : []));
      return JSON.stringify({ bridges });
    },
    other,
  };
};
