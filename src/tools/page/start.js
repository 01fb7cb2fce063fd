/** Unpacks what lies in the page: base64 of deflated bytes. */
async function unpack(id) {
  const packed = Uint8Array.from(atob(part(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The colours of inks: light, dark, print. */
function colours(inks) {
  const rules = [0, 1, 2].map((theme) =>
    Object.entries(inks).map(([name, colours]) => `--${name}:${colours[theme]}`).join(";"));
  const [light, dark, print] = rules;
  return `:root{${light}}:root[data-theme=dark]{${dark}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}` +
    `@media print{:root:root:root{${print}}}`;
}

async function start() {
  const world = JSON.parse(new TextDecoder().decode(await unpack("world")));
  part("colours").textContent = colours(world.inks);
  part("scene").textContent = world.scene;
  const film = new Film(world, await unpack("film"));
  const player = new Player(world, film);
  if (world.walk) player.walk = new Walk(player, await unpack("steps"));
  player.open();
  document.body.classList.remove("empty");
  // For tests: goes to a tick, and returns its description and the number of stamps drawn.
  window.mazetick = {
    player,
    go: (tick) => player.go(tick),
    seen: () => ({
      tick: film.tick,
      phase: film.phase,
      told: film.told(),
      layers: film.values.map((values) => [...values]),
      lists: film.lists,
      turned: film.turned,
      drawn: player.board.layers.map((layer) => layer.group.childElementCount),
    }),
  };
}

start();
