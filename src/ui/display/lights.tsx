import { css } from 'goober';

/** Of the picture, in px. What is drawn is measured in lights: their places are whole numbers, which a slow phone writes and reads faster. */
const width = 328;

const arriving = css`
  animation: cp-on 0.48s steps(4) both;
`;

export type LightKind = 'lit' | 'idle' | 'sun' | 'unlit';
/** How much wider than a light its shine is, and how strong. */
const shine = { lit: [1.38, 0.16], sun: [1.7, 0.3] };

/** How many lights lie in a row, and the px that each has: 25 across, up to 40 of them 20, up to 10 in one row of larger ones. */
function rowsOf(total: number): [across: number, step: number] {
  const across = total > 40 ? 25 : total > 10 ? 20 : 10;
  return [across, across > 10 ? width / across : 28];
}

/** The same, with lights as large as fit into so many px of height. */
function fitted(total: number, height: number): [across: number, step: number] {
  let across = Math.ceil(width / height);
  while (Math.ceil(total / across) * (width / across) > height) across++;
  return [across, width / across];
}

/**
 * Lights in rows, so many of each kind one after the other. `scattered`: the few are spread over the many. `arrive`: the
 * bright ones come on while one looks.
 */
export function Lights({
  of,
  scattered,
  arrive,
  height,
  label,
}: {
  of: [kind: LightKind, count: number][];
  scattered?: boolean | undefined;
  arrive?: boolean | undefined;
  /** Px of the picture, however many lights there are; without it, it is as high as they need. */
  height?: number | undefined;
  /** What the picture says, in words; without it, it is decoration. */
  label?: string | undefined;
}) {
  const total = of.reduce((sum, [, count]) => sum + count, 0);
  const [across, step] = height ? fitted(total, height) : rowsOf(total);
  const stride = !scattered || total <= 10 ? 1 : total % 73 ? 73 : 89; // without a common factor every place is taken once
  let next = 0;
  return (
    <svg
      role={label && 'img'}
      aria-label={label}
      aria-hidden={!label || undefined}
      viewBox={`-.5 -.5 ${width / step} ${height ? height / step : Math.max(1, Math.ceil(total / across))}`}
      style={{ width: '100%', overflow: 'visible' }}
      strokeLinecap="round"
    >
      {of.map(([kind, count]) => {
        let path = '';
        for (const end = next + count; next < end; next++) {
          const at = (next * stride) % total;
          path += `M${at % across} ${Math.floor(at / across)}h.001`;
        }
        const [wider, strength] = (shine as Record<string, number[]>)[kind] ?? [];
        const light = {
          d: path,
          stroke: `var(--cp-${kind})`,
          className: arrive && kind === 'lit' ? arriving : undefined,
        };
        return (
          path && (
            <g key={kind} strokeWidth={0.64}>
              {wider && <path {...light} strokeWidth={0.64 * wider} strokeOpacity={strength} />}
              <path {...light} />
            </g>
          )
        );
      })}
    </svg>
  );
}
