import { randomBytes } from 'node:crypto';
import type { Gateway } from '../../kernel/gateway';
import { openTicket, sealTicket } from '../../kernel/sealed-ticket';
import type { Partner } from '../../settings/partners';
import { tellMember } from './ask';
import { settled, tellOf } from './end';
import { stateOf, type WatchRow, watchOf } from './row';

/** Of a ticket that opens the picture once, and of the page that it has opened. */
const [entry, page] = ['watch', 'watch-page'];
const ticketMs = 60_000;

interface Sealed {
  member: string;
  id: string;
  /** Is compared with the row: only the newest is valid. */
  name: string;
  until: number;
}
const newName = () => randomBytes(16).toString('base64url');

type Deps = Pick<Gateway, 'db' | 'fileSecret' | 'mayWatch' | 'now'>;

/** A ticket for the page of ours that shows the picture. It works once and within a minute; the one before no longer does. */
export async function issueEntry({ db, fileSecret, now }: Deps, { member, id }: WatchRow): Promise<string> {
  const name = newName();
  await db.run
    .updateTable('screen_watch')
    .set({ ticket: name })
    .where('member', '=', member)
    .where('id', '=', id)
    .where('answer', '=', 'allowed')
    .where('ended_at', 'is', null)
    .execute();
  return sealTicket(fileSecret, entry, { member, id, name, until: now() + ticketMs } as Sealed);
}

const isOpenTo = (row: WatchRow | undefined, now: number): row is WatchRow =>
  !!row && /^(allowed|watching)$/.test(stateOf(row, now));

/**
 * The watching behind a ticket, for a page at this origin, without using the ticket up. Undefined if it was used, is too old, or belongs to
 * another origin, or the watching is over.
 */
export async function entryOf(gateway: Deps, ticket: string, origin: string): Promise<WatchRow | undefined> {
  const { db, fileSecret, now } = gateway;
  const sealed = openTicket<Sealed>(fileSecret, entry, ticket, now());
  const found = sealed && (await watchOf(db.run, sealed));
  const row = found && (await settled(gateway, found));
  return isOpenTo(row, now()) && row.ticket === sealed?.name && row.origin === origin ? row : undefined;
}

/** Uses a ticket up, and returns the key of the page that it opens. Any page before is closed. Undefined if another request was faster. */
export async function enter(
  { db, fileSecret, now }: Deps,
  partner: Pick<Partner, 'name'>,
  { member, id, ticket, began_at }: WatchRow,
): Promise<string | undefined> {
  const name = newName();
  const at = now();
  const opened = await db.tx(async (tx) => {
    const row = await tx
      .updateTable('screen_watch')
      .set({ ticket: null, viewer: name, began_at: began_at ?? new Date(at) })
      .where('member', '=', member)
      .where('id', '=', id)
      .where('ticket', '=', ticket)
      .where('ended_at', 'is', null)
      .where('until', '>', new Date(at))
      .returningAll()
      .executeTakeFirst();
    if (row && !began_at) {
      await tellMember(tx, partner, row, 'watchBegan', at);
      await tellOf(tx, row, at);
    }
    return row;
  });
  if (!opened) return;
  return sealTicket(fileSecret, page, { member, id, name, until: opened.until.getTime() } as Sealed);
}

/** The watching that a page shows; undefined if another page shows it, or it is over. */
export async function pageOf(
  gateway: Deps,
  key: string,
): Promise<{ row: WatchRow; viewer: string } | undefined> {
  const { db, fileSecret, now } = gateway;
  const sealed = openTicket<Sealed>(fileSecret, page, key, now());
  const found = sealed && (await watchOf(db.run, sealed));
  const row = found && (await settled(gateway, found));
  return isOpenTo(row, now()) && sealed && row.viewer === sealed.name
    ? { row, viewer: sealed.name }
    : undefined;
}
