const across = 15;
const down = 9;
/** Px between two lights. */
const step = 9;
const tones = { '.': 'unlit', '#': 'lit', o: 'sun', '!': 'bad' };
const unlit = Array<string>(down).fill('.'.repeat(across));

/** The lights of one mark. */
const dots = (rows: string[], mark: string) =>
  rows
    .map((row, y) =>
      row.replace(/./g, (one, x) => (one === mark ? `M${(x + 0.5) * step} ${(y + 0.5) * step}h.01` : '')),
    )
    .join('');

/** One of `drawings.ts`: a small rack with a symbol in lights. Decorative; the text is below. */
export function Drawing({ of, width = across * step }: { of: string; width?: number | undefined }) {
  return (
    <svg
      width={width}
      viewBox={`0 0 ${across * step} ${down * step}`}
      strokeWidth="6"
      strokeLinecap="round"
      aria-hidden="true"
      style={{ maxWidth: '100%' }}
    >
      {Object.entries(tones).map(([mark, tone]) => (
        <path key={mark} d={dots(mark === '.' ? unlit : of.split('/'), mark)} stroke={`var(--cp-${tone})`} />
      ))}
    </svg>
  );
}
