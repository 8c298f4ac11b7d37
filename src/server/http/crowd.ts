import type { Device } from '../kernel/device';
import { networkOf } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';

/**
 * Maximum number of open requests without a session at one gateway: per address, which is enough for a town but not for a flood, and per
 * known device, which is counted separately from its neighbours.
 */
const most = { address: 60, device: 4 };

/** Rejects a flood from one address before it costs the database anything and delays everybody. */
export interface Crowd {
  /** Admits a request, and returns the function that releases it. Rejected as busy if too many requests of the same origin are open. */
  enter(ip: string, device: Device): () => void;
}

export function createCrowd(): Crowd {
  const inside = new Map<string, number>();
  return {
    enter(ip, { id }) {
      const key = id ?? networkOf(ip);
      const before = inside.get(key) ?? 0;
      if (before >= (id ? most.device : most.address)) throw new RequestRejected('busy');
      inside.set(key, before + 1);
      return () => {
        const left = (inside.get(key) ?? 1) - 1;
        if (left) inside.set(key, left);
        else inside.delete(key);
      };
    },
  };
}
