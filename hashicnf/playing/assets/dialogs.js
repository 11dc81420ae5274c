// Open a puzzle from a text, and export the one that is played.
const OPENABLE = Object.values(GAMES).some(({ codecs }) => codecs.some((codec) => codec.read))
  ? "Rows of cells, a URL of puzz.link, a board that its player saved, a game ID of Simon Tatham's puzzles, or JSON of what was drawn on this board:"
  : "JSON of a position of this board, as Export gives it:";
find("openable").textContent = OPENABLE;
find("open").addEventListener("click", () => {
  stopPlaying();
  find("refused").textContent = "";
  find("pasted").value = "";
  find("opening").showModal();
});

find("opened").addEventListener("click", (event) => {
  event.preventDefault();
  try {
    const text = find("pasted").value.trim();
    if (/^[[{]/.test(text)) resume(text);
    else add(pasted(text));
    find("opening").close();
  } catch (problem) {
    if (!(problem instanceof Error)) throw problem;
    find("refused").textContent = problem.message;
    find("pasted").focus();
  }
});

// Draw again what was drawn, from JSON that was exported. Throws an Error.
function resume(text) {
  let state = null;
  try {
    state = session.rules.drawn(JSON.parse(text));
  } catch (problem) {
    if (!(problem instanceof SyntaxError || problem instanceof TypeError)) throw problem;
  }
  if (!state) throw new Error("This is nothing that was drawn on this board.");
  session.become(state);
  tell({ text: "It is drawn again." });
}

// Read a text by the first notation that knows it. Throws an Error.
function pasted(text) {
  for (const [game, { codecs }] of Object.entries(GAMES))
    for (const { name, read: parse } of codecs.filter((codec) => codec.read)) {
      const data = parse(text);
      if (data) return { game, data, name: `${name}: ${text.slice(0, 40)}`, ...GAMES[game].about(data) };
    }
  throw new Error("This is no puzzle that is played here: neither rows of cells nor a URL nor a game ID of one.");
}

function add(about) {
  puzzles.push({ steps: [], ...about });
  find("puzzles").append(tag("option", about.name, { value: puzzles.length - 1 }));
  find("choice").hidden = false;
  choose(puzzles.length - 1);
}

// A puzzle may also be dropped on the page as if it were pasted there.
document.addEventListener("paste", (event) => {
  if (event.target.closest("input, textarea")) return;
  find("opening").showModal();
  find("pasted").value = event.clipboardData.getData("text/plain");
  find("opened").click();
});

let texts = [];
find("export").addEventListener("click", () => {
  stopPlaying();
  texts = exportsOf(session, find("board"));
  find("format").replaceChildren(...texts.map(([name], number) => tag("option", name, { value: number })));
  fill();
  find("exporting").showModal();
});
find("format").addEventListener("change", fill);

function fill() {
  const [, ending, text] = texts[Number(find("format").value)];
  find("exported").value = text();
  find("save").href = `data:text/plain;charset=utf-8,${encodeURIComponent(text())}`;
  find("save").download = `puzzle.${ending}`;
  find("copy").textContent = "Copy";
}

find("copy").addEventListener("click", async () => {
  find("exported").select();
  const copied = await navigator.clipboard.writeText(find("exported").value).then(() => true, () => document.execCommand("copy"));
  find("copy").textContent = copied ? "Copied" : "Press Ctrl+C";
});

const asked = () => Math.min(puzzles.length, Math.max(1, Number(/^#puzzle=(\d+)$/.exec(location.hash)?.[1] ?? 1))) - 1;
window.addEventListener("hashchange", () => choose(asked()));
choose(asked());
