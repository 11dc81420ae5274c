// Draw a board with pieces that move: where each is at a step follows from the moves on the way to its node.
SCENES.pieces = (svg, data) => {
  const { shape: [rows, columns], pieces, homes } = data;
  const GAP = 0.04, EDGE = 0.14, MOST = 130; // pixels of a cell, where there is room for more
  svg.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${columns + 2 * EDGE} ${rows + 2 * EDGE}`);
  svg.style.maxWidth = `${(columns + 2 * EDGE) * MOST}px`;
  svg.style.maxHeight = `${(rows + 2 * EDGE) * MOST}px`;
  svg.classList.add("pieces");
  const box = (parent, name, row, column, height, width, gap) =>
    parent.appendChild(make("rect", { class: name, x: column + gap, y: row + gap, width: width - 2 * gap, height: height - 2 * gap, rx: 0.09 }));
  box(svg, "tray", 0, 0, rows, columns, -EDGE / 2);
  const home = new Map(homes.map(([piece, row, column]) => [piece, [row, column]]));
  if (homes.length < pieces.length - 1 || homes.length === 1)
    for (const [piece, [row, column]] of home) box(svg, `home kind${pieces[piece][5] % 6}`, row, column, pieces[piece][3], pieces[piece][4], 0.02);
  const drawn = pieces.map(([label, , , height, width, kind]) => {
    const group = svg.appendChild(make("g", { class: "piece" }));
    box(group, "block", 0, 0, height, width, GAP);
    const long = label.length > 2 ? " long" : "";
    group.appendChild(make("text", { class: `name${long}`, x: width / 2, y: height / 2, dy: "0.35em" })).textContent = label;
    return { group, kind: `kind${kind % 6}` };
  });

  const covers = ([row, column], piece, r, c) => r >= row && r < row + pieces[piece][3] && c >= column && c < column + pieces[piece][4];
  const fits = (at, piece, [down, right]) => {
    const [row, column] = [at[piece][0] + down, at[piece][1] + right];
    for (let r = row; r < row + pieces[piece][3]; r++)
      for (let c = column; c < column + pieces[piece][4]; c++) {
        if (r < 0 || r >= rows || c < 0 || c >= columns) return false;
        if (at.some((place, other) => other !== piece && covers(place, other, r, c))) return false;
      }
    return true;
  };
  // The places of all pieces after moves; a move without a piece is that of the piece at a place, or the only one that can make it.
  const places = (moves) => {
    const at = pieces.map(([, row, column]) => [row, column]);
    let last = -1;
    for (const { piece: [named], by, at: from } of moves) {
      const isIt = (i) => from ? at[i][0] === from[0] && at[i][1] === from[1] : fits(at, i, by);
      const piece = named >= 0 ? named : pieces.findIndex((_, i) => isIt(i));
      if (!(piece in at)) continue;
      at[piece] = [at[piece][0] + by[0], at[piece][1] + by[1]];
      last = piece;
    }
    return { at, last };
  };

  let shown = [];
  return {
    show({ moves, marks, tone }) {
      const { at, last } = places(moves);
      shown = at;
      drawn.forEach(({ group, kind }, piece) => {
        const [row, column] = at[piece];
        const goal = home.get(piece);
        const isHome = goal && goal[0] === row && goal[1] === column;
        const moved = piece === last && (marks.by || tone === "good");
        group.setAttribute("class", `piece ${kind}${isHome ? " at-home" : ""}${moved ? " moved" : ""}`);
        group.style.transform = `translate(${column}px, ${row}px)`;
      });
    },
    legend: [],
    names: { decision: "move" },
    words: () => {
      const place = ([row, column], piece) => `${pieces[piece][0]} at row ${row + 1}, column ${column + 1}`;
      const right = [...home].filter(([piece, [row, column]]) => shown[piece][0] === row && shown[piece][1] === column).length;
      const pieceWord = pieces.length === 1 ? "piece" : "pieces";
      const list = pieces.length > 40 ? "" : `: ${shown.map(place).join("; ")}`;
      return `${pieces.length} ${pieceWord}, ${right} of ${home.size} in their places${list}`;
    },
  };
};
