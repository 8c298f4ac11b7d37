import { openTicket, sealTicket } from '../kernel/sealed-ticket';

/** The permission to look at one machine's screen. */
export interface ScreenTicket {
  machine: string;
  member: string;
  /** `session.hash`: the address ends with it. */
  session: string;
  /** Milliseconds since the epoch. */
  until: number;
}

const purpose = 'screens';
/** Milliseconds for which a ticket is valid: a member who looks longer asks for the next one. */
const ticketTtl = 60_000;

/** The address of the picture of a machine's screen. `now` in milliseconds. */
export const screenAddress = (secret: string, ticket: Omit<ScreenTicket, 'until'>, now: number): string =>
  `/screens?ticket=${sealTicket(secret, purpose, { ...ticket, until: now + ticketTtl } as ScreenTicket)}`;

/** The permission behind a ticket; undefined if the gateway did not issue it, or it has expired. */
export const openScreenTicket = (secret: string, ticket: string, now: number): ScreenTicket | undefined =>
  openTicket<ScreenTicket>(secret, purpose, ticket, now);
