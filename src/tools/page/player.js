const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
const PHASES = ["building", "searching", "finished"];
const part = (id) => document.getElementById(id);
const media = (query) => matchMedia(query).matches;

/** What a reader does with the page. */
class Player {
  constructor(world, film) {
    this.world = world;
    this.film = film;
    this.board = new Board(world, part("board"));
    this.isPlaying = false;
    this.due = 0;
    this.zoom = 1;
    this.events = [];
    this.lines = { tick: Infinity };
    world.events.reduce((tick, far) => (this.events.push(tick + far), tick + far), world.first);
    for (const speed of SPEEDS) {
      part("speed").add(new Option(`${speed} tick${speed === 1 ? "" : "s"}/s`, speed));
    }
    // The whole film in about half a minute; slower if reduced motion is preferred.
    const wanted = SPEEDS.find((speed) => speed * 30 >= world.ticks) ?? SPEEDS.at(-1);
    part("speed").value = media("(prefers-reduced-motion: reduce)") ? 2 : wanted;
    part("scrub").min = world.first;
    part("scrub").max = film.last;
    part("solve").hidden = world.routes.length === 0;
    part("walk").hidden = !world.walk;
    const item = ([words, stamp]) => `<li><svg aria-hidden="true">${world.stamps[stamp]}</svg>${words}</li>`;
    part("legend").innerHTML = world.legend.map(item).join("");
    for (const swatch of part("legend").querySelectorAll("svg")) {
      // Small things are enlarged.
      const { x, y, width, height } = swatch.getBBox();
      const side = Math.max(width, height, 16) + 8;
      swatch.setAttribute("viewBox", `${x + (width - side) / 2} ${y + (height - side) / 2} ${side} ${side}`);
    }
    const aspect = (world.columns * CELL + 60) / (world.rows * CELL + 60);
    document.documentElement.style.setProperty("--aspect", aspect);
    this.listen();
    this.fit();
  }

  /** Opens what the address asks for: `#tick=7`, `#solution`, or the puzzle; with `#embed` for a frame. */
  open() {
    const words = location.hash.slice(1).split("&");
    const tick = words.find((word) => /^tick=\d+$/.test(word))?.slice(5);
    this.isEmbedded = words.includes("embed");
    document.body.classList.toggle("embed", this.isEmbedded);
    this.solve(words.includes("solution") || (this.world.solved && tick === undefined));
    this.fit();
    if (tick !== undefined) this.go(Number(tick));
    else if (this.world.open !== null) this.go(this.world.open);
    else if (this.walk) this.walk.toggle(true);
    else this.go(this.world.puzzle ?? this.film.last);
  }

  /** Shows the shortest route from the beginning on, or only when the search has found it. */
  solve(isSolved) {
    this.board.isSolved = isSolved && this.world.routes.length > 0;
    part("solve").setAttribute("aria-pressed", this.board.isSolved);
    this.board.draw(this.film);
    if (!this.isPlaying) this.settle();
  }

  get speed() {
    return Number(part("speed").value);
  }

  /** Shows a tick. While it plays nothing is announced. */
  show(tick) {
    const { film } = this;
    film.go(tick);
    this.board.draw(film);
    part("scrub").value = film.tick;
    part("scrub").setAttribute("aria-valuetext", `tick ${film.tick} of ${film.last}`);
    part("tick").textContent = film.tick;
    part("end").textContent = film.last;
    part("phase").textContent = PHASES[film.phase];
    const [isFirst, isLast] = [film.tick === this.world.first, film.tick === film.last];
    part("said").textContent = film.told();
    const text = this.text();
    if (part("output").textContent !== text) part("output").textContent = text;
    part("answer").hidden = text === "";
    this.world.legend.forEach(([, , layer], at) => (part("legend").children[at].hidden = !film.values[layer].some(Boolean)));
    this.able({ first: !isFirst, back: !isFirst, forward: !isLast, last: !isLast });
    this.able({ previous: this.event(-1) !== undefined, next: this.event(1) !== undefined });
    this.follow();
    if (!this.isPlaying) this.settle();
  }

  /** The text at the tick; empty if the page does not have it. */
  text() {
    const { world: { texts }, film: { tick } } = this;
    if (tick < this.lines.tick) this.lines = { next: 0, all: [] };
    const { lines } = this;
    for (lines.tick = tick; texts[lines.next]?.[0] <= tick; lines.next += 1) {
      const [, count, changed] = texts[lines.next];
      for (const [at, line] of changed) lines.all[at] = line;
      lines.all.length = count;
    }
    return lines.all.join("\n");
  }

  /** A button that does nothing now keeps its place and the focus, and says so. */
  able(buttons) {
    for (const [id, is] of Object.entries(buttons)) part(id).setAttribute("aria-disabled", !is);
  }

  /** Announces the tick, and writes it into the address. */
  settle() {
    const { tick } = this.film;
    const words = `Tick ${tick}. ${this.film.told()}`;
    const isWalking = this.walk?.isOn;
    if (!isWalking && part("live").textContent !== words) part("live").textContent = words;
    const asked = [this.isEmbedded && "embed", this.board.isSolved && "solution", !isWalking && `tick=${tick}`];
    try {
      history.replaceState(null, "", `#${asked.filter(Boolean).join("&")}`);
    } catch {
      // Some viewers give pages no address.
    }
  }

