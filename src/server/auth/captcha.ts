import { createHash, randomInt, randomUUID } from 'node:crypto';
import { queueMessage } from '../delivery/outbox';
import type { RequestContext } from '../kernel/context';
import { giveBackFrom, type Limit } from '../kernel/rate-limit';
import { captchaAlphabet, captchaPicture } from './captcha-picture';
import { invalid } from './invalid';
import { reserveFrom } from './password';

/** Milliseconds. */
const ttl = 5 * 60_000;

const hash = (id: string, text: string) =>
  createHash('sha256').update(`${id}:${text.toLowerCase()}`).digest('hex');

/**
 * Issues a new captcha: `image` is a data URL, `id` identifies it. Outside production the outbox page shows its text, because tests
 * cannot read pictures.
 */
export async function issueCaptcha({
  db,
  now,
  settings,
}: RequestContext): Promise<{ id: string; image: string }> {
  const id = randomUUID();
  const text = Array.from({ length: 4 }, () => captchaAlphabet[randomInt(captchaAlphabet.length)]).join('');
  const row = { id, answer_hash: hash(id, text), expires_at: new Date(now + ttl) };
  await db.tx(async (tx) => {
    await tx.insertInto('captcha').values(row).execute();
    if (settings.production) return;
    await queueMessage(
      tx,
      { channel: 'mail', address: `picture ${id}`, subject: 'Random code (sandbox)', text },
      now,
      { urgent: true },
    );
  });
  return { id, image: await captchaPicture(text) };
}

/**
 * Wrong answers per address and hour. People misread one in five; a script that reads the pictures (docs/security.md) misreads every
 * second one, so this limit stops it.
 */
const wrongFromAddress: Limit = { max: 60, window: 3_600_000 };

/** Consumes a captcha: it cannot be tried again, whether the answer was right or wrong. A wrong answer is refused on `randomCode`. */
export async function spendCaptcha(ctx: RequestContext, id: string, text: string): Promise<void> {
  const { db, now, ip } = ctx;
  const key = 'captcha:wrong';
  await reserveFrom(ctx, key, wrongFromAddress);
  const row = await db.run.deleteFrom('captcha').where('id', '=', id).returningAll().executeTakeFirst();
  if (row && row.expires_at.getTime() > now && row.answer_hash === hash(id, text))
    return giveBackFrom(db.run, key, ip);
  throw invalid('randomCode', 'picture');
}
