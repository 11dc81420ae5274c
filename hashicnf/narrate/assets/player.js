// Buttons, slider, keys, and the timer for playing; ``show(step)`` displays every change.
const about = read("about");
const replay = new Replay(about, read("trace"));
const denies = replay.rows.some((row) => row[3].some((literal) => literal < 0)); // whether some step sets a variable to false
const scene = SCENES[about.scene.name](find("board"), { variables: replay.variables, denies, ...about.scene.data });
const last = replay.count - 1;
measure();
const tree = new Tree(replay, find("tree"), find("follow"), find("ahead"), (step) => jump(step));
const named = (kind) => scene.names?.[kind] ?? NAMES[kind] ?? kind;
const list = new OpenList(replay, find("list"), (step) => jump(step));
const overview = new Overview(replay, find("overview"));
const slider = find("slider");
const speed = find("speed");
let current = -1, playing = false, clock = 0, owed = 0, noted = 0;

const NAMES = {
  start: "start", decision: "supposition", forced: "consequence", conflict: "contradiction", prune: "given up",
  cut: "to remember", round: "new round", cheaper: "cheaper path", goals: "both ways", goal: "a goal", meet: "meeting", expand: "next node", skip: "not entered",
  backtrack: "step back", solution: "solution", end: "end",
};
const asking = new Asking(replay, scene, (step) => jump(step), () => transcript.draw());
const transcript = new Transcript(replay, named, (step) => jump(step), (step) => asking.conceals(step));

function show(step) {
  current = Math.max(0, Math.min(last, step));
  const [kind, , , , told, marks, , rule] = replay.rows[current];
  const name = replay.kinds[kind];
  const tone = TONES[name] ?? "";
  const state = replay.state(current);
  scene.show({ ...state, marks: marks || {}, tone, levels: () => replay.levels(current) });
  tree.show(current);
  list.show(current);
  transcript.show(current);
  asking.show(current, told);
  overview.show(current);
  centre();
  slider.value = current;
  slider.setAttribute("aria-valuetext", `step ${current + 1} of ${replay.count}`);
  find("step").textContent = (current + 1).toLocaleString("en");
  find("kind").textContent = named(name);
  find("telling").dataset.tone = tone;
  find("telling").dataset.kind = name;
  find("rule").textContent = rule;
  find("rule").hidden = !rule;
  find("depth").textContent = `depth ${replay.nodes.depth[replay.at[current]]}`;
  if (!playing) find("board").setAttribute("aria-label", scene.words(state.value));
  for (const id of ["first", "back"]) find(id).disabled = current === 0;
  for (const id of ["next", "last"]) find(id).disabled = current === last;
  clearTimeout(noted);
  noted = setTimeout(() => note(`#step=${current + 1}`), 400);
}

function jump(step) {
  pause();
  show(step);
}

function play() {
  if (current >= last) show(0);
  playing = true;
  owed = 0;
  clock = performance.now();
  find("sentence").setAttribute("aria-live", "off");
  document.body.classList.toggle("fast", Number(speed.value) > 8);
  mark();
  requestAnimationFrame(tick);
}

function pause() {
  if (!playing) return;
  playing = false;
  find("sentence").setAttribute("aria-live", "polite");
  document.body.classList.remove("fast");
  mark();
  show(current);
}

function mark() {
  find("play").setAttribute("aria-label", playing ? "Pause" : "Play");
  find("play").title = playing ? "Pause (space)" : "Play (space)";
  find("play").classList.toggle("playing", playing);
}

function tick(now) {
  if (!playing) return;
  owed += ((now - clock) / 1000) * Number(speed.value);
  clock = now;
  const due = Math.floor(owed);
  if (due > 0) {
    owed -= due;
    show(current + due);
  }
  if (current >= last) pause();
  else requestAnimationFrame(tick);
}

// The nearest decision before or after the current step.
function decision(direction) {
  const steps = replay.decisions;
  let low = 0, high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (direction > 0 ? steps[middle] <= current : steps[middle] < current) low = middle + 1;
    else high = middle;
  }
  const target = direction > 0 ? steps[low] : steps[low - 1];
  return target ?? (direction > 0 ? last : 0);
}

const ACTIONS = {
  first: () => jump(0),
  back: () => jump(current - 1),
  play: () => (playing ? pause() : play()),
  next: () => jump(current + 1),
  last: () => jump(last),
};
for (const [id, action] of Object.entries(ACTIONS)) find(id).addEventListener("click", action);
slider.max = last;
slider.addEventListener("input", () => jump(Number(slider.value)));
speed.addEventListener("change", () => document.body.classList.toggle("fast", playing && Number(speed.value) > 8));

