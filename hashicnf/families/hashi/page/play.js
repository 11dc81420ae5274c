// Play Hashiwokakero: clicks between islands, drags from island to island, and keys draw bridges and marks.
GAMES.hashi = {
  title: "Hashiwokakero",
  codecs: hashiCodecs,
  takes: "rows of cells, a URL of puzz.link, a board that its player saved, or a game ID of Simon Tatham's Bridges",
  about: ({ shape: [rows, columns], islands }) => ({ title: "Hashiwokakero", subject: `${some(rows, "row", "rows")}, ${some(columns, "column", "columns")}, ${some(islands.length, "island", "islands")}` }),
  rules: (data) => {
    const rules = hashiRules(data), deduce = hashiDeduce(rules);
    return { ...rules, steps: deduce.steps, solve: (state) => deduce.solve(state, rules) };
  },
  goal: ({ most, loops, islands }) => [
    "Connect all islands with bridges. Each island has as many bridges as its number says; they run straight and cross nothing.",
    `At most ${most === 1 ? "one bridge connects" : `${inWords(most)} bridges connect`} a pair of islands.`,
    ...(loops ? [] : ["There are no loops."]),
    ...(islands.some(([, , clue]) => clue < 0) ? ["An island with a ? has any number of bridges, but at least one."] : []),
  ].join(" "),
  keys: [
    ["Click, tap", "between two islands adds a bridge; one too many removes them all"],
    ["Drag", "from an island towards another does the same"],
    ["Two taps", "on an island, then on its neighbour, do the same"],
    ["Right click", "marks that no bridge goes there"],
    ["Arrow keys", "move from island to island"],
    ["Shift + arrow", "adds a bridge on that side; so does Space, then an arrow"],
    ["X, then arrow", "marks that no bridge goes there"],
  ],
  modes: [["draw", "Bridges"], ["cross", "× marks"]],
  board: (svg, rules, ask) => new HashiPlay(svg, rules, ask),
};

const STILL = 12; // pixels that the pointer may move during a click
const REACH = 22; // pixels from a finger to the nearest bridge, at most
const CENTRE = 0.18; // radius of an island's centre, in cells: a tap there selects the island, not a bridge to the next cell
const SIDES = [["up", 0, -1], ["right", 1, 0], ["down", 0, 1], ["left", -1, 0]];

class HashiPlay {
  // ask(changes, text) makes a move, or only shows the text if there are no changes; show draws the board.
  constructor(svg, rules, ask) {
    Object.assign(this, { svg, rules, ask, grid: rules.grid, mode: "draw", armed: "", here: 0, drag: null });
    this.drawing = hashiBoard(svg, rules.grid);
    this.preview = svg.appendChild(make("path", { class: "preview" }));
    this.drawing.shores.forEach((shore, i) => {
      for (const [name, value] of [["role", "button"], ["tabindex", i ? -1 : 0], ["data-island", i]]) shore.setAttribute(name, value);
      shore.addEventListener("focus", () => this.enter(i));
      shore.addEventListener("click", (event) => event.detail === 0 && this.choose(i)); // of a screen reader, not of a pointer
    });
    this.labels = [];
    this.listeners = { pointerdown: "down", pointermove: "move", pointerup: "up", pointercancel: "leave", contextmenu: "menu", keydown: "key" };
    for (const [name, method] of Object.entries(this.listeners)) svg.addEventListener(name, (event) => this[method](event));
    // A drag by finger that begins on an island draws; elsewhere it scrolls the board or the page, and two fingers zoom.
    const isDrawing = ({ touches, cancelable }) => this.drag?.island >= 0 && touches.length === 1 && cancelable;
    svg.addEventListener("touchmove", (event) => isDrawing(event) && event.preventDefault(), { passive: false });
  }

  show(state, marks, tone) {
    const { rules, grid, drawing } = this, wrong = new Set(marks.wrong);
    this.state = state;
    grid.edges.forEach((_, e) => {
      const isNone = !state[e] && state[rules.size + e];
      drawing.span(e, state[e], isNone ? 0 : Math.max(1, state[e]), 1, !state[e] && !isNone);
    });
    grid.islands.forEach(([, , clue], i) => {
      const sum = rules.sum(state, i), isFull = clue < 0 ? sum > 0 : sum === clue;
      drawing.shore(i, sum, wrong.has(i) ? "wrong" : isFull ? "full" : "");
      this.label(i, sum);
    });
    drawing.shores[this.here]?.classList.toggle("armed", this.armed !== "");
    drawing.point(marks, tone);
  }

  label(i, sum) {
    const clue = this.grid.islands[i][2], of = clue < 0 ? some(sum, "bridge", "bridges") : `${sum} of ${some(clue, "bridge", "bridges")}`;
    const name = this.rules.words.sentence(this.rules.words.island(i)).slice(0, -1);
    const armed = { draw: ", choose a side for a bridge", cross: ", choose a side to mark" }[this.here === i ? this.armed : ""] ?? "";
    const text = `${name}, ${of}${armed}${this.sides(i)}`;
    if (this.labels[i] === text) return;
    this.labels[i] = text;
    this.drawing.shores[i].setAttribute("aria-label", text);
  }

  // The words for each side on which an island sees another: the bridges there, and the other island.
  sides(i) {
    const seen = SIDES.map(([side, dx, dy]) => [side, this.grid.towards(i, dx, dy)]).filter(([, e]) => e >= 0);
    return seen.map(([side, e]) => `; ${side}: ${this.side(e, i)}`).join("");
  }

