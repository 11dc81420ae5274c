// Deductions for boards without precomputed steps: a pasted board, or one with several solutions after the player's choices.
// Techniques are tried in this order: capacity, crossing, isolation, connectivity, and suppositions, which use the first two.
const hashiDeduce = ({ grid, words }) => {
  const { islands, edges, around, crossed, limit, need, other } = grid;
  const crossing = [...edges.keys()].filter((e) => crossed[e].length);

  // The reason for lower bounds at an island that has room for only a few bridges more than it needs.
  const whyForced = (forced, needed, spare) => {
    const [room, ...others] = new Set(forced.map(({ least }) => needed - least));
    if (spare === 0) return "needs every bridge that its neighbours can take:";
    if (others.length) return `has room for ${words.bridges(needed + spare)}, ${words.inWords(spare)} more than it needs, so`;
    const sides = forced.length === 1 ? "on its other sides" : "without any one of these ways";
    return `${room ? `can place at most ${words.bridges(room)}` : "has no room"} ${sides}, so`;
  };

  // The deductions from one island's clue: facts and a sentence, or (isDead) a contradiction; null for nothing new.
  const capacity = (b, i) => {
    const fewest = b.lows(i), most = b.highs(i), lack = limit[i] - fewest, spare = most - need[i], reads = around[i];
    const name = words.island(i), dead = (text) => ({ isDead: true, text, reads, islands: [i] });
    if (fewest > limit[i]) return dead(`${name} would have ${words.bridges(fewest)}`);
    if (spare < 0) return dead(`${name} would have ${most > 0 ? `room for only ${words.bridges(most)}` : "no room for bridges"}`);
    const open = reads.filter((e) => b.isOpen(e));
    if (!open.length) return null;
    const found = (facts, text) => ({ facts, text, reads, islands: [i] });
    if (lack === 0) return found(open.map((e) => ({ e, least: b.low[e], most: b.low[e] })), `${name} has all of its bridges, so no more leave it`);
    const forced = open.filter((e) => b.high[e] - spare > b.low[e]).map((e) => ({ e, least: b.high[e] - spare, most: b.high[e] }));
    if (forced.length) {
      return found(forced, `${name} ${whyForced(forced, need[i], spare)} ${words.ways(forced, i, b)}`);
    }
    const less = open.filter((e) => b.high[e] - b.low[e] > lack).map((e) => ({ e, least: b.low[e], most: b.low[e] + lack }));
    return less.length ? found(less, `${name} lacks only ${words.bridges(lack)}, so no more go any way`) : null;
  };
  const blocked = (b, e) => {
    const over = b.high[e] > 0 ? crossed[e].find((x) => b.low[x] > 0) : undefined;
    if (over === undefined) return null;
    const text = `a bridge between ${words.pair(e)} would cross the one between ${words.pair(over)}`;
    return b.low[e] > 0 ? { isDead: true, text, reads: [e, over], islands: [] } : { facts: [{ e, least: 0, most: 0 }], text, reads: [over], islands: edges[e] };
  };
  const counting = (b) => first(islands.keys(), (i) => capacity(b, i));
  const crossings = (b) => first(crossing, (e) => blocked(b, e));
  const loops = (b) => {
    if (grid.loops) return null;
    const { label } = b.groups();
    return first(edges.keys(), (e) => {
      if (b.low[e] > 0 || b.high[e] <= 0 || label[edges[e][0]] !== label[edges[e][1]]) return null;
      const text = `${words.pair(e)} are connected already, and a bridge between them would close a loop`;
      return { facts: [{ e, least: 0, most: 0 }], text, reads: [...edges.keys()], islands: edges[e] };
    });
  };
  const local = (b) => counting(b) ?? crossings(b) ?? loops(b);

  const isolation = (b) => {
    const groups = b.groups();
    return first(edges.keys(), (e) => {
      const most = b.most(e), group = most > b.low[e] ? b.closedOff(groups, e, most) : null;
      if (group === null) return null;
      const fact = { e, least: b.low[e], most: most - 1 };
      const text = `${words.bridges(most)} between ${words.pair(e)} would close off ${words.group(group)} from the others, so ${words.going(fact, b)} there`;
      return { facts: [fact], text, reads: reach(group), islands: group };
    });
  };
  const reach = (group) => [...new Set(group.flatMap((i) => [i, ...around[i].map((e) => other(e, i))]).flatMap((i) => around[i]))];

  // The deduction from a group of islands with only one way out, or with none.
  const wayOut = (b) => {
    const { label, members } = b.groups();
    if (members.length === 1) return null;
    return first(members, (group) => {
      const out = group.flatMap((i) => around[i].filter((e) => label[other(e, i)] !== label[i] && b.most(e) > 0));
      const name = words.group(group);
      if (!out.length) return { isDead: true, text: `${name} would be closed off from the others`, reads: reach(group), islands: group };
      if (out.length > 1) return null;
      const fact = { e: out[0], least: 1, most: b.high[out[0]] };
      return { facts: [fact], text: `the only way out for ${name} is between ${words.pair(out[0])}: at least one bridge goes there`, reads: reach(group), islands: group };
    });
  };
  const bottleneck = (b) => first(edges.keys(), (e) => {
    if (b.low[e] > 0 || b.high[e] <= 0 || connected(b, e)) return null;
    const text = `without one bridge between ${words.pair(e)} the islands would fall apart, so at least one goes there`;
    return { facts: [{ e, least: 1, most: b.high[e] }], text, reads: [...edges.keys()], islands: edges[e] };
  });
  // Whether the ends of an edge are connected without it.
  const connected = (b, without) => {
    const [from, to] = edges[without], seen = new Set([from]);
    for (const i of seen)
      for (const e of around[i]) if (e !== without && b.high[e] > 0) seen.add(other(e, i));
    return seen.has(to);
  };

  // Follow a supposition by capacity and crossing; return the contradiction and its number of steps, null if there is none.
  const refutation = (b, supposed, most) => {
    const trial = b.copy();
    trial.narrow(supposed);
    for (let steps = 1; steps <= most; steps++) {
      const found = local(trial) ?? wayOut(trial);
      if (!found) return null;
      if (found.isDead) return { ...found, steps };
      found.facts.forEach((fact) => trial.narrow(fact));
    }
    return null;
  };
  const supposing = (b) => first([3, 8, 30], (effort) => first(edges.keys(), (e) => {
    if (!b.isOpen(e)) return null;
    const less = { e, least: b.low[e], most: b.low[e] }, more = { e, least: b.low[e] + 1, most: b.high[e] };
    return first([[less, more], [more, less]], ([supposed, fact]) => {
      const end = refutation(b, supposed, effort);
      if (!end) return null;
      const text = `if ${words.amount(supposed, b)} went between ${words.pair(e)}, ${end.text}, so ${words.going(fact, b)} there`;
      return { facts: [fact], text, reads: [...edges.keys()], islands: edges[e] };
    });
  }));

  const LADDER = [["counting", counting], ["crossing", crossings], ["no loops", loops], ["isolation", isolation], ["the only way out", wayOut], ["bottleneck", bottleneck], ["what if", supposing]];
  return {
    // All steps from a state, each by the first technique that applies.
    *steps(state) {
      const b = new HashiBounds(grid, state);
      for (;;) {
        const [name, found] = first(LADDER, ([technique, look]) => ((step) => step && [technique, step])(look(b))) ?? [];
        if (!found) return;
        const draws = !found.isDead && found.facts.some(({ e, least }) => least > b.low[e]);
        yield { technique: name, sentence: words.sentence(found.text), draws, facts: [], marks: { islands: found.islands }, ...found };
        if (found.isDead) return;
        found.facts.forEach((fact) => b.narrow(fact));
      }
    },
    // A solution that keeps the drawn bridges; null if there is none, undefined if time ran out.
    solve(state, rules, milliseconds = 2000) {
      const until = performance.now() + milliseconds;
      const search = (b) => {
        for (let found; (found = local(b) ?? wayOut(b)); ) {
          if (found.isDead) return null;
          found.facts.forEach((fact) => b.narrow(fact));
        }
        if (performance.now() > until) return undefined;
        const e = b.low.findIndex((_, edge) => b.isOpen(edge));
        const drawn = [...b.low, ...b.low.map(() => 0)];
        if (e < 0) return rules.isSolved(drawn) ? drawn : null;
        for (const bounds of [{ e, least: b.low[e] + 1, most: b.high[e] }, { e, least: b.low[e], most: b.low[e] }]) {
          const trial = b.copy();
          trial.narrow(bounds);
          const found = search(trial);
          if (found !== null) return found;
        }
        return null;
      };
      return search(new HashiBounds(grid, state));
    },
  };
};

// The first result of a function over some things that is not null; null if there is none.
const first = (things, look) => {
  for (const thing of things) {
    const found = look(thing);
    if (found !== null && found !== undefined) return found;
  }
  return null;
};
