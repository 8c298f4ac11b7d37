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

/** Of a picture, and of the live picture, which also lets its viewer control the phone. */
const [still, live] = ['screens', 'live-screens'];
export const livePath = '/screens/live';
/** Milliseconds for which a ticket is valid: a member who looks longer asks for the next one. A live picture continues. */
const ticketTtl = 60_000;

type Permission = Omit<ScreenTicket, 'until'>;
const seal = (secret: string, purpose: string, ticket: Permission, now: number) =>
  sealTicket(secret, purpose, { ...ticket, until: now + ticketTtl } as ScreenTicket);

/** The address of the picture of a machine's screen. `now` in milliseconds. */
export const screenAddress = (secret: string, ticket: Permission, now: number): string =>
  `/screens?ticket=${seal(secret, still, ticket, now)}`;

/** The address of the live picture, a WebSocket. */
export const liveAddress = (secret: string, ticket: Permission, now: number): string =>
  `${livePath}?ticket=${seal(secret, live, ticket, now)}`;

/** The permission behind a ticket; undefined if the gateway did not issue it, or it has expired. */
export const openScreenTicket = (secret: string, ticket: string, now: number): ScreenTicket | undefined =>
  openTicket<ScreenTicket>(secret, still, ticket, now);

/** The same of a live picture. */
export const openLiveTicket = (secret: string, ticket: string, now: number): ScreenTicket | undefined =>
  openTicket<ScreenTicket>(secret, live, ticket, now);
