// Boards with pieces for a player: a state lists row and column of each piece. Hints go by a plan, or lead back to it.
const plannedRules = (data) => {
  const { shape: [rows, columns], pieces, homes, unit = "piece" } = data, MOST = 30000;
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

  // The boards along the plan, by the move that comes next.
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
  // The first move on a shortest way to a board of the plan; null where the search ends before.
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
    cannotBreak: true, // a move that there is not is not made
    faults: () => [],
    progress: (state, moves) => `${some(moves, "move", "moves")}, ${right(state)} of ${some(homes.length, unit, `${unit}s`)} in place`,
    missing: (state) => `${some(homes.length - right(state), `${unit} is`, `${unit}s are`)} not in place.`,
    solution: (plan) => plan.reduce((state, [e, row, column]) => moved(state, { e, row, column }), start()),
    // The state of JSON as ``json`` writes it; null where it is of another board.
    drawn: (places) => {
      const state = places.flatMap(([, row, column]) => [row, column]);
      const fits = places.length === pieces.length && state.every(Number.isInteger) && places.every(([label, row, column], i) => label === pieces[i][0] && isFree(state, i, row, column));
      return fits ? state : null;
    },
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
