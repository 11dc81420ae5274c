// Games on boards with pieces: a state lists row and column of each piece. Hints follow a plan, or lead back to it.
const plannedRules = (data) => {
  const { shape: [rows, columns], pieces, homes, unit = "piece", action = "" } = data, MOST = 30000;
  const called = (i) => `${unit} ${pieces[i][0]}`, capital = (text) => text[0].toUpperCase() + text.slice(1);
  const place = (state, i) => [state[2 * i], state[2 * i + 1]];
  const key = (state) => state.join();
  const start = () => pieces.flatMap(([, row, column]) => [row, column]);
  const right = (state) => homes.filter(([i, row, column]) => state[2 * i] === row && state[2 * i + 1] === column).length;

  const WAYS = [[-1, 0, "up"], [1, 0, "down"], [0, -1, "left"], [0, 1, "right"]];
  const taken = (state, moving) => {
    const cells = new Set();
    pieces.forEach(([, , , height, width], i) => {
      if (i !== moving) for (let r = 0; r < height; r++) for (let c = 0; c < width; c++) cells.add((state[2 * i] + r) * columns + state[2 * i + 1] + c);
    });
    return cells;
  };
  const isFree = (state, i, row, column) => {
    const [, , , height, width] = pieces[i], cells = taken(state, i);
    if (row < 0 || column < 0 || row + height > rows || column + width > columns) return false;
    for (let r = row; r < row + height; r++) for (let c = column; c < column + width; c++) if (cells.has(r * columns + c)) return false;
    return true;
  };
  const step = (state, i, [dr, dc]) => {
    const [row, column] = place(state, i);
    return isFree(state, i, row + dr, column + dc) ? { e: i, row: row + dr, column: column + dc } : null;
  };
  const changes = (_, { e, row, column }) => [[2 * e, row], [2 * e + 1, column]];
  const moved = (state, fact) => {
    const next = state.slice();
    for (const [at, value] of changes(state, fact)) next[at] = value;
    return next;
  };
  const told = (state, { e, row, column }) => {
    const [r, c] = place(state, e), [, , way] = WAYS.find(([dr, dc]) => Math.sign(row - r) === dr && Math.sign(column - c) === dc) ?? [0, 0, `to row ${row + 1}, column ${column + 1}`];
    const far = Math.abs(row - r) + Math.abs(column - c);
    return `${called(e)} moves ${way}${far > 1 ? ` by ${far}` : ""}`;
  };

  // The lines of a plan that leads through some states; null where it does not begin at the start, or they are no moves by one cell.
  const written = (states) => {
    if (!action || key(states[0]) !== key(start())) return null;
    const lines = states.slice(1).map((after, n) => {
      const moving = pieces.flatMap((_, i) => (key(place(after, i)) === key(place(states[n], i)) ? [] : [i]));
      const way = moving.length === 1 && WAYS.find((one) => ((fact) => fact && key(moved(states[n], fact)) === key(after))(step(states[n], moving[0], one)));
      return way ? action.replace("{piece}", pieces[moving[0]][0]).replace("{way}", way[2]) : null;
    });
    return lines.includes(null) ? null : lines.join("\n") || "# nothing to do";
  };
  // The only piece that can go a way; -1 for none or several.
  const onlyOne = (state, way) => {
    const able = pieces.flatMap((_, i) => (step(state, i, way) ? [i] : []));
    return able.length === 1 ? able[0] : -1;
  };
  // The lines of a plan, also in JSON; null for a text that is none.
  const linesOf = (text) => {
    if (!/^[[{]/.test(text)) return text.split(/\r\n?|\n/);
    const found = parsedJson(text), list = Array.isArray(found) ? found : found?.solution;
    return Array.isArray(list) && list.every((line) => typeof line === "string") ? list : null;
  };
  // The moves of a plan that is pasted, one cell each; null for a text that is no plan. Throws an Error for a move that cannot be made.
  const parsed = (text) => {
    const found = [], ways = "(?:up|down|left|right)(?:\\s+\\d{1,4})?", ONE = new RegExp(`^(?:(\\S+)\\s+)?(${ways}(?:\\s+${ways})*)$`);
    const lines = linesOf(text)?.map((line) => line.replace(/#.*/, "").trim()), plans = lines?.map((line) => ONE.exec(line));
    if (!plans || !lines.every((line, n) => !line || plans[n]) || (!text.includes("#") && !plans.some(Boolean))) return null;
    let state = start();
    plans.forEach((plan, n) => {
      for (const [, name, count = "1"] of plan?.[2].matchAll(/([a-z]+)(?:\s+(\d+))?/g) ?? [])
        for (let times = Number(count); times > 0; times--) {
          const way = WAYS.find(([, , one]) => one === name), i = plan[1] ? pieces.findIndex(([label]) => label === plan[1]) : onlyOne(state, way), fact = i >= 0 && step(state, i, way);
          if (!fact) throw new Error(`Line ${n + 1}: ${i >= 0 ? `${called(i)} cannot move ${name}` : plan[1] ? `there is no ${unit} ${plan[1]}` : `not one ${unit} alone can move ${name}`}.`);
          found.push(changes(state, fact));
          state = moved(state, fact);
        }
    });
    return found;
  };

  // The boards along the plan, each with the next move (null for the last board).
  let along = null;
  const onPlan = (plan) => {
    if (along) return along;
    along = new Map();
    let state = start();
    for (const [e, row, column] of plan) {
      along.set(key(state), { e, row, column });
      state = moved(state, { e, row, column });
    }
    return along.set(key(state), null);
  };
  // The first move on a shortest path to a board of the plan; null if the search is given up before one is found.
  const back = (state, plan) => {
    const seen = new Map([[key(state), null]]), queue = [state];
    for (let n = 0; n < queue.length && queue.length < MOST; n++)
      for (let i = 0; i < pieces.length; i++)
        for (const way of WAYS) {
          const fact = step(queue[n], i, way);
          if (!fact) continue;
          const next = moved(queue[n], fact), from = seen.get(key(queue[n])) ?? fact;
          if (onPlan(plan).has(key(next))) return from;
          if (seen.has(key(next))) continue;
          seen.set(key(next), from);
          queue.push(next);
        }
    return null;
  };
  const isSolved = (state) => right(state) === homes.length;
  return {
    data, called: (i) => capital(called(i)), start, place, step, changes, told, isSolved, WAYS,
    cannotBreak: true, // impossible moves are not made
    faults: () => [],
    progress: (state, moves) => `${some(moves, "move", "moves")}, ${right(state)} of ${some(homes.length, unit, `${unit}s`)} in place`,
    missing: (state) => `${some(homes.length - right(state), `${unit} is`, `${unit}s are`)} not in place.`,
    solution: (plan) => plan.reduce((state, [e, row, column]) => moved(state, { e, row, column }), start()),
    // The state of JSON as ``json`` writes it; null if it belongs to another board.
    drawn: (places) => {
      const state = places.flatMap(([, row, column]) => [row, column]);
      const fits = places.length === pieces.length && state.every(Number.isInteger) && places.every(([label, row, column], i) => label === pieces[i][0] && isFree(state, i, row, column));
      return fits ? state : null;
    },
    written, parsed,
    json: (state) => JSON.stringify(pieces.map(([label], i) => [label, ...place(state, i)])),
    hint: (state, plan = []) => {
      if (isSolved(state)) return { kind: "solved", text: "This is the goal." };
      const isOn = onPlan(plan).has(key(state)), fact = plan.length && (isOn ? along.get(key(state)) : back(state, plan));
      if (!fact) return { kind: "stuck", text: plan.length ? "This is far from the plan that is known: undo leads back to it." : "No plan is known." };
      const text = `${told(state, fact)}.`;
      return { kind: "step", technique: isOn ? "the plan" : "back to the plan", text: capital(text), facts: [fact], marks: { pieces: [fact.e] } };
    },
  };
};
