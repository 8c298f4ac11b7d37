// Primitives for product drawings: boxes in isometric view, lights on them, and a glow on the floor.

type Point = [x: number, y: number];

/** The colour of a product category: its light, and its dark background. */
export interface Gel {
  light: string;
  ground: string;
}
export const gels = {
  green: { light: '#2ee6a8', ground: '#0a1a2a' },
  amber: { light: '#ffc35c', ground: '#141a2b' },
  sky: { light: '#58adff', ground: '#0f1d36' },
  warm: { light: '#ffe1ad', ground: '#1b1a2e' },
  rose: { light: '#ff86a3', ground: '#22152a' },
} satisfies Record<string, Gel>;

/** Colours of a box's faces: top, left, right. */
export type Shades = [top: string, left: string, right: string];
export const metal: Shades = ['#4b6c8b', '#223f5d', '#152c44'];
export const glass: Shades = ['#6d8fae', '#0b1f33', '#1b3754'];
export const steel: Shades = ['#7d93a8', '#42566b', '#2c3c4e'];

const short = (value: number) => String(Math.round(value * 10) / 10);
const path = (points: Point[]) => `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`;

/** A coordinate system for drawing: `cx`, `cy` is its centre on a picture of 200 × 160. */
export function scene(cx: number, cy: number) {
  const iso = (x: number, y: number, z: number): Point => [cx + (x - y) * 0.866, cy + (x + y) * 0.5 - z];
  const face = (points: Point[], colour: string) =>
    `<path d="${path(points)}z" fill="${colour}" stroke="${colour}"/>`;
  return {
    iso,
    /** A box between two corners, from `low` to `high` above the floor; its edges are softened by a line of `soft`. */
    box([x0, y0]: Point, [x1, y1]: Point, low: number, high: number, [top, left, right]: Shades, soft = 2.5) {
      return (
        `<g stroke-width="${soft}" stroke-linejoin="round">` +
        face([iso(x1, y0, low), iso(x1, y1, low), iso(x1, y1, high), iso(x1, y0, high)], right) +
        face([iso(x0, y1, low), iso(x1, y1, low), iso(x1, y1, high), iso(x0, y1, high)], left) +
        face([iso(x0, y0, high), iso(x1, y0, high), iso(x1, y1, high), iso(x0, y1, high)], top) +
        '</g>'
      );
    },
    /** Flat pieces on the left face, which is at `y`: horizontal range, lower and upper edge. */
    plates(y: number, pieces: [x0: number, x1: number, low: number, high: number][], colour: string) {
      const all = pieces.map(([x0, x1, low, high]) =>
        path([iso(x0, y, low), iso(x1, y, low), iso(x1, y, high), iso(x0, y, high)]),
      );
      return `<path d="${all.join('z')}z" fill="${colour}"/>`;
    },
    /** Rows of lights on the left face: each is one dashed line. */
    rows(
      y: number,
      [x0, x1]: Point,
      heights: number[],
      count: number,
      size: number,
      colour: string,
      shine = true,
    ) {
      const step = (x1 - x0) / (count - 1 || 1);
      const lines = heights.map((z) => path([iso(x0, y, z), iso(x1 + 0.05, y, z)])).join('');
      const stroke = `fill="none" stroke="${colour}" stroke-linecap="round" stroke-dasharray=".01 ${short(step)}"`;
      return (
        `<g ${stroke}>${shine ? `<path d="${lines}" stroke-width="${short(size * 2)}" stroke-opacity=".22"/>` : ''}` +
        `<path d="${lines}" stroke-width="${size}"/></g>`
      );
    },
    /** The glow of an object on the floor, and lights of the floor in three rings. */
    floor({ light, ground }: Gel, width: number, step = 24) {
      const rings: Record<string, string> = { '.6': '', '.34': '', '.16': '' };
      for (let x = -3; x <= 3; x++)
        for (let y = -3; y <= 3; y++) {
          const far = Math.max(Math.abs(x), Math.abs(y));
          const ring = far < 2 ? '.6' : far < 3 ? '.34' : '.16';
          const [left, top] = iso(x * step, y * step, 0);
          if (far && left > 2 && left < 198 && top > 40 && top < 158)
            rings[ring] += `M${Math.round(left)} ${Math.round(top)}h0`;
        }
      return (
        `<path fill="${ground}" d="M0 0h200v160H0z"/>` +
        `<radialGradient id="g"><stop stop-color="${light}" stop-opacity=".34"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>` +
        `<ellipse cx="${cx}" cy="${cy + 4}" rx="${width}" ry="${Math.round(width * 0.48)}" fill="url(#g)"/>` +
        `<g stroke="${light}" stroke-width="2.4" stroke-linecap="round">` +
        Object.entries(rings)
          .map(([strength, d]) => `<path d="${d}" stroke-opacity="${strength}"/>`)
          .join('') +
        '</g>'
      );
    },
  };
}

export const svg = (...parts: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 160">${parts.join('')}</svg>`;

/** Lights with their glow, anywhere on the picture. */
export function lights(points: Point[], size: number, colour: string): string {
  const d = points.map(([x, y]) => `M${short(x)} ${short(y)}h.01`).join('');
  return (
    `<g fill="none" stroke="${colour}" stroke-linecap="round"><path d="${d}" stroke-opacity=".25" stroke-width="${short(size * 2.1)}"/>` +
    `<path d="${d}" stroke-width="${size}"/></g>`
  );
}
