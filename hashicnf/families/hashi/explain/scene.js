// Draw a Hashiwokakero board: islands with rings that fill up, bridges as far as they are decided, and what a step points at.
SCENES.hashi = (svg, data) => {
  const { shape: [rows, columns], islands, edges, crossings, first, load } = data;
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

  const taken = new Set(islands.map(([r, c]) => r * columns + c));
  let grid = "";
  if (rows * columns <= 40000)
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) if (!taken.has(r * columns + c)) grid += `M${c + 0.5} ${r + 0.5}h0`;
  dots.appendChild(make("path", { d: grid }));

  const around = islands.map(() => []);
  const axis = (count, x, y) => {
    const every = count <= 24 ? 1 : count <= 120 ? 5 : 20;
    for (let i = 0; i < count; i++)
      if (every === 1 || (i + 1) % every === 0 || i === 0)
        axes.appendChild(make("text", { x: x(i), y: y(i), dy: "0.35em", "font-size": SMALL })).textContent = i + 1;
  };
  axis(columns, (i) => i + 0.5, () => -EDGE / 2);
  axis(rows, () => -EDGE / 2, (i) => i + 0.5);

  const drawn = edges.map(([u, v], e) => {
    around[u].push(e);
    around[v].push(e);
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

  // One arc for each bridge that an island has, clockwise from the top; closed when it has all.
  const arcs = (count, all) => {
    if (count >= all) return `M0 ${-R}A${R} ${R} 0 1 1 0 ${R}A${R} ${R} 0 1 1 0 ${-R}`;
    const turn = (2 * Math.PI) / all, rest = all > 12 ? 0 : 0.14;
    const spot = (angle) => `${(R * Math.sin(angle)).toFixed(4)} ${(-R * Math.cos(angle)).toFixed(4)}`;
    let path = "";
    for (let i = 0; i < count; i++)
      path += `M${spot(i * turn + rest)}A${R} ${R} 0 ${turn - 2 * rest > Math.PI ? 1 : 0} 1 ${spot((i + 1) * turn - rest)}`;
    return path;
  };

  // The ends of an edge, moved off the islands' middles, and shifted sideways.
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

  const span = (edge, low, high, how) => {
    const { group, parts: [maybe, sure, sign] } = drawn[edge];
    const key = `${low},${high},${how}`;
    if (drawn[edge].seen === key) return;
    drawn[edge].seen = key;
    const state = high === 0 ? "none" : low > 0 ? "used" : "open";
    group.setAttribute("class", `span ${state} ${["", "forced", "decided"][how]}`);
    maybe.setAttribute("d", low === 0 && high > 0 ? line(edge, 0) : lanes(edge, low, Math.min(high, low + 1), Math.min(high, low + 1)));
    sure.setAttribute("d", lanes(edge, 0, low, Math.min(high, low + 1)));
    const spot = middle(edge);
    let mark = "";
    if (how === 2) mark = diamond(spot, state === "none" ? 0.2 : 0.14);
    if (state === "none") mark += crossMark(spot, 0.085);
    sign.setAttribute("d", mark);
  };

  const range = (edge, value, how) => {
    let low = 0, high = load, decided = 0;
    for (let j = 1; j <= load; j++) {
      const variable = first + edge * load + j - 1;
      if (value[variable] === 1) low = j;
      else if (value[variable] === -1) high = Math.min(high, j - 1);
      decided = Math.max(decided, how[variable] ?? 0);
    }
    return [low, Math.max(low, high), decided];
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
      const [r, c] = crossings[x];
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

  return {
    show({ value, how, marks, tone }) {
      const low = new Array(edges.length), high = new Array(edges.length);
      edges.forEach((_, e) => {
        const [l, h, w] = range(e, value, how);
        low[e] = l;
        high[e] = h;
        span(e, l, h, w);
      });
      islands.forEach(([, , clue], i) => {
        const sum = around[i].reduce((total, e) => total + low[e], 0);
        const most = around[i].reduce((total, e) => total + high[e], 0);
        const state = clue < 0 ? (sum ? "full" : "") : sum > clue || most < clue ? "wrong" : sum === clue ? "full" : "";
        const key = `${sum},${state}`;
        if (shores[i].seen === key) return;
        shores[i].seen = key;
        shores[i].group.setAttribute("class", `island ${state}`);
        shores[i].ring.setAttribute("d", arcs(Math.min(sum, Math.max(clue, 1)), Math.max(clue, 1)));
      });
      pointAt(marks, tone);
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
      const counted = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;
      return `Board of ${rows} by ${columns}: ${counted(used, "bridge")} placed, ${counted(open, "pair")} of islands open`;
    },
  };
};
