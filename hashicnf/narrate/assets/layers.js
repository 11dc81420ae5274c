// Draw the known facts about each state of a plan: a small board for the start and one after each step, with the pieces of known
// places, and above it the step that leads there. A cell about which nothing is known stays dark.
SCENES.layers = (svg, data) => {
  const { shape: [rows, columns], steps, facts, state, actions, action, busy } = data;
  const WIDE = columns + 0.9, TALL = rows + 1.3, ASPECT = 1.5;
  const across = Math.max(1, Math.min(steps + 1, Math.round(Math.sqrt(((steps + 1) * TALL * ASPECT) / WIDE))));
  const down = Math.ceil((steps + 1) / across);
  svg.setAttribute("viewBox", `-0.4 -0.3 ${across * WIDE} ${down * TALL + 0.2}`);
  svg.classList.add("pieces", "layers");
  const short = (name) => name.replace(/ at row \d+, column \d+/, "");
  const boards = Array.from({ length: steps + 1 }, (_, time) => {
    const group = svg.appendChild(make("g", { transform: `translate(${(time % across) * WIDE} ${Math.floor(time / across) * TALL + 0.7})` }));
    const caption = group.appendChild(make("text", { class: "caption", x: 0, y: -0.22 }));
    pieceBox(group, "tray", 0, 0, rows, columns, -0.07);
    return { group, caption, drawn: new Map() };
  });

  // The piece of a fact on a board, made when it is first drawn.
  const pieceOf = (board, fact) => {
    if (!board.drawn.has(fact)) {
      const group = pieceShape(board.group, facts[fact]), [, row, column, , , kind] = facts[fact];
      group.setAttribute("transform", `translate(${column} ${row})`);
      board.drawn.set(fact, { group, kind: kind < 0 ? "free" : `kind${kind % 6}` });
    }
    return board.drawn.get(fact);
  };

  // The known action of the step before a board: its name, "no step", or nothing.
  const stepTo = (value, time) => {
    if (time === 0) return "start";
    const first = action + (time - 1) * actions.length;
    const taken = actions.findIndex((_, i) => value[first + i] > 0);
    return `${time}${taken >= 0 ? `: ${short(actions[taken])}` : value[busy + time - 1] < 0 ? ": no step" : ""}`;
  };

  return {
    show({ value, marks, tone }) {
      const marked = new Set(marks.variables ?? []);
      boards.forEach((board, time) => {
        const first = state + time * facts.length;
        board.caption.textContent = stepTo(value, time);
        facts.forEach((piece, fact) => {
          if (!piece) return;
          const variable = first + fact, holds = value[variable] > 0, points = marked.has(variable);
          if (!holds && !points && !board.drawn.has(fact)) return;
          const { group, kind } = pieceOf(board, fact);
          group.setAttribute("class", `piece ${kind} ${holds ? "" : value[variable] < 0 ? "ruled-out" : "open"} ${points ? `moved ${tone}` : ""}`);
          group.style.display = holds || points ? "" : "none";
        });
      });
    },
    legend: [],
    words: (value) => {
      const pieces = facts.flatMap((piece, fact) => (piece ? [fact] : []));
      const known = boards.map((_, time) => pieces.filter((fact) => value[state + time * facts.length + fact] > 0).length);
      return boards.map((_, time) => `${stepTo(value, time)}: ${known[time]} places known`).join("; ");
    },
  };
};
