const SIDES = ["north", "south", "west", "east"];
const WAIT = SIDES.length;
const FATES = SIDES.length + 1;
const HOW = "Tap a square, swipe, or use the arrows.";
const moves = (count) => `${count} move${count === 1 ? "" : "s"}`;

/** The steps of a walk by hand, as the program has found them. */
class Steps {
  constructor(walk, bytes, cells) {
    Object.assign(this, walk);
    this.cells = cells;
    /** The state of the start, behind all others. */
    this.origin = walk.poses * cells;
    this.codes = this.numbers(bytes, FATES * cells * (this.poses + 1));
    /** Where the code of each pose lies: by the sign that it reads; last that of the start. */
    this.places = [];
    const order = [...this.reads.keys()].sort((a, b) => this.reads[a] - this.reads[b]);
    order.concat(this.poses).forEach((pose, place) => (this.places[pose] = place));
    this.measure();
  }

  cell(state) {
    return state === this.origin ? this.start[0] : state % this.cells;
  }

  pose(state) {
    return state === this.origin ? this.start[1] : Math.floor(state / this.cells);
  }

  isGoal(state) {
    return state !== this.origin && this.goals.includes(this.cell(state));
  }

  /** So many numbers, seven bits a byte, the lowest first. */
  numbers(bytes, count) {
    let at = 0;
    return Uint32Array.from({ length: count }, () => {
      let number = 0;
      for (let place = 1; ; place *= 128) {
        const byte = bytes[at++];
        number += (byte & 127) * place;
        if (!(byte & 128)) return number;
      }
    });
  }

  /** What comes of a step: a state, or why it is refused. */
  fate(state, side) {
    const cell = this.cell(state);
    const pose = state === this.origin ? this.poses : this.pose(state);
    const code = this.codes[(side * this.cells + cell) * (this.poses + 1) + this.places[pose]];
    const fate = this.fates[code - 1];
    return typeof fate === "string" ? fate : fate[1] * this.cells + cell + fate[0];
  }

  /** How far each state is from the goal: back over all steps from there. */
  measure() {
    const before = new Map([[this.origin, []]]);
    for (const state of before.keys()) {
      if (this.isGoal(state)) continue;
      for (let side = 0; side < FATES; side += 1) {
        const to = this.fate(state, side);
        if (typeof to === "string") continue;
        if (before.has(to)) before.get(to).push(state);
        else before.set(to, [state]);
      }
    }
    this.left = new Map();
    let layer = [...before.keys()].filter((state) => this.isGoal(state));
    for (let far = 0; layer.length > 0; far += 1) {
      layer = [...new Set(layer)].filter((state) => !this.left.has(state));
      layer.forEach((state) => this.left.set(state, far));
      layer = layer.flatMap((state) => (far > 0 && this.isGoal(state) ? [] : before.get(state)));
    }
  }

  /** The first side that leads nearer to the goal. */
  hint(state) {
    const left = this.left.get(state) - 1;
    return this.orders[this.pose(state)].find((side) => this.left.get(this.fate(state, side)) === left);
  }
}

/** A walk by hand: what a reader does, and what is shown of it. */
class Walk {
  constructor(player, bytes) {
    this.player = player;
    this.world = player.world;
    this.steps = new Steps(this.world.walk, bytes, this.world.rows * this.world.columns);
    this.states = [this.steps.origin];
    this.isOn = false;
    this.hidesSigns = false;
    this.group = player.board.group();
    player.board.svg.append(this.group);
    const acts = {
      walk: () => this.toggle(), undo: () => this.undo(), restart: () => this.restart(), hint: () => this.hint(),
      signs: () => this.changeSigns(), copy: () => this.copy(), wait: () => this.go(WAIT),
    };
    SIDES.forEach((name, side) => (acts[name] = () => this.go(side)));
    for (const [id, act] of Object.entries(acts)) part(id).addEventListener("click", act);
    this.listen();
    this.keys = {
      ArrowUp: acts.north, ArrowDown: acts.south, ArrowLeft: acts.west, ArrowRight: acts.east, u: acts.undo,
      Backspace: acts.undo, r: acts.restart, h: acts.hint, s: acts.signs, c: acts.copy, w: acts.walk, Escape: acts.walk,
    };
    part("wait").hidden = part("waiting").hidden = !this.steps.orders[0].includes(WAIT);
    if (!part("wait").hidden) this.keys[" "] = acts.wait;
    part("signs").hidden = this.steps.signs.length === 0;
  }

