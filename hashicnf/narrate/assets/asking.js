// A click on the board shows the reason for a fact; sentences can be hidden, for readers who want to find reasons themselves.
class Asking {
  constructor(replay, scene, go, changed) {
    Object.assign(this, { replay, scene, changed, step: 0, isRevealed: false });
    this.box = find("why");
    this.hides = find("hides");
    find("reveal").addEventListener("click", () => this.reveal());
    this.hides.addEventListener("change", () => this.show(this.step, this.sentence));
    find("board").addEventListener("click", (event) => this.ask(event));
    find("cause").addEventListener("click", () => go(this.cause));
  }

  // Show the sentence of a step, or that it is hidden, and end the question.
  show(step, sentence) {
    Object.assign(this, { step, sentence, isRevealed: false });
    this.box.hidden = true;
    const isHidden = this.conceals(step);
    find("sentence").textContent = isHidden ? "Why? Find the reason, then look." : unbroken(sentence);
    find("reveal").hidden = !isHidden;
    this.changed();
  }

  // Whether the reason of a step is hidden: that of the current step until it is revealed, and those of all later steps.
  conceals(step) {
    const isAhead = step > this.step || (step === this.step && !this.isRevealed);
    return this.hides.checked && isAhead && ["forced", "conflict"].includes(this.replay.kind(step));
  }

  reveal() {
    this.isRevealed = true;
    this.changed();
    find("sentence").textContent = unbroken(this.sentence);
    find("reveal").hidden = true;
    find("next").focus();
  }

  ask(event) {
    const asked = this.scene.pick?.(event);
    if (!asked) return;
    this.cause = this.replay.cause(asked.variables, this.step);
    const isKnown = this.cause >= 0;
    find("because").textContent = unbroken(isKnown ? `${asked.name}: ${this.replay.rows[this.cause][4]}` : `${asked.name}: nothing is known yet.`);
    find("cause").textContent = isKnown ? `Go to step ${counted(this.cause + 1)}` : "";
    find("cause").hidden = !isKnown || this.cause === this.step;
    this.box.hidden = false;
    this.box.scrollIntoView({ block: "nearest" });
  }
}
