import { strokes } from '../auth/captcha-picture';
import type { ShownMachine } from '../kernel/services';

// The screens of the sandbox's cloud phones, 360 × 640. Letters are strokes, because a server may have no fonts.

/** The strokes that captchas leave out, because they look alike there. */
const letters: Record<string, string> = {
  ...strokes,
  D: '0,0 0,14 5,14 9,11 10,7 9,3 5,0 0,0',
  O: '3,0 7,0 10,4 10,10 7,14 3,14 0,10 0,4 3,0',
  S: '9,2 6,0 3,0 0,3 2,6 8,8 10,11 7,14 3,14 0,12',
  0: '3,0 7,0 10,4 10,10 7,14 3,14 0,10 0,4 3,0',
  1: '2,3 5,0 5,14',
  2: '0,3 3,0 7,0 10,3 9,6 0,14 10,14',
  5: '9,0 1,0 1,6 6,5 10,8 9,12 5,14 0,13',
  6: '9,1 5,0 1,4 0,10 3,14 7,14 10,10 7,7 3,7 0,10',
  8: '5,7 1,5 1,2 4,0 7,0 9,2 9,5 5,7 0,10 1,13 4,14 7,14 10,12 10,10 5,7',
  ':': '5,4 5,5|5,10 5,11',
  '%': '10,0 0,14|1,0 3,0 3,2 1,2 1,0|7,12 9,12 9,14 7,14 7,12',
};

