const SVG = "http://www.w3.org/2000/svg";
const CELL = 120;

/** Draws what a film shows: it sets the stamps that the program made where slots have values. */
class Board {
  constructor(world, svg) {
    this.world = world;
    this.svg = svg;
    this.stamps = this.parse(world.stamps);
    this.layers = world.layers.map((layer) => new BoardLayer(layer, world, this.stamps));
    this.route = this.group();
    this.marks = this.group();
    this.shownRoute = -1;
    this.isSolved = false;
    this.shownMarks = "";
    const layers = (isAbove) =>
      world.order.filter((at) => world.layers[at].above === isAbove).map((at) => this.layers[at].group);
    const ends = this.group(world.ends);
    const parts = [this.group(world.grid), ...layers(false), ends, this.route, ...layers(true), this.marks];
    svg.setAttribute("viewBox", `-30 -30 ${world.columns * CELL + 60} ${world.rows * CELL + 60}`);
    svg.append(...parts);
  }

  group(content = "") {
    const group = document.createElementNS(SVG, "g");
    group.innerHTML = content;
    return group;
  }

  /** A node to copy for each stamp; none for those that show nothing. */
  parse(stamps) {
    return stamps.map((stamp) => {
      const group = this.group(stamp);
      return group.childElementCount > 1 ? group : group.firstElementChild;
    });
  }

  draw(film) {
    this.layers.forEach((layer, at) => layer.draw(film.values[at], film.touched[at]));
    const route = this.isSolved ? this.world.routes.length - 1 : film.route;
    if (this.shownRoute !== route) {
      this.shownRoute = route;
      this.route.innerHTML = this.world.routes[route]?.svg ?? "";
    }
    const marks = film.lists.map((list, at) => this.marksOf(list, film.turned[at])).join("");
    if (this.shownMarks !== marks) this.marks.innerHTML = this.shownMarks = marks;
  }

  /** The mark in the last cell of a list, and the arc to it if the list was turned round. */
  marksOf(list, turned) {
    if (list.length === 0) return "";
    const [x, y] = this.place(list.at(-1));
    let arc = "";
    if (turned !== null && turned < list.length) {
      const [fromX, fromY] = this.place(list[turned]);
      arc = this.world.arcs[`${fromX - x} ${fromY - y}`] ?? "";
    }
    return `<g transform="translate(${x * CELL} ${y * CELL})">${arc}${this.world.disc}</g>`;
  }

  /** The columns and rows at which the tick did something. */
  recent(film) {
    const ends = film.lists.filter((list) => list.length > 0).map((list) => this.place(list.at(-1)));
    if (ends.length > 0) return ends;
    const touched = film.touched.map((slots, at) => [...slots.keys()].map((slot) => this.layers[at].place(slot)));
    return touched.flat();
  }

  /** The cell under a pointer, if any. */
  cellAt({ clientX, clientY }) {
    const { left, top, width } = this.svg.getBoundingClientRect();
    const { rows, columns } = this.world;
    const unit = width / (columns * CELL + 60);
    const [x, y] = [clientX - left, clientY - top].map((far) => Math.floor((far / unit - 30) / CELL));
    return x >= 0 && y >= 0 && x < columns && y < rows ? y * columns + x : undefined;
  }

  place(cell) {
    return [cell % this.world.columns, Math.floor(cell / this.world.columns)];
  }
}

/** A layer on the board. */
class BoardLayer {
  constructor(layer, world, stamps) {
    this.layer = layer;
    this.world = world;
    this.stamps = stamps;
    this.group = document.createElementNS(SVG, "g");
    this.shown = new Float64Array(layer.slots);
    this.nodes = new Array(layer.slots).fill(null);
    // The stamp for a value at a place, fresh or not.
    this.table = new Map();
    let code = 0;
    for (let at = 0; at < layer.table.length; at += 2) {
      code += layer.table[at];
      this.table.set(code, layer.table[at + 1]);
    }
  }

  draw(values, touched) {
    const { shown } = this;
    for (let slot = 0; slot < values.length; slot += 1) {
      const value = values[slot];
      const isFresh = value !== 0 && touched.size > 0 && touched.get(slot) === 0;
      const sight = value * 2 + (isFresh ? 1 : 0);
      if (shown[slot] !== sight) {
        shown[slot] = sight;
        this.set(slot, value, isFresh);
      }
    }
  }

  set(slot, value, isFresh) {
    const [x, y, place] = this.place(slot);
    const code = (value * this.layer.places + place) * 2 + (isFresh ? 1 : 0);
    const stamp = value === 0 ? null : this.stamps[this.table.get(code)];
    const node = stamp ? stamp.cloneNode(true) : null;
    const before = this.nodes[slot];
    this.nodes[slot] = node;
    if (!node) return before?.remove();
    node.setAttribute("transform", `translate(${x * CELL} ${y * CELL})`);
    if (before) before.replaceWith(node);
    else this.group.append(node);
  }

  /** The column, the row, and which place in the cell; of walls, 1 for those that stand upright. */
  place(slot) {
    const { columns, rows } = this.world;
    if (!this.layer.walls) {
      const cell = Math.floor(slot / this.layer.places);
      return [cell % columns, Math.floor(cell / columns), slot % this.layer.places];
    }
    const across = (rows + 1) * columns;
    if (slot < across) return [slot % columns, Math.floor(slot / columns), 0];
    // The left border comes first.
    const upright = slot - across - rows;
    if (upright < 0) return [0, upright + rows, 1];
    return [(upright % columns) + 1, Math.floor(upright / columns), 1];
  }
}
