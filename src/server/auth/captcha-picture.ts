/**
 * The characters of a random code, as strokes on a grid of 10 × 14. None of them looks like another: no B or 8, no
 * O, Q or 0, no I or 1, no S or 5, no Z or 2, no G or 6.
 */
const strokes: Record<string, string> = {
  A: '0,14 5,0 10,14|2,9 8,9',
  C: '9,2 6,0 3,0 0,4 0,10 3,14 6,14 9,12',
  E: '9,0 0,0 0,14 9,14|0,7 7,7',
  F: '9,0 0,0 0,14|0,7 7,7',
  H: '0,0 0,14|10,0 10,14|0,7 10,7',
  J: '4,0 9,0|7,0 7,10 5,14 2,14 0,11',
  K: '0,0 0,14|9,0 0,8 9,14',
  L: '0,0 0,14 9,14',
  M: '0,14 0,0 5,8 10,0 10,14',
  N: '0,14 0,0 9,14 9,0',
  P: '0,14 0,0 7,0 9,3 7,7 0,7',
  R: '0,14 0,0 7,0 9,3 7,7 0,7|4,7 9,14',
  T: '0,0 10,0|5,0 5,14',
  U: '0,0 0,10 3,14 6,14 9,10 9,0',
  W: '0,0 2,14 5,6 8,14 10,0',
  X: '0,0 9,14|9,0 0,14',
  Y: '0,0 5,7 10,0|5,7 5,14',
  3: '0,1 4,0 8,1 8,5 3,7 8,9 8,13 4,14 0,13',
  4: '8,14 8,0 0,10 10,10',
  7: '0,0 10,0 3,14',
  9: '9,5 6,8 2,7 1,3 4,0 8,1 9,5 8,11 4,14',
};

export const captchaAlphabet = Object.keys(strokes).join('');

const width = 128;
const height = 48;
const around = (amount: number) => (Math.random() - 0.5) * 2 * amount;

type Point = [number, number];

/** As many points as chance wants, so that neither their number nor their distances say which character it is. */
function shaken(line: Point[]): Point[] {
  return line.flatMap(([x, y], at) => {
    const here: Point = [x + around(0.5), y + around(0.5)];
    const next = line[at + 1];
    if (!next || Math.random() < 0.3) return [here];
    const part = 0.3 + Math.random() * 0.4;
    return [here, [x + (next[0] - x) * part + around(0.5), y + (next[1] - y) * part + around(0.5)]];
  });
}

function path(line: Point[], thick: number): string {
  const d = line.map(([x, y], at) => `${at ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return `<path d="${d}" stroke-width="${thick.toFixed(1)}"/>`;
}

function character(one: string, at: number): string[] {
  const angle = around(0.35);
  const scale = 1.9 + around(0.3);
  const [left, top] = [20 + at * 29 + around(4), height / 2 + around(5)];
  const place = ([x, y]: Point): Point => {
    const [dx, dy] = [(x - 5) * scale, (y - 7) * scale];
    return [
      left + dx * Math.cos(angle) - dy * Math.sin(angle),
      top + dx * Math.sin(angle) + dy * Math.cos(angle),
    ];
  };
  return (strokes[one] ?? '').split('|').map((line) => {
    const points = line.split(' ').map((point) => point.split(',').map(Number) as Point);
    if (Math.random() < 0.5) points.reverse();
    return path(shaken(points).map(place), 2.6 + around(0.5));
  });
}

/** A stroke that belongs to no character. */
const noise = () =>
  path(
    Array.from(
      { length: 2 + Math.floor(Math.random() * 3) },
      (): Point => [Math.random() * width, Math.random() * height],
    ).sort(([a], [b]) => a - b),
    1 + Math.random(),
  );

/**
 * `text` (characters of `captchaAlphabet`) drawn as a data URL. It holds no text and no font, and the strokes stand in
 * no order, so that reading the markup is no easier than looking at the picture.
 */
export function captchaPicture(text: string): string {
  const paths = [...[...text].flatMap(character), ...Array.from({ length: 5 }, noise)]
    .map((markup) => ({ markup, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ markup }) => markup)
    .join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="#f2f4f8"/>` +
    `<g fill="none" stroke="#33415c" stroke-linecap="round" stroke-linejoin="round">${paths}</g></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
