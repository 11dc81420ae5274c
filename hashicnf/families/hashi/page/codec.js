// Boards of other programs: URLs of puzz.link, boards that its player saves (pzprv3), game IDs of Simon Tatham's Bridges.
// A reader takes the text without blanks around it, and returns the data of a board, or null where the text is something else; it
// throws an Error for a text of its kind that is wrong.
const hashiCodecs = (() => {
  const GAPS = "ghijklmnopqrstuvwxyz", MOST_CELLS = 40000;
  const LONG = [["-", 2, 0], ["+", 3, 0], ["=", 3, 4096], ["@", 3, 8192], ["%", 3, 8192], ["*", 4, 12240], ["$", 5, 77776]];
  const LETTERS = "abcdefghijklmnopqrstuvwxyz", GLYPHS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  const board = (rows, columns, cells, rules) => {
    if (!(rows * columns > 0 && rows * columns <= MOST_CELLS)) throw new Error(`A board of ${columns} by ${rows} cells cannot be played here.`);
    if (cells.length !== rows * columns) throw new Error(`The board has ${cells.length} cells, and ${columns} by ${rows} are ${rows * columns}.`);
    const islands = cells.flatMap((clue, at) => (clue ? [[Math.floor(at / columns), at % columns, clue]] : []));
    return { shape: [rows, columns], islands, most: 2, loops: true, ...rules };
  };
  const grid = ({ shape: [rows, columns], islands }) => {
    const cells = new Array(rows * columns).fill(0);
    for (const [row, column, clue] of islands) cells[row * columns + column] = clue;
    return cells;
  };
  const rulesOf = (most, tree) => ({ ...(most ? { most: Number(most) } : {}), ...(tree ? { loops: false } : {}) });
  // Runs of empty cells and words of clues, in reading order.
  const runs = (cells, gap, word) => {
    let text = "", empty = 0;
    for (const clue of cells) {
      if (clue) text += gap(empty) + word(clue);
      empty = clue ? 0 : empty + 1;
    }
    return text + gap(empty);
  };

  const number16 = (code) => {
    const cells = [];
    for (let at = 0; at < code.length; ) {
      const sign = code[at], long = LONG.find(([known]) => known === sign), gap = GAPS.indexOf(sign) + 1;
      const digits = long ? code.slice(at + 1, at + 1 + long[1]) : sign;
      if (gap) cells.push(...new Array(gap).fill(0));
      else if (sign === ".") cells.push(-1);
      else if (new RegExp(`^[0-9a-f]{${long ? long[1] : 1}}$`).test(digits) && parseInt(digits, 16) > 0) cells.push((long?.[2] ?? 0) + parseInt(digits, 16));
      else throw new Error(`${sign} does not belong here: character ${at + 1} of the board.`);
      at += long ? 1 + long[1] : 1;
    }
    return cells;
  };
  const clue16 = (clue) => {
    if (clue < 0) return ".";
    const [sign, digits, start] = clue < 16 ? ["", 1, 0] : clue < 256 ? LONG[0] : clue < 4096 ? LONG[1] : clue < 8192 ? LONG[2] : clue < 12240 ? LONG[3] : clue < 77776 ? LONG[5] : LONG[6];
    return sign + (clue - start).toString(16).padStart(digits, "0");
  };

  const puzzlink = {
    name: "puzz.link URL",
    read: (text) => {
      const found = /^(?:[^\s?#]*\?(?:\w+=\w+&)*)?(?:v:[^/\s]*\/)?(?:hashi|hashikake|bridges)(?:_edit|_play)?\/(?:v:[^/\s]*\/)?(?:([^/\s]*[^/\s0-9][^/\s]*)\/)?(\d{1,5})\/(\d{1,5})\/([^/]*)\/?$/.exec(text);
      if (!found) return null;
      const [, most, tree] = /^(?:m(\d{1,9}))?(L?)$/.exec(found[1] ?? "") ?? [];
      return board(Number(found[3]), Number(found[2]), number16(found[4]), rulesOf(most, tree));
    },
    write: (data) => {
      const flags = (data.most === 2 ? "" : `m${data.most}`) + (data.loops ? "" : "L");
      const code = runs(grid(data), (empty) => "z".repeat(Math.floor(empty / 20)) + (empty % 20 ? GAPS[(empty % 20) - 1] : ""), clue16);
      const text = `https://puzz.link/p?${["hashi", ...(flags ? [flags] : []), data.shape[1], data.shape[0], code].join("/")}`;
      return /[0-9a-z]$/.test(text) ? text : `${text}/`;
    },
  };

  const tatham = {
    name: "game ID",
    read: (text) => {
      const found = /^(?:[^#\s]*bridges\.html[^#\s]*#)?(\d{1,9})(?:x(\d{1,9}))?(?:[ied]\d{1,9})*(?:m(\d{1,9}))?(L?)(?:d\d{1,9})?:([1-9A-Za-z]*)$/.exec(text);
      if (!found) return null;
      const cells = [...found[5]].flatMap((glyph) => (glyph >= "a" ? new Array(LETTERS.indexOf(glyph) + 1).fill(0) : [GLYPHS.indexOf(glyph)]));
      return board(Number(found[2] ?? found[1]), Number(found[1]), cells, rulesOf(found[3], found[4]));
    },
    write: (data) => {
      if (data.islands.some(([, , clue]) => clue < 0 || clue > 35)) return null;
      const gap = (empty) => "z".repeat(Math.floor(empty / 26)) + (empty % 26 ? LETTERS[(empty % 26) - 1] : "");
      return `${data.shape[1]}x${data.shape[0]}m${data.most}${data.loops ? "" : "L"}:${runs(grid(data), gap, (clue) => GLYPHS[clue])}`;
    },
  };

  const native = {
    name: "native text",
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