  event(way) {
    const { tick } = this.film;
    const { events } = this;
    return way > 0 ? events.find((it) => it > tick) : events.findLast((it) => it < tick);
  }

  go(tick) {
    this.pause();
    this.walk?.toggle(false);
    this.show(tick);
  }

  goToEvent(way) {
    this.go(this.event(way) ?? this.film.tick);
  }

  play() {
    if (this.film.tick === this.film.last) this.show(this.world.first);
    this.isPlaying = true;
    this.due = 0;
    this.label("Pause");
    let before;
    const frame = (now) => {
      if (!this.isPlaying) return;
      this.due += Math.min(now - (before ?? now), 1000) * this.speed / 1000;
      before = now;
      const whole = Math.floor(this.due);
      this.due -= whole;
      if (whole > 0) this.show(this.film.tick + whole);
      if (this.film.tick === this.film.last) this.pause();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.label("Play");
    this.settle();
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  label(name) {
    part("play").setAttribute("aria-label", name);
    part("play").title = `${name} (space)`;
    part("play").classList.toggle("playing", this.isPlaying);
  }

  changeSpeed(way) {
    const { options, selectedIndex } = part("speed");
    part("speed").selectedIndex = Math.min(Math.max(selectedIndex + way, 0), options.length - 1);
  }

  /** As large as there is room, times the zoom; the middle stays in the middle. */
  fit(factor) {
    const view = part("view");
    const { rows, columns } = this.world;
    const [wide, high] = [columns * CELL + 60, rows * CELL + 60];
    const [x, y] = [(view.scrollLeft + view.clientWidth / 2) / view.scrollWidth,
      (view.scrollTop + view.clientHeight / 2) / view.scrollHeight];
    this.zoom = factor === undefined ? 1 : Math.min(Math.max(this.zoom * factor, 1), 32);
    const room = Math.min(view.clientWidth / wide, view.clientHeight / high);
    const scale = room * this.zoom;
    part("board").style.width = `${Math.floor(wide * scale)}px`;
    part("board").style.height = `${Math.floor(high * scale)}px`;
    view.scrollTo(x * view.scrollWidth - view.clientWidth / 2, y * view.scrollHeight - view.clientHeight / 2);
    this.follow();
    this.able({ smaller: this.zoom > 1, whole: this.zoom > 1, larger: this.zoom < 32 });
  }

  /** Moves what the tick did into view, if all of it is outside, or a walker that comes near an edge. */
  follow() {
    if (this.zoom === 1) return;
    const room = this.walk?.isOn ? 0.3 : 0.5;
    const view = part("view");
    const unit = part("board").clientWidth / (this.world.columns * CELL + 60);
    const recent = this.walk?.isOn ? [this.board.place(this.walk.cells.at(-1))] : this.board.recent(this.film);
    const spots = recent.map((spot) => spot.map((it) => (it * CELL + 90) * unit));
    const isSeen = ([x, y]) =>
      Math.abs(x - view.scrollLeft - view.clientWidth / 2) < view.clientWidth * room &&
      Math.abs(y - view.scrollTop - view.clientHeight / 2) < view.clientHeight * room;
    if (spots.length === 0 || spots.some(isSeen)) return;
    const [x, y] = spots[0];
    view.scrollTo(x - view.clientWidth / 2, y - view.clientHeight / 2);
  }

  changeTheme() {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme ? dataset.theme === "dark" : media("(prefers-color-scheme: dark)");
    dataset.theme = isDark ? "light" : "dark";
  }

  listen() {
    const acts = {
      first: () => this.go(this.world.first),
      previous: () => this.goToEvent(-1),
      back: () => this.go(this.film.tick - 1),
      play: () => this.toggle(),
      forward: () => this.go(this.film.tick + 1),
      next: () => this.goToEvent(1),
      last: () => this.go(this.film.last),
      smaller: () => this.fit(2 / 3),
      whole: () => this.fit(),
      larger: () => this.fit(3 / 2),
      theme: () => this.changeTheme(),
      solve: () => this.solve(!this.board.isSolved),
    };
    for (const [id, act] of Object.entries(acts)) part(id).addEventListener("click", act);
    part("scrub").addEventListener("input", () => this.go(Number(part("scrub").value)));
    addEventListener("hashchange", () => this.open());
    new ResizeObserver(() => (this.fit(1), this.walk?.reserve())).observe(part("view"));
    const keys = {
      " ": acts.play, Home: acts.first, End: acts.last, ArrowLeft: acts.back, ArrowRight: acts.forward,
      n: acts.next, p: acts.previous, "+": () => this.changeSpeed(1), "-": () => this.changeSpeed(-1),
    };
    const views = { i: acts.larger, o: acts.smaller, 0: acts.whole, t: acts.theme };
    Object.assign(keys, views);
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      // Elements with keys of their own keep them.
      const { target, key, shiftKey } = event;
      const isWalking = this.walk?.isOn;
      if (target.matches(isWalking ? "select, pre" : "select, pre, #view")) return;
      if (key === " " && target.matches("button, summary")) return;
      const far = { ArrowLeft: -100, ArrowRight: 100 }[key];
      const replay = shiftKey && far ? () => this.go(this.film.tick + far) : keys[key];
      const act = isWalking ? this.walk.keys[key] ?? views[key] : replay ?? (key === "w" ? this.walk?.keys.w : undefined);
      if (!act) return;
      event.preventDefault();
      act();
    });
  }
}
