// Deductions for sudokus without precomputed steps: naked and hidden singles, and a search for a solution.
const sudokuDeduce = (rules) => {
  const { grid: { side, givens, units, names, place }, number, candidates, sentence } = rules;
  const cells = [...givens.keys()];
  const found = (technique, e, k, text, reads) => ({ technique, sentence: sentence(text), draws: true, facts: [{ e, number: k }], reads });

  const naked = (state) => {
    for (const p of cells) {
      if (number(state, p)) continue;
      const left = candidates(state, p);
      if (!left.length) return { ...found("naked single", p, 0, `no number is left for ${place(p)}`, [p]), facts: [], draws: false, isDead: true };
      if (left.length === 1) return found("naked single", p, left[0], `${place(p)} is ${left[0]}: no other number is left`, rules.grid.peers[p]);
    }
    return null;
  };
  const hidden = (state) => {
    for (const [u, unit] of units.entries())
      for (let k = 1; k <= side; k++) {
        if (unit.some((p) => number(state, p) === k)) continue;
        const left = unit.filter((p) => !number(state, p) && rules.grid.peers[p].every((q) => number(state, q) !== k));
        if (!left.length) return { ...found("hidden single", unit[0], 0, `${names[u]} has no place left for ${k}`, unit), facts: [], draws: false, isDead: true };
        if (left.length === 1) return found("hidden single", left[0], k, `${place(left[0])} is ${k}: ${names[u]} has no other place for it`, unit);
      }
    return null;
  };
  const next = (state) => naked(state) ?? hidden(state);
  const fill = (state, { e, number: k }) => rules.put(e, k).forEach(([at, value]) => (state[at] = value));
  return {
    *steps(start) {
      const state = start.slice();
      for (let step = next(state); step; step = next(state)) {
        yield step;
        if (step.isDead) return;
        fill(state, step.facts[0]);
      }
    },
    solve(start, milliseconds = 2000) {
      const until = performance.now() + milliseconds;
      const search = (state) => {
        for (let step = next(state); step; step = next(state)) {
          if (step.isDead) return null;
          fill(state, step.facts[0]);
        }
        if (performance.now() > until) return undefined;
        const open = cells.filter((p) => !number(state, p)).map((p) => [p, candidates(state, p)]);
        if (!open.length) return rules.isSolved(state) ? state : null;
        const [e, left] = open.reduce((best, one) => (one[1].length < best[1].length ? one : best));
        for (const k of left) {
          const trial = state.slice();
          fill(trial, { e, number: k });
          const done = search(trial);
          if (done !== null) return done;
        }
        return null;
      };
      return rules.faults(start).length ? null : search(start.slice());
    },
  };
};
