// The trace as columns, the search tree, and the literals that hold at a step.
// The literals of a node were set on the path from the root to it, so no step has to be replayed from the beginning.
const TONES = { conflict: "alarm", prune: "alarm", solution: "good", decision: "decided", cut: "cut" };
const GIVEN_UP = { conflict: "contradiction", prune: "prune", backtrack: "searched" }; // the fate of a node, by the kind of a step
const SKIPPED = { "above the bound": "above", "reached before": "known", "on the path already": "cycle", hopeless: "hopeless" }; // and by the reason not to enter it
const REFUSALS = new Set([...Object.values(SKIPPED), "skipped"]);
const TAKES = ["expand", "goal", "solution"]; // steps by which a search expands a node
const OVER = ["meet", "solution", "end"]; // steps after which it expands no other
const NEVER = 0x7fffffff, MOST_VARIABLES = 1 << 26; // larger variables occur in sentences, but are not drawn

class Replay {
  constructor(about, rows) {
    this.kinds = about.kinds;
    this.rows = rows;
    this.count = rows.length;
    this.order = about.order;
    this.nodes = {
      number: [], parent: [], round: [], depth: [], indent: [], first: [], taken: [], left: [], superseded: [], failed: [], fate: [], solved: [], label: [], value: [], sets: [], move: [],
      backwards: [],
    };
    this.at = new Int32Array(this.count); // the node whose state a step shows
    this.variables = 0;
    this.decisions = [];
    this.conflicts = [];
    this.rounds = 0;
    this.over = this.count; // the step that ends the search, and its node
    this.ending = -1;
    this.leavesOpen = false; // whether the search leaves a node before it is exhausted, which is noted at the node, too
    this.goals = []; // for each step that states the number of goals or takes one up: the goals that are left
    const place = new Map();
    let solved = -1;
    rows.forEach(([kind, number, parent, literals, , marks, label, , , value], step) => {
      const name = this.kinds[kind];
      if (!place.has(number)) place.set(number, this.enter(number, place.get(parent) ?? -1, step));
      if (TAKES.includes(name)) this.take(place.get(number), step);
      if (name === "round") place.set(number, this.beginRound(place.get(number), step, label));
      const before = step ? this.at[step - 1] : place.get(number);
      const node = name === "end" && rows[step][8] !== "unsolvable" ? before : place.get(number); // a search that stops is where it was
      if (node !== before && this.nodes.parent[node] !== before && this.nodes.failed[before] === NEVER && solved < 0) this.leavesOpen = this.nodes.left[before] = true;
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
        this.nodes.backwards[node] = true;
      }
      if (marks.goals || (name === "goal" && this.goals.length)) this.goals.push({ step, left: marks.goals?.[0] ?? this.goals.at(-1).left - 1 });
      if (value) this.nodes.value[this.startOf(node)] = value;
      if (name === "conflict" || name === "prune") this.conflicts.push(step);
      const fate = name === "skip" ? SKIPPED[label] ?? "skipped" : GIVEN_UP[name];
      if (marks.other && place.has(marks.other[0])) this.nodes.superseded[place.get(marks.other[0])] = step;
      if (OVER.includes(name) && this.over === this.count) Object.assign(this, { over: step, ending: name === "end" ? -1 : node });
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

  // The start, for a node that represents one of its rounds; other nodes represent themselves.
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

  // Note the step at which the search expands a node: it has its children from then on.
  take(node, step) {
    this.nodes.taken[node] = Math.min(this.nodes.taken[node], step);
  }

  enter(number, parent, step) {
    const { nodes } = this;
    if (parent >= 0) this.take(parent, step);
    nodes.number.push(number);
    nodes.parent.push(parent);
    nodes.round.push(false);
    nodes.depth.push(parent < 0 ? 0 : nodes.depth[parent] + 1);
    nodes.indent.push(parent < 0 ? 0 : nodes.indent[parent] + 1);
    nodes.first.push(step);
    nodes.taken.push(NEVER);
    nodes.left.push(false);
    nodes.superseded.push(NEVER);
    nodes.failed.push(NEVER);
    nodes.fate.push("");
    nodes.solved.push(NEVER);
    nodes.label.push("");
    nodes.value.push(null);
    nodes.sets.push([]);
    nodes.move.push(null);
    nodes.backwards.push(parent >= 0 && nodes.backwards[parent]);
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

  // The number of nodes reached up to a step; nodes are numbered in that order.
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

  name(node) {
    return this.nodes.label[node] || (this.nodes.depth[node] ? "a choice" : this.nodes.backwards[node] ? "goal" : "start");
  }

  kind(step) {
    return this.kinds[this.rows[step][0]];
  }

  // Fill ``value`` (1, -1, 0 undecided) and ``how`` (2 decided, 1 forced) with the state after a step; list the moves up to it.
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
          const variable = Math.abs(literal), sign = Math.sign(literal);
          if (value[variable] === sign) continue;
          value[variable] = sign; // a later literal replaces its negation, as when numbers are swapped
          how[variable] = decided;
        }
      }
    }
    return { value, how, moves };
  }

  // The latest step, up to a given one, that set one of some variables and still holds; -1 for none.
  cause(variables, step) {
    const asked = new Set(variables);
    let found = -1;
    for (const node of this.path(this.at[step]))
      for (const setting of this.nodes.sets[node])
        if (setting <= step && this.rows[setting][3].some((literal) => asked.has(Math.abs(literal)))) found = Math.max(found, setting);
    return found;
  }

  // The nodes on the path to a step: the label of each, and its literals with the kind and the marks of the step that set each.
  levels(step) {
    return this.path(this.at[step]).map((node) => ({
      level: this.nodes.depth[node],
      label: this.nodes.label[node],
      settings: this.nodes.sets[node].filter((setting) => setting <= step).flatMap((setting) =>
        this.rows[setting][3].map((literal) => ({ literal, kind: this.kind(setting), marks: this.rows[setting][5] || {} }))),
    }));
  }

  // Whether a node is on the path to that of a step.
  isOnPath(node, step) {
    if (this.way?.end !== this.at[step]) this.way = { end: this.at[step], nodes: new Set(this.path(this.at[step])) };
    return this.way.nodes.has(node);
  }

  // All nodes in the order in which an open list yields them, or for a queue in the order in which they were reached.
  ranked() {
    if (this.ranks) return this.ranks;
    const { first, depth, parent, value, taken } = this.nodes;
    const key = value.map((terms) => (terms ?? []).reduce((sum, term) => sum + term, 0));
    const since = parent.map((above) => (above < 0 ? -1 : taken[above])); // children are open since their parent was expanded
    const old = (a, b) => first[a] - first[b], young = (a, b) => since[b] - since[a] || old(a, b);
    const tie = { fifo: old, lifo: young, shallowest: (a, b) => depth[a] - depth[b] || old(a, b), deepest: (a, b) => depth[b] - depth[a] || young(a, b) };
    const isSorted = ["f", "h"].includes(this.order.by);
    this.ranks = [...first.keys()].sort(isSorted ? (a, b) => key[a] - key[b] || (tie[this.order.ties] ?? old)(a, b) : old);
    return this.ranks;
  }

  // Whether a node is given up without having been open, or, in a depth-first search, without having been entered.
  isRefused(node) {
    const { taken, failed, left, fate } = this.nodes;
    if (this.order.by === "path" && (left[node] || !REFUSALS.has(fate[node]))) return false;
    return taken[node] === NEVER && failed[node] < NEVER;
  }

  // Whether a depth-first search has entered a node on the path to a step: not if it refuses it, or returns to it later.
  isEntered(node, step) {
    return this.nodes.taken[node] <= step || !(this.nodes.left[node] || this.isRefused(node));
  }

  // Whether a node is open at a step: not before it is reached, and never if it is refused.
  isWaiting(node, step) {
    const { first, taken, superseded } = this.nodes;
    if (first[node] > Math.min(step, this.over) || (step >= this.over && node === this.ending)) return false;
    return step < Math.min(taken[node], superseded[node]) && !this.isRefused(node);
  }

  // The number of closed nodes: those expanded, without the one that ends the search and those whose states were reopened.
  closed(step) {
    const { taken, superseded } = this.nodes, until = Math.min(step, this.over);
    let closed = 0;
    for (let node = 0; node < taken.length; node++) closed += taken[node] <= until && superseded[node] > until && node !== this.ending;
    return closed;
  }

  // The node that the search expands next after a step; -1 for none.
  nextTaken(step) {
    for (let later = step + 1; later < this.count; later++)
      if (this.nodes.taken[this.at[later]] === later) return this.at[later];
    return -1;
  }

  // The number of goals that are not in the tree yet, for a search that goes backwards from all of them.
  goalsLeft(step) {
    return this.goals.findLast((one) => one.step <= step)?.left ?? 0;
  }

  status(node, step) {
    const { first, taken, superseded, failed, fate, solved } = this.nodes;
    if (first[node] > step) return "later";
    if (solved[node] <= step) return "solved";
    if (failed[node] <= step) return fate[node];
    if (this.order.by === "path" && this.isOnPath(node, step) && this.isEntered(node, step)) return "path";
    if (superseded[node] <= step) return "superseded";
    if (this.order.by !== "path" && taken[node] <= step) return "closed";
    return this.isRefused(node) ? "reached" : "open";
  }
}
