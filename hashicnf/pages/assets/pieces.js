// Whether the target places of pieces are framed on the board: if nearly all pieces have one, other pieces would cover the frames.
const areFramed = ({ pieces, homes }) => homes.length < pieces.length - 1 || homes.length === 1;

// A rectangle with round corners, in cells.
const pieceBox = (parent, name, row, column, height, width, gap) =>
  parent.appendChild(make("rect", { class: name, x: column + gap, y: row + gap, width: width - 2 * gap, height: height - 2 * gap, rx: 0.09 }));

// The cells that a piece covers, in words, if its first one is in a row and a column.
const cellsInWords = ([, , , height, width], [row, column]) => {
  const range = (word, from, many) => (many > 1 ? `${word}s ${from + 1} to ${from + many}` : `${word} ${from + 1}`);
  return `${range("row", row, height)}, ${range("column", column, width)}`;
};

// A piece with its label, in a group that is then moved to its place.
const pieceShape = (parent, [label, , , height, width]) => {
  const group = parent.appendChild(make("g", { class: "piece" }));
  pieceBox(group, "block", 0, 0, height, width, 0.04);
  const long = label.length > 2 ? " long" : "";
  group.appendChild(make("text", { class: `name${long}`, x: width / 2, y: height / 2, dy: "0.35em" })).textContent = label;
  return group;
};

// Draw a board with pieces that move: rectangles on a tray, and their target places.
const piecesBoard = (svg, data) => {
  const { shape: [rows, columns], pieces, homes } = data;
  const EDGE = 0.14, MOST = 130; // pixels of a cell, where there is room for more
  svg.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${columns + 2 * EDGE} ${rows + 2 * EDGE}`);
  svg.style.maxWidth = `${(columns + 2 * EDGE) * MOST}px`;
  svg.style.maxHeight = `${(rows + 2 * EDGE) * MOST}px`;
  svg.classList.add("pieces");
  pieceBox(svg, "tray", 0, 0, rows, columns, -EDGE / 2);
  const home = new Map(homes.map(([piece, row, column]) => [piece, [row, column]]));
  const isFramed = areFramed(data);
  if (isFramed)
    for (const [piece, [row, column]] of home) pieceBox(svg, `home kind${pieces[piece][5] % 6}`, row, column, pieces[piece][3], pieces[piece][4], 0.02);
  const move = (group, row, column) => group.setAttribute("transform", `translate(${column} ${row})`);
  const drawn = pieces.map((piece) => {
    const group = pieceShape(svg, piece), [, row, column, , , kind] = piece;
    move(group, row, column); // placed before it is first shown, so that it does not glide in from the corner
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
  // Move the pieces to their places, (row, column) each; the one that moved last is highlighted.
  const show = (at, last = -1) => drawn.forEach(({ group, kind }, piece) => {
    const [row, column] = at[piece], goal = home.get(piece);
    const isHome = goal && goal[0] === row && goal[1] === column;
    group.setAttribute("class", `piece ${kind}${isHome ? " at-home" : goal && isFramed ? " wanted" : ""}${piece === last ? " moved" : ""}`);
    move(group, row, column);
  });
  return { show, covers, fits, home, groups: drawn.map(({ group }) => group) };
};

// Draw a small picture of the goal if it is not framed on the board; its accessible name lists the rows.
const goalPicture = (data) => {
  if (areFramed(data)) return null;
  const { shape: [rows, columns], pieces, homes } = data, named = new Map(homes.map(([piece, row, column]) => [row * columns + column, pieces[piece][0]]));
  const there = homes.map(([piece, row, column]) => [pieces[piece][0], row, column, ...pieces[piece].slice(3)]);
  const line = (row) => `row ${row + 1}: ${Array.from({ length: columns }, (_, column) => named.get(row * columns + column) ?? "empty").join(", ")}`;
  const svg = make("svg", { role: "img", "aria-label": `The goal: ${Array.from({ length: rows }, (_, row) => line(row)).join("; ")}` });
  piecesBoard(svg, { ...data, pieces: there, homes: [] }).show(there.map(([, row, column]) => [row, column]));
  svg.classList.add("goal");
  svg.style.width = `${Math.min(200, 38 * columns)}px`;
  return svg;
};
