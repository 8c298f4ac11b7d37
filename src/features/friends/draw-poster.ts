import { generate } from 'lean-qr/nano';

export const designs = ['wall', 'studio', 'day'] as const;
export type Design = (typeof designs)[number];

/** Pixels: 9:16. */
export const size = { width: 720, height: 1280 };

export interface PosterWords {
  /** Two lines of a headline, and one below it. */
  first: string;
  second: string;
  below?: string | undefined;
  name: string;
  invites: string;
  code: string;
  /** The content of the QR code. */
  link: string;
  /** The code of a mini-program, which replaces the QR code. */
  picture?: CanvasImageSource | undefined;
}

const fonts = "-apple-system, 'PingFang SC', 'Noto Sans SC', 'Segoe UI', Roboto, sans-serif";

interface Tones {
  paper: string;
  ink: string;
  quiet: string;
  panel: string;
  lit: string;
  unlit: string;
  sun: string;
  /** Position of the second line of the headline. */
  second: string;
}
const night: Tones = {
  paper: '#0a1a2a',
  ink: '#f1f7f6',
  quiet: '#9fb4c4',
  panel: '#13283d',
  lit: '#2ee6a8',
  unlit: '#324b63',
  sun: '#ffc35c',
  second: '#f1f7f6',
};
const tones: Record<Design, Tones> = {
  wall: night,
  studio: { ...night, second: '#2ee6a8' },
  day: {
    paper: '#ddf3ea',
    ink: '#0c1722',
    quiet: '#00735a',
    panel: '#ffffff',
    lit: '#009d77',
    unlit: '#b5dccc',
    sun: '#b57300',
    second: '#0c1722',
  },
};

type Pen = CanvasRenderingContext2D;

function rounded(pen: Pen, x: number, y: number, width: number, height: number, radius: number) {
  pen.beginPath();
  pen.moveTo(x + radius, y);
  pen.arcTo(x + width, y, x + width, y + height, radius);
  pen.arcTo(x + width, y + height, x, y + height, radius);
  pen.arcTo(x, y + height, x, y, radius);
  pen.arcTo(x, y, x + width, y, radius);
  pen.fill();
}

/** A text on one line, smaller if it would be too wide, and cut if that does not suffice. */
function line(pen: Pen, text: string, x: number, y: number, px: number, weight: number, width: number) {
  let now = px;
  const fits = (one: string) => pen.measureText(one).width <= width;
  const set = () => {
    pen.font = `${weight} ${now}px ${fonts}`;
  };
  for (set(); now > px * 0.6 && !fits(text); now -= 2) set();
  let letters = [...text];
  while (letters.length > 1 && !fits(letters.join(''))) letters = [...letters.slice(0, -2), '…'];
  pen.fillText(letters.join(''), x, y);
}

function light(pen: Pen, x: number, y: number, radius: number, tone: string, halo?: boolean) {
  pen.fillStyle = tone;
  if (halo) {
    pen.globalAlpha = 0.16;
    pen.beginPath();
    pen.arc(x, y, radius * 1.4, 0, 7);
    pen.fill();
    pen.globalAlpha = 1;
  }
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
  pen.fill();
}

const step = 56;
const left = 52;

/** Twelve by eight lights: most of a fleet at work. */
function wall(pen: Pen, { lit, unlit }: Tones) {
  const dark = new Set([47, 48, 70, 71]);
  for (let at = 0; at < 96; at++) {
    const on = at < 72 && !dark.has(at);
    light(pen, left + (at % 12) * step, 490 + Math.floor(at / 12) * step, 17, on ? lit : unlit, on);
  }
}

/** A phone drawn in lights. */
function day(pen: Pen, { lit, unlit, sun }: Tones) {
  const rows = [
    '............',
    '...#####....',
    '...#...#....',
    '...#.o.#....',
    '...#...#....',
    '...#.o.#....',
    '...#...#....',
    '...#.#.#....',
    '...#####....',
    '............',
  ];
  for (const [y, row] of rows.entries())
    for (const [x, mark] of [...row].entries())
      light(pen, left + x * step, 440 + y * step, 17, mark === '#' ? lit : mark === 'o' ? sun : unlit);
}

