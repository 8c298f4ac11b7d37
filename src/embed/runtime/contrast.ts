/** The WCAG minimum for text. */
export const least = 4.5;

/** The components of a colour from `getComputedStyle`. */
const numbersOf = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);

function luminance([r = 0, g = 0, b = 0]: number[]): number {
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) => {
    const value = part / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other]
    .map((color) => luminance(numbersOf(color)))
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes a `share` (0 to 1) of a colour into another: engines of 2018 lack `color-mix`. */
export function mixed(color: string, into: string, share: number): string {
  const other = numbersOf(into);
  const parts = numbersOf(color)
    .slice(0, 3)
    .map((part, channel) => Math.round(part * share + (other[channel] ?? 0) * (1 - share)));
  return `rgb(${parts.join(', ')})`;
}