  side(e, i) {
    const { rules, state } = this, clue = this.grid.islands[this.grid.other(e, i)][2], to = `to island ${clue < 0 ? "?" : clue}`;
    if (state[e]) return `${rules.words.bridges(state[e])} ${to}`;
    if (state[rules.size + e]) return `marked as none ${to}`;
    return rules.blocker(state, e) < 0 ? `none ${to}` : `cut off from${to.slice(2)} by another bridge`;
  }

  // Add a bridge to an edge, or set a mark. After the most bridges that its islands can take comes no bridge.
  act(e, mode = this.mode) {
    const { rules, grid: { cap } } = this, mark = rules.size + e;
    if (mode === "cross") {
      const on = Number(!this.state[mark] || this.state[e] > 0);
      return this.ask([[e, 0], [mark, on]], on ? `No bridge between ${rules.words.pair(e)}.` : `No mark between ${rules.words.pair(e)}.`);
    }
    const over = rules.blocker(this.state, e);
    if (over >= 0 && !this.state[e])
      return this.ask([], `A bridge there would cross the one between ${rules.words.pair(over)}.`, { edges: [over] });
    const count = (this.state[e] + 1) % (cap[e] + 1);
    const text = `${rules.words.sentence(rules.words.bridges(count)).slice(0, -1)} between ${rules.words.pair(e)}.`;
    return this.ask([[e, count], [mark, 0]], text);
  }

  at(event) {
    return this.drawing.locate(event, (e) => this.state[e] > 0);
  }

  down(event) {
    if (event.button !== 0) return;
    this.drag = { ...this.at(event), to: -1, from: event };
    if (this.drag.island >= 0) this.svg.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (!this.drag || this.drag.island < 0) return;
    const { x, y } = this.at(event), [dx, dy] = [x - this.drag.x, y - this.drag.y];
    this.drag.to = Math.hypot(dx, dy) < 0.45 ? -1 : this.grid.towards(this.drag.island, dx, dy);
    this.preview.setAttribute("d", this.drag.to < 0 ? "" : this.drawing.line(this.drag.to, 0));
  }

  up(event) {
    const drag = this.drag;
    this.leave();
    if (!drag) return;
    if (drag.to >= 0) return this.act(drag.to);
    if (event.pointerType === "touch") return this.tap(drag, event);
    if (drag.island >= 0) return this.drawing.shores[drag.island].focus();
    if (drag.edge >= 0 && Math.hypot(event.clientX - drag.from.clientX, event.clientY - drag.from.clientY) < STILL) this.act(drag.edge, event.shiftKey ? "cross" : this.mode);
  }

  // A finger is less precise than a mouse: a tap selects the nearest bridge, the half of an island, or with a second tap a pair.
  tap({ x, y, island, edge, from }, event) {
    if (Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) >= STILL) return undefined;
    const e = island < 0 ? (edge < 0 ? this.drawing.nearest({ x, y }, REACH) : edge) : this.tapped(island, x, y);
    if (e < 0) return island < 0 ? undefined : this.choose(island);
    const mode = (island >= 0 && this.armed) || this.mode;
    this.arm("");
    return this.act(e, mode);
  }

  // The edge that a tap on an island selects: to the island that was tapped before, or to a touching one; -1 for none.
  tapped(island, x, y) {
    const { grid, armed, here } = this, chosen = armed ? grid.edgeOf(here, island) : -1;
    if (chosen >= 0) return chosen;
    const [cx, cy] = this.drawing.at(island), [dx, dy] = [x - cx, y - cy];
    const facing = Math.max(Math.abs(dx), Math.abs(dy)) > CENTRE ? grid.towards(island, dx, dy) : -1;
    return facing >= 0 && grid.isAdjacent(facing) ? facing : -1;
  }

  leave() {
    this.drag = null;
    this.preview.setAttribute("d", "");
  }

  menu(event) {
    const { edge } = this.at(event);
    if (edge < 0) return;
    event.preventDefault();
    this.act(edge, "cross");
  }

  enter(i) {
    if (i !== this.here) this.arm("");
    this.drawing.shores[this.here].setAttribute("tabindex", -1);
    this.drawing.shores[i].setAttribute("tabindex", 0);
    this.here = i;
  }

  choose(i) {
    this.drawing.shores[i].focus({ preventScroll: true });
    this.arm(this.armed ? "" : this.mode);
  }

  arm(mode) {
    this.armed = mode;
    this.label(this.here, this.rules.sum(this.state, this.here));
    this.drawing.shores[this.here].classList.toggle("armed", mode !== "");
  }

  key(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (way) this.arrow(way, event.shiftKey);
    else if (event.key === " " || event.key === "Enter") this.arm(this.armed ? "" : "draw");
    else if (event.key === "x" || event.key === "X") this.arm(this.armed === "cross" ? "" : "cross");
    else if (event.key === "Escape" && this.armed) this.arm("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  arrow([dx, dy], isDrawing) {
    const edge = this.grid.towards(this.here, dx, dy), mode = isDrawing ? "draw" : this.armed;
    if (mode && edge >= 0) this.act(edge, mode);
    else if (!mode) this.drawing.shores[edge < 0 ? this.nearest(dx, dy) : this.grid.other(edge, this.here)].focus();
  }

  // The nearest island in a direction, also one out of sight; the island itself if there is none.
  nearest(dx, dy) {
    const { grid: { islands }, here } = this, [row, column] = islands[here];
    const far = ([r, c]) => {
      const [ahead, aside] = dx ? [(c - column) * dx, r - row] : [(r - row) * dy, c - column];
      return ahead > 0 ? ahead + 3 * Math.abs(aside) : Infinity;
    };
    return islands.reduce((best, island, i) => (far(island) < (best === here ? Infinity : far(islands[best])) ? i : best), here);
  }

  words(state) {
    return `Board of ${this.grid.rows} by ${this.grid.columns}: ${this.rules.progress(state)}`;
  }
}
