const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const inWords = (n) => NUMBERS[n] ?? counted(n);

// Words for islands, groups and bridges in sentences. Rows and columns count from 1.
const hashiWords = ({ islands, edges, isRow, other }) => {
  const MOST = 12;
  const bridges = (n) => `${inWords(n)} bridge${n === 1 ? "" : "s"}`;
  const number = (i) => (islands[i][2] < 0 ? "?" : islands[i][2]);
  const at = (i) => `(${islands[i][0] + 1}, ${islands[i][1] + 1})`;
  const island = (i) => `island ${number(i)} at row ${islands[i][0] + 1}, column ${islands[i][1] + 1}`;
  const listed = (items, link = "and") => {
    const shown = items.length > MOST ? [...items.slice(0, MOST - 1), `${items.length - MOST + 1} more`] : items;
    return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} ${link} ${shown.at(-1)}` : shown.join("");
  };
  const pair = (e) => {
    const [u, v] = edges[e], along = isRow[e] ? 1 : 0;
    const where = isRow[e] ? `row ${islands[u][0] + 1}, columns` : `column ${islands[u][1] + 1}, rows`;
    return `islands ${number(u)} and ${number(v)} in ${where} ${islands[u][along] + 1} and ${islands[v][along] + 1}`;
  };
  const way = (e, i) => {
    const isFirst = edges[e][0] === i;
    const turn = isRow[e] ? (isFirst ? "right" : "left") : isFirst ? "down" : "up";
    return `${turn} to ${island(other(e, i))}`;
  };
  // The words for new bounds of an edge, given the old ones: a number of bridges, and the number for its verb.
  const quantity = ({ e, least, most }, known) => {
    const isLeast = least > known.low[e], isMost = most < known.most(e);
    if (least === most) return [most ? bridges(most) : "no bridge", most];
    if (!isLeast) return [`at most ${bridges(most)}`, most];
    if (!isMost) return [`at least ${bridges(least)}`, least];
    return [`${inWords(least)} ${most === least + 1 ? "or" : "to"} ${bridges(most)}`, most];
  };
  const amount = (fact, known) => quantity(fact, known)[0];
  const going = (fact, known) => {
    const [words, n] = quantity(fact, known);
    return `${words} ${n > 1 ? "go" : "goes"}`;
  };
  return {
    bridges, inWords, island, listed, pair, amount, going,
    ways: (facts, i, known) => listed(facts.map((fact) => `${going(fact, known)} ${way(fact.e, i)}`)),
    group: (some) => (some.length > 2 ? `the ${inWords(some.length)} islands at ${listed(some.map(at))}` : listed(some.map(island))),
    sentence: (text) => `${text[0].toUpperCase()}${text.slice(1)}.`,
  };
};
