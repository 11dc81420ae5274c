// What the notations of several puzzles share: grids in URLs of puzz.link, runs of empty cells in game IDs, native text.
const LETTERS = "abcdefghijklmnopqrstuvwxyz", GAPS = LETTERS.slice(6);
const LONG = [["-", 2, 0], ["+", 3, 0], ["=", 3, 4096], ["@", 3, 8192], ["%", 3, 8192], ["*", 4, 12240], ["$", 5, 77776]];
const YES = /^(?:yes|true|on)$/, NO = /^(?:no|false|off)$/, FLAG = new RegExp(`${YES.source}|${NO.source}`);

// Runs of empty cells and words of clues, in reading order.
const runs = (cells, letters, word) => {
  const gap = (empty) => letters.at(-1).repeat(Math.floor(empty / letters.length)) + (empty % letters.length ? letters[(empty % letters.length) - 1] : "");
  let text = "", empty = 0;
  for (const clue of cells) {
    if (clue) text += gap(empty) + word(clue);
    empty = clue ? 0 : empty + 1;
  }
  return text + gap(empty);
};

const decode16 = (code) => {
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
const encode16 = (cells) => runs(cells, GAPS, clue16);
// Add a slash after punctuation at the end of a URL, which programs might take for the end of a sentence.
const ended = (url) => (/[0-9a-z]$/.test(url) ? url : `${url}/`);

// A pasted text without the blanks around it; tabs around a table stay, for beside each is a cell, perhaps an empty one.
const trimmed = (text) => (text.trim().includes("\t") ? text.replace(/^[^\S\t]+|[^\S\t]+$/g, "") : text.trim());

// A link without the brackets, escapes and tail with which programs pass it on; other texts as they are.
const plainLink = (text) => {
  const link = text.replace(/^<(\S+)>$|^\((\S+)\)$/, "$1$2");
  if (/\s/.test(link)) return text;
  const isEscaped = /^(?:[^/\s?]*|[^?]*\?[^/\s?]*)%2f/i.test(link) || /^(?:\d\w*|[^?]*\.html[^?]*)%(?:3a|23)/i.test(link);
  const plain = isEscaped ? link.replace(/%([2-7][\da-f])/gi, (_, code) => String.fromCharCode(parseInt(code, 16))) : link;
  return plain.replace(/^([^?#]*\?[^?#&]*\/[^?#&]*|[^#]*#[^#?&]*:[^#?&]*)[?#&].*$/, "$1");
};

// The cells of a row: one character each, or separated by blanks; also by tabs, commas or semicolons, with nothing between for an
// empty cell.
const cellsOf = (row) => {
  const body = row.replace(/[^\S\t]+/g, " ").replace(/^ | $/g, "");
  if (/[\t,;]/.test(body)) return body.split(/ ?[\t,;] ?/).flatMap((cell) => (cell ? cell.split(" ") : "."));
  return body.includes(" ") ? body.split(" ") : [...body];
};

// Settings and the cells of a grid, numbers with -1 for ?, in native text of a family; null if the text is in another notation. Only
// one family is ``usual``, the default, and need not be named.
const nativeGrid = (text, family, known, usual = false) => {
  const settings = usual ? { family } : {}, found = [], blank = text.includes("\t") ? /^[^\S\t]*$/ : /^\s*$/;
  let cut = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, name, value] = /^\s*([A-Za-z-]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [], body = line.replace(/#.*/, "");
    if (name && !found.length) settings[name.toLowerCase()] = value.replace(/#.*/, "").trim().toLowerCase();
    else if (!blank.test(body)) found.push(body);
    else if (body === line) cut ||= found.length;
  }
  const isColumn = found.every((row) => /^\s*[\d.?_]+,\s*$/.test(row)); // as wide numbers in a single column are written
  const rows = found.map((row) => (isColumn ? [row.replace(",", "").trim()] : cellsOf(row)));
  const isGrid = rows.length && rows.flat().every((cell) => /^(?:\d{1,9}|[._?])$/.test(cell));
  if (!isGrid || settings.family !== family) return null;
  const { family: _, title: __, ...own } = settings;
  for (const [name, value] of Object.entries(own))
    if (!Object.hasOwn(known, name) || !known[name].test(value)) throw new Error(Object.hasOwn(known, name) ? `${name} cannot be ${value}.` : `There is no setting ${name}.`);
  if (cut && cut < rows.length) throw new Error(`An empty line is above row ${cut + 1}: cells without numbers are dots.`);
  const odd = rows.findIndex((row) => row.length !== rows[0].length);
  if (odd > 0) throw new Error(`Row ${odd + 1} has ${some(rows[odd].length, "cell", "cells")}, and the first ${rows[0].length}.`);
  const cells = rows.flat().map((cell) => (cell === "?" ? -1 : Number(cell.replace(/[._]/, "0"))));
  return { rows: rows.length, columns: rows[0].length, cells, settings: own };
};
