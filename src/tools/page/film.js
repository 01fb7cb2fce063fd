/** Takes a film apart, tick by tick, and keeps what is seen now. */
class Film {
  constructor(world, bytes) {
    this.world = world;
    this.bytes = bytes;
    this.last = world.first + world.ticks;
    this.snapshots = [];
    this.restore({
      at: 0, tick: world.first - 1, phase: 0, route: -1, still: -1, stillSaid: null, said: null,
      values: world.layers.map((layer) => new Uint32Array(layer.slots)),
      lists: world.layers.map(() => []),
      turned: world.layers.map(() => null),
    });
    this.touched = world.layers.map(() => new Map());
    this.step(false);
    this.readThrough();
  }

  /** Goes to the end once, and keeps pictures on the way from which to go on later. */
  readThrough() {
    const slots = this.world.layers.reduce((sum, layer) => sum + layer.slots, 1);
    const kept = Math.max(2, Math.min(100, Math.floor(1e7 / slots)));
    const stride = this.bytes.length / kept;
    for (let next = 0; this.tick < this.last; this.step(false)) {
      if (this.at >= next) {
        this.snapshots.push(this.snapshot());
        next = this.at + stride;
      }
    }
  }

  snapshot() {
    const { at, tick, phase, route, still, stillSaid, said } = this;
    const copies = (arrays) => arrays.map((array) => array.slice());
    const values = copies(this.values), lists = copies(this.lists), turned = [...this.turned];
    return { at, tick, phase, route, still, stillSaid, said, values, lists, turned };
  }

  restore(snapshot) {
    Object.assign(this, snapshot);
  }

  /** Shows this tick, and remembers what the tick itself touched. */
  go(tick) {
    tick = Math.min(Math.max(tick, this.world.first), this.last);
    const kept = this.snapshots.findLast((it) => it.tick < tick) ?? this.snapshots[0];
    if (kept && (tick <= this.tick || kept.tick > this.tick)) {
      this.restore(kept);
      this.restore(this.snapshot());
    }
    this.touched.forEach((slots) => slots.clear());
    while (this.tick < tick) this.step(this.tick === tick - 1);
  }

  /** Goes on by a tick. */
  step(tracks) {
    this.tracks = tracks;
    this.tick += 1;
    this.turned.fill(null);
    if (this.still < 0) {
      this.still = this.number() ? this.number() : 0;
      this.stillSaid = this.still > 0 ? this.saying() : null;
    }
    if (this.still > 0) {
      this.still -= 1;
      this.said = this.stillSaid;
      return;
    }
    this.still = -1;
    this.said = this.saying();
    this.phase = this.number();
    for (let count = this.number(); count > 0; count -= 1) this.change();
  }

  change() {
    const kind = this.number();
    if (kind === 4) {
      // The look of a route is given by its number.
      this.cells(() => {});
      this.route = this.world.routes.findLastIndex((route) => route.tick <= this.tick);
      return;
    }
    const layer = this.number();
    const list = this.lists[layer];
    switch (kind) {
      case 0: {
        const value = this.number();
        this.cells((slot) => this.set(layer, slot, value));
        break;
      }
      case 1:
        for (let count = this.number(); count > 0; count -= 1) this.set(layer, list.pop(), 0);
        break;
      case 2:
        this.cells((cell) => this.set(layer, cell, list.push(cell)));
        break;
      default: {
        const from = this.number();
        this.turned[layer] = from;
        list.push(...list.splice(from).reverse());
        for (let at = from; at < list.length; at += 1) this.set(layer, list[at], at + 1);
      }
    }
  }

  set(layer, slot, value) {
    const values = this.values[layer];
    const touched = this.touched[layer];
    if (this.tracks && !touched.has(slot)) touched.set(slot, values[slot]);
    values[slot] = value;
  }

  /** A list, by the distance of each to the last. */
  cells(each) {
    let cell = 0;
    for (let count = this.number(); count > 0; count -= 1) {
      const far = this.number();
      cell += far % 2 ? -(far + 1) / 2 : far / 2;
      each(cell);
    }
  }

  saying() {
    if (!this.number()) return null;
    const phrase = this.world.phrases[this.number()];
    return { phrase, values: Array.from({ length: this.number() }, () => this.number()) };
  }

  /** Seven bits a byte, the lowest first. */
  number() {
    let number = 0;
    for (let place = 1; ; place *= 128) {
      const byte = this.bytes[this.at++];
      number += (byte & 127) * place;
      if (!(byte & 128)) return number;
    }
  }

  /** What the tick did, in words. */
  told() {
    if (!this.said) return this.tick === this.world.first ? "This is the beginning." : "";
    const values = this.said.values.values();
    return this.said.phrase.replace(/\{([^}]*)\}/g, (_, thing) => {
      const value = values.next().value ?? 0;
      if (thing === "") return value;
      if (thing !== "@") return `${value} ${thing}${value === 1 ? "" : "s"}`;
      const { columns } = this.world;
      return `(${Math.floor(value / columns) + 1}, ${(value % columns) + 1})`;
    });
  }
}
