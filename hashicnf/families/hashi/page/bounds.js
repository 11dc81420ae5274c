// The state of a deduction: bounds low and high on the bridges of each edge.
class HashiBounds {
  constructor(grid, state) {
    const size = grid.edges.length;
    this.grid = grid;
    this.low = state.slice(0, size);
    this.high = grid.cap.slice();
  }

  copy() {
    return Object.assign(Object.create(HashiBounds.prototype), { grid: this.grid, low: this.low.slice(), high: this.high.slice() });
  }

  lows(i) {
    return this.grid.around[i].reduce((sum, e) => sum + this.low[e], 0);
  }

  highs(i) {
    return this.grid.around[i].reduce((sum, e) => sum + this.high[e], 0);
  }

  room(i) {
    return this.grid.limit[i] - this.lows(i);
  }

  most(e) {
    return Math.min(this.high[e], ...this.grid.edges[e].map((i) => this.low[e] + this.room(i)));
  }

  isOpen(e) {
    return this.low[e] < this.high[e];
  }

  narrow({ e, least, most }) {
    this.low[e] = Math.max(this.low[e], least);
    this.high[e] = Math.min(this.high[e], most);
  }

  // The label of each island, shared by islands that used edges connect, and the islands of each label.
  groups() {
    const { edges, islands, around, other } = this.grid;
    const label = islands.map(() => -1), members = [];
    islands.forEach((_, start) => {
      if (label[start] >= 0) return;
      const group = [start];
      label[start] = members.length;
      for (const i of group)
        for (const e of around[i]) {
          const j = other(e, i);
          if (this.low[e] > 0 && label[j] < 0) {
            label[j] = members.length;
            group.push(j);
          }
        }
      members.push(group);
    });
    return { label, members, edges };
  }

  // The islands that would be closed off if an edge carried a number of bridges; null if a bridge can still leave them.
  closedOff({ label, members }, e, number) {
    const { edges, around, other, crossed, islands } = this.grid, ends = edges[e], more = number - this.low[e];
    const inside = new Set(ends.map((i) => label[i]));
    const group = [...inside].flatMap((g) => members[g]);
    if (group.length === islands.length) return null;
    const left = (i) => this.room(i) - (ends.includes(i) ? more : 0);
    const leaves = (i) => left(i) > 0 && around[i].some((x) => x !== e && !crossed[e].includes(x) && this.high[x] > 0 && !inside.has(label[other(x, i)]) && left(other(x, i)) > 0);
    return group.some(leaves) ? null : group.sort((a, b) => a - b);
  }
}
