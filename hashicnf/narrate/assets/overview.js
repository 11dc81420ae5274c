// The profile above the slider: the depth of the search at each step, its contradictions, and the current step.
const THUMB = 18;

class Overview {
  constructor(replay, canvas) {
    Object.assign(this, { replay, canvas, step: 0 });
    new ResizeObserver(() => this.resize()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.resize());
  }

  x(step) {
    const most = Math.max(1, this.replay.count - 1);
    return THUMB / 2 + ((this.width - THUMB) * step) / most;
  }

  resize() {
    const scale = devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    if (!this.width) return;
    this.canvas.width = Math.round(this.width * scale);
    this.canvas.height = Math.round(this.height * scale);
    this.base = document.createElement("canvas");
    this.base.width = this.canvas.width;
    this.base.height = this.canvas.height;
    const pen = this.base.getContext("2d");
    pen.scale(scale, scale);
    this.profile(pen);
    this.show(this.step);
  }

  color(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  profile(pen) {
    const { replay, width, height } = this;
    const columns = Math.max(1, Math.floor(width));
    const deepest = new Int32Array(columns + 1).fill(-1);
    for (let step = 0; step < replay.count; step++) {
      const x = Math.min(columns, Math.round(this.x(step)));
      deepest[x] = Math.max(deepest[x], replay.nodes.depth[replay.at[step]]);
    }
    const top = 4, floor = height - 9;
    const y = (depth) => floor - ((floor - top) * (depth + 0.35)) / (replay.deepest + 1);
    pen.beginPath();
    pen.moveTo(THUMB / 2, floor);
    let level = y(0);
    for (let x = Math.round(THUMB / 2); x <= columns; x++) {
      if (x > this.x(replay.count - 1)) break;
      if (deepest[x] >= 0) {
        pen.lineTo(x, level);
        level = y(deepest[x]);
      }
      pen.lineTo(x, level);
    }
    pen.lineTo(this.x(replay.count - 1), level);
    pen.lineTo(this.x(replay.count - 1), floor);
    pen.closePath();
    pen.fillStyle = this.color("--profile");
    pen.fill();
    const dead = new Int32Array(columns + 1), steps = new Int32Array(columns + 1);
    for (let step = 0; step < replay.count; step++) steps[Math.min(columns, Math.round(this.x(step)))]++;
    for (const step of replay.conflicts) dead[Math.min(columns, Math.round(this.x(step)))]++;
    pen.fillStyle = this.color("--alarm");
    dead.forEach((count, x) => {
      if (!count) return;
      pen.globalAlpha = 0.15 + (0.85 * count) / steps[x];
      pen.fillRect(x - 0.75, height - 6, 1.5, 5);
    });
    pen.globalAlpha = 1;
  }

  show(step) {
    this.step = step;
    if (!this.base) return;
    const pen = this.canvas.getContext("2d");
    const scale = this.canvas.width / this.width;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.base, 0, 0);
    pen.fillStyle = this.color("--ink");
    pen.fillRect((this.x(step) - 0.75) * scale, 0, 1.5 * scale, this.canvas.height);
  }
}
