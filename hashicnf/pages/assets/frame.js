// The frame around the board. On a phone a large board is larger than its frame, and is scrolled in it.
const frame = find("sea"), READABLE = 9.6; // smallest font size, in pixels, of the numbers of rows and columns

// Set the numbers of cells, from which the style sheet computes the least size of a board, and a readable size of the numbers.
function measure() {
  const svg = find("board");
  if (!svg?.viewBox) return; // no puzzle is chosen yet, or the board is no SVG drawing
  const axes = svg.querySelector(".axes"), { width, height } = svg.viewBox.baseVal;
  for (const [name, cells] of [["--across", width], ["--down", height]]) frame.style.setProperty(name, cells);
  const cell = svg.getScreenCTM()?.a;
  if (!axes || !cell) return;
  const normal = Number((axes.dataset.size ??= axes.getAttribute("font-size")));
  axes.setAttribute("font-size", Math.min(1.7 * normal, Math.max(READABLE / cell, Math.min(normal, 0.28))));
}

// The box on the screen around all marks of the board: left, top, right, bottom; null if there are none.
function pointed() {
  const marks = [...find("board").querySelectorAll(":is(.halos, .rings, .blob) > *, .moved")];
  const boxes = marks.map((one) => one.getBoundingClientRect());
  const [least, most] = [Math.min, Math.max].map((of) => (side) => of(...boxes.map((box) => box[side])));
  return boxes.length ? [least("left"), least("top"), most("right"), most("bottom")] : null;
}

// The distance to scroll so that an interval lies between two limits; at least its beginning, if it is too long.
const toScroll = (from, to, low, high) => (from < low ? from - low : Math.max(0, Math.min(to - high, from - low)));

// Scroll the board so that its marks lie in the frame.
function centre() {
  const { left, top, right, bottom } = frame.getBoundingClientRect(), inFrame = pointed();
  if (inFrame) frame.scrollBy(toScroll(inFrame[0], inFrame[2], left, right), toScroll(inFrame[1], inFrame[3], top, bottom));
}

new ResizeObserver(measure).observe(frame);
