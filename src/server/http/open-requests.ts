import type { Device } from '../kernel/device';
import { networksOf } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';

/**
 * Maximum number of open requests without a session at one gateway: per address, which is enough for a town but not for a flood; per wider
 * network; and per known device, which is counted separately from its neighbours.
 */
const most = { address: 60, wider: 120, device: 4 };

/** Rejects a flood from one address before it costs the database anything and delays everybody. */
export interface OpenRequests {
  /** Admits a request, and returns the function that releases it. Rejected as busy if too many requests of the same origin are open. */
  enter(ip: string, device: Device): () => void;
}

export function createOpenRequests(): OpenRequests {
  const inside = new Map<string, number>();
  return {
    enter(ip, { id }) {
      const counted = id
        ? [{ key: id, limit: most.device }]
        : networksOf(ip).map(({ name, times }) => ({
            key: name,
            limit: times === 1 ? most.address : most.wider,
          }));
      if (counted.some(({ key, limit }) => (inside.get(key) ?? 0) >= limit))
        throw new RequestRejected('busy');
      for (const { key } of counted) inside.set(key, (inside.get(key) ?? 0) + 1);
      return () => {
        for (const { key } of counted) {
          const left = (inside.get(key) ?? 1) - 1;
          if (left) inside.set(key, left);
          else inside.delete(key);
        }
      };
    },
  };
}
