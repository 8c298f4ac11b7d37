import type { Point } from '../../core/platform';

/** Milliseconds: the time limit, and the maximum age of an earlier result. */
const timeout = 15_000;
const maximumAge = 60_000;

const semiMajor = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;

/** A rough bounding box of mainland China: outside it, the two systems are equal. */
const inChina = ({ latitude: y, longitude: x }: Point) => x > 73.66 && x < 135.05 && y > 3.86 && y < 53.55;

function shift(x: number, y: number): [latitude: number, longitude: number] {
  const { abs, sin, sqrt, PI } = Math;
  const waves = ((sin(6 * x * PI) + sin(2 * x * PI)) * 40) / 3;
  const latitude =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * sqrt(abs(x)) +
    waves +
    ((sin(y * PI) + 2 * sin((y / 3) * PI)) * 40) / 3 +
    ((160 * sin((y / 12) * PI) + 320 * sin((y * PI) / 30)) * 2) / 3;
  const longitude =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * sqrt(abs(x)) +
    waves +
    ((sin(x * PI) + 2 * sin((x / 3) * PI)) * 40) / 3 +
    ((150 * sin((x / 12) * PI) + 300 * sin((x / 30) * PI)) * 2) / 3;
  return [latitude, longitude];
}

/** Converts WGS 84, as satellites provide it, to gcj02, as Chinese maps use it (spec §9). Degrees. */
export function toGcj02(point: Point): Point {
  if (!inChina(point)) return point;
  const { latitude, longitude } = point;
  const [dLat, dLng] = shift(longitude - 105, latitude - 35);
  const radians = (latitude / 180) * Math.PI;
  const magic = 1 - eccentricity * Math.sin(radians) ** 2;
  return {
    latitude: latitude + (dLat * 180) / (((semiMajor * (1 - eccentricity)) / magic ** 1.5) * Math.PI),
    longitude: longitude + (dLng * 180) / ((semiMajor / Math.sqrt(magic)) * Math.cos(radians) * Math.PI),
  };
}

/** See `Platform.position`. */
export const position = () =>
  new Promise<Point>((resolve, fail) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve(toGcj02({ latitude, longitude })),
      ({ code }) => fail(new Error(code === 1 ? 'denied' : 'unavailable')),
      { timeout, maximumAge, enableHighAccuracy: true },
    );
  });
