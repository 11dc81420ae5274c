// Boards as texts: URLs of puzz.link, boards that its player saves (pzprv3), game IDs of Simon Tatham's Bridges, native text.
// A reader takes the trimmed text and returns the data of a board, or null if the text is in another notation; it throws an Error
// for an invalid text of its own notation.
const hashiCodecs = (() => {
  const MOST_CELLS = 40000;
  const GLYPHS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  const board = (rows, columns, cells, rules) => {
    if (!(rows * columns > 0 && rows * columns <= MOST_CELLS)) throw new Error(`A board of ${columns} by ${rows} cells cannot be played here.`);
    if (cells.length !== rows * columns) throw new Error(`The board has ${some(cells.length, "cell", "cells")}, and ${columns} by ${rows} are ${rows * columns}.`);
    const islands = cells.flatMap((clue, at) => (clue ? [[Math.floor(at / columns), at % columns, clue]] : []));
    return { shape: [rows, columns], islands, most: 2, loops: true, ...rules };
  };
  const grid = ({ shape: [rows, columns], islands }) => {
    const cells = new Array(rows * columns).fill(0);
    for (const [row, column, clue] of islands) cells[row * columns + column] = clue;
    return cells;
  };
  const rulesOf = (most, tree) => ({ ...(most ? { most: Number(most) } : {}), ...(tree ? { loops: false } : {}) });
  const puzzlink = {
    name: "puzz.link URL",
    read: (text) => {
      const found = /^(?:[^\s?#]*\?(?:\w+=\w+&)*)?(?:v:[^/\s]*\/)?(?:hashi|hashikake|bridges)(?:_edit|_play)?\/(?:v:[^/\s]*\/)?(?:([^/\s]*[^/\s0-9][^/\s]*)\/)?(\d{1,5})\/(\d{1,5})\/([^/]*)\/?$/.exec(text);
      if (!found) return null;
      const [, most, tree] = /^(?:m(\d{1,9}))?(L?)$/.exec(found[1] ?? "") ?? [];
      return board(Number(found[3]), Number(found[2]), decode16(found[4]), rulesOf(most, tree));
    },
    write: (data) => {
      const flags = (data.most === 2 ? "" : `m${data.most}`) + (data.loops ? "" : "L");
      const text = `https://puzz.link/p?${["hashi", ...(flags ? [flags] : []), data.shape[1], data.shape[0], encode16(grid(data))].join("/")}`;
      return ended(text);
    },
  };

  const tatham = {
    name: "game ID",
    example: "7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2",
    read: (text) => {
      const found = /^(?:[^#\s]*bridges\.html[^#\s]*#)?(\d{1,9})(?:x(\d{1,9}))?(?:[ied]\d{1,9})*(?:m(\d{1,9}))?(L?)(?:d\d{1,9})?:([1-9A-Za-z]*)$/.exec(text);
      if (!found) return null;
      const cells = [...found[5]].flatMap((glyph) => (glyph >= "a" ? new Array(LETTERS.indexOf(glyph) + 1).fill(0) : [GLYPHS.indexOf(glyph)]));
      return board(Number(found[2] ?? found[1]), Number(found[1]), cells, rulesOf(found[3], found[4]));
    },
    write: (data) => {
      if (data.islands.some(([, , clue]) => clue < 0 || clue > 35)) return null;
      return `${data.shape[1]}x${data.shape[0]}m${data.most}${data.loops ? "" : "L"}:${runs(grid(data), LETTERS, (clue) => GLYPHS[clue])}`;
    },
    warning: (data) => {
      const cells = grid(data), [rows, columns] = data.shape, { islands, most } = data;
      const touches = ([row, column]) => (column + 1 < columns && cells[row * columns + column + 1]) || (row + 1 < rows && cells[(row + 1) * columns + column]);
      const what = Math.min(rows, columns) < 3 ? "boards of fewer than 3 rows or columns"
        : islands.length < 2 ? "boards of fewer than 2 islands"
        : islands.some(touches) ? "islands that touch"
        : most > 4 ? "more than 4 bridges per pair"
        : islands.some(([, , clue]) => clue > 16) ? "numbers above 16" : "";
      return what && `The game itself does not load ${what}.`;
    },
  };

  // Whether a text is boards of Klotski in digits: rows of four, a whole 2x2 piece 1, five whole dominoes 2 to 6, a blank cell.
  const isKlotski = (text) => {
    const cells = text.replace(/\s/g, ""), isWhole = (all, digit) => {
      const found = [...all].flatMap((other, at) => (other === digit ? [at] : [])), [first] = found;
      const parts = digit === "1" ? ["0,1,4,5"] : ["0,1", "0,4"];
      return parts.includes(found.map((at) => at - first).join()) && (found[1] - first > 1 || first % 4 < 3);
    };
    const boards = /^(?:\s*[0-7]{4}[ \t]*(?:\n|\r\n|$))+$/.test(text) && cells.match(/.{1,20}/g);
    return boards && boards.every((all) => all.length === 20 && all.includes("0") && [..."123456"].every((digit) => isWhole(all, digit)));
  };

  // Whether a text is sliding tiles: marked so, or in a line the numbers 0 to n - 1 once each, where n is a square, 9 or more.
  const isTiles = (text) => {
    const lines = text.split(/\r\n?|\n/).map((line) => line.replace(/#.*/, "").trim()), words = lines.find(Boolean)?.split(/[ \t]+/) ?? [];
    const isOrder = (tiles) => Number.isInteger(Math.sqrt(tiles.length)) && [...tiles].sort((a, b) => a - b).every((tile, n) => tile === String(n));
    const parts = [words, words.slice(0, -1), words.slice(1), words.slice(1, -1)]; // perhaps between the board's number and a length
    return /^\s*# sliding tiles/.test(text) || (words.length > 8 && parts.some(isOrder));
  };
  // Whether a grid is in a file of the public benchmark, whose first line is its rows, columns and islands.
  const isBenchmark = ({ rows, columns, cells }, text) => columns === 3 && cells[0] === rows - 1 && cells[1] === 3 && /^\s*\d+[ \t]+\d[\d\s]*$/.test(text);

  const native = {
    name: "native text",
    read: (text) => {
      const found = nativeGrid(text, "hashi", { "max-bridges": /^[1-9]\d{0,2}$|^1000$/, loops: FLAG }, true);
      const isLine = found?.rows === 1 && [81, 256, 625].includes(found.columns); // a sudoku in one line looks like this
      if (!found || isLine || isKlotski(text) || isTiles(text) || isBenchmark(found, text)) return null;
      return board(found.rows, found.columns, found.cells, rulesOf(found.settings["max-bridges"], NO.test(found.settings.loops)));
    },
    write: (data) => {
      const cells = grid(data), columns = data.shape[1], isWide = cells.some((clue) => clue > 9);
      const settings = (data.most === 2 ? "" : `max-bridges: ${data.most}\n`) + (data.loops ? "" : "loops: no\n");
      const word = (clue) => (clue < 0 ? "?" : clue || ".");
      const row = (r) => cells.slice(r * columns, (r + 1) * columns).map(word).join(isWide ? " " : "") + (isWide && columns === 1 ? "," : "");
      return `${settings}${Array.from({ length: data.shape[0] }, (_, r) => row(r)).join("\n")}\n`;
    },
  };
  return [puzzlink, hashiSaved(board), tatham, native];
})();