const KEYS = {
  ArrowLeft: ACTIONS.back, ArrowRight: ACTIONS.next, Home: ACTIONS.first, End: ACTIONS.last, " ": ACTIONS.play,
  ArrowUp: () => jump(decision(-1)), ArrowDown: () => jump(decision(1)),
  PageUp: () => jump(current - 10), PageDown: () => jump(current + 10),
};
// A part of the page that is larger than its frame is scrolled by keys, if it was given the focus by the keyboard and not by a click.
let scrolled = null;
document.addEventListener("focusin", ({ target }) => (scrolled = target.matches(":is(#sea, .part):focus-visible") ? target : null));
const isLarger = (box) => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;
new ResizeObserver(() => {
  const attributes = { tabindex: 0, role: "group", "aria-label": "Board, to be scrolled" };
  for (const [name, value] of Object.entries(attributes)) isLarger(frame) ? frame.setAttribute(name, value) : frame.removeAttribute(name);
}).observe(frame);
document.addEventListener("keydown", (event) => {
  if (event.key !== " " && event.target === scrolled && isLarger(scrolled)) return;
  const isButton = event.key === " " && event.target.closest("button, input[type=checkbox], summary");
  if (event.ctrlKey || event.metaKey || event.altKey || isButton || event.target.closest("select, input[type=search]")) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

// One of three panels beside the board is shown; arrow keys change between their tabs.
const tabs = [...document.querySelectorAll("[role=tab]")];
function panel(chosen) {
  for (const one of tabs) {
    one.setAttribute("aria-selected", one === chosen);
    one.tabIndex = one === chosen ? 0 : -1;
    find(one.getAttribute("aria-controls")).hidden = one !== chosen;
  }
  tree.draw();
  list.draw();
  transcript.reveal();
}
tabs.forEach((one, i) => {
  one.addEventListener("click", () => panel(one));
  one.addEventListener("keydown", (event) => {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const other = tabs[(i + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
    other.focus();
    panel(other);
  });
});

for (const [words, style, sure, sign, maybe] of scene.legend) {
  const item = find("legend").appendChild(document.createElement("li"));
  const picture = item.appendChild(make("svg", { viewBox: "0 0 32 24", class: `${find("board").classList} key`, "aria-hidden": "true" }));
  const group = picture.appendChild(make("g", { class: style }));
  group.appendChild(make("path", { class: "maybe", d: maybe ?? "" }));
  group.appendChild(make("path", { class: "sure", d: sure ?? "" }));
  group.appendChild(make("path", { class: "sign", d: sign ?? "" }));
  item.append(words);
}

if (scene.goal) {
  const item = find("legend").appendChild(document.createElement("li"));
  item.append("goal", scene.goal);
}

find("choice").textContent = scene.names?.decision ?? NAMES.decision;
find("total").textContent = replay.count.toLocaleString("en");
const end = replay.kind(last) === "end" ? replay.rows[last][6] : "The trace stops before the search does";
find("outcome").textContent = `${end} ·`;

const superseded = replay.nodes.superseded.filter((step) => step < NEVER).length;
// The number of nodes by fate; the legend below the tree has the signs of those that occur.
const fates = new Map();
for (const fate of replay.nodes.fate) fates.set(fate, (fates.get(fate) ?? 0) + 1);
const often = (fate, words) => (fates.has(fate) ? [`${counted(fates.get(fate))} ${words}`] : []);
find("figures").textContent = [
  some(replay.count, "step", "steps"), `${some(replay.nodes.number.length - replay.rounds, "node", "nodes")} in the tree`,
  ...(fates.has("contradiction") ? [some(fates.get("contradiction"), "contradiction", "contradictions")] : []),
  ...often("prune", "given up"), ...often("above", "above the bound"), ...often("known", "reached before"),
  ...(superseded ? [`${counted(superseded)} reached more cheaply since`] : []), ...often("cycle", "on the path already"), ...often("hopeless", "without a goal"), ...often("skipped", "not entered"),
].join(", ");
const isRefusing = replay.nodes.number.some((_, node) => replay.isRefused(node));
const own = replay.order.by !== "path" ? ["open", "closed"] : replay.leavesOpen ? ["path", "open"] : ["path"];
const signs = new Set([...(isRefusing ? ["reached"] : []), ...own, ...(superseded ? ["superseded"] : []), ...fates.keys(), ...(replay.nodes.solved.some((step) => step < NEVER) ? ["solved"] : [])]);
for (const [status, [sign, words]] of Object.entries(SIGNS)) {
  if (!signs.has(status)) continue;
  const item = find("signs").appendChild(tag("li", "", { class: status }));
  item.append(tag("span", sign, { class: "glyph", "aria-hidden": "true" }), words);
}
const terms = replay.nodes.value.find((one) => one?.length === 2);
if (terms) find("signs").append(tag("li", `g + ${replay.order.weight === 1 ? "" : `${figure(replay.order.weight)} `}h = f`));
window.addEventListener("hashchange", () => show(asked()));
const asked = () => Number(/^#step=(\d+)$/.exec(location.hash)?.[1] ?? 1) - 1;
show(asked());
