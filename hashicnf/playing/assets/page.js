// Buttons, keys, dialogs; ``show()`` displays every change.
const { puzzles, stepByStep, kinds } = read("about");
const sessions = new Map();
let session, board, told = {};

function choose(number) {
  stopPlaying();
  session?.rest();
  if (!sessions.has(number)) sessions.set(number, new Session(puzzles[number]));
  session = sessions.get(number);
  const { about, game, rules } = session;
  const svg = make("svg", { id: "board", role: "application", preserveAspectRatio: "xMidYMid meet" });
  find("sea").replaceChildren(svg);
  find("chosen").textContent = "";
  board = game.board(svg, rules, move);
  find("title").textContent = about.title;
  find("puzzles").value = number;
  find("goal").replaceChildren(...[game.goal(about.data), game.picture?.(about.data)].filter(Boolean));
  find("keys").replaceChildren(...[...game.keys, ["H, D, C", `hint, ${uncapitalised(doing(game))}, check`], ["Z, Y", "undo, redo"]].flatMap(([keys, what]) => [tag("dt", keys), tag("dd", what)]));
  for (const part of [find("faults"), find("faults-title").parentElement]) part.hidden = Boolean(rules.cannotBreak);
  buttons(find("modes"), game.modes, ([mode]) => setMode(mode));
  buttons(find("pad"), board.pad ?? [], ([key]) => board.press(key));
  setMode(game.modes[0]?.[0]);
  measure();
  find("solve").textContent = rules.hint ? "Play it" : "Solve";
  find("solve").title = rules.hint ? "Show the plan, move by move" : "Draw the solution";
  way.open ||= stepByStep;
  listSteps();
  if (puzzles.length > 1) note(`#puzzle=${number + 1}`);
  const hopeless = about.outcome === "unsolvable" ? about.why ? ` It has no solution: ${uncapitalised(about.why)}.` : " It has no solution: the hints show why." : "";
  const left = session.isResumed ? " What was drawn here before is drawn again." : "";
  if (stepByStep && session.reasons.steps.length) return showStep(0);
  return tell({ text: rules.isSolved(session.state) ? "" : `${about.kind ?? game.title}: ${about.subject}.${about.note ? ` ${about.note}` : ""}${hopeless}${left}` });
}

// The label of the button for hints.
const doing = (game) => game.does ?? "Draw it";

function buttons(group, list, act) {
  group.replaceChildren(...list.map((item) => {
    const button = tag("button", item[1], { class: "wide", "data-name": item[0] });
    button.addEventListener("click", () => act(item));
    return button;
  }));
  group.hidden = !list.length;
}

function setMode(mode) {
  board.mode = mode;
  for (const button of find("modes").children) button.setAttribute("aria-pressed", button.dataset.name === mode);
}

// The state that the board shows: one that is only demonstrated, or the player's own.
const shown = () => told.state ?? session.state;

// Make a move of the player; without changes only show a text.
function move(changes, text, marks = {}) {
  stopPlaying();
  if (!changes.length) return tell({ state: told.state, text, marks, tone: "alarm" });
  session.run();
  makeMove(changes);
  tell({ text, changes });
}

// Make a move on the board that is shown: a state that is only demonstrated becomes the player's by that.
function makeMove(changes) {
  session.play([...new Map([...(told.state ?? []).entries(), ...changes])]);
}

function drawFacts(facts) {
  makeMove(facts.flatMap((fact) => session.rules.changes(shown(), fact)));
}

// Show a text, and mark its subject on the board.
function tell(what) {
  told = what;
  show();
}

function show() {
  const { rules, game } = session, state = shown(), faults = latest(rules.faults(state), told.changes ?? []);
  const isSolved = !told.state && !faults.length && rules.isSolved(state);
  const { text, technique = "", marks = {}, tone = "", within = [], before = [], facts = [], mend } = told;
  session.isSolved = isSolved;
  if (isSolved) session.rest();
  session.keep();
  const merged = { ...union(faults), ...marks };
  board.show(state, merged, tone || (faults.length ? "alarm" : ""));
  find("board").setAttribute("aria-label", board.words(state));
  find("progress").textContent = rules.progress(state, session.moves);
  find("technique").textContent = technique;
  find("technique").hidden = !technique;
  const time = session.milliseconds > 0 ? ` in ${session.time}` : "";
  const end = isSolved ? `Solved${time}${session.isHelped ? ", with help" : ""}. ` : "";
  const fault = faults.length && !technique && tone !== "good" ? ` ${faults[0].text}` : "";
  find("sentence").textContent = unbroken(end + (text ?? "") + (told.isCheck ? "" : fault));
  find("telling").dataset.tone = isSolved ? "good" : tone || (faults.length ? "alarm" : "");
  find("faults").replaceChildren(...(faults.length ? faults.slice(0, 8).map((one) => tag("li", unbroken(one.text))) : [tag("li", "None.", { class: "none" })]));
  const reasons = [...before.map(({ sentence }) => sentence), ...within];
  find("before").hidden = !reasons.length;
  find("before").firstElementChild.textContent = within.length ? "The contradiction, step by step" : `What it rests on (${reasons.length})`;
  find("before").lastElementChild.replaceChildren(...reasons.map((sentence) => tag("li", unbroken(sentence))));
  find("draw").textContent = mend ? "Remove it" : doing(game);
  find("draw").hidden = !facts.length && !mend;
  find("undo").disabled = !session.done.length;
  find("redo").disabled = !session.undone.length;
  tick();
}

