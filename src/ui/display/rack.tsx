const step = 14;
const across = 20;

/** Where the dots `from` to `to` sit: strokes without a length, drawn with round ends. */
function dots(from: number, to: number): string {
  let path = '';
  for (let at = from; at < to; at++)
    path += `M${(at % across) * step + step / 2} ${Math.floor(at / across) * step + step / 2}h.01`;
  return path;
}

/**
 * A rack of machines, one dot each; lit while online. More than `max` are shown in proportion, and then neither "none"
 * nor "all" is said of a rack of which it is not true.
 */
export function Rack({
  online,
  total,
  max = 60,
  label,
}: {
  online: number;
  total: number;
  max?: number | undefined;
  /** What the picture says, in words. */
  label: string;
}) {
  const count = Math.min(total, max);
  const share = total > 0 ? (online * count) / total : 0; // divided last: 7 of 100 is not 7.000000000000001
  const lit = share > count / 2 ? Math.min(Math.floor(share), count) : Math.ceil(share);
  const width = Math.max(1, Math.min(count, across)) * step;
  const height = Math.max(1, Math.ceil(count / across)) * step;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      style={{ width, maxWidth: '100%' }}
      fill="none"
      strokeLinecap="round"
    >
      <path d={dots(lit, count)} stroke="var(--cp-unlit)" strokeWidth="7" />
      <path d={dots(0, lit)} stroke="var(--cp-lit)" strokeOpacity=".22" strokeWidth="12" />
      <path d={dots(0, lit)} stroke="var(--cp-lit)" strokeWidth="7" />
    </svg>
  );
}
