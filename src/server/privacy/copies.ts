import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import type { InferOutput } from 'valibot';
import type * as yazl from 'yazl';
import * as calls from '../../contract/member/privacy';
import type * as rules from '../../contract/member/privacy.rules';
import { me } from '../auth/members';
import { provePassword } from '../auth/password';
import type { Db } from '../db/database';
import { enqueue, type OutsideKind } from '../jobs/jobs';
import type { Schedule } from '../jobs/worker';
import type { RequestContext } from '../kernel/context';
import { dayLength } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import type { FileStore } from '../kernel/file-store';
import type { Gateway } from '../kernel/gateway';
import { idempotent } from '../kernel/idempotency';
import { load } from '../kernel/load';
import { type Locale, translate } from '../kernel/messages';
import { RequestRejected } from '../kernel/request-rejected';
import { sha256 } from '../kernel/sha256';
import { notifyMember } from '../notices/notify-member';
import { openFile, sendFile } from '../pictures/send-file';
import { gather } from './gather';

/** Milliseconds for which an address opens a copy. */
const ticketTtl = 5 * 60_000;
const lifetime = calls.copyDays * dayLength;

const nameOf = (id: string) => `copy-${id}.zip`;

const copyOf = (run: Db['run'], member: string) =>
  run.selectFrom('data_copy').selectAll().where('member', '=', member).executeTakeFirst();

export async function dataCopy(_: object, { db, member, now }: RequestContext) {
  const row = await copyOf(db.run, member);
  if (!row) return {};
  const until = row.ready_at && row.ready_at.getTime() + lifetime;
  const again = row.asked_at.getTime() + dayLength;
  const copy: calls.DataCopy = {
    state: row.ready_at ? 'ready' : 'making',
    askedAt: row.asked_at.toISOString(),
    ...(until && { until: new Date(until).toISOString(), size: Number(row.size) }),
  };
  return {
    ...((!until || until > now) && { copy }),
    ...(again > now && { again: new Date(again).toISOString() }),
  };
}

/** See `askCopy` of the contract. The copy before goes with its file: the sweep removes what no row names. */
export const askCopy = (input: InferOutput<typeof rules.askCopy>, ctx: RequestContext): Promise<object> =>
  ctx.db.tx((tx) =>
    idempotent(tx, ctx, calls.askCopy, input, async () => {
      const { member, now, locale } = ctx;
      const id = randomUUID();
      const values = { id, asked_at: new Date(now), ready_at: null, size: null, ticket: null };
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('data_copy')
        .values({ member, ...values, session: null, ticket_until: null })
        .onConflict((conflict) =>
          conflict
            .column('member')
            .doUpdateSet(values)
            .where('data_copy.asked_at', '<=', new Date(now - dayLength)),
        )
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) throw new DomainError('copyDaily');
      await enqueue(tx, { kind: 'copy-data', payload: { member, id, locale } }, now);
      return {};
    }),
  );

export async function copyAddress(
  { password }: InferOutput<typeof rules.copyAddress>,
  ctx: RequestContext,
): Promise<{ url: string }> {
  const { db, member, session = '', now } = ctx;
  const self = await me(db.run, ctx);
  await provePassword(ctx, self, { account: self.username, password });
  const ticket = randomBytes(24).toString('base64url');
  const { numUpdatedRows } = await db.run
    .updateTable('data_copy')
    .set({ ticket: sha256(ticket), session, ticket_until: new Date(now + ticketTtl) })
    .where('member', '=', member)
    .where('ready_at', '>', new Date(now - lifetime))
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('copyMissing');
  return { url: `/copies/${ticket}` };
}

/** `GET /copies/<ticket>`: the archive, for the session that the ticket was given to. */
export function serveCopies(app: FastifyInstance, { db, files, now }: Gateway): void {
  app.get<{ Params: { ticket: string } }>('/copies/:ticket', async (request, reply) => {
    const found = await db.run
      .selectFrom('data_copy as c')
      .innerJoin('session as s', 's.hash', 'c.session')
      .select('c.id')
      .where('c.ticket', '=', sha256(request.params.ticket))
      .where('c.ticket_until', '>', new Date(now()))
      .where('s.expires_at', '>', new Date(now()))
      .executeTakeFirst();
    if (!found) throw new RequestRejected('unknown');
    reply
      .header('content-type', 'application/zip')
      .header('content-disposition', 'attachment; filename="cloudphone-data.zip"')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .header('etag', `"${found.id}"`);
    return sendFile(request, reply, await openFile(files, nameOf(found.id)));
  });
}

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
};

/** Writes the archive of a member to a file: a text that explains it, a JSON file for each kind of data, and their pictures. */
async function writeArchive(
  db: Db,
  files: FileStore,
  { member, locale }: { member: string; locale: Locale },
  to: string,
): Promise<void> {
  const zip = new (load('yazl') as typeof yazl).ZipFile();
  const data = await gather(db.run, files, member);
  zip.addBuffer(Buffer.from(translate(locale, 'copyReadme')), 'README.txt');
  for (const [name, rows] of Object.entries(data))
    if (rows.length) zip.addBuffer(Buffer.from(JSON.stringify(rows, null, 2)), `${name}.json`);
  // one after the other, each opened when its turn comes; one that is gone from the store is an empty file
  for (const { id, type } of data.files as { id: string; type: string }[])
    zip.addReadStreamLazy(`files/${id}.${extensions[type] ?? 'bin'}`, { compress: false }, (done) => {
      files
        .get(id)
        .then(async (file) => (file ? file.read() : Readable.from([])))
        .then(
          (stream) => done(null, stream),
          (error) => done(error, Readable.from([])),
        );
    });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(to));
}

interface Payload {
  member: string;
  id: string;
  locale: Locale;
}

/** The job that makes a copy, and tells the member. */
export const copying = (db: Db, files: FileStore): OutsideKind => ({
  places: 1,
  async outside({ payload }) {
    const { member, id, locale } = payload as Payload;
    if ((await copyOf(db.run, member))?.id !== id) return; // the account is gone
    const folder = await mkdtemp(path.join(os.tmpdir(), 'copy-'));
    try {
      const archive = path.join(folder, nameOf(id));
      await writeArchive(db, files, { member, locale }, archive);
      const { size } = await stat(archive);
      await files.put(nameOf(id), archive, 'application/zip');
      await db.run
        .updateTable('data_copy')
        .set({ size })
        .where('member', '=', member)
        .where('id', '=', id)
        .execute();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  async inside(tx, { payload }, now) {
    const { member, id } = payload as Payload;
    const { numUpdatedRows } = await tx
      .updateTable('data_copy')
      .set({ ready_at: new Date(now) })
      .where('member', '=', member)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!numUpdatedRows) return;
    const values = { days: calls.copyDays };
    await notifyMember(tx, member, { kind: 'copyReady', values, link: 'pages/mine/dataCopy' }, now);
  },
});

/** Throws a member's copy away, with its file. */
export async function forgetCopy(db: Db, files: FileStore, member: string): Promise<void> {
  const row = await copyOf(db.run, member);
  if (!row) return;
  await files.remove([nameOf(row.id)]);
  await db.run.deleteFrom('data_copy').where('member', '=', member).where('id', '=', row.id).execute();
}

/** Throws copies away that are over. */
export const copySweep = (files: FileStore): Schedule => ({
  name: 'copy-sweep',
  every: 3_600_000,
  async run(db, now) {
    const over = await db.run
      .selectFrom('data_copy')
      .select('member')
      .where('ready_at', '<=', new Date(now - lifetime))
      .execute();
    for (const { member } of over) await forgetCopy(db, files, member);
  },
});
