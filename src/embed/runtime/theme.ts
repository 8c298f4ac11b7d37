import type { Theme, ThemeToken } from '../api';

/** What a value has to look like: nothing that could fetch anything, or end the declaration. */
const safe = /^[-\w #%.,()'"/+*]{1,200}$/;
const never = /url|image|expression|var\(|attr\(/i;

const colors = 'primary on-primary bg surface text text-muted border danger success warning focus';
const others =
  'font-family font-size line-height radius radius-control space control-height border-width shadow max-width min-height motion scheme';
const names = [...colors.split(' ').map((color) => `color-${color}`), ...others.split(' ')] as ThemeToken[];
/** What is kept within bounds, in pixels. */
const bounds: Partial<Record<ThemeToken, [least: number, most: number]>> = {
  'font-size': [14, 20],
  space: [6, 12],
  'control-height': [44, 80],
};

/** Text on what it stands on; their contrast is 4.5 at least (WCAG), or ours are used. */
const pairs: [text: ThemeToken, on: ThemeToken][] = [
  ['color-on-primary', 'color-primary'],
  ['color-text', 'color-bg'],
  ['color-text', 'color-surface'],
  ['color-text-muted', 'color-bg'],
  ['color-text-muted', 'color-surface'],
  ['color-primary', 'color-surface'],
];
const least = 4.5;

function luminance([r = 0, g = 0, b = 0]: number[]): number {
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) => {
    const value = part / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours as `getComputedStyle` gives them. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other]
    .map((color) => luminance((color.match(/[\d.]+/g) ?? []).map(Number)))
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The value as it may be used, or nothing. */
export function valid(name: ThemeToken, value: string): string | undefined {
  if (!safe.test(value) || never.test(value)) return;
  const bound = bounds[name];
  if (!bound) return value;
  const pixels = /^([\d.]+)px$/.exec(value);
  return pixels ? `${Math.min(Math.max(Number(pixels[1]), bound[0]), bound[1])}px` : undefined;
}

/**
 * Puts on the tokens of `theme`, and takes off what nobody could read, also of those that the box inherits. Says so to the
 * developer.
 */
export function apply(box: HTMLElement, theme: Theme = {}): void {
  const warn = (text: string) => console.warn(`Cloudphone: ${text}`);
  for (const name of Object.keys(theme))
    if (!names.includes(name as ThemeToken)) warn(`there is no theme token ${name}`);
  for (const name of names) {
    const value = theme[name];
    const used = value === undefined ? '' : valid(name, value);
    if (used === undefined) warn(`theme.${name} cannot be ${value}`);
    box.style.setProperty(`--cp-${name}`, used ?? '');
  }
  const probe = document.createElement('i');
  box.append(probe);
  /** The colour in use: theirs, or ours. */
  const color = (name: ThemeToken) => {
    probe.style.color = `var(--cp-${ours[name]})`;
    return getComputedStyle(probe).color;
  };
  const isSet = (name: ThemeToken) => !!getComputedStyle(box).getPropertyValue(`--cp-${name}`).trim();
  for (const pair of pairs) {
    if (!pair.some(isSet)) continue;
    const ratio = contrast(color(pair[0]), color(pair[1]));
    if (ratio >= least) continue;
    warn(`${pair.join(' on ')} has a contrast of ${ratio.toFixed(1)}, less than ${least}: ours are used`);
    for (const name of pair) box.style.setProperty(`--cp-${name}`, 'initial');
  }
  probe.remove();
}

const ours: Partial<Record<ThemeToken, string>> = {
  'color-primary': 'accent',
  'color-on-primary': 'on',
  'color-text': 'ink',
  'color-text-muted': 'quiet',
  'color-bg': 'paper',
  'color-surface': 'card',
};
