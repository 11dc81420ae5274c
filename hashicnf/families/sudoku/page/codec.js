// Sudokus as texts: URLs of puzz.link, game IDs of Simon Tatham's Solo, lines with one character per cell, native text.
const sudokuCodecs = (() => {
  const boxless = (side) => new Error(`${side} by ${side} cells have no boxes.`);
  // The default box: nearest to a square, at least as wide as high; [1, side] for a prime side.
  const usual = (side) => {
    let tall = Math.floor(Math.sqrt(side));
    while (side % tall) tall -= 1;
    return [tall, side / tall];
  };
  const board = (side, cells, rules = {}) => {
    if (!(side >= 4 && side <= 36)) throw new Error(`A sudoku of ${side} by ${side} cells cannot be played here.`);
    if (cells.length !== side * side) throw new Error(`The board has ${some(cells.length, "cell", "cells")}, and ${side} by ${side} are ${side * side}.`);
    const givens = cells.map((number) => Math.max(0, number));
    if (givens.some((number) => number > side)) throw new Error(`A number is more than ${side}.`);
    return { side, box: usual(side), diagonals: false, givens, ...rules };
  };
  const isUsual = ({ side, box }) => box.join() === usual(side).join();
  const isPlain = (data) => isUsual(data) && !data.diagonals;
  const isLinked = (side) => side === 6 || Number.isInteger(Math.sqrt(side)); // other sides have no boxes on puzz.link

  const puzzlink = {
    name: "puzz.link URL",
    read: (text) => {
      const found = /^(?:[^\s?#]*\?(?:\w+=\w+&)*)?(?:v:[^/\s]*\/)?sudoku(?:_edit|_play)?\/(\d{1,2})\/(\d{1,2})\/([^/]*)\/?$/.exec(text);
      if (!found) return null;
      if (found[1] !== found[2]) throw new Error("A sudoku is a square.");
      if (!isLinked(Number(found[1]))) throw boxless(found[1]);
      return board(Number(found[1]), decode16(found[3]));
    },
    write: (data) => (isPlain(data) && isLinked(data.side) ? ended(`https://puzz.link/p?sudoku/${data.side}/${data.side}/${encode16(data.givens)}`) : null),
  };
  const solo = {
    name: "game ID",
    example: "2x2:1e3b4e2",
    read: (text) => {
      const found = /^(?:[^#\s]*solo\.html[^#\s]*#)?(\d{1,2})x(\d{1,2})((?:x|a|r\d|md?\d|d[a-z])*):([0-9a-z_]+)$/.exec(text);
      if (!found) return null;
      const cells = found[4].match(/\d+|[a-z]|_/g).flatMap((word) => (word === "_" ? [] : /\d/.test(word) ? [Number(word)] : new Array(LETTERS.indexOf(word) + 1).fill(0)));
      const box = [Number(found[1]), Number(found[2])];
      return board(box[0] * box[1], cells, { box, diagonals: /(?<!m)x/.test(found[3]) });
    },
  };
  // One character per cell, in a line, in rows, outlined by bars, or at the end of a link; a line without cells is part of the
  // outline unless it is a setting, as in native text.
  const line = {
    name: "line of cells",
    read: (text) => {
      const body = /^\S+(?:=|(?<!\d)\/)([\d.*_-]{81})(?:[#&?/]\S*)?$/.exec(text)?.[1] ?? text;
      const cells = body.split(/\r\n?|\n/).filter((row) => /[\d._·]|^\s*[A-Za-z-]+[ \t]*:/.test(row) && !/^\s*[.:'](?:-{3,}[.:'+])+\s*$/.test(row)).join("").replace(/[\s|│║]/g, "");
      return /^[\d.*_·-]{81}$/.test(cells) ? board(9, [...cells].map((cell) => (/\d/.test(cell) ? Number(cell) : 0))) : null;
    },
  };
  const native = {
    name: "native text",
    read: (text) => {
      const found = nativeGrid(text, "sudoku", { boxes: /^\d{1,2} *x *\d{1,2}$|^auto$/, diagonals: FLAG });
      if (!found) return null;
      if (found.rows !== found.columns) throw new Error("A sudoku is a square.");
      const isUsual = ["auto", undefined].includes(found.settings.boxes), box = isUsual ? usual(found.rows) : found.settings.boxes.split("x").map(Number);
      if (isUsual && box[0] === 1) throw boxless(found.rows);
      if (box[0] * box[1] !== found.rows) throw new Error(`Boxes of ${box.join(" by ")} cells do not fit.`);
      return board(found.rows, found.cells, { box, diagonals: YES.test(found.settings.diagonals) });
    },
    write: (data) => {
      const { side, box, diagonals, givens } = data, isWide = givens.some((number) => number > 9);
      const settings = (isUsual(data) ? "" : `boxes: ${box[0]}x${box[1]}\n`) + (diagonals ? "diagonals: yes\n" : "");
      const rows = Array.from({ length: side }, (_, r) => givens.slice(r * side, (r + 1) * side).map((number) => number || ".").join(isWide ? " " : ""));
      return `family: sudoku\n${settings}${rows.join("\n")}\n`;
    },
  };
  return [puzzlink, solo, line, native];
})();
