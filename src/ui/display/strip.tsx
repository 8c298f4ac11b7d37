/** Internal width in px; the row is scaled to its container. */
const width = 300;

/**
 * A row of lights of which a part is on: a proportion, progress, the remaining hours. Any value above zero has a light, and only the full
 * value has all.
 */
export function Strip({
  value,
  of,
  lights = 28,
  tone = 'lit',
  label,
  margin,
}: {
  value: number;
  /** The value of a full row. */
  of: number;
  lights?: number | undefined;
  tone?: 'lit' | 'sun' | 'unlit' | undefined;
  /** The meaning of the picture as text; without it, it is decorative. */
  label?: string | undefined;
  /** CSS margin. */
  margin?: string | undefined;
}) {
  const exact = of > 0 ? Math.min(1, Math.max(0, value / of)) * lights : 0;
  const on = exact > lights / 2 ? Math.floor(exact) : Math.ceil(exact);
  const step = width / lights;
  const size = Math.min(7, step * 0.66);
  const row = (from: number, to: number) => `M${(from + 0.5) * step} 5h${(to - from - 1) * step + 0.1}`;
  return (
    <svg
      role={label && 'img'}
      aria-label={label}
      aria-hidden={!label || undefined}
      viewBox={`0 0 ${width} 10`}
      style={{ width: '100%', margin }}
      strokeLinecap="round"
      strokeDasharray={`.01 ${step - 0.01}`}
      strokeWidth={size}
    >
      {on < lights && <path d={row(on, lights)} stroke="var(--cp-unlit)" />}
      {on > 0 && <path d={row(0, on)} stroke={`var(--cp-${tone})`} />}
    </svg>
  );
}
