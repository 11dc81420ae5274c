// Draw the states of a search: decided bridges, and the islands and edges that a step marks.
SCENES.hashi = (svg, data) => {
  const grid = hashiGrid(data), board = hashiBoard(svg, grid);
  const { rows, columns, islands, edges, around } = grid, { first } = data, words = hashiWords(grid);
  let low = [];

  const range = (edge, value, how) => {
    let low = 0, high = grid.load, decided = 0;
    for (let j = 1; j <= grid.load; j++) {
      const variable = first + edge * grid.load + j - 1;
      if (value[variable] === 1) low = j;
      else if (value[variable] === -1) high = Math.min(high, j - 1);
      decided = Math.max(decided, how[variable] ?? 0);
    }
    return [low, Math.max(low, high), decided];
  };

  return {
    show({ value, how, marks, tone }) {
      const high = new Array(edges.length);
      low = new Array(edges.length);
      edges.forEach((_, e) => {
        const [l, h, w] = range(e, value, how);
        low[e] = l;
        high[e] = h;
        board.span(e, l, h, w);
      });
      islands.forEach(([, , clue], i) => {
        const sum = around[i].reduce((total, e) => total + low[e], 0);
        const most = around[i].reduce((total, e) => total + high[e], 0);
        const state = clue < 0 ? (sum ? "full" : "") : sum > clue || most < clue ? "wrong" : sum === clue ? "full" : "";
        board.shore(i, sum, state);
      });
      board.point(marks, tone);
    },
    // The object of a click: its name, and the variables that determine its state.
    pick: (event) => {
      const { edge } = board.locate(event, (e) => low[e] > 0);
      if (edge < 0) return null;
      return { name: `Bridges between ${words.pair(edge)}`, variables: Array.from({ length: grid.load }, (_, j) => first + edge * grid.load + j) };
    },
    legend: [
      ["supposed", "span used decided", "M2 9H30M2 15H30", "M16 7l5 5l-5 5l-5-5z"],
      ["forced", "span used forced", "M2 9H30M2 15H30", ""],
      ["ruled out", "span none forced", "", "M12 8l8 8M20 8l-8 8"],
      ["supposed not", "span none decided", "", "M16 4l8 8l-8 8l-8-8zM12.500 8.500l7 7M19.500 8.500l-7 7"],
      ["open", "span open", "", "", "M2 12H30"],
    ],
    words: (value) => {
      let open = 0, used = 0;
      edges.forEach((_, e) => {
        const [l, h] = range(e, value, value);
        used += l;
        open += l < h ? 1 : 0;
      });
      return `Board of ${rows} by ${columns}: ${some(used, "bridge", "bridges")} placed, ${some(open, "pair", "pairs")} of islands open`;
    },
  };
};
