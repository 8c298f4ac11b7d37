import { sharp } from '../pictures/sharp';

/**
 * The characters of a captcha, as strokes on a grid of 10 × 14. Characters that look alike are left out: B and 8, O, Q and 0, I and 1, S
 * and 5, Z and 2, G and 6.
 */
export const strokes: Record<string, string> = {
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

/** Pixels. The page shows the picture at half this size. */
const [width, height] = [256, 96];
const thick = 5;
/** Between the middle of a stroke and the edge of the picture, at least: half of the stroke, and a pixel of the page. */
const edge = 5;
const ink = '#33415c';
const paper = '#f2f4f8';

const around = (amount: number) => (Math.random() - 0.5) * 2 * amount;

type Point = [number, number];

/** A line through the points, with a point every few pixels, so that it can be bent. */
function finely(line: readonly Point[]): Point[] {
  return line.flatMap(([x, y], at) => {
    const [nextX, nextY] = line[at + 1] ?? [x, y];
    const steps = Math.max(1, Math.ceil(Math.hypot(nextX - x, nextY - y) / 4));
    return Array.from(
      { length: steps },
      (_, step): Point => [x + ((nextX - x) * step) / steps, y + ((nextY - y) * step) / steps],
    );
  });
}

/** A random distortion of the whole picture: waves in both directions. */
export function bend(): (point: Point) => Point {
  const wave = (length: number, strength: number) => {
    const [l, s, phase] = [
      length * (1 + around(0.3)),
      strength * (0.7 + Math.random() * 0.6),
      Math.random() * 7,
    ];
    return (value: number) => s * Math.sin((value * 2 * Math.PI) / l + phase);
  };
  const [byX, byY, fine, cross] = [wave(150, 5), wave(130, 5), wave(70, 1.5), wave(70, 1.5)];
  return ([x, y]) => [x + byY(y) + cross(x), y + byX(x) + fine(x)];
}

/** The strokes of a character at its place among four, rotated and stretched so that it touches its neighbours. */
function character(one: string, at: number): Point[][] {
  const angle = around(0.3);
  const [wide, high] = [4.4 + around(1), 4.4 + around(1)];
  const [left, top] = [38 + at * 58 + around(8), height / 2 + around(10)];
  const lean = around(0.2);
  return (strokes[one] ?? '').split('|').map((line) =>
    finely(
      line.split(' ').map((point): Point => {
        const [x = 0, y = 0] = point.split(',').map(Number);
        const [dx, dy] = [(x - 5 + around(0.5)) * wide, (y - 7 + around(0.5)) * high];
        const leaning = dx + dy * lean;
        return [
          left + leaning * Math.cos(angle) - dy * Math.sin(angle),
          top + leaning * Math.sin(angle) + dy * Math.cos(angle),
        ];
      }),
    ),
  );
}

/** Moves the strokes of a character back into the picture, where the bending took some of them out of it. */
function inside(lines: Point[][]): Point[][] {
  const move = (axis: 0 | 1, size: number) => {
    const all = lines.flatMap((line) => line.map((point) => point[axis]));
    const [least, most] = [Math.min(...all), Math.max(...all)];
    const room = size - 2 * edge;
    const scale = Math.min(1, room / (most - least || 1));
    const start = Math.min(Math.max(least, edge), edge + room - (most - least) * scale);
    return (value: number) => start + (value - least) * scale;
  };
  const [x, y] = [move(0, width), move(1, height)];
  return lines.map((line) => line.map(([left, top]): Point => [x(left), y(top)]));
}

/** A line across several characters, as thick as their strokes, so that neither width nor colour distinguishes it from them. */
const across = (): Point[] => {
  const [from, to] = [Math.random() * 90 - 10, width - Math.random() * 90 + 10];
  const middle: Point = [(from + to) / 2 + around(40), height / 2 + around(34)];
  return finely([[from, height / 2 + around(38)], middle, [to, height / 2 + around(38)]]);
};

/** A stroke like those of the characters, at a random place. */
const stray = (): Point[] => {
  const [x, y, angle] = [Math.random() * width, Math.random() * height, Math.random() * 7];
  const [dx, dy] = [Math.cos(angle) * 20, Math.sin(angle) * 20];
  return finely([
    [x, y],
    [x + dx, y + dy],
    [x + dx + around(16), y + dy + around(16)],
  ]);
};

/** The strokes of all characters of `text`, bent, and each of them completely in the picture. */
export const charactersOf = (text: string, bent: (point: Point) => Point): Point[][] =>
  [...text].flatMap((one, at) => inside(character(one, at).map((line) => line.map(bent))));

/**
 * Draws `text` (characters of `captchaAlphabet`) as a PNG data URL. The picture consists of dots, so a script cannot read vector paths
 * from it.
 */
export async function captchaPicture(text: string): Promise<string> {
  const bent = bend();
  const path = (line: Point[], colour: string, stroke = thick) => {
    const d = line.map(([x, y], at) => `${at ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`);
    return `<path d="${d.join('')}" stroke="${colour}" stroke-width="${stroke}"/>`;
  };
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">` +
    charactersOf(text, bent)
      .map((line) => path(line, ink))
      .join('') +
    // gaps, so that the strokes of one character are not connected
    [across()].map((line) => path(line.map(bent), paper, 3)).join('') +
    [across(), stray()].map((line) => path(line.map(bent), ink)).join('') +
    '</g></svg>';
  const png = await sharp(Buffer.from(svg))
    .png({ palette: true, colours: 8, compressionLevel: 9 })
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
