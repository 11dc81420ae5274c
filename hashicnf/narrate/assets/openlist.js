// The nodes that a search keeps at a step: the open nodes in the order of expansion, or the path of a depth-first search.
const MOST_WAITING = 200;
const ORDERS = { f: "least f first", h: "least h first", queue: "first in, first out", sides: "first in, first out", path: "", "": "in the order reached" };
const SIDES = ["from the start", "from the goal"];

class OpenList {
  constructor(replay, box, go) {
    Object.assign(this, { replay, box, go, step: 0, rows: [], chosen: -1, isPath: replay.order.by === "path" });
    const { by, ties } = replay.order;
    find("list-title").textContent = this.isPath ? "Path" : by === "sides" ? "Open lists" : "Open list";
    find("order").textContent = ORDERS[by] + (["f", "h"].includes(by) && ties ? `, ties: ${ties}` : "");
    box.classList.add(by || "unknown");
    box.addEventListener("click", (event) => this.enter(event.target.closest(".waiting")));
    box.addEventListener("keydown", (event) => this.pressed(event));
  }

  show(step) {
    this.step = step;
    this.draw();
  }

  // Fill the list, unless it is out of sight: open lists of long searches have thousands of nodes.
  draw() {
    if (!this.box.clientHeight) return;
    this.rows = [];
    this.box.replaceChildren(...(this.isPath ? this.path() : this.lists()));
    this.choose(this.rows.find((row) => row.classList.contains("next")) ?? this.rows[0]);
    if (this.isPath) this.box.scrollTop = this.box.scrollHeight;
  }

  path() {
    const { replay, step } = this, here = replay.startOf(replay.at[step]);
    const path = replay.path(here).filter((node) => !replay.nodes.round[node] && replay.isEntered(node, step));
    find("waiting").textContent = some(path.length, "node", "nodes");
    const left = path.length - MOST_WAITING;
    const more = left > 0 ? [tag("p", `${some(left, "node", "nodes")} above`, { class: "more" })] : [];
    return [...more, ...path.slice(-MOST_WAITING).map((node) => this.row(node, node === path.at(-1), ""))];
  }

  // The open list, or one for each side of a search from both ends.
  lists() {
    const { replay, step } = this, isOver = step >= replay.over, waiting = replay.ranked().filter((node) => replay.isWaiting(node, step));
    find("waiting").textContent = `${counted(waiting.length)} ${isOver ? "left " : ""}open, ${counted(replay.closed(step))} closed`;
    if (replay.order.by !== "sides") return this.list(waiting, !isOver && replay.order.by ? waiting[0] : -1);
    const next = isOver ? -1 : replay.nextTaken(step), isBack = (node) => replay.nodes.backwards[node];
    return SIDES.map((side, i) => {
      const mine = waiting.filter((node) => isBack(node) === (i === 1)), goals = i ? replay.goalsLeft(step) : 0;
      const count = mine.length + goals, head = next >= 0 && isBack(next) === (i === 1) && !goals ? mine[0] : -1;
      const unseen = goals ? [tag("p", `${some(goals, "goal", "goals")} not taken up yet`, { class: "more" })] : [];
      const box = tag("div", "", { role: "group", "aria-label": side });
      box.append(tag("p", `${side}: ${counted(count)}`, { class: "side-of" }), ...unseen, ...this.list(mine, head));
      return box;
    });
  }

  list(nodes, head) {
    const left = nodes.length - MOST_WAITING;
    const more = left > 0 ? [tag("p", `and ${counted(left)} more`, { class: "more" })] : [];
    return [...nodes.slice(0, MOST_WAITING).map((node) => this.row(node, node === head, node === head ? "next" : "")), ...more];
  }

  row(node, isNext, word) {
    const { nodes } = this.replay, value = valued(nodes.value[node]), name = this.replay.name(node).replace(/^backwards: /, ""), step = `step ${counted(nodes.first[node] + 1)}`;
    const row = tag("div", "", { class: `waiting${isNext ? " next" : ""}`, role: "option", id: `waiting-${node}`, "aria-selected": "false", "data-node": node });
    const parts = [["mark", word && "▸"], ["mark word", word], ["label", name], ["value", value], ["deep", `depth ${nodes.depth[node]}`], ["at", step]];
    row.append(...parts.flatMap(([own, text]) => [tag("span", text, { class: own }), " "]));
    row.setAttribute("aria-label", parts.slice(1).map(([, text]) => text).filter(Boolean).join(", "));
    this.rows.push(row);
    return row;
  }

  choose(row) {
    if (!row) return this.box.removeAttribute("aria-activedescendant");
    for (const one of this.rows) one.setAttribute("aria-selected", one === row);
    this.chosen = this.rows.indexOf(row);
    this.box.setAttribute("aria-activedescendant", row.id);
  }

  enter(row) {
    if (row) this.go(this.replay.nodes.first[Number(row.dataset.node)]);
  }

  // Arrow keys choose a node, and Enter goes to the step at which it was reached.
  pressed(event) {
    const target = { ArrowUp: this.chosen - 1, ArrowDown: this.chosen + 1 }[event.key];
    if (event.key === "Enter") this.enter(this.rows[this.chosen]);
    else if (target === undefined) return;
    else if (target in this.rows) {
      this.choose(this.rows[target]);
      this.rows[target].scrollIntoView({ block: "nearest" });
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
