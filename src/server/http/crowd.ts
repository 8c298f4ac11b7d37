import type { Device } from '../kernel/device';
import { networkOf } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';

/**
 * Requests without a session that may be open at a time at one gateway: of one address, a town's and not a flood; and of one device
 * that we know, which is not counted with its neighbours.
 */
const most = { address: 60, device: 4 };

/** Turns a flood from one address away before it costs the database anything, where it would stand in everybody's way. */
export interface Crowd {
  /** Lets a request in, and gives what lets it out. Rejected as busy when too many like it are in. */
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