/** A box of cloud phones, switched on, on its stand. */
function studio(pen: Pen, { lit }: Tones) {
  const face = (tone: string, ...points: [number, number][]) => {
    pen.fillStyle = tone;
    pen.beginPath();
    for (const [at, [x, y]] of points.entries()) at ? pen.lineTo(x, y) : pen.moveTo(x, y);
    pen.fill();
  };
  const glow = pen.createRadialGradient(360, 860, 20, 360, 860, 400);
  glow.addColorStop(0, 'rgba(46,230,168,.35)');
  glow.addColorStop(1, 'rgba(46,230,168,0)');
  pen.fillStyle = glow;
  pen.fillRect(0, 420, size.width, 620);
  face('#4a6885', [360, 440], [600, 580], [390, 700], [150, 560]);
  face('#25405f', [150, 560], [390, 700], [390, 980], [150, 850]);
  face('#152a44', [390, 700], [600, 580], [600, 860], [390, 980]);
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 2; column++) {
      const [x, y] = [176 + column * 108, 612 + column * 62 + row * 86];
      face('#0b1b2c', [x, y], [x + 92, y + 53], [x + 92, y + 115], [x, y + 62]);
      light(pen, x + 28, y + 46, 13, lit, true);
      pen.strokeStyle = '#4a6885';
      pen.lineWidth = 9;
      pen.lineCap = 'round';
      pen.beginPath();
      pen.moveTo(x + 52, y + 62);
      pen.lineTo(x + 78, y + 77);
      pen.stroke();
    }
}

const scenes = { wall, studio, day };

/** Black on white, as every reader expects, with the required border. */
function code(pen: Pen, { link, picture }: PosterWords, x: number, y: number, side: number) {
  pen.fillStyle = '#fff';
  rounded(pen, x, y, side, side, 16);
  if (picture) return pen.drawImage(picture, x + 6, y + 6, side - 12, side - 12);
  const qr = generate(link);
  const cell = (side - 32) / qr.size;
  pen.fillStyle = '#000';
  for (let row = 0; row < qr.size; row++)
    for (let column = 0; column < qr.size; column++)
      if (qr.get(column, row))
        pen.fillRect(
          Math.floor(x + 16 + column * cell),
          Math.floor(y + 16 + row * cell),
          Math.ceil(cell),
          Math.ceil(cell),
        );
}

/** Draws a poster of 720 × 1280: headline and scene, and always in the same position the name, the code and its QR code. */
export function drawPoster(pen: Pen, design: Design, words: PosterWords): void {
  const own = tones[design];
  pen.fillStyle = own.paper;
  pen.fillRect(0, 0, size.width, size.height);
  pen.textBaseline = 'alphabetic';
  scenes[design](pen, own);
  pen.fillStyle = own.quiet;
  line(pen, 'Cloudphone', 48, 104, 38, 600, 620);
  pen.fillStyle = own.ink;
  line(pen, words.first, 48, 210, 76, 700, 624);
  pen.fillStyle = own.second;
  line(pen, words.second, 48, 300, 76, 700, 624);
  pen.fillStyle = own.quiet;
  if (words.below) line(pen, words.below, 48, 376, 38, 400, 624);
  pen.fillStyle = own.panel;
  rounded(pen, 36, 1010, 648, 234, 36);
  code(pen, words, 60, 1034, 186);
  pen.fillStyle = own.ink;
  line(pen, words.name, 276, 1100, 42, 700, 384);
  pen.fillStyle = design === 'day' ? '#51616e' : own.quiet;
  line(pen, words.invites, 276, 1152, 34, 400, 384);
  pen.fillStyle = own.ink;
  line(pen, words.code, 276, 1212, 42, 700, 384);
}
