import type { Call } from '../../contract/wire/call';
import type { Queries } from '../../core/data/query';

/** Records the queries, so that all of them can be refreshed. */
export function refreshable(queries: Queries): [Queries, () => void] {
  const calls = new Set<Call>();
  const entry: Queries['entry'] = (call, input) => {
    calls.add(call);
    return queries.entry(call, input);
  };
  return [{ ...queries, entry }, () => queries.changed(...calls)];
}
