import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { noticePreview } from '../../contract/desk/areas/support';
import { inLanguages, line } from '../../contract/desk/inputs';
import { byAccount } from '../auth/members';
import { setGoodsPicture } from '../goods/supply-goods';
import { addVideo } from '../goods/videos/add-video';
import { abortedOf } from '../http/endpoint';
import { followConversations } from '../im/desk';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { byLocale } from '../kernel/messages';
import { RequestRejected } from '../kernel/request-rejected';
import { kinds } from '../ledger/accounts';
import { richText } from '../notices/rich';
import { setWords } from '../orders/dictionary';
import { listUnsent } from '../orders/ship-order';
import { addPictureFor } from '../pictures/add-picture';
import { addressOf } from '../pictures/address';
import { setPicture } from '../products/put-product';
import { askerOf } from '../work-orders/desk';
import { body, query } from './body';
import { mostMovements, statementOf } from './show-member';

/** Maximum number of bytes of a photograph and of a video. */
const largestPicture = 8 * 1024 * 1024;
const largestVideo = 64 * 1024 * 1024;

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const rules = {
  follow: v.object({
    followed: v.optional(
      v.object({ since: v.pipe(v.string(), v.isoTimestamp()), known: v.record(v.string(), id) }),
    ),
  }),
  statement: v.object({
    kind: v.optional(v.picklist(kinds), 'balance'),
    month: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/))),
    /** The number of the oldest movement that is known already. */
    before: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number), v.safeInteger())),
    size: v.optional(
      v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1), v.maxValue(mostMovements)),
      `${mostMovements}`,
    ),
  }),
  video: v.object({ ...inLanguages(80).entries, goods: v.optional(line(64)) }),
  words: inLanguages(60),
};

type Account = { Params: { account: string } };
type Params = { Params: { id: string } };
type Word = { Params: { name: string; value: string } };

/** Routes of areas besides lists, records and actions: files, previews, statements, the long poll of conversations. */
export function serveOwnRoutes(desk: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway;
  desk.get('/orders/unsent', async () => ({ items: await listUnsent(db) }));
  desk.get<Account>('/members/:account/statement', async (request) => {
    return statementOf(db.run, request.params.account, query(rules.statement, request));
  });
  desk.post('/notices/preview', async (request) => {
    const { texts } = body(noticePreview, request);
    return byLocale((locale) => {
      const text = texts[locale];
      return text && { title: text.title, body: richText(text.html) };
    });
  });
  desk.post('/conversations/follow', (request, answer) =>
    followConversations(gateway, body(rules.follow, request).followed, abortedOf(answer)),
  );
  desk.post<Word>('/dictionaries/:name/:value', (request) =>
    setWords(db.run, request.params.name, request.params.value, body(rules.words, request)),
  );
  serveFiles(desk, gateway);
}

function serveFiles(desk: FastifyInstance, gateway: Gateway): void {
  const { db, fileSecret, settings, now } = gateway;
  const taking = (type: string, bodyLimit: number) =>
    desk.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, (_request, bytes, ready) =>
      ready(null, bytes),
    );
  taking('application/octet-stream', largestPicture);
  taking('video/mp4', largestVideo);
  for (const [path, set] of [
    ['products', setPicture],
    ['supply', setGoodsPicture],
  ] as const)
    desk.post<Params>(`/${path}/:id/picture`, { bodyLimit: largestPicture }, async (request) => {
      if (!Buffer.isBuffer(request.body)) throw new RequestRejected('shape');
      await set(db, request.params.id, request.body, now());
      return { id: request.params.id };
    });
  const sendPicture = async (member: string | undefined, { body: bytes }: FastifyRequest) => {
    if (!Buffer.isBuffer(bytes)) throw new RequestRejected('shape');
    if (!member) throw new DomainError('memberMissing');
    const picture = await addPictureFor(gateway, member, bytes, now());
    return { id: picture, address: `${settings.publicUrl}${addressOf(fileSecret, picture, now())}` };
  };
  desk.post<Account>('/conversations/of/:account/picture', { bodyLimit: largestPicture }, async (request) =>
    sendPicture((await byAccount(db.run, request.params.account))?.id, request),
  );
  desk.post<{ Params: { number: string } }>(
    '/workorders/:number/picture',
    { bodyLimit: largestPicture },
    async (request) => sendPicture(await askerOf(db.run, request.params.number), request),
  );
  desk.post('/videos', { bodyLimit: largestVideo }, async (request) => {
    const { success, output } = v.safeParse(rules.video, request.query);
    if (!success || !Buffer.isBuffer(request.body)) throw new RequestRejected('shape');
    const { goods = null, ...title } = output;
    const video = { title, goods, bytes: request.body };
    return { id: await addVideo(gateway, video, now()) };
  });
}