// Order faults: those that involve the move come before older ones.
function latest(faults, changes) {
  const isOfMove = (fault) => changes.some(([place]) => session.rules.touches(fault, place));
  return [...faults.filter(isOfMove), ...faults.filter((fault) => !isOfMove(fault))];
}

// The marks of all faults together.
function union(faults) {
  const found = {};
  for (const { text, ...marks } of faults)
    for (const [name, some] of Object.entries(marks)) found[name] = [...(found[name] ?? []), ...some];
  return found;
}

const TONE = { wrong: "alarm", dead: "alarm", step: "decided", solved: "good" };
const ACTIONS = {
  undo: () => (session.undo(), tell({ text: "Undone." })),
  redo: () => (session.redo(), tell({ text: "Done again." })),
  hint: () => {
    session.help();
    const hint = session.reasons.hint(session.state);
    tell({ ...hint, tone: TONE[hint.kind] ?? "" });
    reveal();
  },
  draw: () => {
    const { facts = [], mend } = told;
    session.run();
    if (mend) makeMove(mend);
    else drawFacts(facts);
    const goesOn = facts.length && !session.rules.isSolved(session.state);
    tell({ text: mend ? "Removed." : goesOn ? "Done. What follows next?" : "" });
    find("hint").focus({ preventScroll: true });
  },
  check,
  solve: () => {
    session.help();
    const { about, rules } = session, solution = session.solution();
    if (!solution) {
      if (solution === null) about.outcome = "unsolvable";
      return tell({ text: solution === null ? "This puzzle has no solution." : "No solution was found in the time there is.", tone: "alarm" });
    }
    if (rules.hint) return rules.isSolved(session.state) ? tell({ text: "This is the goal." }) : playPlan(about.solution.length);
    session.become(solution);
    tell({ text: about.outcome === "several" ? "The page drew one of several solutions." : "The page drew the solution." });
  },
  again: () => (session.restart(), tell({ text: "From the start. Undo brings back what was drawn." })),
  clock: () => (session.isRunning ? session.rest() : session.run(), tick()),
  print: () => window.print(),
};

// Play the moves of a plan one after the other until the player acts; if the board is not on the plan, from the start.
let playing = 0;
function playPlan(moves) {
  if (session.reasons.hint(session.state).kind !== "step") session.become(session.rules.start());
  find("solve").textContent = "Pause";
  playing = setInterval(() => {
    const hint = session.reasons.hint(session.state);
    if (hint.kind !== "step" || session.isSolved) return stopPlaying();
    drawFacts(hint.facts);
    tell({ text: hint.text, marks: hint.marks });
    return session.isSolved && stopPlaying();
  }, Math.max(80, Math.min(500, 20000 / moves)));
}

function stopPlaying() {
  clearInterval(playing);
  if (playing) find("solve").textContent = "Play it";
  playing = 0;
}

function check() {
  const { about, rules, state, reasons } = session, faults = rules.faults(state), hint = faults.length ? {} : reasons.hint(state);
  if (rules.isSolved(state)) return tell({ text: "Every rule is kept.", tone: "good" });
  if (faults.length) return tell({ text: faults.map(({ text }) => text).join(" "), tone: "alarm", isCheck: true });
  if (about.outcome === "unsolvable") return tell({ text: "This puzzle has no solution.", tone: "alarm" });
  if (hint.kind === "wrong") return tell({ text: `Something drawn is in no solution: a hint says what. ${rules.missing(state)}`, tone: "alarm" });
  return tell({ text: `Nothing is wrong so far. ${rules.missing(state)}` });
}

function tick() {
  find("time").textContent = session.time;
  const [name, can] = session.isRunning ? ["Pause the clock", true] : ["Start the clock", !session.isSolved];
  find("clock").setAttribute("aria-label", `${name}, ${session.time}`);
  find("clock").title = name;
  find("clock").disabled = !can;
  find("clock").classList.toggle("resting", !session.isRunning);
}

function press(id) {
  const wasPlaying = playing;
  stopPlaying();
  if (id !== "solve" || !wasPlaying) ACTIONS[id]();
}

// On a phone the toolbar has one row, and a second one on request.
function showMore(isOpen) {
  find("rest").classList.toggle("open", isOpen);
  find("more").setAttribute("aria-expanded", isOpen);
}

find("more").addEventListener("click", () => showMore(find("more").getAttribute("aria-expanded") === "false"));
find("rest").addEventListener("click", (event) => event.target !== find("rest") && showMore(false));
for (const id of Object.keys(ACTIONS)) find(id).addEventListener("click", () => press(id));
const KEYS = { z: "undo", y: "redo", h: "hint", c: "check", d: "draw" };
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, select, textarea, dialog[open]");
  const key = event.key.toLowerCase(), isControl = event.ctrlKey || event.metaKey;
  const id = isControl && key === "z" && event.shiftKey ? "redo" : KEYS[key];
  const isPressing = event.target.closest("button") && [" ", "Enter"].includes(event.key);
  if (!isTyping && !isPressing && !event.target.closest("#sea, .side")) board.key(event); // no focused element needs the key
  if (isTyping || event.altKey || !id || (isControl && !["z", "y"].includes(key)) || find(id).hidden || find(id).disabled) return;
  event.preventDefault();
  press(id);
});

puzzles.forEach(({ name }, number) => find("puzzles").append(tag("option", name, { value: number })));
find("choice").hidden = puzzles.length < 2;
find("puzzles").addEventListener("change", () => choose(Number(find("puzzles").value)));
let wasRunning = false;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) wasRunning = session.isRunning;
  if (document.hidden) session.rest(), session.keep();
  else if (wasRunning) session.run();
});
setInterval(() => session.isRunning && tick(), 500);
