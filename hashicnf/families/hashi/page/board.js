NUMBERED.push("island");

// Draw a Hashiwokakero board on a grid of hashiGrid: islands with rings of arcs, lines between them, and marks.
const hashiBoard = (svg, grid) => {
  const { rows, columns, islands, edges, crossings, load } = grid;
  const R = 0.37;
  const SMALL = Math.max(0.24, Math.max(rows, columns) / 60), EDGE = 0.1 + 2.2 * SMALL; // numbers of rows and columns
  const MOST = 88; // pixels of a cell, where there is room for more
  svg.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${columns + EDGE + 0.1} ${rows + EDGE + 0.1}`);
  svg.style.maxWidth = `${(columns + EDGE) * MOST}px`;
  svg.style.maxHeight = `${(rows + EDGE) * MOST}px`;
  svg.classList.add("hashi");
  const at = (island) => [islands[island][1] + 0.5, islands[island][0] + 0.5];
  const layer = (name) => svg.appendChild(make("g", { class: name }));
  const [axes, dots, blobs, halos, spans, ground, rings] = ["axes", "dots", "blob", "halos", "spans", "ground", "rings"].map(layer);
  for (const [name, value] of [["aria-hidden", true], ["font-size", SMALL]]) axes.setAttribute(name, value);

  const taken = new Set(islands.map(([r, c]) => r * columns + c));
  let spots = "";
  if (rows * columns <= 40000)
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) if (!taken.has(r * columns + c)) spots += `M${c + 0.5} ${r + 0.5}h0`;
  dots.appendChild(make("path", { d: spots }));

  const axis = (count, x, y) => {
    const every = count <= 24 ? 1 : count <= 120 ? 5 : 20;
    for (let i = 0; i < count; i++)
      if (every === 1 || (i + 1) % every === 0 || i === 0)
        axes.appendChild(make("text", { x: x(i), y: y(i), dy: "0.35em" })).textContent = i + 1;
  };
  axis(columns, (i) => i + 0.5, () => -EDGE / 2);
  axis(rows, () => -EDGE / 2, (i) => i + 0.5);

  const drawn = edges.map(() => {
    const group = spans.appendChild(make("g", { class: "span" }));
    const parts = ["maybe", "sure", "sign"].map((name) => group.appendChild(make("path", { class: name })));
    return { group, parts, seen: "" };
  });
  const shores = islands.map(([, , clue], i) => {
    const [x, y] = at(i);
    const group = ground.appendChild(make("g", { class: "island", transform: `translate(${x} ${y})` }));
    group.appendChild(make("circle", { class: "land", r: R }));
    const ring = group.appendChild(make("path", { class: "ring" }));
    const digits = clue < 0 ? "?" : String(clue);
    group.appendChild(make("text", { class: digits.length > 1 ? "long" : "", dy: "0.35em" })).textContent = digits;
    return { group, ring, seen: "" };
  });

  // The ring of an island: one arc per bridge, clockwise from the top; closed when the island has all its bridges.
  const arcs = (count, all) => {
    if (count >= all) return `M0 ${-R}A${R} ${R} 0 1 1 0 ${R}A${R} ${R} 0 1 1 0 ${-R}`;
    const turn = (2 * Math.PI) / all, rest = all > 12 ? 0 : 0.14;
    const spot = (angle) => `${(R * Math.sin(angle)).toFixed(4)} ${(-R * Math.cos(angle)).toFixed(4)}`;
    let path = "";
    for (let i = 0; i < count; i++)
      path += `M${spot(i * turn + rest)}A${R} ${R} 0 ${turn - 2 * rest > Math.PI ? 1 : 0} 1 ${spot((i + 1) * turn - rest)}`;
    return path;
  };

  // The ends of an edge, moved from the centres of the islands to their borders, and shifted sideways.
  const line = (edge, shift) => {
    const [[x1, y1], [x2, y2]] = edges[edge].map(at);
    return y1 === y2 ? `M${x1} ${y1 + shift}H${x2}` : `M${x1 + shift} ${y1}V${y2}`;
  };
  const middle = (edge) => {
    const [[x1, y1], [x2, y2]] = edges[edge].map(at);
    return [(x1 + x2) / 2, (y1 + y2) / 2];
  };
  const gap = load > 3 ? 0.5 / load : 0.17;
  const lanes = (edge, from, to, of) => {
    let path = "";
    for (let lane = from; lane < to; lane++) path += line(edge, (lane - (of - 1) / 2) * gap);
    return path;
  };
  const crossMark = ([x, y], r) => `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}`;
  const diamond = ([x, y], r) => `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`;

  // Draw an edge with from low to high bridges, depending on how that is known (1 forced, 2 decided); isBlank: nothing is known.
  const span = (edge, low, high, how, isBlank = false) => {
    const { group, parts: [maybe, sure, sign] } = drawn[edge];
    const key = `${low},${high},${how},${isBlank}`;
    if (drawn[edge].seen === key) return;
    drawn[edge].seen = key;
    const state = high === 0 ? "none" : low > 0 ? "used" : "open";
    if (isBlank) {
      group.setAttribute("class", "span blank");
      for (const part of [maybe, sure, sign]) part.setAttribute("d", "");
      return;
    }
    group.setAttribute("class", `span ${state} ${["", "forced", "decided"][how]}`);
    maybe.setAttribute("d", low === 0 && high > 0 ? line(edge, 0) : lanes(edge, low, Math.min(high, low + 1), Math.min(high, low + 1)));
    sure.setAttribute("d", lanes(edge, 0, low, Math.min(high, low + 1)));
    const spot = middle(edge);
    let mark = "";
    if (how === 2) mark = diamond(spot, state === "none" ? 0.2 : 0.14);
    if (state === "none") mark += crossMark(spot, 0.085);
    sign.setAttribute("d", mark);
  };

  // Draw the number of bridges of an island, and whether they are complete (full) or contradict its clue (wrong).
  const shore = (i, sum, state) => {
    const key = `${sum},${state}`;
    if (shores[i].seen === key) return;
    shores[i].seen = key;
    const all = Math.max(islands[i][2], 1);
    shores[i].group.setAttribute("class", `island ${state}`);
    shores[i].ring.setAttribute("d", arcs(Math.min(sum, all), all));
  };

  const pointAt = (marks, tone) => {
    halos.replaceChildren();
    blobs.replaceChildren();
    rings.replaceChildren();
    halos.setAttribute("class", `halos ${tone}`);
    blobs.setAttribute("class", `blob ${tone}`);
    rings.setAttribute("class", `rings ${tone}`);
    for (const e of marks.edges ?? []) halos.appendChild(make("path", { d: line(e, 0), "data-edge": e }));
    for (const i of marks.islands ?? []) {
      const [cx, cy] = at(i);
      rings.appendChild(make("circle", { cx, cy, r: R + 0.1, "data-island": i }));
    }
    for (const x of marks.crossings ?? []) {
      const { row: r, column: c } = crossings[x];
      rings.appendChild(make("circle", { cx: c + 0.5, cy: r + 0.5, r: 0.24, class: "crossing", "data-crossing": x }));
    }
    const group = new Set(marks.group ?? []);
    for (const i of group) {
      const [cx, cy] = at(i);
      blobs.appendChild(make("circle", { cx, cy, r: R + 0.13, "data-island": i }));
    }
    if (group.size) edges.forEach(([u, v], e) => {
      if (group.has(u) && group.has(v) && drawn[e].seen[0] > "0") blobs.appendChild(make("path", { d: line(e, 0) }));
    });
  };

  // The place of an event on the board, in cells, with the island or edge there; of two crossing edges, a used one.
  const locate = (event, isUsed) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const [column, row] = [Math.floor(x), Math.floor(y)], found = (island, edge) => ({ x, y, island, edge });
    if (column < 0 || row < 0 || column >= columns || row >= rows) return found(-1, -1);
    const [dx, dy] = [x - column - 0.5, y - row - 0.5], island = grid.islandAt(row, column);
    if (island >= 0) return Math.hypot(dx, dy) <= R + 0.06 ? found(island, -1) : found(-1, grid.towards(island, dx, dy));
    const cell = row * columns + column, across = grid.over.true.get(cell) ?? -1, down = grid.over.false.get(cell) ?? -1;
    if (across < 0 || down < 0) return found(-1, Math.max(across, down));
    const used = [across, down].find(isUsed);
    return found(-1, used ?? (Math.abs(dy) <= Math.abs(dx) ? across : down));
  };

  // The edge nearest to a place, within a distance in pixels; -1 for none.
  const nearest = ({ x, y }, pixels) => {
    const away = edges.map(([u, v]) => {
      const [[x1, y1], [x2, y2]] = [at(u), at(v)];
      return Math.hypot(x - Math.min(x2, Math.max(x1, x)), y - Math.min(y2, Math.max(y1, y)));
    });
    const least = Math.min(...away);
    return least <= pixels / svg.getScreenCTM().a ? away.indexOf(least) : -1;
  };

  return { span, shore, point: pointAt, locate, nearest, at, line, shores: shores.map(({ group }) => group), radius: R };
};
