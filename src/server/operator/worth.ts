import type { Gateway } from '../kernel/gateway';
import type { Change, SourceNamed, WorthOf } from './source';

/** An action that a person wants to perform. */
export interface Intent {
  /** `withdrawals/:id/approve` */
  action: string;
  target: string;
  input: unknown;
}

/** The area and the name of an action: `add` of `products`, `change` of `products/:id`, `approve` of `withdrawals/:id/approve`. */
function actionNamed(action: string): { area: string; name: string } {
  const [area = '', ...rest] = action.split('/');
  const last = rest.at(-1) ?? 'add';
  return { area, name: last.startsWith(':') ? 'change' : last };
}

/**
 * The value of an action, in fen: everything that a person moves for an order, or for a member in a day, so that splitting an amount does
 * not circumvent the limit. Each area declares the value of its actions; actions without a declaration move no money.
 */
export async function worthOf(
  gateway: Gateway,
  named: SourceNamed,
  { action, target, input }: Intent,
): Promise<number> {
  const { area, name } = actionNamed(action);
  const worth = named(area)?.worth as Record<string, WorthOf | undefined> | undefined;
  return (await worth?.[name]?.(gateway, target, (input ?? {}) as Record<string, unknown>)) ?? 0;
}

/** Input that only concerns the request itself. */
const beside = new Set(['requestKey', 'again', 'reason']);

/** The changes of an action, value by value, and the record to which it applies. */
export async function explained(
  gateway: Gateway,
  named: SourceNamed,
  { action, target, input }: Intent,
): Promise<{ record?: object; changes: Change[] }> {
  const { area, name } = actionNamed(action);
  const source = named(area);
  const given = (input ?? {}) as Record<string, unknown>;
  const record = await source?.one(gateway, target).catch(() => undefined);
  const own = (source?.changes as Record<string, Explain | undefined> | undefined)?.[name];
  if (own && record) return { record, changes: own(record, given) };
  const before = (record ?? {}) as Record<string, unknown>;
  const changes = Object.entries(given)
    .filter(([field]) => !beside.has(field))
    .map(([field, after]) => ({ field, before: before[field], after }));
  return { ...(record && { record }), changes };
}

type Explain = (record: object, input: Record<string, unknown>) => Change[];
