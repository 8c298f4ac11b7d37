import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type * as ws from 'ws';
import { mostFollowers } from '../../../contract/buying/screens';
import type { Gateway } from '../../kernel/gateway';
import { load } from '../../kernel/load';
import { livePath, mayControl, openLiveTicket, type ScreenTicket } from '../ticket';
import { type Watching, watchedBy } from '../watched-by';
import { isLive, watchedMachines } from '../watched-machines';
import { createFollowers } from './followers';
import { type Relay, relay } from './relay';
import { refuseUpgrade, takeUpgrades } from './upgrades';

/** Pictures that are live at this gateway, of one member and of all; at 600 kbit/s the latter are 240 Mbit/s. */
const [mostOfMember, mostInAll] = [4, 400];
/** Phones that follow at this gateway, of one member and of all: a provider that sends pictures nevertheless sends 150 kbit/s each. */
const [mostFollowersOfMember, mostFollowersInAll] = [mostFollowers, 1000];
/** Bytes of a message of a page: more than the longest text for the clipboard. */
const largestMessage = 20_000;

/** Milliseconds within which a member's end of a partner's watching arrives. */
const watchCheckMs = 1_000;

interface Place {
  /** One page at a time has it: that of a machine, or that of a partner's support, which takes nothing over from its member. */
  name: string;
  /** The member whose places it takes; undefined for a partner's support. */
  member: string | undefined;
  /** The phones that follow there. */
  following: number;
}
type Live = Relay & Place;

const placeOf = ({ machine, member, viewer, followers = [] }: ScreenTicket): Place =>
  'watch' in viewer
    ? { name: `watch ${viewer.watch}`, member: undefined, following: 0 }
    : { name: machine, member, following: followers.length };

/** Whether there is a place for another picture beside those that are live. */
function hasRoom(live: Iterable<Live>, { name, member, following }: Place): boolean {
  const others = [...live].filter((one) => one.name !== name);
  const own = member === undefined ? [] : others.filter((one) => one.member === member);
  if (own.length >= mostOfMember || others.length >= mostInAll) return false;
  const sum = (some: Live[]) => some.reduce((all, one) => all + one.following, following);
  return !following || (sum(own) <= mostFollowersOfMember && sum(others) <= mostFollowersInAll);
}

/**
 * Whether the page is one of ours, or the partner's to which the address was given. The ticket alone lets it in, so this only keeps an address that has
 * leaked from being used elsewhere.
 */
function isFromViewer({ headers }: IncomingMessage, { viewer }: ScreenTicket, publicUrl: string): boolean {
  const { origin, host } = headers;
  if ('partner' in viewer) return origin === viewer.origin;
  if (!origin) return 'session' in viewer;
  return origin === new URL(publicUrl).origin || origin.replace(/^https?:\/\//, '') === host;
}

const openSockets = () =>
  new (load('ws') as typeof ws).WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: largestMessage,
    perMessageDeflate: false, // video does not get smaller
  });

/** The machine of a ticket, if its live picture may be seen with it now. */
async function liveBy(gateway: Watching, ticket: ScreenTicket) {
  const machine = await watchedBy(gateway, ticket);
  return machine && isLive(machine) ? machine : undefined;
}

/** Names the page that shows the machine from now on; undefined names none, if it was still `before`. */
const setViewer = (
  { db }: Pick<Gateway, 'db'>,
  { member, machine }: Pick<ScreenTicket, 'member' | 'machine'>,
  viewer: string | null,
  before?: string,
) =>
  db.run
    .updateTable('machine')
    .set({ viewer })
    .where('member', '=', member)
    .where('id', '=', machine)
    .where((is) => is.and(before === undefined ? [] : [is('viewer', '=', before)]))
    .execute();

/**
 * `/screens/live?ticket=…`: the live picture of a machine (`contract/buying/live.ts`), for one page at a time. A page that comes takes it over from
 * the one before, which may be connected to another gateway: the row of the machine names the page, and every gateway reads it every five seconds.
 */
export function serveLive(app: FastifyInstance, gateway: Gateway): void {
  const { fileSecret, now, screens, settings } = gateway;
  const log = (error: unknown) => app.log.warn(error);
  let sockets: ws.WebSocketServer | undefined;
  const live = new Set<Live>();
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const one of live) one.stop();
  });

  async function take(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (isClosing) return refuseUpgrade(socket, '503 Service Unavailable');
    const text = new URL(request.url ?? '', settings.publicUrl).searchParams.get('ticket') ?? '';
    const ticket = openLiveTicket(fileSecret, text, now());
    if (!ticket || !isFromViewer(request, ticket, settings.publicUrl) || !(await liveBy(gateway, ticket)))
      return refuseUpgrade(socket, '404 Not Found');
    const { member, machine, followers: ids = [] } = ticket;
    const place = placeOf(ticket);
    if (!hasRoom(live, place)) return refuseUpgrade(socket, '429 Too Many Requests');
    const isWatch = 'watch' in ticket.viewer;
    const shown = isWatch ? [] : [machine, ...ids];
    const viewer = randomUUID();
    for (const one of shown) await setViewer(gateway, { member, machine: one }, viewer);
    if (socket.destroyed) return;
    sockets ??= openSockets();
    sockets.handleUpgrade(request, socket, head, (page) => {
      for (const one of live) if (one.name === place.name) one.end('taken');
      const own: Live = {
        ...place,
        ...relay(page, {
          stream: (bitrate) => screens.stream(machine, bitrate, member),
          async check() {
            const watched = await liveBy(gateway, ticket);
            if (!watched) return 'ended';
            return isWatch || watched.viewer === viewer ? undefined : 'taken';
          },
          left() {
            live.delete(own);
            for (const one of shown) setViewer(gateway, { member, machine: one }, null, viewer).catch(log);
          },
          followers:
            ids.length > 0
              ? createFollowers(ids, {
                  stream: (id) => screens.stream(id, undefined, member),
                  machines: () => watchedMachines(gateway.db.run, member, ids),
                  viewer,
                  log,
                })
              : undefined,
          mayControl: mayControl(ticket),
          ...(isWatch && { checkMs: watchCheckMs }),
          log,
          now,
        }),
      };
      live.add(own);
    });
  }
  takeUpgrades(app.server, livePath, (request, socket, head) => {
    take(request, socket, head).catch((error) => {
      log(error);
      socket.destroy();
    });
  });
}
