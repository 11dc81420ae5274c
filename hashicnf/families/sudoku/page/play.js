// Play sudoku: choose a cell, type its number or notes.
GAMES.sudoku = {
  title: "Sudoku",
  codecs: sudokuCodecs,
  takes: "81 cells in a line or a grid, rows of cells below \"family: sudoku\", a URL of puzz.link, or a game ID of Simon Tatham's Solo",
  about: ({ side, givens }) => ({ title: "Sudoku", subject: `${side} rows, ${some(givens.filter(Boolean).length, "given", "givens")}` }),
  rules: (data) => {
    const rules = sudokuRules(data), deduce = sudokuDeduce(rules);
    return { ...rules, steps: deduce.steps, solve: (state) => deduce.solve(state) };
  },
  goal: ({ side, diagonals }) => `Every row, every column and every box${diagonals ? ", and both long diagonals," : ""} holds each number from 1 to ${side} once.`,
  keys: [
    ["Click, tap", "or arrow keys choose a cell"],
    ["Digits", "fill the cell, or note candidates"],
    ["N", "changes between numbers and notes; Shift + digit notes at once"],
    ["Delete, 0", "empty the cell"],
  ],
  modes: [["number", "Numbers"], ["note", "Notes"]],
  does: "Fill it in",
  board: (svg, rules, ask) => new SudokuPlay(svg, rules, ask),
};

class SudokuPlay {
  // ask(changes, text) makes a move; show draws the board.
  constructor(svg, rules, ask) {
    Object.assign(this, { svg, rules, ask, side: rules.grid.side, mode: "number", here: 0, labels: [] });
    this.drawing = sudokuBoard(svg, rules.grid);
    const numbers = Array.from({ length: this.side }, (_, k) => [String(k + 1), String(k + 1)]);
    this.pad = [...numbers, ["Delete", "Empty"]];
    this.drawing.groups.forEach((cell, p) => {
      for (const [name, value] of [["role", "button"], ["tabindex", p ? -1 : 0], ["data-cell", p]]) cell.setAttribute(name, value);
      cell.insertBefore(make("rect", { class: "chosen", x: 0.04, y: 0.04, width: 0.92, height: 0.92, rx: 0.08 }), cell.firstChild);
      cell.addEventListener("focus", () => this.enter(p));
    });
    svg.addEventListener("click", (event) => this.choose(this.drawing.locate(event))); // not on pointerdown: a finger may scroll the board
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  choose(p) {
    if (p >= 0) this.drawing.groups[p].focus({ preventScroll: true });
  }

  enter(p) {
    this.drawing.groups[this.here].setAttribute("tabindex", -1);
    this.drawing.groups[this.here].classList.remove("here");
    this.drawing.groups[p].setAttribute("tabindex", 0);
    this.drawing.groups[p].classList.add("here");
    this.here = p;
    if (this.state) this.enlarge();
  }

  // The notes of the chosen cell, larger than on the board.
  enlarge() {
    const { rules, state, here } = this, notes = rules.notes(state, here);
    find("chosen").textContent = !rules.number(state, here) && notes.length ? `Notes: ${notes.join(" ")}` : "";
  }

  show(state, marks, tone) {
    const { rules, drawing, side } = this, broken = rules.faults(state).flatMap(({ cells }) => cells);
    const wrong = new Set([...broken, ...((tone === "alarm" && marks.cells) || [])]); // a mistake need not break a rule yet
    const every = Array.from({ length: side }, (_, k) => k + 1);
    this.state = state;
    rules.grid.givens.forEach((given, p) => {
      const number = rules.number(state, p), notes = rules.notes(state, p);
      const look = given ? "given" : wrong.has(p) && number ? "bad" : number ? "forced" : "open";
      drawing.cell(p, number, look, every.map((k) => !notes.includes(k)));
      drawing.groups[p].classList.toggle("here", p === this.here);
      this.label(p, number, notes, given);
    });
    this.enlarge();
    drawing.point(marks, tone);
  }

  label(p, number, notes, given) {
    const held = number ? `${number}${given ? ", given" : ""}` : notes.length ? `notes ${notes.join(", ")}` : "empty";
    const text = `${this.rules.sentence(this.rules.grid.place(p)).slice(0, -1)}: ${held}`;
    if (this.labels[p] !== text) this.drawing.groups[p].setAttribute("aria-label", (this.labels[p] = text));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key], digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
    if (way) this.walk(way);
    else if (digit) this.press(digit[1], event.shiftKey ? "note" : this.mode);
    else if (event.key === "Delete" || event.key === "Backspace") this.press("Delete");
    else if (event.key === "n" || event.key === "N") document.querySelector(`#modes [data-name=${this.mode === "note" ? "number" : "note"}]`).click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  walk([dr, dc]) {
    const { side, here } = this, row = Math.floor(here / side) + dr, column = (here % side) + dc;
    if (row >= 0 && row < side && column >= 0 && column < side) this.drawing.groups[row * side + column].focus();
  }

  // Handle a key, or a button of the pad; on large boards two digits in a row make one number.
  press(key, mode = this.mode) {
    const { rules, here, side, state } = this, place = rules.sentence(rules.grid.place(here)).slice(0, -1);
    if (rules.grid.givens[here]) return this.ask([], `${place} is given.`, { cells: [here] });
    const old = rules.number(state, here), both = Number(`${old}${key}`);
    const number = key === "Delete" ? 0 : side > 9 && key.length === 1 && old && both <= side ? both : Number(key);
    if (number > side) return undefined;
    if (!number) return this.ask(rules.put(here, 0), `${place} is empty.`);
    if (mode === "number") return this.ask(rules.put(here, number), `${place} is ${number}.`);
    const note = rules.at(here) + number, on = Number(!state[note]);
    return this.ask([[rules.at(here), 0], [note, on]], `${place}: ${number} ${on ? "noted" : "no longer noted"}.`);
  }

  words(state) {
    return `Sudoku of ${this.side} by ${this.side}: ${this.rules.progress(state)}`;
  }
}
