import { Lights } from './lights';

/** What cloud phones are doing: each is counted once. */
export interface Fleet {
  working: number;
  /** Online without a task. */
  idle: number;
  offline: number;
  /** Online, and their time is nearly over. */
  expiring: number;
}

/** Above so many, one light stands for several. */
const most = 200;
/** Px of every rack, so that nothing moves when the numbers come. */
const height = 66;

/** How many cloud phones one light stands for. */
export const eachLight = (total: number): number => Math.ceil(total / most);

/**
 * How many of `lights` show each of `counts`, in proportion. What there is has a light at least, so that neither "none"
 * nor "all" is said of a rack of which it is not true.
 */
export function share(counts: number[], lights: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= lights) return counts;
  const lit = counts.map((count) => count && Math.max(1, Math.round((count * lights) / total)));
  const most = lit.indexOf(Math.max(...lit));
  const left = lights - lit.reduce((sum, one) => sum + one, 0);
  return lit.map((one, at) => (at === most ? one + left : one));
}

/** A fleet, a light for each cloud phone; above 200 one light stands for `eachLight` of them. */
export function Rack({
  working,
  idle,
  offline,
  expiring,
  label,
}: Fleet & {
  /** What the picture says, in words; without it, it is decoration. */
  label?: string | undefined;
}) {
  const counts = [working, idle, expiring, offline];
  const total = counts.reduce((sum, count) => sum + count, 0);
  const [lit = 0, dim = 0, sun = 0, unlit = 0] = share(counts, Math.ceil(total / (eachLight(total) || 1)));
  return (
    <Lights
      scattered
      height={height}
      of={[
        ['lit', lit],
        ['idle', dim],
        ['sun', sun],
        ['unlit', unlit],
      ]}
      label={label}
    />
  );
}
