import { type Gel, gels, glass, lights, metal, type Shades, scene, steel, svg } from './draw';

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);

/** One phone on its dock. */
function phone(): string {
  const { iso, box, plates, floor } = scene(100, 112);
  const dock: Shades = ['#31506e', '#1c3650', '#13273c'];
  return svg(
    floor(gels.green, 92),
    box([-26, -26], [26, 26], 0, 9, dock),
    box([-20, -5], [20, 4], 13, 85, glass, 3),
    plates(4, [[-16, 16, 17, 80]], '#0f3f44'),
    `<g stroke="#2ee6a8" stroke-linecap="round" stroke-width="3.4" stroke-opacity=".45"><path d="M87 56l10 6M87 80l17 10"/></g>`,
    lights([iso(-10, 4, 71)], 6, gels.green.light),
    lights([iso(-20, 20, 0)], 3.4, gels.green.light),
  );
}

/** Phones in the bays of one box: one light each, up to 24. */
function bays(count: number): string {
  const { iso, box, plates, floor } = scene(100, 108);
  const columns = count <= 6 ? 2 : count <= 12 ? 3 : 4;
  const rows = Math.ceil(count / columns);
  const [wide, high] = [60 / columns, 52 / rows];
  const corners = range(0, count - 1, 1).map((at) => ({
    x: -30 + (at % columns) * wide + 2.5,
    z: 4 + Math.floor(at / columns) * high,
  }));
  return svg(
    floor(gels.green, 96),
    box([-30, -22], [30, 22], 0, 60, metal),
    plates(
      22,
      corners.map(({ x, z }) => [x, x + wide - 4, z, z + high - 4]),
      '#0b2034',
    ),
    lights(
      corners.map(({ x, z }) => iso(x + (wide - 4) * 0.28, 22, z + (high - 4) / 2)),
      Math.min(5, high / 3.4),
      gels.green.light,
    ),
  );
}

/** A cabinet of phones at a place of the scene; `half` is half its width. */
function cabinetAt(
  { box, plates, rows }: ReturnType<typeof scene>,
  x: number,
  half: number,
  high: number,
  lines: number,
) {
  const front = half * 0.7;
  const heights = range(1, lines, 1).map((line) => (line * high) / (lines + 1));
  return (
    box([x - half, -front], [x + half, front], 0, high, metal) +
    plates(front, [[x - half + 3, x + half - 3, 3, high - 3]], '#0b2034') +
    rows(front, [x - half + 7, x + half - 7], heights, half > 20 ? 7 : 5, 3.4, gels.green.light, half > 20)
  );
}

const cabinet = () => {
  const view = scene(100, 102);
  return svg(view.floor(gels.green, 98), cabinetAt(view, 0, 28, 76, 9));
};

/** Three cabinets, one behind the other. */
const cabinets = () => {
  const view = scene(104, 96);
  return svg(
    view.floor(gels.green, 100, 30),
    [-46, 0, 46].map((at) => cabinetAt(view, at, 17, 58, 6)).join(''),
  );
};

function card(): string {
  const { iso, box, floor } = scene(100, 112);
  const paper: Shades = ['#7b88a3', '#1c273d', '#33405a'];
  const [x, y] = iso(-18, 3, 44);
  const star = range(0, 9, 1)
    .map((at) => {
      const [angle, far] = [(at * Math.PI) / 5 - Math.PI / 2, at % 2 ? 6 : 15];
      return `${Math.round(x + far * Math.cos(angle))} ${Math.round(y + far * (Math.sin(angle) + 0.5 * Math.cos(angle)))}`;
    })
    .join('L');
  const amber = gels.amber.light;
  return svg(
    floor(gels.amber, 96),
    box([-44, -10], [44, 10], 0, 6, ['#46546e', '#263249', '#1a2336']),
    box([-38, -3], [38, 3], 8, 62, paper, 3),
    `<path d="M${star}z" fill="${amber}" stroke="${amber}" stroke-width="2" stroke-linejoin="round"/>`,
    `<path d="M112 78l15 8.5M112 88l10 6" stroke="#5a6a88" stroke-width="4" stroke-linecap="round"/>`,
    lights(
      range(-30, 24, 9).map((at) => iso(at, 3, 16)),
      4,
      amber,
    ),
  );
}

function stand(): string {
  const { box, plates, floor } = scene(100, 112);
  return svg(
    floor(gels.sky, 90),
    box([-24, -22], [24, 22], 0, 5, steel),
    box([-5, -3], [5, 3], 5, 45, steel, 2),
    box([-20, 2], [20, 9], 18, 88, ['#a9c1d6', '#0b1f33', '#33506c'], 3),
    plates(9, [[-16, 16, 22, 84]], '#123a63'),
    '<path d="M88 62v17l12 1.5z" fill="#cfe6ff"/>',
    box([-22, 10], [22, 16], 12, 17, steel, 2),
  );
}

function lamp(): string {
  const { floor } = scene(100, 134);
  return svg(
    floor({ ...gels.warm }, 70),
    '<g fill="none" stroke-linecap="round"><path d="M100 116v22M100 136l-26 10M100 136l26 10" stroke="#4b6c8b" stroke-width="6"/>',
    '<circle cx="100" cy="66" r="44" stroke="#223f5d" stroke-width="17"/><circle cx="100" cy="66" r="44" stroke="#ffe1ad" stroke-opacity=".22" stroke-width="17"/>',
    '<circle cx="100" cy="66" r="44" stroke="#ffe9c4" stroke-width="7" stroke-dasharray=".01 12.556"/></g>',
    '<rect x="87" y="44" width="26" height="46" rx="5" fill="#0b1f33" stroke="#6d8fae" stroke-width="2.5"/>',
    lights([[100, 62]], 5, gels.green.light),
    '<path d="M94 74h12M94 80h7" stroke="#3b5f82" stroke-width="3" stroke-linecap="round"/>',
  );
}

function cable(): string {
  const { floor } = scene(100, 116);
  const line = 'M52 132c-24-40 8-74 48-74s64 26 50 52-70 30-80 6 16-38 34-34 20 22 8 30';
  const stroke = (colour: string, width: number, more = '') =>
    `<path d="${line}" stroke="${colour}" stroke-width="${width}"${more}/>`;
  return svg(
    floor(gels.rose, 90),
    '<g fill="none" stroke-linecap="round" stroke-linejoin="round">',
    stroke('#3a2338', 13) + stroke('#5a3350', 8) + stroke('#ff86a3', 3.4, ' stroke-dasharray=".01 11"'),
    '<path d="M52 132l5 10M112 112l-8 7" stroke="#b9c7d6" stroke-width="13" stroke-linecap="butt"/></g>',
  );
}

/** For products without a drawing of their own: a box with a strip of lights around it. */
function parcel(gel: Gel = gels.rose): string {
  const view = scene(100, 112);
  return svg(
    view.floor(gel, 92),
    view.box([-30, -26], [30, 26], 0, 42, ['#6a5578', '#43304f', '#2f2038']),
    view.rows(26, [-24, 24], [21], 9, 3.6, gel.light),
  );
}

/** Drawings of products by name, each an SVG below 2,560 bytes that suits light and dark mode. */
export const drawings = {
  phone: phone(),
  studio: bays(6),
  rack: bays(12),
  cabinet: cabinet(),
  cabinets: cabinets(),
  card: card(),
  stand: stand(),
  lamp: lamp(),
  cable: cable(),
  parcel: parcel(),
};
export type DrawingName = keyof typeof drawings;
