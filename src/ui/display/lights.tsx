import { css } from 'goober';

/** Width of the picture in px. Positions are measured in lights, because a slow phone writes and parses integers faster. */
const width = 328;

const arriving = css`
  animation: cp-on 0.48s steps(4) both;
`;

export type LightKind = 'lit' | 'idle' | 'sun' | 'unlit';
/** The size of a light's glow relative to the light, and its opacity. */
const shine = { lit: [1.38, 0.16], sun: [1.7, 0.3] };

/** Number of lights per row, and the px for each: 25 across, up to 40 of them 20, up to 10 in one row of larger ones. */
function rowsOf(total: number): [across: number, step: number] {
  const across = total > 40 ? 25 : total > 10 ? 20 : 10;
  return [across, across > 10 ? width / across : 28];
}

/** The part of the picture's width that the longest row takes. */
export function longestRow(total: number): number {
  const [across, step] = rowsOf(total);
  return (Math.min(total, across) * step) / width;
}

/** `rowsOf`, with lights as large as a height in px permits. */
function fitted(total: number, height: number): [across: number, step: number] {
  let across = Math.ceil(width / height);
  while (Math.ceil(total / across) * (width / across) > height) across++;
  return [across, width / across];
}

/**
 * Lights in rows, the kinds one after the other. `scattered`: distributes the rarer kinds. `arrive`: the bright lights switch on with an
 * animation.
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
  /** Height of the picture in px, whatever the number of lights; without it, the height follows from the lights. */
  height?: number | undefined;
  /** The meaning of the picture as text; without it, it is decorative. */
  label?: string | undefined;
}) {
  const total = of.reduce((sum, [, count]) => sum + count, 0);
  const [across, step] = height ? fitted(total, height) : rowsOf(total);
  const stride = !scattered || total <= 10 ? 1 : total % 73 ? 73 : 89; // without a common factor every position is used once
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
