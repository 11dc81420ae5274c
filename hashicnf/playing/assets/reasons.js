// The next deduction and its reason: the steps that were computed when the page was made, compared with the drawn state.
// If there are none, or none are left, the game itself searches for a deduction.
class Reasons {
  constructor(rules, { solution, steps = [], techniques = [], kinds = [], inner = [], outcome = "", why = "" }) {
    Object.assign(this, { rules, techniques, kinds, inner, outcome, why });
    this.plan = solution; // for games whose hints follow a plan
    this.steps = steps.map((row) => this.step(row));
  }

  // A row holds: technique, sentence, cells, conclusions, whether it draws, the steps it needs, the inner sentences (those under a
  // supposition), whether it is a contradiction.
  step([technique, sentence, cells, conclusions, draws, needs, within = [], isDead = 0]) {
    const facts = conclusions.map(([kind, ...values]) => this.rules.fact(this.kinds[kind], values));
    const places = Array.from({ length: cells.length / 2 }, (_, i) => cells.slice(2 * i, 2 * i + 2));
    return { technique: this.techniques[technique], sentence, facts, draws: draws === 1, needs, within: within.map((number) => this.inner[number]), isDead: isDead === 1, marks: { ...this.rules.cells(places), ...this.rules.marks(facts) } };
  }

  // The first fact that is not drawn yet, after anything drawn that contradicts a fact. Kinds: wrong, step, solved, stuck, dead.
  hint(state) {
    if (this.rules.hint && this.why) return { kind: "stuck", text: `There is no plan: ${this.why}.` };
    if (this.rules.hint) return this.rules.hint(state, this.plan);
    if (!this.steps.length) this.steps = this.own(this.rules.start());
    const { rules } = this;
    for (const step of this.steps) {
      const fact = step.facts.find((known) => rules.denies(state, known));
      if (fact) return this.wrong(state, fact, step);
    }
    if (rules.isSolved(state)) return { kind: "solved", text: this.outcome === "several" ? "This is one of several solutions." : "This is the solution." };
    const next = this.steps.find((step) => step.draws && step.facts.some((fact) => !rules.holds(state, fact)));
    if (next) return this.told(next, this.before(this.steps, next));
    const dead = this.steps.at(-1);
    if (this.outcome === "unsolvable" && this.why) return { kind: "dead", text: `This puzzle has no solution: ${uncapitalised(this.why)}.` };
    return dead?.isDead ? { ...this.told(dead, []), kind: "dead", text: `This puzzle has no solution: ${uncapitalised(dead.sentence)}` } : this.beyond(state);
  }

  wrong(state, fact, step) {
    const { text, changes, ...marks } = this.rules.wrong(state, fact);
    const before = this.before(this.steps, step, state);
    return { kind: "wrong", technique: step.technique, text: `${text} ${step.sentence}`, marks: { ...step.marks, ...marks }, within: step.within, before, mend: changes };
  }

  // After the steps that hold in all solutions: deductions from the player's choices.
  beyond(state) {
    const steps = this.own(state), step = steps.find(({ draws, isDead }) => draws || isDead);
    if (step?.isDead) return { ...this.told(step, this.before(steps, step)), kind: "wrong", text: `What is drawn cannot be finished: ${uncapitalised(step.sentence)}` };
    if (step) return this.told(step, this.before(steps, step));
    const why = this.outcome === "several" ? "The puzzle has several solutions, and all that they share is drawn: choose." : "Nothing more follows that is seen here.";
    return { kind: "stuck", text: why };
  }

  told(step, before) {
    return { kind: "step", technique: step.technique, text: step.sentence, marks: step.marks, facts: step.facts, within: step.within, before };
  }

  own(state) {
    const steps = [...(this.rules.steps?.(state) ?? [])];
    return steps.map((step, number) => {
      const marks = { ...step.marks, ...this.rules.marks(step.facts) };
      return { ...step, within: [], marks, needs: needed(steps, number) };
    });
  }

  // The steps on which a step rests, in order, without those that the board shows. Before a hint, all steps that draw something are
  // drawn; but the refutation of a mistake (in a state) may rest on steps that are not drawn yet.
  before(steps, step, state = null) {
    const wanted = new Set(step.needs);
    for (const number of wanted) steps[number].needs.forEach((other) => wanted.add(other));
    const isOpen = ({ draws, facts }) => !draws || (state && facts.some((fact) => !this.rules.holds(state, fact)));
    return [...wanted].sort((a, b) => a - b).map((number) => steps[number]).filter(isOpen);
  }
}

// The steps on which a step depends, directly or through others: those whose facts change the edges that it reads.
const needed = (steps, last) => {
  const wanted = new Set(steps[last].reads), kept = [];
  for (let number = last - 1; number >= 0; number--) {
    if (!steps[number].facts.some(({ e }) => wanted.has(e))) continue;
    steps[number].reads.forEach((e) => wanted.add(e));
    kept.push(number);
  }
  return kept;
};
