// The whole way to the solution as a list: a step that is chosen is told on the board as it is before it.
const way = find("way");

// The list is made when it is opened: on large boards it is long.
function listSteps() {
  const { steps } = session.reasons;
  way.hidden = !steps.length;
  way.firstElementChild.textContent = `Step by step (${steps.length})`;
  way.lastElementChild.replaceChildren();
  if (way.open) fillSteps();
}

function fillSteps() {
  way.lastElementChild.replaceChildren(...session.reasons.steps.map(({ sentence }, number) => {
    const item = tag("li"), button = item.appendChild(tag("button", unbroken(sentence)));
    button.addEventListener("click", () => showStep(number));
    return item;
  }));
}

function showStep(number) {
  const { rules, reasons } = session, step = reasons.steps[number], state = rules.start();
  const known = reasons.steps.slice(0, number).flatMap(({ facts }) => facts);
  for (const fact of known) for (const [at, value] of rules.changes(state, fact)) state[at] = value;
  rest();
  session.isHelped = true;
  session.become(rules.noted?.(state, known) ?? state);
  tell({ ...reasons.told(step, reasons.before(reasons.steps, step)), facts: step.draws ? step.facts : [] });
  for (const [at, item] of [...way.lastElementChild.children].entries()) item.toggleAttribute("aria-current", at === number);
}

way.addEventListener("toggle", () => way.open && !way.lastElementChild.children.length && fillSteps());
