import type { Host } from '../host';

const id = (body: object) => ({ id: String((body as { id?: unknown }).id ?? '') });

/** Tells the host page what has happened, by the calls that were done. Ids and counts only. */
const announcements: Record<string, (host: Host, body: object) => void> = {
  'txWithdraw/apply': (host, body) => {
    host.emit('withdraw-submitted', id(body));
    host.emit('balance-changed', {});
  },
  'txWithdraw/revoke': (host) => host.emit('balance-changed', {}),
  'txWorkOrder/add': (host, body) => host.emit('work-order-created', id(body)),
};

export const announce = (host: Host) => (path: string, body: object) => announcements[path]?.(host, body);
