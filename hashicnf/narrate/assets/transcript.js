// All sentences as a list that can be filtered and navigated; only visible rows have elements.
const LINE = 2.875, MOST_PRINTED = 400; // in rem

class Transcript {
  constructor(replay, names, go, conceals) {
    Object.assign(this, { replay, names, go, conceals, step: 0, found: [...replay.rows.keys()], pool: [], line: LINE * rem() });
    Object.assign(this, { box: find("lines"), words: find("words"), kinds: find("kinds"), count: find("found") });
    this.space = this.box.appendChild(tag("div", "", { class: "space", role: "presentation" }));
    const present = new Set(replay.rows.map(([kind]) => kind));
    for (const kind of present) this.kinds.append(tag("option", names(replay.kinds[kind]), { value: kind }));
    for (const [part, event] of [[this.words, "input"], [this.kinds, "change"]]) part.addEventListener(event, () => this.filter());
    this.box.addEventListener("scroll", () => this.draw(), { passive: true });
    this.box.addEventListener("click", (event) => event.target.closest(".line") && go(Number(event.target.closest(".line").dataset.step)));
    this.box.addEventListener("keydown", (event) => this.pressed(event));
    new ResizeObserver(() => {
      this.line = LINE * rem();
      this.reveal();
    }).observe(this.box);
    for (const [event, isPrinting] of [["beforeprint", true], ["afterprint", false]])
      addEventListener(event, () => {
        this.isPrinting = isPrinting;
        this.draw();
      });
    this.filter();
  }

  // Filter the steps: those whose sentences contain all words, of one kind or of all kinds.
  filter() {
    const words = this.words.value.toLowerCase().split(/\s+/).filter(Boolean), kind = this.kinds.value;
    const isFound = ([own, , , , sentence]) => (kind === "" || own === Number(kind)) && words.every((word) => sentence.toLowerCase().includes(word));
    this.found = [...this.replay.rows.keys()].filter((step) => isFound(this.replay.rows[step]));
    this.count.textContent = some(this.found.length, "sentence", "sentences");
    this.space.style.height = `${this.found.length * LINE}rem`;
    this.reveal();
  }

  show(step) {
    this.step = step;
    this.reveal();
  }

  // The index of the current step in the list, or that at which it would be inserted.
  place() {
    let low = 0, high = this.found.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.found[middle] < this.step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  reveal() {
    const top = this.place() * this.line, height = this.box.clientHeight;
    if (height && (top < this.box.scrollTop || top > this.box.scrollTop + height - this.line)) this.box.scrollTop = Math.max(0, top - height / 2);
    this.draw();
  }

  // Fill the visible rows; in print, all filtered rows, up to a few pages.
  draw() {
    if (!this.box.clientHeight) return;
    const from = this.isPrinting ? 0 : Math.max(0, Math.floor(this.box.scrollTop / this.line) - 4);
    const most = this.isPrinting ? MOST_PRINTED : Math.ceil(this.box.clientHeight / this.line) + 8;
    const to = Math.min(this.found.length, from + most);
    while (this.pool.length < to - from) this.pool.push(this.space.appendChild(tag("div", "", { class: "line", role: "option" })));
    this.pool.forEach((line, i) => {
      line.hidden = from + i >= to;
      if (line.hidden) return;
      const step = this.found[from + i], sentence = this.conceals(step) ? "?" : this.replay.rows[step][4];
      line.replaceChildren(tag("span", counted(step + 1), { class: "number" }), tag("span", sentence));
      line.style.transform = `translateY(${(from + i) * LINE}rem)`;
      for (const [name, value] of [["id", `line-${step}`], ["title", sentence], ["aria-selected", step === this.step], ["data-step", step]]) line.setAttribute(name, value);
    });
    if (this.found[this.place()] === this.step) this.box.setAttribute("aria-activedescendant", `line-${this.step}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  pressed(event) {
    const at = this.place(), isHere = this.found[at] === this.step;
    const target = { ArrowUp: at - 1, ArrowDown: isHere ? at + 1 : at, Home: 0, End: this.found.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (target in this.found) this.go(this.found[target]);
  }
}
