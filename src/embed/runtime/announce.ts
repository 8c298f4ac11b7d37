import type { Call } from '../../contract/wire/call';
import type { CallEvent } from '../../contract/wire/embed-terms';
import type { Host } from '../host';

/** Tells the host page what has happened, as the call that was done declares it. */
export const announce =
  (host: Host) =>
  ({ announce = {} }: Call, body: Record<string, unknown>) => {
    for (const event in announce) {
      const detail: Record<string, string> = {};
      for (const name of announce[event as CallEvent] || []) detail[name] = String(body[name]);
      host.emit(event as CallEvent, detail as Record<string, string> as never);
    }
  };
