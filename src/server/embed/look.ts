import { type Locale, localeNames } from '../kernel/messages';

/** The appearance options of a document that the page must not be able to disguise. */
export interface Look {
  locale: Locale;
  scheme: 'light' | 'dark' | undefined;
  /** `#rrggbb`, and the colour of text on it. */
  primary: { colour: string; on: string } | undefined;
  /** Pixels. */
  radius: number | undefined;
}

/** Reads the query of a secure document, and leaves out invalid values. */
export function lookOf(query: Record<string, unknown>, otherwise: Locale): Look {
  const { lang, scheme, primary, radius } = query;
  const colour = hex(String(primary ?? ''));
  const px = /^(\d{1,2})(px)?$/.exec(String(radius ?? ''))?.[1];
  return {
    locale: localeNames.find((locale) => locale === lang) ?? otherwise,
    scheme: scheme === 'dark' || scheme === 'light' ? scheme : undefined,
    primary: colour === undefined ? undefined : { colour, on: readableOn(colour) },
    radius: px === undefined ? undefined : Math.min(28, Number(px)),
  };
}

function hex(text: string): string | undefined {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  const [, r, g, b] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text) ?? [];
  return r && g && b ? `#${r}${r}${g}${g}${b}${b}`.toLowerCase() : undefined;
}

/** Black or white: one of them always has a contrast above 4.5. */
function readableOn(colour: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 1.05 / (light + 0.05) >= 4.5 ? '#ffffff' : '#000000';
}

/** The rules for the style sheet. */
export function rulesOf({ primary, radius }: Look): string {
  const rules = [
    ...(primary ? [`--accent:${primary.colour};--on:${primary.on}`] : []),
    ...(radius === undefined ? [] : [`--radius:${radius}px`]),
  ];
  return rules.length ? `html[data-scheme]{${rules.join(';')}}` : '';
}
