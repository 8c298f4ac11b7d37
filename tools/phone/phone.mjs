// A cloud phone that draws itself: a mark that goes to where it is touched, a bar for each letter that was typed, a square for each app, a sheet for each file, and a second hand.

/** Upright. */
export const [width, height] = [360, 640];

/** @typedef {[red: number, green: number, blue: number]} Colour */
/** @typedef {ReturnType<typeof createPhone>} Phone */

/** @type {Record<'night' | 'card' | 'light' | 'sun' | 'rose' | 'white', Colour>} */
export const colours = {
  night: [10, 26, 42],
  card: [34, 63, 93],
  light: [46, 230, 168],
  sun: [255, 195, 92],
  rose: [255, 134, 163],
  white: [255, 255, 255],
};

/** Half the side of the mark in pixels. */
export const half = 24;

/** @param {number} value @param {number} most */
const within = (value, most) => Math.max(0, Math.min(most, Math.round(value)));

/**
 * The pixels of a screen, three bytes each. `second`: the part of a minute that is over, 0 to 1.
 * @param {{ size: { width: number, height: number }, mark: Colour, at: { x: number, y: number }, typed: string, apps: number, files: number, progress: number, paused: boolean }} shown
 * @param {number} second
 */
function paint({ size: { width, height }, mark, at, typed, apps, files, progress, paused }, second) {
  const pixels = Buffer.alloc(width * height * 3);
  /** @type {(x: number, y: number, wide: number, high: number, colour: Colour) => void} */
  const fill = (x, y, wide, high, colour) => {
    const [left, right] = [within(x, width), within(x + wide, width)];
    if (right <= left) return;
    const line = Buffer.alloc((right - left) * 3, Buffer.from(colour));
    for (let row = within(y, height); row < within(y + high, height); row++)
      line.copy(pixels, (row * width + left) * 3);
  };
  fill(0, 0, width, height, colours.night);
  for (let row = 0; row < 5; row++) fill(20, 90 + row * 100, width - 40, 80, colours.card);
  fill(20, 30, second * (width - 40), 12, colours.white);
  fill(20, height - 30, (progress / 100) * (width - 40), 12, paused ? colours.sun : colours.light);
  for (let app = 0; app < apps; app++) fill(32 + (app % 6) * 50, 110, 40, 40, colours.sun);
  for (let file = 0; file < files; file++) fill(32 + (file % 8) * 38, 206, 28, 36, colours.white);
  for (let letter = 0; letter < typed.length; letter++)
    fill(24 + (letter % 20) * 16, 52 + Math.floor(letter / 20) * 16, 10, 12, colours.sun);
  fill(at.x - half, at.y - half, 2 * half, 2 * half, mark);
  return pixels;
}

/**
 * A phone, and what it draws at a time. `id` decides the colour of its mark, so that two phones look different.
 * @param {string} id
 */
export function createPhone(id) {
  const mark = [colours.light, colours.sun, colours.rose][id.length % 3] ?? colours.light;
  let size = { width, height };
  const centre = () => ({ x: size.width / 2, y: size.height / 2 });
  let at = centre();
  let typed = '';
  let clipboard = '';
  /** @type {Set<string>} */
  const apps = new Set();
  /** @type {{ name: string, type: string, size: number }[]} */
  const files = [];
  /** Percent of its task, and whether that runs. */
  let task = { progress: 0, paused: false };

  return {
    id,
    mark,
    get at() {
      return at;
    },
    get typed() {
      return typed;
    },
    get size() {
      return size;
    },
    get apps() {
      return [...apps];
    },
    /** @param {string} app */
    install(app) {
      apps.add(app);
    },
    get files() {
      return [...files];
    },
    /** @param {{ name: string, type: string, size: number }} file */
    receive(file) {
      files.push(file);
    },
    get clipboard() {
      return clipboard;
    },
    /** @param {number} x @param {number} y */
    touch(x, y) {
      at = { x: within(x, size.width), y: within(y, size.height) };
    },
    /** Lays it on its side, or stands it up again. */
    rotate() {
      size = { width: size.height, height: size.width };
      at = centre();
    },
    /** @param {string} text */
    type(text) {
      typed = (typed + text).slice(-40);
    },
    /** @param {string} text @param {boolean} paste */
    copy(text, paste) {
      clipboard = text;
      if (paste) this.type(text);
    },
    /** The key beside the screen that goes back: it deletes a letter, or moves the mark to the middle. */
    back() {
      if (typed) typed = typed.slice(0, -1);
      else at = centre();
    },
    home() {
      typed = '';
      at = centre();
    },
    /** @param {{ progress: number, paused: boolean }} now */
    work(now) {
      task = now;
    },
    /**
     * The pixels of the screen, three bytes each. `now` in milliseconds.
     * @param {number} now
     */
    draw: (now) =>
      paint(
        { size, mark, at, typed, apps: apps.size, files: files.length, ...task },
        (now % 60_000) / 60_000,
      ),
  };
}
