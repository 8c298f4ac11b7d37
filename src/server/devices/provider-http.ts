import * as v from 'valibot';
import type { MachineApi } from '../settings/machines';
import type { MachineProvider } from './provider';

const timeoutMs = 15_000;
const text = v.pipe(v.string(), v.maxLength(200));
const answer = v.object({
  machines: v.array(
    v.object({
      id: text,
      state: v.picklist(['preparing', 'prepared', 'online', 'offline']),
      reason: v.optional(v.picklist(['starting', 'maintenance', 'network'])),
      restartable: v.optional(v.boolean()),
      task: v.optional(
        v.object({
          id: text,
          progress: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
        }),
      ),
    }),
  ),
});

/**
 * `POST {api}/machines/sync` with `{machines: WantedMachine[]}`; the response is `{machines: ReportedMachine[]}`. The key is a bearer
 * token.
 */
export function providerOverHttp({ api, key }: MachineApi): MachineProvider {
  return {
    sandbox: false,
    async sync(machines) {
      const response = await fetch(`${api}/machines/sync`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ machines }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`the provider of machines answered ${response.status}`);
      return v.parse(answer, await response.json()).machines;
    },
  };
}
