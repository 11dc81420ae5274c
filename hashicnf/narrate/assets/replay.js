// The trace as columns, the search tree, and what holds at a step.
// What holds at a node was set on the path from the root to it, so no step has to be replayed from the beginning.
const TONES = { conflict: "alarm", prune: "alarm", solution: "good", decision: "decided", cut: "cut" };
const GIVEN_UP = { conflict: "contradiction", prune: "prune", backtrack: "searched" }; // what becomes of a node, by the kind of a step
const SKIPPED = { "above the bound": "above", "reached before": "known", hopeless: "hopeless" }; // and by the reason not to enter it
const NEVER = 0x7fffffff, MOST_VARIABLES = 1 << 26; // what lies beyond is told and not drawn

class Replay {
  constructor(about, rows) {
    this.kinds = about.kinds;
    this.rows = rows;
    this.count = rows.length;
    this.nodes = { number: [], parent: [], round: [], depth: [], indent: [], first: [], failed: [], fate: [], solved: [], label: [], value: [], sets: [], move: [] };
    this.at = new Int32Array(this.count); // the node whose state a step shows
    this.variables = 0;
    this.decisions = [];
    this.conflicts = [];
    this.rounds = 0;
    const place = new Map();
    let solved = -1;
    rows.forEach(([kind, number, parent, literals, , marks, label, , , value], step) => {
      const name = this.kinds[kind];
      if (!place.has(number)) place.set(number, this.enter(number, place.get(parent) ?? -1, step));
      if (name === "round") place.set(number, this.beginRound(place.get(number), step, label));
      const node = place.get(number);
      this.at[step] = node;
      for (const literal of literals) this.variables = Math.max(this.variables, Math.abs(literal));
      if (literals.length) this.nodes.sets[node].push(step);
      if (name === "decision") {
        this.decisions.push(step);
        this.nodes.label[node] = label;
        if (marks.by) this.nodes.move[node] = marks;
      }
      if (name === "goal") {
        this.nodes.label[node] = label;
        this.nodes.move[node] = marks;
      }
      if (value) this.nodes.value[this.startOf(node)] = value;
      if (name === "conflict" || name === "prune") this.conflicts.push(step);
      const fate = name === "skip" ? SKIPPED[label] ?? "skipped" : GIVEN_UP[name];
      if (fate) this.giveUp(node, step, fate);
      if (name === "backtrack" && this.nodes.parent[node] >= 0) this.at[step] = this.nodes.parent[node];
      if (name === "solution") {
        solved = node;
        for (let n = node; n >= 0; n = this.nodes.parent[n]) this.nodes.solved[n] = Math.min(this.nodes.solved[n], step);
      }
      if (name === "end" && solved >= 0) this.at[step] = solved;
      if (name === "end" && rows[step][8] === "unsolvable") this.giveUp(this.startOf(node), step, "searched");
    });
    this.link();
    this.variables = Math.min(this.variables, MOST_VARIABLES);
    this.value = new Int8Array(this.variables + 1);
    this.how = new Uint8Array(this.variables + 1);
  }

  giveUp(node, step, fate) {
    if (this.nodes.failed[node] !== NEVER) return;
    this.nodes.failed[node] = step;
    this.nodes.fate[node] = fate;
  }

  // The start, of a node that stands for a round of it; other nodes stand for themselves.
  startOf(node) {
    return this.nodes.round[node] ? this.nodes.parent[node] : node;
  }

  // A round has a node of its own below the start, and the nodes that it reaches are below that one.
  beginRound(above, step, label) {
    const start = this.startOf(above);
    const node = this.enter(this.nodes.number[start], start, step);
    this.nodes.round[node] = true;
    this.nodes.depth[node] = this.nodes.depth[start];
    this.nodes.label[node] = label;
    this.rounds++;
    return node;
  }

  enter(number, parent, step) {
    const { nodes } = this;
    nodes.number.push(number);
    nodes.parent.push(parent);
    nodes.round.push(false);
    nodes.depth.push(parent < 0 ? 0 : nodes.depth[parent] + 1);
    nodes.indent.push(parent < 0 ? 0 : nodes.indent[parent] + 1);
    nodes.first.push(step);
    nodes.failed.push(NEVER);
    nodes.fate.push("");
    nodes.solved.push(NEVER);
    nodes.label.push("");
    nodes.value.push("");
    nodes.sets.push([]);
    nodes.move.push(null);
    return nodes.number.length - 1;
  }

  // Children by first child and next sibling, in the order of their first steps.
  link() {
    const { parent, depth, indent } = this.nodes;
    const size = parent.length;
    this.child = new Int32Array(size).fill(-1);
    this.next = new Int32Array(size).fill(-1);
    this.below = new Int32Array(size);
    const last = new Int32Array(size).fill(-1);
    this.roots = [];
    this.deepest = this.widest = 0;
    for (let node = 0; node < size; node++) {
      this.deepest = Math.max(this.deepest, depth[node]);
      this.widest = Math.max(this.widest, indent[node]);
      const above = parent[node];
      if (above < 0) this.roots.push(node);
      else if (last[above] < 0) this.child[above] = node;
      else this.next[last[above]] = node;
      if (above >= 0) last[above] = node;
    }
    this.counted = -1;
  }

  // How many nodes are reached up to a step: they are numbered in that order.
  reached(step) {
    const { first } = this.nodes;
    let low = 0, high = first.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (first[middle] <= step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // Count the nodes below each, of the first ``size`` ones.
  countBelow(size) {
    if (this.counted === size) return;
    const { parent } = this.nodes;
    this.below.fill(0);
    for (let node = size - 1; node >= 0; node--) if (parent[node] >= 0) this.below[parent[node]] += this.below[node] + 1;
    this.counted = size;
  }

  path(node) {
    const path = [];
    for (let n = node; n >= 0; n = this.nodes.parent[n]) path.push(n);
    return path.reverse();
  }

  kind(step) {
    return this.kinds[this.rows[step][0]];
  }

  // Fill ``value`` (1, -1, 0 undecided) and ``how`` (2 decided, 1 forced) with what holds after a step; list the moves up to it.
  state(step) {
    const { value, how } = this;
    value.fill(0);
    how.fill(0);
    const moves = [];
    for (const node of this.path(this.at[step])) {
      if (this.nodes.move[node]) moves.push(this.nodes.move[node]);
      for (const setting of this.nodes.sets[node]) {
        if (setting > step) break;
        const decided = this.kind(setting) === "decision" ? 2 : 1;
        for (const literal of this.rows[setting][3]) {
          const variable = Math.abs(literal);
          if (value[variable]) continue;
          value[variable] = Math.sign(literal);
          how[variable] = decided;
        }
      }
    }
    return { value, how, moves };
  }

  // The latest step up to this one that set one of some variables and still holds; -1 for none.
  cause(variables, step) {
    const asked = new Set(variables);
    let found = -1;
    for (const node of this.path(this.at[step]))
      for (const setting of this.nodes.sets[node])
        if (setting <= step && this.rows[setting][3].some((literal) => asked.has(Math.abs(literal)))) found = Math.max(found, setting);
    return found;
  }

  status(node, step) {
    const { first, failed, fate, solved } = this.nodes;
    if (first[node] > step) return "later";
    if (solved[node] <= step) return "solved";
    return failed[node] <= step ? fate[node] : "open";
  }
}
