// The search tree as an outline, of the nodes reached so far or of all. Only visible rows have elements; in large trees, nodes that
// are not on the path to the current node are folded. In deep trees indentation is relative to the visible rows, and the depth is
// written beside it. Lengths are in rem.
const ROW = 1.75, LARGE = 120, DEEP = 10, MOST_INDENTED = 8;
const SIGNS = {
  reached: ["◌", "just reached"], open: ["○", "open"], closed: ["●", "closed"], path: ["◐", "on the path"], contradiction: ["✕", "contradiction"], prune: ["✕", "given up"], above: ["↑", "above the bound"],
  known: ["=", "reached before"], superseded: [">", "reached more cheaply since"], cycle: ["↻", "on the path already"], hopeless: ["∞", "no goal from here"], skipped: ["–", "not entered"],
  searched: ["□", "searched to the end"], solved: ["★", "solved"], later: ["·", "not yet reached"],
};
const ROUNDED = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const figure = (number) => (Number.isInteger(number) ? counted(number) : ROUNDED.format(number));
const valued = (terms) => (!terms ? "" : terms.length === 1 ? `h = ${figure(terms[0])}` : `${terms.map(figure).join(" + ")} = ${figure(terms[0] + terms[1])}`);
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

class Tree {
  constructor(replay, box, follow, ahead, go) {
    Object.assign(this, { replay, box, follow, ahead, go, line: ROW * rem(), shown: 0 });
    this.isDeep = replay.widest > DEEP;
    this.space = box.appendChild(document.createElement("div"));
    this.space.className = "space";
    this.pool = [];
    this.rows = [];
    this.chosen = new Map(); // nodes that the reader folded or unfolded
    this.onPath = new Set();
    this.step = 0;
    follow.checked = replay.nodes.number.length > LARGE;
    for (const choice of [follow, ahead])
      choice.addEventListener("change", () => {
        if (choice === follow) this.chosen.clear();
        this.layout();
        this.reveal();
      });
    box.addEventListener("scroll", () => this.draw(), { passive: true });
    box.addEventListener("click", (event) => this.clicked(event));
    box.addEventListener("keydown", (event) => this.pressed(event));
    new ResizeObserver(() => this.resize()).observe(box);
    box.classList.toggle("deep", this.isDeep);
  }

  show(step) {
    const node = this.replay.at[step];
    const moved = node !== this.node;
    this.step = step;
    if (moved) {
      this.node = node;
      this.onPath = new Set(this.replay.path(node));
    }
    const isOther = !this.ahead.checked && this.shown !== this.replay.reached(step);
    if (isOther || (moved && (this.follow.checked || !this.rows.length || !this.index.has(node)))) this.layout();
    this.reveal();
  }

  resize() {
    this.line = ROW * rem();
    if (this.rows.length) this.layout();
    this.draw();
  }

  // The first visible child of a node; -1 for none.
  firstOf(node) {
    const child = this.replay.child[node];
    return child < this.shown ? child : -1;
  }

  isOpen(node) {
    return this.onPath.has(node) && node !== this.node ? true : this.chosen.get(node) ?? (!this.follow.checked || this.onPath.has(node));
  }

  // List the nodes that are not folded away, parents first.
  layout() {
    const { next, roots, nodes } = this.replay;
    this.shown = this.ahead.checked ? nodes.number.length : this.replay.reached(this.step);
    this.replay.countBelow(this.shown);
    const rows = [];
    const stack = roots.filter((node) => node < this.shown).reverse();
    while (stack.length) {
      const node = stack.pop();
      rows.push(node);
      if (!this.isOpen(node)) continue;
      const children = [];
      for (let n = this.firstOf(node); n >= 0 && n < this.shown; n = next[n]) children.push(n);
      while (children.length) stack.push(children.pop());
    }
    this.rows = rows;
    this.index = new Map(rows.map((node, i) => [node, i]));
    this.space.style.height = `${rows.length * ROW}rem`;
  }

  reveal() {
    const top = (this.index.get(this.node) ?? 0) * this.line;
    const height = this.box.clientHeight;
    if (height && (top < this.box.scrollTop + this.line || top > this.box.scrollTop + height - 2 * this.line))
      this.box.scrollTop = Math.max(0, top - height / 2);
    this.draw();
  }

