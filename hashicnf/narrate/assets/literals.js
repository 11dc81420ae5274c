// Draw the literals that hold, in the order of their variables, as a grid of squares: for formulas without a puzzle.
SCENES.literals = (svg, data) => {
  const MOST = 2500;
  const count = Math.min(data.variables, MOST);
  const columns = Math.max(4, Math.ceil(Math.sqrt(count * 1.3)));
  const rows = Math.max(1, Math.ceil(count / columns));
  svg.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
  svg.classList.add("literals");
  const cells = Array.from({ length: count }, (_, i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    const group = svg.appendChild(make("g", { class: "cell", transform: `translate(${x} ${y})` }));
    group.appendChild(make("rect", { x: 0.08, y: 0.08, width: 0.84, height: 0.84, rx: 0.12 }));
    group.appendChild(make("path", { class: "sign" }));
    const text = group.appendChild(make("text", { x: 0.5, y: 0.3 }));
    text.textContent = String(i + 1);
    return { group, sign: group.lastChild.previousSibling, seen: "" };
  });
  const SIGNS = { "1": "M.3 .65l.15 .15l.3 -.3", "-1": "M.35 .5l.3 .3M.65 .5l-.3 .3", "0": "" };

  return {
    show({ value, how, marks, tone }) {
      const marked = new Set(marks.variables ?? []);
      cells.forEach((cell, i) => {
        const key = `${value[i + 1]},${how[i + 1]},${marked.has(i + 1) ? tone || "marked" : ""}`;
        if (cell.seen === key) return;
        cell.seen = key;
        const truth = { "1": "true", "-1": "false", "0": "open" }[value[i + 1]];
        const focus = marked.has(i + 1) ? `marked ${tone}` : "";
        cell.group.setAttribute("class", `cell ${truth} ${["", "forced", "decided"][how[i + 1]]} ${focus}`);
        cell.sign.setAttribute("d", SIGNS[value[i + 1]]);
      });
    },
    legend: [],
    words: (value) => {
      let decided = 0;
      for (let i = 1; i <= data.variables; i++) decided += value[i] !== 0;
      return `${decided} of ${data.variables} variable${data.variables === 1 ? "" : "s"} decided` + (data.variables > MOST ? `, the first ${MOST} drawn` : "");
    },
  };
};