  get state() {
    return this.states.at(-1);
  }

  get moves() {
    return this.states.length - 1;
  }

  get hasArrived() {
    return this.steps.isGoal(this.state);
  }

  get cells() {
    return this.states.map((state) => this.steps.cell(state));
  }

  /** A tap or click leads to a square or toward it, or waits, a drag along its way; a swipe is a step. */
  listen() {
    const { steps, player: { board } } = this;
    let begin;
    const leads = (cell, side) => {
      const fate = steps.fate(this.state, side);
      return typeof fate !== "string" && steps.cell(fate) === cell;
    };
    const sideOf = (cell) => [...SIDES.keys()].find((side) => leads(cell, side));
    part("view").addEventListener("pointerdown", (event) => (begin = this.isOn ? event : undefined));
    part("view").addEventListener("pointermove", (event) => {
      const side = begin && event.buttons > 0 && !this.hasArrived ? sideOf(board.cellAt(event)) : undefined;
      if (side === undefined) return;
      begin.isDrag = true;
      this.go(side);
    });
    addEventListener("pointercancel", () => (begin = undefined));
    addEventListener("pointerup", (event) => {
      const [from, cell] = [begin, board.cellAt(event)];
      begin = undefined;
      if (!from || from.isDrag) return;
      let far = [event.clientX - from.clientX, event.clientY - from.clientY];
      if (Math.hypot(...far) < 24) {
        if (cell === undefined) return;
        if (cell === steps.cell(this.state) && !part("wait").hidden) return this.go(WAIT);
        const here = board.place(steps.cell(this.state));
        far = board.place(cell).map((it, at) => it - here[at]);
        if (sideOf(cell) !== undefined) return this.go(sideOf(cell));
      }
      const [x, y] = far.map(Math.abs);
      if (x !== y) this.go(x > y ? (far[0] < 0 ? 2 : 3) : far[1] < 0 ? 0 : 1);
    });
  }

  toggle(isOn = !this.isOn) {
    if (isOn === this.isOn) return;
    this.isOn = isOn;
    document.body.classList.toggle("walking", this.isOn);
    part("walk").textContent = this.isOn ? "Replay" : "Puzzle";
    part("view").setAttribute("aria-label", `The maze; arrow keys move ${this.isOn ? "the walker" : "a part of it into view"}`);
    const { board } = this.player;
    if (this.isOn) {
      this.player.pause();
      this.player.show(this.steps.tick);
      this.player.fit();
      // The whole maze, unless its squares are too small to be told apart.
      const side = part("board").clientWidth * CELL / (this.world.columns * CELL + 60);
      if (side < 12) this.player.fit(28 / side);
      this.reserve();
    }
    for (const layer of this.steps.walkers) board.layers[layer].group.style.display = this.isOn ? "none" : "";
    if (this.isOn) return this.show();
    this.group.replaceChildren();
    this.hang();
    this.player.fit();
    this.player.show(this.player.film.tick);
  }

  go(side) {
    if (this.hasArrived) return this.show("The goal is reached.");
    const fate = this.steps.fate(this.state, side);
    if (typeof fate === "string") return this.show(fate);
    this.states.push(fate);
    this.show(this.hasArrived ? this.arrival(this.moves) : undefined);
  }

  arrival(count) {
    const more = count - this.steps.left.get(this.steps.origin);
    const besides = more === 0 ? "and no route is shorter." : `${more} more than the shortest route.`;
    return `The goal is reached in ${moves(count)}, ${besides}`;
  }

  undo() {
    if (this.moves === 0) return this.show("There is no move to undo.");
    this.states.pop();
    this.show();
  }

  restart() {
    this.states.length = 1;
    this.show();
  }

