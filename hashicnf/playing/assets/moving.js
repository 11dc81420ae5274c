// Move pieces: by click if only one direction is free, by drag, or by arrow keys.
GAMES.pieces = {
  title: "Sliding pieces",
  position: "position for this page (JSON)",
  keeps: "moves on this board as Export gives them, one a line, JSON of a position, or native text of a puzzle of this page",
  codecs: [],
  rules: plannedRules,
  goal: (data) => `Slide the ${data.unit ?? "piece"}s, one at a time and never over another, until ${wantedPlaces(data)}.`,
  picture: goalPicture,
  keys: [
    ["Click, tap", "moves a piece that has one way to go"],
    ["Drag", "moves a piece that way"],
    ["Tab", "goes from piece to piece"],
    ["Arrow keys", "move the piece, or the only one that can go that way"],
  ],
  modes: [],
  does: "Move it",
  board: (svg, rules, ask) => new PiecesPlay(svg, rules, ask),
};

// The target places of the pieces, in words unless a picture shows them.
const wantedPlaces = (data) => {
  if (!areFramed(data)) return "they lie like this";
  if (data.homes.length > 3) return "those with dashed edges are in their frames";
  return data.homes.map(([piece, row, column]) => `${data.pieces[piece][0]} is at row ${row + 1}, column ${column + 1}`).join(", and ");
};

class PiecesPlay {
  // ask(changes, text) makes a move; show draws the board.
  constructor(svg, rules, ask) {
    Object.assign(this, { svg, rules, ask, drag: null, last: -1 });
    this.drawing = piecesBoard(svg, rules.data);
    this.drawing.groups.forEach((group, i) => {
      for (const [name, value] of [["role", "button"], ["tabindex", 0]]) group.setAttribute(name, value);
      group.addEventListener("keydown", (event) => this.key(event, i));
      group.addEventListener("pointerdown", (event) => {
        if (event.button === 0) this.drag = { i, x: event.clientX, y: event.clientY };
      });
    });
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => (this.drag = null));
  }

  show(state, marks) {
    this.state = state;
    const at = this.drawing.groups.map((_, i) => this.rules.place(state, i));
    this.drawing.show(at, marks.pieces?.[0] ?? this.last);
    at.forEach((place, i) => this.drawing.groups[i].setAttribute("aria-label", `${this.rules.called(i)} at ${cellsInWords(this.rules.data.pieces[i], place)}`));
  }

  key(event, i = this.last) {
    const way = this.rules.WAYS.find(([, , name]) => event.key === `Arrow${name[0].toUpperCase()}${name.slice(1)}`);
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const free = [...this.drawing.groups.keys()].filter((j) => this.rules.step(this.state, j, way));
    const chosen = free.length === 1 && !free.includes(i) ? free[0] : i;
    if (chosen >= 0) this.move(chosen, way);
    else this.ask([], free.length ? "Several pieces can go that way: choose one." : "Nothing can go that way.");
  }

  up(event) {
    if (!this.drag) return;
    const { i, x, y } = this.drag, [dx, dy] = [event.clientX - x, event.clientY - y];
    this.drag = null;
    this.drawing.groups[i].focus();
    if (Math.hypot(dx, dy) > 14) {
      const sign = [Math.abs(dy) > Math.abs(dx) ? Math.sign(dy) : 0, Math.abs(dy) > Math.abs(dx) ? 0 : Math.sign(dx)];
      this.move(i, this.rules.WAYS.find(([dr, dc]) => dr === sign[0] && dc === sign[1]));
    } else {
      const free = this.rules.WAYS.filter((way) => this.rules.step(this.state, i, way));
      if (free.length === 1) this.move(i, free[0]);
      else this.ask([], free.length ? "It can move several ways: drag it, or press an arrow." : "It cannot move.");
    }
  }

  move(i, way) {
    const fact = this.rules.step(this.state, i, way);
    if (!fact) return this.ask([], `${this.rules.called(i)} cannot move ${way[2]}.`);
    const text = `${this.rules.told(this.state, fact)}.`;
    this.last = i;
    return this.ask(this.rules.changes(this.state, fact), text[0].toUpperCase() + text.slice(1));
  }

  words(state) {
    const [rows, columns] = this.rules.data.shape;
    return `Board of ${rows} by ${columns}: ${this.rules.progress(state, 0).split(", ")[1]}`;
  }
}
