import type { Position } from '../../contract/buying/addresses';

/** Side of a tile in pixels. */
const side = 256;
export const zooms = { min: 3, max: 18 };

/** The position of a point on a map of the whole world at a zoom, in pixels from its upper left corner. */
export function toPixels({ latitude, longitude }: Position, zoom: number): { x: number; y: number } {
  const world = side * 2 ** zoom;
  const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  };
}

export function fromPixels({ x, y }: { x: number; y: number }, zoom: number): Position {
  const world = side * 2 ** zoom;
  const n = Math.PI * (1 - (2 * y) / world);
  return {
    longitude: Math.max(-180, Math.min(180, (x / world) * 360 - 180)),
    latitude: (Math.atan(Math.sinh(n)) * 180) / Math.PI,
  };
}

/** The tiles that cover a window of the world, with their positions in it. */
export function pieces(left: number, top: number, width: number, height: number, zoom: number) {
  const all: { x: number; y: number; left: number; top: number }[] = [];
  const most = 2 ** zoom;
  for (let y = Math.floor(top / side); y * side < top + height; y++)
    for (let x = Math.floor(left / side); x * side < left + width; x++)
      if (x >= 0 && y >= 0 && x < most && y < most)
        all.push({ x, y, left: Math.round(x * side - left), top: Math.round(y * side - top) });
  return all;
}
