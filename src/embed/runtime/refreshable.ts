import type { Call } from '../../contract/wire/call';
import type { Queries } from '../../core/data/query';

/** Remembers what was asked for, so that all of it can be asked again. */
export function refreshable(queries: Queries): [Queries, () => void] {
  const calls = new Set<Call>();
  const entry: Queries['entry'] = (call, input) => {
    calls.add(call);
    return queries.entry(call, input);
  };
  return [{ ...queries, entry }, () => queries.changed(...calls)];
}
