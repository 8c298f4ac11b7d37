import { Lights } from './lights';

/** The states of cloud phones: each phone is counted once. */
export interface Fleet {
  working: number;
  /** Online without a task. */
  idle: number;
  offline: number;
  /** Online, with little time left. */
  expiring: number;
}

/** Above this number, one light represents several. */
const most = 200;
/** Number of cloud phones that one light represents. */
export const eachLight = (total: number): number => Math.ceil(total / most) || 1;

/**
 * Distributes `lights` over `counts`, in proportion. A count above zero has at least one light, so that a rack never wrongly suggests
 * "none" or "all".
 */
export function share(counts: number[], lights: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= lights) return counts;
  const lit = counts.map((count) => count && Math.max(1, Math.round((count * lights) / total)));
  const most = lit.indexOf(Math.max(...lit));
  const left = lights - lit.reduce((sum, one) => sum + one, 0);
  return lit.map((one, at) => (at === most ? one + left : one));
}

/** A fleet, one light per cloud phone; above 200 one light represents `eachLight` of them. */
export function Rack({
  working,
  idle,
  offline,
  expiring,
  height = 66,
  label,
}: Fleet & {
  /** In px, whatever the number, so that nothing moves when the numbers arrive. */
  height?: number | undefined;
  /** The meaning of the picture as text; without it, it is decorative. */
  label?: string | undefined;
}) {
  const counts = [working, idle, expiring, offline];
  const total = counts.reduce((sum, count) => sum + count, 0);
  const lights = share(counts, Math.ceil(total / eachLight(total)));
  return (
    <Lights
      scattered
      height={height}
      of={(['lit', 'idle', 'sun', 'unlit'] as const).map((kind, at) => [kind, lights[at] ?? 0])}
      label={label}
    />
  );
}
