// Show the state of a formula at a step: the assignment by decision levels, and the clauses with the truth of each literal. If the
// formula is too large to be in its trace, only the clauses that the last steps on the path name are shown.
SCENES.formula = (svg, data) => {
  const MOST_SET = 150, MOST_OPEN = 60, MOST_RECENT = 40, WIDEST = 34; // the last one in letters
  const STATES = { satisfied: "✓ satisfied", unit: "unit", violated: "✕ false", open: "open" };
  const count = Math.max(data.variables, data.declared), isWhole = data.whole;
  const box = tag("div", "", { id: "board", class: "formula", role: "group" });
  const heading = (words) => {
    const element = box.appendChild(tag("h2", words));
    return element.appendChild(tag("span"));
  };
  const setWords = heading("Assignment");
  const levels = box.appendChild(tag("div", "", { class: "part levels", role: "group", tabindex: "0", "aria-label": "Assignment" }));
  const clauseWords = heading("Clauses");
  const key = clauseWords.parentElement.appendChild(tag("span", "", { class: "truths", "aria-hidden": "true" }));
  key.append(...["true", "false", "open"].map((one) => tag("span", one, { class: `lit ${one}` })));
  const list = box.appendChild(tag("ol", "", { class: "part clauses", tabindex: "0", "aria-label": "Clauses" }));
  const size = Math.max(data.clauses.length, count / 2);
  const large = size <= 8 ? 1.5 : size <= 16 ? 1.25 : size <= 40 ? 1 : 0.875;
  box.style.setProperty("--large", `${large}rem`);
  box.style.setProperty("--size", `${large}rem`);
  svg.replaceWith(box);

  // The name of a variable: that of its group with its indices, as in the comments of the formula, or x with its number.
  const nameOf = (variable) => {
    const group = (data.groups ?? []).find(([, first, shape]) => first <= variable && variable < first + shape.reduce((size, n) => size * n, 1));
    if (!group) return `x${variable}`;
    const [name, first, shape, base] = group, indices = [];
    let left = variable - first;
    for (const n of [...shape].reverse()) {
      indices.unshift(left % n + (indices.length ? 0 : base));
      left = Math.floor(left / n);
    }
    return indices.length ? `${name}[${indices}]` : name;
  };
  const named = (literal) => `${literal > 0 ? "" : "¬"}${nameOf(Math.abs(literal))}`;
  const truth = (value, literal) => Math.sign(literal) * (value[Math.abs(literal)] || 0);
  const TRUTHS = { "1": "true", "0": "open", "-1": "false" };
  const stateOf = (value, clause) => {
    const truths = clause.map((literal) => truth(value, literal));
    if (truths.includes(1)) return "satisfied";
    const left = truths.filter((one) => one === 0).length;
    return left === 0 ? "violated" : left === 1 ? "unit" : "open";
  };

  // An element for a clause; its number in the file is -1 if it is not in the file.
  const clauseElement = (clause, number) => {
    const element = tag("li", "", { class: "clause" });
    const body = tag("span", clause.length ? "" : "no literal", { class: "body" });
    const literals = clause.map((literal, i) => {
      if (i) body.append(" ∨ ");
      return body.appendChild(tag("span", named(literal), { "data-variable": Math.abs(literal) }));
    });
    element.append(tag("span", number < 0 ? "" : counted(number + 1), { class: "number" }), body);
    return { element, literals, clause, number, state: element.appendChild(tag("span", "", { class: "state" })), seen: "" };
  };
  const wide = (clauses) => {
    const letters = Math.max(8, ...clauses.map((clause) => clause.map(named).join(" ∨ ").length));
    list.style.setProperty("--wide", `${(Math.min(WIDEST, letters) * 0.62 + 7).toFixed(1)}em`);
  };
  let drawn = data.clauses.map(clauseElement);
  list.append(...drawn.map(({ element }) => element));
  wide(data.clauses);

  // Show the state of a clause; for the clause of the step also the conclusion from it.
  const showClause = (one, value, here, follows) => {
    const state = stateOf(value, one.clause), words = here && follows ? `unit: ${named(follows)}` : STATES[state];
    const key = `${one.clause.map((literal) => truth(value, literal))};${words};${here}`;
    if (one.seen === key) return;
    one.seen = key;
    one.element.className = `clause ${here && follows ? "unit" : state}${here ? " here" : ""}`;
    one.clause.forEach((literal, i) => { one.literals[i].className = `lit ${TRUTHS[truth(value, literal)]}`; });
    one.state.textContent = words;
    const literals = one.clause.map((literal) => `${literal > 0 ? "" : "not "}${nameOf(Math.abs(literal))} ${TRUTHS[truth(value, literal)]}`);
    one.element.setAttribute("aria-label", `${one.number < 0 ? "clause" : `clause ${one.number + 1}`}: ${literals.join(", or ") || "no literal"}: ${words.replace(/[✓✕] /, "")}`);
  };

  // The clauses that steps on the path name, the latest first, for a formula that is not in the trace.
  const recent = (path, marks) => {
    const named = path.flatMap(({ settings }) => settings.map(({ marks: own }) => own)).reverse(), seen = new Set(), found = [];
    for (const { clause: [number] = [], literals } of [marks, ...named]) {
      const key = `${number} ${literals}`;
      if (number === undefined || !literals || seen.has(key)) continue;
      seen.add(key);
      found.push([literals, number]);
      if (found.length === MOST_RECENT) break;
    }
    return found;
  };

  const cell = (literal, kinds, note, marked) => {
    const element = tag("span", `${nameOf(Math.abs(literal))} = ${literal > 0 ? 1 : 0}`, { class: `cell ${literal > 0 ? "true" : "false"} ${kinds} ${marked}`, "data-variable": Math.abs(literal) });
    element.append(" ", tag("small", note));
    return element;
  };
  const line = (name, cells) => {
    const element = tag("div", "", { class: "stratum" }), group = tag("span", "", { class: "cells" });
    group.append(...cells);
    element.append(tag("span", name, { class: "name" }), group);
    return element;
  };
  const NOTES = { decision: ({ branch: [branch] = [1] }) => (branch > 1 ? "other value" : "decided"), forced: ({ clause: [number] = [-1] }) => (number < 0 ? "forced" : `clause ${counted(number + 1)}`) };

  // Show the last levels of the assignment, and the unassigned variables.
  const showLevels = (value, path, marked, tone) => {
    const seen = new Set(); // a solution repeats all literals
    const fresh = path.map(({ settings }) => settings.filter(({ literal }) => !seen.has(Math.abs(literal)) && seen.add(Math.abs(literal))));
    let hidden = Math.max(0, seen.size - MOST_SET);
    const lines = hidden ? [tag("p", `${some(hidden, "variable", "variables")} set before`, { class: "name" })] : [];
    path.forEach(({ level, label, settings }, i) => {
      const shown = fresh[i].slice(hidden);
      hidden = Math.max(0, hidden - fresh[i].length);
      const cells = shown.map(({ literal, kind, marks }) => {
        const note = NOTES[kind]?.(marks) ?? "any value";
        return cell(literal, kind === "decision" ? "decided" : kind, note, marked.has(Math.abs(literal)) ? `marked ${tone}` : "");
      });
      if (cells.length || (!settings.length && label)) lines.push(line(`level ${level}`, cells.length ? cells : [label]));
    });
    const open = [];
    let left = 0;
    for (let variable = 1; variable <= count && variable <= data.variables + MOST_OPEN; variable++)
      if (!value[variable] && ++left <= MOST_OPEN) open.push(variable);
    left = count - seen.size;
    if (open.length) lines.push(line("open", [...open.map((v) => tag("span", nameOf(v), { class: "cell unset", "data-variable": v })), left > open.length ? `and ${counted(left - open.length)} more` : ""]));
    levels.replaceChildren(...lines);
    levels.scrollTop = 0;
    const last = lines[lines.length - (open.length ? 2 : 1)];
    if (last) levels.scrollTop = Math.max(0, last.offsetTop + last.offsetHeight - levels.offsetTop - levels.clientHeight);
    return seen.size;
  };

  const counts = (value, clauses) => {
    const states = Object.fromEntries(Object.keys(STATES).map((state) => [state, 0]));
    for (const clause of clauses) states[stateOf(value, clause)]++;
    return Object.entries(states).filter(([, many]) => many).map(([state, many]) => `${counted(many)} ${state === "violated" ? "false" : state}`).join(", ");
  };
  const clausesInWords = (value) => {
    if (isWhole) return counts(value, data.clauses) || "none";
    const of = data.count ? ` of ${counted(data.count)}` : "";
    return drawn.length ? `${drawn.length}${of}, those of the last steps` : `${data.count ? `${some(data.count, "clause", "clauses")}, too many to be shown: ` : ""}those of the last steps appear here`;
  };

  return {
    show({ value, marks, tone, levels: levelsOf }) {
      const path = levelsOf(), marked = new Set(marks.variables ?? []), [number] = marks.clause ?? [];
      const set = showLevels(value, path, marked, tone), isStep = (one) => marks.clause !== undefined && (one.number === number && (number >= 0 || `${one.clause}` === `${marks.literals}`));
      if (!isWhole) {
        drawn = recent(path, marks).map(([clause, own]) => clauseElement(clause, own));
        list.replaceChildren(...drawn.map(({ element }) => element));
        wide(drawn.map(({ clause }) => clause));
      }
      const follows = tone === "" && marks.clause && marks.variables?.length === 1 ? Math.sign(value[marks.variables[0]] || 0) * marks.variables[0] : 0;
      for (const one of drawn) showClause(one, value, isStep(one), follows);
      const here = drawn.find(isStep)?.element;
      if (here) {
        const top = here.offsetTop - list.offsetTop;
        if (top < list.scrollTop || top + here.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 3;
      }
      setWords.textContent = `${counted(set)} of ${some(count, "variable", "variables")}`;
      clauseWords.textContent = clausesInWords(value);
    },
    legend: [],
    pick: (event) => {
      const asked = event.target.closest("[data-variable]");
      return asked && { variables: [Number(asked.dataset.variable)], name: nameOf(Number(asked.dataset.variable)) };
    },
    words: (value) => {
      let set = 0;
      for (let i = 1; i <= data.variables; i++) set += value[i] !== 0;
      return `${set} of ${some(count, "variable", "variables")} set; clauses: ${clausesInWords(value)}`;
    },
  };
};
