import { css } from 'goober';
import { safeValue, themeTokens, tokenKinds } from '../../contract/embed/theme-tokens';
import type { Theme, ThemeToken } from '../api';
import { contrast, least, mixed } from './contrast';

const never = /url|image|expression|var\(|attr\(/i;

const kindOf = new Map(
  tokenKinds.flatMap(([tokens, kind]) =>
    tokens.split(' ').map((name) => [name as ThemeToken, kind] as const),
  ),
);
/** Limits in pixels. */
const bounds: Partial<Record<ThemeToken, [least: number, most: number]>> = {
  'font-size': [14, 20],
  space: [6, 12],
  'control-height': [44, 80],
};

/** Text and background; their contrast must be at least 4.5 (WCAG), or ours are used. */
const pairs: [text: ThemeToken, on: ThemeToken][] = [
  ['color-on-primary', 'color-primary'],
  ['color-text', 'color-bg'],
  ['color-text', 'color-surface'],
  ['color-text-muted', 'color-bg'],
  ['color-text-muted', 'color-surface'],
  ['color-primary', 'color-surface'],
  ['color-on-strong', 'color-strong'],
];

/** The value if it is valid, or undefined. A 0 becomes a number of pixels, so that it works in calculations. */
export function valid(
  name: ThemeToken,
  value: string,
  supports: (property: string, value: string) => boolean = () => true,
): string | undefined {
  if (!safeValue.test(value) || never.test(value)) return;
  const kind = kindOf.get(name);
  if (!kind || (typeof kind === 'string' ? !supports(kind, value) : !kind.test(value))) return;
  if (value === '0' && kind !== 'line-height') return typeof kind === 'string' ? '0px' : value;
  const bound = bounds[name];
  if (!bound) return value;
  const pixels = /^([\d.]+)px$/.exec(value);
  return pixels ? `${Math.min(Math.max(Number(pixels[1]), bound[0]), bound[1])}px` : undefined;
}

const bounded = (name: ThemeToken) => {
  const bound = bounds[name];
  return bound ? `, and wants pixels between ${bound.join(' and ')}` : '';
};

/**
 * Applies the valid tokens of `theme` and of the page's CSS, removes unreadable ones, and derives tints from the brand colour. Warns the
 * developer, with the given value and the value in use.
 */
export function apply(
  host: HTMLElement,
  box: HTMLElement & { warned?: Set<string> },
  theme: Theme = {},
): void {
  box.warned ??= new Set(); // a page may change its theme at times: each warning is logged once
  const { warned } = box;
  const warn = (text: string) => {
    if (!warned.has(text)) console.warn(`Cloudphone: ${text}`);
    warned.add(text);
  };
  const page = getComputedStyle(host);
  const supports = (property: string, value: string) =>
    !window.CSS?.supports || CSS.supports(property, value);
  for (const name of Object.keys(theme))
    if (!kindOf.has(name as ThemeToken))
      warn(`there is no theme token ${name}; there are: ${themeTokens.join(', ')}`);
  for (const name of themeTokens as ThemeToken[]) {
    const requested = theme[name] ?? page.getPropertyValue(`--cp-${name}`).trim();
    const used = requested ? valid(name, requested, supports) : '';
    if (used === undefined)
      warn(
        `${theme[name] === undefined ? '--cp-' : 'theme.'}${name} cannot be ${requested}${bounded(name)}: ours is used`,
      );
    else if (bounds[name] && used !== requested)
      warn(`${name} ${requested} is out of bounds: ${used} is used`);
    const inherits = theme[name] === undefined && used === requested;
    box.style.setProperty(`--cp-${name}`, inherits ? '' : (used ?? 'initial'));
  }
  const isSet = (name: ThemeToken) => !!getComputedStyle(box).getPropertyValue(`--cp-${name}`).trim();
  // taller content scrolls within; otherwise the embed is as tall as its content
  const { style } = box;
  style.maxHeight = 'var(--cp-max-height)';
  style.overflowY = isSet('max-height') ? 'auto' : '';
  const probe = document.createElement('i');
  box.append(probe);
  const show = (value: string) => {
    probe.style.color = value;
    return getComputedStyle(probe).color;
  };
  /** The colour in use: the partner's, or ours. */
  const color = (name: ThemeToken) => show(`var(--cp-${ours[name]})`);
  for (const pair of pairs) {
    if (!pair.some(isSet)) continue;
    const ratio = contrast(color(pair[0]), color(pair[1]));
    if (ratio >= least) continue;
    warn(`${pair.join(' on ')} has a contrast of ${ratio.toFixed(1)}, less than ${least}: ours are used`);
    for (const name of pair) box.style.setProperty(`--cp-${name}`, 'initial');
  }
  tint(box, isSet, color);
  probe.remove();
}

/** The most important card, in the partner's own colour for it. */
const strong = css`
  & [data-night] {
    --cp-ink: var(--cp-color-on-strong, var(--cp-on));
    --cp-quiet: var(--cp-ink);
    --cp-lit: currentColor;
    --cp-card: transparent;
    --cp-line: currentColor;
    border-color: transparent;
    background: var(--cp-color-strong);
  }
  & [data-night]::before {
    content: none;
  }
`;

/** All our greens become a tint of the brand colour, as strong as the contrast of its text allows. */
function tint(
  box: HTMLElement,
  isSet: (name: ThemeToken) => boolean,
  color: (name: ThemeToken) => string,
): void {
  const branded = isSet('color-primary');
  box.classList.toggle(strong, isSet('color-strong'));
  const [brand, card] = [color('color-primary'), color('color-surface')];
  const soft = [0.14, 0.1, 0.06, 0].map((share) => mixed(brand, card, share));
  const readable = soft.find((one) => contrast(one, brand) >= least) ?? card;
  box.style.setProperty('--cp-soft', branded ? readable : '');
  box.style.setProperty('--cp-lit', branded && !isSet('color-success') ? brand : '');
}

const ours: Partial<Record<ThemeToken, string>> = {
  'color-primary': 'accent',
  'color-on-primary': 'on',
  'color-text': 'ink',
  'color-text-muted': 'quiet',
  'color-bg': 'paper',
  'color-surface': 'card',
  'color-strong': 'color-strong, var(--cp-card)',
  'color-on-strong': 'color-on-strong, var(--cp-ink)',
};