/** A text whose letters are `height` high; `x` is where it begins, or its middle. */
function write(text: string, x: number, y: number, height: number, colour: string, from: 'left' | 'middle') {
  const scale = height / 14;
  const step = 14 * scale;
  const left = from === 'left' ? x : x - (text.length * step - 4 * scale) / 2;
  const lines = [...text].flatMap((letter, at) =>
    (letters[letter] ?? '').split('|').map((line) => {
      const points = line.split(' ').map((point) => {
        const [right = 0, down = 0] = point.split(',').map(Number);
        return `${(left + at * step + right * scale).toFixed(1)} ${(y + down * scale).toFixed(1)}`;
      });
      return line && `M${points.join('L')}`;
    }),
  );
  return `<path d="${lines.join('')}" fill="none" stroke="${colour}" stroke-width="${(height / 7).toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

const box = (x: number, y: number, width: number, height: number, colour: string, round = 10) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${colour}"/>`;
const disc = (x: number, y: number, radius: number, colour: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
const heart = (x: number, y: number, size: number, colour: string) =>
  `<path transform="translate(${x} ${y}) scale(${size / 24})" d="M0 8C-14-2-10-14-4-12-1-11 0-8 0-7 0-8 1-11 4-12 10-14 14-2 0 8z" fill="${colour}"/>`;

const [night, card, line, light, sun, rose, sky] = [
  '#0a1a2a',
  '#16324c',
  '#2c4b68',
  '#2ee6a8',
  '#ffc35c',
  '#ff86a3',
  '#58adff',
];

/** Pictures of an app by the name of its task. `step` increases with time, and `progress` in percent. */
const scenes: Record<string, (step: number, progress: number) => string> = {
  'Watch live room': (step) =>
    box(20, 80, 320, 400, '#22152a', 18) +
    disc(180, 230, 62, '#ffe1ad') +
    `<path d="M70 480c0-110 50-150 110-150s110 40 110 150z" fill="${rose}"/>` +
    [0, 1, 2, 3, 4]
      .map((at) => heart(300 - at * 9, 450 - ((step * 37 + at * 83) % 330), 22 - at * 2, rose))
      .join('') +
    box(36, 96, 70, 26, rose, 13) +
    disc(54, 109, step % 2 ? 6 : 4, '#fff'),
  'Like and comment': (step) =>
    box(20, 80, 320, 230, card, 18) +
    `<path d="M20 290l110-120 70 70 60-50 80 100v20H20z" fill="${line}"/>` +
    heart(60, 345, 34, step % 2 ? rose : line) +
    [0, 1, 2]
      .slice(0, 1 + (step % 3))
      .map((at) => disc(44, 400 + at * 42, 14, sky) + box(70, 390 + at * 42, 230 - at * 40, 20, card))
      .join(''),
  'Publish video': (step, progress) =>
    box(20, 80, 320, 400, card, 18) +
    `<circle cx="180" cy="270" r="80" fill="none" stroke="${line}" stroke-width="14"/>` +
    `<circle cx="180" cy="270" r="80" fill="none" stroke="${light}" stroke-width="14" stroke-dasharray="${(progress * 5.03).toFixed(1)} 503" transform="rotate(-90 180 270)"/>` +
    `<path transform="translate(0 ${-(step % 4) * 6})" d="M180 312v-70M150 270l30-30 30 30" fill="none" stroke="#fff" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/>`,
  'Follow shops': (step) =>
    [0, 1, 2, 3, 4]
      .map((at) => {
        const y = 84 + at * 80;
        const done = at <= step % 6;
        return (
          box(20, y, 320, 68, card, 14) +
          disc(58, y + 34, 20, [sun, rose, sky, light, '#ffe1ad'][at] ?? sun) +
          box(92, y + 16, 120, 12, line, 6) +
          box(92, y + 40, 80, 10, line, 5) +
          box(258, y + 18, 64, 32, done ? line : rose, 16)
        );
      })
      .join(''),
  'Warm up account': (step) =>
    `<g transform="translate(0 ${-((step * 40) % 200)})">` +
    [0, 1, 2, 3, 4]
      .map(
        (at) =>
          box(20, 80 + at * 200, 320, 188, card, 18) +
          box(36, 96 + at * 200, 288, 120, at % 2 ? '#1b3754' : '#223f5d', 12) +
          box(36, 230 + at * 200, 180, 14, line, 7),
      )
      .join('') +
    '</g>',
};

/** The apps of a phone without a task. */
const home = () =>
  Array.from({ length: 16 }, (_, at) =>
    box(
      36 + (at % 4) * 76,
      100 + Math.floor(at / 4) * 96,
      58,
      58,
      [sky, light, sun, rose][(at * 3) % 4] ?? sky,
      16,
    ),
  ).join('');

/** The files that it has received, the newest four of them, above the bar of the task. */
const sheets = (files: number) =>
  Array.from({ length: Math.min(4, files) }, (_, at) => {
    const x = 20 + at * 44;
    return (
      box(x, 436, 36, 48, '#fff', 6) + [448, 458, 468].map((y) => box(x + 7, y, 22, 4, line, 2)).join('')
    );
  }).join('');

/** Pixels up to which a picture is a thumbnail, which shows no seconds. */
const small = 180;

/** The screen of a cloud phone of the sandbox at a time, as SVG: what its task does, labelled as a test. */
export function drawScreen({ task }: ShownMachine, width: number, now: number, files = 0): string {
  const isSmall = width <= small;
  const step = Math.floor(now / (isSmall ? 10_000 : 1000));
  const clock = new Date(now).toISOString().slice(11, isSmall ? 16 : 19);
  const { name = '', progress = 0, paused = false } = task ?? {};
  const scene = task ? (scenes[name] ?? scenes['Warm up account']) : home;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 640" width="360" height="640">' +
    box(0, 0, 360, 640, night, 0) +
    (scene?.(paused ? 0 : step, progress) ?? '') +
    sheets(files) +
    box(0, 0, 360, 64, night, 0) +
    write(clock, 20, 24, 18, '#fff', 'left') +
    box(306, 24, 34, 18, light, 5) +
    box(0, 500, 360, 140, night, 0) +
    (task
      ? box(20, 516, 320, 10, line, 5) +
        box(20, 516, Math.max(10, progress * 3.2), 10, paused ? sun : light, 5) +
        write(`${progress}%`, 180, 542, 24, '#fff', 'middle')
      : '') +
    (paused
      ? `<rect y="64" width="360" height="436" fill="${night}" fill-opacity=".65"/>` +
        box(140, 230, 28, 100, '#fff', 8) +
        box(192, 230, 28, 100, '#fff', 8)
      : '') +
    box(0, 588, 360, 52, sun, 0) +
    write('TEST MODE', 180, 602, 24, night, 'middle') +
    '</svg>'
  );
}
