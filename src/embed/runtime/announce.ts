import type { Call } from '../../contract/wire/call';
import type { CallEvent } from '../../contract/wire/embed-terms';
import type { Host } from '../host';

/** Tells the host page what has happened, as the call that was done declares it; and of any that changes something, which it was. */
export const announce =
  (host: Host) =>
  ({ announce = {}, once, path }: Call, body: Record<string, unknown>) => {
    for (const event in announce) {
      const detail: Record<string, unknown> = {};
      for (const one of announce[event as CallEvent] || []) {
        const [field = '', as = field] = typeof one === 'string' ? [one] : one;
        detail[as] = body[field];
      }
      host.emit(event as CallEvent, detail as never);
    }
    if (once) host.emit('event', { name: 'done', call: path });
  };
