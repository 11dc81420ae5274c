// All steps to the solution as a list: choosing a step shows it on the board as it is before the step.
const way = find("way");

// The list is made when it is opened, since it is long on large boards.
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
    button.addEventListener("click", () => {
      find("sea").scrollIntoView({ block: "nearest" }); // on a phone the list is far below the board
      showStep(number);
    });
    return item;
  }));
}

// The player's state stays unchanged: the board only demonstrates the step.
function showStep(number) {
  const { rules, reasons } = session, step = reasons.steps[number];
  const known = reasons.steps.slice(0, number).flatMap(({ facts }) => facts), state = session.after(known);
  stopPlaying();
  session.help();
  const facts = step.draws ? step.facts : [];
  tell({ ...reasons.told(step, reasons.before(reasons.steps, step)), facts, state: rules.noted?.(state, known) ?? state });
  reveal();
  [...way.querySelectorAll("li button")].forEach((button, at) => (at === number ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current")));
}

way.addEventListener("toggle", () => way.open && !way.lastElementChild.children.length && fillSteps());