  hint() {
    if (this.hasArrived) return this.show("The goal is reached.");
    const left = this.steps.left.get(this.state);
    if (left === undefined) return this.show("The goal cannot be reached from here.");
    const side = this.steps.hint(this.state);
    this.show(`${side === WAIT ? "Wait" : `Go ${SIDES[side]}`}: ${moves(left)} to the goal.`);
  }

  changeSigns() {
    if (this.steps.signs.length === 0) return this.show("There are no signs here.");
    this.hidesSigns = !this.hidesSigns;
    part("signs").setAttribute("aria-pressed", this.hidesSigns);
    this.show(this.hidesSigns ? "Only the sign being read is shown." : "All signs are shown.");
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.text());
      this.show("The walk is copied.");
    } catch {
      this.show("The walk is selected, to be copied.");
      part("walk-text").open = true;
      getSelection().selectAllChildren(part("walked"));
    }
  }

  sentence(said, cell, stance) {
    const [x, y] = this.player.board.place(cell);
    return `${said} Row ${y + 1}, column ${x + 1}${stance && `, ${stance}`}.`.trim();
  }

  /** Leaves room for the longest sentence, so that the buttons stay where they are. */
  reserve() {
    const { steps } = this;
    const longest = (words) => words.reduce((long, word) => (word.length > long.length ? word : long), "");
    const refusals = steps.fates.filter((fate) => typeof fate === "string");
    const said = part("said");
    const copy = said.cloneNode();
    copy.style.minHeight = "";
    const sentences = [HOW, this.arrival(999), ...refusals];
    copy.textContent = this.sentence(longest(sentences), steps.cells - 1, longest(steps.stances));
    said.replaceWith(copy);
    const { height } = copy.getBoundingClientRect();
    copy.replaceWith(said);
    said.style.minHeight = `${height}px`;
  }

  /** Shows where the walk has come to, and says a sentence. */
  show(said) {
    const { steps } = this;
    const left = steps.left.get(steps.origin);
    const shortest = left === undefined ? "no way to the goal" : `shortest ${left}`;
    part("count").textContent = `${moves(this.moves)}, ${shortest}`;
    const how = this.moves === 0 ? HOW : "";
    const stance = steps.stances[steps.pose(this.state)];
    part("said").textContent = this.sentence(said ?? how, steps.cell(this.state), stance);
    const live = `${part("said").textContent} ${moves(this.moves)}.`;
    // A repeated message is announced again.
    part("live").textContent = part("live").textContent === live ? `${live}\u00a0` : live;
    part("walked").textContent = this.text();
    this.draw();
    this.hang();
    this.player.follow();
  }

  draw() {
    const { board } = this.player;
    const middle = (cell) => board.place(cell).map((it) => (it + 0.5) * CELL).join(" ");
    const trail = this.moves > 0 ? `<path class="trail" d="M${this.cells.map(middle).join("L")}"/>` : "";
    this.group.innerHTML = trail;
    // At its start it reads no sign.
    const pose = this.moves === 0 ? this.steps.poses : this.steps.pose(this.state);
    for (const [stamp, cell] of this.steps.stamps[pose]) {
      const [x, y] = board.place(cell ?? this.steps.cell(this.state));
      const node = board.stamps[stamp]?.cloneNode(true);
      node?.setAttribute("transform", `translate(${x * CELL} ${y * CELL})`);
      if (node) this.group.append(node);
    }
  }

  /** Takes down all signs but the one that is read, or hangs them up again. */
  hang() {
    const travel = this.moves > 0 ? this.steps.reads[this.steps.pose(this.state)] : null;
    const read = travel === null ? -1 : this.steps.cell(this.state) * 4 + travel;
    for (const layer of this.steps.signs) {
      this.player.board.layers[layer].nodes.forEach((node, slot) => {
        if (node) node.style.display = this.isOn && this.hidesSigns && slot !== read ? "none" : "";
      });
    }
  }

  /** The walk as positions. */
  text() {
    const at = ([x, y]) => `(${y + 1},${x + 1})`;
    return `${this.cells.map((cell) => at(this.player.board.place(cell))).join(" ")}\n`;
  }
}
