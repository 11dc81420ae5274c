// The dialogs that open a puzzle from a text, and export the current one.
const capitalised = (text) => text[0].toUpperCase() + text.slice(1);
const readers = () => Object.values(GAMES).filter(({ codecs }) => codecs.some((codec) => codec.read));

// The words for the texts that can be opened: puzzles of the games on the page, and exported states of this board.
function taken() {
  return [...readers().map(({ takes }) => takes), session.game.keeps ?? "JSON of what was drawn on this board"].join("; or ");
}

function ask(text = "") {
  stopPlaying();
  find("openable").textContent = `${capitalised(taken())}:`;
  find("refused").textContent = "";
  find("pasted").value = text;
  find("opening").showModal();
}

find("open").addEventListener("click", () => ask());

find("opened").addEventListener("click", (event) => {
  event.preventDefault();
  try {
    const text = trimmed(find("pasted").value), known = puzzles.findIndex(({ native }) => native && plainText(native) === plainText(text));
    if (known >= 0) choose(known);
    else if (!resume(text)) add(pasted(plainLink(text)));
    find("opening").close();
  } catch (problem) {
    if (!(problem instanceof Error)) throw problem;
    find("refused").textContent = problem.message;
    find("pasted").focus();
  }
});

// A text with comments and redundant blanks removed from its lines.
const plainText = (text) => text.split(/\r\n?|\n/).map((line) => line.replace(/#.*/, "").trim().replace(/ *\t *|\s+/g, " ")).join("\n").trim();

// Restore an exported state of this board, or replay exported moves; false for other texts. Throws an Error.
function resume(text) {
  const { rules } = session, moves = rules.parsed?.(text), isData = /^[[{]/.test(text), data = isData && !moves ? parsedJson(text) : null;
  const state = data && drawnFrom(data);
  if (moves) {
    session.restart();
    for (const changes of moves) session.play(changes);
    tell({ text: `${capitalised(some(moves.length, "move is", "moves are"))} made from the start.` });
  } else if (state) {
    session.become(state);
    tell({ text: "It is drawn again." });
  } else if (isData) throw new Error("This is nothing that was drawn on this board.");
  return isData || Boolean(moves);
}

// The state of exported data; null if they are of another board, or no such data.
function drawnFrom(data) {
  try {
    return session.rules.drawn(data);
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem;
    return null;
  }
}

// Read a text by the first notation that recognises it. Throws an Error.
function pasted(text) {
  for (const [game, { codecs }] of Object.entries(GAMES))
    for (const { name, read: parse } of codecs.filter((codec) => codec.read)) {
      const data = parse(text);
      if (data) return { game, data, name: `${name}: ${text.slice(0, 40)}`, ...GAMES[game].about(data) };
    }
  throw new Error(refusal(text));
}

// The word for the kind of puzzle in a text: in a saved board, a URL of puzz.link or of a page of games, or native text.
const KINDS = [
  /^(?:[^\s?]*\?(?:\w+=\w+&)*)?pzprv3(?:\.\d+)?\s*[/\n]\s*([\w-]+)/,
  /^(?:[^\s?#]*\?(?:\w+=\w+&)*)?(?:v:[^/\s]*\/)?([a-z-]+?)(?:_edit|_play)?\/(?:[^/\s]*\/)*?\d+\/\d+\//i,
  /([a-z]+)\.html[^#\s]*#/i,
  /^\s*family[ \t]*:[ \t]*([\w-]+)/im,
];

// The message that refuses a text in no notation of the page.
function refusal(text) {
  const word = KINDS.map((kind) => kind.exec(text)?.[1]).find(Boolean)?.toLowerCase();
  const [family, title] = Object.hasOwn(kinds, word ?? "") ? kinds[word] : [], isPlayed = GAMES[family]?.codecs.some((codec) => codec.read);
  if (title && !isPlayed) return `This is a puzzle of the kind ${title}. It needs a page of its own: hashicnf view FILE -o PAGE.html`;
  if (word && !title) return `No puzzles of the kind "${word}" are played here.`;
  if (/^\d+(?:x\d+)?\w*#/.test(text)) return "This is the number of a random board, which only the game itself can make: paste its specific ID, with a colon and the board.";
  const examples = readers().flatMap(({ title: name, codecs }) => codecs.filter((codec) => codec.example).map(({ example }) => `one of ${name} is like ${example}`));
  if (/^\d+(?:x\d+)?\w*:/.test(text) && examples.length) return `This game ID cannot be read here: ${examples.join(", ")}. Puzzles of other kinds need a page of their own.`;
  return `This cannot be read here. The page takes ${taken()}.`;
}

function add(about) {
  puzzles.push({ steps: [], ...about });
  find("puzzles").append(tag("option", about.name, { value: puzzles.length - 1 }));
  find("choice").hidden = false;
  choose(puzzles.length - 1);
}

// A puzzle may also be dropped on the page, with the same effect as pasting it.
document.addEventListener("paste", (event) => {
  if (event.target.closest("input, textarea")) return;
  ask(event.clipboardData.getData("text/plain"));
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
  const [, ending, text, warning] = texts[Number(find("format").value)];
  find("exported").value = text();
  find("warned").textContent = warning ?? "";
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
