// The frame in which the board lies. On a phone a large board is larger than that, and is pushed around in it.
const frame = find("sea"), READABLE = 9.6; // pixels of the numbers of rows and columns

// The cells across and down, from which style makes the least size of a board; and numbers at its edges that can be read.
function measure() {
  const svg = find("board");
  if (!svg?.viewBox) return; // none is chosen yet, or what stands there is no drawing
  const axes = svg.querySelector(".axes"), { width, height } = svg.viewBox.baseVal;
  for (const [name, cells] of [["--across", width], ["--down", height]]) frame.style.setProperty(name, cells);
  const cell = svg.getScreenCTM()?.a;
  if (!axes || !cell) return;
  const normal = Number((axes.dataset.size ??= axes.getAttribute("font-size")));
  axes.setAttribute("font-size", Math.min(1.7 * normal, Math.max(READABLE / cell, Math.min(normal, 0.28))));
}

// Where on the screen that lies which is pointed at: left, top, right, bottom; null for nothing.
function pointed() {
  const marks = [...find("board").querySelectorAll(":is(.halos, .rings, .blob) > *, .moved")];
  const boxes = marks.map((one) => one.getBoundingClientRect());
  const [least, most] = [Math.min, Math.max].map((of) => (side) => of(...boxes.map((box) => box[side])));
  return boxes.length ? [least("left"), least("top"), most("right"), most("bottom")] : null;
}

// How far to scroll, so that a stretch lies between two ends; its beginning does, if it is too long.
const toScroll = (from, to, low, high) => (from < low ? from - low : Math.max(0, Math.min(to - high, from - low)));

// Push the board so that what is pointed at lies in the frame.
function centre() {
  const { left, top, right, bottom } = frame.getBoundingClientRect(), inFrame = pointed();
  if (inFrame) frame.scrollBy(toScroll(inFrame[0], inFrame[2], left, right), toScroll(inFrame[1], inFrame[3], top, bottom));
}

new ResizeObserver(measure).observe(frame);
