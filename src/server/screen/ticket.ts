import type { EmbedScope } from '../../contract/embed/features';
import { openTicket, sealTicket } from '../kernel/sealed-ticket';

/**
 * The viewer, whose right also ends the address: a session of the member (`session.hash`), or the document with this origin in a partner's page, whose
 * token has this scope. For a partner's support, it is a page of ours, with the id and the `viewer` of a row of `screen_watch`.
 */
type Viewer =
  | { session: string }
  | { partner: string; origin: string; scope: EmbedScope }
  | { watch: string; page: string };

/** The permission to look at one machine's screen. */
export interface ScreenTicket {
  machine: string;
  member: string;
  viewer: Viewer;
  /** Machines of the member that do what the viewer does on this one. */
  followers?: readonly string[];
  /** Milliseconds since the epoch. */
  until: number;
}

/** Whether the viewer may touch the phone, and not only look. */
export const mayControl = ({ viewer }: Pick<ScreenTicket, 'viewer'>): boolean =>
  'session' in viewer || ('scope' in viewer && viewer.scope === 'screen:control');

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
