// The trace as columns, the search tree, and what holds at a step.
// What holds at a node was set on the path from the root to it, so no step has to be replayed from the beginning.
const TONES = { conflict: "alarm", prune: "alarm", solution: "good", decision: "decided", cut: "cut" };
const NEVER = 0x7fffffff, MOST_VARIABLES = 1 << 26; // what lies beyond is told and not drawn

class Replay {
  constructor(about, rows) {
    this.kinds = about.kinds;
    this.rows = rows;
    this.count = rows.length;
    this.nodes = { number: [], parent: [], depth: [], first: [], failed: [], solved: [], label: [], value: [], sets: [], move: [] };
    this.at = new Int32Array(this.count); // the node whose state a step shows
    this.variables = 0;
    this.decisions = [];
    this.conflicts = [];
    const place = new Map();
    let solved = -1;
    rows.forEach(([kind, number, parent, literals, , marks, label, , , value], step) => {
      const name = this.kinds[kind];
      if (!place.has(number)) place.set(number, this.enter(number, place.get(parent) ?? -1, step));
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
      if (value) this.nodes.value[node] = value;
      if (name === "conflict" || name === "prune") this.conflicts.push(step);
      if (["conflict", "prune", "skip", "backtrack"].includes(name)) this.nodes.failed[node] = Math.min(this.nodes.failed[node], step);
      if (name === "backtrack" && this.nodes.parent[node] >= 0) this.at[step] = this.nodes.parent[node];
      if (name === "solution") {
        solved = node;
        for (let n = node; n >= 0; n = this.nodes.parent[n]) this.nodes.solved[n] = Math.min(this.nodes.solved[n], step);
      }
      if (name === "end" && solved >= 0) this.at[step] = solved;
      if (name === "end" && rows[step][8] === "unsolvable") this.nodes.failed[node] = Math.min(this.nodes.failed[node], step);
    });
    this.link();
    this.variables = Math.min(this.variables, MOST_VARIABLES);
    this.value = new Int8Array(this.variables + 1);
    this.how = new Uint8Array(this.variables + 1);
  }

  enter(number, parent, step) {
    const { nodes } = this;
    nodes.number.push(number);
    nodes.parent.push(parent);
    nodes.depth.push(parent < 0 ? 0 : nodes.depth[parent] + 1);
    nodes.first.push(step);
    nodes.failed.push(NEVER);
    nodes.solved.push(NEVER);
    nodes.label.push("");
    nodes.value.push("");
    nodes.sets.push([]);
    nodes.move.push(null);
    return nodes.number.length - 1;
  }

  // Children by first child and next sibling, in the order of their first steps; how many nodes there are below each.
  link() {
    const { parent, depth } = this.nodes;
    const size = parent.length;
    this.child = new Int32Array(size).fill(-1);
    this.next = new Int32Array(size).fill(-1);
    this.below = new Int32Array(size);
    const last = new Int32Array(size).fill(-1);
    this.roots = [];
    this.deepest = 0;
    for (let node = 0; node < size; node++) {
      this.deepest = Math.max(this.deepest, depth[node]);
      const above = parent[node];
      if (above < 0) this.roots.push(node);
      else if (last[above] < 0) this.child[above] = node;
      else this.next[last[above]] = node;
      if (above >= 0) last[above] = node;
    }
    for (let node = size - 1; node >= 0; node--) if (parent[node] >= 0) this.below[parent[node]] += this.below[node] + 1;
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
    const { first, failed, solved } = this.nodes;
    if (first[node] > step) return "later";
    if (solved[node] <= step) return "solved";
    return failed[node] <= step ? "failed" : "open";
  }
}