  draw() {
    const from = Math.max(0, Math.floor(this.box.scrollTop / this.line) - 4);
    const to = Math.min(this.rows.length, from + Math.ceil(this.box.clientHeight / this.line) + 8);
    while (this.pool.length < to - from) this.pool.push(this.space.appendChild(this.row()));
    const depths = this.rows.slice(from, to).map((node) => this.replay.nodes.indent[node]).sort((a, b) => a - b);
    this.base = this.isDeep && depths.length ? Math.max(0, depths[depths.length >> 1] - MOST_INDENTED / 2) : 0;
    this.pool.forEach((row, i) => {
      row.element.hidden = from + i >= to;
      if (from + i < to) this.fill(row, from + i);
    });
    this.box.setAttribute("aria-activedescendant", `node-${this.node}`);
  }

  row() {
    const element = document.createElement("div");
    element.setAttribute("role", "treeitem");
    const [level, fold, glyph, label, value, count] = ["level", "fold", "glyph", "label", "value", "count"].map((name) => {
      const part = element.appendChild(document.createElement("span"));
      part.className = name;
      element.append(" ");
      return part;
    });
    for (const sign of [fold, glyph]) sign.setAttribute("aria-hidden", "true");
    return Object.assign(element, { element, level, fold, glyph, label, value, count });
  }

  fill(row, i) {
    const { replay, step } = this;
    const node = this.rows[i];
    const status = replay.status(node, step);
    const isCurrent = node === this.node;
    const hasChildren = this.firstOf(node) >= 0;
    const open = hasChildren && this.isOpen(node);
    const depth = replay.nodes.depth[node], indent = replay.nodes.indent[node];
    row.element.id = `node-${node}`;
    row.element.dataset.node = node;
    row.element.className = `row ${status}${isCurrent ? " current" : ""}${this.onPath.has(node) ? " path" : ""}`;
    row.element.style.transform = `translateY(${i * ROW}rem)`;
    row.element.style.setProperty("--depth", this.isDeep ? Math.max(0, Math.min(MOST_INDENTED, indent - this.base)) : indent);
    row.level.textContent = this.isDeep ? depth : "";
    row.element.setAttribute("aria-level", indent + 1);
    row.element.setAttribute("aria-selected", isCurrent);
    if (hasChildren) row.element.setAttribute("aria-expanded", open);
    else row.element.removeAttribute("aria-expanded");
    row.fold.textContent = hasChildren ? (open ? "▾" : "▸") : "";
    row.glyph.textContent = SIGNS[status][0];
    const label = replay.name(node), value = valued(replay.nodes.value[node]);
    row.label.textContent = label;
    row.value.textContent = value;
    row.element.title = `${label}: ${SIGNS[status][1]}`;
    const below = hasChildren && !open ? `+${counted(replay.below[node])}` : "";
    row.count.textContent = below;
    const seen = [this.isDeep && `depth ${depth}`, label, value, below && `${below} below it`]; // as they are seen, for speech input
    row.element.setAttribute("aria-label", [...seen, SIGNS[status][1], `step ${counted(replay.nodes.first[node] + 1)}`].filter(Boolean).join(", "));
  }

  toggle(node, open) {
    if (this.firstOf(node) < 0) return;
    this.chosen.set(node, open);
    this.layout();
    this.draw();
  }

  clicked(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    const node = Number(row.dataset.node);
    if (event.target.classList.contains("fold") && this.firstOf(node) >= 0) this.toggle(node, !this.isOpen(node));
    else this.go(this.replay.nodes.first[node]);
  }

  // In the tree, arrow keys walk over rows and fold them.
  pressed(event) {
    const i = this.index.get(this.node) ?? 0;
    const { nodes } = this.replay, child = this.firstOf(this.node);
    const open = child >= 0 && this.isOpen(this.node);
    const target = { ArrowUp: this.rows[i - 1], ArrowDown: this.rows[i + 1] }[event.key];
    if (target !== undefined) this.go(nodes.first[target]);
    else if (event.key === "ArrowRight" && child >= 0) open ? this.go(nodes.first[child]) : this.toggle(this.node, true);
    else if (event.key === "ArrowLeft" && open && this.chosen.get(this.node)) this.toggle(this.node, false);
    else if (event.key === "ArrowLeft" && nodes.parent[this.node] >= 0) this.go(nodes.first[nodes.parent[this.node]]);
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
