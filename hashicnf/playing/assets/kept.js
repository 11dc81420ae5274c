// Storage in the browser between visits of a page; the browser may refuse it, for example in private windows.
const recalled = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
};

const remember = (name, value) => {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // then the state is lost when the page is left
  }
};

// Whether a stored value is a state of so many numbers, with moves that can be undone and redone.
const MOST_KEPT = 500; // moves that can be undone
const isNumber = (value) => Number.isInteger(value) && value >= 0;
const isMove = (move) => Array.isArray(move) && move.every((change) => Array.isArray(change) && change.length === 2 && change.every(isNumber));
const isKept = (kept, size) =>
  Array.isArray(kept?.state) && kept.state.length === size && kept.state.every(isNumber) &&
  [kept.done, kept.undone].every((moves) => Array.isArray(moves) && moves.every(isMove)) && Number.isFinite(kept.spent) &&
  (kept.restarts ?? []).every(({ moves, spent }) => isNumber(moves) && Number.isFinite(spent));

// A hash of 64 bits of a text: two puzzles in one browser are not expected to collide.
const digest = (text) => {
  let [one, other] = [7, 11];
  for (let at = 0; at < text.length; at++) {
    one = (Math.imul(one, 31) + text.charCodeAt(at)) | 0;
    other = (Math.imul(other, 37) + text.charCodeAt(at)) | 0;
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`;
};
