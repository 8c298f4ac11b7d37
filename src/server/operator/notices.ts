import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Gateway } from '../kernel/gateway';
import { byLocale } from '../kernel/messages';
import { listPublished, publishNotice, sendMessages, withdrawNotice } from '../notices/publish';
import { richText } from '../notices/rich';
import { body, words } from './body';

const requestKey = v.pipe(v.string(), v.uuid());
const text = v.object({ title: words(120), html: words(50_000) });

const texts = v.pipe(
  v.object(byLocale(() => v.optional(text))),
  v.check((given) => Object.values(given).some(Boolean), 'a text in one language at least'),
);

const rules = {
  preview: v.object({ texts }),
  publish: v.object({
    texts,
    confirm: v.optional(v.boolean()),
    country: v.optional(v.picklist(['cn', 'intl'])),
    to: v.optional(words(100)),
    requestKey,
  }),
  send: v.object({ to: words(100), text: words(1000), requestKey }),
};

type Params = { Params: { id: string } };

/** `/operator/notices` and `/operator/messages`: what members are told. */
export function serveNotices(desk: FastifyInstance, { db, now }: Gateway): void {
  desk.post('/notices/preview', async (request) => {
    const { texts } = body(rules.preview, request);
    return byLocale((locale) => {
      const text = texts[locale];
      return text && { title: text.title, body: richText(text.html) };
    });
  });
  desk.get('/notices', async () => ({ items: await listPublished(db) }));
  desk.post('/notices', (request) => publishNotice(db, body(rules.publish, request), now()));
  desk.post<Params>('/notices/:id/withdraw', ({ params }) => withdrawNotice(db, params.id, now()));
  desk.post('/messages', (request) => sendMessages(db, body(rules.send, request), now()));
}
