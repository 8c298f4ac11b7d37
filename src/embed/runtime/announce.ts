import type { Call } from '../../contract/wire/call';
import type { CallEvent } from '../../contract/wire/embed-terms';
import type { Host } from '../host';

/** Tells the host page what has happened, as the call that was done declares it. */
export const announce = (host: Host) => (call: Call, body: Record<string, unknown>) => {
  for (const [event, fields] of Object.entries(call.announce ?? {})) {
    const told = Object.fromEntries(fields.map((name) => [name, String(body[name] ?? '')]));
    host.emit(event as CallEvent, told as { id: string });
  }
};
