// Boards as the player of puzz.link saves them: clues, then the bridges over each border between two cells.
const hashiSaved = (board) => ({
  name: "pzprv3",
  read: (text) => {
    if (!/^(?:[^\s?]*\?(?:\w+=\w+&)*)?pzprv3(?:\.\d+)?\s*[/\n]/.test(text)) return null;
    const [, kind, height, width, ...lines] = text.slice(text.indexOf("pzprv3")).replaceAll("%20", " ").split(/[/\n]/).map((line) => line.trim()).filter(Boolean);
    if (!["hashi", "hashikake", "bridges"].includes(kind)) return null;
    const [rows, columns] = [Number(height), Number(width)];
    const table = (from, count) => lines.slice(from, from + count).map((line) => line.split(/\s+/));
    const cells = table(0, rows).flat().map((word) => (word === "." ? 0 : word === "-" ? -1 : Number(word)));
    if (cells.some((clue) => !Number.isInteger(clue) || clue < -1)) throw new Error("A cell is a number, a dot, or - for ?.");
    const data = board(rows, columns, cells);
    if (lines.length <= rows || columns * rows === 1) return data;
    const across = columns > 1 ? table(rows, rows) : [];
    return { ...data, drawn: hashiLines(data, across, table(rows + across.length, rows - 1)) };
  },
});

// The bridges of each edge, according to its first border.
const hashiLines = (data, across, down) => {
  const { edges, islands, isRow, cap } = hashiGrid(data);
  return edges.map(([u], e) => {
    const [row, column] = islands[u], number = Number((isRow[e] ? across : down)[row]?.[column] ?? 0);
    return number > 0 ? Math.min(number, cap[e]) : 0;
  });
};
