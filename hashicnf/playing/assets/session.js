// A session of one puzzle: its state, the history of states, and the time played.
class Session {
  constructor(about) {
    this.about = about;
    this.game = GAMES[about.game];
    this.rules = this.game.rules(about.data);
    this.reasons = new Reasons(this.rules, about);
    this.state = about.drawn ? this.rules.solution(about.drawn) : this.rules.start();
    (about.data.drawn ?? []).forEach((count, e) => (this.state[e] = count));
    this.done = [];
    this.undone = [];
    this.restarts = []; // for each restart: the number of moves before it, and the time and help that it cleared
    this.spent = 0;
    this.since = 0;
    this.isHelped = this.isSolved = this.isResumed = false;
    this.place = `hashicnf 1 ${about.game} ${digest(JSON.stringify(about.data))}`;
    this.resume();
  }

  // The drawn state is stored in the browser, for all pages with the same puzzle. A page with a solution begins with the solution.
  resume() {
    const kept = this.about.drawn ? null : recalled(this.place);
    if (!isKept(kept, this.state.length)) return;
    this.isResumed = kept.state.some((value, at) => value !== this.state[at]);
    for (const name of ["state", "done", "undone", "restarts", "spent", "isHelped"]) this[name] = kept[name] ?? this[name];
  }

  keep() {
    const { state, done, undone, isHelped, milliseconds: spent } = this, lost = Math.max(0, done.length - MOST_KEPT);
    const restarts = this.restarts.map((one) => ({ ...one, moves: one.moves - lost })).filter(({ moves }) => moves > 0);
    const kept = { state, done: done.slice(lost), undone: undone.slice(-MOST_KEPT), restarts, spent, isHelped };
    if (!this.about.drawn) remember(this.place, done.length || undone.length ? kept : null);
  }

  // Make a move: indices of the state and their new values. It is undone as one.
  play(changes) {
    const real = changes.filter(([at, value]) => this.state[at] !== value);
    if (!real.length) return false;
    this.done.push(this.put(real));
    this.undone = [];
    return true;
  }

  put(changes) {
    const old = changes.map(([at]) => [at, this.state[at]]);
    for (const [at, value] of changes) this.state[at] = value;
    return old.reverse();
  }

  undo() {
    if (this.done.length) this.undone.push(this.put(this.done.pop()));
    if (this.done.length < this.restarts.at(-1)?.moves) this.resumeBefore(this.restarts.pop());
  }

  redo() {
    if (this.undone.length) this.done.push(this.put(this.undone.pop()));
  }

  // Begin again, without help and with a new clock.
  restart() {
    const { isHelped, milliseconds: spent } = this;
    this.become(this.rules.start());
    if (this.moves) this.restarts.push({ moves: this.done.length, isHelped, spent });
    this.undone = []; // undone moves may have been made with help
    this.rest();
    this.spent = 0;
    this.isHelped = false;
  }

  // Restore the time and the help of the moves before a restart.
  resumeBefore({ isHelped, spent }) {
    this.spent += spent;
    this.isHelped ||= isHelped;
  }

  // Hints after the puzzle is solved do not count as help.
  help() {
    this.isHelped ||= !this.rules.isSolved(this.state);
  }

  // The states since the last restart, as far as the moves between them are known; the last is the present one.
  get past() {
    const found = [this.state];
    for (const move of this.done.slice(this.restarts.at(-1)?.moves ?? 0).reverse()) {
      const state = found.at(-1).slice();
      for (const [at, value] of move) state[at] = value;
      found.push(state);
    }
    return found.reverse();
  }

  // The number of moves since the last restart.
  get moves() {
    return this.done.length - (this.restarts.at(-1)?.moves ?? 0);
  }

  become(state) {
    return this.play(state.map((value, at) => [at, value]));
  }

  get isRunning() {
    return this.since > 0;
  }

  run() {
    if (!this.since) this.since = performance.now();
  }

  rest() {
    this.spent = this.milliseconds;
    this.since = 0;
  }

  get milliseconds() {
    return this.spent + (this.since ? performance.now() - this.since : 0);
  }

  get time() {
    const seconds = Math.floor(this.milliseconds / 1000), two = (n) => String(n).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
  }

  // A solution: that of the steps, the one on the page, or one that the game finds; null if there is none, undefined if not found.
  solution() {
    const { about, rules, reasons } = this;
    if (about.solution) return rules.solution(about.solution);
    if (about.outcome === "unsolvable") return null;
    if (about.outcome !== "solved") return rules.solve?.(rules.start());
    return this.after(reasons.steps.filter(({ draws }) => draws).flatMap(({ facts }) => facts));
  }

  // The state in which only the given facts are drawn.
  after(facts) {
    const state = this.rules.start();
    for (const fact of facts) for (const [at, value] of this.rules.changes(state, fact)) state[at] = value;
    return state;
  }
}
